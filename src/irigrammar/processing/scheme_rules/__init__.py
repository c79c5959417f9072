"""What the documents of schemes ask of their URIs: by ABNF, and by prose."""

"""XML: its markup, its references, its encodings, and where vocabularies have identifiers."""

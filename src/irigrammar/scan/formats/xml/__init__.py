"""XML: markup, references, encodings, and vocabularies."""

"""Types of documents: where and how they contain identifiers."""

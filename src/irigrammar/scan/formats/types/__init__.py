"""One file per family of document types, discovered by its `TYPES`."""

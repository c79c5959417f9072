"""Tools for authors of grammars: lint, format, extract from documents."""

"""ABNF text becomes an expression model: catalog, reader, lint."""

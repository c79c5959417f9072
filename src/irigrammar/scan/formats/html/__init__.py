"""HTML tokenized by its standard, with places of attribute values."""

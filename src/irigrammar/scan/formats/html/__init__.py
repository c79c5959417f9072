"""HTML as its standard tokenizes it, with the place of each attribute's value."""

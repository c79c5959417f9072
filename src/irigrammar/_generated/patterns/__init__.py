"""One module of patterns for each grammar of the catalog."""

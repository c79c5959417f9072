"""One module with the entry of each grammar of the catalog."""

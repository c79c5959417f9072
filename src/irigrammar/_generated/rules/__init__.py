"""One module of rules for each grammar of the catalog."""

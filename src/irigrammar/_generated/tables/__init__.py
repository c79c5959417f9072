"""One module of tables for each grammar of the catalog."""

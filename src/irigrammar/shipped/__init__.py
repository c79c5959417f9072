"""What ships with the package: the loader of the catalog's grammars, and the places of their rules."""

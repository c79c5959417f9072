"""Shipped data: the loader of the catalog, and the places of rules."""

"""One file for each family of documents; each has `TYPES`, and is found by being there."""

"""Show what the grammar makes of a string."""

"""One module for each row: what is measured, and against what."""

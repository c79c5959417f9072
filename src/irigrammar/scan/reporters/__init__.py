"""One module for each format of report."""

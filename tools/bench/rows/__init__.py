"""One module for each row of measurements."""

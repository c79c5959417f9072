"""Steps and tables that the conversions and the kernel share."""

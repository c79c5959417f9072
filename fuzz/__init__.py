"""Random input for all that reads what strangers write (`-m fuzz --help`)."""

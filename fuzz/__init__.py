"""Fuzzing: random input for everything that reads what strangers write (`python -m fuzz --help`)."""

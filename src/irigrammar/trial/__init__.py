"""Suites run against implementations."""

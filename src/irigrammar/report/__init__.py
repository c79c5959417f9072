"""The record of all machine-readable reports, and shared parts."""

"""The record of every machine-readable report, and what reports of several kinds share."""

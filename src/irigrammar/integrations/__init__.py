"""Integrations: one small module per library, imported on request."""

"""Explanations of why a string does not match."""

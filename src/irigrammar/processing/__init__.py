"""Thin steps on components, each from one section of one document."""

"""Thin steps on the component tree, each from one section of one document."""

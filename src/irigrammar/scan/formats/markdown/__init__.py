"""Markdown as CommonMark reads it, with the place of each destination."""

"""Markdown by CommonMark, with the place of each destination."""

"""Identifiers in running text and in source code: where one begins, and where a reader sees it end."""

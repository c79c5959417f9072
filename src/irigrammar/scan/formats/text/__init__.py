"""Find identifiers in running text and in source code.

Where one begins, and where a reader sees it end.
"""

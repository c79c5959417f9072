"""Views: results of the grammar as text, JSON, SVG and HTML."""

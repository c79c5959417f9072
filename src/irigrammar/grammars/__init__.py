"""ABNF text to an expression model: catalog, reader, lint."""

# The components of a reference, in the order of `irigrammar.Components`.
COMPONENT_FIELDS = ("scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment", "host_kind")

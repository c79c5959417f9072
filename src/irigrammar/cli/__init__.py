"""The command `iri`: one module per command, without logic."""

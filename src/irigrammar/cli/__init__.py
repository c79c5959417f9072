"""The command `iri`: one module for each command, without logic of its own."""

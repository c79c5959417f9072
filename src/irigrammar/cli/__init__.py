"""The command `iri`: a module for each command, without logic of its own."""

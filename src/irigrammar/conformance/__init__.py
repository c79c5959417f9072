"""Hold documents and implementations against the grammars, and report."""

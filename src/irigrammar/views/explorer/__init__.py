"""The explorer: one self-contained page in which a reader tries strings on the grammars."""

"""The explorer: one self-contained page to try strings on grammars."""

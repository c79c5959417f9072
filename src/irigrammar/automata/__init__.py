"""Expressions become finite automata over classes of code points."""

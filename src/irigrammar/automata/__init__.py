"""Finite automata over classes of code points, built from expressions."""

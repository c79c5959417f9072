"""Automata answer questions: does it match, where does it fail, how is it derived."""

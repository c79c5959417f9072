"""Advice on identifiers that match the grammar: the rules are in `rules`, each with its page."""

"""Advice on identifiers that match the grammar.

The rules are in `rules`, each with its page.
"""

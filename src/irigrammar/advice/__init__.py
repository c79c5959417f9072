"""Advice on identifiers that match the grammar: one file per rule, whose docstring is the rule's page."""

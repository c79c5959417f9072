"""Grammars, matchers and components: the core of the public API."""

"""Measures irigrammar against what one would use instead; `run.py` is the command."""

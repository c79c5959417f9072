"""Compare the speed of irigrammar and its peers.

`run.py` is the command.
"""

"""Run the complete suites of URI and IRI through other libraries.

`run.py` is the command.
"""

"""Time irigrammar and its peers side by side: `run.py` is the command, `rows.py` what it compares."""

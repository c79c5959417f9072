"""What libraries say of bad strings, checked against what irigrammar says; `run.py` is the command."""

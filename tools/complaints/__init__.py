"""What libraries say of bad strings, held against what irigrammar says; `run.py` is the command."""

"""Compiled from `grammar/` by `python tools/compile_grammars.py --write`."""

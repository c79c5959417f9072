"""Ten grammars as a user has them, each with its examples."""

from __future__ import annotations

import tomllib
from functools import cache

from places import TESTS

from irigrammar import Grammar
from irigrammar.views.explorer.own import Example, read_examples

__all__ = ["FOLDER", "NAMES", "examples_of", "own_grammar"]

FOLDER = TESTS / "data" / "own_grammars"
NAMES = sorted(path.stem for path in FOLDER.glob("*.abnf"))
_EXTENDING = {"shop": "rfc3986"}


@cache
def own_grammar(name: str) -> Grammar:
    """Return the grammar of a file."""
    return Grammar.from_file(FOLDER / f"{name}.abnf", extends=_EXTENDING.get(name, "rfc5234"))


def examples_of(name: str) -> tuple[Example, ...]:
    """Return the examples of a grammar."""
    texts = tomllib.loads((FOLDER / "examples.toml").read_text(encoding="utf-8"))
    return read_examples(texts[name], [own_grammar(name)])

"""Read and write words and strings of the shell in Dockerfiles."""

from __future__ import annotations

from functools import partial

from irigrammar.lazy import regex
from irigrammar.scan.formats.strings import Escapes, escapes_by
from irigrammar.shipped.loader import value

_PATTERNS = value("tokens-dockerfile", "patterns")


def _convention(escape: str, special: str) -> Escapes:
    """Return the convention of an escape and of what is written with one, by their rules.

    A line end stands for nothing.
    """
    return escapes_by(
        regex(_PATTERNS[escape]),
        lambda match: match[0][1:].strip("\r\n"),
        partial(regex(_PATTERNS[special]).sub, r"\\\g<0>"),
    )


WORD = _convention("escape", "special")
DOUBLE = _convention("quoted-escape", "quoted-special")

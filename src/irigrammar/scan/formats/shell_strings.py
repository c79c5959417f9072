"""Read and write words and strings of the shell in Dockerfiles."""

from __future__ import annotations

from functools import partial

from irigrammar.lazy import regex
from irigrammar.scan.formats.strings import Escapes, Unescaped, escapes_by
from irigrammar.shipped.loader import value

_PATTERNS = value("tokens-dockerfile", "patterns")


_DIRECTIVE, _BACKTICK = regex(_PATTERNS["directive"]), regex(_PATTERNS["backtick-directive"])

# What changes places where a backtick escapes.
SWAPPED = str.maketrans("\\`", "`\\")


def is_swapped(text: str) -> bool:
    """Return whether a Dockerfile has the directive by which a backtick escapes.

    >>> [is_swapped(text) for text in ("# syntax=a\\n#escape=`", "# a\\n# escape=`", "# escape=" + chr(92))]
    [True, False, False]
    """
    place = 0
    while directive := _DIRECTIVE.match(text, place):
        place = directive.end()
    return _BACKTICK.match(text, place) is not None


def _convention(escape: str, special: str) -> Escapes:
    """Return the convention of an escape and of the characters that are written with one, by their rules.

    A line end stands for nothing.
    """
    reads, writes = regex(_PATTERNS[escape]), regex(_PATTERNS[special])
    return escapes_by(reads, lambda match: match[0][1:].strip("\r\n"), partial(writes.sub, r"\\\g<0>"))


def _swap(convention: Escapes) -> Escapes:
    """Return a convention with a backtick for the backslash."""

    def read(text: str) -> Unescaped:
        content = convention.read(text.translate(SWAPPED))
        return content._replace(text=content.text.translate(SWAPPED))

    return Escapes(read, lambda text: convention.write(text.translate(SWAPPED)).translate(SWAPPED))


# By what is before a word.
WORDS = {"": _convention("escape", "special"), '"': _convention("quoted-escape", "quoted-special")}
SWAPPED_WORDS = {opening: _swap(convention) for opening, convention in WORDS.items()}

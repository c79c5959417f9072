"""The directive of Dockerfiles by which a backtick escapes."""

from __future__ import annotations

from irigrammar.lazy import regex
from irigrammar.scan.formats.strings import Escapes, Unescaped
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


def swap(convention: Escapes) -> Escapes:
    """Return a convention with a backtick for the backslash."""

    def read(text: str) -> Unescaped:
        content = convention.read(text.translate(SWAPPED))
        return content._replace(text=content.text.translate(SWAPPED))

    return Escapes(read, lambda text: convention.write(text.translate(SWAPPED)).translate(SWAPPED))

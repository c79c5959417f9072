"""Engines that backtrack and have possessive repetitions and atomic groups: Python's re, Java, PCRE2.

Each unbounded repetition is possessive, and a part that can be read in several ways is in an atomic group: the pattern
is run in linear time, whatever the string.
"""

from __future__ import annotations

from irigrammar.engines.pattern import piece_text
from irigrammar.exports.forms import linear_pieces
from irigrammar.exports.notation import ATOMIC, Notation, write
from irigrammar.matching.matcher import Matcher

__all__ = ["java", "pcre2", "python"]

_OUTSIDE = r".^$*+?{}[]\|()"

_JAVA = Notation(start=r"\A", end=r"\z", outside=_OUTSIDE, inside=r"\]^-[&", possessive=True, commits=ATOMIC)
# The verb makes code points of octets, whatever options the caller gives.
_PCRE2 = Notation(start=r"(*UTF)\A", end=r"\z", outside=_OUTSIDE, inside=r"\]^-[", possessive=True, commits=ATOMIC)


def python(matcher: Matcher) -> str:
    """Return a pattern for Python's re, 3.11 or newer."""
    return rf"\A{piece_text(linear_pieces(matcher, 'python'))}\Z"


def java(matcher: Matcher) -> str:
    """Return a pattern for java.util.regex, without the backslashes that a Java literal doubles."""
    return write(linear_pieces(matcher, "java"), _JAVA)


def pcre2(matcher: Matcher) -> str:
    """Return a pattern for PCRE2 on UTF-8."""
    return write(linear_pieces(matcher, "pcre2"), _PCRE2)

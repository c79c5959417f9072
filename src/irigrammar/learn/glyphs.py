"""Terminals as labels: quoted where ABNF can quote them, else code points, with the character where it has a shape."""

from __future__ import annotations

from irigrammar.grammars.expr import Literal, Range
from irigrammar.grammars.render import abnf
from irigrammar.text.names import character, visible


def label(expr: Literal | Range, encoding: str = "utf-8") -> str:
    """Return the label of a terminal, with the characters that an encoding has.

    >>> label(Literal("v")), label(Literal("\\r\\n", True)), label(Range(0x30, 0x39)), label(Range(0xA0, 0xD7FF))
    ('"v"', 'U+000D U+000A', 'U+0030 0 to U+0039 9', 'U+00A0 to U+D7FF')
    """
    if isinstance(expr, Range):
        return f"{_point(expr.low, encoding)} to {_point(expr.high, encoding)}"
    quoted = abnf(expr)
    return quoted if '"' in quoted else " ".join(_point(ord(char), encoding) for char in expr.text)


def described(expr: Literal | Range) -> str:
    """Return the names of a terminal's characters, and whether case counts where that makes a difference.

    >>> described(Literal("v")), described(Range(0x31, 0x39))
    ('U+0076 LATIN SMALL LETTER V, in upper or lower case', 'U+0031 DIGIT ONE to U+0039 DIGIT NINE')
    """
    if isinstance(expr, Range):
        return f"{character(chr(expr.low))} to {character(chr(expr.high))}"
    names = ", ".join(map(character, expr.text))
    if expr.text.lower() == expr.text.upper():
        return names
    return f"{names}, in this case only" if expr.sensitive else f"{names}, in upper or lower case"


def _point(point: int, encoding: str) -> str:
    shown = visible(chr(point), encoding)
    return f"U+{point:04X}" + (f" {shown}" if shown == chr(point) and not shown.isspace() else "")

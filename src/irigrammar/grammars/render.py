"""Expressions as ABNF text."""

from __future__ import annotations

from irigrammar.grammars.expr import (
    Alternation,
    Concatenation,
    Expr,
    Literal,
    Prose,
    Range,
    Ref,
    Repetition,
)


def abnf(expr: Expr) -> str:
    """Return an expression in ABNF, on one line, with the groups that it needs.

    >>> from irigrammar.grammars.reader import read
    >>> rules = read('a = 1*4( "x" / %x30-39 ) [ b ] / %s"Yes" / %x0D.0A\\n', "example")
    >>> abnf(rules["a"].expr)
    '1*4( "x" / %x30-39 ) [ b ] / %s"Yes" / %x0D.0A'
    """
    match expr:
        case Alternation(items):
            return " / ".join(_grouped(item, Alternation) for item in items)
        case Concatenation(items):
            return " ".join(_grouped(item, Alternation, Concatenation) for item in items)
        case Repetition(item, 0, 1):
            return f"[ {abnf(item)} ]"
        case Repetition(item, low, high):
            return _count(low, high) + _grouped(item, Alternation, Concatenation, Repetition)
        case Ref(name):
            return name
        case Prose(text):
            return f"<{text}>"
        case Range(low, high):
            return f"%x{low:02X}-{high:02X}"
        case Literal(text, sensitive):
            return _literal(text, sensitive)


def _count(low: int, high: int | None) -> str:
    if low == high:
        return str(low)
    return f"{low or ''}*{'' if high is None else high}"


def _grouped(item: Expr, *kinds: type) -> str:
    option = isinstance(item, Repetition) and (item.low, item.high) == (0, 1)
    return f"( {abnf(item)} )" if isinstance(item, kinds) and not option else abnf(item)


def _literal(text: str, sensitive: bool) -> str:
    quotable = all(" " <= char <= "~" and char != '"' for char in text)
    if not quotable or (sensitive and len(text) == 1):
        return "%x" + ".".join(f"{ord(char):02X}" for char in text)
    # Where case makes no difference the prefix says nothing.
    return f'{"%s" if sensitive and text.lower() != text.upper() else ""}"{text}"'

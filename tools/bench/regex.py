"""A production as a regular expression for automaton-based engines.

They follow all ways at once. RE2 (also in pyarrow and DuckDB) and Rust's regex (also in polars) have no possessive
repeats, no atomic groups and no looking ahead, and need none: the analysable form of the production is written down as
it is.
"""

from __future__ import annotations

from functools import cache

from irigrammar import grammar
from irigrammar.automata.algebra import simplify
from irigrammar.automata.charset import Ranges, difference
from irigrammar.automata.regular import Alternate, Capture, CharSet, Concat, Regular, Repeat

__all__ = ["expression", "language"]

SURROGATES: Ranges = ((0xD800, 0xDFFF),)  # no UTF-8 has any, and these engines read UTF-8
NOTHING = r"[^\x{0}-\x{10FFFF}]"
COUNTS = {(0, None): "*", (1, None): "+", (0, 1): "?"}


@cache
def language(name: str = "rfc3987", rule: str = "IRI") -> str:
    """Return the expression of a production of the catalog, which matches whole texts."""
    return whole(simplify(grammar(name)._production(rule).marked(frozenset())))


def whole(item: Regular) -> str:
    r"""Return an expression that matches a whole text: from `\A` to `\z`."""
    return rf"\A(?:{expression(item)})\z"


def expression(item: Regular) -> str:
    r"""Return an analysable form as an expression: sets of `\x{...}`, groups that capture nothing.

    >>> from irigrammar.automata.regular import Alternate, Repeat, Concat, CharSet
    >>> digit, dot = CharSet(((48, 57),)), CharSet(((46, 46),))
    >>> print(expression(Concat((Repeat(digit, 1, None), Repeat(Concat((dot, digit)), 0, 3)))))
    [0-9]+(?:[\x{2E}][0-9]){0,3}
    """
    match item:
        case CharSet(ranges):
            return _set(difference(ranges, SURROGATES))
        case Concat(items):
            return "".join(map(_part, items))
        case Alternate(()):
            return NOTHING
        case Alternate(items):
            return "|".join(map(expression, items))
        case Repeat(inner, low, high):
            body = expression(inner) if isinstance(inner, CharSet) else f"(?:{expression(inner)})"
            return body + (COUNTS.get((low, high)) or _count(low, high))
        case Capture(_, inner):
            return expression(inner)


def _part(item: Regular) -> str:
    """Return an item of a sequence, an alternation in a group."""
    while isinstance(item, Capture):
        item = item.item
    return f"(?:{expression(item)})" if isinstance(item, Alternate) else expression(item)


def _count(low: int, high: int | None) -> str:
    return f"{{{low}}}" if low == high else f"{{{low},{'' if high is None else high}}}"


def _set(ranges: Ranges) -> str:
    if not ranges:
        return NOTHING
    return "[" + "".join(_char(low) if low == high else f"{_char(low)}-{_char(high)}" for low, high in ranges) + "]"


def _char(point: int) -> str:
    return chr(point) if chr(point).isascii() and chr(point).isalnum() else f"\\x{{{point:X}}}"

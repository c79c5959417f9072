"""Sets of code points as a reader of the grammar would write them: by the rules that have names, then by characters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from irigrammar.automata.charset import Ranges, difference, intersection
from irigrammar.automata.regular import Set, lower
from irigrammar.errors import GrammarError
from irigrammar.grammars.expr import Alternation, Expr, Literal, Range, Ref, walk
from irigrammar.grammars.render import abnf
from irigrammar.grammars.rulelist import Rulelist

# Longer rows of neighbours are written as a range.
_FEW = 6


def size(ranges: Ranges) -> int:
    """Return how many code points a set has.

    >>> size(((0x30, 0x39), (0x61, 0x61)))
    11
    """
    return sum(high - low + 1 for low, high in ranges)


def character_rules(rules: Rulelist, names: Iterable[str]) -> dict[str, Ranges]:
    """Return, of the rules of these names, those that match single code points, with the code points that they match.

    >>> from irigrammar.shipped.loader import load
    >>> character_rules(load("rfc3986"), ["DIGIT", "h16", "dec-octet"])
    {'DIGIT': ((48, 57),)}
    """
    found: dict[str, Ranges] = {}
    for name in names:
        rule = rules[name]
        if not all(isinstance(expr, Alternation | Literal | Range | Ref) for expr in walk(rule.expr)):
            continue
        try:
            form = lower(rules, name, lambda _: False)
        except GrammarError:
            continue
        if isinstance(form, Set):
            found[rule.name] = form.ranges
    return found


def spelled(ranges: Ranges, named: Mapping[str, Ranges]) -> Expr:
    """Return an expression for exactly a set that is not empty: first the names that cover the most of what is left, of
    the sets in `named` that lie within it, then characters, and ranges where many neighbours remain.

    A set of one character is named only where the character cannot be written, and nothing where that is shorter.

    >>> from irigrammar.shipped.loader import load
    >>> named = character_rules(load("rfc3986"), ["HEXDIG", "DIGIT", "ALPHA"])
    >>> abnf(spelled(((0x2D, 0x2D), (0x30, 0x39), (0x41, 0x5A), (0x61, 0x7A)), named))
    'ALPHA / DIGIT / "-"'
    """
    fitting = {name: found for name, found in named.items() if not difference(found, ranges) and _worth_a_name(found)}
    items: list[Expr] = []
    left = ranges
    while True:
        gains = {name: size(intersection(found, left)) for name, found in fitting.items()}
        best = max(gains, key=lambda name: (gains[name], -size(fitting[name])), default="")
        if not gains.get(best):
            break
        items.append(Ref(best))
        left = difference(left, fitting[best])
    items = min(items + _characters(left), _characters(ranges), key=len)
    return items[0] if len(items) == 1 else Alternation(tuple(items))


def _worth_a_name(ranges: Ranges) -> bool:
    return size(ranges) > 1 or not _writable(ranges[0][0])


def _writable(point: int) -> bool:
    """Tell whether ABNF has a character itself in quotation marks, which are no mark for themselves."""
    return abnf(Literal(chr(point))) == f'"{chr(point)}"'


def _characters(ranges: Ranges) -> list[Expr]:
    """Return literals and ranges, in code point order; of a letter in both cases only the small one is written."""
    few = {chr(point) for low, high in ranges if high - low < _FEW for point in range(low, high + 1)}
    capitals = {char for char in few if char.isascii() and char.isupper() and char.lower() in few}
    found: list[Expr] = []
    for low, high in ranges:
        if high - low >= _FEW:
            found.append(Range(low, high))
            continue
        for char in map(chr, range(low, high + 1)):
            if char not in capitals:
                cased = char.lower() != char.upper()
                found.append(Literal(char, sensitive=cased and char.upper() not in capitals))
    return found

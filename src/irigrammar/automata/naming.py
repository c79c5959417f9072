"""Names for sets of code points: rules first, then characters.

They are what an author of the grammar would write.
"""

# typed: ord: characters that are easy to read in examples
from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from irigrammar.automata.charset import Ranges, difference, intersection
from irigrammar.errors import GrammarError
from irigrammar.grammars.expr import Alternation, Expr, Literal, Range, Ref, abnf, walk
from irigrammar.grammars.rulelist import Rulelist
from irigrammar.unicode import is_letter_or_number, is_normalized, is_printable, plain_characters, printable_characters

# Blocks by how readable they are: ASCII letters and digits, then what else ASCII prints, then printable letters.
_BLOCKS: tuple[Ranges, ...] = (
    ((ord("a"), ord("z")),),
    ((ord("0"), ord("9")),),
    ((ord("A"), ord("Z")),),
    ((ord("!"), ord("~")),),
    ((ord(" "), ord(" ")),),
)
_WORDS = 3  # of these are letters and digits
_SEARCHED = 512


@lru_cache(maxsize=4096)
def rank(point: int) -> tuple[int, int]:
    """Return the sort key of a code point by readability, the most readable first."""
    for number, ((low, high),) in enumerate(_BLOCKS):
        if low <= point <= high:
            return number, point
    char = chr(point)
    return len(_BLOCKS) + (0 if _is_plain(char) else 1 if is_printable(char) else 2), point


def _is_plain(char: str) -> bool:
    return is_letter_or_number(char) and is_normalized("NFKC", char)


def alphanumeric(point: int) -> bool:
    """Return whether a code point is a letter or digit of ASCII."""
    return rank(point)[0] < _WORDS


@lru_cache(maxsize=1024)
def most_readable(ranges: Ranges) -> int:
    """Return the most readable code point of a set that is not empty. Beyond ASCII, only the first 513 of each range
    are looked at.
    """
    for block in _BLOCKS:
        common = intersection(ranges, block)
        if common:
            return common[0][0]
    for fits, choose in ((_is_plain, _plain), (is_printable, _printable)):
        for low, high in ranges:
            if points := (low,) if fits(chr(low)) else choose(low, high):
                return points[0]
    return ranges[0][0]


@lru_cache(maxsize=1024)
def _plain(low: int, high: int) -> tuple[int, ...]:
    """Return the letters and numbers that NFKC leaves as they are among the first 513 code points of a range."""
    return tuple(map(ord, plain_characters(low, min(high, low + _SEARCHED))))


@lru_cache(maxsize=1024)
def _printable(low: int, high: int) -> tuple[int, ...]:
    """Return the printable characters among the first 513 code points of a range."""
    return tuple(map(ord, printable_characters(low, min(high, low + _SEARCHED))))


@lru_cache(maxsize=256)
def readable(ranges: Ranges) -> tuple[int, ...]:
    """Return the most readable code points of a set that is not empty: all of those in its best block, else the best of
    the first few of each range.
    """
    for block in _BLOCKS:
        common = intersection(ranges, block)
        if common:
            return tuple(point for low, high in common for point in range(low, high + 1))
    for choose in (_plain, _printable):
        if points := tuple(point for low, high in ranges for point in choose(low, high)):
            return points
    return tuple(point for low, high in ranges for point in range(low, min(high, low + _SEARCHED) + 1))


def blocks(ranges: Ranges) -> list[tuple[int, ...]]:
    """Return the readable code points of a set by kind: letters, others beyond ASCII, digits, the rest of printable
    ASCII.

    Capitals are a kind only without small letters, and hardly readable characters only without others.
    """
    kinds: list[tuple[int, ...]] = []
    rest = ranges
    for block in _BLOCKS:
        part = intersection(rest, block)
        rest = difference(rest, block)
        kinds.append(tuple(point for low, high in part for point in range(low, high + 1)))
    small, digits, capitals, marks, space = kinds
    beyond = readable(rest) if rest else ()
    if any(kinds) and beyond and rank(beyond[0])[0] > len(_BLOCKS):
        beyond = ()
    return [kind for kind in (small or capitals, beyond, digits, marks, space) if kind]


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
    from irigrammar.automata.regular import CharSet, Regular, lower

    known: dict[str, Ranges] = {}
    forms: dict[str, Regular] = {}
    for name in names:
        rule = rules[name]
        if not all(isinstance(expr, Alternation | Literal | Range | Ref) for expr in walk(rule.expr)):
            continue
        try:
            form = lower(rules, name, lambda _: False, done=forms)
        except GrammarError:
            continue
        if isinstance(form, CharSet):
            known[rule.name] = form.ranges
    return known


def spelling(ranges: Ranges, names: Mapping[str, Ranges]) -> Expr:
    """Return an expression for exactly a nonempty set: the sets of `names` within it that cover most of it, then single
    characters, and ranges for many neighbours.

    A set of one character is named only where the character cannot be written, and nothing where that is shorter.

    >>> from irigrammar.shipped.loader import load
    >>> named = character_rules(load("rfc3986"), ["HEXDIG", "DIGIT", "ALPHA"])
    >>> abnf(spelling(((0x2D, 0x2D), (0x30, 0x39), (0x41, 0x5A), (0x61, 0x7A)), named))
    'ALPHA / DIGIT / "-"'
    """
    fitting = {
        name: rule_ranges
        for name, rule_ranges in names.items()
        if not difference(rule_ranges, ranges) and not _is_written(rule_ranges)
    }
    items: list[Expr] = []
    rest = ranges
    while True:
        gains = {name: size(intersection(rule_ranges, rest)) for name, rule_ranges in fitting.items()}
        best = max(gains, key=lambda name: (gains[name], -size(fitting[name])), default="")
        if not gains.get(best):
            break
        items.append(Ref(best))
        rest = difference(rest, fitting[best])
    items = min(items + _characters(rest), _characters(ranges), key=len)
    return items[0] if len(items) == 1 else Alternation(tuple(items))


def _is_written(ranges: Ranges) -> bool:
    """Return whether a set is one character that ABNF has in quotation marks, which do not mark themselves."""
    char = chr(ranges[0][0])
    return size(ranges) == 1 and abnf(Literal(char)) == f'"{char}"'


def _characters(ranges: Ranges) -> list[Expr]:
    """Return literals and ranges, in code point order; of a letter in both cases only the small one is written. More
    than 6 neighbours are a range; fewer are written one by one.
    """
    few = {chr(point) for low, high in ranges if high - low < _FEW for point in range(low, high + 1)}
    capitals = {char for char in few if char.isascii() and char.isupper() and char.lower() in few}
    exprs: list[Expr] = []
    for low, high in ranges:
        if high - low >= _FEW:
            exprs.append(Range(low, high))
            continue
        for char in map(chr, range(low, high + 1)):
            if char not in capitals:
                has_cases = char.lower() != char.upper()
                exprs.append(Literal(char, sensitive=has_cases and char.upper() not in capitals))
    return exprs

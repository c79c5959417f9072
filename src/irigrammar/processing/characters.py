"""Sets of characters.

Those of `grammar/characters.toml`, and those that a production can contain.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache

from irigrammar.automata.charset import EMPTY, MAX, Ranges, union
from irigrammar.automata.dfa import DEAD
from irigrammar.dataclass import dataclass
from irigrammar.grammars import COMPONENT_FIELDS
from irigrammar.matching.grammar import Grammar
from irigrammar.matching.matcher import Matcher


@dataclass(frozen=True, slots=True, repr=False)
class Characters:
    """A set of characters, kept as ranges of code points.

    >>> spaces = characters("white-space")
    >>> "\u3000" in spaces, len(spaces), len(spaces | "ab ")
    (True, 25, 27)
    """

    ranges: Ranges = EMPTY

    def __contains__(self, char: object) -> bool:
        """Return whether a value is a string of one character, and that is in the set."""
        if not (isinstance(char, str) and len(char) == 1):
            return False
        point = ord(char)
        index = bisect_right(self.ranges, (point, MAX)) - 1
        return index >= 0 and point <= self.ranges[index][1]

    def __iter__(self) -> Iterator[str]:
        return (chr(point) for low, high in self.ranges for point in range(low, high + 1))

    def __len__(self) -> int:
        return sum(high - low + 1 for low, high in self.ranges)

    def __or__(self, other: Iterable[str]) -> Characters:
        ranges = other.ranges if isinstance(other, Characters) else tuple((ord(char), ord(char)) for char in other)
        return Characters(union(self.ranges, ranges))

    def __repr__(self) -> str:
        shown = ", ".join(f"U+{low:04X}" + (f" to U+{high:04X}" if high > low else "") for low, high in self.ranges)
        return f"<Characters {shown}>"


@cache
def characters(name: str) -> Characters:
    """Return a set of `grammar/characters.toml` by the name of its rule; raise `KeyError` where there is none.

    >>> characters("stripped")
    <Characters U+0009 to U+000A, U+000D>
    """
    from irigrammar._generated.characters import SETS

    return Characters(SETS[name])


@cache
def alphabet(matcher: Matcher) -> Characters:
    """Return the characters that occur in the strings of a production. Raises `GrammarError` for one without an
    automaton.

    >>> import irigrammar
    >>> alphabet(irigrammar.grammar("rfc3986")["port"])
    <Characters U+0030 to U+0039>
    """
    dfa = matcher.automaton
    class_numbers = {number for row in dfa.rows for number in range(dfa.classes.count) if row[number] != DEAD}
    return Characters(union(*(dfa.classes.ranges(number) for number in class_numbers)))


@dataclass(frozen=True, slots=True)
class Group:
    """A group: its name, its characters, why IRIs exclude them, and the document and section that says so."""

    name: str
    characters: Characters
    says: str
    section: str


@cache
def groups() -> tuple[Group, ...]:
    """Return the groups in the order of the documents (draft-ietf-iri-3987bis-04, 7.1 to 7.3; LEIRI Note, 5).

    No two have a character in common. Private use characters are allowed in the queries of IRIs; bidi formatting
    characters are in the grammar of IRIs, and RFC 3987, 4.1, forbids them.

    >>> [group.name for group in groups()][:3]
    ['space', 'delimiter', 'unwise']
    """
    from irigrammar._generated.characters import GROUPS

    return tuple(Group(name, Characters(ranges), says, section) for name, says, section, ranges in GROUPS)


@lru_cache(maxsize=1 << 12)
def group_of(char: str) -> Group | None:
    """Return the group of a character, None where it is in none (draft-ietf-iri-3987bis-04, 7.3; LEIRI Note, 5).

    Among them are the legacy controls and the noncharacters of RFC 9839, 2.2.2 and 2.2.3.

    >>> group = group_of("\\u202e")
    >>> group and group.name
    'bidi formatting'
    >>> group_of("é") is None
    True
    """
    return next((group for group in groups() if char in group.characters), None)


# Fields that consist of other fields, or describe one.
_OVERLAPPING = {"authority", "host_kind"}


@cache
def productions(grammar: Grammar) -> Mapping[str, str]:
    """Return the component for each production of a grammar, by its name in lower case.

    Of nested components only the inner ones are included.

    >>> import irigrammar
    >>> [name for name, field in productions(irigrammar.grammar("rfc3987")).items() if field == "path"][-2:]
    ['ipath-rootless', 'ipath-empty']
    """
    rows = grammar.entry.components.items()
    return {name.lower(): field for name, field in rows if field not in _OVERLAPPING}


@cache
def allowed_characters(grammar: Grammar) -> Mapping[str, Characters]:
    """Return the characters that a grammar allows in each component; none in one that no production of it is.

    For example, private use characters are allowed only in queries (RFC 3987, 2.2).

    >>> import irigrammar
    >>> ["\\ue000" in allowed_characters(irigrammar.grammar("rfc3987"))[field] for field in ("path", "query")]
    [False, True]
    """
    characters = dict.fromkeys(COMPONENT_FIELDS, Characters())
    for name, field in productions(grammar).items():
        characters[field] |= alphabet(grammar[name])
    return characters

"""The groups of characters that LEIRIs and Web Addresses allow and IRIs do not.

Draft-ietf-iri-3987bis-04, 7.3; W3C Note NOTE-leiri-20081103, 5.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cache, lru_cache

from irigrammar.automata.charset import MAX
from irigrammar.processing.characters import Characters


@dataclass(frozen=True, slots=True)
class Group:
    """A group: its name, its characters, the reason why IRIs leave them out, and the document and section of that."""

    name: str
    characters: Characters
    says: str
    section: str


@cache
def groups() -> tuple[Group, ...]:
    """Return the groups in the order of the documents (draft-ietf-iri-3987bis-04, 7.3; LEIRI Note, 5).

    No two have a character in common. Private use characters may stand in the queries of IRIs; bidi formatting
    characters are in the grammar of IRIs, and RFC 3987, 4.1, forbids them.

    >>> [group.name for group in groups()][:3]
    ['space', 'delimiter', 'unwise']
    """
    from irigrammar._generated.characters import GROUPS

    return tuple(Group(name, Characters(ranges), says, section) for name, says, section, ranges in GROUPS)


@lru_cache(maxsize=1 << 12)
def group_of(char: str) -> Group | None:
    """Return the group of a character, None where it is in none (draft-ietf-iri-3987bis-04, 7.3; LEIRI Note, 5).

    >>> group = group_of("\\u202e")
    >>> group and group.name
    'bidi formatting'
    >>> group_of("é") is None
    True
    """
    starts, owners = _rows()
    at = bisect_right(starts, (ord(char), MAX)) - 1
    return owners[at] if at >= 0 and ord(char) <= starts[at][1] else None


@cache
def _rows() -> tuple[list[tuple[int, int]], list[Group]]:
    """Return the ranges of all groups in order, and the group of each."""
    rows = sorted(((one, group) for group in groups() for one in group.characters.ranges), key=lambda row: row[0])
    return [one for one, _ in rows], [group for _, group in rows]

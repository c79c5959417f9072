"""What engines of regular expressions hold to be a digit, a word, white space, and one letter in two cases."""

from __future__ import annotations

from collections.abc import Callable

from irigrammar.automata.charset import Ranges
from irigrammar.dataclass import dataclass


@dataclass(frozen=True)
class Tables:
    """The sets of an engine: of `\\d`, `\\s`, `\\w`, and the line ends that `.` does not match.

    `fold` returns a set with the other cases of its characters, as the engine matches without regard to case.
    `property_of` takes the name and the value of a property of characters ("" for none: `\\p{L}` is "L", ""), and
    returns its characters, None for one that the engine does not know, or that is not known here.
    """

    digit: Ranges
    space: Ranges
    word: Ranges
    line_ends: Ranges
    fold: Callable[[Ranges], Ranges]
    property_of: Callable[[str, str], Ranges | None]


def tables(engine: str) -> Tables:
    """Return the tables of an engine: "python", "ecmascript", "re2", "rust", "xsd"."""
    raise NotImplementedError(engine)

"""Precompiled automata and patterns of the catalog's rules.

They are a part of the grammar's file, with `_LINES` lines for each rule: its name; where its classes of code
points start; their ids; the start state and the bytes in a cell; the accepting states; the rows of the automaton; its
patterns for ASCII and for any text (see `irigrammar.engines.values.Pattern`), each after a "=", or two empty lines.
"""

from __future__ import annotations

from irigrammar.lazy import cache
from irigrammar.shipped.loader import part

TYPE_CHECKING = False  # typing costs more than a first verdict: see irigrammar.lazy
if TYPE_CHECKING:
    from collections.abc import Iterable

    from irigrammar.engines.values import Packed, Pattern

CORE = "rfc5234"
QUIET = "quiet"  # the file of what `irigrammar.advice.quiet` asks
_LINES = 8


class Shipped:
    """The compiled data of a rule, read on first use."""

    __slots__ = ("_lines",)

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines

    @property
    def packed(self) -> Packed:
        """The minimal automaton, as the kernel and `irigrammar.engines.compile.unpack` read it."""
        _, starts, ids, numbers, accepting, rows, *_ = self._lines
        start, width = map(int, numbers.split())
        return tuple(map(int, starts.split())), tuple(map(int, ids.split())), start, accepting, width, rows

    @property
    def pattern(self) -> Pattern | None:
        """The patterns, None where the automaton is walked instead."""
        from irigrammar.engines.values import Pattern

        texts = (line[1:].encode("ascii").decode("unicode_escape") for line in self._lines[-2:])
        return Pattern(*texts) if self._lines[-1] else None


def dump(rules: Iterable[tuple[str, Packed, Pattern | None]]) -> str:
    """Return the text of a part: for each rule its name, its automaton and its patterns."""
    lines: list[str] = []
    for name, (starts, ids, start, accepting, width, rows), pattern in rules:
        lines += [name, " ".join(map(str, starts)), " ".join(map(str, ids)), f"{start} {width}", accepting, rows]
        lines += [f"={text.encode('unicode_escape').decode('ascii')}" for text in pattern] if pattern else ["", ""]
    return "".join(f"{line}\n" for line in lines)


def shipped(text: str) -> dict[str, Shipped]:
    """Return what `dump` wrote, by names."""
    lines = text.split("\n")
    return {lines[index]: Shipped(lines[index : index + _LINES]) for index in range(0, len(lines) - 1, _LINES)}


@cache
def compiled_rules(grammar: str, name: str = "automata") -> dict[str, Shipped]:
    """Return what is compiled of a catalog grammar: by name, the rules that do not mean the same in its parent.

    With another `name`, the automata of that part of the file.
    """
    return shipped(part(grammar, name))


def condition_name(grammar: str, key: str) -> str:
    """Return the name of a condition in the file; the grammar is `CORE` where the condition needs no other rules."""
    return f"{grammar} {key}"


@cache
def compiled_conditions() -> dict[str, Shipped]:
    """Return what is compiled of the conditions of hints, by `condition_name`."""
    return {name: compiled for names, compiled in compiled_rules("hints").items() for name in names.split(",")}

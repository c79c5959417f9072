"""Languages of railroad diagrams, read back from their labels."""

from __future__ import annotations

import re

from irigrammar.grammars.expr import Alternation, Concatenation, Expr, Prose, Repetition
from irigrammar.grammars.reader import read
from irigrammar.learn.diagram import Choice, Diagram, Loop, Nonterminal, Noted, Option, Terminal, Track, Words, bounds

_BOUNDS = re.compile(r"(?:([\d,]+) to )?([\d,]+)( or more)? times")
_POINT = r"U\+([0-9A-F]{4,6})(?: \S+)?"
_RANGE = re.compile(rf"{_POINT} to {_POINT}")
_QUOTED_RANGE = re.compile(r'"(.)" to "(.)"')
EMPTY = Concatenation(())


def counted(words: str) -> tuple[int, int | None]:
    """Return what a loop's words say: how often at least, and at most."""
    if not words:
        return 1, None
    match = _BOUNDS.fullmatch(words)
    assert match, words
    low, high, more = match.groups()
    last = int(high.replace(",", ""))
    return (last, None) if more else (int(low.replace(",", "")) if low else last, last)


def repeated(item: Expr, separator: Expr, words: str) -> Expr:
    low, high = counted(words)
    again = Repetition(Concatenation((separator, item)), low - 1, None if high is None else high - 1)
    return Concatenation((item, again))


def labelled(text: str) -> Expr:
    """Return what the label of characters or of a rule means."""
    if text == "nothing":
        return EMPTY
    if match := _RANGE.fullmatch(text):
        text = f"%x{match[1]}-{match[2]}"
    elif match := _QUOTED_RANGE.fullmatch(text):
        text = f"%x{ord(match[1]):X}-{ord(match[2]):X}"
    elif text.startswith("U+"):
        text = "%x" + ".".join(re.findall(r"U\+([0-9A-F]{4,6})", text))
    elif text.startswith("<"):
        return Prose(text[1:-1])
    return read(f"x = {text}\n", "a label")["x"].expr


def from_diagram(item: Diagram) -> Expr:
    """Return what a diagram means, by its labels."""
    match item:
        case Terminal(text) | Words(text):
            return labelled(text)
        case Nonterminal(name):
            return labelled(name)
        case Track(parts):
            return Concatenation(tuple(map(from_diagram, parts)))
        case Choice(parts):
            return Alternation(tuple(map(from_diagram, parts)))
        case Option(inner):
            return Alternation((EMPTY, from_diagram(inner)))
        case Noted(inner):
            return from_diagram(inner)
        case Loop(inner, separator):
            return repeated(from_diagram(inner), from_diagram(separator) if separator else EMPTY, bounds(item))

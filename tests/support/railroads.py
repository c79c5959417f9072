"""What drawn railroad diagrams mean, read back from the pictures alone: from the package's items and from text."""

from __future__ import annotations

import re
from typing import Any

from irigrammar.grammars.expr import Alternation, Concatenation, Expr, Prose, Repetition
from irigrammar.grammars.reader import read

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


def from_items(item: Any) -> Expr:
    """Return what an item of the railroad package means."""
    match type(item).__name__:
        case "Skip":
            return EMPTY
        case "Sequence" | "Stack":
            return Concatenation(tuple(map(from_items, item.items)))
        case "Choice" | "HorizontalChoice":
            return Alternation(tuple(map(from_items, item.items)))
        case "OneOrMore":
            # The way back is read from right to left.
            back = list(reversed(item.rep.items)) if type(item.rep).__name__ == "Sequence" else []
            words = [item.text for item in back if item.kind == "bounds"]
            separators = tuple(from_items(item) for item in back if item.kind != "bounds")
            return repeated(from_items(item.item), Concatenation(separators), "".join(words))
        case "_Box":
            return labelled(item.text)
    raise AssertionError(f"no item is called {type(item).__name__}")

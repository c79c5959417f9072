"""A line of text with marked places, cut to the available width."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from irigrammar.dataclass import NamedTuple
from irigrammar.text.names import can_encode, ellipsis, visible, visible_characters
from irigrammar.unicode import bidi_class, character_name, east_asian_width, general_category

_AHEAD = 24  # columns of a long text that are shown before the first mark, and from the last one on
_NO_WIDTH = frozenset({"Mn", "Me", "Mc", "Cf", "Cc", "Zl", "Zp"})  # categories
_JOINED = ("HANGUL JUNGSEONG", "HANGUL JONGSEONG")  # vowels and finals, which stand in the column of their initial
_RIGHT_TO_LEFT = {"R", "AL", "AN", "RLE", "RLO", "RLI"}
# Makes a terminal that reorders show the characters from left to right in their own order, as others do anyway.
_OVERRIDE, _POP = "\u202d", "\u202c"


class Strip(NamedTuple):
    """The visible part of a text, and for each mark its column from 0 and its width; None for one that is cut away."""

    line: str
    places: tuple[tuple[int, int] | None, ...]


def strip(
    text: str, marks: Sequence[tuple[int, int]], room: int, encoding: str = "utf-8", *, tab: int | None = None
) -> Strip:
    """Return a text as one line of at most `room` columns and an ellipsis at either end, and where its marks stand.

    Marks are offsets in code points with exclusive ends, at least one; an empty one is a column wide. The last one is
    the one that matters: what is shown is around it, and around the first one where that is not far. What cannot be
    shown is escaped (`visible`), as is what a mark begins with and has no width; a tab outside the marks is `tab`
    spaces, or escaped for None. The text goes from left to right in the order of its code points.

    >>> strip("http://日本 /", [(9, 10)], 80)
    Strip(line='http://日本 /', places=((11, 1),))
    >>> strip("a" * 90 + "!" + "b" * 90, [(90, 91)], 60).line == f'…{"a" * 36}!{"b" * 23}…'
    True
    """
    dots = ellipsis(lambda text: visible(text, encoding))
    room -= 2 * (len(dots) - 1)
    target, stop = marks[-1]
    first = min(start for start, _ in marks)
    first = first if target - first < room // 2 else target
    last = max(target, min(stop - 1, target + room // 2))
    start, end = _window(len(text), first, last, room)
    cells = _cells(text, start, end, marks, encoding, tab)
    # First goes what is before all marks, then what is behind, then the mark's own end, and what is before the last.
    for least, most in ((first, len(text)), (first, last + 1), (first, target + 1), (target, target + 1)):
        while (start < least or end > most) and columns("".join(cells)) > room:
            if start < least:
                start += 1
                del cells[0]
            else:
                end -= 1
                del cells[-1]
    line = left_to_right("".join(cells), encoding)
    lead, tail = dots if start else "", dots if end < len(text) else ""
    places = tuple(
        _place(cells, max(low, start) - start, high - start, columns(lead)) if start <= low <= end else None
        for low, high in marks
    )
    return Strip(f"{lead}{line}{tail}", places)


def left_to_right(line: str, encoding: str = "utf-8") -> str:
    """Return a text so that a terminal that reorders shows its characters from left to right in their own order.

    A text without right-to-left characters, and one in an encoding that has no override, come back unchanged.

    >>> left_to_right("ab"), left_to_right("a\u05d0")
    ('ab', '\u202daא\u202c')
    """
    if any(bidi_class(char) in _RIGHT_TO_LEFT for char in line) and can_encode(_OVERRIDE, encoding):
        return f"{_OVERRIDE}{line}{_POP}"
    return line


def ellipsize(text: str, room: int, show: Callable[[str], str] = str) -> str:
    """Return the display of a text by `show`, without the middle where it takes more than `room` columns, or has more
    code points.

    >>> ellipsize("abcdefgh", 5), ellipsize("日本語", 5), ellipsize("abc", 3)
    ('ab…gh', '日…語', 'abc')
    """
    if len(text) <= room and columns(show(text)) <= room:
        return show(text)
    dots = ellipsis(show)
    head = tail = min(room, len(text)) // 2
    while head + tail > 0:
        short = f"{show(text[:head])}{dots}{show(text[len(text) - tail :])}"
        if columns(short) <= room:
            return short
        head, tail = (head - 1, tail) if head > tail else (head, tail - 1)
    return dots


def fold_words(text: str, width: int, start: int, indent: int) -> Iterator[str]:
    """Yield a text in lines that end between words and, if words are short enough, before column `width`: the first
    line is for column `start`, the others for `indent`.
    """
    line, *others = text.split(" ")
    for word in others:
        if start + columns(line) + 1 + columns(word) <= width:
            line += f" {word}"
        else:
            yield line
            start, line = indent, word
    yield line


def columns(text: str) -> int:
    """Return how many columns of a terminal a text takes, by the East Asian Width of its characters (UAX #11).

    >>> columns("日本 e\u0301")
    6
    """
    return len(text) if text.isascii() and text.isprintable() else sum(map(_width, text))


@lru_cache(maxsize=1 << 10)
def _width(char: str) -> int:
    if general_category(char) in _NO_WIDTH or character_name(char, "").startswith(_JOINED):
        return 0
    return 2 if east_asian_width(char) in ("W", "F") else 1


def _window(size: int, first: int, last: int, room: int) -> tuple[int, int]:
    """Return start and exclusive end of the part of a text that is shown: as much as there is room for around the mark.
    `first` and `last` are the offsets of its ends, of which 24 columns before and after are shown.
    """
    if size <= room:
        return 0, size
    end = min(size, last + _AHEAD)
    start = max(0, min(first - _AHEAD, end - room))
    return start, min(size, max(end, start + room)) if start == 0 else end


def _cells(
    text: str, start: int, end: int, marks: Sequence[tuple[int, int]], encoding: str, tab: int | None
) -> list[str]:
    """Return the display of each character of a part of a text; a mark begins in a separate column, and a TAB outside
    of marks is `tab` spaces wide. A mark that would begin with a character of no width shows its code point; with `tab`
    None a TAB is escaped.
    """
    cells = visible_characters(text[start:end], encoding)
    inside_marks: set[int] = set()
    for low, high in marks:
        inside = range(max(low - start, 0), min(max(high, low + 1) - start, len(cells)))
        inside_marks.update(inside)
        for index in inside:
            if columns(cells[index]):
                break
            cells[index] = f"\\u{{{ord(text[start + index]):X}}}"
    if tab is not None:
        for index in range(len(cells)):
            if text[start + index] == "\t" and index not in inside_marks:
                cells[index] = " " * tab
    return cells


def _place(cells: list[str], low: int, high: int, lead: int) -> tuple[int, int]:
    """Return the column and the width, at least 1, of a mark in a row of cells that begins at column `lead`."""
    return lead + columns("".join(cells[:low])), max(columns("".join(cells[low:high])), 1)

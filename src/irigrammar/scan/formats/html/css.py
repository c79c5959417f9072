"""The URLs of a style sheet: `url()` and `@import`.

CSS Syntax 3, 4.3.6; CSS Cascade 5, 2.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from irigrammar.lazy import regex
from irigrammar.scan.formats.strings import Escapes, unescaped

_DOUBLE, _SINGLE = r"\"((?:[^\"\\\n]|\\.)*+)", r"'((?:[^'\\\n]|\\.)*+)"
_WORD = r"(?:[^\"'()\\\s]|\\[^\n])++"
_BARE = rf"({_WORD}(?:[ \t]++{_WORD})*+)"  # a space makes it no URL (CSS Syntax 3, 4.3.14), which is to be reported
# Comments and other strings are passed over; what is not closed goes on to the end of its line, or of the text.
_URL = regex(
    rf"/\*.*?(?:\*/|\Z)|\burl\(\s*+(?:{_DOUBLE}\"|{_SINGLE}'|{_BARE})\s*+\)"
    rf"|@import\s++(?:{_DOUBLE}\"|{_SINGLE}')|{_DOUBLE}(?:\"|$|\\?\Z)|{_SINGLE}(?:'|$|\\?\Z)",
    re.IGNORECASE | re.DOTALL | re.MULTILINE,
)
_IN_URL = range(1, 6)  # its groups that are URLs
_ESCAPE = regex(r"\\(?:([0-9A-Fa-f]{1,6})(?:\r\n|[ \t\r\n\f])?|(\r\n|[\r\n\f])|(.)|\Z)", re.DOTALL)
_WRITTEN = regex(r"[\"'()\\\s]")


def urls(text: str, start: int = 0, end: int | None = None) -> Iterator[tuple[int, int]]:
    """Yield the spans of the URLs of a style sheet, or of a part of a text, without their quotation marks.

    >>> text = "a { b: url( x.png ) } /* url(no) */ @import 'y'; c::before { content: 'url(no)' }"
    >>> [text[slice(*span)] for span in urls(text)]
    ['x.png', 'y']
    """
    for match in _URL.finditer(text, start, len(text) if end is None else end):
        group = next((number for number in _IN_URL if match[number] is not None), None)
        if group is not None:
            yield match.span(group)


def _value(match: re.Match[str]) -> str:
    digits, line_end, char = match.groups()
    if digits is None:
        return "" if line_end is not None else char or "\N{REPLACEMENT CHARACTER}"
    try:
        return chr(int(digits, 16)).encode().decode()
    except (ValueError, OverflowError):
        raise ValueError("the escape stands for no character (CSS Syntax 3, 4.3.7)") from None


def _written(match: re.Match[str]) -> str:
    return f"\\{ord(match[0]):x} "


CSS = Escapes("CSS", partial(unescaped, escape=_ESCAPE, value=_value), lambda text: _WRITTEN.sub(_written, text))

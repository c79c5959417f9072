"""How documents write characters that cannot stand as themselves, read with the place of each and written again.

An `Escapes` is a convention: `read` gives the text with the place of each code point, `write` what stands for a text.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple


class Unescaped(NamedTuple):
    """A text with its escapes read; the offset of each code point, and the end, in what was written.

    `offsets` is None where nothing was escaped; `bad` has the spans of escapes that stand for nothing, as written, with
    the reason; they stay in the text as they are.
    """

    text: str
    offsets: Sequence[int] | None = None
    bad: tuple[tuple[int, int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Escapes:
    """A convention: its name, what reads a string that is written so, and what writes one.

    `read` takes what is written between the delimiters; its offsets count from 0 there. `write` takes any text and
    gives what stands for it in any string of the convention, or raises `ValueError` where nothing does.
    """

    name: str
    read: Callable[[str], Unescaped]
    write: Callable[[str], str]


def unescaped(written: str, escape: re.Pattern[str], value: Callable[[re.Match[str]], str | None]) -> Unescaped:
    """Return a text with each match of `escape` replaced by its value, and where each code point was written.

    `value` raises `ValueError`, with the reason, for an escape that stands for nothing, and gives None for what only
    looks like one (`&x=` in a query of HTML), which stays. A value of several code points has all of them at the
    escape's start; an empty one (a line that is continued) leaves no trace. Time is linear.

    >>> found = unescaped("a&x;b", re.compile("&(.);"), lambda m: "<>")
    >>> found.text, list(found.offsets)
    ('a<>b', [0, 1, 1, 4, 5])
    """
    parts: list[str] = []
    offsets = array("q")
    bad: list[tuple[int, int, str]] = []
    done = 0
    for match in escape.finditer(written):
        start, end = match.span()
        try:
            made = value(match)
        except ValueError as error:
            bad.append((start, end, str(error)))
            continue
        if made is None:
            continue
        parts += (written[done:start], made)
        offsets.extend(range(done, start))
        offsets.extend([start] * len(made))
        done = end
    if not parts:
        return Unescaped(written, None, tuple(bad))
    parts.append(written[done:])
    offsets.extend(range(done, len(written) + 1))
    return Unescaped("".join(parts), offsets, tuple(bad))

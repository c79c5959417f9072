"""Passwords in identifiers, which no report, message or log repeats (RFC 3986, 7.5)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

MASK = "***"

_PORT = 20  # digits that a port may have
_TOKEN = 20  # characters from which a user name is taken for an access token

# What may come before an authority, as browsers and people write it; what ends one; and what no password has that is
# written in a document.
_BEFORE = re.compile(r"(?:\b(?:https?|wss?|ftp):[\t\r\n]*[/\\]?|[/\\][\t\r\n]*[/\\])[/\\\t\r\n]*", re.IGNORECASE)
_END = re.compile(r"[/\\?#]")
_END_IN_TEXT = re.compile(r"[/\\?#\s\"'<>`]")
_SPACE = re.compile(r"[\s\"<>`]")
_OUTSIDE = re.compile(r"[\r\n\"<>`]")

Secrets = tuple[tuple[int, int], ...]


class Masked(NamedTuple):
    """A text whose secrets are written as `MASK`, and where each of them was: start and end, in code points."""

    text: str
    spans: Secrets

    @property
    def original_length(self) -> int:
        """How many code points the original text has."""
        return len(self.text) + sum(end - start - len(MASK) for start, end in self.spans)

    def place(self, offset: int) -> int:
        """Return where an offset of the original text is in the masked one; one inside a secret is at its mask.

        >>> masked = Masked("https://a:***@h", ((10, 16),))
        >>> [masked.place(offset) for offset in (9, 10, 12, 16, 17)]
        [9, 10, 10, 13, 14]
        """
        shift = 0
        for start, end in self.spans:
            if offset < end:
                return min(offset, start) + shift
            shift += len(MASK) - (end - start)
        return offset + shift


def secrets(text: str, *, whole: bool = False) -> Secrets:
    r"""Return the spans in a text that may be passwords or access tokens.

    These are, in user information, what follows the first ":", and a user name of 20 or more characters. An identifier
    need not match: a password may hold characters that would have to be percent-encoded. In doubt it is a secret. With
    `whole` the text is one identifier, and a password in it may hold anything; else it is any text that holds some.
    Offsets are in code points from 0, ends exclusive. Takes time linear in the text.

    >>> text = "see https://alice:p/ss@host/ and //bob@host"
    >>> [text[start:end] for start, end in secrets(text)]
    ['p/ss']
    """
    return tuple(_spans(text, whole)) if "@" in text else ()


def _spans(text: str, whole: bool) -> Iterator[tuple[int, int]]:
    ends = _Search(text, _END if whole else _END_IN_TEXT)
    words = _Search(text, None if whole else _SPACE)
    lines = _Search(text, None if whole else _OUTSIDE)
    done = 0
    for before in _BEFORE.finditer(text):
        start = before.end()
        if start < done:
            continue
        end = _user_end(text, start, ends, words, lines)
        if end is None:
            continue
        colon = text.find(":", start, end)
        name = colon if colon >= 0 else end
        if name - start >= _TOKEN:
            yield start, name
        if 0 <= colon < end - 1:
            yield colon + 1, end
        done = end


def _user_end(text: str, start: int, ends: _Search, words: _Search, lines: _Search) -> int | None:
    """Return where user information that starts at an offset ends: at its "@"; None where there is none."""
    end, at_sign = ends.after(start)
    if at_sign is not None:
        return at_sign
    # The text up to `end` is a host with a port; or else a password with a delimiter in it, and then the last "@" of
    # the word ends it, or of the line.
    colon = text.find(":", start, end)
    port = text[colon + 1 : min(end, colon + 1 + _PORT)]
    if colon < 0 or text.startswith("[", start) or not port or (port.isdecimal() and colon + 1 + len(port) == end):
        return None
    at_sign = words.after(end)[1]
    return at_sign if at_sign is not None else lines.after(end)[1]


class _Search:
    """Where the text that a pattern ends next ends, and the last "@" before; each part of the text is read once."""

    def __init__(self, text: str, pattern: re.Pattern[str] | None) -> None:
        self._text = text
        self._pattern = pattern
        self._end = self._at_sign = -1

    def after(self, start: int) -> tuple[int, int | None]:
        """Return the end, and the offset of the last "@" between `start` and it, for offsets that only grow."""
        if start > self._end:
            stop = self._pattern.search(self._text, start) if self._pattern else None
            self._end = stop.start() if stop else len(self._text)
            self._at_sign = self._text.rfind("@", start, self._end)
        return self._end, self._at_sign if self._at_sign >= start else None


def masked(text: str, spans: Secrets | None = None, *, whole: bool = False) -> Masked:
    """Return a text with its secrets masked: those at `spans`, in order and apart, or those that `secrets` finds.

    >>> masked("https://alice:TOKEN@github.com").text
    'https://alice:***@github.com'
    """
    hidden = secrets(text, whole=whole) if spans is None else spans
    if not hidden:
        return Masked(text, ())
    parts: list[str] = []
    done = 0
    for start, end in hidden:
        parts += (text[done:start], MASK)
        done = end
    return Masked("".join([*parts, text[done:]]), hidden)

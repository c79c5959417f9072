"""Mask passwords in reports, messages and logs (RFC 3986, 7.5)."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate
from operator import itemgetter

from irigrammar.dataclass import dataclass, field
from irigrammar.lazy import regex

MASK = "***"

_PORT = 20  # digits that a port may have
_TOKEN = 20  # characters from which a user name is taken for an access token

# What ends user information, and what is before a password in it: as they are, percent-encoded in the query of another
# identifier, as references of HTML, escaped in strings, and in full width. By the first character, the rest.
_ENCODED = {"%": "(?:25)?40", "&": "(?:#0*64;|#[xX]0*40;|(?i:commat;))", "\\": "[uU]0040"}
_SIGNS = "@\ufe6b\uff20"
# The set comes first, so that most of a text is passed over fast.
_AT = regex(
    rf"[{_SIGNS}%&\\](?:(?<=[{_SIGNS}])"
    + "".join(f"|(?<={re.escape(first)}){rest}" for first, rest in _ENCODED.items())
    + ")"
)
_ENCODED_AT = {first: regex(re.escape(first) + rest) for first, rest in _ENCODED.items()}
_COLON = regex(r"[:\uFE55\uFF1A]|%(?:25)?3a|&#0*58;|&#x0*3a;|&colon;|\\u003a", re.IGNORECASE)
_SEMICOLON = regex(";")
# What may come before an authority, as browsers and people write it; what ends one; and what no password has that is
# written in a document, the start of another identifier among it. After mailto and sip comes user information without
# slashes.
_BEFORE = regex(
    r"(?:\b(?:https?|wss?|ftp):[\t\r\n]*[/\\]?|[/\\][\t\r\n]*[/\\])[/\\\t\r\n]*"
    r"|%(?:25)?3a(?:%(?:25)?2f){2}|\b(?P<without>mailto|sips?|xmpp):",
    re.IGNORECASE,
)
_SLASHES = "/\\\t\r\n"  # which may come between a scheme and an authority, or in their place
_LONGEST_SCHEME = len("%253a%252f%252f")
_LINE_END = regex(r"[\r\n]")
_END = regex(r"[/\\?]|(?<!&)#")
_END_IN_TEXT = regex(r"[/\\?\s\"'<>`]|(?<!&)#")
_SPACE = regex(r"[\s\"<>`]|\b\w+://")
_OUTSIDE = regex(r"[\r\n\"<>`]|\b\w+://")

Secrets = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Masked:
    """A text whose secrets are written as `MASK`, and where each of them was: start and end, in code points."""

    text: str
    spans: Secrets
    _shifts: tuple[int, ...] = field(default=(), init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        shifts = accumulate((len(MASK) - (end - start) for start, end in self.spans), initial=0)
        object.__setattr__(self, "_shifts", tuple(shifts))

    @property
    def original_length(self) -> int:
        """The length of the original text in code points."""
        return len(self.text) - self._shifts[-1]

    def place(self, offset: int) -> int:
        """Return where an offset of the original text is in the masked one; one inside a secret is at its mask.

        >>> masked = Masked("https://a:***@h", ((10, 16),))
        >>> [masked.place(offset) for offset in (9, 10, 12, 16, 17)]
        [9, 10, 10, 13, 14]
        """
        index = bisect_right(self.spans, offset, key=itemgetter(1))
        inside = index < len(self.spans)
        return (min(offset, self.spans[index][0]) if inside else offset) + self._shifts[index]


def secrets(text: str, *, whole: bool = False) -> Secrets:
    r"""Return the spans in a text that may be passwords or access tokens.

    These are, in user information, what follows the first ":", or else the first ";", and a user name of 20 or more
    characters. An identifier need not match: a password may hold characters that would have to be percent-encoded, and
    "@" and ":" may be encoded or in full width. In doubt it is a secret. With `whole` the text is one identifier, and a
    password in it may hold anything; else it is any text that holds some. Offsets are in code points from 0, ends
    exclusive, the spans in order and apart. Takes time linear in the text.

    >>> text = "see https://alice:p/ss@host/ and //bob@host"
    >>> [text[start:end] for start, end in secrets(text)]
    ['p/ss']
    """
    return tuple(_spans(text, whole)) if _has_at(text) else ()


def _has_at(text: str) -> bool:
    """Return whether there is an "@" in a text, in any form: most have none, which is seen faster for each form."""
    for sign in _SIGNS:
        if sign in text:
            return True
    for first, pattern in _ENCODED_AT.items():  # noqa: SIM110  # a generator takes as long as what it asks
        if first in text and pattern.search(text):
            return True
    return False


def _spans(text: str, whole: bool) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each password, and of each user name long enough to be a token, in user information. A
    token has at least 20 characters, a password at least one. `whole` says that the text is one reference.
    """
    ends = _Search(text, _END if whole else _END_IN_TEXT)
    words = _Search(text, None if whole else _SPACE)
    lines = _Search(text, None if whole else _OUTSIDE)
    done, latest = 0, -1
    parts = [(0, len(text))] if whole else _lines_with_at(text)
    for before in (before for part in parts for before in _BEFORE.finditer(text, *part)):
        start = before.end()
        if start < done or start <= latest:
            continue
        latest = start
        end = _user_end(text, start, ends, words, lines, has_slashes=before["without"] is None)
        if end is None:
            continue
        colon = _colon(text, start, end)
        name = colon.start() if colon else end
        if name - start >= _TOKEN:
            yield start, name
        if colon and colon.end() < end:
            yield colon.end(), end
        done = end


def _lines_with_at(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of lines with an "@", each from so far before it that a scheme and slashes at the end of lines
    before are in it.
    """
    done = 0
    for at_sign in _AT.finditer(text):
        place = at_sign.start()
        if place < done:
            continue
        start = max(done, text.rfind("\n", done, place), text.rfind("\r", done, place))
        while start > done and text[start - 1] in _SLASHES:
            start -= 1
        end = _LINE_END.search(text, place)
        last = end.start() if end else len(text)
        yield max(0, start - _LONGEST_SCHEME), last
        done = last


def _user_end(text: str, start: int, ends: _Search, words: _Search, lines: _Search, *, has_slashes: bool) -> int | None:
    """Return the offset of the "@" at which user information ends that starts at an offset, None where there is none.
    Beyond a delimiter it is looked for only after a colon without a port behind it.
    """
    end, at_sign = ends.after(start)
    if at_sign is not None:
        return at_sign
    # The text up to `end` is a host with a port; or else a password with a delimiter in it, and then the last "@" of
    # the word ends it, or of the line.
    colon = _colon(text, start, end)
    if colon is None or text.startswith("[", start) or not has_slashes:
        return None
    port = text[colon.end() : min(end, colon.end() + _PORT)]
    if not port or (port.isascii() and port.isdecimal() and colon.end() + len(port) == end):
        return None
    at_sign = words.after(start)[1]
    return at_sign if at_sign is not None else lines.after(start)[1]


def _colon(text: str, start: int, end: int) -> re.Match[str] | None:
    """Return the match of the separator before a password: the first ":", or else the first ";"."""
    return _COLON.search(text, start, end) or _SEMICOLON.search(text, start, end)


class _Search:
    """The start of the next match of a pattern, and the last "@" before it; each part of the text is read once."""

    def __init__(self, text: str, pattern: re.Pattern[str] | None) -> None:
        self._text = text
        self._pattern = pattern
        self._end = self._at_sign = -1

    def after(self, start: int) -> tuple[int, int | None]:
        """Return the offset at which the next match from `start` on begins (the text's length if there is none), and
        that of the last "@" between the two, or None. `start` must not decrease from call to call.
        """
        if start > self._end:
            stop = self._pattern.search(self._text, start) if self._pattern else None
            self._end = stop.start() if stop else len(self._text)
            self._at_sign = -1
            for at_sign in _AT.finditer(self._text, start, self._end):
                self._at_sign = at_sign.start()
        return self._end, self._at_sign if self._at_sign >= start else None


def redact(text: str, spans: Secrets | None = None, *, whole: bool = False) -> Masked:
    """Return a text with its secrets masked: those at `spans`, in order and apart, or those that `secrets` finds, which
    has the same `whole`.

    >>> redact("https://alice:TOKEN@github.com").text
    'https://alice:***@github.com'
    """
    secret_spans = secrets(text, whole=whole) if spans is None else spans
    if not secret_spans:
        return Masked(text, ())
    parts: list[str] = []
    done = 0
    for start, end in secret_spans:
        parts += (text[done:start], MASK)
        done = end
    return Masked("".join([*parts, text[done:]]), secret_spans)

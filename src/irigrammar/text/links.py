"""Where links in running text end, by Unicode Technical Standard 58."""

from __future__ import annotations

import re
from functools import cache

from irigrammar._generated.links import CLOSING, DOT, GITHUB_TRAILING, HARD, OPENING, SOFT, WIDE_DOT
from irigrammar.lazy import regex

DIRECTIVE = ":~:"  # begins the directives of a fragment (URL Fragment Text Directives)
_DELIMITERS = r"/?\#"
_INCLUDED = rf"[^{HARD[1:-1]}{SOFT[1:-1]}{re.escape(OPENING + CLOSING)}{_DELIMITERS}]"
# A name, or an address in brackets, with its user and port. What ends it is part of it if more of it follows.
_NAME = rf"{_INCLUDED}++|{DOT}++(?={_INCLUDED})"
_BEFORE_REST = rf"(?=[{_DELIMITERS}])"
_AUTHORITY = regex(rf"(?:{_NAME}|:(?={_INCLUDED}|\[)|\[[0-9A-Fa-f:.%]*+\]?)*+(?:(?:{DOT}|:){_BEFORE_REST})?")
_DOMAIN = regex(rf"(?:{_NAME})*+(?:{DOT}{_BEFORE_REST})?")
_ENDING = regex(
    rf"(?P<hard>{HARD})|(?P<soft>{DIRECTIVE}|{SOFT})|(?P<opening>[{re.escape(OPENING)}])|[{re.escape(CLOSING)}/=&#]"
)
_WIDE_DOT = regex(WIDE_DOT)
# What begins a part, by the part that ends before it, and what in a part no pair of brackets goes across.
_PARTS = {"": "/?#", "/": "?#", "?": "#", "#": ""}
_INNER = {"": "", "/": "/", "?": "=&", "#": ""}


def authority_end(text: str, start: int, *, domain: bool = False) -> int:
    r"""Return the end of the authority that begins at an offset, or with `domain` of the name; the offset itself for an
    empty one. White space, punctuation and "/", "?", "#" or "\" end it and are not part of it, except a dot or colon
    before more of it or before one of those four, and the brackets of an address; with `domain` colons and brackets
    always end it.

    >>> text = "http://例え。jp, http://e.org:80./x"
    >>> text[7 : authority_end(text, 7)], text[21 : authority_end(text, 21)]
    ('例え。jp', 'e.org:80.')
    """
    match = (_DOMAIN if domain else _AUTHORITY).match(text, start)
    assert match is not None  # it may be empty
    return match.end()


def rest_end(text: str, start: int, *, part: str = "", sentences: bool = False) -> int:
    """Return where the path, query and fragment end that begin at an offset (UTS #58, Link_Term and Link_Bracket).

    It is before what is Hard, or before a closing bracket without its opening one in the same part; what is Soft is
    left out at the end. Time is linear in the length of the result and what is Soft after it. `part` is what the offset
    is in: "" before the first part, "/" in a path. With `sentences` a wide full stop is Hard.

    >>> [text[: rest_end(text, 0)] for text in ("/a(b).c. d", "/a(b/c)d", "?a[b]=c,", "#f:~:text=g!", "x")]
    ['/a(b).c', '/a(b/c', '?a[b]=c', '#f:~:text=g', '']
    """
    return _walk(text, start, part, sentences=sentences)


_GITHUB = regex(r"(?:https?|ftp)://[^ \t-\r\x1f<]++", re.IGNORECASE)
_GITHUB_TRAILING = regex(GITHUB_TRAILING)
_LONGEST_NAME = 64  # code points of the name of a character
_REFERENCE = regex(rf"&[A-Za-z]{{1,{_LONGEST_NAME}}};\Z")


def github_end(text: str, start: int) -> int | None:
    """Return where the link ends that GitHub makes of an identifier in running text of Markdown that begins at an
    offset; None where it makes none (GitHub Flavored Markdown, 6.9, without its conditions on names of hosts).

    >>> texts = ("http://e/a_b_", "http://e/a&copy; b", "http://e/\u8def\u3002\u6b21", "(http://e/a_(b)).", "tag:x")
    >>> [text[text.find("h") : github_end(text, text.find("h"))] for text in texts[:4]], github_end(texts[4], 0)
    (['http://e/a_b', 'http://e/a', 'http://e/路。次', 'http://e/a_(b)'], None)
    """
    match = _GITHUB.match(text, start)
    if match is None:
        return None
    end = match.end()
    excess_count = text.count(")", start, end) - text.count("(", start, end)
    while end > start:
        char = text[end - 1]
        if char == ";":
            reference = _REFERENCE.search(text, max(start, end - _LONGEST_NAME - 2), end)
            end = end - 1 if reference is None else reference.start()
        elif char == ")" and excess_count > 0:
            excess_count, end = excess_count - 1, end - 1
        elif _GITHUB_TRAILING.match(char):
            end -= 1
        else:
            break
    return end


def breaks(text: str, start: int, *, part: str = "") -> list[int]:
    """Return the offsets of the characters from an offset on by which a link ends too early, so that they have to be
    percent-encoded (UTS #58, minimal escaping); the parameters are those of `rest_end`.

    >>> breaks("http://e/a)b(c)\u0964", 8)
    [10, 15]
    """
    offsets: list[int] = []
    if start < len(text) and _walk(text, start, part, offsets) < len(text):
        offsets.append(len(text) - 1)
    return offsets


def _walk(text: str, start: int, part: str, faults: list[int] | None = None, *, sentences: bool = False) -> int:
    """Return the offset at which a link ends; the parameters are those of `rest_end`.

    With `faults`, the offsets of characters that would end it are added to that list, and it ends where it would end
    if these were percent-encoded.
    """
    safe = place = start
    brackets: list[str] = []
    for match in _ENDING.finditer(text, start):
        char = match[0]
        if match.start() > place:
            if not part:
                return start
            safe = match.start()
        place = match.end()
        if char in _PARTS[part]:
            part = char
            brackets.clear()
            safe = place if char != "?" else match.start()
        elif not part:
            return start
        elif match["soft"] is not None:
            if sentences and _WIDE_DOT.match(char):
                return safe
            if len(char) > 1:  # the delimiter of a text directive
                brackets.clear()
                safe = place - 1
        elif match["opening"] is not None:
            brackets.append(char)
            safe = place
        elif char in CLOSING or match["hard"] is not None:
            if match["hard"] is not None or not brackets or brackets[-1] != partners()[char]:
                if faults is None:
                    return safe
                faults.append(match.start())  # encoded, it closes nothing
            else:
                brackets.pop()
            safe = place
        else:
            if char in _INNER[part]:
                brackets.clear()
            safe = place
    return len(text) if part and place < len(text) else safe


@cache
def partners() -> dict[str, str]:
    """Return of each closing bracket the opening one (Link_Bracket).

    >>> partners()["\u300d"]
    '\u300c'
    """
    return dict(zip(CLOSING, OPENING, strict=True))

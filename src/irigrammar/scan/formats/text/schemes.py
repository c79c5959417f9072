"""Where an identifier begins in running text: a registered scheme, ":", and what makes it one rather than a word.

Text and source code are full of `data:`, `tag:`, `info:` and `file:` that begin nothing. So "//" must follow, but for
the schemes of the table, which are used without an authority; of these the beginning must be as their documents say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from irigrammar.advice.registries import registered_schemes

_COLON = re.compile(r":(?=[^\s\"':=])")
_NAME = re.compile(r"[A-Za-z0-9+.\-]*+")  # what a scheme is made of, read backwards
_NOT_FIRST = "0123456789+.-"  # user agents have "(+http://", lists "1.http://"
_LONGEST = 64
_ADDRESS = r"[^\s@<>\"]+@\w"
_AUTHORITY = re.compile(r"//[^\s<>\"'`\\)\],;]")

# What follows the colon, by scheme.
_FOLLOWING = {
    name: re.compile(pattern, re.ASCII | re.IGNORECASE)
    for name, pattern in {
        "acct": _ADDRESS,
        "cid": _ADDRESS,
        "data": r"[a-z]+/[\w.+-]+(?:;[\w.+-]+(?:=[\w.+-]+)?)*,",  # RFC 2397, with its media type
        "did": r"[a-z0-9]+:[\w.%-]",
        "doi": r"10\.\d{4,9}/\S",
        "file": r"/[^\s\"'*]",
        "geo": r"-?\d+(?:\.\d+)?,-?\d",  # RFC 5870
        "im": _ADDRESS,
        "info": r"(?:arxiv|ddc|doi|hdl|lc|lccn|oclcnum|ofi|pmid|pronom|refseq|sici|sid)/\S",  # RFC 4452's registry
        "magnet": r"\?[a-z]",
        "mailto": _ADDRESS,
        "mid": _ADDRESS,
        "news": rf"(?:{_ADDRESS}|[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+)",  # RFC 5538
        "pkg": r"[a-z][a-z0-9.+-]*/\w",
        "pres": _ADDRESS,
        "sip": _ADDRESS,
        "sips": _ADDRESS,
        "sms": r"\+?\d[\d-]{2}",
        "swh": r"\d:[a-z]+:[0-9a-f]",
        "tag": r"[\w.@-]+,\d{4}(?:-\d\d){0,2}:",  # RFC 4151
        "tel": r"\+?[\d(][\d().-]{2}",  # RFC 3966
        "urn": r"[a-z0-9][a-z0-9-]{1,31}:[^\s\"'<>{}\\)\],;]",  # RFC 8141
        "xmpp": _ADDRESS,
    }.items()
}


def beginnings(text: str, start: int = 0) -> Iterator[tuple[int, int]]:
    """Yield where an identifier may begin, and where its colon stands, from an offset on; time is linear.

    >>> list(beginnings("see http://e/ (data: tag:x, urn:isbn:0-395-36341-1)"))
    [(4, 8), (28, 31)]
    """
    schemes = _schemes()
    for found in _COLON.finditer(text, start):
        colon = found.start()
        before = text[max(0, colon - _LONGEST) : colon]
        run = _NAME.match(before[::-1])
        assert run is not None  # it matches nothing at all, too
        name = before[len(before) - run.end() :].lstrip(_NOT_FIRST)
        following = schemes.get(name.lower())
        if following is not None and following.match(text, colon + 1):
            yield colon - len(name), colon


@cache
def _schemes() -> dict[str, re.Pattern[str]]:
    return {name: _FOLLOWING.get(name, _AUTHORITY) for name in registered_schemes()}

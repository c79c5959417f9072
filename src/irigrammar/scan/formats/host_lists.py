"""Identifiers with a list of hosts (`mongodb://a:1,b:2/db`).

No URI has such a list, so each host is checked separately.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from irigrammar._generated.documents import HOST_LISTS
from irigrammar.lazy import regex
from irigrammar.scan.formats.items import Candidate
from irigrammar.scan.formats.strings import Escapes, Unescaped, standing_for

_SCHEMES = frozenset(HOST_LISTS.split())
_LIST = regex(r"(?P<scheme>[A-Za-z][\w.+-]*+)://(?:[^/?#@]*@)?(?P<hosts>[^/?#]*+)")
_SEPARATOR = regex(r"[,;]")
_OTHER = regex(r"[()=@]")  # what MySQL has instead of hosts; users of others than the first


def one_by_one(candidate: Candidate) -> Iterator[Candidate]:
    """Yield an identifier; for a list of hosts, its form with the last one alone, and the scheme with each other one.

    A candidate with `offsets` is yielded unchanged. Nothing of a list whose members are more than hosts with ports.

    >>> text = "mongodb://u@a:1,b:2/db"
    >>> [(item.start, item.text) for item in one_by_one(Candidate(4, 26, text))]
    [(4, 'mongodb://u@b:2/db'), (16, 'mongodb://a:1')]
    >>> [item.text for item in one_by_one(Candidate(0, 15, "http://a:1,b:2/"))]
    ['http://a:1,b:2/']
    """
    match = _hosts(candidate.text) if candidate.offsets is None else None
    if match is None:
        yield candidate
        return
    if _OTHER.search(match["hosts"]):
        return
    *others, _ = _spans(match)
    read = LAST.read(candidate.text)
    places = [candidate.start + place for place in read.offsets or ()]
    yield candidate._replace(text=read.text, escapes=LAST, offsets=places)
    escapes = standing_for(0, f"{match['scheme']}://")
    for start, end in others:
        host = escapes.read(candidate.text[start:end])
        places = [candidate.start + start + place for place in host.offsets or ()]
        yield candidate._replace(
            start=candidate.start + start, end=candidate.start + end, text=host.text, escapes=escapes, offsets=places
        )


def _hosts(text: str) -> re.Match[str] | None:
    """Return the match of a connection string, of a scheme that has such ones, with a list of two or more hosts, in its
    group "hosts"; None for other texts.
    """
    if "," not in text and ";" not in text:
        return None
    match = _LIST.match(text)
    if match is None or match["scheme"].lower().partition("+")[0] not in _SCHEMES:
        return None
    return match if _SEPARATOR.search(match["hosts"]) else None


def _spans(match: re.Match[str]) -> Iterator[tuple[int, int]]:
    """Yield the spans of the hosts, each with its port, in the matched list."""
    done = match.start("hosts")
    for separator in _SEPARATOR.finditer(match.string, *match.span("hosts")):
        yield done, separator.start()
        done = separator.end()
    yield done, match.end("hosts")


def _read(source: str) -> Unescaped:
    """Return a connection string with only the last of its hosts, and the source offset of each character; without
    hosts as it is.
    """
    match = _hosts(source)
    if match is None:
        return Unescaped(source)
    start = match.start("hosts")
    *_, (end, _) = _spans(match)
    return Unescaped(source[:start] + source[end:], [*range(start), *range(end, len(source) + 1)])


LAST = Escapes(_read, str)

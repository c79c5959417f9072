"""Find where identifiers begin in running text.

At a scheme in use, or at a misspelled one.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Container, Iterator, Mapping
from functools import cache

from irigrammar._generated.documents import COMMON_SCHEMES
from irigrammar.advice.likeness import TYPED_SCHEMES, is_file_name_like, is_host_like, is_misspelled
from irigrammar.dataclass import NamedTuple
from irigrammar.lazy import regex
from irigrammar.processing.schemes import schemes
from irigrammar.shipped.registries import registered_schemes

_COLON = regex(r":(?=[^\s\"':=])")
_NAME = regex(r"[A-Za-z0-9+.\-]*+")  # what a scheme is made of, read backwards
_NOT_FIRST = "0123456789+.-"  # user agents have "(+http://", lists "1.http://"
_LONGEST = 64
_ADDRESS = r"[^\s@<>\"]+@\w"
_AUTHORITY = regex(r"//[^\s<>\"'`\\)\],;]")
_DOTTED = r"(?:localhost|[^\W_](?:[\w-]*\w)?(?:\.[\w-]+)*\.[^\W\d_]{2,})(?![\w-])"

# The text after the colon, by scheme; for others it is an authority.
_FOLLOWING = {
    "about": r"(?!)",  # pages of a browser, and what bundlers make up
    "acct": _ADDRESS,
    "cid": _ADDRESS,
    "data": r"[a-z]+/[\w.+-]+(?:;[\w.+-]+(?:=[\w.+-]+)?)*,[^\s\"'`\\<.\u2026]",  # RFC 2397, with its media type
    "did": r"[a-z0-9]+:[\w.%-]",
    "doi": r"10\.\d{4,9}/\S",
    "file": r"/[^\s\"'*^]",
    "geo": r"-?\d+(?:\.\d+)?,-?\d",  # RFC 5870
    "im": _ADDRESS,
    "jdbc": r"[a-z][\w+-]*:[\w/@(]",
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
    "tag": r"[\w.@-]+,\d{4}(?:-\d\d){0,2}:[^\s\"'`\\)\],]",  # RFC 4151
    "tel": r"\+?[\d(][\d().-]{2}",  # RFC 3966
    "urn": r"[a-z0-9][a-z0-9-]{0,63}:(?!\.\.\.)[^\s\"'<>{}\\)\],;]",  # RFC 8141
    "xmpp": _ADDRESS,
}


class Beginning(NamedTuple):
    """A possible start of an identifier, the end of its scheme, and where the search for its end begins; `end` is where
    it ends if that was seen at a glance, else 0.
    """

    start: int
    colon: int
    rest: int
    end: int = 0


# Most identifiers in text: after white space "http" or "https", a host, nothing that may be a template or end an
# identifier, and white space.
_PLAIN_PART = r"(?:[\w/~=+-]|[.:](?=[\w/~=+-])|%(?!0\d)[0-9A-Fa-f]{2}|[,&](?=[_\d])|(?<=\w)'(?=\w)|\([\w-]+\)(?!\?))*+"
_PLAIN = regex(
    rf"//[A-Za-z0-9-]++(?:\.[A-Za-z0-9-]++)++(?:[/?]{_PLAIN_PART}(?:\?{_PLAIN_PART})?(?:#{_PLAIN_PART})?)?"
    r"(?<=[\w/~=+)-])(?=[.,;:!?]{0,3}(?:\s|\Z))"
)
_PLAIN_SCHEMES = ("http", "https")
_SPACES = " \n\t\r"


def beginnings(text: str, schemes: tuple[str, ...] = ()) -> Iterator[Beginning]:
    """Yield where an identifier may begin; time is linear. `schemes` are others than those in use.

    >>> [tuple(row) for row in beginnings("see http://e.org/ (data: tag:x, urn:isbn:0-395-36341-1)")]
    [(4, 8, 8, 17), (32, 35, 35, 0)]

    So does what was meant to be a scheme of those that people type.

    >>> text = "htp://e/ http:/example.org/ http//example.org http:// example.org https;//example.org http:x"
    >>> [text[row.start : row.rest] for row in beginnings(text)]
    ['htp', 'http', 'http', 'http:// ', 'https;']
    """
    without_colon = [*_without_colon(text)]
    with_colon = _with_colon(text, _followings(schemes))
    return heapq.merge(with_colon, without_colon) if without_colon else with_colon


def _with_colon(text: str, known: Mapping[str, re.Pattern[str]]) -> Iterator[Beginning]:
    for match in _COLON.finditer(text):
        colon = match.start()
        first = _plain_start(text, colon)
        if first >= 0:
            plain = _PLAIN.match(text, colon + 1)
            if plain:
                yield Beginning(first, colon, colon, plain.end())
                continue
        before = text[max(0, colon - _LONGEST) : colon]
        run = _NAME.match(before[::-1])
        assert run is not None  # it matches nothing at all, too
        name = before[len(before) - run.end() :].lstrip(_NOT_FIRST)
        first = colon
        following = known.get(name.lower())
        if following is None:
            if not text.startswith("//", colon + 1):
                continue
            name, first = _meant(before, colon, known)
            following = known.get(name.lower(), _AUTHORITY) if name else None
            if following is None:
                continue
        rest = following.match(text, colon + 1)
        if rest is None:
            continue
        if rest.lastindex is None:
            yield Beginning(first - len(name), first, first)
        elif is_host_like(host := rest[0][rest.end(1) - rest.start() :]) and not is_file_name_like(host):
            yield Beginning(first - len(name), first, rest.end(1))


def _plain_start(text: str, colon: int) -> int:
    """Return where "http" or "https" begins before a colon, after white space; -1 where it does not."""
    for name in _PLAIN_SCHEMES:
        if text.endswith(name, 0, colon):
            first = colon - len(name)
            return first if first == 0 or text[first - 1] in _SPACES else -1
    return -1


_ESCAPES = {"\\": 1, "%": 2}  # and how many characters belong to it


def _meant(before: str, colon: int, known: Container[str]) -> tuple[str, int]:
    r"""Return the scheme that is meant at the end of a text, "" for none, and the place of its colon, given the next.

    >>> [_meant(text, len(text), {"http", "git"}) for text in ("see htp", r"\nhttp", "%2Chttp", "http:", "git+x", "x")]
    [('htp', 7), ('http', 6), ('http', 7), ('http', 4), ('git+x', 5), ('', 1)]
    """
    text = before.rstrip(":")
    colon -= len(before) - len(text)
    run = _NAME.match(text[::-1])
    assert run is not None  # it matches nothing at all, too
    name = text[len(text) - run.end() :]
    escape = text[len(text) - run.end() - 1 : len(text) - run.end()]
    if escape in _ESCAPES:
        name = name[_ESCAPES[escape] :].lstrip(_NOT_FIRST)
        return (name if name.lower() in known else ""), colon
    if text != before and name.lower() in _typed():  # there is another colon
        return name, colon
    main, plus, _ = name.lower().partition("+")
    return (name if (plus and main in known) or (not plus and is_misspelled(main)) else ""), colon


_SLASHES = regex(r"//(?<=[\w;,.\uff1a ]//)(?=\w)")
_HOST = regex(_DOTTED)


def _without_colon(text: str) -> Iterator[Beginning]:
    """Yield where a scheme that people type lacks its colon, or has another character in its place."""
    for match in _SLASHES.finditer(text):
        slashes = match.start()
        if text[slashes - 1].lower() in _last_of_typed():
            name = _typed_before().search(text, max(0, slashes - _LONGEST), slashes)
            if name is not None and _HOST.match(text, match.end()):
                yield Beginning(name.start(), slashes, slashes)


@cache
def _typed() -> tuple[str, ...]:
    """Return the schemes that people type and that have a host."""
    known = ((name, schemes().find(name)) for name in TYPED_SCHEMES)
    return tuple(name for name, scheme in known if scheme and scheme.domain_name and not scheme.default_host)


@cache
def _typed_before() -> re.Pattern[str]:
    return re.compile(
        rf"(?<![\w+.\-/:%@#$\\])(?:{'|'.join(_typed())})(?:[;,.\uff1a]|:[ ])?\Z", re.ASCII | re.IGNORECASE
    )


@cache
def _last_of_typed() -> frozenset[str]:
    return frozenset({*";,.\uff1a ", *(name[-1] for name in _typed())})


@cache
def _followings(schemes: tuple[str, ...]) -> dict[str, re.Pattern[str]]:
    """Return what follows the colon of each scheme in use, and of others; where a group ends, the search for the end
    begins.
    """
    return dict.fromkeys(map(str.lower, schemes), _AUTHORITY) | _known_followings()


@cache
def _known_followings() -> dict[str, re.Pattern[str]]:
    again = "|".join(_typed())
    # One slash, backslashes, white space, the scheme again.
    slips = rf"/{_DOTTED}|(\\\\|//[ ]){_DOTTED}|(?:{again})://"
    broken = re.compile(rf"{_AUTHORITY.pattern}|{slips}", re.IGNORECASE)
    others = dict.fromkeys([*registered_schemes(), *COMMON_SCHEMES.split()], _AUTHORITY)
    rows = {name: re.compile(pattern, re.ASCII | re.IGNORECASE) for name, pattern in _FOLLOWING.items()}
    return others | rows | dict.fromkeys(_typed(), broken)

"""Keys and columns that contain identifiers.

A string there is an identifier as a whole if it begins with one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from irigrammar._generated.documents import KEY_NAMES, KEY_WORDS, REFERENCE_KEYS
from irigrammar.lazy import regex
from irigrammar.matching.grammar import grammar
from irigrammar.scan.formats.items import IRI_REFERENCE, URI_REFERENCE, Candidate, Item
from irigrammar.scan.formats.registry import Finder
from irigrammar.scan.formats.scalars import Scalar, locate, may_hold, whole, within
from irigrammar.scan.formats.selection import Reading, has_placeholder
from irigrammar.scan.formats.strings import escapes_by
from irigrammar.scan.formats.text.template import is_identifier
from irigrammar.unicode import casefold

_NAMES, _KEY_WORDS, _REFERENCE_KEYS = map(frozenset, map(str.split, (KEY_NAMES, KEY_WORDS, REFERENCE_KEYS)))
_WORDS = regex(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_SCHEME_OR_WWW = regex(r"(?:[A-Za-z][A-Za-z0-9+.-]*+:)?//\w|www\.\w", re.IGNORECASE)
_LIKE_A_REFERENCE = regex(r"[^\s{}<>]*[#/]|\S+\.\w+\Z")
_MOST_WORDS = 12
_VARIABLE = regex(r"\{[^{}]+\}")
_IN_PORT = regex(r".*:(?:\{[^{}]+\})*+\Z", re.DOTALL)


@lru_cache(4096)
def holds_identifiers(key: str, own: tuple[str, ...] = ()) -> bool:
    """Return whether a key or column holds identifiers by its name, or is one of those that are named.

    >>> [holds_identifiers(key) for key in ("homepageURL", "source_uri", "termsOfService", "curling")]
    [True, True, True, False]
    """
    name = casefold(key.strip())
    if name in _NAMES or (own and name in map(casefold, own)):
        return True
    return not _KEY_WORDS.isdisjoint(map(str.lower, _WORDS.findall(key)))


@lru_cache(4096)
def holds_references(key: str) -> bool:
    """Return whether a key holds URI references, by its name.

    >>> holds_references("$ref"), holds_references("url")
    (True, False)
    """
    return casefold(key) in _REFERENCE_KEYS


def may_hold_by_key(text: str, start: int, end: int, *, references: bool = False) -> bool:
    """Return whether a stretch of text without escapes may have an identifier under a key of identifiers; with
    `references`, one of references, too.
    """
    return (
        may_hold(text, start, end)
        or _SCHEME_OR_WWW.match(text, start, end) is not None
        or (references and _LIKE_A_REFERENCE.match(text, start, end) is not None)
    )


def read_by_key(scalar: Scalar, label: str, find: Finder, *, references: bool = False) -> Iterator[Item]:
    """Yield a string under a key of identifiers as one identifier, or else the identifiers in it as text.

    With `references` a string that looks like a relative reference is one, too. There are "n/a", lists and sentences
    under these keys, too.

    >>> from irigrammar.scan.formats.text.finder import find
    >>> texts = ("http://e.org/a b", "n/a http://e.org/", "http://a.org/ http://b.org/", "www.e.org/x y", "foo://a b")
    >>> [[item.text for item in read_by_key(Scalar(0, len(text), text), "", find)] for text in texts]
    [['http://e.org/a b'], ['http://e.org/'], ['http://a.org/', 'http://b.org/'], ['www.e.org/x y'], ['foo://a b']]
    """
    text = scalar.text
    items = list(within(scalar, label, find))
    if len(items) == 1 and (items[0].start, items[0].end) == (scalar.start, scalar.end):
        yield items[0]
    elif len(text.split(None, _MOST_WORDS)) > _MOST_WORDS or has_placeholder(text):
        yield from items
    elif items:
        is_whole = len(items) == 1 and isinstance(items[0], Candidate) and items[0].start == scalar.start
        yield from whole(scalar, label) if is_whole else items
    elif _SCHEME_OR_WWW.match(text) and is_identifier(text, 0, 0, len(text)):
        yield from whole(scalar, label, None if ":" in text else IRI_REFERENCE)
    elif references and _LIKE_A_REFERENCE.match(text) and is_identifier(text, 0, 0, len(text)):
        yield from whole(scalar, label, URI_REFERENCE)


# The URL of a server with its variables filled in (OpenAPI 3.1.1, 4.8.5): with a port, or with anything else.
SERVER = escapes_by(_VARIABLE, lambda match: "1" if _IN_PORT.match(match.string[: match.start()]) else "a")


# PEP 508: the URL of a requirement goes on to white space and ";", or to the end.
_REQUIREMENT = regex(
    r"[ \t]*+[\w.-]++[ \t]*+(?:\[[^\]]*+\][ \t]*+)?@[ \t]*+(?P<url>(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*+):"
    r"(?:\S|\s++(?![;\s]|\Z))++)"
)


def _requirement(reading: Reading, scalar: Scalar, label: str, find: Finder) -> Iterator[Item]:
    """Yield the URL of a requirement (`name @ URL`), or else the identifiers that `find` finds in it."""
    match = _REQUIREMENT.match(scalar.text)
    if match is None or not is_identifier(match["url"], 0, len(match["scheme"]), len(match["url"])):
        yield from within(scalar, label, find)
    else:
        yield from locate(scalar, Candidate(*match.span("url"), match["url"], label, production=reading.production))


def read_as(reading: Reading, scalar: Scalar, label: str, find: Finder) -> Iterator[Item]:
    """Yield the identifiers of a string that is read in the shape of a reading; nothing for an empty string.

    The shapes are "named", "template", "requirement", and otherwise one whole identifier. A template is only yielded if
    it is not valid with examples for its variables.

    >>> from irigrammar.scan.formats.text.finder import find
    >>> def texts(shape, text):
    ...     reading = Reading(URI_REFERENCE, shape)
    ...     return [item.text for item in read_as(reading, Scalar(0, len(text), text), "", find)]
    >>> texts("whole", "a b"), texts("named", "http://e.org/a b")
    (['a b'], ['http://e.org/a b'])
    >>> texts("template", "http://{h}:{p}/a b"), texts("template", "http://{h}:{p}/a"), texts("template", "/a b")
    (['http://a:1/a b'], [], ['/a b'])
    >>> texts("requirement", "x[y] @ http://e.org/a b ; os_name == 'nt'"), texts("requirement", "x >= 1")
    (['http://e.org/a b'], [])
    """
    if reading.shape == "named":
        yield from read_by_key(scalar, label, find)
    elif reading.shape == "template" and _VARIABLE.search(scalar.text):
        example = SERVER.read(scalar.text)
        if not grammar(URI_REFERENCE.grammar)[URI_REFERENCE.rule].matches(example.text):
            span = (0, len(scalar.text))
            item = Candidate(*span, example.text, label, SERVER, example.offsets, URI_REFERENCE, fixes="none")
            yield from locate(scalar, item)
    elif reading.shape == "requirement":
        yield from _requirement(reading, scalar, label, find)
    elif scalar.text:
        yield from whole(scalar, label, reading.production, reading.fixes)

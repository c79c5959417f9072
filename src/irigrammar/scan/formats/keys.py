"""Keys and columns that contain identifiers.

A string there is an identifier as a whole if it begins with one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from irigrammar._generated.documents import KEY_NAMES, KEY_WORDS, REFERENCE_KEYS, URI_KEYS
from irigrammar.lazy import regex
from irigrammar.matching.grammar import grammar
from irigrammar.scan.formats.items import (
    IRI_REFERENCE,
    SCHEMA_REFERENCE,
    URI,
    URI_REFERENCE,
    Candidate,
    Fixes,
    Item,
    Malformed,
    Production,
)
from irigrammar.scan.formats.registry import Finder, Options
from irigrammar.scan.formats.scalars import Scalar, inside, locate, may_hold, whole, within
from irigrammar.scan.formats.selection import Reading, has_placeholder
from irigrammar.scan.formats.strings import escapes_by
from irigrammar.scan.formats.text.template import is_identifier
from irigrammar.unicode import casefold

_NAMES, _KEY_WORDS = map(frozenset, map(str.split, (KEY_NAMES, KEY_WORDS)))
# The productions of keys, and what may be fixed: what says how a document is read is compared as written.
_PRODUCTIONS: dict[str, tuple[Production, Fixes]] = dict.fromkeys(REFERENCE_KEYS.split(), (SCHEMA_REFERENCE, "all"))
_PRODUCTIONS |= dict.fromkeys(URI_KEYS.split(), (URI, "none"))
_OF_TYPE: tuple[None, Fixes] = (None, "all")
_WORDS = regex(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_SCHEME_OR_WWW = regex(r"(?:[A-Za-z][A-Za-z0-9+.-]*+:)?//\w|www\.\w", re.IGNORECASE)
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
    return production_of(key)[0] == SCHEMA_REFERENCE


@lru_cache(4096)
def production_of(key: str) -> tuple[Production | None, Fixes]:
    """Return the production that identifiers under a key are checked against by its name, None for that of the type,
    and how far they may be fixed.

    >>> production_of("$schema")[0][:2], production_of("url")
    (('rfc3986', 'URI'), (None, 'all'))
    """
    return _PRODUCTIONS.get(casefold(key), _OF_TYPE)


def may_hold_by_key(text: str, start: int, end: int, *, references: bool = False) -> bool:
    """Return whether a stretch of text without escapes may have an identifier under a key of identifiers; with
    `references`, one of references, too.
    """
    return references or may_hold(text, start, end) or _SCHEME_OR_WWW.match(text, start, end) is not None


def read_by_key(scalar: Scalar, label: str, find: Finder, key: str = "") -> Iterator[Item]:
    """Yield a string under a key of identifiers as one identifier, or else the identifiers in it as text.

    Under a key of references it is one, unless it is a template. There are "n/a", lists and sentences under others.

    >>> from irigrammar.scan.formats.text.finder import find
    >>> texts = ("http://e.org/a b", "n/a http://e.org/", "http://a.org/ http://b.org/", "www.e.org/x y", "foo://a b")
    >>> [[item.text for item in read_by_key(Scalar(0, len(text), text), "", find)] for text in texts]
    [['http://e.org/a b'], ['http://e.org/'], ['http://a.org/', 'http://b.org/'], ['www.e.org/x y'], ['foo://a b']]
    """
    text = scalar.text
    production, fixes = production_of(key)
    if production == SCHEMA_REFERENCE and not has_placeholder(text) and is_identifier(text, 0, 0, len(text)):
        yield from whole(scalar, label, production, fixes)
        return
    items = list(within(scalar, label, find, production=production, fixes=fixes))
    if len(items) == 1 and (items[0].start, items[0].end) == (scalar.start, scalar.end):
        yield items[0]
    elif len(text.split(None, _MOST_WORDS)) > _MOST_WORDS or has_placeholder(text):
        yield from items
    elif items:
        is_whole = len(items) == 1 and isinstance(items[0], Candidate) and items[0].start == scalar.start
        yield from whole(scalar, label, production, fixes) if is_whole else items
    elif _SCHEME_OR_WWW.match(text) and is_identifier(text, 0, 0, len(text)):
        yield from whole(scalar, label, production if ":" in text else IRI_REFERENCE, fixes)


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
        item = Candidate(*match.span("url"), match["url"], label, production=reading.production, fixes=reading.fixes)
        yield from locate(scalar, item)


def _documentation(reading: Reading, scalar: Scalar, label: str, find: Finder) -> Iterator[Item]:
    """Yield a string of a format's own form that is no identifier as S010, or else as `read_by_key` does."""
    assert reading.production is not None
    own, form = grammar(reading.production.grammar), reading.production.rule
    if not own[form].matches(scalar.text) or grammar("rfc3987")["IRI"].matches(scalar.text):
        for item in read_by_key(scalar, label, find):
            yield item._replace(fixes=reading.fixes) if isinstance(item, Candidate) else item
        return
    in_folders = own[form].rewrite(scalar.text, {"scp-path": lambda path: _below_home(path.text)})
    message = f"{own.entry.document} documents this form, which is not a URI (RFC 3986)"
    if in_folders != scalar.text and grammar("rfc3987")["IRI"].matches(in_folders):
        message += f"; as one it is {in_folders}, if the path is below the home of the user"
    for item in whole(scalar, label):
        yield Malformed(item.start, item.end, "S010", message) if isinstance(item, Candidate) else item


def _below_home(path: str) -> str:
    """Return the path of an scp-style address, with its colon, as git has it in a URL (git-clone, "GIT URLS").

    >>> _below_home(":a/b.git"), _below_home(":~/a"), _below_home(":/a")
    ('/~/a/b.git', '/~/a', '/a')
    """
    path = path[1:]
    return path if path.startswith("/") else f"/~/{path.removeprefix('~/')}"


def read_as(reading: Reading, scalar: Scalar, label: str, find: Finder) -> Iterator[Item]:
    """Yield the identifiers of a string that is read in the shape of a reading; nothing for an empty string.

    The shapes are "named", "documented", "template", "variable", "requirement", "shell" and other types of commands,
    "text", and otherwise one whole identifier. A template is only yielded if it is not valid with examples for its
    variables, and the value of a variable if neither a query nor an authority may have it.

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
    elif reading.shape in ("shell", "powershell", "batch"):
        from irigrammar.scan.formats.lexical import LexicalFinder

        inner = LexicalFinder(Options(), reading.shape, find)(scalar.text)
        items = (item._replace(label=label) if isinstance(item, Candidate) else item for item in inner)
        yield from inside(scalar, items)
    elif reading.shape == "text":
        yield from within(scalar, label, find)
    elif reading.shape == "documented":
        yield from _documentation(reading, scalar, label, find)
    elif reading.shape == "template" and _VARIABLE.search(scalar.text):
        example = SERVER.read(scalar.text)
        if not grammar(URI_REFERENCE.grammar)[URI_REFERENCE.rule].matches(example.text):
            span = (0, len(scalar.text))
            item = Candidate(*span, example.text, label, SERVER, example.offsets, URI_REFERENCE, fixes="none")
            yield from locate(scalar, item)
    elif reading.shape == "variable":
        rules = grammar(URI_REFERENCE.grammar)
        if not any(rules[name].matches(scalar.text) for name in ("query", "authority")):
            yield from whole(scalar, label, reading.production, reading.fixes)
    elif reading.shape == "requirement":
        yield from _requirement(reading, scalar, label, find)
    elif scalar.text:
        yield from whole(scalar, label, reading.production, reading.fixes)

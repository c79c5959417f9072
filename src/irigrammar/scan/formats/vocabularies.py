"""Known formats of JSON, YAML, TOML and settings.

Their specifications define where identifiers are; a document's format is recognized, and its strings are read by it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from fnmatch import fnmatchcase
from functools import cache, lru_cache

from irigrammar._generated.documents import VOCABULARIES
from irigrammar.dataclass import NamedTuple
from irigrammar.scan.formats.items import (
    IRI,
    IRI_REFERENCE,
    SCHEMA_REFERENCE,
    URI,
    URI_REFERENCE,
    VALID_URL,
    Production,
)
from irigrammar.scan.formats.json_values import CLOSE, KEY, OPEN, STRING, events
from irigrammar.scan.formats.selection import Keywords, Reading

# The kinds of places in documents.toml.
_READINGS = {
    "uri": Reading(URI),
    "absolute-uri": Reading(Production("rfc3986", "absolute-URI")),
    "uri-reference": Reading(URI_REFERENCE),
    "iri": Reading(IRI),
    "iri-reference": Reading(IRI_REFERENCE),
    "url": Reading(VALID_URL),
    "schema-dialect": Reading(SCHEMA_REFERENCE._replace(rule="dialect")),
    "schema-id": Reading(SCHEMA_REFERENCE._replace(rule="schema-id")),
    "named-id": Reading(SCHEMA_REFERENCE._replace(rule="named-id")),
    "schema-ref": Reading(SCHEMA_REFERENCE),
    "npm": Reading(Production("npm", "dependency"), "documented", "before-fragment"),
    "template": Reading(URI_REFERENCE, "template"),
    "variable": Reading(Production("rfc3986", "query"), "variable", "none"),
    "named": Reading(None, "named"),
    "shell": Reading(None, "shell"),
    "command": Reading(None, "command"),
    "requirement": Reading(URI, "requirement", "before-fragment"),
}


class _Vocabulary(NamedTuple):
    """Patterns of names of files, the member by which a document names its vocabulary, patterns of its value and of
    both, and its keywords.
    """

    files: tuple[str, ...]
    member: str
    value: re.Pattern[str]
    pattern: re.Pattern[str]
    keywords: Keywords

    def has_name(self, path: str) -> bool:
        """Return whether a document is of this vocabulary by its path, case ignored."""
        parts = path.replace("\\", "/").lower().split("/")
        return any(fnmatchcase("/".join(parts[-1 - pattern.count("/") :]), pattern) for pattern in self.files)


def keywords_of(name: str) -> Keywords:
    """Return the keywords of a vocabulary. Raises `KeyError` for an unknown name.

    >>> keywords_of("SPDX").reading(("", "downloadLocation"), "NOASSERTION", False)
    >>> keywords_of("SPDX").reading(("", "downloadLocation"), "a b", False).production[:2]
    ('rfc3986', 'URI')
    """
    return _vocabularies()[name].keywords


def keywords_by_name(path: str) -> Keywords | None:
    """Return the keywords of the vocabulary of files with a name, None for no known one.

    >>> keywords_by_name("a/Cargo.toml").vocabulary
    'Cargo.toml'
    """
    return next((row.keywords for row in _vocabularies().values() if row.has_name(path)), None) if path else None


# The name of each string at the top of a document, and where it begins.
Strings = Iterable[tuple[str, int]]


def vocabulary(text: str, start: int, end: int, strings: Callable[[], Strings] | None = None) -> Keywords | None:
    """Return the keywords of the vocabulary that a part of a text names in a member, None for no known one.

    `strings` returns those at the top, by place; without it the text is read as JSON.

    >>> keywords = vocabulary('{"bomFormat": "CycloneDX"}', 0, 26)
    >>> keywords and keywords.vocabulary
    'CycloneDX'
    """
    top = lru_cache(1)(lambda: [*(strings() if strings else _strings_at_top(text, start, end))])
    return next(
        (row.keywords for row in _vocabularies().values() if row.member and _has_member(row, text, start, end, top)),
        None,
    )


@cache
def vocabulary_members() -> frozenset[str]:
    """Return the names of the members by which documents name their vocabularies."""
    return frozenset(row.member for row in _vocabularies().values() if row.member)


def has_vocabulary_member(text: str) -> bool:
    """Return whether such a name is somewhere in a text."""
    return any(member in text for member in vocabulary_members())


def _has_member(row: _Vocabulary, text: str, start: int, end: int, strings: Callable[[], Strings]) -> bool:
    """Return whether a JSON or YAML document has the vocabulary's member, with its value, at the top."""
    match, place = None, text.find(row.member, start, end)
    while match is None and place >= 0:
        match = row.pattern.match(text, max(start, place - 1), end) or row.pattern.match(text, place, end)
        place = text.find(row.member, place + 1, end)
    if match is None:
        return False
    if match["line"] is not None:
        return True
    first = next((place for name, place in strings() if name == row.member), None)
    return first is not None and row.value.match(text, first) is not None


def _strings_at_top(text: str, start: int, end: int) -> Strings:
    """Yield the name and the place of each string at the top level of the JSON in a span."""
    depth, key = 0, ""
    for event in events(text, start, end):
        depth += (event.kind == OPEN) - (event.kind == CLOSE)
        if event.kind == KEY:
            key = text[event.start : event.end]
        elif event.kind == STRING and depth == 1:
            yield key, event.start


@cache
def _vocabularies() -> Mapping[str, _Vocabulary]:
    return {name: _vocabulary(name, row) for name, row in VOCABULARIES.items()}


def _vocabulary(name: str, row: Mapping[str, str]) -> _Vocabulary:
    """Return the vocabulary of a row, whose names, places and files are separated by spaces."""
    readings: dict[str, list[tuple[tuple[str, ...], Reading]]] = {}
    is_fixed = row.get("fixes") != "none"
    for kind, reading in _READINGS.items():
        for place in row.get(kind, "").split():
            names = tuple(place.split("/"))
            readings.setdefault(names[-1], []).append((names, reading if is_fixed else reading._replace(fixes="none")))
    others, beginnings = frozenset(row.get("others", "").split()), tuple(row.get("beginnings", "").split())
    member, value = row.get("member", ""), row.get("value", "")
    pattern = rf"(?P<line>^)?[\"']?{re.escape(member)}[\"']?[ \t]*+:\s*+[\"']?{value}"
    keywords = Keywords(
        {name: tuple(rows) for name, rows in readings.items()},
        None,
        lambda text: text in others or text.startswith(beginnings),
        name,
    )
    files = tuple(row.get("files", "").split())
    return _Vocabulary(files, member, re.compile(value), re.compile(pattern, re.MULTILINE), keywords)

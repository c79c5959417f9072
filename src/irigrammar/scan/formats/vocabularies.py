"""Vocabularies of data formats (SBOMs): which a document uses, and what its members are checked against."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, partial
from typing import NamedTuple

from irigrammar._generated.documents import VOCABULARIES
from irigrammar.scan.formats.items import Production
from irigrammar.scan.formats.selection import Keywords

_PRODUCTIONS = {
    "uri": Production("rfc3986", "URI"),
    "absolute-uri": Production("rfc3986", "absolute-URI"),
    "iri": Production("rfc3987", "IRI"),
    "iri-reference": Production("rfc3987", "IRI-reference"),
}


class _Vocabulary(NamedTuple):
    """The name of the member by which a document names its vocabulary, the pattern of both, and its keywords."""

    member: str
    pattern: re.Pattern[str]
    keywords: Keywords


def keywords_of(name: str) -> Keywords:
    """Return the keywords of a vocabulary.

    >>> keywords_of("SPDX").production("downloadLocation", "NOASSERTION", False)
    >>> keywords_of("SPDX").production("downloadLocation", "a b", False)
    Production(grammar='rfc3986', rule='URI')
    """
    return _vocabularies()[name].keywords


def vocabulary(text: str, start: int, end: int) -> Keywords | None:
    """Return the keywords of the vocabulary that a part of a text uses, None for no known one.

    >>> keywords = vocabulary('{"bomFormat": "CycloneDX"}', 0, 26)
    >>> keywords and keywords.vocabulary
    'CycloneDX'
    """
    for row in _vocabularies().values():
        place = text.find(row.member, start, end)
        if place >= 0 and row.pattern.search(text, place, end):
            return row.keywords
    return None


@cache
def _vocabularies() -> Mapping[str, _Vocabulary]:
    return {name: _vocabulary(name, row) for name, row in VOCABULARIES.items()}


def _vocabulary(name: str, row: Mapping[str, str]) -> _Vocabulary:
    productions = {member: asked for key, asked in _PRODUCTIONS.items() for member in row[key].split()}
    other = partial(_is_other, frozenset(row["others"].split()), tuple(row["beginnings"].split()))
    pattern = re.compile(rf"{row['member']}[\"']?\s*+:\s*+[\"']?{row['value']}")
    return _Vocabulary(row["member"], pattern, Keywords(productions, frozenset(productions), other, vocabulary=name))


def _is_other(others: frozenset[str], beginnings: tuple[str, ...], text: str) -> bool:
    return text in others or text.startswith(beginnings)

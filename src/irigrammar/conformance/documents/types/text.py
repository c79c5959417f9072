"""Plain text and source code: candidates begin with a known scheme."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from irigrammar.advice.registries import registered_schemes
from irigrammar.conformance.documents.document_type import DocumentType, Finder, Options, last_line_end
from irigrammar.conformance.documents.items import Candidate, Comment, Item, Production

__all__ = ["TYPES"]


@cache
def _candidate() -> re.Pattern[str]:
    schemes = "|".join(sorted(map(re.escape, registered_schemes()), key=len, reverse=True))
    return re.compile(rf"(?<![\w+.-])(?:{schemes}):[^\s<>\"]+|iri: ignore[^\n]*", re.IGNORECASE)


def _open(_: Options) -> Finder:
    return _find


def _find(text: str) -> Iterator[Item]:
    for found in _candidate().finditer(text):
        if found[0].startswith("iri: "):
            yield Comment(found.start(), found.end(), found[0])
        else:
            yield Candidate(found.start(), found.end(), found[0])


TYPES = (
    DocumentType(
        "text",
        "plain text and source code",
        Production("rfc3987", "IRI"),
        "publish",
        _open,
        suffixes=(".txt", ".py", ".c"),
        cut=last_line_end,
        comment="# iri: ignore[CODE]",
    ),
)

"""iCalendar and vCard: content lines (RFC 5545, 3.1; RFC 6350, 3.3).

A line that begins with white space goes on with the one before. `[content]` of `grammar/documents.toml` has the types,
and the properties of each whose value is one URI unless the line says otherwise; other values are text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from irigrammar._generated.documents import CONTENT
from irigrammar.lazy import cache
from irigrammar.scan.formats.items import URI, Item
from irigrammar.scan.formats.registry import DocumentType
from irigrammar.scan.formats.scalars import may_hold, scalar, whole, within
from irigrammar.scan.formats.strings import Escapes, escapes_by
from irigrammar.scan.formats.text.finder import candidates
from irigrammar.scan.formats.tokens import rows_of, tokens_of, without_surrogates
from irigrammar.shipped.loader import value

# typed: URI: a type of values
# typed: delimiters: what a text has escaped


@cache
def _pattern(*rules: str) -> re.Pattern[str]:
    """Return a pattern of some rules of the grammar, each a group."""
    patterns: dict[str, str] = value("tokens-content-lines", "patterns")
    return re.compile("|".join(f"({patterns[rule]})" for rule in rules))


@cache
def _conventions() -> tuple[Escapes, Escapes]:
    """Return how a URI is written over several lines, and how a text is (RFC 5545, 3.3.11)."""
    escaped = _pattern("fold", "text-escape")
    return escapes_by(_pattern("fold"), lambda _: ""), escapes_by(escaped, _character, _write)


def _character(match: re.Match[str]) -> str:
    return "" if match[1] is not None else {"n": "\n", "N": "\n"}.get(match[0][1], match[0][1])


def _write(text: str) -> str:
    return re.sub(r"[,;\\]", r"\\\g<0>", text)


def _find(text: str, uris: frozenset[str]) -> Iterator[Item]:
    """Yield the items of the values of properties: URIs as a whole, others as text; encoded ones are not read."""
    of_uris, of_texts = _conventions()
    source = without_surrogates(text)
    for _, start, end, *_ in rows_of(tokens_of("content-lines").relevant, source):
        head = _pattern("head").match(source, start, end)
        if head is None:
            continue
        name, *parameters = of_uris.read(head[0][:-1]).text.upper().split(";")
        name = name.rpartition(".")[2]
        fields = dict(parameter.partition("=")[::2] for parameter in parameters)
        if "ENCODING" in fields:  # base64 or quoted-printable
            continue
        first, kind = head.end(), fields.get("VALUE", "").strip('"')
        if kind == "URI" or (not kind and name in uris):
            uri = scalar(text, first, end, of_uris)
            yield from whole(uri, name, URI) if uri.text else ()
        elif may_hold(text, first, end):
            yield from within(scalar(text, first, end, of_texts), name, candidates)


def _type(name: str, row: dict[str, str]) -> DocumentType:
    uris = frozenset(row["uris"].split())
    return DocumentType(
        name, row["title"], lambda _: partial(_find, uris=uris), suffixes=tuple(row["suffixes"].split())
    )


TYPES = tuple(_type(name, row) for name, row in CONTENT.items())

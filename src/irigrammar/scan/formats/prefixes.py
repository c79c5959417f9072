"""Prefixes that contexts of JSON-LD declare, and compact IRIs, which are checked as what they stand for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache

from irigrammar.matching.grammar import grammar
from irigrammar.scan.formats.items import Candidate, Item, Production
from irigrammar.scan.formats.json_values import CLOSE, KEY, OPEN, STRING, Event
from irigrammar.scan.formats.scalars import Scalar, inside
from irigrammar.scan.formats.strings import Escapes, Unescaped

_LONGEST = 1_000  # code points of a namespace: it is written out for each compact IRI
_CONTEXT = "@context"
_REFERENCE = Production("rfc3987", "IRI-reference")


def declared_prefixes(parts: Iterable[Event], read: Callable[[Event], str]) -> Mapping[str, str]:
    """Return the namespaces of the prefixes that contexts of a document declare, by prefix.

    A term is a prefix where its IRI ends with a delimiter (JSON-LD 1.1, 4.1.5). One that is declared differently in
    several contexts is left out, and so is one whose IRI is not valid, which is reported where it is declared.
    """
    rows: dict[str, str] = {}
    ambiguous: set[str] = set()
    names: list[str] = []  # of the collections around
    key = ""
    for event in parts:
        if event.kind == OPEN:
            names.append(key)
        elif event.kind == CLOSE:
            key = names.pop() if names else ""
        elif event.kind == KEY:
            key = read(event)
        elif event.kind == STRING:
            term = _term(names, key)
            if term:
                namespace = read(event)
                if rows.setdefault(term, namespace) != namespace:
                    ambiguous.add(term)
    return {term: name for term, name in rows.items() if term not in ambiguous and _is_namespace(name)}


def _term(names: list[str], key: str) -> str:
    """Return the term whose IRI a string is, "" for another string."""
    if names[-1:] == [_CONTEXT]:
        term = key
    elif names[-2:-1] == [_CONTEXT] and key == "@id":
        term = names[-1]
    else:
        return ""
    return "" if term.startswith("@") else term


def _is_namespace(text: str) -> bool:
    ends = len(text) <= _LONGEST and grammar("rfc3986")["gen-delims"].matches(text[-1:])
    return ends and grammar("rfc3987")["IRI"].matches(text)


def compact(scalar: Scalar, what: str, prefixes: Mapping[str, str]) -> Iterator[Item] | None:
    """Return the item of a compact IRI, whose text is what it stands for; None for another string.

    >>> items = compact(Scalar(4, 9, "ex:ab"), "", {"ex": "tag:"})
    >>> [(item.text, item.offsets.tolist()) for item in items]
    [('tag:ab', [4, 4, 4, 4, 7, 8, 9])]
    """
    prefix, colon, rest = scalar.text.partition(":")
    if not colon or rest.startswith("//") or prefix not in prefixes:
        return None
    escapes = _escapes(prefix, prefixes[prefix])
    text, offsets, _ = escapes.read(scalar.text)
    return inside(
        scalar, [Candidate(0, len(scalar.text), text, what, escapes, offsets, production=_REFERENCE, fixes="faults")]
    )


@lru_cache(256)
def _escapes(prefix: str, namespace: str) -> Escapes:
    """Return the convention by which a prefix and a colon stand for a namespace."""
    length = len(prefix) + 1

    def read(written: str) -> Unescaped:
        rest = range(length, len(written) + 1)
        return Unescaped(namespace + written[length:], [*(0 for _ in namespace), *rest])

    return Escapes(f"compact IRI of {prefix}", read, str)

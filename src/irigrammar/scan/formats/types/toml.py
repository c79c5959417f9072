"""TOML: strings chosen by JSON Pointers or by a JSON Schema, or else URLs of projects, and the text rule."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from irigrammar.scan.formats.items import Comment, Item, Malformed, Production
from irigrammar.scan.formats.keys import holds_identifiers, named
from irigrammar.scan.formats.pointers import Patterns, patterns
from irigrammar.scan.formats.registry import DocumentType, Finder, Options
from irigrammar.scan.formats.scalars import scalar, whole, within
from irigrammar.scan.formats.selection import Selection, has_placeholder, pointed, selection
from irigrammar.scan.formats.toml_values import Toml, fault, read_toml

_URI = Production("rfc3986", "URI")


@cache
def _urls() -> Patterns:
    # What the specification of pyproject.toml (PEP 621) and the manifest of Cargo take for URLs.
    return patterns(("/project/urls/*", "/package/documentation", "/package/homepage", "/package/repository"))


def _open(options: Options) -> Finder:
    chosen = selection(options)
    return lambda text: _find(text, chosen, options.keys)


def _find(text: str, chosen: Selection, keys: tuple[str, ...]) -> Iterator[Item]:
    document = read_toml(text)
    items = list(_identifiers(document, chosen, keys))
    items += (
        Comment(start, end, text[start + 1 : end].strip())
        for start, end in document.comments
        if text.find("iri:", start, end) >= 0
    )
    wrong = fault(text)
    if wrong is not None and not has_placeholder(text):
        items.append(Malformed(wrong[0], wrong[0], "S005", wrong[1]))
    if document.broken and chosen.text is not None:
        items += _left_over(text, document, chosen)
    yield from sorted(items, key=lambda item: (item.start, item.end))


def _identifiers(document: Toml, chosen: Selection, keys: tuple[str, ...]) -> Iterator[Item]:
    pointers = _urls() if chosen.text is not None else chosen.pointers
    production = _URI if chosen.text is not None else None
    by_place = {id(string): production for string in pointed(document.value, pointers)} if pointers is not None else {}
    if chosen.schema is not None:
        try:
            by_place |= {id(string): asked for string, asked in chosen.schema(document.value)}
        except RecursionError:
            yield Malformed(0, 0, "S005", "it is nested too deeply to be checked against the schema")
    for string in document.strings:
        scalar, key = string.place
        what = f"value of {key}" if key else "a string"
        if id(string) in by_place and (chosen.text is None or (string and not has_placeholder(string))):
            yield from whole(scalar, what, by_place[id(string)])
        elif chosen.text is not None and key and holds_identifiers(key, keys):
            yield from named(scalar, what, chosen.text)
        elif chosen.text is not None:
            yield from within(scalar, what, chosen.text)


def _left_over(text: str, document: Toml, chosen: Selection) -> Iterator[Item]:
    """Yield what the text rule finds outside of strings and comments in a document that is broken."""
    assert chosen.text is not None
    strings = ((string.place.scalar.start, string.place.scalar.end) for string in document.strings)
    done = 0
    for start, end in sorted([*strings, *document.comments, (len(text), len(text))]):
        yield from within(scalar(text, done, max(done, start)), "", chosen.text)
        done = max(done, end)


TYPES = (
    DocumentType(
        "toml",
        "TOML",
        Production("rfc3987", "IRI"),
        "publish",
        _open,
        suffixes=(".toml",),
        names=("cargo.lock", "pdm.lock", "pipfile", "poetry.lock", "uv.lock"),
        comment="# iri: ignore[CODE]",
        local=True,
    ),
)

"""TOML: strings chosen by JSON Pointers, or project URLs and text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from irigrammar.scan.formats.comments import in_comment
from irigrammar.scan.formats.items import Item, Malformed
from irigrammar.scan.formats.keys import holds_identifiers, read_as, read_by_key
from irigrammar.scan.formats.pointers import Patterns
from irigrammar.scan.formats.registry import DocumentType, Finder, Options
from irigrammar.scan.formats.scalars import Text, scalar, whole, within
from irigrammar.scan.formats.selection import NEAREST, Keywords, Path, has_placeholder, selection, strings_at
from irigrammar.scan.formats.toml_values import Toml, fault, read_toml
from irigrammar.scan.formats.vocabularies import keywords_by_name


def _open(options: Options) -> Finder:
    pointers, find = selection(options)
    keywords = keywords_by_name(options.path) if find is not None else None
    return lambda text: _find(text, pointers, find, options.keys, keywords)


def find_toml(text: str, keywords: Keywords) -> Iterator[Item]:
    """Yield the items of a TOML document whose members are read as a vocabulary says."""
    return _find(text, *selection(Options()), (), keywords)


def _find(
    text: str, pointers: Patterns | None, find: Finder | None, keys: tuple[str, ...], keywords: Keywords | None
) -> Iterator[Item]:
    """Yield the items of a TOML document by place: strings at the pointers or else those that `_by_text` reads,
    comments, and S005 for its fault unless it is a template. The rest of a broken document is read as text, unless
    there are pointers.
    """
    document = read_toml(text)
    items: list[Item] = []
    if pointers is not None:
        for string in sorted(strings_at(document.value, pointers), key=lambda string: string.scalar.start):
            items += whole(string.scalar, _label(string.key))
    elif find is not None:
        items += _by_text(document, find, keys, keywords)
    for start, end in document.comments:
        items += in_comment(text, start, end, (start + 1, end))
    wrong = fault(text)
    if wrong is not None and not has_placeholder(text):
        items.append(Malformed(wrong[0], wrong[0], "S005", wrong[1]))
    if document.is_broken and find is not None:
        items += _left_over(text, document, find)
    yield from sorted(items, key=lambda item: (item.start, item.end))


def _by_text(document: Toml, find: Finder, keys: tuple[str, ...], keywords: Keywords | None) -> Iterator[Item]:
    """Yield the identifiers at the places of a vocabulary, under keys of identifiers, and in text."""
    paths = {id(row[0]): row for row in _paths(document.value)} if keywords is not None else {}
    for string in document.strings:
        scalar, key = string.scalar, string.key
        _, path, in_array = paths.get(id(string), (string, ("",), False))
        reading = keywords.reading(path, string, in_array) if keywords is not None else None
        if keywords is not None and reading is not None:
            yield from read_as(reading, scalar, keywords.label(path), find)
        elif key and holds_identifiers(key, keys):
            yield from read_by_key(scalar, _label(key), find)
        else:
            yield from within(scalar, _label(key), find)


def _label(key: str | None) -> str:
    return f"value of {key}" if key else "a string"


def _paths(value: Any) -> Iterator[tuple[Text, Path, bool]]:
    """Yield the strings of a value, each with the last `NEAREST` names around it ("" is that of the root) and whether
    it is in an array; nothing recurs.
    """
    todo: list[tuple[Any, Path, bool]] = [(value, ("",), False)]
    while todo:
        value, path, in_array = todo.pop()
        if isinstance(value, Text):
            yield value, path, in_array
        elif isinstance(value, dict):
            todo += ((member, (*path, name)[-NEAREST:], False) for name, member in value.items())
        elif isinstance(value, list):
            todo += ((member, path, True) for member in value)


def _left_over(text: str, document: Toml, find: Finder) -> Iterator[Item]:
    """Yield the items that the text rule finds outside of strings and comments in a malformed document."""
    strings = ((string.scalar.start, string.scalar.end) for string in document.strings)
    done = 0
    for start, end in sorted([*strings, *document.comments, (len(text), len(text))]):
        yield from within(scalar(text, done, max(done, start)), "", find)
        done = max(done, end)


TYPES = (
    DocumentType(
        "toml",
        "TOML",
        _open,
        suffixes=(".toml",),
        names=("cargo.lock", "pdm.lock", "pipfile", "poetry.lock", "uv.lock"),
        comment="# iri: ignore[CODE]",
        local=True,
    ),
)

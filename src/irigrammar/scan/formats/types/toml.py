"""TOML: strings chosen by JSON Pointers, or project URLs and text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from irigrammar.scan.formats.comments import in_comment
from irigrammar.scan.formats.items import Candidate, Item, Malformed
from irigrammar.scan.formats.keys import holds_identifiers, read_as, read_by_key
from irigrammar.scan.formats.pointers import Patterns
from irigrammar.scan.formats.registry import DocumentType, Finder, Options
from irigrammar.scan.formats.scalars import Text, scalar, whole, within
from irigrammar.scan.formats.selection import NEAREST, Keywords, Path, has_placeholder, selection, strings_at
from irigrammar.scan.formats.strings import TOML_BASIC, TOML_LITERAL
from irigrammar.scan.formats.text.beginning import is_plain
from irigrammar.scan.formats.tokens import correctness, tokens_of, without_surrogates
from irigrammar.scan.formats.toml_tables import Tables, names_of
from irigrammar.scan.formats.toml_values import NESTING, Toml, fault, read_toml, string_at
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
    if find is not None and keywords is None:
        quick = _of_tokens(text, find, keys)
        if quick is not None:
            yield from quick
            return
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


def _of_tokens(text: str, find: Finder, keys: tuple[str, ...]) -> list[Item] | None:
    """Return the items of a document that is TOML for sure, by its tokens; None for others, and with dates, which may
    be wrong.
    """
    source, kinds = f"\n{without_surrogates(text)}", tokens_of("toml").kinds
    if "\\u" in text or "\\U" in text or not correctness("toml")(source[1:]):
        return None

    def is_wanted(key: str) -> bool:
        names = names_of(key[:-1])
        return bool(names) and holds_identifiers(names[-1], keys)

    rows, _ = tokens_of("toml").relevant.by_keys(source, 0, len(source), is_wanted)
    tables, items, names = Tables(), list[Item](), dict[int, str]()
    for index, (number, first, last, depth, key, opener) in enumerate(rows):
        kind, start, end = kinds[abs(number)], first - 1, last - 1  # in the text
        if kind == "pair":
            parts = names_of(source[first : last - 1])
            if not parts or not tables.pair(parts, opener):
                return None
            names[index] = parts[-1]
        elif kind in ("header", "array-header"):
            is_array = kind == "array-header"
            parts = names_of(source[first:last].strip("\n \t")[1 + is_array : -1 - is_array])
            if depth or not parts or not tables.header(parts, is_array=is_array):
                return None
        elif kind == "comment":
            items += in_comment(text, start, end, (start + 1, end))
        elif kind == "date" or depth >= NESTING:
            return None
        elif kind not in ("opening", "begin-table"):
            end = start + len(text[start:end].rstrip(" \t"))
            name = names.get(key)
            if kind in ("basic", "literal") and is_plain(text, start + 1, end - 1):
                escapes = TOML_BASIC if kind == "basic" else TOML_LITERAL
                items.append(Candidate(start + 1, end - 1, text[start + 1 : end - 1], _label(name), escapes))
            else:
                items += _in_string(string_at(text, start, end, name), find, keys)
    return items


def _in_string(string: Text, find: Finder, keys: tuple[str, ...]) -> Iterator[Item]:
    """Yield the identifiers of a string, by its key or in its text."""
    if string.key and holds_identifiers(string.key, keys):
        return read_by_key(string.scalar, _label(string.key), find)
    return within(string.scalar, _label(string.key), find)


def _by_text(document: Toml, find: Finder, keys: tuple[str, ...], keywords: Keywords | None) -> Iterator[Item]:
    """Yield the identifiers at the places of a vocabulary, under keys of identifiers, and in text."""
    paths = {id(row[0]): row for row in _paths(document.value)} if keywords is not None else {}
    for string in document.strings:
        _, path, in_array = paths.get(id(string), (string, ("",), False))
        reading = keywords.reading(path, string, in_array) if keywords is not None else None
        if keywords is not None and reading is not None:
            yield from read_as(reading, string.scalar, keywords.label(path), find)
        else:
            yield from _in_string(string, find, keys)


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

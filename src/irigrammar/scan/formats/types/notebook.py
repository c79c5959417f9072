"""Jupyter notebooks.

Markdown cells as Markdown, code cells as source code, output in HTML or Markdown as such. The text of a cell is a
string, or the strings of an array one after the other (nbformat 4: `source`, `data`). The rest of a notebook is JSON
like any other, except other output, which is not read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import PurePath
from typing import Any

from irigrammar.dataclass import NamedTuple
from irigrammar.lazy import regex
from irigrammar.scan.formats.items import Candidate, Item, Malformed
from irigrammar.scan.formats.json_values import events, value_of
from irigrammar.scan.formats.registry import DocumentType, Options, document_type, type_of
from irigrammar.scan.formats.scalars import Scalar, Text, inside, outside, scalar
from irigrammar.scan.formats.strings import JSON_STRINGS, JSON_STRINGS_ASCII
from irigrammar.scan.formats.types.json import JsonFinder

_BETWEEN = regex(r'"\s*+,\s*+"')
_MAGIC = regex(r"\s*+%%(html|markdown)\b")  # of IPython: what the cell is instead
_OUTPUT = {"text/html": "html", "text/markdown": "markdown"}


class _Part(NamedTuple):
    """A text of a notebook: where it is written, the name of its type, and whether it is output."""

    text: Scalar
    kind: str
    output: bool = False


class _Finder:
    """The finder of one notebook."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.json = JsonFinder(options)

    def __call__(self, text: str) -> Iterator[Item]:
        """Return the items of a notebook by place: each cell and output by its own type, the rest, or all that is no
        object, as JSON.
        """
        notebook = value_of(events(text), lambda event: Scalar(event.start, event.end, text[event.start : event.end]))
        if not isinstance(notebook, dict):
            return iter(self.json(text))
        parts, left_out = self._parts(text, notebook)
        spans = sorted([*((part.text.start, part.text.end) for part in parts), *left_out])
        items = [*outside(self.json(text), spans)]
        for part in parts:
            items += self._items(part)
        return iter(sorted(items, key=lambda item: item.start))

    def _parts(self, text: str, notebook: Mapping[str, Any]) -> tuple[list[_Part], list[tuple[int, int]]]:
        """Return the texts of cells and of their output that are read by a type of their own, and the spans of all
        strings of output, which are not read as JSON.
        """
        language = _language(notebook)
        parts: list[_Part] = []
        left_out: list[tuple[int, int]] = []
        for cell in _cells(notebook):
            source = _join(text, cell.get("source", cell.get("input")))
            if source is not None:
                parts.append(_Part(source, _kind(cell.get("cell_type"), language, source.text)))
            for output in _objects(cell.get("outputs")):
                left_out += _strings(output)
                data = output.get("data")
                for name, kind in _OUTPUT.items():
                    shown = _join(text, data.get(name)) if isinstance(data, dict) else None
                    if shown is not None:
                        parts.append(_Part(shown, kind, output=True))
        return parts, left_out

    def _items(self, part: _Part) -> Iterator[Item]:
        """Yield the items of a cell or output, with places in the notebook's source; no problems of outputs."""
        kind = document_type(part.kind)
        for item in inside(part.text, kind.open(self.options)(part.text.text)):
            if isinstance(item, Candidate):
                yield item._replace(production=item.production or kind.production)
            elif not (part.output and isinstance(item, Malformed)):  # nobody writes output
                yield item


def _language(notebook: Mapping[str, Any]) -> str:
    """Return the type name of code cells, by the notebook's file extension of its language; "text" for
    an unknown one.
    """
    metadata = notebook.get("metadata")
    info = metadata.get("language_info") if isinstance(metadata, dict) else None
    ending = info.get("file_extension") if isinstance(info, dict) else None
    kind = type_of(PurePath(f"cell{ending}")) if isinstance(ending, str) else None
    return "text" if kind is None or kind.name == "notebook" else kind.name


def _kind(cell_type: object, language: str, source: str) -> str:
    """Return the type name of a cell: "markdown" for Markdown; for code "html" or "markdown" where it begins with
    %%html or %%markdown, and else `language`, with other magics too; "text" for other cells.
    """
    if cell_type == "markdown":
        return "markdown"
    if cell_type != "code":
        return "text"
    magic = _MAGIC.match(source)
    return magic[1] if magic else language


def _cells(notebook: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    for holder in (notebook, *_objects(notebook.get("worksheets"))):  # nbformat 3 has sheets
        yield from _objects(holder.get("cells"))


def _objects(value: object) -> Iterator[Mapping[str, Any]]:
    return (item for item in value if isinstance(item, dict)) if isinstance(value, list) else iter(())


def _join(text: str, value: object) -> Scalar | None:
    """Return the text of a string, or of strings in an array; None for other values, and for strings unlike JSON's."""
    strings = value if isinstance(value, list) else [value]
    places = [string.scalar for string in strings if isinstance(string, Text)]
    if not places or len(places) < len(strings):
        return None
    if not all(_BETWEEN.fullmatch(text, before.end, after.start) for before, after in pairwise(places)):
        return None
    start, end = places[0].start, places[-1].end
    if text[start - 1] != '"' or text[end : end + 1] != '"':
        return None
    return scalar(text, start, end, JSON_STRINGS_ASCII if text.find("\\u", start, end) >= 0 else JSON_STRINGS)


def _strings(value: object) -> Iterator[tuple[int, int]]:
    """Yield the spans of the strings in a value, those of keys left out, in no certain order; nothing recurs."""
    todo = [value]
    while todo:
        value = todo.pop()
        if isinstance(value, Text):
            yield value.scalar.start, value.scalar.end
        elif isinstance(value, dict | list):
            todo += value.values() if isinstance(value, dict) else value


TYPES = (
    DocumentType(
        "notebook",
        "Jupyter notebooks",
        lambda options: (JsonFinder if options.pointers else _Finder)(options),
        suffixes=(".ipynb",),
        comment="# iri: ignore[CODE]",
        local=True,
    ),
)

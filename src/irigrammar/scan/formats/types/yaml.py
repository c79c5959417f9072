"""YAML and YAML-LD.

Strings chosen by JSON Pointers or by a JSON Schema, or else by the text rule in each scalar.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from irigrammar.lazy import regex
from irigrammar.scan.formats.comments import in_comment
from irigrammar.scan.formats.contexts import Contexts, loader, with_names_kept
from irigrammar.scan.formats.items import Item, Malformed
from irigrammar.scan.formats.keys import holds_identifiers, holds_references, read_as, read_by_key
from irigrammar.scan.formats.pointers import Patterns
from irigrammar.scan.formats.registry import DocumentType, Finder, Options
from irigrammar.scan.formats.scalars import Scalar, scalar, text_of, whole, within
from irigrammar.scan.formats.selection import (
    NEAREST,
    PATTERNS,
    Path,
    Shape,
    has_placeholder,
    path_to,
    selection,
    strings_at,
)
from irigrammar.scan.formats.text.beginning import beginnings
from irigrammar.scan.formats.vocabularies import keywords_by_name, vocabulary
from irigrammar.scan.formats.yaml_values import Failure, Placed, Values, plain_value, read_scalar, stream

_COMMENT = regex(r"(?<![^ \t\r\n])#[^\r\n]*+")
_CONTEXT = "@context"
_LINE_END = regex(r"[\r\n]|\Z")
# What is an identifier by its key; escapes, also of line ends; a comment of ours.
_HINT = regex(r"//|www\.|\$ref|\\(?:[xuU/]|[ \t]*[\r\n])|iri:", re.IGNORECASE)
_MAX_PROBLEMS = 3
_CORE = "tag:yaml.org,2002:"


def _open(options: Options) -> Finder:
    pointers, find = selection(options)
    # What pointers choose is known at the end of a document, behind the comments of it.
    return lambda text: iter(sorted(_Reading(pointers, find, text, options).items(), key=lambda item: item.start))


def _collections(text: str, options: Options) -> list[list[Any]]:
    """Return the collections of each YAML-LD document of a stream, in the order in which they begin; none of one
    without a context.
    """
    reading = _Reading(None, None, text, options)
    for _ in reading.items():  # its problems are reported when the text is read again
        pass
    return [rows if any(_CONTEXT in row for row in rows if isinstance(row, dict)) else [] for rows in reading.opened]


class _Reading:
    """One reading of a stream: its position among the collections of a document, and its values so far."""

    def __init__(self, pointers: Patterns | None, find: Finder | None, text: str, options: Options) -> None:
        self.keys = options.keys
        self.pointers, self.find = pointers, find
        self.source = text
        self.has_comments = "#" in text
        default = _DEFAULT.search(text)
        self.shell = _SHAPES[default[1]] if default else "shell"
        self.schemes = options.in_text
        by_text = self.find is not None
        self.keywords = (keywords_by_name(options.path) or vocabulary(text, 0, len(text))) if by_text else None
        self.done = self.problems = 0
        self.load = loader(options.contexts)
        self.opened: list[list[Any]] = []
        self.documents = iter(_collections(text, options) if by_text and _CONTEXT in text else [])
        self._begin()

    def _begin(self) -> None:
        """Reset the state for the next document of the stream."""
        # Of each collection around: whether it is a mapping, whether a name comes next, the name before; a flow or not.
        self.around: list[tuple[bool, bool, str | None, bool]] = []
        self.is_mapping = self.is_name = self.in_flow = False
        self.key: str | None = None
        self.key_start = 0
        self.values = Values()
        self.opened.append([])
        opened = next(self.documents, [])
        self.contexts = Contexts(opened, self.load) if opened else None

    def items(self) -> Iterator[Item]:
        """Yield the items of all documents of the stream, and S005 for each of the first three parts that cannot be
        parsed, unless the text is a template. A text that cannot have any is not parsed.
        """
        if self.find is not None and self.keywords is None and not self._may_hold():
            return
        for item in stream(self.source):
            if isinstance(item, Failure):
                yield from self._failure(item)
                self._begin()
                continue
            yield from self._comments(item.start)
            kind = type(item.event).__name__
            if kind == "ScalarEvent":
                yield from self._scalar(item)
            elif kind in ("MappingStartEvent", "SequenceStartEvent"):
                self._collection(item, is_mapping=kind == "MappingStartEvent")
            elif kind in ("MappingEndEvent", "SequenceEndEvent"):
                self.values.end()
                if self.contexts is not None:
                    self.contexts.end()
                self.is_mapping, self.is_name, self.key, self.in_flow = self.around.pop()
            elif kind == "AliasEvent":
                self.values.add(self.values.anchors.get(item.event.anchor), None, self._member())
            elif kind == "DocumentEndEvent":
                yield from self._selection()
                self._begin()
            self.done = max(self.done, item.end)
        yield from self._comments(len(self.source))

    def _may_hold(self) -> bool:
        """Return whether the text may have identifiers, references or comments of ours: if one begins in it, or may by
        its key or a context, or if it has an escape.
        """
        has_sign = _CONTEXT in self.source or _HINT.search(self.source) is not None
        return has_sign or next(beginnings(self.source, self.schemes), None) is not None

    def _member(self) -> str | None:
        """Return the key of the node that comes (None in a list, and for a key itself), and move on: from a key to its
        value or back.
        """
        if not self.is_mapping:
            return None
        name = None if self.is_name else self.key
        if self.is_name:  # of another kind than a scalar
            self.key = None
            if self.contexts is not None:
                self.contexts.name(Scalar(0, 0, ""))
        self.is_name = not self.is_name
        return name

    def _path(self) -> Path:
        """Return the path of keys to the scalar that is read, its own key last; only the nearest ones."""
        around = ((row[0], row[2]) for row in self.around[-NEAREST:])
        return path_to(around, self.key if self.is_mapping else None, from_top=len(self.around) <= NEAREST)

    def _collection(self, item: Placed, *, is_mapping: bool) -> None:
        """Enter a mapping or sequence: begin its value, and remember the state around it."""
        name = self._member()
        value: Any = {} if is_mapping else []
        self.opened[-1].append(value)
        self.values.begin(value, item.event.anchor, name)
        if self.contexts is not None:
            self.contexts.begin()
        self.around.append((self.is_mapping, self.is_name, self.key, self.in_flow))
        self.is_mapping = self.is_name = is_mapping
        self.in_flow = bool(item.event.flow_style)

    def _scalar(self, item: Placed) -> Iterator[Item]:
        """Yield the items of a scalar, without fixes where the context makes it a name."""
        is_name = self.contexts is not None and self.contexts.is_name
        return with_names_kept(self._items(item), is_name=is_name)

    def _items(self, item: Placed) -> Iterator[Item]:
        """Yield the items of a scalar: for a name (which is recorded as the key) only by a context, for a value by
        context, vocabulary, key or text; and the comment after the indicator of a block.

        With pointers alone, no item is yielded: the value is recorded for the end of the document.
        """
        event = item.event
        if event.style in ("|", ">"):
            # Behind the indicator there may be a comment.
            end = _LINE_END.search(self.source, item.start)
            assert end is not None  # the end of the text is one
            yield from self._comments(end.start(), item.start)
        if self.is_mapping and self.is_name:
            self.key, self.key_start, self.is_name = event.value, item.start, False
            if self.contexts is not None:
                term = read_scalar(self.source, item, in_flow=self.in_flow)
                items = self.contexts.name(term or Scalar(item.start, item.end, event.value))
                yield from (term and items) or ()
            return
        label = f"value of {self.key}" if self.key else "a scalar"
        if self.find is not None:
            name = self.key or ""
            if self.contexts is not None:
                link = read_scalar(self.source, item, in_flow=self.in_flow)
                items = None
                if link is not None and isinstance(_value(event), str):
                    items = self.contexts.value(link, label)
                if items is not None:
                    self.is_name = self.is_mapping
                    yield from items
                    return
            path = self._path() if self.keywords is not None and self.keywords.holds(name) else ("",)
            in_array = not self.is_mapping
            self.is_name = self.is_mapping
            reading = self.keywords.reading(path, event.value, in_array) if self.keywords is not None else None
            if reading is not None and reading.shape == "shell":
                reading = reading._replace(shape=_shell_beside(self.source, self.key_start) or self.shell)
            if self.keywords is not None and reading is not None and isinstance(_value(event), str):
                content = read_scalar(self.source, item, in_flow=self.in_flow)
                if content is not None:
                    yield from read_as(reading, content, self.keywords.label(path), self.find)
                return
            by_key = holds_references(name) or holds_identifiers(name, self.keys)
            looks = (by_key or "/" in event.value or ":" in event.value) and name not in PATTERNS
            scalar = read_scalar(self.source, item, in_flow=self.in_flow) if looks else None
            if scalar is not None and by_key:
                yield from read_by_key(scalar, label, self.find, name)
            elif scalar is not None:
                yield from within(scalar, label, self.find)
            return
        key, member = self.key, self._member()
        value = _value(event)
        if isinstance(value, str):
            scalar = read_scalar(self.source, item, in_flow=self.in_flow)
            value = None if scalar is None else text_of(scalar, key)
        self.values.add(value, event.anchor, member)

    def _selection(self) -> Iterator[Item]:
        """Yield the strings that pointers select in the document that has ended."""
        strings = [] if self.pointers is None else strings_at(self.values.root, self.pointers)
        for text in sorted(strings, key=lambda text: text.scalar.start):
            yield from whole(text.scalar, f"value of {text.key}" if text.key else "a scalar")

    def _failure(self, failure: Failure) -> Iterator[Item]:
        """Yield the items of a document that cannot be read to its end, and S005 (three times, and not for a template);
        the rest of it is text like any other.
        """
        while self.around:
            self.values.end()
            self.around.pop()
        yield from self._selection()
        self.problems += 1
        # What a template language has still to fill in need not be YAML yet.
        if self.problems <= _MAX_PROBLEMS and not has_placeholder(self.source):
            yield Malformed(failure.place, failure.place, "S005", failure.why)
        if self.find is not None:
            yield from within(scalar(self.source, failure.start, failure.end), "", self.find)
        yield from self._comments(failure.end)
        self.done = failure.end

    def _comments(self, end: int, start: int | None = None) -> Iterator[Item]:
        """Yield the comments between a start (None for the end of the last event) and an end that are for the scan, and
        of all comments there the identifiers whose schemes are known.
        """
        if self.has_comments:
            for match in _COMMENT.finditer(self.source, self.done if start is None else start, end):
                yield from in_comment(self.source, *match.span(), (match.start() + 1, match.end()))


# The shells of steps of GitHub Actions whose words are not those of sh, and the types that are read as they are.
_SHELL = r"shell:[ \t]*+[\"']?(pwsh|powershell|cmd)\b"
_DEFAULT = regex(rf"(?m:^)defaults:\s+run:\s+{_SHELL}")
_SHAPES: Mapping[str, Shape] = {"cmd": "batch", "pwsh": "powershell", "powershell": "powershell"}


def _shell_beside(text: str, place: int) -> Shape | None:
    """Return the type of commands whose key is at an offset by the key `shell` beside it, None without one.

    >>> text = "- run: a\\n  shell: cmd\\n- shell: pwsh\\n  run: b\\n- run: c"
    >>> [_shell_beside(text, text.index(command) - len("run: ")) for command in "abc"]
    ['batch', 'powershell', None]
    """
    column = place - text.rfind("\n", 0, place) - 1
    item = f"{' ' * (column - 2)}- "
    first = max(text.rfind(f"\n{item}", 0, place), 0)
    after = re.compile(rf"\n {{0,{max(column - 1, 0)}}}[^\s]").search(text, place)
    step = text[first : after.start() if after else len(text)]
    match = re.search(rf"^(?:{item}|{' ' * column}){_SHELL}", step, re.MULTILINE)
    return _SHAPES[match[1]] if match else None


def _value(event: Any) -> Any:
    """Return the value of a scalar event: of a plain one without a tag by the core schema, None with another core tag
    than `str`, else its string.
    """
    if event.tag is None and event.style in (None, ""):
        return plain_value(event.value)
    if event.tag is not None and event.tag.startswith(_CORE) and event.tag != f"{_CORE}str":
        return None
    return event.value


TYPES = (
    DocumentType(
        "yaml",
        "YAML",
        _open,
        suffixes=(".yaml", ".yml", ".yamlld"),
        names=("citation.cff", "pubspec.lock"),
        comment="# iri: ignore[CODE]",
        local=True,
    ),
)

"""JSON and JSON Lines.

Strings chosen by JSON Pointers or by a JSON Schema, or else by the text rule in each string. In JSON-LD and in JSON
Schemas the keywords that take an IRI reference are read as such, too, and so are the members of known vocabularies.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from typing import Any

from irigrammar.dataclass import NamedTuple
from irigrammar.engines.tokens import Tokens
from irigrammar.lazy import cache, regex
from irigrammar.scan.formats.comments import in_comment
from irigrammar.scan.formats.contexts import Contexts, loader, with_names_kept
from irigrammar.scan.formats.items import IRI, Candidate, Fixes, Item, Malformed, Production
from irigrammar.scan.formats.json_values import (
    CLOSE,
    COMMENT,
    COMMENTS,
    KEY,
    OPEN,
    OTHER,
    PROBLEM,
    STRING,
    Event,
    events,
    value_of,
)
from irigrammar.scan.formats.keys import (
    holds_identifiers,
    holds_references,
    may_hold_by_key,
    production_of,
    read_as,
    read_by_key,
)
from irigrammar.scan.formats.registry import DocumentType, Finder, Options, last_line_end
from irigrammar.scan.formats.scalars import Scalar, scalar, whole, within
from irigrammar.scan.formats.selection import (
    JSON_LD,
    NEAREST,
    PATTERNS,
    Keywords,
    Path,
    has_placeholder,
    path_to,
    selection,
)
from irigrammar.scan.formats.strings import JSON_ASCII, JSON_SINGLE, JSON_STRING, Escapes
from irigrammar.scan.formats.text.beginning import is_plain, is_plain_reference
from irigrammar.scan.formats.tokens import correctness, tokens_of, without_surrogates
from irigrammar.scan.formats.vocabularies import (
    has_vocabulary_member,
    keywords_by_name,
    keywords_of,
    vocabulary,
    vocabulary_members,
)

# typed: delimiters: signs of a scheme, a host, a path, a fragment or an escape

_LINE = regex(r"[^\r\n]+")
_MAX_PROBLEMS = 3
_CONTEXT = '"@context"'
_SIGN = regex(r"[:/.#\\]")
_MOST_KEYS = 1 << 14  # that are remembered


class JsonFinder:
    """The finder of one document; it counts the problems that it reports."""

    def __init__(self, options: Options, *, keywords: Keywords | None = None, lines: bool = False) -> None:
        self.pointers, self.text = selection(options)
        self.of_type = self.keywords = keywords
        self.lines = lines
        self.keys = options.keys
        self.by_name = keywords_by_name(options.path)
        self.plain = JSON_STRING if options.encoding.startswith("utf") else JSON_ASCII
        self.load = loader(options.contexts)
        self.problems = 0
        self.contexts: Contexts | None = None
        self.is_linked = False

    def __call__(self, text: str) -> Iterator[Item]:
        """Yield the items of a text, which is one document or has one in each line."""
        if self.lines:
            for line in _LINE.finditer(text):
                yield from self.within(text, *line.span())
        else:
            yield from self.within(text, 0, len(text))

    def within(self, text: str, start: int, end: int) -> Iterator[Item]:
        """Yield the items of the document in a span of a text; the vocabulary and JSON-LD contexts are found first."""
        self.keywords, self.contexts, self.is_linked = self.of_type, None, False
        if self.text is not None and self.keywords is None:
            tokens = self._tokens(text, start, end)
            if tokens is not None:
                yield from self._of_tokens(text, tokens, self.text)
                return
            self.keywords = self.by_name or vocabulary(text, start, end)
        self.is_linked = self.keywords is JSON_LD and self.text is not None
        # Names are also kept in JSON that is read as such, and as JSON-LD by others.
        if self.is_linked or (self.text is not None and text.find(_CONTEXT, start, end) >= 0):
            opened: list[Any] = []
            value_of(events(text, start, end), partial(self._read, text), opened)
            self.contexts = Contexts(opened, self.load)
        yield from self._parts(text, start, end)

    def _tokens(self, text: str, start: int, end: int) -> Tokens | None:
        """Return the relevant tokens of a document, and find its vocabulary; None for one that has an error, or a
        context.
        """
        tokens = tokens_of("json")
        source = without_surrogates(text)
        if not correctness("json")(source[start:end]):
            return None
        self.keywords = self.by_name
        cut = tokens.relevant.by_keys
        rows, bits = cut(source, start, end, _answers(self.keys, self.by_name and self.by_name.vocabulary).__getitem__)
        if bits & _HAS_CONTEXT:
            return None
        if self.by_name is None and (bits & _NAMES_VOCABULARY or self._names_vocabulary(text, rows)):
            self.keywords = vocabulary(text, start, end, partial(self._strings_at_top, text, rows))
            if self.keywords is not None:  # of which further values are of interest
                rows, _ = cut(source, start, end, _answers(self.keys, self.keywords.vocabulary).__getitem__)
        return rows

    def _names_vocabulary(self, text: str, tokens: Tokens) -> bool:
        """Return whether the name of a member that names a vocabulary is in a comment."""
        comments = _comments()
        if comments.isdisjoint(tokens.kinds):
            return False
        return any(has_vocabulary_member(text[start:end]) for kind, start, end, *_ in tokens if kind in comments)

    def _strings_at_top(self, text: str, tokens: Tokens) -> Iterator[tuple[str, int]]:
        """Yield the name and the place of each string at the top that is among the tokens of a document."""
        comments = _comments()
        for kind, start, _, depth, number, _ in tokens:
            if kind > 0 and depth == 1 and number >= 0 and kind not in comments:
                key = tokens[number]
                yield _key(text[key.start : key.end], self.keys).name or "", start + 1

    def _of_tokens(self, text: str, tokens: Tokens, find: Finder) -> Iterator[Item]:
        """Yield the items of a document without a context by its relevant tokens."""
        comments, keywords, own, plain = _comments(), self.keywords, self.keys, self.plain
        key, number = _NO_KEY, -1
        paths: dict[int, Path] = {-1: ("",)}
        for kind, start, end, depth, number_of_key, opener in tokens:
            if kind < 0:
                continue
            if kind in comments:
                yield from _in_comment(text, start, end)
                continue
            if number_of_key != number:
                number = number_of_key
                row = tokens[number]
                key = _key(text[row.start : row.end], own) if number >= 0 else _NO_KEY
            if key.name in PATTERNS:
                continue
            first, last = start + 1, end - 1
            is_double = text[start] == '"'
            is_whole = is_double and is_plain(text, first, last)
            if keywords is not None and keywords.holds(key.name):
                path = self._path_of(text, tokens, number, depth, paths)
                is_object = text[opener] == "{"
                if is_whole or (is_double and is_plain_reference(text, first, last)):
                    value = text[first:last]
                    reading = keywords.reading(path, value, not is_object)
                    if reading is not None and reading.shape == "whole" and "," not in value:
                        rest = (reading.production, None, None, reading.fixes)
                        yield Candidate(first, last, value, keywords.label(path), plain, None, *rest)
                        continue
                event = Event(STRING, first, last, text[start])
                yield from self._by_rule(text, event, key, path, find, is_object)
            elif is_whole or (is_double and key.has_references and is_plain_reference(text, first, last)):
                rest = (key.production, None, None, key.fixes)
                yield Candidate(first, last, text[first:last], key.label, plain, None, *rest)
            elif key.has_references or _SIGN.search(text, first, last):
                yield from self._by_key(text, Event(STRING, first, last, text[start]), key, find)

    def _path_of(self, text: str, tokens: Tokens, number: int, depth: int, paths: dict[int, Path]) -> Path:
        """Return the path to the members of a key among the tokens, -1 for none; `paths` has those that are known."""
        names: list[str] = []
        at, is_deep = number, depth > NEAREST
        while at >= 0 and (tokens[at].depth >= depth - NEAREST if is_deep else at not in paths):
            row = tokens[at]
            names.append(_key(text[row.start : row.end], self.keys).name or "")
            at = row.key
        if is_deep:
            return tuple(names[::-1]) or paths[-1]
        paths[number] = path = (*paths[at], *names[::-1])
        return path

    def _parts(self, text: str, start: int, end: int) -> Iterator[Item]:
        """Yield the names that a JSON-LD context expands, the strings that pointers, keywords and the text rule select,
        comments, and errors: three in a document, and none in a template.
        """
        pointers, find, keywords, contexts = self.pointers, self.text, self.keywords, self.contexts
        state = pointers.start if pointers is not None else 0
        tagged: bool | None = None
        # Of each open collection: whether it is an object, its state, the number of its last item, the key before.
        stack: list[tuple[bool, int, int, _Key]] = []
        is_object, above, index, key = True, state, 0, _NO_KEY
        for event in events(text, start, end):
            kind = event.kind
            if kind in (STRING, OTHER, OPEN) and not is_object:
                index += 1
                state = pointers.step(above, index) if pointers is not None else 0
            if kind == STRING:
                if find is None:
                    if pointers is not None and pointers.matches(state):
                        yield from whole(self._read(text, event), key.label)
                elif key.name not in PATTERNS:
                    is_name = contexts is not None and contexts.is_name
                    if contexts is not None or (keywords is not None and keywords.holds(key.name)):
                        path = ("",) if self.is_linked else _path(stack, key.name if is_object else None)
                        items = self._by_rule(text, event, key, path, find, is_object)
                        yield from with_names_kept(items, is_name=is_name)
                    elif key.is_named or _may_hold(text, event):
                        yield from self._by_key(text, event, key, find)
            elif kind == KEY:
                key = _key(f"{event.note}{text[event.start : event.end]}{event.note}", self.keys)
                state = pointers.step(above, key.name or "") if pointers is not None else 0
                if contexts is not None and find is not None:
                    name = self._read(text, event)
                    name_items = contexts.name(name)
                    if self.is_linked:
                        yield from within(name, "a name", find, fixes="none") if name_items is None else name_items
            elif kind == OPEN:
                if contexts is not None:
                    contexts.begin()
                stack.append((is_object, above, index, key))
                is_object, above, index = event.note == "{", state, -1
            elif kind == CLOSE:
                if contexts is not None:
                    contexts.end()
                is_object, above, index, key = stack.pop()
            elif kind == COMMENT:
                yield from _in_comment(text, event.start, event.end)
            elif kind == PROBLEM and self.problems < _MAX_PROBLEMS:
                # What a template language has still to fill in need not be JSON yet.
                tagged = has_placeholder(text[start:end]) if tagged is None else tagged
                self.problems += not tagged
                if not tagged:
                    yield Malformed(event.start, event.end, "S005", event.note)

    def _by_key(self, text: str, event: Event, key: _Key, find: Finder) -> Iterator[Item]:
        """Yield a string's items: as one identifier if its key is one of identifiers, else by the schemes in it."""
        if key.is_named:
            has_escapes = text.find("\\", event.start, event.end) >= 0
            references = key.has_references
            if has_escapes or may_hold_by_key(text, event.start, event.end, references=references):
                yield from read_by_key(self._read(text, event), key.label, find, key.name or "")
        elif _may_hold(text, event):
            yield from within(self._read(text, event), key.label, find)

    def _by_rule(self, text: str, event: Event, key: _Key, path: Path, find: Finder, is_object: bool) -> Iterator[Item]:
        """Yield a string's items by the JSON-LD context or the vocabulary's keywords where they apply,
        else by its key.
        """
        scalar = self._read(text, event)
        items = None if self.contexts is None else self.contexts.value(scalar, key.label)
        if self.is_linked and items is not None:
            yield from items
            return
        if self.keywords is not None and self.keywords is not JSON_LD and self.keywords.holds(key.name):
            reading = self.keywords.reading(path, scalar.text, not is_object)
            if reading is not None:
                yield from read_as(reading, scalar, self.keywords.label(path), find)
                return
        yield from self._by_key(text, event, key, find)

    def _read(self, text: str, event: Event) -> Scalar:
        return _scalar(text, event, self.plain)


def _scalar(text: str, event: Event, plain: Escapes) -> Scalar:
    """Return the scalar of a string event, unescaped; quotes and escapes are those that the event notes, and `plain`
    those of a string in which none are escaped.
    """
    start, end = event.start, event.end
    if event.note == "'":
        return scalar(text, start, end, JSON_SINGLE)
    if not event.note:
        return scalar(text, start, end)
    if text.find("\\", start, end) < 0:
        return Scalar(start, end, text[start:end], plain)
    # A string that has such escapes goes on to be written with them.
    return scalar(text, start, end, plain if text.find("\\u", start, end) < 0 else JSON_ASCII)


@cache
def _comments() -> frozenset[int]:
    """Return the kinds of tokens that are comments."""
    return frozenset(number for number, kind in tokens_of("json").kinds.items() if kind in COMMENTS)


class _Key(NamedTuple):
    """A key: its name, the label of its values, whether these hold identifiers and references by the name, and their
    production and fixes.
    """

    name: str | None
    label: str
    is_named: bool
    has_references: bool
    production: Production | None = None
    fixes: Fixes = "all"


_NO_KEY = _Key(None, "a string", is_named=False, has_references=False)


@lru_cache(_MOST_KEYS)
def _key(key: str, own: tuple[str, ...]) -> _Key:
    """Return the key of its text in a document; `own` are names of a user's keys of identifiers."""
    is_quoted = key[0] in "\"'"
    name = key[1:-1] if is_quoted else key
    if "\\" in key:
        name = _scalar(key, Event(KEY, int(is_quoted), len(key) - is_quoted, key[:is_quoted]), JSON_STRING).text
    references = holds_references(name)
    label = f"value of {name}" if name else _NO_KEY.label
    return _Key(name, label, references or holds_identifiers(name, own), references, *production_of(name))


# The bits of an answer about a key: its values are of interest for it, it has a context, it names a vocabulary.
_IS_WANTED, _HAS_CONTEXT, _NAMES_VOCABULARY = 1, 2, 4


class _Answers(dict[str, int]):
    """The answers about keys, by their text in a document; it forgets them when they are many."""

    def __init__(self, own: tuple[str, ...], keywords: Keywords | None) -> None:
        super().__init__()
        self._own, self._keywords = own, keywords

    def __missing__(self, key: str) -> int:
        """Return the answer about a key that is not known yet."""
        name, _, is_named, *_ = _key(key, self._own)
        is_of_vocabulary = name in vocabulary_members()
        is_wanted = is_named or is_of_vocabulary or (self._keywords is not None and self._keywords.holds(name))
        answer = _IS_WANTED * is_wanted | _HAS_CONTEXT * (key == _CONTEXT) | _NAMES_VOCABULARY * is_of_vocabulary
        if len(self) >= _MOST_KEYS:
            self.clear()
        self[key] = answer
        return answer


@lru_cache(64)
def _answers(own: tuple[str, ...], vocabulary: str | None) -> _Answers:
    """Return the answers about the keys of documents of a vocabulary, None for those of none."""
    return _Answers(own, None if vocabulary is None else keywords_of(vocabulary))


def _in_comment(text: str, start: int, end: int) -> Iterator[Item]:
    close = 2 * text.startswith("/*", start) * text.endswith("*/", start, end)
    yield from in_comment(text, start, end, (start + 2, end - close))


def _may_hold(text: str, event: Event) -> bool:
    return text.find("/", event.start, event.end) >= 0 or text.find(":", event.start, event.end) >= 0


def _path(stack: list[tuple[bool, int, int, _Key]], key: str | None) -> Path:
    """Return the path to the member of a key, for None the path to the collection around."""
    return path_to(((row[0], row[3].name) for row in stack[-NEAREST:]), key, from_top=len(stack) <= NEAREST)


def find_json_ld(
    text: str, start: int, end: int, *, encoding: str, contexts: tuple[tuple[str, str], ...] = ()
) -> Iterator[Item]:
    """Yield the items of the JSON-LD that is a part of a text in some encoding, as the type `json-ld` does.

    Offsets, which are code points, are those of the whole text (JSON-LD 1.1, 7: in a script of HTML).

    >>> text = '<script>{"@id": "a b"}</script>'
    >>> [(item.start, item.text) for item in find_json_ld(text, 8, 22, encoding="utf-8")]
    [(17, 'a b')]
    """
    items = JsonFinder(Options(encoding=encoding, contexts=contexts), keywords=JSON_LD).within(text, start, end)
    for item in sorted(items, key=lambda item: item.start):  # what is never closed comes last
        yield item._replace(production=item.production or IRI) if isinstance(item, Candidate) else item


TYPES = (
    DocumentType(
        "json",
        "JSON, JSON with comments, JSON5",
        JsonFinder,
        suffixes=(".json", ".json5", ".jsonc", ".geojson", ".har", ".code-workspace", ".webmanifest"),
        names=("composer.lock", "pipfile.lock"),
        comment="// iri: ignore[CODE]",
        local=True,
    ),
    DocumentType(
        "json-ld",
        "JSON-LD",
        partial(JsonFinder, keywords=JSON_LD),
        suffixes=(".jsonld",),
        comment="// iri: ignore[CODE]",
        local=True,
    ),
    DocumentType(
        "json-lines",
        "JSON Lines: a JSON text in each line",
        partial(JsonFinder, lines=True),
        suffixes=(".jsonl", ".ndjson", ".geojsonl"),
        cut=last_line_end,
        comment="// iri: ignore[CODE]",
        local=True,
    ),
)

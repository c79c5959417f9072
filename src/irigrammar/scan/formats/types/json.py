"""JSON and JSON Lines.

Strings chosen by JSON Pointers or by a JSON Schema, or else by the text rule in each string. In JSON-LD and in JSON
Schemas the keywords that take an IRI reference are read as such, too, and so are the members of known vocabularies.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial

from irigrammar.engines.tokens import Token
from irigrammar.lazy import regex
from irigrammar.scan.formats.comments import in_comment
from irigrammar.scan.formats.contexts import Context, context_of, with_names_kept
from irigrammar.scan.formats.items import IRI, Candidate, Item, Malformed
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
from irigrammar.scan.formats.keys import holds_identifiers, holds_references, may_hold_by_key, read_as, read_by_key
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
from irigrammar.scan.formats.tokens import tokens_of, without_surrogates
from irigrammar.scan.formats.vocabularies import has_vocabulary_member, keywords_by_name, vocabulary, vocabulary_members

_LINE = regex(r"[^\r\n]+")
_MAX_PROBLEMS = 3
_CONTEXT = '"@context"'


class JsonFinder:
    """The finder of one document; it counts the problems that it reports."""

    def __init__(self, options: Options, *, keywords: Keywords | None = None, lines: bool = False) -> None:
        self.pointers, self.text = selection(options)
        self.of_type = self.keywords = keywords
        self.lines = lines
        self.keys = options.keys
        self.by_name = keywords_by_name(options.path)
        self.plain = JSON_STRING if options.encoding.startswith("utf") else JSON_ASCII
        self.problems = 0
        self.context: Context | None = None
        self.names: Context | None = None

    def __call__(self, text: str) -> Iterator[Item]:
        """Yield the items of a text, which is one document or has one in each line."""
        if self.lines:
            for line in _LINE.finditer(text):
                yield from self.within(text, *line.span())
        else:
            yield from self.within(text, 0, len(text))

    def within(self, text: str, start: int, end: int) -> Iterator[Item]:
        """Yield the items of the document in a span of a text; the vocabulary and JSON-LD context are found first."""
        self.keywords, self.context, self.names = self.of_type, None, None
        if self.text is not None and self.keywords is None:
            tokens = self._tokens(text, start, end)
            if tokens is not None:
                yield from self._of_tokens(text, tokens, self.text)
                return
            self.keywords = self.by_name or vocabulary(text, start, end)
        if self.keywords is JSON_LD and self.text is not None:
            value = value_of(events(text, start, end), partial(self._read, text))
            self.context = context_of([value]) or Context({})
        self.names = self.context  # also that of JSON that is read as such, and as JSON-LD by others
        if self.names is None and self.text is not None and text.find(_CONTEXT, start, end) >= 0:
            self.names = context_of([value_of(events(text, start, end), partial(self._read, text))])
        yield from self._parts(text, start, end)

    def _tokens(self, text: str, start: int, end: int) -> list[Token] | None:
        """Return the relevant tokens of a document, and find its vocabulary; None for one that has an error, or a
        context.
        """
        tokens = tokens_of("json")
        source = without_surrogates(text)
        if not tokens.is_correct(source[start:end]):
            return None
        has_context = names_vocabulary = False
        keywords = self.by_name

        def is_wanted(key: str) -> bool:
            """Return whether the values of a key, given its text in the document, are of interest for its name."""
            nonlocal has_context, names_vocabulary
            has_context |= key == _CONTEXT
            name, is_of_vocabulary, is_named = _interest(key, self.keys)
            names_vocabulary |= is_of_vocabulary
            return is_named or (keywords is not None and keywords.holds(name))

        rows = [*tokens.relevant.tokens(source, start, end, wanted=is_wanted)]
        kinds = {number for number, kind in tokens.kinds.items() if kind in COMMENTS}
        comments = (text[row.start : row.end] for row in rows if row.kind in kinds)
        names_vocabulary |= any(map(has_vocabulary_member, comments))
        if has_context:
            return None
        if keywords is None and names_vocabulary:
            keywords = vocabulary(text, start, end)
            if keywords is not None:  # of which further values are of interest
                rows = [*tokens.relevant.tokens(source, start, end, wanted=is_wanted)]
        self.keywords = keywords
        return rows

    def _of_tokens(self, text: str, tokens: list[Token], find: Finder) -> Iterator[Item]:
        """Yield the items of a document without a context by its relevant tokens."""
        kinds = tokens_of("json").kinds
        keywords = self.keywords
        names: dict[int, str] = {}

        def name_of(number: int) -> str:
            if number not in names:
                row = tokens[number]
                names[number] = _name(text[row.start : row.end])
            return names[number]

        for token in tokens:
            if token.kind < 0:
                continue
            if kinds[token.kind] in COMMENTS:
                yield from _in_comment(text, token.start, token.end)
                continue
            key = name_of(token.key) if token.key >= 0 else None
            if key in PATTERNS:
                continue
            event = Event(STRING, token.start + 1, token.end - 1, text[token.start])
            if keywords is not None and keywords.holds(key):
                path: list[str] = []
                number = token.key
                while number >= 0 and tokens[number].depth >= token.depth - NEAREST:
                    path.append(name_of(number))
                    number = tokens[number].key
                if token.depth <= NEAREST or not path:
                    path.append("")
                is_object = text[token.opener] == "{"
                yield from self._by_rule(text, event, key, tuple(path[::-1]), find, is_object)
            else:
                yield from self._by_key(text, event, key, find)

    def _parts(self, text: str, start: int, end: int) -> Iterator[Item]:
        """Yield the names that a JSON-LD context expands, the strings that pointers, keywords and the text rule select,
        comments, and errors: three in a document, and none in a template.
        """
        pointers, find, keywords = self.pointers, self.text, self.keywords
        state = pointers.start if pointers is not None else 0
        tagged: bool | None = None
        # Of each open collection: whether it is an object, its state, the number of its last item, the name before.
        stack: list[tuple[bool, int, int, str | None]] = []
        is_object, above, index, key = True, state, 0, None
        for event in events(text, start, end):
            kind = event.kind
            if kind in (STRING, OTHER, OPEN) and not is_object:
                index += 1
                state = pointers.step(above, index) if pointers is not None else 0
            if kind == STRING:
                if find is None:
                    if pointers is not None and pointers.matches(state):
                        yield from whole(self._read(text, event), _label(key))
                elif key not in PATTERNS:
                    reads = self.context is not None or (keywords is not None and keywords.holds(key))
                    if reads:
                        path = _path(stack, key if is_object else None)
                        items = self._by_rule(text, event, key, path, find, is_object)
                        yield from with_names_kept(items, self.names, path)
                    elif _may_hold(text, event) or (key is not None and _is_named(key, self.keys)):
                        items = self._by_key(text, event, key, find)
                        path = _path(stack, key if is_object else None) if self.names else ("",)
                        yield from with_names_kept(items, self.names, path)
            elif kind == KEY:
                key = text[event.start : event.end]
                if "\\" in key:
                    key = self._read(text, event).text
                state = pointers.step(above, key) if pointers is not None else 0
                if self.context is not None and find is not None:
                    name = self._read(text, event)
                    name_items = self.context.name(name, _path(stack, None))
                    yield from within(name, "a name", find, fixes="none") if name_items is None else name_items
            elif kind == OPEN:
                stack.append((is_object, above, index, key))
                is_object, above, index = event.note == "{", state, -1
            elif kind == CLOSE:
                is_object, above, index, key = stack.pop()
            elif kind == COMMENT:
                yield from _in_comment(text, event.start, event.end)
            elif kind == PROBLEM and self.problems < _MAX_PROBLEMS:
                # What a template language has still to fill in need not be JSON yet.
                tagged = has_placeholder(text[start:end]) if tagged is None else tagged
                self.problems += not tagged
                if not tagged:
                    yield Malformed(event.start, event.end, "S005", event.note)

    def _by_key(self, text: str, event: Event, key: str | None, find: Finder) -> Iterator[Item]:
        """Yield a string's items: as one identifier if its key is one of identifiers, else by the schemes in it."""
        if key is not None and _is_named(key, self.keys):
            references = holds_references(key)
            has_escapes = text.find("\\", event.start, event.end) >= 0
            if references or has_escapes or may_hold_by_key(text, event.start, event.end):
                yield from read_by_key(self._read(text, event), _label(key), find, references=references)
        elif _may_hold(text, event):
            yield from within(self._read(text, event), _label(key), find)

    def _by_rule(
        self, text: str, event: Event, key: str | None, path: Path, find: Finder, is_object: bool
    ) -> Iterator[Item]:
        """Yield a string's items by the JSON-LD context or the vocabulary's keywords where they apply,
        else by its key.
        """
        if self.context is not None:
            items = self.context.value(self._read(text, event), path, _label(key), in_array=not is_object)
            if items is not None:
                yield from items
                return
        elif self.keywords is not None:
            scalar = self._read(text, event)
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


def _name(key: str) -> str:
    """Return the name that a key stands for, given its text in the document."""
    is_quoted = key[0] in "\"'"
    event = Event(KEY, int(is_quoted), len(key) - is_quoted, key[:is_quoted])
    return _scalar(key, event, JSON_STRING).text if "\\" in key else key[event.start : event.end]


def _is_named(name: str, own: tuple[str, ...]) -> bool:
    """Return whether values are of interest for the name of their key, which may be one of a user's own."""
    return holds_references(name) or holds_identifiers(name, own)


@lru_cache(4096)
def _interest(key: str, own: tuple[str, ...]) -> tuple[str, bool, bool]:
    """Return the name of a key, given its text in the document, whether it names a vocabulary, and whether its values
    are of interest for it, or for one of a user's own names.
    """
    name = _name(key)
    return name, name in vocabulary_members(), _is_named(name, own)


def _in_comment(text: str, start: int, end: int) -> Iterator[Item]:
    close = 2 * text.startswith("/*", start) * text.endswith("*/", start, end)
    yield from in_comment(text, start, end, (start + 2, end - close))


def _may_hold(text: str, event: Event) -> bool:
    return text.find("/", event.start, event.end) >= 0 or text.find(":", event.start, event.end) >= 0


def _path(stack: list[tuple[bool, int, int, str | None]], key: str | None) -> Path:
    """Return the path to the member of a key, for None the path to the collection around."""
    return path_to(((row[0], row[3]) for row in stack[-NEAREST:]), key, from_top=len(stack) <= NEAREST)


def _label(key: str | None) -> str:
    return f"value of {key}" if key else "a string"


def find_json_ld(text: str, start: int, end: int, *, encoding: str) -> Iterator[Item]:
    """Yield the items of the JSON-LD that is a part of a text in some encoding, as the type `json-ld` does.

    Offsets, which are code points, are those of the whole text (JSON-LD 1.1, 7: in a script of HTML).

    >>> text = '<script>{"@id": "a b"}</script>'
    >>> [(item.start, item.text) for item in find_json_ld(text, 8, 22, encoding="utf-8")]
    [(17, 'a b')]
    """
    items = JsonFinder(Options(encoding=encoding), keywords=JSON_LD).within(text, start, end)
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

"""Documents that a grammar and a table of tokens are enough to read.

`[tokens]` of `grammar/documents.toml` has the table: which tokens a type has, and what each is for. What goes on from
block to block is kept by the finder: the base, prefixes, a string of several lines, and the escapes of words.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from irigrammar._generated.documents import QUERY_NAMES, QUERY_NAMESPACE
from irigrammar.advice.quiet import SHORT
from irigrammar.dataclass import NamedTuple, replace
from irigrammar.engines.tokens import ERROR, Role, Tokenizer
from irigrammar.errors import IrigrammarError
from irigrammar.lazy import cache, regex
from irigrammar.matching.grammar import grammar
from irigrammar.processing.conversions import resolve
from irigrammar.scan.formats.comments import in_comment
from irigrammar.scan.formats.contexts import expand
from irigrammar.scan.formats.items import IRI, IRI_REFERENCE, Candidate, Fixes, Item, Malformed
from irigrammar.scan.formats.registry import Finder, Options, Spans, document_type, last_line_end
from irigrammar.scan.formats.scalars import Scalar, inside, may_hold, outside, scalar, whole, within
from irigrammar.scan.formats.selection import has_placeholder, is_drawing
from irigrammar.scan.formats.shell_strings import SWAPPED, here_documents, is_swapped, swap
from irigrammar.scan.formats.strings import Escapes, Unescaped, escapes_of
from irigrammar.scan.formats.text.beginning import beginnings
from irigrammar.scan.formats.text.ending import is_sentence
from irigrammar.scan.formats.text.finder import candidates, in_format
from irigrammar.scan.formats.text.template import is_cut, is_identifier
from irigrammar.scan.formats.tokens import USES, none_wanted, rows_of, tokenizer_of, tokens_of, without_surrogates
from irigrammar.scan.formats.turtle_strings import APART, DIRECTED, write_iri, write_name
from irigrammar.shipped.loader import value
from irigrammar.unicode import has_surrogates

# typed: literals: a switch of scans

_IRI, _ESCAPED, _BASE, _PREFIX, _NAME, _COMMENT, _LITERAL, _PROBLEM, _OPEN, _WHOLE, _TEXT, _INNER = USES
_ANY_URI = regex(r"\^\^(?:xsd:anyURI\b|<http://www\.w3\.org/2001/XMLSchema#anyURI>)")
_QUERY_NAMESPACE = QUERY_NAMESPACE.strip()
_QUERIES = frozenset(_QUERY_NAMESPACE + name for name in QUERY_NAMES.split())

# The most code points of a string of several lines in one block: one that never ends must not fill the memory.
_LONGEST = 1 << 24
_LONGEST_BASE = 1 << 12
_LONGEST_PARAGRAPH = 1 << 14  # of prose; and what is between two paragraphs
_GAPS = ("\n\n", "\n\r\n")


_QUOTES = ("'", '"', "`", '@"', "'''", '"""')
_BETWEEN = "between"  # tokens: the convention of running text
CODE = "code"  # what is between tokens: running text that is read before them
_Use = tuple[str, int, int, str]
_Row = tuple[int, int, int, int, int, int]
_NO_USE: _Use = ("", 0, 0, "")


class Lexicon(NamedTuple):
    """A table of tokens: by the number of a kind its use, the lengths of what is around its content, and the problem
    with it; the rest of the table; the conventions of escapes by use; the numbers of identifiers without escapes, and
    of comments; whether strings go on from block to block; and the tokenizers of relevant tokens with errors, and of
    all.
    """

    name: str
    uses: tuple[_Use, ...]
    table: Mapping[str, Any]
    escapes: Mapping[str, Escapes | None]
    quick: frozenset[int]
    comments: frozenset[int]
    goes_on: bool
    relevant: Tokenizer
    every: Tokenizer

    def cut(self, text: str) -> int:
        """Return the end of the last line of a text that does not end within a string; of prose, that of the last
        paragraph.

        Of more than 16,777,216 characters, of prose 16,384, it is the last line end.
        """
        place = last_line_end(text)
        if self.has_here(text):
            begin = here_documents(text[:place])[1]
            return place if begin >= place or len(text) > _LONGEST_PARAGRAPH else last_line_end(text[:begin])
        if self.table["between"]:
            gaps = [start + len(gap) for gap in _GAPS if (start := text.rfind(gap)) >= 0]
            return max(gaps, default=0 if len(text) < _LONGEST_PARAGRAPH else place)
        if self.goes_on and len(text) <= _LONGEST:
            for kind, start, end, *_ in reversed([*rows_of(_strings(self.name), text)]):
                if start < place < end or self.uses[kind][0] == _OPEN:
                    place = last_line_end(text[:start])
        return place

    def has_here(self, text: str) -> bool:
        """Return whether a script of a shell may have here-documents."""
        return self.name == "shell" and "<<" in text

    def spans(self, text: str, *, striking: bool = False) -> Spans | None:
        """Return the identifiers that the finder would find, with their spans, and their number; None for a block that
        needs it.

        With `striking` those are left out, and only counted, that are IRIs in which no rule finds anything.
        """
        if self.table["lead"] or self.is_foreign(text):
            return None
        # Each piece of half a length that is a finding has the end of a line.
        half = SHORT // 2
        striking &= all(text.find("\n", start, start + half) >= 0 for start in range(0, len(text) - half, half))
        tokenizer = _striking(self.name) if striking else self.relevant
        tokens, _ = tokenizer.by_keys(text, 0, len(text), none_wanted)
        has_errors = ERROR in tokens.kinds  # a surrogate is one
        if not tokens.kinds <= self.quick | self.comments | {ERROR} or (has_errors and has_surrogates(text)):
            return None
        rows = [row for row in tokens if row[0] != ERROR] if has_errors else tokens
        if tokens.kinds.isdisjoint(self.comments):
            return self._spans(rows, text), len(rows) + tokens.left_out
        spans: list[tuple[int, int, str]] = []
        for row in rows:
            if row[0] not in self.comments:
                spans += self._spans([row], text)
                continue
            _, before, after, _ = self.uses[row[0]]
            for item in in_comment(text, row[1], row[2], (row[1] + before, row[2] - after)):
                if not isinstance(item, Candidate) or item.text != text[item.start : item.end]:
                    return None
                spans.append(item[:3])
        return spans, len(spans) + tokens.left_out

    def _spans(self, rows: Iterable[_Row], text: str) -> Iterator[tuple[int, int, str]]:
        """Yield the identifiers of tokens with their spans."""
        uses = self.uses
        for kind, start, end, _, _, _ in rows:
            _, before, after, _ = uses[kind]
            yield start + before, end - after, text[start + before : end - after]

    def is_foreign(self, text: str) -> bool:
        """Return whether a document begins as those of another format do."""
        return text.startswith(self.table["foreign"], len(text) - len(text.lstrip()))


@cache
def lexicon(name: str) -> Lexicon:
    """Return the table of tokens of a name."""
    uses, table = value(f"tokens-{name}", "uses")
    tokens = tokens_of(name)
    of_kinds = tuple(uses.get(kind, _NO_USE) for kind in range(tokens.most + 1))
    quick, comments = (frozenset(kind for kind, row in uses.items() if row[0] == use) for use in (_IRI, _COMMENT))
    goes_on = any(use == _OPEN for use, *_ in of_kinds)
    escapes = {key: escapes_of(*row) if row[0] else None for key, row in table["escapes"].items()}
    for use, write in ((_IRI, write_iri), (_NAME, write_name)):
        if convention := escapes.get(use):
            escapes[use] = replace(convention, write=write)
    relevant = tokenizer_of(name, _roles(of_kinds, Role.KEPT))
    return Lexicon(name, of_kinds, table, escapes, quick, comments, goes_on, relevant, tokens.every)


def _roles(uses: Iterable[_Use], of_identifiers: Role) -> tuple[int, ...]:
    """Return the roles of relevant tokens, that of an error first."""
    others = (of_identifiers if use == _IRI else Role.KEPT * (use not in ("", _LITERAL)) for use, *_ in uses)
    return (Role.KEPT, *islice(others, 1, None))


@cache
def _strings(name: str) -> Tokenizer:
    """Return the tokenizer of strings that may be of several lines."""
    uses = lexicon(name).uses
    quotes = {before for use, before, *_ in uses if use == _OPEN}
    return tokenizer_of(name, tuple(Role.KEPT * (row[1] in quotes and row[0] in (_OPEN, _LITERAL)) for row in uses))


@cache
def _striking(name: str) -> Tokenizer:
    """Return the tokenizer of relevant tokens without identifiers in which no rule of advice finds anything."""
    row = lexicon(name)
    try:
        return tokenizer_of(name, _roles(row.uses, Role.VALUE), row.table["around"])
    except KeyError:  # what is after an identifier may be in it
        return row.relevant


class LexicalFinder:
    """The finder of one document; its base, prefixes, and a string that a block begins in go on from block to block."""

    __slots__ = (
        "_base",
        "_directive",
        "_escapes",
        "_foreign",
        "_inside",
        "_is_swapped",
        "_lexicon",
        "_options",
        "_prefixes",
        "_reads_literals",
        "_schemes",
        "_term",
        "_text",
        "_tokenizer",
    )

    def __init__(self, options: Options, name: str, text: Finder | None = None) -> None:
        """Take the options of a document, the name of its table, and the finder of identifiers in text, by default that
        of the options.
        """
        self._lexicon = lexicon(name)
        self._options = options
        self._reads_literals = "literals" in options.switches
        self._tokenizer = self._lexicon.every if self._reads_literals else self._lexicon.relevant
        of_options = document_type("text").open(options) if self._lexicon.table["lead"] else lambda _: iter(())
        self._text: Finder = text or of_options
        self._schemes = options.in_text
        self._escapes = self._lexicon.escapes
        self._is_swapped: bool | None = None  # whether a backtick escapes; None before the first block
        self._base: str | None = None
        self._prefixes: dict[str, str] = {}
        self._directive = ""  # the keyword, and prefix, of which the next identifier is the value
        self._foreign: bool | None = None  # another format altogether; None before the first block
        self._inside = ""  # the quotes that are still to come
        self._term = ""  # the last IRI or prefixed name: a literal after that of a query is a query

    def __call__(self, text: str) -> Iterator[Item]:
        """Yield the items of a block, which may begin inside a string; S005 once, and no more items, for a document
        of another format.
        """
        if self._foreign is None:
            self._foreign = self._lexicon.is_foreign(text)
            if self._foreign:
                yield _problem(len(text) - len(text.lstrip()), self._lexicon.table["not-read"])
        if self._foreign:
            return
        if self._lexicon.table["lead"]:
            yield from self._code(text) if self._lexicon.table["between"] == CODE else self._text_in_words(text)
        else:
            yield from self._find(text, self._end_of_string(text))

    def _end_of_string(self, text: str) -> int:
        """Return the offset after the string that an earlier block left open: 0 without one, the block's end if it goes
        on.
        """
        if not self._inside:
            return 0
        kind, _, end, *_ = next(iter(rows_of(self._lexicon.every, self._inside + text)))
        end -= len(self._inside)
        if self._lexicon.uses[kind][0] != _OPEN:
            self._inside = ""
        return end

    def _find(self, text: str, place: int) -> Iterator[Item]:
        """Yield the items of a block from an offset: identifiers, prefixed names, comments, faults, queries in
        literals, and other literals if they are read.
        """
        uses, table, escapes = self._lexicon.uses, self._lexicon.table, self._lexicon.escapes
        labels, fixes = table["labels"], table["fixes"]
        rest = (labels[_IRI], escapes.get(_IRI), None, None, None, self._base, fixes)
        if _QUERY_NAMESPACE in text:
            self._tokenizer = self._lexicon.every
        term = self._term
        for kind, start, end, _, _, _ in rows_of(self._tokenizer, text, place):
            use, before, after, why = uses[kind]
            first, last = start + before, end - after
            if use == _IRI and not self._directive:
                term = text[first:last]
                yield Candidate._make((first, last, term, *rest))
            elif use in (_IRI, _ESCAPED):
                yield from self._identifier(text[first:last], first, fixes)
                rest = (*rest[:5], self._base, fixes)
            elif use == _COMMENT:
                yield from in_comment(text, start, end, (first, last))
            elif use == _NAME:
                term = ""
                yield from self._prefixed_name(scalar(text, first, last, escapes.get(use)))
            elif use in (_BASE, _PREFIX):
                if APART.match(text, start) and DIRECTED.match(text, end):
                    self._directive = text[start:end]
            elif use == _LITERAL:
                literal = scalar(text, first, last, escapes.get(use))
                prefix, _, name = term.partition(":")
                if term in _QUERIES or self._prefixes.get(prefix, "") + name in _QUERIES:
                    yield from inside(literal, LexicalFinder(self._options, "sparql")(literal.text))
                elif self._reads_literals:
                    yield from _in_literal(literal, labels[use], text, end, fixes)
            elif use == _PROBLEM:
                self._directive = "" if before else self._directive
                yield _problem(start, why)
            elif use == _OPEN:
                self._inside = text[start:first]
                yield _problem(start, f"{why} within {_LONGEST} characters" if end - start >= _LONGEST else why)
            elif text.find(":", start, end) >= 0:
                term = text[start:end]
        self._term = term

    def _text_in_words(self, text: str) -> Iterator[Item]:
        """Return the items of words, strings and comments, and of the text between them where that is read."""
        table, escapes = self._lexicon.table, self._lexicon.escapes
        if self._is_swapped is None:
            self._is_swapped = not table["between"] and is_swapped(text)
            if self._is_swapped:
                self._escapes = {key: row and swap(row) for key, row in escapes.items()}
        source = without_surrogates(table["lead"] + text)
        source = source.translate(SWAPPED) if self._is_swapped else source
        source = here_documents(source)[0] if self._lexicon.has_here(text) else source
        return self._words(self._lexicon, source, text, 0, len(source))

    def _code(self, text: str) -> Iterable[Item]:
        """Return the items of source code by place: those of running text, except in strings that have escapes."""
        words, items = self._lexicon, [*self._text(text)]
        spans: list[tuple[int, int]] = []
        strings: list[Item] = []
        for start, end in _lines(text, items):
            source = without_surrogates(text[start:end])
            for kind, first, last, _, _, _ in words.relevant.by_keys(source, 0, len(source), none_wanted)[0]:
                _, before, after, _ = words.uses[kind]
                place, stop = start + first + before, start + last - after
                spans.append((start + first, start + last))
                fixes: Fixes = "unsafe" if in_format(text, start + first) else words.table["fixes"]
                found = self._in_string(source[first : first + before], text, place, stop, fixes)
                strings += (item for item in found if item.end < stop or not is_cut(text, item.start, stop))
        return sorted([*outside(items, spans), *strings], key=lambda item: item.start) if spans else items

    def _words(self, words: Lexicon, source: str, text: str, start: int, end: int) -> Iterator[Item]:
        """Yield the comments, identifiers, and identifiers in words, of a part of a source: the text after its lead."""
        lead, table = len(source) - len(text), words.table
        is_prose = bool(table["between"])
        done = start if is_prose and words is self._lexicon else -1  # parts of tokens have no running text between
        for kind, first, last, _, _, _ in words.relevant.by_keys(source, start, end, none_wanted)[0]:
            use, before, after, _ = words.uses[kind]
            opening, place, stop = source[first : first + before], first + before - lead, last - after - lead
            if done >= 0 and use:
                yield from self._running(text, done - lead, first - lead)
                done = last
            if use == _INNER:
                yield from self._words(lexicon(table["inner"][kind]), source, text, first, last)
            elif use == _COMMENT:
                for item in in_comment(text, first - lead, last - lead, (place, stop)):
                    yield item._replace(production=IRI) if isinstance(item, Candidate) else item
            elif use == _WHOLE:
                stop -= len(text[place:stop]) - len(text[place:stop].rstrip(table["trims"])) if table["trims"] else 0
                content = scalar(text, place, stop, self._escapes.get(opening, self._escapes.get(use)))
                if is_prose and not self._begins(content.text):
                    yield from self._running(text, place, stop)
                elif content.text and not has_placeholder(content.text) and not is_drawing(content.text):
                    yield from whole(content, table["labels"][use], fixes=table["fixes"])
            elif use == _TEXT:
                yield from self._in_string(opening, text, max(place, 0), stop, table["fixes"])
        if done >= 0:
            yield from self._running(text, done - lead, end - lead)

    def _in_string(self, opening: str, text: str, start: int, end: int, fixes: Fixes) -> Iterable[Item]:
        """Return the identifiers of a string or word with its opening mark: all of it where it begins with one and no
        sentence follows.
        """
        content = scalar(text, start, end, self._escapes.get(opening.lower(), self._escapes.get(_TEXT)))
        label = self._lexicon.table["labels"][_TEXT]
        find = self._plainly if opening in self._lexicon.table["plain"] else self._text
        items = [*within(content, label, find, fixes=fixes, production=IRI)]
        line = content.text.rstrip("\n")  # an escaped line end is at its end
        if opening in _QUOTES and len(items) == 1 and _is_all(line, items[0]):
            return whole(content._replace(text=line), label, IRI, fixes)
        return items

    def _plainly(self, text: str) -> Iterator[Item]:
        """Yield the identifiers of a string in which a dollar sign is one."""
        for item in self._text(text.replace("$", "S")):
            yield item._replace(text=text[item.start : item.end]) if isinstance(item, Candidate) else item

    def _running(self, text: str, start: int, end: int) -> Iterator[Item]:
        """Yield the identifiers and comments of running text; the lead is before 0."""
        start, end = max(start, 0), max(end, 0)
        if may_hold(text, start, end):
            content = scalar(text, start, end, self._escapes.get(_BETWEEN))
            yield from inside(content, self._text(content.text))

    def _begins(self, text: str) -> bool:
        """Return whether a text begins as an identifier in running text does, and is no template of some."""
        beginning = next(beginnings(text, self._schemes), None)
        return beginning is not None and beginning.start == 0 and is_identifier(text, 0, beginning.colon, len(text))

    def _identifier(self, source: str, start: int, fixes: Fixes) -> Iterator[Item]:
        """Yield the identifier of a source, or S006 for its bad escapes; records it as base or prefix after such a
        directive.
        """
        directive, self._directive = self._directive.replace(":", " :").split(), ""
        escapes = self._lexicon.escapes.get(_IRI)
        content = Unescaped(source) if escapes is None else escapes.read(source)
        if content.bad:
            yield from (Malformed(start + first, start + last, "S006", why) for first, last, why in content.bad)
            return
        offsets = content.offsets and array("q", [start + offset for offset in content.offsets])
        base, label = self._base, self._lexicon.table["labels"][_BASE if len(directive) == 1 else _IRI]
        yield Candidate(start, start + len(source), content.text, label, escapes, offsets, base=base, fixes=fixes)
        if len(directive) == 1:
            self._base = _resolve(base, content.text)
        elif directive:
            self._prefixes[directive[1].removesuffix(":")] = _resolve(base, content.text) or ""

    def _prefixed_name(self, name: Scalar) -> Iterator[Item]:
        """Yield the IRI that a prefixed name abbreviates; nothing if the prefix is undeclared or its namespace is no
        IRI.
        """
        prefix = name.text.partition(":")[0]
        namespace = self._prefixes.get(prefix, "")
        if namespace and grammar(IRI.grammar)[IRI.rule].matches(namespace):
            yield from expand(name, self._lexicon.table["labels"][_NAME], len(prefix) + 1, namespace)


_CONTINUED = ("\\\n", "\\\r\n")


@cache
def _hidden_part() -> re.Pattern[str]:
    """Return a pattern of the escapes in source code that may stand for a colon or slash."""
    return re.compile(value("tokens-source", "patterns")["hidden"])


def _lines(text: str, items: Iterable[Item]) -> Iterator[tuple[int, int]]:
    """Yield the spans of lines with an item, or with an escape that may hide one, together with those that they go on
    on after a backslash.
    """
    end = 0
    for place in sorted([*(item.start for item in items), *(match.start() for match in _hidden_part().finditer(text))]):
        if place < end:
            continue
        start = text.rfind("\n", end, place) + 1 or end
        while text.endswith(_CONTINUED, end, start):
            start = text.rfind("\n", end, start - 1) + 1 or end
        end = place
        while (end := text.find("\n", end) + 1 or len(text)) < len(text) and text.endswith(_CONTINUED, 0, end):
            pass
        yield start, end


def _is_all(text: str, item: Item) -> bool:
    """Return whether an identifier at the beginning of a string is all of it, though spaces are in it, as no
    sentence follows.
    """
    if not isinstance(item, Candidate) or not text.startswith(item.text):
        return False
    tail = text[len(item.text) :]
    return tail.startswith(" ") and not is_sentence(tail)


def _in_literal(literal: Scalar, label: str, text: str, end: int, fixes: Fixes) -> Iterator[Item]:
    """Yield the items of a literal that ends at an offset of a text: all of it for xsd:anyURI, else the identifiers in
    its text.
    """
    if _ANY_URI.match(text, end):
        yield from whole(literal, f"{label} of xsd:anyURI", IRI_REFERENCE, fixes)
    else:
        yield from within(literal, label, candidates, fixes=fixes, production=IRI)


def _problem(place: int, why: str) -> Malformed:
    return Malformed(place, place + 1, "S005", why)


def _resolve(base: str | None, reference: str) -> str | None:
    """Return the IRI that a reference is against a base, unchanged without one; None if it stays relative, is not
    valid, or is too long for a base.
    """
    try:
        target = reference if base is None else resolve(base, reference)
    except IrigrammarError:
        return None
    if base is None and not grammar(IRI.grammar)[IRI.rule].matches(reference):
        return None
    return target if len(target) <= _LONGEST_BASE else None

"""What CommonMark reads in a document, with its place: destinations, autolinks, HTML, and text.

markdown-it-py reads CommonMark as the specification says, and tables as GitHub does, but tells no places within a line.
Here its own rules are watched as they run, so that what is found is what it finds. (The author of tree-sitter's grammar
of Markdown says that it is not meant for where correctness matters.)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from irigrammar.scan.formats.markdown.lines import Lines, Place

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

_MARKS = re.compile(r"[^\r\n]")
_NESTING = 40  # how deep markdown-it reads; so deep its functions call themselves
_WATCHED = ("autolink", "backticks", "html_inline", "image", "link")


class Part(NamedTuple):
    """A part of a document: its kind, its span, and what is read in it.

    The kinds are "link", "image", "definition" and "autolink", of which `read` is the destination; "html", of which it
    is as long as the span, with spaces for the marks of quotes and lists; and "text", which has none.
    """

    kind: str
    start: int
    end: int
    read: str = ""


class _Destination(str):
    """A destination as markdown-it read it, and where in which content it did."""

    __slots__ = ("content", "end", "start")
    content: str
    start: int
    end: int


@dataclass(slots=True)
class _Watch:
    """What the rules made of one content: the spans that they read in it."""

    tokens: list[Token]
    spans: list[tuple[str, int, int]] = field(default_factory=list)


def parts(text: str) -> Iterator[Part]:
    """Yield the parts of a document, those of each block by their kinds; what is code is no part.

    >>> [(part.kind, part.read) for part in parts("[a](b&amp;c) `[d](e)` <fo:g>") if part.kind != "text"]
    [('link', 'b&c'), ('autolink', 'fo:g')]
    """
    reader = _reader()
    lines = Lines(text)
    env: dict[str, Any] = {}
    tokens = reader.parse(text, env)
    after = 0  # where the last table cell ended
    before = ""
    for token in tokens:
        if token.type == "html_block" and token.map:
            place = lines.block(token.content, *token.map)
            yield from _html(text, token.content, place, 0) if place else ()
        elif token.type == "inline" and token.map and token.content:
            if before in {"th_open", "td_open"}:
                place, after = lines.cell(token.content, token.map[0], after)
            elif before == "atx":
                place = lines.heading(token.content, token.map[0])
            else:
                place = lines.block(token.content, *token.map)
            yield from _inline(reader, lines, token.content, env, place) if place else ()
        before = "atx" if token.type == "heading_open" and token.markup.startswith("#") else token.type
    definitions = [*env.get("references", {}).items(), *((row["label"], row) for row in env.get("duplicate_refs", ()))]
    for label, row in definitions:
        yield _definition(lines, label, row)


def _definition(lines: Lines, label: str, row: dict[str, Any]) -> Part:
    first, last = row["map"]
    if label.startswith("^"):  # what GitHub takes for a footnote
        return Part("text", lines.span(first)[0], lines.span(last - 1)[1])
    found = row["href"]
    place = lines.block(found.content, first, last) if isinstance(found, _Destination) else None
    if place is None:  # an empty destination
        start, _ = lines.span(first)
        return Part("definition", start, start)
    return Part("definition", place(found.start), place(found.end), str(found))


def _inline(reader: MarkdownIt, lines: Lines, content: str, env: dict[str, Any], place: Place) -> Iterator[Part]:
    watch = _Watch([])
    env["watch"] = watch
    reader.inline.parse(content, reader, env, watch.tokens)
    for token in watch.tokens:
        kind = {"link_open": "link", "image": "image"}.get(token.type)
        found = token.attrs.get("src" if kind == "image" else "href") if kind else None
        if kind and isinstance(found, _Destination) and found.content is content:
            yield Part(kind, place(found.start), place(found.end), str(found))
    done = 0
    for kind, start, end in sorted(watch.spans, key=lambda row: row[1]):
        if kind == "autolink":
            yield Part(kind, place(start + 1), place(end - 1), content[start + 1 : end - 1])
        elif kind == "html_inline":
            yield from _html(lines.text, content[start:end], place, start)
        if start > done:
            yield Part("text", place(done), _end(place, start))
        done = max(done, end)
    if done < len(content):
        yield Part("text", place(done), _end(place, len(content)))


def _end(place: Place, offset: int) -> int:
    return place(offset - 1) + 1


def _html(text: str, content: str, place: Place, offset: int) -> Iterator[Part]:
    """Yield the part that a content is which begins at an offset of what `place` knows."""
    done: int | None = None
    start, read = 0, ""
    for line in content.split("\n"):
        inner = line.strip()
        if inner:
            first = offset + len(line) - len(line.lstrip())
            begin, end = place(first), _end(place, first + len(inner))
            if done is None:
                start = begin
            else:
                read += _MARKS.sub(" ", text[done:begin])
            read += text[begin:end]
            done = end
        offset += len(line) + 1
    if done is not None:
        yield Part("html", start, done, read)


@cache
def _reader() -> MarkdownIt:
    from markdown_it import MarkdownIt, helpers

    reader = MarkdownIt("commonmark", {"maxNesting": _NESTING}).enable("table").disable(["inline", "text_join"])

    def destination(content: str, start: int, end: int) -> Any:
        found = helpers.parseLinkDestination(content, start, end)
        if found.ok:
            brackets = content.startswith("<", start)
            found.str = made = _Destination(found.str)
            made.content, made.start, made.end = content, start + brackets, found.pos - brackets
        return found

    # What these are called by in the rules; links to anywhere are links here, and stay as they are written.
    reader.helpers = cast(Any, SimpleNamespace(**{**vars(helpers), "parseLinkDestination": destination}))
    reader.validateLink = lambda url: True  # type: ignore[method-assign]  # noqa: ARG005
    reader.normalizeLink = lambda url: url  # type: ignore[method-assign]
    reader.normalizeLinkText = lambda link: link  # type: ignore[method-assign]
    names = reader.inline.ruler.get_active_rules()
    for name, rule in zip(names, reader.inline.ruler.getRules(""), strict=True):
        if name in _WATCHED:
            reader.inline.ruler.at(name, _watched(name, rule))
    return reader


def _watched(name: str, rule: Callable[[StateInline, bool], bool]) -> Callable[[StateInline, bool], bool]:
    def run(state: StateInline, silent: bool) -> bool:
        start = state.pos
        read = rule(state, silent)
        watch = state.env["watch"]
        if read and not silent and state.tokens is watch.tokens and not (name == "autolink" and _mails(state)):
            watch.spans.append((name, start, state.pos))
        return read

    return run


def _mails(state: StateInline) -> bool:
    """Return whether an autolink is an address of mail, to which markdown-it adds the scheme."""
    return state.tokens[-3].attrs.get("href") != state.tokens[-2].content

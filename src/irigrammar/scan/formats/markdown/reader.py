"""Read a CommonMark document with places.

It yields destinations, autolinks, HTML, and text. markdown-it-py reads CommonMark as the specification says, and tables
as GitHub does, but tells no places within a line. Here its own rules are watched as they run, so that what is found is
what it finds. (The author of tree-sitter's grammar of Markdown says that it is not meant for where correctness
matters.)
"""

from __future__ import annotations

import re
import string
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from html.entities import html5
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from irigrammar.processing.ucs import numeric_reference
from irigrammar.scan.formats.strings import Escapes, Unescaped, unescaped

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

_LINE_END = re.compile(r"\r\n?|\n")

# Takes an offset in the content of a block and gives that in the document.
Place = Callable[[int], int]


class Lines:
    """The lines of a document, as CommonMark counts them, from 0."""

    __slots__ = ("_ends", "_starts", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        spans = [match.span() for match in _LINE_END.finditer(text)]
        self._starts = [0, *(end for _, end in spans)]
        self._ends = [*(start for start, _ in spans), len(text)]

    def span(self, line: int) -> tuple[int, int]:
        """Return where a line stands, its end left out; past the last one an empty span at the end."""
        if line >= len(self._starts):
            return len(self.text), len(self.text)
        return self._starts[line], self._ends[line]

    def block(self, content: str, first: int, last: int) -> Place | None:
        """Return the places of a block's content whose lines are ends of the document's, from `first` to before `last`.

        In each line what is before its content is left out, and white space that stands for a part of a tab. Lines
        of white space at the ends may be left out. None if the content is not there.
        """
        written = content.removesuffix("\n").split("\n")
        lines = [line.strip() for line in written]
        known = [(begin, self.text[begin:end].rstrip()) for begin, end in map(self.span, range(first, last))]
        for skipped in range(len(known)):
            rows = known[skipped : skipped + len(lines)]
            if len(rows) == len(lines) and all(row.endswith(line) for (_, row), line in zip(rows, lines, strict=True)):
                break
        else:
            return None
        starts = [0]
        shifts = []
        for line, stripped, (begin, row) in zip(written, lines, rows, strict=True):
            lead = len(line) - len(line.lstrip())
            shifts.append(begin + len(row) - len(stripped) - lead - starts[-1])
            starts.append(starts[-1] + len(line) + 1)
        return _shifted(starts, shifts)

    def heading(self, content: str, line: int) -> Place:
        """Return the places of a heading's content, after which its line has only white space and "#"."""
        begin, end = self.span(line)
        shift = begin + max(self.text[begin:end].rfind(content), 0)
        return lambda offset: offset + shift

    def cell(self, content: str, line: int, after: int) -> tuple[Place, int]:
        r"""Return the places of a table cell's content, in which "\|" is read as "|", and where it ends.

        The cell is looked for in its line from `after` on.
        """
        begin, end = self.span(line)
        pattern = re.compile(r"\\\|".join(re.escape(part) for part in content.split("|")))
        match = pattern.search(self.text, max(begin, after), end)
        if match is None:  # no cell of this line: nothing is found in it
            return (lambda _: end), end
        extra = [0]
        for char in content:
            extra.append(extra[-1] + (char == "|"))
        start = match.start()
        return (lambda offset: start + offset + extra[offset]), match.end()


def _shifted(starts: Sequence[int], shifts: Sequence[int]) -> Place:
    def place(offset: int) -> int:
        return offset + shifts[min(bisect_right(starts, offset), len(shifts)) - 1]

    return place


_PUNCTUATION = re.escape(string.punctuation)
_ESCAPE = re.compile(
    rf"\\(?P<mark>[{_PUNCTUATION}])"
    r"|&(?:#[xX](?P<hexadecimal>[0-9A-Fa-f]{1,6})|#(?P<decimal>[0-9]{1,7})|(?P<name>[A-Za-z][A-Za-z0-9]*+));"
)
_SPECIAL = re.compile(r"[\\<>]|&(?=[#A-Za-z]|\Z)|[\0-\x20\x7f]")
_PARENTHESIS = re.compile(r"[()]")


def _read(written: str) -> Unescaped:
    return unescaped(written, _ESCAPE, _value) if "\\" in written or "&" in written else Unescaped(written)


def _value(match: re.Match[str]) -> str | None:
    if match["mark"] is not None:
        return match["mark"]
    if match["name"] is not None:
        return html5.get(f"{match['name']};")
    hexadecimal = match["hexadecimal"]
    char, why = numeric_reference(hexadecimal or match["decimal"], 16 if hexadecimal else 10, html=False)
    if char is None:
        raise ValueError(why)
    return char


def _write(text: str) -> str:
    escaped = _SPECIAL.sub(
        lambda match: f"&#{ord(match[0])};" if match[0] <= " " or match[0] == "\x7f" else f"\\{match[0]}", text
    )
    return escaped if _balanced(text) else _PARENTHESIS.sub(r"\\\g<0>", escaped)


def _balanced(text: str) -> bool:
    depth = 0
    for match in _PARENTHESIS.finditer(text):
        depth += 1 if match[0] == "(" else -1
        if not 0 <= depth <= 32:  # as many as may be open in a destination
            return False
    return depth == 0


# The content of a link, an image or a definition; in an autolink nothing is escaped.
MARKDOWN = Escapes("backslashes and character references", _read, _write)


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
    """The result of the rules for one content: the spans that they read in it."""

    tokens: list[Token]
    spans: list[tuple[str, int, int]] = field(default_factory=list)


def parts(text: str) -> Iterator[Part]:
    """Yield the parts of a document, those of each block by their kinds; what is code is not part.

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
    destination = row["href"]
    place = lines.block(destination.content, first, last) if isinstance(destination, _Destination) else None
    if place is None:  # an empty destination
        start, _ = lines.span(first)
        return Part("definition", start, start)
    return Part("definition", place(destination.start), place(destination.end), str(destination))


def _inline(reader: MarkdownIt, lines: Lines, content: str, env: dict[str, Any], place: Place) -> Iterator[Part]:
    watch = _Watch([])
    env["watch"] = watch
    reader.inline.parse(content, reader, env, watch.tokens)
    for token in watch.tokens:
        kind = {"link_open": "link", "image": "image"}.get(token.type)
        destination = token.attrs.get("src" if kind == "image" else "href") if kind else None
        if kind and isinstance(destination, _Destination) and destination.content is content:
            yield Part(kind, place(destination.start), place(destination.end), str(destination))
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
        result = helpers.parseLinkDestination(content, start, end)
        if result.ok:
            brackets = content.startswith("<", start)
            result.str = href = _Destination(result.str)
            href.content, href.start, href.end = content, start + brackets, result.pos - brackets
        return result

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

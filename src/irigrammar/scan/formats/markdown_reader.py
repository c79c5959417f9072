"""Read a CommonMark document with places.

It yields destinations, autolinks, HTML, and text. pyromark (pulldown-cmark) reads CommonMark and GitHub's tables, and
gives the span of each link and text in bytes; the destination within a link or a definition is found here.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from irigrammar.dataclass import NamedTuple
from irigrammar.lazy import regex
from irigrammar.scan.formats.strings import Escapes, Unescaped, unescape

if TYPE_CHECKING:
    from pyromark import Markdown

_PUNCTUATION = re.escape(string.punctuation)
_ESCAPE = regex(
    rf"\\(?P<mark>[{_PUNCTUATION}])"
    r"|&(?:#[xX](?P<hexadecimal>[0-9A-Fa-f]{1,6})|#(?P<decimal>[0-9]{1,7})|(?P<name>[A-Za-z][A-Za-z0-9]*+));"
)
_SPECIAL = regex(r"[\\<>]|&(?=[#A-Za-z]|\Z)|[\0-\x20\x7f]")
_PARENTHESIS = regex(r"[()]")


def _read(source: str) -> Unescaped:
    return unescape(source, _ESCAPE, _value) if "\\" in source or "&" in source else Unescaped(source)


def _value(match: re.Match[str]) -> str | None:
    """Return the text of a backslash escape or character reference, None for an unknown name.

    Raises `ValueError` for a number that is no character.
    """
    if match["mark"] is not None:
        return match["mark"]
    if match["name"] is not None:
        from html.entities import html5

        return html5.get(f"{match['name']};")
    from irigrammar.processing.ucs import numeric_reference

    hexadecimal = match["hexadecimal"]
    char, why = numeric_reference(hexadecimal or match["decimal"], 16 if hexadecimal else 10, html=False)
    if char is None:
        raise ValueError(why)
    return char


def _write(text: str) -> str:
    escaped = _SPECIAL.sub(
        lambda match: f"&#{ord(match[0])};" if match[0] <= " " or match[0] == "\x7f" else f"\\{match[0]}", text
    )
    return escaped if _is_balanced(text) else _PARENTHESIS.sub(r"\\\g<0>", escaped)


def _is_balanced(text: str) -> bool:
    """Return whether the parentheses of a text are paired, and nested at most 32 deep (CommonMark, 6.3)."""
    depth = 0
    for match in _PARENTHESIS.finditer(text):
        depth += 1 if match[0] == "(" else -1
        if not 0 <= depth <= 32:  # as many as may be open in a destination
            return False
    return depth == 0


# The content of a link, an image or a definition; in an autolink nothing is escaped.
MARKDOWN = Escapes(_read, _write)


class Part(NamedTuple):
    """A part of a document: its kind, its span, and its content with escapes read.

    The kinds are "link", "image", "definition" and "autolink", of which `read` is the destination; "html", of which it
    is as long as the span, with spaces for the marks of quotes and lists; and "text", which has none.
    """

    kind: str
    start: int
    end: int
    read: str = ""


def parts(text: str, definitions: str = "") -> Iterator[Part]:
    """Yield the parts of a document, those of each block by their kinds; code is left out.

    Of a piece of one, `definitions` are those of the whole.

    >>> [(part.kind, part.read) for part in parts("[a](b&amp;c) `[d](e)` <fo:g>") if part.kind != "text"]
    [('link', 'b&c'), ('autolink', 'fo:g')]
    """
    if not definitions:
        return _Reader(text).parts()
    by = len(definitions)
    read = _Reader(definitions + text).parts(len(definitions.encode()))
    return (part._replace(start=part.start - by, end=part.end - by) for part in read)


def pieces(data: bytes | bytearray, prepare: Callable[[str], str] = str) -> Iterator[tuple[int, int, str]]:
    r"""Yield the spans, in bytes, of pieces of whole blocks of a document in UTF-8, each with the definitions of links
    in all of it. The text that begins the document is given to `prepare`, which keeps its length.

    A document of at most 262,144 bytes is one piece, with ""; the definitions have "x" for their destinations. Blocks
    are read line by line from the start to the end, so that what comes after one decides nothing about those before it,
    except definitions. A tree of all blocks would take twenty times the memory of the text.

    >>> [*pieces(b"[a]\n\n[a]: b\n")]
    [(0, 12, '')]
    """
    if len(data) <= _PIECE:
        yield 0, len(data), ""
        return
    cuts, labels = [0], dict[str, None]()
    while cuts[-1] < len(data):
        start, size, last = cuts[-1], _PIECE, 0
        while not last:
            end = data.rfind(b"\n", start, start + size) + 1 if start + size < len(data) else len(data)
            text = data[start:end].decode("utf-8", "surrogatepass")
            piece = _SURROGATES.sub("\ufffd", text if start else prepare(text))
            last = len(piece) if end == len(data) else _last_block(piece)
            size *= 2
        labels.update(dict.fromkeys(_markdown().reference_definitions(piece[:last])))
        cuts.append(start + len(text[:last].encode("utf-8", "surrogatepass")))
    definitions = "".join(f"[{label}]: x\n" for label in labels) + "\n"
    start = 0
    for cut in cuts[1:]:
        if cut - start >= max(_PIECE, 2 * len(definitions)) or cut == len(data):
            yield start, cut, definitions
            start = cut


def _last_block(text: str) -> int:
    """Return the offset, in code points, of the line on which the last top-level block begins that has a blank line
    before it; 0 without one. Blank lines within a block (a list, a quote, fenced code) do not count.
    """
    data = text.encode()
    depth = last = 0
    events: Any = _markdown().events_with_range(text)
    for event, span in events:
        name = next(iter(event)) if event.__class__ is dict else event
        if depth == 0 and name != "End":
            start = span["start"]
            line = data.rfind(b"\n", 0, start) + 1
            if data[data.rfind(b"\n", 0, max(line - 1, 0)) + 1 : line].isspace() and not data[line:start].strip():
                last = line
        depth += (name == "Start") - (name == "End")
    return len(data[:last].decode())


_PIECE = 1 << 18  # bytes of a document that are read together


_SURROGATES = regex("[\ud800-\udfff]")


def _code_points(text: str) -> Callable[[int], int]:
    """Return a function from offsets in a text in UTF-8 to offsets in code points.

    >>> [*map(_code_points("a\u00e9b\u2028"), (0, 1, 3, 4, 7))]
    [0, 1, 2, 3, 4]
    """
    if text.isascii():
        return lambda offset: offset
    data = text.encode()
    known, point = 0, 0  # the last offset: most are near the one before

    def code_point(offset: int) -> int:
        """Return the number of code points before a byte offset; quick for offsets near the last one."""
        nonlocal known, point
        if offset > known:
            point += len(data[known:offset].decode())
        elif offset < known:
            point -= len(data[offset:known].decode())
        known = offset
        return point

    return code_point


# White space before a destination, and the marks of quotes and lists in its line.
_BLANK = regex(r"(?:[ \t]|(?:\r\n?|\n)[ \t>]*+)*+")
_BRACKETS = regex(r"<((?:[^<>\\\r\n]|\\.)*+)>", re.DOTALL)
_BARE = regex(r"\\.|[()]|[\0-\x20\x7f]", re.DOTALL)
_LABEL = regex(r"\[((?:[^\[\]\\]|\\.)++)\]:", re.DOTALL)
_MARKS = regex(r"[^\r\n]")
_LINE_END = regex(r"\r\n?|\n")
_START, _TAGS = "Start", ("Start", "End")
_CONTAINERS = {"BlockQuote", "List", "Item"}
_LINKS = {"Link": "link", "Image": "image"}
_WITHIN = {"Emphasis", "Strong"}


def _destination(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the span of a link's destination at an offset, without white space before it and without its brackets.

    Without brackets it ends at white space, a control or a ")" that closes nothing in it.
    """
    blank = _BLANK.match(text, start, end)
    start = blank.end() if blank else start
    if brackets := _BRACKETS.match(text, start, end):
        return brackets.span(1)
    depth, at = 0, start
    while match := _BARE.search(text, at, end):
        at = match.end()
        depth += {"(": 1, ")": -1}.get(match[0], 0)
        if depth < 0 or match[0] <= " " or match[0] == "\x7f":
            return start, match.start()
    return start, end


class _Link(NamedTuple):
    """A link or an image that is open: its kind, its type, its destination."""

    kind: str
    type: str
    read: str


class _Reader:
    """Reads one document, whose events have spans in bytes of UTF-8."""

    def __init__(self, text: str) -> None:
        self._text = text if text.isascii() else _SURROGATES.sub("\ufffd", text)
        self._place = _code_points(self._text)
        self._run: tuple[int, int] | None = None  # the running text that was last read, in bytes
        self._html: list[tuple[int, int, str]] = []  # the lines of HTML that were last read

    def parts(self, done: int = 0) -> Iterator[Part]:  # noqa: PLR0915  # one case for each kind of event
        """Yield the parts of all blocks except code, and the definitions between them, in order; definitions only from
        the byte offset `done` on, before which there are no blocks.
        """
        events: Any = _markdown().events_with_range(self._text)
        data = self._text.encode()
        links: list[_Link] = []
        is_code = in_image = False  # in a block of code; in an image
        inside = 0  # where the last content of a link ends, and in `done` that of all blocks
        for event, span in events:
            start, end = span["start"], span["end"]
            name, tag = event, None
            payload: Any = None
            if event.__class__ is dict:
                name, payload = event.popitem()
                if name in _TAGS:
                    tag, payload = payload.popitem() if payload.__class__ is dict else (payload, None)
            if name == _START and tag in _CONTAINERS:
                yield from self._flush()
                continue
            if start > done and data.find(b"]:", done, start) >= 0:
                yield from self._definitions(done, start)
            last = start if name == "End" else end
            done = max(done, last)
            if tag == "CodeBlock":
                is_code = name == _START
            if is_code:
                continue
            if tag in _LINKS and name == _START:
                if not links:
                    yield from self._flush(start)
                links.append(_Link(_LINKS[tag], payload["link_type"], payload["dest_url"]))
                in_image = in_image or tag == "Image"
                inside = start + len("![" if tag == "Image" else "[")
            elif tag in _LINKS:
                link = links.pop()
                in_image = any(other.kind == "image" for other in links)
                if not in_image:
                    yield from self._link(link, start, inside, end)
                inside = end
            elif in_image or name == "Code" or tag in _WITHIN:
                if name == "Code" and not links:
                    yield from self._flush(start)
                inside = end
            elif tag:
                yield from self._flush()
            elif name in ("Html", "InlineHtml"):
                is_inline = name == "InlineHtml"
                if is_inline and not links:
                    yield from self._flush(start)
                self._html.append((self._place(start), self._place(end), payload))
                if is_inline:
                    yield from self._markup()
                    inside = end
            elif not links and name != "Rule":
                self._run = (start if self._run is None else self._run[0], end)
            else:
                inside = end
        yield from self._flush()
        yield from self._definitions(done, len(data))

    def _flush(self, end: int | None = None) -> Sequence[Part]:
        """Return the running text so far, up to a byte offset, and the HTML so far as parts, and forget them; () if
        there are none.
        """
        run = self._run
        if run is None:
            return [*self._markup()] if self._html else ()
        self._run = None
        text = Part("text", self._place(run[0]), self._place(run[1] if end is None else end))
        return (text, *self._markup()) if self._html else (text,)

    def _link(self, link: _Link, start: int, inside: int, end: int) -> Iterator[Part]:
        """Yield the part of a link whose destination is in the text: an autolink, or an inline link; else nothing.

        Bytes come in, characters out.
        """
        start, inside, end = map(self._place, (start, inside, end))
        if link.type == "Autolink":
            yield Part("autolink", start + 1, end - 1, link.read)
        elif link.type == "Inline" and link.read:
            bracket = self._text.find("](", inside, end)
            first, last = _destination(self._text, bracket + 2, end - 1)
            yield Part(link.kind, first, last, link.read)

    def _definitions(self, start: int, end: int) -> Iterator[Part]:
        """Yield the definitions of links in a span of bytes between blocks; footnotes are parts of text."""
        start, end = self._place(start), self._place(end)
        while label := _LABEL.search(self._text, start, end):
            first, last = _destination(self._text, label.end(), end)
            if label[1].startswith("^"):  # what GitHub takes for a footnote
                following = _LABEL.search(self._text, last, end)
                last = following.start() if following else end
                yield Part("text", label.start(), last)
            else:
                yield Part("definition", first, last, _read(self._text[first:last]).text)
            start = last

    def _markup(self) -> Iterator[Part]:
        """Yield the HTML so far as one part, with spaces for the marks between its lines, and forget it; nothing if it
        is blank.
        """
        text, read, begin, done = self._text, "", -1, -1
        for start, end, content in self._html:
            at = start
            for line in _LINE_END.split(content):
                line_end = _LINE_END.search(text, at, end)
                if inner := line.strip():
                    last = at + len(text[at : line_end.start() if line_end else end].rstrip())
                    first = last - len(inner)
                    if begin < 0:
                        begin = first
                    else:
                        read += _MARKS.sub(" ", text[done:first])
                    read += text[first:last]
                    done = last
                at = line_end.end() if line_end else end
        self._html = []
        if begin >= 0:
            yield Part("html", begin, done, read)


@cache
def _markdown() -> Markdown:
    from pyromark import Markdown, Options

    return Markdown(options=Options.ENABLE_TABLES)

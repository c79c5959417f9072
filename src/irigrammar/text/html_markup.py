"""Tags and comments of HTML (HTML Standard, 13.2.5, tokenization).

tree-sitter's grammar of HTML was tried first: it loses `href=a?b=c` without quotes, reads tags in `textarea` and
`title` and comments that end in `--!>` wrongly, and takes quadratic time where elements are not closed. Here each state
is a pattern, and each code point is read once.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from irigrammar.dataclass import NamedTuple
from irigrammar.lazy import regex

_FOREIGN = frozenset(("svg", "math"))
# HTML Standard, 13.2.6: where HTML goes on in SVG and MathML.
_INTEGRATION = frozenset(("foreignobject", "desc", "title", "annotation-xml", "mi", "mo", "mn", "ms", "mtext"))
# HTML Standard, 13.2.6.5: start tags that end SVG and MathML.
_BREAKOUT_NAMES = """
b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol
p pre ruby s small span strong strike sub sup table tt u ul var
"""
_BREAKOUT = frozenset(_BREAKOUT_NAMES.split())


class Foreign:
    """The elements of SVG and MathML that are open, and those in them whose content is HTML again."""

    __slots__ = ("_counts", "_open")

    def __init__(self) -> None:
        self._open: list[str] = []
        self._counts: Counter[str] = Counter()

    @property
    def foreign(self) -> bool:
        """Whether the next token is content of SVG or MathML."""
        return bool(self._open) and self._open[-1] in _FOREIGN

    def enter(self, name: str, empty: bool) -> bool:
        """Note a start tag, `empty` if it ends in "/>"; return whether the element is one of SVG or MathML.

        >>> within = Foreign()
        >>> [within.enter(name, False) for name in ("p", "svg", "title", "a", "p")]
        [False, True, True, False, False]
        """
        if self.foreign:
            if name in _BREAKOUT:
                while self.foreign:
                    self._pop()
                return False
            if not empty and (name in _FOREIGN or name in _INTEGRATION):
                self._push(name)
            return True
        if name in _FOREIGN and not empty:
            self._push(name)
        return name in _FOREIGN

    def leave(self, name: str) -> None:
        """Note an end tag. It closes the open elements up to the last one of that name, if that is the innermost, or an
        svg or math.
        """
        if self._open and self._counts[name] and (name in _FOREIGN or name == self._open[-1]):
            while self._pop() != name:
                pass

    def _push(self, name: str) -> None:
        self._open.append(name)
        self._counts[name] += 1

    def _pop(self) -> str:
        name = self._open.pop()
        self._counts[name] -= 1
        return name


class Attribute(NamedTuple):
    """The value of an attribute: its span within the quotes, and the quote, "" where there is none."""

    start: int
    end: int
    quote: str


class Tag(NamedTuple):
    """A start tag: its span, its name and its attributes' in lower case; `foreign` in SVG and MathML.

    Of attributes of one name there is the first, as 13.2.5.33 says. `raw` is the span of what the element holds where
    that has no tags, as in a script.
    """

    start: int
    end: int
    name: str
    attributes: dict[str, Attribute]
    foreign: bool
    raw: tuple[int, int] | None = None


class Text(NamedTuple):
    """A stretch of text, without the content of `code` and the like; its references are not read."""

    start: int
    end: int


class Remark(NamedTuple):
    """A comment, and the span of its content."""

    start: int
    end: int
    inner: tuple[int, int]


class Broken(NamedTuple):
    """Markup that runs into the end of the document: nothing after it is read."""

    start: int
    end: int
    message: str


_SPACE = r"\t\n\f\r "
_OPEN = regex(
    rf"<(?:(?P<slash>/)?(?P<tag>[A-Za-z][^{_SPACE}/>]*+)(?P<plain>>)?"
    r"|(?P<comment>!--)|(?P<cdata>!\[CDATA\[)|(?P<bogus>[!?]|/(?=[^>])))"
)
_ATTRIBUTE = regex(
    rf"(?P<run>[{_SPACE}/]*+)(?:(?P<end>>)|(?P<name>=?[^{_SPACE}/>=]*+)"
    rf"(?:[{_SPACE}]*+=[{_SPACE}]*+(?:\"(?P<double>[^\"]*+)(?P<shut>\")?|'(?P<single>[^']*+)(?P<closed>')?|(?=>)"
    rf"|(?P<bare>[^{_SPACE}>\"'][^{_SPACE}>]*+)))?+)"
)
_COMMENT_END = regex(r"--!?>")
# 13.2.6.2 and 13.2.6.4.7: elements whose content has no tags. With scripting off `noscript` has some.
_RAW = frozenset(("iframe", "noembed", "noframes", "plaintext", "script", "style", "textarea", "title", "xmp"))
_RAW_END = {name: regex(rf"</{name}(?=[{_SPACE}/>])", re.IGNORECASE | re.ASCII) for name in _RAW - {"plaintext"}}
_SCRIPT = regex(rf"<!--|-->|<(?P<close>/?)script(?=[{_SPACE}/>])", re.IGNORECASE | re.ASCII)


# Elements whose text is code, or shows what is typed and printed (4.4.3, 4.5.15 to 4.5.18).
_CODE = frozenset(("code", "kbd", "pre", "samp", "tt"))


def tokens(text: str, *, xml: bool = False) -> Iterator[Tag | Text | Remark | Broken]:
    """Yield the start tags, texts and comments of a document, and markup that its end cuts off, in their order; time is
    linear. Texts in elements of code ("pre", "code", "kbd", "samp", "tt") and of raw text are left out, as are end tags
    and CDATA sections.

    With `xml` (XHTML) an element whose tag ends in "/>" is empty, and CDATA sections stand anywhere.

    >>> [tag.name for tag in tokens("<p><a href=x?y=z><title><b></title>")]
    ['p', 'a', 'title']
    """
    within = Foreign()
    offset = in_code = 0
    while match := _OPEN.search(text, offset):
        if match.start() > offset and not in_code:
            yield Text(offset, match.start())
        start, offset = match.span()
        slash, tag, plain, comment, cdata, _ = match.groups()
        if tag is not None:
            read = ({}, offset, False) if plain else _attributes(text, offset)
            if read is None:
                yield Broken(start, len(text), "the tag does not end")
                return
            attributes, offset, empty = read
            name = _lower(tag)
            if slash:
                within.leave(name)
                in_code -= bool(in_code and name in _CODE)
                continue
            in_code += name in _CODE and not (xml and empty)
            foreign = within.enter(name, empty)
            raw = name in _RAW and not foreign and not (xml and empty)
            end = _raw_end(text, offset, name) if raw else offset
            if end is None and name != "plaintext":
                yield Broken(start, len(text), f"{name} does not end")
            yield Tag(
                start, offset, name, attributes, foreign, (offset, len(text) if end is None else end) if raw else None
            )
            if end is None:
                return
            offset = end
        elif comment is not None:
            inner, offset, closed = _comment(text, offset)
            if not closed:
                yield Broken(start, len(text), "the comment does not end")
            yield Remark(start, offset, inner)
        elif cdata is not None and (xml or within.foreign):
            offset = _after(text, "]]>", offset)
        else:
            offset = _after(text, ">", offset)
    if offset < len(text) and not in_code:
        yield Text(offset, len(text))


def _attributes(text: str, offset: int) -> tuple[dict[str, Attribute], int, bool] | None:
    """Return the attributes of a tag by lower-case name, the first of each, the offset after the tag, and whether it
    ends in "/>"; None where it does not end.
    """
    attributes: dict[str, Attribute] = {}
    while True:
        match = _ATTRIBUTE.match(text, offset)
        assert match is not None  # it matches nothing at all, too
        offset = match.end()
        run, end, name, double, shut, single, closed, bare = match.groups()
        if end is not None:
            return attributes, offset, run.endswith("/")
        if not name or (double is not None and shut is None) or (single is not None and closed is None):
            return None
        group, quote = ("double", '"') if shut else ("single", "'") if closed else ("bare", "")
        first, last = match.span(group) if quote or bare is not None else (match.end("name"), match.end("name"))
        attributes.setdefault(_lower(name), Attribute(first, last, quote))


def _lower(name: str) -> str:
    if name.isascii():
        return name.lower()
    return name.encode("utf-8", "surrogatepass").lower().decode("utf-8", "surrogatepass")  # ASCII only (13.2.5.8)


def _raw_end(text: str, offset: int, name: str) -> int | None:
    """Return the offset of the end tag of an element whose content is raw text, from an offset on, None if it has none
    (HTML, 13.2.5).
    """
    if name == "plaintext":
        return None
    if name != "script":
        match = _RAW_END[name].search(text, offset)
        return match.start() if match else None
    # 13.2.5.15 to 13.2.5.31: in "<!--" a script within the script has a separate end tag.
    escaped = doubly = False
    while match := _SCRIPT.search(text, offset):
        offset = match.end()
        if match["close"] is None:
            escaped = match[0] != "-->"
            doubly = doubly and escaped
            offset -= 2 if escaped else 0  # the two hyphens may be those of "-->" as well
        elif not doubly and match["close"]:
            return match.start()
        elif escaped:
            doubly = not match["close"]
    return None


def _comment(text: str, offset: int) -> tuple[tuple[int, int], int, bool]:
    """Return the span of a comment's content, the offset after the comment, and whether it is closed (13.2.5.43 to
    13.2.5.52).
    """
    for abrupt in (">", "->"):
        if text.startswith(abrupt, offset):
            return (offset, offset), offset + len(abrupt), True
    match = _COMMENT_END.search(text, offset)
    if match is None:
        return (offset, len(text)), len(text), False
    return (offset, match.start()), match.end(), True


def _after(text: str, end: str, offset: int) -> int:
    index = text.find(end, offset)
    return len(text) if index < 0 else index + len(end)

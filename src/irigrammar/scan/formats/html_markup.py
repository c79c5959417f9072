"""Tags, texts and comments of HTML, by `grammar/documents/html.abnf`.

tree-sitter's grammar of HTML was tried first: it loses `href=a?b=c` without quotes, reads tags in `textarea` and
`title` and comments that end in `--!>` wrongly, and takes quadratic time where elements are not closed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from irigrammar.dataclass import NamedTuple
from irigrammar.lazy import cache
from irigrammar.scan.formats.tokens import Span, parts_of, tokens_of, with_parts, without_surrogates
from irigrammar.shipped.loader import value


@cache
def _pattern(rule: str) -> re.Pattern[str]:
    """Return the pattern of a rule of the grammar, of names of elements."""
    patterns: dict[str, str] = value("tokens-html", "patterns")
    return re.compile(patterns[rule])


def _is(name: str, kind: str) -> bool:
    return _pattern(f"{kind}-name").fullmatch(name) is not None


class Foreign:
    """The elements of SVG and MathML that are open, and those in them whose content is HTML again."""

    __slots__ = ("_counts", "_open")

    def __init__(self) -> None:
        self._open: list[str] = []
        self._counts: Counter[str] = Counter()

    def __bool__(self) -> bool:
        """Return whether an element is open."""
        return bool(self._open)

    @property
    def foreign(self) -> bool:
        """Whether the next token is content of SVG or MathML."""
        return bool(self._open) and _is(self._open[-1], "foreign")

    def enter(self, name: str, empty: bool) -> bool:
        """Note a start tag, `empty` if it ends in "/>"; return whether the element is one of SVG or MathML.

        >>> within = Foreign()
        >>> [within.enter(name, False) for name in ("p", "svg", "title", "a", "p")]
        [False, True, True, False, False]
        """
        if self.foreign:
            if _is(name, "breakout"):
                while self.foreign:
                    self._pop()
                return False
            if not empty and (_is(name, "foreign") or _is(name, "integration")):
                self._push(name)
            return True
        if _is(name, "foreign") and not empty:
            self._push(name)
        return _is(name, "foreign")

    def leave(self, name: str) -> None:
        """Note an end tag. It closes the open elements up to the last one of that name, if that is the innermost, or an
        svg or math.
        """
        if self._open and self._counts[name] and (_is(name, "foreign") or name == self._open[-1]):
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
    """A start tag: its span, its name in lower case, and its attributes as parts, each of them a kind and a span;
    `foreign` in SVG and MathML. `raw` is the span of what the element holds where that has no tags, as in a script.
    """

    start: int
    end: int
    name: str
    parts: list[Span]
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


def tokens(text: str, *, xml: bool = False, relevant: bool = False) -> Iterator[Tag | Text | Remark | Broken]:
    """Yield the start tags, texts and comments of a document, and markup that its end cuts off, in their order; time is
    linear. Texts in elements of code ("pre", "code", "kbd", "samp", "tt") and of raw text are left out, as are end tags
    and CDATA sections; `relevant` ones are those that may have an identifier.

    With `xml` (XHTML) an element whose tag ends in "/>" is empty, and CDATA sections stand anywhere.

    >>> [tag.name for tag in tokens("<p><a href=x?y=z><title><b></title>")]
    ['p', 'a', 'title']
    """
    source, markup = without_surrogates(text), tokens_of("html")
    within = Foreign()
    at = in_code = 0
    while at < len(text):
        is_inside = bool(within)  # SVG and MathML are read tag by tag
        cutter = markup.every if is_inside or not relevant else markup.relevant
        for token in with_parts(markup, cutter.by_keys(source, at, len(text), lambda _: 0)[0]):
            _, _, kind, start, end, parts = token
            at = end
            if kind == "text":
                if not in_code:
                    yield Text(start, end)
            elif parts:
                name, attributes = _tag(text, source, start, end, parts)
                is_empty = source[end - 2] == "/" and (not attributes or attributes[-1][2] < end - 1)
                is_element = not (xml and is_empty)
                in_code += is_element and kind == "code-tag"
                is_foreign = within.enter(name, is_empty) if is_inside or kind == "foreign-tag" else False
                if kind != "raw-tag" or is_foreign or not is_element:
                    yield Tag(start, end, name, attributes, is_foreign)
                else:
                    last = _end_of_raw(source, end, name)
                    at = len(text) if last is None else last
                    if last is None and name != "plaintext":
                        yield Broken(start, len(text), f"{name} does not end")
                    yield Tag(start, end, name, attributes, is_foreign, (end, at))
            elif kind in ("end-tag", "code-end", "foreign-end"):
                within.leave(_name(source, start + 2)[0])
                in_code -= bool(in_code and kind == "code-end")
            elif kind in ("comment", "open-comment"):
                if kind == "open-comment":
                    yield Broken(start, len(text), "the comment does not end")
                yield Remark(start, end, _inner(source, start, end))
            elif kind == "cdata" and (xml or within.foreign):
                last = source.find("]]>", start)
                at = len(text) if last < 0 else last + len("]]>")
            elif kind == "open-tag":
                yield Broken(start, len(text), "the tag does not end")
                return
            if at != end or kind in _STOPS or (is_inside and not within):
                break
        else:
            return


_STOPS = ("foreign-tag", "foreign-end", "raw-tag", "cdata")


def _name(text: str, start: int) -> tuple[str, int]:
    """Return the name of a tag that begins at an offset, in lower case, and where it ends."""
    match = _pattern("tag-name").match(text, start)
    assert match is not None  # a tag has one
    return _lower(match[0]), match.end()


def _tag(text: str, source: str, start: int, end: int, parts: list[Span]) -> tuple[str, list[Span]]:
    """Return the name of a tag in lower case, and the parts that are attributes."""
    (kind, first, last), *attributes = parts
    if kind == "opening" and all(part[0] != "opening" for part in attributes):
        return _in_lower(text[first + 1 : last]), attributes
    name, last = _name(source, start + 1)
    return name, [*parts_of("html-attributes", source, last, end)]


def name_of(text: str, part: Span) -> str:
    """Return the name of an attribute in lower case.

    >>> name_of("<a HREF = 'b'>", ("in-single", 3, 13))
    'href'
    """
    _, first, last = part
    equals = text.find("=", first + 1, last)
    return _in_lower(text[first : last if equals < 0 else equals])


def value_of(text: str, part: Span) -> Attribute:
    """Return the value of an attribute; one without a value is empty, at the end of the name.

    >>> value_of("<a HREF = 'b'>", ("in-single", 3, 13))
    Attribute(start=11, end=12, quote="'")
    """
    kind, first, last = part
    if kind == "named":
        place = first + len(text[first : text.find("=", first + 1, last) % (last + 1)].rstrip(_BLANK))
        return Attribute(place, place, "")
    place = last - len(text[text.find("=", first + 1) + 1 : last].lstrip(_BLANK))
    is_quoted = kind != "unquoted"
    return Attribute(place + is_quoted, last - is_quoted, text[place] * is_quoted)


def is_plain_value(text: str, start: int, end: int) -> bool:
    """Return whether a span of a text, as the value of an attribute of URLs, is one without any doubt: without an
    escape, a placeholder of a template language and white space, and no script.

    >>> [is_plain_value(text, 0, len(text)) for text in ("../a.css#b", "http://e.org/", "a b", "{u}", "javascript:a")]
    [True, True, False, False, False]
    """
    return _pattern("plain-value").fullmatch(text, start, end) is not None


def attributes_of(text: str, tag: Tag) -> dict[str, Attribute]:
    """Return the attributes of a tag by their names in lower case: the first of each, as 13.2.5.33 says.

    >>> [attributes_of("<a b=1 B=2 c>", tag).keys() for tag in tokens("<a b=1 B=2 c>")]
    [dict_keys(['b', 'c'])]
    """
    attributes: dict[str, Attribute] = {}
    for part in tag.parts:
        attributes.setdefault(name_of(text, part), value_of(text, part))
    return attributes


_BLANK = "\t\n\f\r "  # what is between attributes (13.2.5.32)
_AFTER_NAME = f"{_BLANK}/"


@lru_cache(1024)
def _in_lower(name: str) -> str:
    return _lower(name.rstrip(_AFTER_NAME))


def _lower(name: str) -> str:
    if name.isascii():
        return name.lower()
    return name.encode("utf-8", "surrogatepass").lower().decode("utf-8", "surrogatepass")  # ASCII only (13.2.5.8)


def _end_of_raw(text: str, offset: int, name: str) -> int | None:
    """Return the offset of the end tag of an element whose content is raw text, from an offset on, None if it has none
    (HTML, 13.2.5). In "<!--" a script within the script has a separate end tag (13.2.5.15 to 13.2.5.31).
    """
    escaped = doubly = False
    is_script, is_open = name == "script", name != "plaintext"
    while is_open:
        is_open = False
        for kind, start, end in parts_of("html-raw", text, offset, len(text)):
            if kind == "raw-end":
                is_open, offset = True, end
                if text[start + 2 : end - 1].lower() != name:
                    continue
                if not doubly:
                    return start
                doubly = False
            elif is_script and kind == "script-start":
                doubly = escaped
            elif is_script:
                escaped = kind == "hidden"
                doubly = doubly and escaped
    return None


def _inner(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the span of the content of a comment, without its end (13.2.5.43 to 13.2.5.52)."""
    first = start + len("<!--")
    if end - first <= len("->") and text[end - 1] == ">":  # an abrupt end
        return first, first
    closing = next((mark for mark in ("-->", "--!>") if text.endswith(mark, first, end)), "")
    return first, end - len(closing)

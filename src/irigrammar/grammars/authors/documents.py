"""The lines of a document that may contain ABNF.

Of an RFC or Internet-Draft as text, RFCXML, Markdown, reStructuredText or HTML. Page ends and running heads are left
out, references to characters are read; every line keeps its number and section.
"""

# typed: alphabets: patterns of documents: pages, sections, tags
# typed: 0xA0: the no-break space that HTML writes between words
from __future__ import annotations

import html
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from textwrap import dedent
from typing import Any

from irigrammar.dataclass import NamedTuple, dataclass, field
from irigrammar.errors import GrammarError, MissingExtra
from irigrammar.files import is_below, read_regular
from irigrammar.grammars.limits import LIMITS, Kind
from irigrammar.grammars.reader import MOST_BROKEN, RST_HEADING, decode, document_kind
from irigrammar.lazy import regex
from irigrammar.text.html_markup import Tag
from irigrammar.text.html_markup import tags as html_tags
from irigrammar.text.xml_markup import Aside, EndTag, StartTag
from irigrammar.text.xml_markup import tokens as xml_tokens


class Line(NamedTuple):
    """A line of a document: its number, from 1, how many characters are before `text` (less than 0 if it begins with
    spaces that the document does not have), and the section it is in, by its number, or by its title where the document
    has no numbers. A number of 0 is the end of a block.
    """

    number: int
    margin: int
    text: str
    section: str


@dataclass(slots=True)
class Contents:
    """The content of a document: its lines, whether it marks them as ABNF, `other_lines` of blocks without a mark in a
    document with marks, `examples`, the texts of other blocks with the words of their types and comments, and the
    errors of reading.
    """

    lines: list[Line] = field(default_factory=list)
    is_marked: bool = False
    other_lines: list[Line] = field(default_factory=list)
    examples: list[tuple[frozenset[str], str]] = field(default_factory=list)
    problems: list[GrammarError] = field(default_factory=list)


_FOOT = regex(r".*\[Page [0-9ivxl]+\]\s*$")
_RUNNING = regex(r"(?:RFC \d+|Internet-Draft|INTERNET-DRAFT)\s{2,}+\S.*\d{4}$")
_NUMBER = r"(?P<number>\d+(?:\.\d+)*|[A-Z](?:\.\d+)+|Appendix [A-Z])\.?"
_SECTION = regex(rf"{_NUMBER}\s{{1,4}}\S.*$")
_NUMBERED = regex(rf"{_NUMBER}\s+\S")
_ANCHOR = regex(r"(?:section|appendix)-((?:\d+|[A-Z])(?:\.\d+)*)$")
_ATTRIBUTES = regex(r"\s*\{[^{}]*\}\s*$")
_REFERENCE = regex(r"&[\w.-]+;")
_PRE_END = regex(r"</pre\b", re.IGNORECASE)
_HEADING = regex(r"h[1-6]")
_TITLE = 1000  # characters of a heading, at most
_HEADING_END = regex(r"</h[1-6]\b", re.IGNORECASE)
_LANGUAGE = regex(r"\blang(?:uage)?-", re.IGNORECASE)
_CODE = regex(r"\s*<code\b(?P<tag>[^<>]*)>", re.IGNORECASE)
_CUT = regex(r"<!--.*?(?:-->|\Z)|</?[A-Za-z][^<>]*>", re.DOTALL)
_LONE_RETURN = regex(r"\r(?!\n)")
_INCLUDE = regex(r"\{::include[\w-]*\s+([^{}\s]+)\s*\}")
_INCLUDES = regex(r"^\{::include[\w-]*[ \t]+([^{}\s]+)[ \t]*\}[ \t\r]*$", re.MULTILINE)
_CODE_ELEMENTS = ("sourcecode", "artwork")
_FILE = "a document that is a file"
_DEPTH, _FILES = 10, 1000  # how deep, and how many, files are included
_OF_ABNF = regex(r"(?<![\w-])(?:lang(?:uage)?-|highlight-|(?:highlight-)?source-)?abnf(?![\w-])", re.IGNORECASE)
_KRAMDOWN = regex(r"""\{:[^{}]*(?:type=["']?abnf\b|\.(?:lang(?:uage)?-)?abnf(?![\w-]))""", re.IGNORECASE)


@dataclass(slots=True)
class Included:
    """A document with the files that it includes: its text, the file and line of each line, and why files are left
    out, by the line that names them.
    """

    text: str
    name: str = ""
    places: list[tuple[str, int]] = field(default_factory=list)
    problem_by_line: dict[int, str] = field(default_factory=dict)

    def place(self, line: int) -> tuple[str, int]:
        """Return the file of a line, from 1, and its number there. A line beyond the last is the last."""
        return self.places[min(line, len(self.places)) - 1] if self.places else (self.name, line)

    def locate(self, error: GrammarError) -> GrammarError:
        """Return an error with the file and the line there of its line in the whole text; one without a line
        unchanged.
        """
        if not error.line or not self.places:
            return error
        source, line = self.place(error.line)
        return GrammarError(error.reason, source=source, line=line, column=error.column, expected=error.expected)


class _Include(NamedTuple):
    """A place that names a file: its span, the file, and the element that the file is in, "" for none."""

    start: int
    end: int
    path: str
    element: str = ""


def _sources(text: str) -> Iterator[_Include]:
    """Yield the elements of ABNF with `src` (RFC 7991, 2.5.6 and 2.48.4), whose own content does not count. One that is
    not closed is left out.
    """
    open_tag: StartTag | None = None
    for token in xml_tokens(text):
        if isinstance(token, StartTag) and _source(text, token) and _is_abnf(text, token):
            if token.empty:
                yield _Include(token.start, token.end, _source(text, token), token.name)
            else:
                open_tag = open_tag or token
        elif isinstance(token, EndTag) and open_tag and token.name == open_tag.name:
            yield _Include(open_tag.start, token.end, _source(text, open_tag), open_tag.name)
            open_tag = None


def _source(text: str, tag: StartTag) -> str:
    return html.unescape(_values(text, tag).get("src", "")) if tag.name in _CODE_ELEMENTS else ""


def _is_abnf(text: str, tag: StartTag) -> bool:
    return _values(text, tag).get("type", "").strip().lower() == "abnf"


_INCLUDING: Mapping[str, Callable[[str], Iterator[_Include]]] = {
    "markdown": lambda text: (_Include(*match.span(), match[1]) for match in _INCLUDES.finditer(text)),
    "xml": _sources,
}


def include_files(document: str, name: str, kind: Kind | None = None) -> Included:
    """Return a document with the files that it includes: by kramdown's `{::include FILE}`, a line, and by `src` of
    RFCXML's elements of ABNF. Paths are relative to the folder of the document, and in it; a file elsewhere or
    unreadable is left out, and so is one beyond 10 levels, about 1,000 files, or the largest size of a document; the
    reasons are in `problem_by_line`. Other kinds are not changed.
    """
    including = _INCLUDING.get(kind or document_kind(document, name) or "")
    if including is None or next(including(document), None) is None:
        return Included(document, name)
    folder = os.path.dirname(name)  # noqa: PTH120  # names stay as they are written
    whole = Included("", name)
    lines, places, size, files = [""], [(name, 1)], 0, 0

    def read(path: str, stack: tuple[str, ...]) -> str:
        """Return the text of a file whose real path ends the stack, and count it. Raises `OSError` for a URL, a file
        outside the document's folder or one that includes itself, and for too many files or levels. Raises
        `GrammarError` for a file that is not UTF-8.
        """
        nonlocal size, files
        if "://" in path:
            raise OSError("it is not a file")
        if not is_below(stack[-1], os.path.realpath(folder)):
            raise OSError("it is not in the folder of the document")
        if stack[-1] in stack[:-1]:
            raise OSError("it includes itself")
        if len(stack) > _DEPTH or files > _FILES:
            raise OSError(f"files are included {_DEPTH} deep, and {_FILES:,} at most")
        text = decode(read_regular(path, LIMITS.document - size), path)
        size, files = size + len(text), files + 1
        return text

    def write(text: str, source: str, number: int) -> None:
        """Append a text to the lines, the first part to the last line; `source` and `number` are the file and line that
        it begins in.
        """
        for offset, part in enumerate(text.split("\n")):
            if offset:
                lines.append("")
                places.append((source, number + offset))
            elif not lines[-1]:
                places[-1] = (source, number)
            lines[-1] += part

    def add(text: str, source: str, stack: tuple[str, ...]) -> None:
        """Add the lines of a text with those of the files that it includes, each with its own file and line; where a
        file cannot be included, its directive stays, and the reason is kept by its line.
        """
        number, place = 1, 0
        for row in including(text):
            write(text[place : row.start], source, number)
            number, place = number + text.count("\n", place, row.start), row.start
            path = os.path.join(folder, row.path)  # noqa: PTH118
            inner = (*stack, os.path.realpath(path))
            try:
                content = read(path, inner).removesuffix("\n")
            except (OSError, GrammarError) as error:
                reason = error.reason if isinstance(error, GrammarError) else error.strerror or str(error)
                whole.problem_by_line[len(lines)] = f"{row.path} cannot be included: {reason}"
                continue
            if row.element:
                write(f'<{row.element} type="abnf">\n', source, number)
                write(html.escape(content, quote=False), path, 1)
                write(f"\n</{row.element}>", source, number - 1)
            else:
                add(content, path, inner)
            number, place = number + text.count("\n", row.start, row.end), row.end
        write(text[place:], source, number)

    add(document.removesuffix("\n"), name, (os.path.realpath(name),))
    whole.text, whole.places = "\n".join(lines) + "\n", places
    return whole


def read_document(
    document: str, name: str = "", kind: Kind | None = None, problem_by_line: Mapping[int, str] | None = None
) -> Contents:
    """Return the contents of a document: the lines in which ABNF may be, without page ends and running heads, and the
    errors of reading.

    Without `kind`, the name of the file tells it, or the content; a text of no kind is read as one of kind "text".
    `problem_by_line` has the reasons why `include_files` left files out, by the number of the line, from 1, that names
    them; they become errors. Raises `MissingExtra` for Markdown without pyromark.

    >>> read_document("2. Syntax\\n\\n   a = b\\n\\nRFC 1   Example   [Page 1]\\n").lines[-1]
    Line(number=3, margin=0, text='   a = b', section='2')
    """
    match kind or document_kind(document, name):
        case "xml":
            return _contents(*_of_xml(document, name, problem_by_line or {}))
        case "html":
            return _contents(_of_html(document), [])
        case "markdown":
            return _contents(*_of_markdown(document, name, problem_by_line or {}))
        case "rst":
            return _contents(_of_rst(document), [])
    lines = (Line(number, 0, _plain(text), "") for number, text in enumerate(document.split("\n"), 1))
    return Contents(list(_without_pages(lines)))


class _Block:
    """Lines that stand together in a document, put together from the stretches of it that are their text."""

    __slots__ = ("_begin", "_number", "_parts", "_place", "_section", "is_marked", "other", "words")

    def __init__(self, section: str, *, is_marked: bool, other: bool = False, words: str = "") -> None:
        """Begin a block without lines, in a section; `words` are its type and the comment before it, `other` that it is
        marked as something else than ABNF.
        """
        self.is_marked = is_marked
        self.other = other  # it is marked as something else
        self.words = frozenset(words.lower().split())  # its type, and the comment before it
        self._section = section
        self._parts: list[tuple[int, int, list[str]]] = []  # number, margin and pieces of each line
        self._number = 1
        self._place = self._begin = 0  # what was counted up to here, and where that line begins

    @property
    def lines(self) -> list[Line]:
        return [Line(number, margin, "".join(pieces), self._section) for number, margin, pieces in self._parts]

    def add(self, document: str, start: int, end: int, *, plain: bool = False) -> None:
        """Add a stretch of the document, line by line, with its character references decoded unless it is `plain`."""
        self._number += document.count("\n", self._place, start)
        self._begin = max(self._begin, document.rfind("\n", self._place, start) + 1)
        self._place = start
        for offset, raw in enumerate(document[start:end].split("\n")):
            text = _plain(raw if plain else html.unescape(raw))
            if self._parts and self._parts[-1][0] == self._number + offset:
                self._parts[-1][2].append(text)
            elif text or offset:
                self._parts.append((self._number + offset, 0 if offset else start - self._begin, [text]))

    def cite(self, target: str) -> None:
        """Add the target of a reference in square brackets, as rendered documents show it; nothing before the first
        line.
        """
        if self._parts:
            self._parts[-1][2].append(f"[{target}]")

    def add_line(self, number: int, margin: int, text: str) -> None:
        """Add a line with its number and margin, unchanged."""
        self._parts.append((number, margin, [text]))


def _contents(blocks: list[_Block], problems: list[GrammarError]) -> Contents:
    """Return the lines of the blocks that are marked, or of all blocks where none is, and the errors; also the words
    and texts of unmarked blocks with words, and, where some block is marked, the lines of those unmarked ones that are
    not in another language.
    """
    has_marks = any(block.is_marked for block in blocks)
    examples = [
        (block.words, dedent("\n".join(line.text for line in block.lines)))
        for block in blocks
        if block.words and not block.is_marked
    ]
    rest = [block for block in blocks if not block.is_marked and not block.other]
    if not has_marks:
        return Contents(list(_without_pages(_lines(blocks))), False, [], examples, problems)
    lines = list(_lines(block for block in blocks if block.is_marked))
    return Contents(lines, True, list(_without_pages(_lines(rest))), examples, problems)


def _lines(blocks: Iterable[_Block]) -> Iterator[Line]:
    for block in blocks:
        yield from block.lines
        yield Line(0, 0, "", "")


def _plain(text: str) -> str:
    return text.removesuffix("\r").replace("\u00a0", " ")


def _without_pages(lines: Iterable[Line]) -> Iterator[Line]:
    """Yield lines without feet and running heads, and the blank ones around them; each with its section. Of several
    blank lines one stays, of those at the end none; the ends of blocks all stay.
    """
    last_section = section = ""
    blank: list[Line] = []
    has_page_break = False
    for whole in lines:
        line = whole
        if whole.text.startswith("\f"):
            text = whole.text.lstrip("\f")
            line = whole._replace(margin=whole.margin + len(whole.text) - len(text), text=text)
            has_page_break = True
        if _FOOT.match(line.text) or _RUNNING.match(line.text.rstrip()):
            has_page_break = True
        elif not line.text.strip():
            if not line.number:  # the end of a block
                yield line
            blank.append(line)
        else:
            if blank and not has_page_break:
                yield blank[0]
            blank, has_page_break = [], False
            if line.section != last_section:
                last_section = section = line.section
            heading = _SECTION.match(line.text)
            section = heading["number"] if heading else section
            yield line._replace(section=section)


def _of_xml(document: str, name: str, problem_by_line: Mapping[int, str]) -> tuple[list[_Block], list[GrammarError]]:
    """Return the blocks of RFCXML, version 2 or 3 (RFC 7749, 2.5; RFC 7991, 2.5 and 2.48); no entity is expanded. The
    errors are for entities and for files that are not included, about the first 100, and for an element that does not
    end.
    """
    blocks: list[_Block] = []
    problems: list[GrammarError] = []
    titles: list[str] = []
    name_start = block_start = place = 0
    element = comment = ""  # the open sourcecode or artwork; the comment before it

    def add(start: int, end: int) -> None:
        """Add a range of the document to the last block, and note its references to entities that are not expanded. The
        errors, of at most about 100 references, are added to `problems`.
        """
        blocks[-1].add(document, start, end)
        for match in _REFERENCE.finditer(document, start, end):
            if html.unescape(match[0]) == match[0] and len(problems) < MOST_BROKEN:
                reason = f"{match[0]} is an entity, and entities are not expanded here: write its text"
                problems.append(_problem(document, name, match.start(), reason))

    for token in xml_tokens(document):
        tag = token.name if isinstance(token, StartTag | EndTag) else ""
        if element:
            add(place, token.start)
            place = token.end
            if isinstance(token, StartTag) and tag in ("xref", "relref", "eref"):
                blocks[-1].cite(_values(document, token).get("target", ""))
            if isinstance(token, Aside) and not token.comment:
                blocks[-1].add(document, *token.inner, plain=True)
            elif isinstance(token, EndTag) and tag == element:
                element = ""
        elif isinstance(token, EndTag):
            if tag == "section" and titles:
                titles.pop()
            elif tag == "name" and name_start:
                titles[-1] = _title(_CUT.sub("", document[name_start : token.start]))
                name_start = 0
        elif isinstance(token, Aside):
            comment = document[slice(*token.inner)]
        elif isinstance(token, StartTag):
            values = _values(document, token)
            if tag == "section" and not token.empty:
                titles.append(html.unescape(values.get("title", "")))
            elif tag == "name" and titles:
                name_start = token.end
            elif tag in _CODE_ELEMENTS:
                kind, is_marked = values.get("type", "").strip().lower(), _is_abnf(document, token)
                if "src" in values:
                    if is_marked and len(problems) < MOST_BROKEN:
                        reason = f"{values['src']} is not included: it needs {_FILE}"
                        reason = problem_by_line.get(document.count("\n", 0, token.start) + 1, reason)
                        problems.append(_problem(document, name, token.start, reason))
                elif not token.empty:
                    element, block_start, place = tag, token.start, token.end
                    blocks.append(
                        _Block(
                            titles[-1] if titles else "",
                            is_marked=is_marked,
                            other=bool(kind),
                            words=f"{kind} {comment}",
                        )
                    )
                comment = ""
    if element:
        add(place, len(document))
        problems.append(_problem(document, name, block_start, f"{element} does not end"))
    return blocks, problems


def _values(document: str, tag: StartTag) -> dict[str, str]:
    return {attribute.name: document[attribute.start : attribute.end] for attribute in tag.attributes}


def _of_html(document: str) -> list[_Block]:
    """Return the `pre` elements of an HTML document as blocks, without tags and comments in them, each with its section
    and whether a class, of itself, its code or its parent, marks it as ABNF.
    """
    blocks: list[_Block] = []
    section, place = "", 0
    before: Tag | None = None

    def marks(tag: Tag | None) -> bool:
        classes = tag.attributes.get("class") if tag else None
        return bool(classes and _OF_ABNF.search(document, classes.start, classes.end))

    for token in html_tags(document):
        if token.start < place:
            continue
        around, before = before, token
        anchor = token.attributes.get("id") or token.attributes.get("name")
        match = _ANCHOR.match(document, anchor.start, anchor.end) if anchor else None
        section = match[1] if match else section
        last = token.end + _TITLE if _HEADING.fullmatch(token.name) else 0
        heading = _HEADING_END.search(document, token.end, last)
        if heading and not match:
            section = _section(_CUT.sub("", document[token.end : heading.start()]))
        if token.name == "pre":
            end = _PRE_END.search(document, token.end)
            last = end.start() if end else len(document)
            code = _CODE.match(document, token.end, last)
            # The element itself, the code element in it, or the one around it, as of highlighters.
            is_marked = marks(token) or bool(code and _OF_ABNF.search(code["tag"]))
            if around and not document[around.end : token.start].strip():
                is_marked = is_marked or marks(around)
            names = token.attributes.get("class")
            classes = document[names.start : names.end] if names else ""
            block = _Block(
                section,
                is_marked=is_marked,
                other=bool(_LANGUAGE.search(document, token.start, token.end)),
                words=classes,
            )
            place = token.end
            for cut in _CUT.finditer(document, token.end, last):
                block.add(document, place, cut.start())
                place = cut.end()
            block.add(document, place, last)
            place = last
            blocks.append(block)
    return blocks


def _of_rst(document: str) -> list[_Block]:
    """Return the literal blocks and blocks of code of reStructuredText, each with its section. They are marked where
    the directive's language is ABNF.
    """
    blocks: list[_Block] = []
    section = ""
    block: _Block | None = None
    margin = 0  # of the paragraph or directive that a block belongs to
    lines = document.split("\n")
    for number, line in enumerate(lines, 1):
        text = line.strip()
        indent = len(line) - len(line.lstrip())
        if block and (not text or indent > margin):
            if text or block.lines:
                block.add_line(number, 0, _plain(line))
            continue
        block = None
        if text and re.match(RST_HEADING, "\n".join(lines[number - 1 : number + 1])):
            section = _section(text)
        directive = _DIRECTIVE.match(text)
        if directive or text.endswith("::"):
            kind = directive[1] if directive else ""
            block = _Block(section, is_marked=bool(_OF_ABNF.fullmatch(kind)), other=bool(kind), words=kind)
            blocks.append(block)
            margin = indent
    return blocks


_DIRECTIVE = regex(r"\.\. (?:code-block|sourcecode|code)::\s*(\S*)")


def _of_markdown(
    document: str, name: str, problem_by_line: Mapping[int, str]
) -> tuple[list[_Block], list[GrammarError]]:
    """Return the code blocks of a Markdown document, with an error for each directive to include a file that is still
    in a block of ABNF: the reason why the file was left out, or that nothing else may be in the line. Raises
    `MissingExtra` without pyromark.
    """
    try:
        from pyromark import events_with_range
    except ImportError:
        raise MissingExtra("reading Markdown", "cli", "pyromark") from None

    document = _LONE_RETURN.sub(" ", document)  # which would end a line there, and does not elsewhere
    source = document.split("\n")
    data = document.encode(errors="replace")  # a lone surrogate has as many characters so
    blocks: list[_Block] = []
    problems: list[GrammarError] = []
    section = ""
    begin = at = 0  # the line of an offset in bytes
    info: str | None = None
    content: list[str] = []
    events: Any = events_with_range(document)
    for event, span in events:
        name_of, value = event.popitem() if isinstance(event, dict) else (event, None)
        tag, attributes = value.popitem() if isinstance(value, dict) else (value, None)
        if name_of == "Start" and tag == "Heading":
            section = _section(_heading(data[span["start"] : span["end"]].decode()))
        if name_of == "Start" and tag == "CodeBlock":
            begin, at = begin + data.count(b"\n", at, span["start"]), span["start"]
            info, content = attributes["Fenced"] if isinstance(attributes, dict) else None, []
        elif name_of == "Text":
            content.append(str(tag))
        if name_of != "End" or tag != "CodeBlock":
            continue
        block_source = data[span["start"] : span["end"]]
        end = begin + block_source.count(b"\n") + (not block_source.endswith(b"\n"))
        beside = "".join(source[max(begin - 1, 0) : begin] + source[end : end + 1])  # kramdown's attributes
        kind = ((info or "").split() or [""])[0].strip("{}").removeprefix(".")
        is_marked = bool(_OF_ABNF.fullmatch(kind) or _KRAMDOWN.search(beside))
        types = (match[1] or match[2] for match in _TYPE.finditer(beside.replace('"', " ").replace("'", " ")))
        block = _Block(section, is_marked=is_marked, other=bool(kind), words=" ".join([kind, *types]))
        first = begin + (info is not None)
        for number, text in enumerate("".join(content).removesuffix("\n").split("\n"), first + 1):
            include = _INCLUDE.search(text)
            if include and block.is_marked:
                reason = f"{include[1]} is not included: it must be the only text of its line, in {_FILE}"
                reason = problem_by_line.get(number, reason)
                problems.append(GrammarError(reason, source=name, line=number, column=1))
            line = source[number - 1] if number <= len(source) else ""
            margin = len(line) - len(text) if line.endswith(text) else 0  # of a list, or a quotation
            block.add_line(number, margin, "" if include else _plain(text))
        blocks.append(block)
    return blocks, problems


def _title(markup: str) -> str:
    return " ".join(html.unescape(markup).split())


def _section(title: str) -> str:
    """Return the number that a section's title begins with, or the title where it has none."""
    title = _title(title)
    heading = _NUMBERED.match(title)
    return heading["number"] if heading else title


_TYPE = regex(r"<!--\s*([\w-]+)\s*-->|\{:[^{}]*?type=\s*([\w-]+)")


def _heading(markup: str) -> str:
    """Return the title of a heading of Markdown, without the marks around it and its attributes."""
    lines = markup.strip().split("\n")
    title = " ".join(lines[:-1]) if len(lines) > 1 else _HASHES.sub("", lines[0])
    return _ATTRIBUTES.sub("", title.strip())


_HASHES = regex(r"^#+|[ \t]#+$")


def _problem(document: str, name: str, place: int, reason: str) -> GrammarError:
    column = place - document.rfind("\n", 0, place)
    return GrammarError(reason, source=name, line=document.count("\n", 0, place) + 1, column=column)

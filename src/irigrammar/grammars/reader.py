"""Read ABNF text into rules.

The `abnf` package parses the text, and this module reads its trees. The trees are those of the package's own grammar of
ABNF (RFC 5234, section 4, with RFC 7405's case-sensitive strings). The package takes more than linear time for long
rules, for white space and for comments, and calls itself for groups. So it gets a text in short pieces, without
comments: this module finds where rules, groups and alternatives begin and end, and the package reads what is between, a
few elements at a time. Line ends may be CRLF or LF; a rulelist that is indented as a whole is read as if it were not;
comments may hold any character, since the parser does not see them. Lines and columns are those of the text as given.
"""

# typed: alphabets, delimiters: patterns of ABNF's own tokens
# typed: 0x110000, 0x10FFFF: surrogates and what is beyond Unicode
from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from irigrammar.dataclass import dataclass, replace
from irigrammar.errors import GrammarError
from irigrammar.grammars.expr import (
    SURROGATES,
    Alternation,
    Concatenation,
    Expr,
    Literal,
    Prose,
    Range,
    Ref,
    Repetition,
    Rule,
    alternatives,
)
from irigrammar.grammars.limits import LIMITS, SPACES, GrammarLimits, Kind
from irigrammar.grammars.work import spent
from irigrammar.lazy import regex

if TYPE_CHECKING:
    from irigrammar.grammars.authors.foreign import Edit


# After how many rules that cannot be read reading ends; each takes milliseconds to be explained.
MOST_BROKEN = 100


# The abnf package takes quadratic time for one string, name or number; real ones are far below this length.
_STEPS_OF_CHARACTER = 20  # of the work that is counted
_TOKEN_LIMIT = 1_000
_LONG_TOKEN = regex(r'"[^"\r]*"?|<[^>\r]*>?|[\w.%-]+')
_DIGITS_LIMIT = 18

# How many elements the package reads at a time.
_PIECE = 32
# How many characters a fault is looked for in.
_WINDOW = 4_000
_SPACE = r"(?:[ \t]|;?\r\n[ \t])"
_HEAD = regex(rf"([^\s;=]*){_SPACE}*(=/?){_SPACE}*")
_TOKEN = regex(rf"""(?P<space>{_SPACE}+)|(?P<text>(?:"[^"\r]*"|<[^>\r]*>|[^\s;()\[\]/"<])+)|(?P<mark>[()\[\]/])""")
# The place where reading resumes after a rule that cannot be read: a name at the margin, and the sign after it.
_NEXT_RULE = regex(rf"^[^\s;=()\[\]/\"|{{}}]+{_SPACE}*[:/]?:?=", re.MULTILINE)
_WORD = regex(r"[^\W\d][\w-]*")
_END = regex(rf"{_SPACE}*;?\r\n")
_BETWEEN_RULES = regex(rf"(?:{_SPACE}*;?\r\n)*")
_CLOSING = {"(": ")", "[": "]"}
# The stand-in for a group, which the package reads instead.
_GROUP = "<>"

_BASES = {"x": 16, "d": 10, "b": 2}
_BEFORE_COMMENT = regex(r'(?:"[^"]*(?:"|$)|<[^>]*(?:>|$)|[^";<])*')


class SourceText:
    """A text with its name, as the parser needs it, and the way back to lines and columns (both from 1).

    `original` is what the text was made of by `edits`, and has the same lines; lines and columns are those in it.
    """

    def __init__(self, text: str, name: str, original: str | None = None, edits: Sequence[Edit] = ()) -> None:
        """Make the text to be parsed: without byte order mark, with CRLF line ends, without the indentation of its
        first line, and with ";" for comments; their texts, and the places of lines, are noted.
        """
        self.name = name
        self.size = len(text)
        self.original = text if original is None else original
        self._shifts = _shifts(self.original, edits)
        lines = [line.removesuffix("\r") for line in text.removeprefix("\ufeff").split("\n")]
        while lines and not lines[-1]:
            lines.pop()
        first = next((line for line in lines if without_comment(line).strip()), "")
        indent = len(first) - len(first.lstrip(" \t"))
        self._starts: list[int] = []  # the offset of each line in `parsed`
        self._indents: list[int] = []  # what was taken off each line
        self._comments: list[str | None] = []  # what each line says in a comment, None without one
        code_lines: list[str] = []
        size = 0
        for line in lines:
            removal = indent if not line[:indent].strip() else 0
            # Comments may hold any character, and the package takes quadratic time for a long one: only ";" is left.
            code = without_comment(line)
            self._comments.append(line[len(code) :].strip("; \t") if code != line else None)
            code = code[removal:] + ";" * (code != line)
            self._starts.append(size)
            self._indents.append(removal)
            code_lines.append(code + "\r\n")
            size += len(code) + 2
        self.parsed = "".join(code_lines)

    def comment(self, first: int, last: int) -> str:
        """Return the text of the comments on some lines, by number; without any, of those that end directly
        above them.
        """
        comments = [text for text in self._comments[first - 1 : last] if text]
        while not comments and first > 1 and self._is_comment(first - 2):
            first -= 1
        return " ".join(comments or filter(None, self._comments[first - 1 : last]))

    def _is_comment(self, index: int) -> bool:
        end = self._starts[index] + 1
        return self._comments[index] is not None and self.parsed[self._starts[index] : end] == ";"

    def place(self, offset: int) -> tuple[int, int]:
        """Return line and column, from 1, in the original text of an offset in `parsed`. In a text that edits put in,
        it is the place of the text that they replace.
        """
        if not self._starts:
            return 1, 1
        line = max(bisect_right(self._starts, offset) - 1, 0)
        column = offset - self._starts[line] + self._indents[line]
        shifts = self._shifts.get(line, [])
        place = bisect_right(shifts, (column, 1 << 62, 0, 0)) - 1
        if place >= 0:
            _, end, was, was_end = shifts[place]
            column = was_end + column - end if column >= end else was
        return line + 1, column + 1

    def error(self, reason: str, offset: int, expected: tuple[str, ...] = ()) -> GrammarError:
        """Return the `GrammarError` with a reason, for an offset in `parsed` as line and column."""
        line, column = self.place(offset)
        return GrammarError(reason, source=self.name, line=line, column=column, expected=expected)


def _shifts(original: str, edits: Sequence[Edit]) -> dict[int, list[tuple[int, int, int, int]]]:
    """Return by line, from 0, the bounds of each edit's text and of the text that it replaces in the original line.
    `edits` are in order.
    """
    shifts: dict[int, list[tuple[int, int, int, int]]] = {}
    margins = [0, *(match.end() for match in re.finditer("\n", original))] if edits else []
    for edit in edits:
        line = bisect_right(margins, edit.start) - 1
        margin = margins[line]
        row = shifts.setdefault(line, [])
        before = row[-1][1] - row[-1][3] if row else 0  # by how much the line has grown so far
        begin = edit.start - margin + before
        row.append((begin, begin + len(edit.text), edit.start - margin, edit.end - margin))
    return shifts


@dataclass(frozen=True, slots=True)
class Definition:
    """One `name = elements` or `name =/ elements` of a text."""

    rule: Rule
    incremental: bool
    column: int


def decode(data: bytes, source: str) -> str:
    """Return the bytes of an ABNF file as text; raise `GrammarError` with the place where they are not UTF-8."""
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        reason = f"byte 0x{data[error.start]:02X} is not UTF-8"
        raise GrammarError(reason, source=source, line=line, column=column) from None


RST_HEADING = r"^\S[^\n]*\n(?P<mark>[=~^#*+-])(?P=mark){2,}[ \t\r]*$"  # of reStructuredText: a title, underlined
_SUFFIXES: dict[str, Kind | None] = {
    "abnf": None,
    **dict.fromkeys(("md", "markdown", "mkd"), "markdown"),
    **dict.fromkeys(("html", "htm", "xhtml", "bs"), "html"),
    "xml": "xml",
    "rst": "rst",
}
# In this order: an RFC as text may have lines that look like a title of reStructuredText, or a fence.
_MARKS: tuple[tuple[Kind, str, str], ...] = (
    ("html", "", r"\A\ufeff?\s*(?:<\?xml[^>]*>\s*)?<(?:!DOCTYPE(?! *rfc)|html|pre class=.?metadata)\b"),
    ("xml", "", r"\A\ufeff?\s*<(?:\?xml|!DOCTYPE|rfc)\b"),
    ("text", "", r"\[Page \w+\]\s*$|^[ \t]*Request for Comments: \d+|^Internet-Draft\b|^\f"),
    ("markdown", "", r"^(?:```|~~~)"),
    ("rst", RST_HEADING, r"::[ \t]*\S{0,40}[ \t\r]*$"),
    ("text", "", r"(?:\A|^\r?\n)\d+(?:\.\d+)*\.?[ \t]+(?-i:[A-Z])"),
)


def document_kind(text: str, name: str) -> Kind | None:
    """Return the kind of document that a text is, by the name of its file, or by its content; None for ABNF itself.

    >>> [document_kind("a = b\\n", "a.abnf"), document_kind("<rfc>", ""), document_kind("~~~ abnf\\na = b\\n", "")]
    [None, 'xml', 'markdown']
    """
    suffix = name.lower().rpartition(".")[2]
    if suffix in _SUFFIXES:
        return _SUFFIXES[suffix]
    flags = re.MULTILINE | re.IGNORECASE
    return next((kind for kind, *marks in _MARKS if all(re.search(mark, text, flags) for mark in marks)), None)


def read(text: str, source: str, limits: GrammarLimits = LIMITS) -> dict[str, Rule]:
    """Return the rules of an ABNF text by lower-case name, in file order, `=/` merged in (RFC 5234, 3.3).

    Raises `GrammarError` for a syntax error, with line, column and what was expected; for a rule that is defined twice;
    for code points that no Unicode string has; for a text beyond a limit.

    >>> rules = read('greeting = "hi" / "ho"\\n', "example")
    >>> rules["greeting"].expr
    Alternation(items=(Literal(text='hi', sensitive=False), Literal(text='ho', sensitive=False)))
    """
    return merge(definitions(SourceText(text, source), limits))


def define_rules(define: Mapping[str, str], limits: GrammarLimits = LIMITS) -> dict[str, Rule]:
    """Return the rules that ABNF for names, or for the words of prose, defines, each with its name as its source.
    Raises `GrammarError` as `read` does, and `ValueError` for ABNF that defines more than one rule.

    >>> define_rules({"any OCTET": "%x00-FF"})["any octet"].expr
    Range(low=0, high=255)
    """
    rules: dict[str, Rule] = {}
    for name, abnf in define.items():
        (rule,) = read(f"defined = {abnf}\n", name, limits).values()
        rules[name.lower()] = replace(rule, name=name)
    return rules


def merge(definitions: Iterable[Definition]) -> dict[str, Rule]:
    """Return the rules by lower-case name, in the order of their first definitions, with the alternatives of `=/`
    appended.

    A rule whose first definition has `=/` is one that `adds`. Raises `GrammarError` for `=` on a name that is defined
    already, even if only by `=/`.
    """
    rules: dict[str, Rule] = {}
    additions: dict[str, list[Expr]] = {}
    for definition in definitions:
        rule = definition.rule
        key = rule.name.lower()
        earlier = rules.get(key)
        if earlier is None:
            rules[key] = replace(rule, adds=True) if definition.incremental else rule
        elif definition.incremental:
            additions.setdefault(key, []).extend(alternatives(rule.expr))
        else:
            raise GrammarError(
                f"{rule.name} is defined again (first at line {earlier.line}); write =/ to add alternatives",
                source=rule.source,
                line=rule.line,
                column=definition.column,
            )
    for key, more in additions.items():
        rules[key] = replace(rules[key], expr=Alternation((*alternatives(rules[key].expr), *more)))
    return rules


@dataclass(frozen=True, slots=True)
class Broken:
    """A rule that could not be read: the error, its name, "" where it has none, and the words that it may refer to."""

    error: GrammarError
    name: str
    words: frozenset[str]


def definitions(
    source: SourceText, limits: GrammarLimits = LIMITS, unreadable: list[Broken] | None = None
) -> list[Definition]:
    """Return every definition of a text in order, duplicates and all; raise `GrammarError` for a syntax error.

    With `unreadable`, what cannot be read is added there, and reading goes on with the next rule, at most `MOST_BROKEN`
    times. A text that has no rules, is beyond the limit, or has a string, name or number of more than 1,000 characters
    raises even so.
    """
    text = source.parsed
    spent(_STEPS_OF_CHARACTER * len(text))
    if source.size > limits.size:
        raise GrammarError(
            f"the grammar has {source.size:,} characters, and {limits.size:,} are the limit "
            "(GrammarLimits.size, --max-grammar-size)",
            source=source.name,
        )
    if not text.strip():
        raise GrammarError("the grammar is empty", source=source.name)
    for token in _LONG_TOKEN.finditer(text):
        if token.end() - token.start() > _TOKEN_LIMIT:
            reason = f"a string, name or number of more than {_TOKEN_LIMIT:,} characters is not read"
            raise source.error(reason, token.start())
    definitions: list[Definition] = []
    offset = _end_of(_BETWEEN_RULES, text, 0)
    while offset < len(text):
        try:
            definition, end = _definition(source, offset, limits)
        except (_NotAbnfError, GrammarError) as error:
            if unreadable is None:
                raise (_fault(source, error) if isinstance(error, _NotAbnfError) else error) from None
            wrong = _unread(source, error) if isinstance(error, _NotAbnfError) else error
            following = _NEXT_RULE.search(text, offset + 1)
            end = following.start() if following else len(text)
            head = _HEAD.match(text, offset)
            words = frozenset(word.lower() for word in _WORD.findall(text, offset, end))
            unreadable.append(Broken(wrong, head[1].strip("<>") if head else "", words))
            if len(unreadable) == MOST_BROKEN:
                break
        else:
            definitions.append(definition)
        offset = _end_of(_BETWEEN_RULES, text, end)
    if not definitions and not unreadable:
        raise GrammarError("the grammar has no rules", source=source.name)
    return definitions


def only_definition(source: SourceText) -> Definition | None:
    """Return the definition that a text is; None where it is not one, or more; nothing is explained."""
    text = source.parsed
    try:
        definition, end = _definition(source, _end_of(_BETWEEN_RULES, text, 0), LIMITS)
    except (_NotAbnfError, GrammarError):
        return None
    return definition if _end_of(_BETWEEN_RULES, text, end) == len(text) else None


class _NotAbnfError(Exception):
    """A text that is not ABNF: somewhere behind `begin`, before which `context` could be."""

    def __init__(self, context: str, begin: int) -> None:
        self.context = context
        self.begin = begin
        super().__init__(context, begin)


def _fault(source: SourceText, error: _NotAbnfError) -> GrammarError:
    """Return the error for a text that is not ABNF: another notation in the rule up to the fault, else the fault in
    ABNF.
    """
    from irigrammar.grammars.authors.foreign import first_foreign

    wrong = _unread(source, error)
    first, last = source.place(error.begin)[0], wrong.line or 0
    head = source.original.split("\n")
    while first > 1 and head[first - 1][:1].isspace():
        first -= 1
    habit = first_foreign(source.original, first, last)
    if habit is None:
        return wrong
    message, line, column = habit
    return GrammarError(message, source=source.name, line=line, column=column)


def _unread(source: SourceText, error: _NotAbnfError) -> GrammarError:
    """Return the error of a text that is not ABNF, with the expectations; looked for in a text with short spaces only.
    They are looked for in the next 4,000 characters, and without a place found there the error is that of the
    beginning.
    """
    from irigrammar.grammars.diagnose import diagnose

    text = source.parsed
    short = [error.context]
    size = len(error.context)
    places = [(0, error.begin)]
    position = error.begin
    while position < len(text) and size < _WINDOW:
        token = _TOKEN.match(text, position)
        word = token[0] if token else text[position]
        places.append((size, position))
        position += len(word)
        short.append(" " if token and token.lastgroup == "space" else word)
        size += len(short[-1])
    fault = diagnose("".join(short), read)
    if fault is None or (fault[0] == size and position < len(text)):
        prose = _OPEN_PROSE.match(text, error.begin, error.begin + _WINDOW)
        if prose:
            return source.error("prose ends in the line where it begins: write <...> in one line", prose.end() - 1)
        return source.error("this is not ABNF", error.begin)
    offset, expected = fault
    begin, place = places[bisect_right(places, (offset, len(text))) - 1]
    place = min(place + (offset - begin if offset >= len(error.context) else 0), len(text))
    mistake = _mistake(text, place)
    return source.error(mistake, place) if mistake else source.error(_unexpected_char(text, place), place, expected)


def _unexpected_char(text: str, offset: int) -> str:
    """Return the reason why a grammar cannot be read on at an offset, in words: the character there, or an end."""
    if offset >= len(text):
        return "the text ends in the middle of a rule"
    char = text[offset]
    if char in "\r\n":
        return "the line ends too early"
    hint = "" if char.isascii() else " (ABNF is written in ASCII)"
    shown = repr(char).replace("\\\\", "\\")
    return f"{shown} is not allowed here{hint}"


def _mistake(text: str, offset: int) -> str:
    """Return the message for a common mistake at an offset, as a missing base of a number, or a blank line in a rule;
    "" for any other.
    """
    begin = text.rfind("\n", 0, offset) + 1
    if _NO_BASE.match(text, offset - 1):
        return 'the base of the number is missing after "%": x for hexadecimal, as in %x28-5B'
    if _SLASH_FIRST.match(text, offset):
        return "alternatives are added to a rule with =/"
    if text[offset : offset + 1] == "/" and _BEHIND_BLANK.search(text, max(begin - _WINDOW, 0), offset):
        return "a blank line ends a rule: remove it, or begin it with a semicolon"
    if _CLOSED.match(text[begin:offset]) and _ELEMENT.match(text, offset):
        return SPACES
    indented = _INDENTED.fullmatch(text, begin, offset) if text[offset : offset + 1] == "=" else None
    if indented:
        return f"{indented[1]} is indented, so that its line continues the rule before it: begin rules in one column"
    return ""


_OPEN_PROSE = regex(r"""(?:"[^"\r]*"|<[^>\r]*>|[^"<])*?<(?=[^>\r]*\r)""")
_NO_BASE = regex("%[0-9A-Fa-f]")
_SLASH_FIRST = regex("/[ \\t]*=")
_BEHIND_BLANK = regex(r"(?<=\n)\r\n(?:[ \t]*;?\r\n)*[ \t]+\Z")
_CLOSED = regex(r'[^"]*(?:"[^"]*"[^"]*)*(?:[\])>]|(?<="))\Z')
_INDENTED = regex(r"[ \t]+([A-Za-z][\w-]*)[ \t]*")
_ELEMENT = regex(r'[A-Za-z0-9*"(\[<%]')


def without_comment(line: str) -> str:
    """Return a line up to its comment; a semicolon in a string or in prose begins none."""
    code = _BEFORE_COMMENT.match(line)
    return code.group() if code else ""


def _end_of(pattern: re.Pattern[str], text: str, start: int) -> int:
    match = pattern.match(text, start)
    return match.end() if match else start


def _definition(source: SourceText, start: int, limits: GrammarLimits) -> tuple[Definition, int]:
    """Return the definition that begins at an offset, and the offset at which it ends. Raises `_NotAbnfError` if none
    does, and the errors of `_elements`.
    """
    from abnf.parser import ParseError

    text = source.parsed
    head = _HEAD.match(text, start)
    try:
        name = _tree("rulename", head[1] if head else "").value
    except ParseError:
        raise _NotAbnfError("", start) from None
    assert head  # an empty name is not read
    expr, end = _elements(source, head, limits)
    line, column = source.place(start)
    last, _ = source.place(start + len(text[start:end].rstrip()) - 1)
    comment = source.comment(line, last)
    return Definition(Rule(name, expr, source.name, line, last, comment), head[2] == "=/", column), end


class _Open:
    """An alternation that is being read: from a parenthesis or bracket on, or that of the rule."""

    __slots__ = ("alternatives", "items", "mark", "offset", "piece")

    def __init__(self, mark: str, offset: int) -> None:
        self.mark = mark
        self.offset = offset  # of the mark
        self.alternatives: list[tuple[int, Expr]] = []
        self.items: list[tuple[int, Expr]] = []  # of the concatenation that is being read
        self.piece = _Piece()


class _Piece:
    """Elements that the abnf package reads at once: their text, where it is from, and the groups in it."""

    __slots__ = ("groups", "places", "size", "spaces", "words")

    def __init__(self) -> None:
        self.words: list[str] = []
        self.size = 0
        self.spaces = 0
        self.places: list[tuple[int, int]] = []  # offsets in the piece and in the text
        self.groups: dict[int, Expr] = {}  # by offset in the text

    def add(self, word: str, offset: int, group: Expr | None = None) -> None:
        """Append a word that stands at an offset of the text, with the group that it stands for."""
        self.places.append((self.size, offset))
        self.words.append(word)
        self.size += len(word)
        if group is not None:
            self.groups[offset] = group

    def add_space(self, offset: int) -> None:
        if self.words and self.words[-1] != " ":
            self.spaces += 1
            self.add(" ", offset)

    def place(self, node: Any) -> int:
        """Return where a node of the piece begins in the source."""
        offset = _offset(node)
        inside, source_offset = self.places[bisect_right(self.places, (offset, 1 << 62)) - 1]
        return source_offset + offset - inside


def _elements(source: SourceText, head: re.Match[str], limits: GrammarLimits) -> tuple[Expr, int]:
    """Return the alternation behind a rule's name, and the offset at which the rule ends. Groups that are open are a
    list, so that their number does not matter here.

    Raises `_NotAbnfError` if none is there, `GrammarError` for groups nested too deep, and the errors of `_repetition`.
    """
    from abnf.parser import ParseError

    text = source.parsed
    stack = [_Open("", head.end())]
    offset = begin = code = head.end()
    try:
        while token := _TOKEN.match(text, offset):
            inner = stack[-1]
            word, begin, offset = token[0], offset, token.end()
            if token.lastgroup == "space":
                inner.piece.add_space(begin)
                if inner.piece.spaces == _PIECE:
                    _finish_piece(inner, source)
                continue
            code = offset
            if token.lastgroup == "text":
                inner.piece.add(word, begin)
            elif word == "/":
                _finish_concatenation(inner, source)
            elif word in _CLOSING:
                if len(stack) > limits.nesting:
                    reason = f"groups are nested more than {limits.nesting} deep (GrammarLimits.nesting)"
                    raise source.error(reason, begin)
                stack.append(_Open(word, begin))
            elif word != _CLOSING.get(inner.mark):
                raise _Unfinished
            else:
                group = _finish(inner, source)
                if inner.mark == "[":
                    group = Repetition(group, 0, 1, offset=inner.offset)
                stack.pop()
                stack[-1].piece.add(_GROUP, inner.offset, group)
        begin = offset
        end = _END.match(text, code)
        if len(stack) > 1 or end is None:
            raise _Unfinished
        return _finish(stack[0], source), end.end()
    except (ParseError, _Unfinished):
        inner = stack[-1]
        context = f"{head[1]} {head[2]} " + "".join(part.mark for part in stack) + '"" ' * bool(inner.items)
        raise _NotAbnfError(context, inner.piece.places[0][1] if inner.piece.places else begin) from None


class _Unfinished(Exception):
    """An alternation that ends where it may not."""


def _finish(alternation: _Open, source: SourceText) -> Expr:
    _finish_concatenation(alternation, source)
    places, items = zip(*alternation.alternatives, strict=True)
    return items[0] if len(items) == 1 else Alternation(items, offset=places[0])


def _finish_concatenation(alternation: _Open, source: SourceText) -> None:
    """Move the items of the concatenation that is being read to the alternatives, as one expression. Raises
    `_Unfinished` if there are none.
    """
    _finish_piece(alternation, source)
    if not alternation.items:
        raise _Unfinished
    places, items = zip(*alternation.items, strict=True)
    alternation.items = []
    whole = items[0] if len(items) == 1 else Concatenation(items, offset=places[0])
    alternation.alternatives.append((places[0], whole))


def _finish_piece(alternation: _Open, source: SourceText) -> None:
    """Parse the words of the piece that is being read, append its repetitions to the items, and begin a new piece."""
    piece = alternation.piece
    words = "".join(piece.words).rstrip(" ")
    if words:
        for node in _nodes_of(_tree("concatenation", words), "repetition"):
            alternation.items.append((piece.place(node), _repetition(node, source, piece)))
    alternation.piece = _Piece()


# The tree of the abnf package is untyped here because its nodes differ between its Python and Rust back ends. Nobody
# changes one, and many a name or number comes again.
@lru_cache(4096)
def _tree(rule: str, text: str) -> Any:
    from abnf.parser import ABNFGrammarRule  # that of rfc7405, without 200 ms to make it

    return ABNFGrammarRule(rule).parse_all(text)


def _repetition(node: Any, source: SourceText, piece: _Piece) -> Expr:
    """Return the expression of a `repetition` node, its element alone without a count. Raises `GrammarError` for counts
    of more than 18 digits, or whose minimum is greater than the maximum, and the errors of `_element`.
    """
    item = _element(next(iter(_nodes_of(node, "element"))).children[0], source, piece)
    for repeat in _nodes_of(node, "repeat"):
        low, star, high = repeat.value.partition("*")
        offset = piece.place(repeat)
        if max(len(low), len(high)) > _DIGITS_LIMIT:
            raise source.error(f"a count of more than {_DIGITS_LIMIT} digits is not read", offset)
        first = int(low or 0)
        last = (int(high) if high else None) if star else first
        if last is not None and first > last:
            raise source.error(f"a repetition from {first} to {last} is impossible", offset)
        return Repetition(item, first, last, offset=offset, counted=(first, last) == (0, 1))
    return item


def _element(node: Any, source: SourceText, piece: _Piece) -> Expr:
    """Return the expression of an element: a group that is already read, a name, a string, a number, or prose, of which
    <"> is a quotation mark. Raises the errors of `_number`. Raises `AssertionError` for a node of another kind.
    """
    offset = piece.place(node)
    if offset in piece.groups:
        return piece.groups[offset]
    match node.name:
        case "rulename":
            return Ref(node.value, offset=offset)
        case "char-val":
            prefix, _, rest = node.value.partition('"')
            return Literal(rest[:-1], prefix.lower() == "%s", offset=offset)
        case "num-val":
            return _number(node.value, offset, source)
        case "prose-val":
            # <"> is the quotation mark, as RFC 822 and many RFCs after it write it.
            return Literal('"', offset=offset) if node.value == '<">' else Prose(node.value[1:-1], offset=offset)
    raise AssertionError(f"the abnf package has no element {node.name}")


def _number(text: str, offset: int, source: SourceText) -> Expr:
    """Return the literal or range of a numeric value; surrogates are left out of a range. Raises `GrammarError` for an
    empty range, one of surrogates only, and numbers that are not characters.
    """
    base, digits = _BASES[text[1].lower()], text[2:]
    low, dash, high = digits.partition("-")
    if dash:
        first, last = (_code_point(part, base, offset, source) for part in (low, high))
        if first > last:
            raise source.error(f"the range {text} is empty", offset)
        if first <= SURROGATES[1] and last >= SURROGATES[0]:
            # U+D800 to U+DFFF are not characters
            ends = ((first, SURROGATES[0] - 1), (SURROGATES[1] + 1, last))
            parts = tuple(Range(low, high, offset=offset) for low, high in ends if low <= high)
            if not parts:
                raise source.error(
                    f"the range {text} holds only surrogate code points, which are not characters", offset
                )
            return parts[0] if len(parts) == 1 else Alternation(parts, offset=offset)
        return Range(first, last, offset=offset)
    points = [_code_point(part, base, offset, source) for part in digits.split(".")]
    if any(SURROGATES[0] <= point <= SURROGATES[1] for point in points):
        raise source.error(f"{text} is a surrogate code point, which is not a character", offset)
    return Literal("".join(map(chr, points)), True, offset=offset)


def _code_point(digits: str, base: int, offset: int, source: SourceText) -> int:
    """Return the code point of digits in a base. Raises `GrammarError` for one above U+10FFFF."""
    significant = digits.lstrip("0") or "0"
    value = int(significant, base) if len(significant) <= 21 else 0x110000  # the last code point has 21 binary digits
    if value > 0x10FFFF:
        shown = digits if len(digits) <= 24 else digits[:21] + "..."
        raise source.error(f"{shown} is above U+10FFFF, the last code point", offset)
    return value


def _nodes_of(node: Any, name: str) -> Iterator[Any]:
    return (child for child in node.children if child.name == name)


def _offset(node: Any) -> int:
    while node.children:
        node = node.children[0]
    return int(node.offset)

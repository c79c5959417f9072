"""Detect notations that are not ABNF, with their ABNF equivalents.

EBNF (ISO 14977, W3C), BNF, ANTLR, PEG and regular expressions share marks that can be nowhere in ABNF outside strings,
prose and comments. So they are found without knowing which notation is meant, and what they are replaced with is ABNF.
"""

# typed: 0x10FFFF: surrogates and what is beyond Unicode
# typed: alphabets: patterns of tokens of EBNF, BNF and regular expressions
from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from irigrammar.dataclass import NamedTuple, dataclass
from irigrammar.grammars.expr import SURROGATES
from irigrammar.grammars.limits import SPACES
from irigrammar.lazy import regex
from irigrammar.text.splice import splice


class Edit(NamedTuple):
    """A replacement of the text between two offsets, in code points from 0, the end exclusive."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Foreign:
    """One habit of another notation: `message` says how to write it in ABNF; `edits` do so at each of the `places`,
    where it begins. Both are in order. An edit without a certain meaning leaves the text unchanged.
    """

    code: str
    message: str
    places: tuple[int, ...]
    edits: tuple[Edit, ...]


class _Row(NamedTuple):
    """A notation found at one place."""

    code: str
    message: str
    edits: tuple[Edit, ...]

    @property
    def place(self) -> int:
        """The offset of the mark that is not ABNF: of the first edit that replaces characters, not of one that only
        inserts.
        """
        return next((edit.start for edit in self.edits if edit.end > edit.start), self.edits[0].start)


_TOKEN = regex(
    r"""
      (?P<blocks>\(\*[^\n]*?\*\)|/\*[^\n]*?\*/)
    | (?P<comment>;[^\n]*)
    | (?P<line>//[^\n]*|(?<![^\s])\#(?=\s)[^\n]*)
    | (?P<string>(?:%[is])?"[^"\n]*")
    | (?P<single>'[^'\n]*')
    | (?P<head>(?m:^)[ \t]*(?:<(?P<angle>[^<>\n]+)>|(?P<plain>[^\W\d][\w-]*))[ \t]*
      (?:\n[ \t]+)?(?P<sign>::=|:=|->|→|:(?!:)|=(?!/)))
    | (?P<margin>(?m:^)[/|](?!/))
    | (?P<define>::=|:=|→)
    | (?P<prose><[^>\n]*>)
    | (?P<list>(?<=[\s(\[/=])(?P<low>\d*)\#(?!x[0-9A-Fa-f]+\b)(?P<high>\d*)(?=[\w("'<\[%]))
    | (?P<number>%[bdxBDX][\w.]*(?:-%?[\w.]+)?|(?:0x|\#x|U\+|\\u)(?P<point>[0-9A-Fa-f]+))
    | (?P<set>\[\^?(?:\\.|[^\s\]\\"'<>()|/;])(?:\\.|[^\s\]\\"'<>()|/;])*\](?!\w))
    | (?P<name>[^\W\d][\w-]*)
    | (?P<times>\{\d*(?:,\d*)?\})
    | (?P<mark>[()\[\]{}|,+?*])
    | (?P<space>\s+)
    """,
    re.VERBOSE,
)
_DOTS = regex(r"\s*(?:\.\.\.?|…)\s*")
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "0": "\0", '"': '"', "'": "'", "\\": "\\"}
# In a set: a class or a number of a regular expression or of XML; elements of an option, in EBNF.
_UNCLEAR = regex(r"\\(?![nrt0])[A-Za-z0-9]|\\0[0-9]|#x|[Uu]\+[0-9A-Fa-f]|\b0x|,|\[[:=.]|&&")
_NAME = regex(r"[^\W\d][\w-]*")
_RULE = regex(r";\s*<?[^\W\d][\w-]*>?\s*(?:::=|:=|:|=)\s*\S")
_TIMES = regex(r"\d\s*\*")
_CLOSES = {")": "(", "]": "[", "}": "{"}


def foreign(text: str) -> list[Foreign]:
    """Return the foreign notations in a text of rules, in the order of their first places. ABNF may have some, too,
    which mean something else in it, as a backslash in a string (L019).

    >>> for habit in foreign("my_rule ::= 'a' | [0-9]+\\n"):
    ...     print(habit.code, habit.message)
    L017 "_" is not allowed in the name of a rule: write my-rule
    L011 "::=" is not ABNF: a rule is defined with "="
    L013 'a' is not ABNF: a string is written in double quotation marks
    L012 "|" is not ABNF: alternatives are separated by "/"
    L015 [0-9] is not ABNF: a range of characters is written by their numbers, %x30-39
    L014 "+" after an element is not ABNF: how often comes before it, 1*
    """
    rows: dict[tuple[str, str], list[_Row]] = {}
    for row in _Scanner(text).rows():
        rows.setdefault((row.code, row.message if row.code in _EACH else ""), []).append(row)
    habits = [
        Foreign(
            alike[0].code,
            alike[0].message,
            tuple(sorted(row.place for row in alike)),
            tuple(sorted(edit for row in alike for edit in row.edits)),
        )
        for alike in rows.values()
    ]
    return sorted(habits, key=lambda habit: habit.places)


_EACH = {"L011", "L014", "L017", "L018"}  # one for each mark or name; of the others, the first place is the example


def translate(text: str, habits: list[Foreign], name: str) -> tuple[str, str, str, list[Edit]]:
    """Return the arguments of `SourceText`: a text with the edits of its habits, a name, the original text, and the
    edits in order, none inside of another.

    >>> translate("a = 'x'|y\\n", foreign("a = 'x'|y\\n"), "example")[0]
    'a = %s"x" / y\\n'
    """
    edits = apart(edit for habit in habits for edit in habit.edits)
    return splice(text, edits), name, text, edits


def apart(edits: Iterable[Edit]) -> list[Edit]:
    """Return edits in order, without those that begin inside of one before."""
    result: list[Edit] = []
    for edit in sorted(edits):
        if not result or edit.start >= result[-1].end:
            result.append(edit)
    return result


def names_agree(text: str, edits: Sequence[Edit]) -> bool:
    """Return whether names that differ in a text, other than in case, differ after edits.

    >>> text = "a_b = a-b\\n"
    >>> names_agree(text, foreign(text)[0].edits)
    False
    """
    names: dict[str, str] = {}
    for edit in edits:
        old = text[edit.start : edit.end].strip("<>")
        if _NAME.fullmatch(edit.text) and names.setdefault(edit.text.lower(), old) != old:
            return False
    words = {word[0].lower() for word in _TOKEN.finditer(text) if word.lastgroup == "name"}
    words |= {head["plain"].lower() for head in _TOKEN.finditer(text) if head["plain"]}
    return not any(new in words and new != old.lower() for new, old in names.items())


def hides_rule(text: str) -> bool:
    """Return whether a comment of a text begins with a rule: behind a semicolon that ends the one before, as in EBNF.

    >>> hides_rule("a : b ; c : d ;\\n"), hides_rule("a : b ; see c\\n")
    (True, False)
    """
    return any(_RULE.match(token[0]) for token in _TOKEN.finditer(text) if token.lastgroup == "comment")


def counts_before(text: str) -> bool:
    """Return whether a text may have a number and "*" in the sense of EBNF: exactly that many times."""
    return bool(_TIMES.search(text))


def first_foreign(text: str, first: int, last: int) -> tuple[str, int, int] | None:
    """Return the message, line and column of the first foreign notation in some lines of a text, from 1, the last one
    included; None where they have none that ABNF does not allow.
    """
    begin = end = 0  # the offsets of the lines
    for number in range(1, last + 1):
        end = text.find("\n", end) + 1 or len(text) + 1
        begin = end if number < first else begin
    places = (
        (place, habit.message)
        for habit in foreign(text)
        if habit.code not in _ALLOWED
        for place in habit.places
        if begin <= place < end
    )
    place, message = min(places, default=(-1, ""))
    if place < 0:
        return None
    return message, text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place)


_ALLOWED = {"L019"}  # what ABNF reads in its own way


class _Element(NamedTuple):
    """An element that was read: where, whether it is a group, whose brackets an option can take, or a set of
    characters, and whether something says how often it comes.
    """

    start: int
    end: int
    is_group: bool = False
    is_set: bool = False
    is_repeated: bool = False


_ELEMENTS = {"string", "single", "number", "set", "prose", "name"}
_TWICE = "how often an element comes is written once, before it: put a group around what is repeated again"
_ANGLES = "angle brackets are for prose in ABNF: the name of a rule is written without them"
_BRACES = '"{" is not ABNF: what may be repeated is written *( )'


class _Scanner:
    """Goes through a text token by token; a token that no notation has is passed over."""

    def __init__(self, text: str) -> None:
        """Take a text, and note the names of its rules."""
        self.text = text
        heads = [match for match in _TOKEN.finditer(text) if match["sign"]]
        self.names = {match["angle"] or match["plain"] for match in heads}
        self.angles = {match["angle"] for match in heads if match["angle"]}
        self.opened: list[tuple[str, int]] = []
        self.lists: dict[int, re.Match[str]] = {}  # by where the element begins that they are of
        self.last: _Element | None = None  # what comes before, where an element may end
        self.end = 0

    def rows(self) -> Iterator[_Row]:
        """Yield a row for each foreign notation, in the order of the text; elements without a space between them are
        one (L018).
        """
        while self.end < len(self.text):
            token = _TOKEN.match(self.text, self.end)
            if token is None:
                self.end, self.last = self.end + 1, None
                continue
            kind = token.lastgroup or ""
            before, self.last, self.end = self.last, None, token.end()
            if kind in _ELEMENTS or token[0] in {"(", "[", "{"}:
                if before and before.end == token.start():
                    if token[0] == "i" and self.text[before.end - 1] in "\"'":  # in other notations, for either case
                        yield self._unclear("L018", SPACES, *token.span())
                    else:
                        yield _Row("L018", SPACES, (Edit(token.start(), token.start(), " "),))
                self.last = _Element(token.start(), token.end(), is_set=kind == "set")
            if kind not in ("space", "comment"):
                handle: Callable[[re.Match[str], _Element | None], Iterator[_Row]] = getattr(self, f"_{kind}")
                yield from handle(token, before)
            if self.lists and self.last and self.last.start in self.lists:
                yield _commas(self.lists.pop(self.last.start), self.text[self.last.start : self.end])

    def _unclear(self, code: str, message: str, start: int, end: int) -> _Row:
        """Return a row that changes nothing, for a notation without a certain meaning."""
        return _Row(code, message, (Edit(start, end, self.text[start:end]),))

    def _head(self, token: re.Match[str], _: _Element | None) -> Iterator[_Row]:
        """Yield the rows for the head of a rule: a name in angle brackets or with an underscore, and a sign other than
        "=". Brackets that are open are forgotten.
        """
        self.opened.clear()
        if token["angle"]:
            edit = Edit(token.start("angle") - 1, token.end("angle") + 1, _hyphenate(token["angle"]))
            yield _Row("L011", _ANGLES, (edit,))
        elif "_" in token["plain"]:
            yield _underscore(token["plain"], token.start("plain"))
        if token["sign"] != "=":
            yield _definition(token["sign"], token.start("sign"))

    def _define(self, token: re.Match[str], _: _Element | None) -> Iterator[_Row]:
        yield _definition(token[0], token.start())

    def _margin(self, token: re.Match[str], _: _Element | None) -> Iterator[_Row]:
        message = "a line that continues a rule begins with white space"
        yield _Row("L020", message, (Edit(token.start(), token.end(), "  /"),))

    def _blocks(self, token: re.Match[str], _: _Element | None) -> Iterator[_Row]:
        """Yield the row for a comment of another notation, or, if it has only names of rules, for a mistake whose
        correction is not clear.
        """
        words = {*_NAME.findall(token[0])}
        if words and words <= self.names:
            message = f"{token[0].split()[0]} is not ABNF: write ; before a comment, or / between alternatives"
            yield self._unclear("L016", message, *token.span())
        else:
            yield _comment(token, self.text)

    _line = _blocks

    def _string(self, token: re.Match[str], _: _Element | None) -> Iterator[_Row]:
        """Yield the row for a string in another notation: a range from it to the next string, which it then goes on
        after, single quotation marks, or an escape. A string of ABNF has none.
        """
        last = _range_end(self.text, token.end())
        if last:
            self.end = last.end()
            self.last = _Element(token.start(), self.end)
            whole = self.text[token.start() : self.end]
            write = f"{_numbers(token[0][-2])}-{ord(last[0][-2]):02X}"
            message = f"{whole} is not ABNF: a range is written by numbers, {write}"
            yield _Row("L015", message, (Edit(token.start(), self.end, write),))
        elif token[0][0] == "'" and "\\" in token[0]:
            message = f"{token[0]} is not ABNF: write a string in double quotation marks, an escape by its number"
            yield self._unclear("L013", message, *token.span())
        elif token[0][0] == "'":
            yield _single(token)
        else:
            content = token[0].partition('"')[2][:-1]
            if len(content) == 2 and content[0] == "\\" and content[1] in _ESCAPES:
                write = _numbers(_ESCAPES[content[1]])
                message = f'"{content}" is a backslash and "{content[1]}" in ABNF: write {write} for the character'
                yield self._unclear("L019", message, *token.span())

    _single = _string

    def _number(self, token: re.Match[str], _: _Element | None) -> Iterator[_Row]:
        """Yield the row for a number in another notation: hexadecimal after 0x, #x, U+ or an escape's u, or a range
        both of whose numbers have a base.
        """
        write = f"%x{token['point']}" if token["point"] else re.sub(r"-%\w(?=\w)", "-", token[0])
        bases = {token[0][1], *re.findall(r"-%(\w)", token[0])}
        if len({base.lower() for base in bases}) > 1:
            message = f"{token[0]} is not ABNF: write both numbers of a range in one base"
            yield self._unclear("L015", message, *token.span())
        elif write != token[0]:
            yield _Row("L015", f"{token[0]} is not ABNF: write {write}", (Edit(*token.span(), write),))

    def _set(self, token: re.Match[str], _: _Element | None) -> Iterator[_Row]:
        """Yield the row for a set of characters in brackets, as of regular expressions; else open an option."""
        content = token[0][1:-1]
        if _is_set(content, self.names):
            if _UNCLEAR.search(content) or content.rstrip("+*?") in self.names:
                message = f"{token[0]} is not ABNF: write a set of characters by their numbers, an option with spaces"
                yield self._unclear("L015", message, *token.span())
                return
            write = _as_ranges(content)
            message = f"{token[0]} is not ABNF: a range of characters is written by their numbers, {write}"
            yield _Row("L015", message, (Edit(*token.span(), write),))
        else:
            self._open("[", token.start())

    def _prose(self, token: re.Match[str], _: _Element | None) -> Iterator[_Row]:
        name = token[0][1:-1]
        if name in self.angles:
            yield _Row("L011", _ANGLES, (Edit(*token.span(), _hyphenate(name)),))

    def _list(self, token: re.Match[str], _: _Element | None) -> Iterator[_Row]:
        """Note the "#" of a list (RFC 9110, 5.6.1) by the offset after it, unless its maximum is too low; yield
        nothing.
        """
        high = token["high"]  # without it there is no maximum (RFC 9110, 5.6.1)
        if not high or int(high) >= max(int(token["low"] or 0), 1):
            self.lists[self.end] = token
        return iter(())

    def _name(self, token: re.Match[str], _: _Element | None) -> Iterator[_Row]:
        if "_" in token[0]:
            yield _underscore(token[0], token.start())

    def _times(self, token: re.Match[str], before: _Element | None) -> Iterator[_Row]:
        """Yield the row for counts in braces: after an element, which they repeat, else for a brace that opens a
        group.
        """
        if before and before.end == token.start() and self._is_repeated(before):
            yield self._unclear("L014", _TWICE, *token.span())
            self.last = before._replace(end=token.end())
        elif before and before.end == token.start():
            low, comma, high = token[0][1:-1].partition(",")
            write = f"{low}*{high}" if comma else low
            message = f"{token[0]} after an element is not ABNF: how often comes before it, {write}"
            yield _Row("L014", message, (Edit(before.start, before.start, write), Edit(*token.span(), "")))
            self.last = before._replace(end=token.end(), is_repeated=True)
        else:
            yield self._brace(token.start())

    def _is_repeated(self, element: _Element) -> bool:
        """Return whether something before or after an element says how often it comes."""
        return element.is_repeated or self.text[element.start - 1 : element.start] in set("0123456789*")

    def _mark(self, token: re.Match[str], before: _Element | None) -> Iterator[_Row]:
        """Yield the row for a single character that ABNF does not have: braces, "|", ",", or a repetition after an
        element; brackets and parentheses open and close, without a row.
        """
        mark, start = token[0], token.start()
        after = self.text[self.end : self.end + 1]
        if mark == "{":
            yield self._brace(start)
        elif mark in "([":
            self._open(mark, start)
        elif mark in _CLOSES:
            opening = self.opened.pop() if self.opened and self.opened[-1][0] == _CLOSES[mark] else ("", start)
            self.last = _Element(opening[1], self.end, mark == ")")
            if mark == "}" and opening[0]:
                yield _Row("L014", _BRACES, (Edit(start, self.end, ")"),))
        elif mark == "|":
            before_it = "" if self.text[start - 1 : start].isspace() else " "
            write = f"{before_it}/{'' if after.isspace() else ' '}"
            yield _Row("L012", '"|" is not ABNF: alternatives are separated by "/"', (Edit(start, self.end, write),))
        elif mark == ",":
            yield _Row("L018", f'"," is not ABNF: {SPACES}', (Edit(start, self.end, "" if after.isspace() else " "),))
        elif before and before.end == start and (mark != "*" or after != "*"):
            if self._is_repeated(before):
                yield self._unclear("L014", _TWICE, start, self.end)
            elif mark == "*" and not before.is_set and re.match(r"""[\w"'(\[<%{]""", after):
                message = 'it is not clear what "*" repeats: write it before that, and a space between elements'
                yield self._unclear("L014", message, start, self.end)
            else:
                yield _postfix(mark, start, before)
            self.last = before._replace(end=self.end, is_repeated=True)

    def _brace(self, start: int) -> _Row:
        self._open("{", start)
        return _Row("L014", _BRACES, (Edit(start, self.end, "*("),))

    def _open(self, mark: str, start: int) -> None:
        self.opened.append((mark, start))
        self.end, self.last = start + 1, None


def _commas(mark: re.Match[str], element: str) -> _Row:
    """Return the row for a list in the notation of RFC 9110, 5.6.1, with the edit that writes it in ABNF, with commas
    between its elements as a sender writes it.
    """
    low, high = int(mark["low"] or 0), int(mark["high"] or 0)
    times = f"{low - 1 if low > 1 else ''}*{high - 1 if high else ''}"

    def spelling(element: str) -> str:
        write = element if high == 1 else f'{element} {times}( OWS "," OWS {element} )'
        return write if low else f"[ {write} ]"

    example = spelling(element if len(element) < 30 else "element")
    message = f'"{mark[0]}" is not ABNF: a list with commas (RFC 9110, 5.6.1) is written out, {example}'
    return _Row("L026", message, (Edit(mark.start(), mark.end() + len(element), spelling(element)),))


def _definition(sign: str, start: int) -> _Row:
    message = f'"{sign}" is not ABNF: a rule is defined with "="'
    return _Row("L011", message, (Edit(start, start + len(sign), "="),))


def _hyphenate(name: str) -> str:
    return re.sub(r"[\s_]+", "-", name.strip())


def _underscore(name: str, start: int) -> _Row:
    write = _hyphenate(name)
    return _Row(
        "L017", f'"_" is not allowed in the name of a rule: write {write}', (Edit(start, start + len(name), write),)
    )


def _single(token: re.Match[str]) -> _Row:
    """Return the row for a string in single quotation marks: with double ones instead if it is printable ASCII without
    such, else by numbers.
    """
    content = token[0][1:-1]
    if re.fullmatch(r"[ -!#-~]*", content):
        write = f'%s"{content}"' if re.search("[A-Za-z]", content) else f'"{content}"'
        message = f"{token[0]} is not ABNF: a string is written in double quotation marks"
    else:
        write = _numbers(content)
        reason = "has quotation marks" if '"' in content else "is not of printable ASCII"
        message = f"{token[0]} is not ABNF: a string that {reason} is written by numbers, {write}"
    return _Row("L013", message, (Edit(token.start(), token.end(), write),))


def _numbers(text: str) -> str:
    return "%x" + ".".join(f"{ord(char):02X}" for char in text)


def _comment(token: re.Match[str], text: str) -> _Row:
    """Return the row for a comment in another notation, with the edits that write it with a semicolon at the end of its
    line.
    """
    start, end = token.span()
    words = token[0].removeprefix("(*").removesuffix("*)").removeprefix("/*").removesuffix("*/")
    comment = f"; {words.removeprefix('//').removeprefix('#').strip()}"
    line_end = text.find("\n", end)
    line_end = len(text) if line_end < 0 else line_end
    message = f"{token[0][:2].strip()} is not ABNF: a comment begins with a semicolon"
    if not text[end:line_end].strip():
        return _Row("L016", message, (Edit(start, end, comment),))
    return _Row("L016", message, (Edit(start, end, ""), Edit(line_end, line_end, f" {comment}")))


def _range_end(text: str, offset: int) -> re.Match[str] | None:
    """Return the match of the string that ends a range, behind dots, where a string of one character that ends at an
    offset begins it; None where it does not.
    """
    dots = _DOTS.match(text, offset)
    if dots is None or text[offset - 3 : offset - 2] not in ("'", '"'):
        return None
    return re.compile(r"""(?:'[^'\n]'|"[^"\n]")""").match(text, dots.end())


def _is_set(content: str, names: set[str | None]) -> bool:
    """Return whether the content of brackets is a set of characters, as in a regular expression, and not an option."""
    if content in names:
        return False
    if re.fullmatch(r"\d*\*?\d*[^\W\d][\w-]*|%\w[\w.-]*", content):  # a name, or another element
        return bool(re.match(r"\w-\w", content) and re.fullmatch(r"(?:\w-\w|_|-)+", content))
    return True


def _as_ranges(content: str) -> str:
    """Return the content of a set of a regular expression, perhaps negated by "^", in ABNF: one range, or alternatives
    in a group.
    """
    is_negation, content = content.startswith("^"), content.removeprefix("^")
    signs = re.findall(r"\\?.", content)
    chars = [sign if sign[0] != "\\" else _ESCAPES.get(sign[1], sign[1]) for sign in signs]
    ranges: list[tuple[int, int]] = []
    place = 0
    while place < len(chars):
        if place + 2 < len(chars) and signs[place + 1] == "-":
            ranges.append((ord(chars[place]), ord(chars[place + 2])))
            place += 3
        else:
            ranges.append((ord(chars[place]), ord(chars[place])))
            place += 1
    if is_negation:
        ranges = _others(ranges)
    parts = [f"%x{low:02X}" if low == high else f"%x{low:02X}-{high:02X}" for low, high in ranges]
    return parts[0] if len(parts) == 1 else f"( {' / '.join(parts)} )"


def _others(ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the code points, without surrogates, that are in none of the ranges."""
    others, begin = [], 0
    for low, high in sorted([*ranges, SURROGATES]):
        if low > begin:
            others.append((begin, low - 1))
        begin = max(begin, high + 1)
    return [*others, (begin, _LAST)]


_LAST = 0x10FFFF


def _postfix(mark: str, start: int, last: _Element) -> _Row:
    """Return the row for "?", "*" or "+" after an element, with the edits that write it before or around the
    element.
    """
    if mark == "?":
        message = '"?" after an element is not ABNF: what may be left out is written in brackets, [ ]'
        if last.is_group:
            edits: tuple[Edit, ...] = (Edit(last.start, last.start + 1, "["), Edit(last.end - 1, start + 1, "]"))
        else:
            edits = (Edit(last.start, last.start, "[ "), Edit(start, start + 1, " ]"))
        return _Row("L014", message, edits)
    write = "1*" if mark == "+" else "*"
    message = f'"{mark}" after an element is not ABNF: how often comes before it, {write}'
    return _Row("L014", message, (Edit(last.start, last.start, write), Edit(start, start + 1, "")))

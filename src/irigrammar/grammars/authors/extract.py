"""Extract ABNF from documents, keeping line numbers.

An RFC or Internet-Draft as text, RFCXML, Markdown or HTML. Blocks that a document marks as ABNF are accepted as they
are. Elsewhere a rule is what reads as one: a name, "=" and elements, and the lines that continue it; a lone `name =
name` only if other rules lead there. What looks like ABNF and is left out is reported.
"""

# typed: alphabets, delimiters: patterns of ABNF's own tokens
from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

from irigrammar.dataclass import NamedTuple, dataclass, field
from irigrammar.errors import GrammarError
from irigrammar.grammars.authors.documents import Included, Line, read_document
from irigrammar.grammars.expr import Concatenation, Expr, Literal, Ref, Repetition, walk
from irigrammar.grammars.limits import Kind
from irigrammar.grammars.reader import (
    MOST_BROKEN,
    Definition,
    SourceText,
    definitions,
    only_definition,
    without_comment,
)
from irigrammar.lazy import regex


@dataclass(frozen=True, slots=True)
class Extracted:
    """A rule of a document: its name, its lines, and the lines of comments before it."""

    name: str
    lines: tuple[Line, ...]
    comments: tuple[Line, ...] = ()

    @property
    def spaced(self) -> bool:
        """Whether there is space before "=", as in nearly all ABNF, and hardly ever in examples of parameters."""
        return not self.lines[0].text[len(self.name) :].startswith("=")

    @property
    def text(self) -> str:
        """The lines of the rule."""
        return "\n".join(line.text for line in self.lines)


class LeftOut(NamedTuple):
    """Lines that look like ABNF and are not in the extract, and why."""

    lines: tuple[Line, ...]
    error: GrammarError


@dataclass(frozen=True, slots=True)
class Extract:
    """Extracted ABNF: `rules` in order; `text` has them on their own lines, the other lines empty;
    `margins` says how many characters each line, from 1, lost at its beginning; `left_out` are the lines that look like
    ABNF and are not in `rules`; `repeated`, rules that are there again and are the same; `problems` are the errors of
    `left_out`, and what could not be read of the document, in order; `others` are rules of other notations, as CDDL,
    which are not reported; `examples` are the other
    blocks with the words that say what they are, their types and comments; `whole` is the document with what it
    includes.
    """

    rules: tuple[Extracted, ...]
    text: str
    margins: Mapping[int, int]
    problems: tuple[GrammarError, ...] = field(default=())
    left_out: tuple[LeftOut, ...] = field(default=())
    repeated: tuple[Extracted, ...] = field(default=())
    others: tuple[Extracted, ...] = field(default=())
    examples: tuple[tuple[frozenset[str], str], ...] = field(default=())
    whole: Included = field(default_factory=lambda: Included(""))


_FEW = 3
_NEAR = 3  # lines
_WORDS = 5  # words without marks of ABNF that may be elements
_HEAD = regex(r"""(?P<name>[A-Za-z][\w-]*)[ \t]*(?:=/?(?![=>])|/=(?=[ \t]*["%<]))""")
# In a block that is marked as ABNF, what another notation begins a rule with begins one, too.
_FOREIGN_HEAD = regex(r"(?P<name><[^<>]+>|[^\W\d][\w-]*)[ \t]*(?:::=|:=|->|=(?!=)|:(?=\s)|/=)")
_NAME = regex(r"(?P<name>[A-Za-z][\w-]*)\s*(?:;.*)?$")
_SIGN = regex(r"\s*=/?(?![=>])")
_MARKS = regex(r"""["/*\[\]();%<=]""")
_QUOTED = regex(r'"[^"]*"|<[^>]*>')
# Signs of elements that assignments, code and sentences hardly ever have.
_LIKE = regex(
    r"""(?<![\w"])\d*[*#]\d*(?=[A-Za-z("\[<])|%[xdbXDB][0-9A-Fa-f]|"\s*/\s|\s/\s*["<%]|\s/\s|=\s*<[^<>]+>\s*$|/=\s*["%<]|[\[(]\s*\"""",
    re.MULTILINE,
)
_BAR = regex(r"""\A(?=[^{]*\Z)(?s:.)*?(?:"\s*\|\s|\s\|\s*["<%])""")  # RELAX NG has braces
_STATEMENT = regex(r"""\A.*["\w)][ \t]*;[ \t]*\Z""")  # of a programming language
_CLAUSE = regex(r"\w;")
_STRINGS = regex(r"""["%][^\s]*\s+/\s|\s/\s+["%]""")
_WORD = regex(r"[^\W\d][\w-]*")
_ONLY_ABNF = regex(r"""(?<![\w"])\d*\*\d*(?=[A-Za-z("\[<])|%[xdbXDB][0-9A-Fa-f]""")
# What rules of other notations have outside of strings and comments, and ABNF, also with mistakes, has not. Of CDDL:
# tags and types by number, ranges, control operators, members of maps, occurrences, references.
_CDDL = regex(
    r"""(?<![\w"])#\d(?:\.\w+)?\s*(?:[(,/]|$)|[=/]\s*\#\s*$|=>|//=|[\w)]\.\.\.?[\w(-]|[\w)\]]\s+\.[a-z]+\b"""
    r"""|(?:^|[\[({,?*])\s*[\w"][\w"-]*\s*:\s+[\w"\[{(~#&]|(?:^|[\[({,=])\s*[?+*]\s+[\w"~&]|[~&$]\s?[(A-Za-z$]""",
    re.MULTILINE,
)
# Of RELAX NG and programming languages: calls with two arguments, brackets that close or open at the end of a line; of
# any other, numbers and sums.
_CODE = regex(
    r"\w\([^()]*,|\{[^{}]*\}\s*$|[\w=]\s*\{\s*$|^[^=]*=\s*[\[({]\s*$|[=/]\s*-?\d[\d.]*\s*(?:/|,|$)|[\w)]\s\+\s[\w(]",
    re.MULTILINE,
)


def extract(document: str | Included, name: str = "", kind: Kind | None = None) -> Extract:
    """Return the rules of ABNF in a document of a `kind`; without one, the name of its file may say of what kind it is.

    Lines are those of the document with what it includes; `Included.place` says where they are.

    >>> found = extract("2. Syntax\\n\\n   port = 1*DIGIT\\n        ; a number\\n\\nRFC 1   Example   [Page 1]\\n")
    >>> [(rule.name, rule.lines[0].number, rule.lines[0].section) for rule in found.rules]
    [('port', 3, '2')]
    """
    whole = document if isinstance(document, Included) else Included(document, name)
    contents = read_document(whole.text, name, kind, whole.refused)
    rules, left_out, repeated, others = _extracted(contents.lines, name, marked=contents.marked)
    if not rules and not contents.marked and not _MENTION.search(whole.text):
        left_out = []  # code, formulas and test vectors
    if contents.unmarked:
        own = {rule.name.lower(): _key(rule) for rule in rules}
        unmarked, more_left_out, _, _ = _extracted(contents.unmarked, name, marked=False)
        for rule in unmarked:
            if own.get(rule.name.lower()) != _key(rule):
                reason = f"{rule.name} is left out: its block is not marked as ABNF, and others are"
                left_out.append(LeftOut(rule.lines, _error(reason, name, rule.lines[0])))
        left_out += more_left_out
    left_out.sort(key=lambda row: row.lines[0].number)
    problems = [*contents.problems, *(row.error for row in left_out)]
    text, margins = _text(whole.text, rules)
    return Extract(
        tuple(rules),
        text,
        margins,
        tuple(sorted(problems, key=lambda error: error.line or 0)),
        tuple(left_out),
        tuple(repeated),
        tuple(others),
        tuple(contents.examples),
        whole,
    )


_MENTION = regex(r"\bE?A?BNF\b|\bBackus\b|\bRFC ?(?:822|2234|4234|5234)\b")


def _text(document: str, rules: Iterable[Extracted]) -> tuple[str, dict[int, int]]:
    texts = [""] * (document.count("\n") + 1)
    margins: dict[int, int] = {}
    for taken in rules:
        for line in (*taken.comments, *taken.lines):
            texts[line.number - 1] = line.text
            margins[line.number] = line.margin
        inside = range(taken.lines[0].number, taken.lines[-1].number)
        texts[inside.start : inside.stop] = [part or "  ;" for part in texts[inside.start : inside.stop]]  # a page ends
    return "\n".join(texts).rstrip("\n") + "\n", margins


def _error(reason: str, name: str, line: Line) -> GrammarError:
    depth = len(line.text) - len(line.text.lstrip())
    return GrammarError(reason, source=name, line=line.number, column=1 + max(line.margin + depth, 0))


def _count(lines: Sequence[Line]) -> str:
    return "this line is" if len(lines) == 1 else f"{len(lines)} lines are"


def _key(rule: Extracted) -> tuple[str, ...]:
    return tuple("".join(without_comment(line.text).split()) for line in rule.lines)


@dataclass(slots=True)
class _Candidate:
    """Lines that may be a rule, how many of them surely continue it, and the comments before it."""

    name: str
    indent: int
    lines: list[Line]
    comments: list[Line]
    row: int  # the same for those of one indentation that have nothing but comments between them
    sure: int = 1
    column: int = -1  # where its elements begin
    words: set[str] = field(default_factory=set)  # with which its lines begin
    depth: int = 0  # of brackets
    ending: str = ""  # the last character that is not a comment's

    def add(self, line: Line, *, sure: bool) -> None:
        """Add a line."""
        text = line.text.expandtabs()
        code = _QUOTED.sub(lambda match: "x" * len(match[0]), without_comment(text))
        self.depth += len(re.findall(r"[(\[]", code)) - len(re.findall(r"[)\]]", code))
        self.ending = code.rstrip()[-1:] or self.ending
        if self.column < 0 and (begin := re.match(r"[^=]*=/?\s*(?=\S)", code)):
            self.column = begin.end()
        self.words.add(text.split()[0])
        if self.sure == len(self.lines):
            self.sure += sure
        self.lines.append(line)

    def continues(self, code: str, depth: int, *, gap: bool, marked: bool) -> bool | None:
        """Return whether a line that begins with `code` is surely of this rule, or may be; None if it is not.

        `gap` says that a blank line is before it.
        """
        deeper, unfinished = depth > self.indent, self.depth > 0 or self.ending in ("/", "=")
        if deeper and (not gap or unfinished or code[0] in "/;"):
            return True
        if marked:
            return unfinished or code[0] == "/"
        if not gap:
            return True if unfinished else False if code[0] == "/" else None
        return False if depth == self.column and code.split(maxsplit=1)[0] not in self.words else None


# The rules, what is left out, the rules that are repeated, and those of other notations.
_Result = tuple[list[Extracted], list[LeftOut], list[Extracted], list[Extracted]]
_Read = tuple[Extracted, Definition]


def _extracted(lines: Sequence[Line], name: str, *, marked: bool) -> _Result:
    """Return the rules in lines of marked blocks, or in others."""
    groups = list(_grouped(lines, marked=marked))
    known = _core() | {group.name.lower() for group, _ in groups if group}
    texts: dict[str, Definition | None] = {}

    def read(taken: Extracted) -> Definition | None:
        """Return the rule that the lines are; None where they are something else. No text is read twice."""
        text = taken.text
        if text not in texts:
            other = not marked and _is_statement(text)
            texts[text] = None if other else only_definition(SourceText(text + "\n", ""))
        return texts[text]

    rows: list[_Read] = []
    others: list[Extracted] = []
    left_out: list[LeftOut] = []
    stray: list[tuple[Extracted, tuple[Line, ...]]] = []  # lines behind a rule that are not in it
    row_of: dict[int, int] = {}  # by the number of a candidate's first line
    for group, behind in groups:
        if group is None:
            reason = f"{_count(behind)} left out, before the first rule of a block"
            left_out.append(LeftOut(tuple(behind), _error(reason, name, behind[0])))
            continue
        row_of[group.lines[0].number] = group.row
        ends = (_end(group, len(group.lines), known, marked), _end(group, group.sure, known, marked))
        for end in ends:
            taken = _taken(group, end)
            definition = read(taken)
            if definition:
                rows.append((taken, definition))
                break
        else:
            end = group.sure
            taken = _taken(group, end)
            others.append(taken)
        cut = tuple(line for line in group.lines[end:] if without_comment(line.text).strip())
        if cut:
            stray.append((taken, cut))
        after = tuple(line for line in behind if marked or _resembles(line, known))
        if after:
            stray.append((taken, after))
    foreign: list[Extracted] = []
    if not marked:
        foreign_rows = _in_other_notation(rows, others, row_of)
        foreign = [
            taken for taken in (*(taken for taken, _ in rows), *others) if row_of[taken.lines[0].number] in foreign_rows
        ]
        rows = [row for row in rows if row_of[row[0].lines[0].number] not in foreign_rows]
        others = [taken for taken in others if row_of[taken.lines[0].number] not in foreign_rows]
    kept = rows if marked else _sure(rows, known)
    sure = {taken.lines[0].number for taken, _ in kept}
    others += (taken for taken, _ in rows if taken.lines[0].number not in sure)
    for taken in others if marked else _beside(others, kept, row_of):
        left_out.append(LeftOut(taken.lines, _why(taken, name, explained=len(left_out) < MOST_BROKEN)))
    for taken, after in stray:
        if marked or taken.lines[0].number in sure:
            reason = f"{_count(after)} left out, not continuing {taken.name}: indent what continues it"
            left_out.append(LeftOut(after, _error(reason, name, after[0])))
    rules, again, repeated = _once(kept, name, marked=marked)
    return rules, left_out + again, repeated, foreign


def _in_other_notation(rows: list[_Read], others: list[Extracted], row_of: Mapping[int, int]) -> frozenset[int]:
    """Return the rows in which more than half of the rules have signs of another notation, and those beside them in a
    section of CDDL, of which ABNF may read a rule without signs. A row with signs of ABNF is none of them.
    """
    sizes: Counter[int] = Counter()
    signs: Counter[int] = Counter()
    of_section: dict[str, set[int]] = {}
    cddl: set[tuple[str, int]] = set()
    abnf: set[int] = set()
    for taken in (*others, *(taken for taken, _ in rows)):
        row, section = row_of[taken.lines[0].number], taken.lines[0].section
        code = _QUOTED.sub('""', "\n".join(without_comment(line.text).rstrip() for line in taken.lines))
        sizes[row] += taken.spaced
        of_section.setdefault(section, set()).add(row)
        if _ONLY_ABNF.search(code):
            abnf.add(row)
        elif taken.spaced and _CDDL.search(code):
            cddl.add((section, row))
        elif taken.spaced and _CODE.search(code):
            signs[row] += 1
    other = ({row for row in signs if 2 * signs[row] > sizes[row]} | {row for _, row in cddl}) - abnf
    for section, _ in cddl:
        beside = of_section[section]
        if beside & other and not beside & abnf:
            other |= beside
    return frozenset(other)


def _grouped(lines: Sequence[Line], *, marked: bool) -> Iterator[tuple[_Candidate | None, list[Line]]]:
    """Yield what may be a rule, a head and the lines after it that may continue it, each with the lines behind it up to
    a blank one; None in its place for lines of a marked block that are before its first rule.
    """
    rule: _Candidate | None = None
    behind: list[Line] = []
    comments: list[Line] = []
    gap = ended = over = False  # a gap is a blank line that is not the end of a page
    row = 0
    for number, line in enumerate(lines):
        text = line.text.expandtabs()
        depth = len(text) - len(text.lstrip(" "))
        code = text[depth:]
        if not code.strip():
            gap = True
            if not line.number:
                if rule:
                    rule.lines += comments
                if rule or behind:
                    yield rule, behind
                rule, behind, comments, ended = None, [], [], False
            continue
        head = _head(code, lines[number + 1 : number + 2], marked=marked)
        if head:
            row += not rule or ended or rule.indent != depth
            if rule or behind:
                yield rule, behind
            rule, behind, comments, ended, over = _Candidate(head, depth, [], comments, row, 0), [], [], False, False
            rule.add(line, sure=True)
        elif code[0] == ";" and not (rule and not ended and depth > rule.indent):
            comments.append(line)
            continue  # a blank line before it is before the next line, too
        elif rule and not ended and (sure := rule.continues(code, depth, gap=gap, marked=marked)) is not None:
            for comment in comments:
                rule.add(comment, sure=sure)
            comments = []
            rule.add(line, sure=sure)
        else:
            # Of a document without marks, only what follows the rule at once may be of interest.
            if marked:
                behind += [*comments, line]
            elif rule and not over and (not gap or depth > rule.indent):
                behind.append(line)
            else:
                over = True
            ended, comments = True, []
        gap = False
    if rule or behind:
        yield rule, behind


def _head(code: str, following: Sequence[Line], *, marked: bool) -> str:
    """Return the name of the rule that a line begins, "" if it begins none; "=" may be on the following line."""
    head = _HEAD.match(code) or (_FOREIGN_HEAD.match(code) if marked else None)
    if head is None and following and _SIGN.match(following[0].text):
        head = _NAME.match(code)
    return head["name"] if head else ""


def _is_statement(text: str) -> bool:
    """Return whether this is a statement of a programming language, and not a rule with an empty comment."""
    return bool(_STATEMENT.search(text)) and not _STRINGS.search(text)


def _end(group: _Candidate, end: int, known: frozenset[str], marked: bool) -> int:
    """Return how many of the first lines of a candidate are before the sentences at their end."""
    while end > 1:
        text = group.lines[end - 1].text.expandtabs()
        deeper = text[: group.indent + 1].isspace()
        if (marked and deeper) or not _is_prose(text, known, sure=end <= group.sure):
            break
        end -= 1
    return end


def _is_prose(text: str, known: frozenset[str], *, sure: bool) -> bool:
    """Return whether a line does not continue a rule: most of its words are not names of rules, and it has marks of
    ABNF only where it may not `sure` continue one.
    """
    if text.lstrip().startswith("/") or (sure and (_MARKS.search(text) or len(text.split()) <= _WORDS)):
        return False
    words = _WORD.findall(_QUOTED.sub(" ", without_comment(text)))
    return 2 * sum(word.lower() in known for word in words) < len(words)


def _taken(group: _Candidate, end: int) -> Extracted:
    """Return the first lines of a candidate, the head at the margin and the others behind it."""
    lines = [_cut(group.lines[0], group.indent, 0), *(_cut(line, group.indent, 1) for line in group.lines[1:end])]
    return Extracted(group.name, tuple(lines), tuple(_cut(line, group.indent, 0) for line in group.comments))


def _cut(line: Line, indent: int, least: int) -> Line:
    """Return a line with less indentation, but at least so much."""
    text = line.text.expandtabs().rstrip()
    code = text.lstrip(" ")
    depth = len(text) - len(code)
    left = max(depth - indent, 2 if depth <= indent and least else 0)
    return line._replace(margin=line.margin + depth - left, text=" " * left + code)


def _resembles(line: Line, known: frozenset[str]) -> bool:
    """Return whether a line looks like elements of a rule."""
    code = without_comment(line.text)
    if not only_definition(SourceText(f"a = {code.strip().removeprefix('/')}\n", "")):
        return False
    words = _WORD.findall(_QUOTED.sub(" ", code))
    are_known = bool(words) and all(word.lower() in known for word in words)
    return bool(_LIKE.search(code)) or (are_known and not _CLAUSE.search(line.text))


def _why(taken: Extracted, name: str, *, explained: bool) -> GrammarError:
    """Return why a rule is left out; to explain it takes milliseconds."""
    if explained:
        try:
            definitions(SourceText(taken.text + "\n", ""))
        except GrammarError as error:
            line = taken.lines[(error.line or 1) - 1]
            column = max((error.column or 1) + line.margin, 1)
            return GrammarError(error.reason, source=name, line=line.number, column=column)
    return _error(f"{taken.name} is left out: it may be something else than ABNF", name, taken.lines[0])


def _once(kept: list[_Read], name: str, *, marked: bool) -> tuple[list[Extracted], list[LeftOut], list[Extracted]]:
    """Return each rule once, those that are there again and are others, and those that are the same."""
    weight = Counter(taken.lines[0].section for taken, _ in kept)
    chosen: dict[str, _Read] = {}
    for taken, definition in kept:
        if not definition.incremental:
            before = chosen.setdefault(definition.rule.name.lower(), (taken, definition))
            # Of several the first, unless it is like an example, or in a section with hardly any rules, as those are.
            if (not before[0].spaced and taken.spaced) or (
                weight[before[0].lines[0].section] < _FEW <= weight[taken.lines[0].section]
            ):
                chosen[definition.rule.name.lower()] = taken, definition
    rules: list[Extracted] = []
    left_out: list[LeftOut] = []
    repeated: list[Extracted] = []
    for taken, definition in kept:
        there = chosen.get(definition.rule.name.lower())
        if definition.incremental or (there and there[0] is taken):
            rules.append(taken)
        elif there and there[1].rule.expr == definition.rule.expr:
            repeated.append(taken)
        elif there and (marked or taken.spaced):
            reason = f"{definition.rule.name} is taken from line {there[0].lines[0].number}, where it is another"
            left_out.append(LeftOut(taken.lines, _error(reason, name, taken.lines[0])))
    return rules, left_out, repeated


def _beside(others: list[Extracted], kept: list[_Read], row_of: Mapping[int, int]) -> Iterator[Extracted]:
    """Yield those that look like rules, and those in a row with rules: the others are test vectors, or code."""
    sections = {taken.lines[0].section for taken, _ in kept}
    lines = {line.number for taken, _ in kept for line in (taken.lines[0], taken.lines[-1])}
    rows = {row_of[taken.lines[0].number] for taken, _ in kept if taken.spaced}
    spaced: list[Extracted] = []
    for taken in others:
        first, last = taken.lines[0].number, taken.lines[-1].number
        if not taken.spaced or (_is_statement(taken.text) and first - 1 not in lines and last + 1 not in lines):
            continue
        spaced.append(taken)
        near = not lines.isdisjoint((*range(first - _NEAR, first), *range(last + 1, last + _NEAR + 1)))
        if _LIKE.search(taken.text) or _BAR.match(taken.text) or (near and taken.lines[0].section in sections):
            rows.add(row_of[first])
    return (taken for taken in spaced if row_of[taken.lines[0].number] in rows)


def _sure(rows: list[_Read], known: frozenset[str]) -> list[_Read]:
    """Return the rules that have marks of ABNF, and with them those that such rules refer to, or that refer to them."""
    of_name: dict[str, list[int]] = {}  # the candidates that define a name, or refer to it
    names: list[set[str]] = []
    for place, (_, definition) in enumerate(rows):
        refers = {expr.name.lower() for expr in walk(definition.rule.expr) if isinstance(expr, Ref)}
        names.append({definition.rule.name.lower(), *refers})
        for name in names[-1]:
            of_name.setdefault(name, []).append(place)
    defined = {definition.rule.name.lower() for _, definition in rows}
    todo = [place for place, (taken, row) in enumerate(rows) if taken.spaced and _has_marks(row, known)]
    sure: set[int] = set()
    for place, (taken, _) in enumerate(rows):
        if not taken.spaced and 2 * len(names[place] - defined - known) > len(names[place]):
            sure.add(place)  # prose in the form of a rule, as `t=(time the session is active)`
    prose = frozenset(sure)
    while todo:
        place = todo.pop()
        if place not in sure:
            sure.add(place)
            for name in names[place] & defined:
                todo += of_name.pop(name, ())
    return [rows[place] for place in sorted(sure - prose)]


def _has_marks(definition: Definition, known: frozenset[str]) -> bool:
    """Return whether a rule has more than names that follow each other, as an assignment has, an empty string, or a
    number, which reads as a repetition of a name.
    """

    def is_mark(expr: Expr) -> bool:
        match expr:
            case Ref() | Concatenation() | Literal("", False):
                return False
            case Repetition(Ref(name), low, high) if low == high:
                return name.lower() in known
        return True

    return any(map(is_mark, walk(definition.rule.expr)))


@cache
def _core() -> frozenset[str]:
    """Return the names of the core rules (RFC 5234, appendix B.1)."""
    from irigrammar._generated.core import RULES

    return frozenset(RULES)

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
    def has_space(self) -> bool:
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
    """Extracted ABNF: `rules` in order; `text` has them on their own lines, the other lines empty; `margins` is the
    number of characters that each line, from 1, lost at its beginning; `left_out` are the lines that look like ABNF and
    are not in `rules`; `repeated` are equal copies of rules; `problems` are the errors of `left_out` and of reading the
    document, in order; `others` are rules of other notations, as CDDL, which are not reported; `examples` are the other
    blocks with the words of their types and comments; `whole` is the document with its included files.
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
    """Return the rules of ABNF in a document of a `kind`, by default told by its file's name or its content.

    Lines are those of the document with what it includes; `Included.place` says where they are. Raises `MissingExtra`
    for Markdown without pyromark; errors in the ABNF are `problems`.

    >>> found = extract("2. Syntax\\n\\n   port = 1*DIGIT\\n        ; a number\\n\\nRFC 1   Example   [Page 1]\\n")
    >>> [(rule.name, rule.lines[0].number, rule.lines[0].section) for rule in found.rules]
    [('port', 3, '2')]
    """
    whole = document if isinstance(document, Included) else Included(document, name)
    contents = read_document(whole.text, name, kind, whole.problem_by_line)
    rules, left_out, repetitions, others = _extract(contents.lines, name, is_marked=contents.is_marked)
    if not rules and not contents.is_marked and not _MENTION.search(whole.text):
        left_out = []  # code, formulas and test vectors
    if contents.other_lines:
        own = {rule.name.lower(): _key(rule) for rule in rules}
        other_rules, more_left_out, _, _ = _extract(contents.other_lines, name, is_marked=False)
        for rule in other_rules:
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
        tuple(repetitions),
        tuple(others),
        tuple(contents.examples),
        whole,
    )


_MENTION = regex(r"\bE?A?BNF\b|\bBackus\b|\bRFC ?(?:822|2234|4234|5234)\b")


def _text(document: str, rules: Iterable[Extracted]) -> tuple[str, dict[int, int]]:
    """Return extracted rules as one text, with each line at its number in the document, and the margin of lines by
    number; gaps within a rule become comments, so that it goes on.
    """
    texts = [""] * (document.count("\n") + 1)
    margins: dict[int, int] = {}
    for rule in rules:
        for line in (*rule.comments, *rule.lines):
            texts[line.number - 1] = line.text
            margins[line.number] = line.margin
        inside = range(rule.lines[0].number, rule.lines[-1].number)
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
        """Add a line, and note its words, its brackets and the sign it ends with; `sure` says that it is surely of this
        rule, as are the lines before.
        """
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

    def continues(self, code: str, depth: int, *, gap: bool, is_marked: bool) -> bool | None:
        """Return True for a line that is surely of this rule, False for one that may be, None for one that is not.

        `code` is its text without indentation, `depth` the column of that; `gap` says that a blank line is before it,
        and `is_marked` that it is in a block that is marked as ABNF.
        """
        deeper, is_incomplete = depth > self.indent, self.depth > 0 or self.ending in ("/", "=")
        if deeper and (not gap or is_incomplete or code[0] in "/;"):
            return True
        if is_marked:
            return is_incomplete or code[0] == "/"
        if not gap:
            return True if is_incomplete else False if code[0] == "/" else None
        return False if depth == self.column and code.split(maxsplit=1)[0] not in self.words else None


# The rules, what is left out, the rules that are repeated, and those of other notations.
_Result = tuple[list[Extracted], list[LeftOut], list[Extracted], list[Extracted]]
_Read = tuple[Extracted, Definition]


def _extract(lines: Sequence[Line], name: str, *, is_marked: bool) -> _Result:
    """Return the rules in lines of marked blocks, or in others, with the lines left out and the reasons, rules that are
    there again, and candidates in other notations.
    """
    groups = list(_group_lines(lines, is_marked=is_marked))
    known = _core() | {group.name.lower() for group, _ in groups if group}
    texts: dict[str, Definition | None] = {}

    def read(candidate: Extracted) -> Definition | None:
        """Return the definition that the candidate's lines are, None where they are not just one; no text is read
        twice.
        """
        text = candidate.text
        if text not in texts:
            other = not is_marked and _is_statement(text)
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
        ends = (_end(group, len(group.lines), known, is_marked), _end(group, group.sure, known, is_marked))
        for end in ends:
            candidate = _first_lines(group, end)
            definition = read(candidate)
            if definition:
                rows.append((candidate, definition))
                break
        else:
            end = group.sure
            candidate = _first_lines(group, end)
            others.append(candidate)
        cut = tuple(line for line in group.lines[end:] if without_comment(line.text).strip())
        if cut:
            stray.append((candidate, cut))
        after = tuple(line for line in behind if is_marked or _resembles(line, known))
        if after:
            stray.append((candidate, after))
    foreign: list[Extracted] = []
    if not is_marked:
        foreign_rows = _in_other_notation(rows, others, row_of)
        foreign = [
            candidate
            for candidate in (*(candidate for candidate, _ in rows), *others)
            if row_of[candidate.lines[0].number] in foreign_rows
        ]
        rows = [row for row in rows if row_of[row[0].lines[0].number] not in foreign_rows]
        others = [candidate for candidate in others if row_of[candidate.lines[0].number] not in foreign_rows]
    sure_rows = rows if is_marked else _sure_rules(rows, known)
    sure = {candidate.lines[0].number for candidate, _ in sure_rows}
    others += (candidate for candidate, _ in rows if candidate.lines[0].number not in sure)
    for candidate in others if is_marked else _rule_like(others, sure_rows, row_of):
        left_out.append(
            LeftOut(candidate.lines, _omission_error(candidate, name, is_explained=len(left_out) < MOST_BROKEN))
        )
    for candidate, after in stray:
        if is_marked or candidate.lines[0].number in sure:
            reason = f"{_count(after)} left out, not continuing {candidate.name}: indent what continues it"
            left_out.append(LeftOut(after, _error(reason, name, after[0])))
    rules, again, repetitions = _unique_rules(sure_rows, name, is_marked=is_marked)
    return rules, left_out + again, repetitions, foreign


def _in_other_notation(rows: list[_Read], others: list[Extracted], row_of: Mapping[int, int]) -> frozenset[int]:
    """Return the numbers of the rows in another notation; `row_of` has them by the first line of each candidate.

    They are the rows in which a rule has signs of CDDL, or more than half of the rules signs of code, and all rows of a
    section with such signs of CDDL in which none has signs of ABNF: ABNF may read a rule of CDDL without signs. A row
    with signs of ABNF is none of them. Rules without space before "=" count for signs of ABNF only.
    """
    sizes: Counter[int] = Counter()
    signs: Counter[int] = Counter()
    of_section: dict[str, set[int]] = {}
    cddl: set[tuple[str, int]] = set()
    abnf: set[int] = set()
    for candidate in (*others, *(candidate for candidate, _ in rows)):
        row, section = row_of[candidate.lines[0].number], candidate.lines[0].section
        code = _QUOTED.sub('""', "\n".join(without_comment(line.text).rstrip() for line in candidate.lines))
        sizes[row] += candidate.has_space
        of_section.setdefault(section, set()).add(row)
        if _ONLY_ABNF.search(code):
            abnf.add(row)
        elif candidate.has_space and _CDDL.search(code):
            cddl.add((section, row))
        elif candidate.has_space and _CODE.search(code):
            signs[row] += 1
    other = ({row for row in signs if 2 * signs[row] > sizes[row]} | {row for _, row in cddl}) - abnf
    for section, _ in cddl:
        beside = of_section[section]
        if beside & other and not beside & abnf:
            other |= beside
    return frozenset(other)


def _group_lines(lines: Sequence[Line], *, is_marked: bool) -> Iterator[tuple[_Candidate | None, list[Line]]]:
    """Yield the candidates for rules, a head and the lines after it that may continue it, each with the lines behind it
    up to a blank one; None in its place for lines of a marked block that are before its first rule.
    """
    rule: _Candidate | None = None
    behind: list[Line] = []
    comments: list[Line] = []
    gap = is_over = over = False  # a gap is a blank line that is not the end of a page
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
                rule, behind, comments, is_over = None, [], [], False
            continue
        head = _head(code, lines[number + 1 : number + 2], is_marked=is_marked)
        if head:
            row += not rule or is_over or rule.indent != depth
            if rule or behind:
                yield rule, behind
            rule, behind, comments, is_over, over = _Candidate(head, depth, [], comments, row, 0), [], [], False, False
            rule.add(line, sure=True)
        elif code[0] == ";" and not (rule and not is_over and depth > rule.indent):
            comments.append(line)
            continue  # a blank line before it is before the next line, too
        elif rule and not is_over and (sure := rule.continues(code, depth, gap=gap, is_marked=is_marked)) is not None:
            for comment in comments:
                rule.add(comment, sure=sure)
            comments = []
            rule.add(line, sure=sure)
        else:
            # Of a document without marks, only what follows the rule at once may be of interest.
            if is_marked:
                behind += [*comments, line]
            elif rule and not over and (not gap or depth > rule.indent):
                behind.append(line)
            else:
                over = True
            is_over, comments = True, []
        gap = False
    if rule or behind:
        yield rule, behind


def _head(code: str, following: Sequence[Line], *, is_marked: bool) -> str:
    """Return the name of the rule that a line begins, "" if it begins none; "=" may be on the following line."""
    head = _HEAD.match(code) or (_FOREIGN_HEAD.match(code) if is_marked else None)
    if head is None and following and _SIGN.match(following[0].text):
        head = _NAME.match(code)
    return head["name"] if head else ""


def _is_statement(text: str) -> bool:
    """Return whether a text is a statement of a programming language, and not a rule with an empty comment."""
    return bool(_STATEMENT.search(text)) and not _STRINGS.search(text)


def _end(group: _Candidate, end: int, known: frozenset[str], is_marked: bool) -> int:
    """Return how many of the first lines of a candidate are before the sentences at their end, of the first `end`; at
    least one.
    """
    while end > 1:
        text = group.lines[end - 1].text.expandtabs()
        deeper = text[: group.indent + 1].isspace()
        if (is_marked and deeper) or not _is_prose(text, known, sure=end <= group.sure):
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


def _first_lines(group: _Candidate, end: int) -> Extracted:
    """Return the first lines of a candidate, the head at the margin and the others behind it."""
    lines = [
        _dedented(group.lines[0], group.indent, 0),
        *(_dedented(line, group.indent, 1) for line in group.lines[1:end]),
    ]
    return Extracted(group.name, tuple(lines), tuple(_dedented(line, group.indent, 0) for line in group.comments))


def _dedented(line: Line, indent: int, least: int) -> Line:
    """Return a line without its first `indent` columns of space; if it has no more than these, and `least` is not 0,
    with two spaces. The margin grows by as many.
    """
    text = line.text.expandtabs().rstrip()
    code = text.lstrip(" ")
    depth = len(text) - len(code)
    rest = max(depth - indent, 2 if depth <= indent and least else 0)
    return line._replace(margin=line.margin + depth - rest, text=" " * rest + code)


def _resembles(line: Line, known: frozenset[str]) -> bool:
    """Return whether a line can be read as elements of a rule, and has signs of ABNF, or only known names and no clause
    of prose.
    """
    code = without_comment(line.text)
    if not only_definition(SourceText(f"a = {code.strip().removeprefix('/')}\n", "")):
        return False
    words = _WORD.findall(_QUOTED.sub(" ", code))
    are_known = bool(words) and all(word.lower() in known for word in words)
    return bool(_LIKE.search(code)) or (are_known and not _CLAUSE.search(line.text))


def _omission_error(rule: Extracted, name: str, *, is_explained: bool) -> GrammarError:
    """Return the error that says why a rule is left out: its first syntax error, if it `is_explained`, which takes
    milliseconds, or a general reason.
    """
    if is_explained:
        try:
            definitions(SourceText(rule.text + "\n", ""))
        except GrammarError as error:
            line = rule.lines[(error.line or 1) - 1]
            column = max((error.column or 1) + line.margin, 1)
            return GrammarError(error.reason, source=name, line=line.number, column=column)
    return _error(f"{rule.name} is left out: it may be something else than ABNF", name, rule.lines[0])


def _unique_rules(
    rows: list[_Read], name: str, *, is_marked: bool
) -> tuple[list[Extracted], list[LeftOut], list[Extracted]]:
    """Return each rule once, those left out because another definition of the name is taken, with the reason, and those
    that are there again unchanged; `=/` is always kept. Another definition without space before "=" is in none of them,
    unless the blocks are marked.
    """
    weight = Counter(rule.lines[0].section for rule, _ in rows)
    row_by_name: dict[str, _Read] = {}
    for rule, definition in rows:
        if not definition.incremental:
            before = row_by_name.setdefault(definition.rule.name.lower(), (rule, definition))
            # Of several the first, unless it is like an example, or in a section with hardly any rules, as those are.
            if (not before[0].has_space and rule.has_space) or (
                weight[before[0].lines[0].section] < _FEW <= weight[rule.lines[0].section]
            ):
                row_by_name[definition.rule.name.lower()] = rule, definition
    rules: list[Extracted] = []
    left_out: list[LeftOut] = []
    repetitions: list[Extracted] = []
    for rule, definition in rows:
        first = row_by_name.get(definition.rule.name.lower())
        if definition.incremental or (first and first[0] is rule):
            rules.append(rule)
        elif first and first[1].rule.expr == definition.rule.expr:
            repetitions.append(rule)
        elif first and (is_marked or rule.has_space):
            reason = f"{definition.rule.name} is taken from line {first[0].lines[0].number}, where it is another"
            left_out.append(LeftOut(rule.lines, _error(reason, name, rule.lines[0])))
    return rules, left_out, repetitions


def _rule_like(others: list[Extracted], rule_rows: list[_Read], row_of: Mapping[int, int]) -> Iterator[Extracted]:
    """Return those candidates that look like rules, or are within three lines of a rule of their section, and those in
    a row with rules or with such candidates; others are test vectors, or code. Those without a space at "=" are never
    among them, nor are statements of code that are not next to a rule.
    """
    sections = {candidate.lines[0].section for candidate, _ in rule_rows}
    lines = {line.number for candidate, _ in rule_rows for line in (candidate.lines[0], candidate.lines[-1])}
    rows = {row_of[candidate.lines[0].number] for candidate, _ in rule_rows if candidate.has_space}
    rules: list[Extracted] = []
    for candidate in others:
        first, last = candidate.lines[0].number, candidate.lines[-1].number
        if not candidate.has_space or (
            _is_statement(candidate.text) and first - 1 not in lines and last + 1 not in lines
        ):
            continue
        rules.append(candidate)
        near = not lines.isdisjoint((*range(first - _NEAR, first), *range(last + 1, last + _NEAR + 1)))
        if (
            _LIKE.search(candidate.text)
            or _BAR.match(candidate.text)
            or (near and candidate.lines[0].section in sections)
        ):
            rows.add(row_of[first])
    return (candidate for candidate in rules if row_of[candidate.lines[0].number] in rows)


def _sure_rules(rows: list[_Read], known: frozenset[str]) -> list[_Read]:
    """Return the rules that have marks of ABNF, and all that are linked with them directly or by others, by a rule that
    one refers to; not those that are prose in the form of a rule. They keep their order.
    """
    of_name: dict[str, list[int]] = {}  # the candidates that define a name, or refer to it
    names: list[set[str]] = []
    for place, (_, definition) in enumerate(rows):
        refers = {expr.name.lower() for expr in walk(definition.rule.expr) if isinstance(expr, Ref)}
        names.append({definition.rule.name.lower(), *refers})
        for name in names[-1]:
            of_name.setdefault(name, []).append(place)
    own_names = {definition.rule.name.lower() for _, definition in rows}
    todo = [place for place, (candidate, row) in enumerate(rows) if candidate.has_space and _has_marks(row, known)]
    sure: set[int] = set()
    for place, (candidate, _) in enumerate(rows):
        if not candidate.has_space and 2 * len(names[place] - own_names - known) > len(names[place]):
            sure.add(place)  # prose in the form of a rule, as `t=(time the session is active)`
    prose = frozenset(sure)
    while todo:
        place = todo.pop()
        if place not in sure:
            sure.add(place)
            for name in names[place] & own_names:
                todo += of_name.pop(name, ())
    return [rows[place] for place in sorted(sure - prose)]


def _has_marks(definition: Definition, known: frozenset[str]) -> bool:
    """Return whether a rule has more than names that follow each other, as an assignment has, an empty string, or a
    number, which reads as a repetition of a name.
    """

    def is_mark(expr: Expr) -> bool:
        """Return whether an expression is such a mark: not a name, a concatenation or an empty string, nor an unknown
        name repeated a fixed number of times.
        """
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

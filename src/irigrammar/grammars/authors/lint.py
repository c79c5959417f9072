"""Lint ABNF texts; `LINT_CODES` describes each code."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from irigrammar import dataclass as dataclasses
from irigrammar._generated.codes import CODES
from irigrammar.dataclass import NamedTuple, dataclass
from irigrammar.errors import GrammarError
from irigrammar.finding import Severity
from irigrammar.grammars.authors.foreign import (
    Edit,
    Foreign,
    apart,
    counts_before,
    foreign,
    hides_rule,
    names_agree,
    translate,
)
from irigrammar.grammars.authors.slips import Slip, slips
from irigrammar.grammars.erratum import Erratum
from irigrammar.grammars.expr import Alternation, Prose, Range, Rule, walk
from irigrammar.grammars.imports import Imported, import_rules
from irigrammar.grammars.reader import (
    MOST_BROKEN,
    Broken,
    Definition,
    SourceText,
    define_rules,
    definitions,
    document_kind,
    merge,
    without_comment,
)
from irigrammar.grammars.rulelist import Rulelist, bound, rule_name_in
from irigrammar.text.splice import splice
from irigrammar.unicode import character_name, decomposition, general_category, normalize


class LintCode(NamedTuple):
    """A code: its name, its severity (`error`, `warning` or `advice`), its meaning, and its remedy; of most a `wrong`
    rule, and one that is `right`.
    """

    name: str
    severity: Severity
    title: str
    help: str
    wrong: str = ""
    right: str = ""


LINT_CODES: Mapping[str, LintCode] = {code: LintCode(**row) for code, row in CODES.items() if code.startswith("L")}


@dataclass(frozen=True, slots=True)
class LintFinding:
    """One finding: `line` and `column` count from 1; `rule` is the rule it is in, None outside rules.

    `erratum` is the catalog's record of it, for a published text. `edits` are what `repair_text` writes
    because of it, in the text; () where that changes nothing.
    """

    code: str
    source: str
    line: int
    column: int
    rule: str | None
    message: str
    erratum: Erratum | None = None
    edits: tuple[Edit, ...] = ()

    @property
    def name(self) -> str:
        """The code in words."""
        return LINT_CODES[self.code].name

    @property
    def severity(self) -> Severity:
        """`error`, `warning` or `advice`."""
        return LINT_CODES[self.code].severity


def lint(
    text: str,
    source: str,
    *,
    parent: Rulelist | None = None,
    imports: Sequence[Rulelist] = (),
    cited: Sequence[Rulelist] = (),
    replace: Mapping[str, str] | None = None,
    start: Sequence[str] = (),
    errata: Sequence[Erratum] = (),
    published: bool = False,
    find_slips: Callable[[Rulelist], Iterable[tuple[Rule, Slip]]] = slips,
    fixed: Collection[str] | None = None,
    define: Mapping[str, str] | None = None,
    left_out: Iterable[str] = (),
) -> list[LintFinding]:
    """Return the lint findings in an ABNF text, in its order.

    `parent` is the grammar it extends (without one, the core rules of RFC 5234 are undefined too), `imports` are those
    from which it takes what it lacks, `cited` those of documents that its prose cites, `replace` redirects references,
    `start` are its start rules (by default the first), `errata` the records of what is known; a finding in such a rule
    carries it. Of a text that is `published`, slips that may be meant are not reported; `find_slips` finds them (L021
    to L025; `irigrammar.language.untaken` finds L029, too). `fixed` are the codes whose findings have their edits, by
    default all; `define` has ABNF for names that the text leaves undefined, and for prose by its words; `left_out` are
    names of rules that are not in the text because they cannot be read, so that their uses are not reported. Text that
    cannot be read is a finding, too (L001). Raises `UnknownRule` for an unknown start rule, `GrammarError` for ABNF in
    `define` that cannot be read, and `ValueError` for more than one rule in it.

    >>> [(finding.line, finding.code, finding.message) for finding in lint('a = b\\n', "example")]
    [(1, 'L002', 'a refers to b, which no rule defines')]
    """
    findings = [
        finding
        for number, line in enumerate(text.split("\n"), 1)
        for finding in _non_ascii(without_comment(line), number, source)
    ]
    plain = _ascii(text)
    edits = fixes(text, source, fixed)
    begins = _line_starts(text)
    findings = [
        dataclasses.replace(finding, edits=_edit_at(edits, begins[finding.line - 1] + finding.column - 1))
        for finding in findings
    ]
    unreadable: list[Broken] = []
    try:
        habits = _habits(plain)
        edit_set = frozenset(edits)
        findings += (_of_habit(habit, plain, source, edit_set) for habit in habits)
        read = SourceText(*translate(plain, habits, source))
        rows = definitions(read, unreadable=unreadable)
    except GrammarError as error:
        findings.append(_unread(error, source))
        return sorted(findings, key=_place)
    findings += (_unread(item.error, source) for item in unreadable)
    if not rows or len(unreadable) == MOST_BROKEN:
        return sorted(findings, key=_place)
    known_words = frozenset[str]().union(*(item.words for item in unreadable))
    first: dict[str, Rule] = {}
    for row in rows:
        findings += _definition(row, first, parent)
        first.setdefault(row.rule.name.lower(), row.rule)
    if imports or cited:
        imported_rules = import_rules([row.rule for row in rows], imports, parent or Rulelist("", {}), cited)
        findings += _of_imports(imported_rules, rows, read)
        parent = Rulelist(", ".join(rules.name for rules in (*imports, *cited)), imported_rules.rules, parent)
        rows = [dataclasses.replace(row, rule=rule) for row, rule in zip(rows, imported_rules.own, strict=True)]
    first = {row.rule.name.lower(): row.rule for row in reversed(rows)}
    own = merge(row for row in rows if row.incremental or first[row.rule.name.lower()] is row.rule)
    redirects = {old.lower(): new.lower() for old, new in (replace or {}).items()}
    if define:
        parent = Rulelist("definitions", define_rules(define), parent)
    rules = Rulelist(source, bound(own, parent), parent, redirects)
    for row in rows:
        if row.rule.name.lower() in rules.own:  # else prose for the rule of that name that is inherited
            unread = frozenset(name.lower() for name in (*left_out, *(item.name for item in unreadable)))
            findings += _references(row.rule, rules, read, unread, frozenset(map(str.lower, define or ())))
    findings += _unused_rules(rows, rules, start, known_words)
    findings += _recursion(rows, rules)
    if not published:
        findings += _of_slips(find_slips(rules), read)
    known = {erratum.rule.lower(): erratum for erratum in errata}
    rows_with_errata = (dataclasses.replace(row, erratum=known.get((row.rule or "").lower())) for row in findings)
    return sorted(dict.fromkeys(rows_with_errata), key=_place)


def repair_text(text: str, name: str = "", codes: Collection[str] | None = None) -> str:
    r"""Return an ABNF text in which foreign notations and typographic characters are written in ABNF, comments kept.

    A text stays unchanged where it is not certain what is meant, where the result would not be ABNF, and where a rule
    that can be read already would mean something else: see `fixes`.

    >>> repair_text("a ::= 'x' | “y”\n")
    'a = %s"x" / "y"\n'
    >>> repair_text("my_rule ::= my-rule\n")
    'my_rule ::= my-rule\n'
    """
    return splice(text, fixes(text, name, codes))


def fixes(text: str, name: str = "", codes: Collection[str] | None = None) -> tuple[Edit, ...]:
    r"""Return the edits that turn a text into ABNF, in order; () where there is nothing to fix, or nothing certain.

    The result can be read as ABNF. Its rules are those of the text: each that could be read before has the same
    expression, none is gone, and names that differ in the text differ. There are none in a document with ABNF in it;
    `name`, that of its file, may say that it is one. Only findings of `codes` are fixed, by default all.

    >>> fixes("a = b|c\n")
    (Edit(start=5, end=6, text=' / '),)
    """
    if document_kind(text, name):
        return ()
    marks = list(_typography(text)) if codes is None or "L008" in codes else []
    plain = splice(text, marks)
    unreadable: list[Broken] = []
    try:
        before = definitions(SourceText(plain, ""), unreadable=unreadable)
        habits = [habit for habit in foreign(plain) if codes is None or habit.code in codes] if unreadable else []
        readable = {line for row in before for line in range(row.rule.line, row.rule.end_line + 1)}
        edits = _edits_outside(habits, plain, readable)
        after = definitions(SourceText(splice(plain, edits), ""))
    except GrammarError:
        return ()
    if not _same_rules(before, after, plain, edits):
        return ()
    return tuple(sorted([*edits, *(mark for mark in marks if not _edit_at(edits, mark.start))]))


def _edits_outside(habits: Sequence[Foreign], text: str, readable: set[int]) -> list[Edit]:
    """Return the edits of habits that change something, outside the lines of rules that can be read."""
    begins = _line_starts(text)
    return apart(
        edit
        for habit in habits
        for edit in habit.edits
        if text[edit.start : edit.end] != edit.text and bisect_right(begins, edit.start) not in readable
    )


def _same_rules(before: Sequence[Definition], after: Sequence[Definition], text: str, edits: Sequence[Edit]) -> bool:
    """Return whether a text has the same rules after edits: none is lost in a comment, and no names meet. `before` and
    `after` are the definitions of the text without and with the edits; a rule is the same that begins in the same line.
    """
    by_line = {row.rule.line: row for row in after}
    begins = _line_starts(text)
    # The last lines of rules that an edit continues: it is at the margin of the line behind.
    continuation_lines = {bisect_right(begins, edit.start) - 1 for edit in edits if edit.text == "  /"}
    for row in before:
        same = by_line.get(row.rule.line)
        if same is None or (row.rule.expr != same.rule.expr and row.rule.end_line not in continuation_lines):
            return False
    if edits and (hides_rule(text) or not names_agree(text, edits)):
        return False
    if any("," in text[edit.start : edit.end] for edit in edits) and counts_before(text):
        return False
    spelling_by_name: dict[str, str] = {}
    return all(
        row.incremental or spelling_by_name.setdefault(row.rule.name.lower(), row.rule.name) == row.rule.name
        for row in after
    )


def _typography(text: str) -> Iterator[Edit]:
    """Yield edits that write typographic characters in ASCII, outside comments, and outside strings, which may mean
    them; typographic quotation marks around a string are edited too.
    """
    begin = 0
    for line in text.split("\n"):
        inside = ""  # how the string or prose that is open ends
        for place, char in enumerate(without_comment(line), begin):
            meant = _meant(char)
            if inside:
                if char == inside or (inside == "typographic" and meant in "\"'"):
                    inside = ""
                    if meant != char:
                        yield Edit(place, place + 1, meant)
                elif inside == ">" and meant != char and meant.isascii():
                    yield Edit(place, place + 1, meant)
                continue
            if meant in "\"'<":
                inside = {"<": ">"}.get(meant, meant if meant == char else "typographic")
            if meant != char and (meant in "\"'- " or decomposition(char).startswith("<wide>")):
                yield Edit(place, place + 1, meant)
        begin += len(line) + 1


def _line_starts(text: str) -> list[int]:
    """Return the offset at which each line of a text begins."""
    return [0, *(match.end() for match in re.finditer("\n", text))]


def _edit_at(edits: Sequence[Edit], place: int) -> tuple[Edit, ...]:
    """Return the edit that replaces the character at an offset, as a tuple of one, () if there is none; edits are in
    order.
    """
    index = bisect_right(edits, place, key=lambda edit: edit.start) - 1
    return (edits[index],) if index >= 0 and place < edits[index].end else ()


def _ascii(text: str) -> str:
    """Return a text with ASCII for typographic characters outside comments; nothing moves."""
    lines = ((line, without_comment(line)) for line in text.split("\n"))
    return "\n".join("".join(map(_meant, code)) + line[len(code) :] for line, code in lines)


def _habits(text: str) -> list[Foreign]:
    """Return the foreign notations of a text: all where some of it is not ABNF, else only those that ABNF reads in its
    own way.
    """
    unreadable: list[Broken] = []
    definitions(SourceText(text, ""), unreadable=unreadable)
    return [habit for habit in foreign(text) if unreadable or habit.code in {"L015", "L019"}]


def _of_habit(habit: Foreign, text: str, source: str, edit_set: frozenset[Edit]) -> LintFinding:
    """Return the finding of a habit from other notations, at its first place, with how often it occurs; its edits only
    if all of them are in the set.
    """
    place, times = habit.places[0], len(habit.places)
    line, column = text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place)
    message = habit.message + (f" ({times} times)" if times > 1 else "")
    edits = habit.edits if edit_set.issuperset(habit.edits) else ()
    return LintFinding(habit.code, source, line, column, None, message, edits=edits)


def _unread(error: GrammarError, source: str) -> LintFinding:
    expected = f"; expected {', '.join(error.expected)}" if error.expected else ""
    return LintFinding("L001", source, error.line or 1, error.column or 1, None, error.reason + expected)


def _place(finding: LintFinding) -> tuple[int, int, str]:
    return finding.line, finding.column, finding.code


def _meant(char: str) -> str:
    """Return the ASCII character that a typographic one was probably meant to be: a space, "-" or a quotation mark;
    else the character's compatibility form (NFKC) if that is one character, or the character itself.
    """
    if char.isascii():
        return char
    kind = general_category(char)
    if kind == "Zs":
        return " "
    if kind == "Pd" or char == "\u2212":
        return "-"
    name = character_name(char, "")
    if "QUOTATION MARK" in name:
        return "'" if "SINGLE" in name else '"'
    plain = normalize("NFKC", char)
    return plain if len(plain) == 1 else char


def _non_ascii(code: str, number: int, source: str) -> Iterator[LintFinding]:
    """Yield a finding for each character beyond ASCII of a line without its comments, with the character that is
    probably meant; a byte order mark that begins the file is none.
    """
    for match in re.finditer(r"[^\x00-\x7f]", code):
        char = match.group()
        if char == "\ufeff" and (number, match.start()) == (1, 0):
            continue  # a byte order mark
        meant = _meant(char)
        hint = f"; probably {meant!r} is meant" if meant != char else ""
        name = character_name(char, "unnamed")
        message = f"U+{ord(char):04X} {name} stands outside comments, and ABNF is written in ASCII{hint}"
        yield LintFinding("L008", source, number, match.start() + 1, None, message)


def _definition(row: Definition, first: Mapping[str, Rule], parent: Rulelist | None) -> Iterator[LintFinding]:
    """Yield the findings of one definition: "=/" before the rule is defined, a second definition, another spelling of
    its name.
    """
    rule = row.rule
    earlier = first.get(rule.name.lower())
    place = (rule.source, rule.line, row.column, rule.name)
    if earlier is None:
        if row.incremental and (parent is None or parent.find(rule.name) is None):
            yield LintFinding("L009", *place, f"{rule.name} is added to with =/ before it is defined")
        return
    if not row.incremental:
        yield LintFinding("L004", *place, f"{rule.name} is defined again, first at line {earlier.line}")
    if earlier.name != rule.name:
        yield LintFinding("L005", *place, f"{rule.name} is spelled {earlier.name} at line {earlier.line}")


def _of_imports(result: Imported, rows: Sequence[Definition], read: SourceText) -> Iterator[LintFinding]:
    """Yield the findings of imported rules: names that are in several grammars, and own rules that hide others."""
    for clash in result.ambiguous:
        rule = clash.rule
        line, column = read.place(clash.part.offset) if rule.source == read.name else (1, 1)
        message = clash.message if rule.source == read.name else f"in {rule.name} of {rule.source}, {clash.message}"
        yield LintFinding("L027", read.name, line, column, rule.name, message)
    columns = {row.rule.name: row.column for row in reversed(rows)}
    for rule, grammar in result.hiding:
        message = f"{rule.name} is another rule in {grammar}: what refers to it here means this one"
        yield LintFinding("L028", rule.source, rule.line, columns[rule.name], rule.name, message)


def _references(
    rule: Rule, rules: Rulelist, read: SourceText, unreadable: frozenset[str], known: frozenset[str]
) -> Iterator[LintFinding]:
    """Yield the findings of the names and prose in a rule: undefined or spelled otherwise, ranges with surrogates, and
    prose that is not known; names of rules that cannot be read are passed over.
    """
    for ref in rules.refs(rule):
        line, column = read.place(ref.offset)
        target = rules.find(ref.name)
        if target is None and ref.name.lower() in unreadable:
            continue
        if target is None:
            message = f"{rule.name} refers to {ref.name}, which no rule defines"
            yield LintFinding("L002", rule.source, line, column, rule.name, message)
        elif target.name != ref.name and target.name.lower() == ref.name.lower():
            message = f"{ref.name} is spelled {target.name} where it is defined"
            yield LintFinding("L005", rule.source, line, column, rule.name, message)
    for expr in walk(rule.expr):
        match expr:
            case Alternation((Range(offset=low), *_, Range(offset=high))) if low == high >= 0:  # made of one range
                line, column = read.place(expr.offset)
                message = "U+D800 to U+DFFF in the range are left out: they are not characters"
                yield LintFinding("L010", rule.source, line, column, rule.name, message)
        if not isinstance(expr, Prose) or expr.text.lower() in known:
            continue
        if rule.expr == expr and rule.name.lower() in known:
            continue
        if rule_name_in(expr.text, rules) in (None, expr.text, rule.name):
            line, column = read.place(expr.offset)
            meant = rules.find(expr.text)
            reading = f"read as the rule {meant.name}" if meant else "which nothing matches"
            message = f"<{expr.text}> is prose, {reading}"
            yield LintFinding("L006", rule.source, line, column, rule.name, message)


def _unused_rules(
    rows: Sequence[Definition], rules: Rulelist, start: Sequence[str], words: frozenset[str]
) -> Iterator[LintFinding]:
    """Yield a finding for each rule that no start rule reaches, and for several rules to which no other leads, where no
    start rule is given, one for all, which names at most 8; `words` are those of rules that could not be read. Raises
    `UnknownRule` for an unknown start rule.
    """
    references = {word.lower() for word in words}
    for row in rows:
        targets = (rules.find(ref.name) for ref in rules.refs(row.rule))
        references |= {target.name.lower() for target in targets if target and target.name != row.rule.name}
    roots = [row for row in rows if row.rule.name.lower() not in references]
    roots = list({row.rule.name.lower(): row for row in roots}.values())
    todo = [rules[name] for name in start or [row.rule.name for row in roots]]
    todo += (rule for word in words if (rule := rules.find(word)))
    reachable: set[str] = set()
    for last in (*(() if start else rows), None):  # of a cycle that nothing else leads to, the first rule is a root
        while todo:
            rule = todo.pop()
            if rule.name.lower() not in reachable:
                reachable.add(rule.name.lower())
                todo.extend(target for ref in rules.refs(rule) if (target := rules.find(ref.name)))
        if last and last.rule.name.lower() in rules.own and last.rule.name.lower() not in reachable:
            roots.append(last)
            todo.append(rules[last.rule.name])
    names = [row.rule.name for row in roots]
    if not start and len(roots) > 1:
        more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
        message = f"no other rule leads to {', '.join(names[:_NAMED])}{more}: --rule says which are start rules"
        yield LintFinding("L003", roots[1].rule.source, roots[1].rule.line, roots[1].column, names[1], message)
    reported_names: set[str] = set()
    for row in rows:
        rule = row.rule
        if rule.name.lower() in rules.own and rule.name.lower() not in reachable | reported_names:
            reported_names.add(rule.name.lower())
            message = f"no start rule ({', '.join(start or names[:_NAMED]) or rows[0].rule.name}) reaches {rule.name}"
            yield LintFinding("L003", rule.source, rule.line, row.column, rule.name, message)


_NAMED = 8  # rules that a message names


def _of_slips(rows: Iterable[tuple[Rule, Slip]], read: SourceText) -> Iterator[LintFinding]:
    """Yield a finding for each slip, but one for all parts of a rule that are never taken (L029): these come last, at
    the first of the parts, and with their number.
    """
    parts: dict[str, list[LintFinding]] = {}
    for rule, slip in rows:
        line, column = read.place(slip.expr.offset) if slip.expr.offset >= 0 else (rule.line, 1)
        finding = LintFinding(slip.code, rule.source, line, column, rule.name, slip.message)
        if slip.code == "L029":
            parts.setdefault(rule.name, []).append(finding)
        else:
            yield finding
    for first, *others in parts.values():
        count = f" ({len(others) + 1} parts of the rule are like this)" if others else ""
        yield dataclasses.replace(first, message=first.message + count)


def _recursion(rows: Sequence[Definition], rules: Rulelist) -> Iterator[LintFinding]:
    """Yield one finding for each cycle, at the rule of it that is reached first; none where that is an inherited one.
    Of cycles with a rule in common, only the first has one.
    """
    members: set[str] = set()
    names: set[str] = set()
    for row in rows:
        if row.rule.name.lower() in names:
            continue
        names.add(row.rule.name.lower())
        cycle = rules.cycle(row.rule.name)
        if cycle and not members.intersection(cycle):
            members.update(cycle)
            rule = rules[cycle[0]]
            if rule.name.lower() not in rules.own:
                continue
            message = f"{' -> '.join(cycle)} is recursive: no regular expression is exported for it"
            yield LintFinding("L007", rule.source, rule.line, row.column, rule.name, message)

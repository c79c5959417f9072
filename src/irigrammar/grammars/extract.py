"""The ABNF in a document: an RFC or Internet-Draft as text, RFCXML, Markdown or HTML; every line where it stands.

Blocks that a document marks as ABNF are taken as they are. Elsewhere a rule is what reads as one: a name, "=" and
elements, whose further lines are indented more; a lone `name = name` only if other rules lead there.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from irigrammar.errors import GrammarError
from irigrammar.grammars.documents import Line, read_document
from irigrammar.grammars.expr import Concatenation, Ref, walk
from irigrammar.grammars.reader import MOST_BROKEN, Definition, SourceText, definitions, only_definition


@dataclass(frozen=True, slots=True)
class Taken:
    """A rule of a document: its name, and its lines."""

    name: str
    lines: tuple[Line, ...]

    @property
    def spaced(self) -> bool:
        """Whether there is space before "=", as in nearly all ABNF, and hardly ever in examples of parameters."""
        return self.lines[0].text[len(self.name) :][:1].isspace()


@dataclass(frozen=True, slots=True)
class Extract:
    """What was taken from a document: `rules` in order; `text` has them on their own lines, the other lines empty;
    `margins` says how many characters each line, from 1, lost at its beginning; `problems` are what looks like ABNF and
    is not, and rules that are there twice.
    """

    rules: tuple[Taken, ...]
    text: str
    margins: Mapping[int, int]
    problems: tuple[GrammarError, ...] = field(default=())


_FEW = 3
_HEAD = re.compile(r"(?P<name>[A-Za-z][\w-]*)[ \t]*=/?(?![=>])")


def extract(document: str, name: str = "") -> Extract:
    """Return the rules of ABNF in a document; `name`, that of its file, may say of what kind it is.

    >>> found = extract("2. Syntax\\n\\n   port = 1*DIGIT\\n        ; a number\\n\\nRFC 1   Example   [Page 1]\\n")
    >>> [(rule.name, rule.lines[0].number, rule.lines[0].section) for rule in found.rules]
    [('port', 3, '2')]
    """
    contents = read_document(document, name)
    marked, problems = contents.marked, contents.problems
    candidates: list[tuple[Taken, Definition]] = []
    unread: list[Taken] = []
    for taken in _rules(contents.lines):
        definition = _read(taken)
        if definition:
            candidates.append((taken, definition))
        elif marked or taken.spaced:
            unread.append(taken)
    kept = candidates if marked else _sure(candidates)
    for taken in unread if marked else _beside(unread, kept):
        if len(problems) < MOST_BROKEN:
            problems += _unread(taken, name)
    weight = Counter(taken.lines[0].section for taken, _ in kept)
    chosen: dict[str, tuple[Taken, Definition]] = {}
    for taken, definition in kept:
        if not definition.incremental:
            before = chosen.setdefault(definition.rule.name.lower(), (taken, definition))
            # Of several the first, unless it is like an example, or in a section with hardly any rules, as those are.
            if (not before[0].spaced and taken.spaced) or (
                weight[before[0].lines[0].section] < _FEW <= weight[taken.lines[0].section]
            ):
                chosen[definition.rule.name.lower()] = taken, definition
    rules: list[Taken] = []
    for taken, definition in kept:
        there = chosen.get(definition.rule.name.lower())
        if definition.incremental or (there and there[0] is taken):
            rules.append(taken)
        elif there and (marked or taken.spaced) and there[1].rule.expr != definition.rule.expr:
            reason = f"{definition.rule.name} is taken from line {there[0].lines[0].number}, where it is another"
            line = taken.lines[0]
            problems.append(GrammarError(reason, source=name, line=line.number, column=1 + line.margin))
    return _extract(document, tuple(rules), tuple(sorted(problems, key=lambda error: error.line or 0)))


def _extract(document: str, rules: tuple[Taken, ...], problems: tuple[GrammarError, ...]) -> Extract:
    texts = [""] * (document.count("\n") + 1)
    margins: dict[int, int] = {}
    for taken in rules:
        for line in taken.lines:
            texts[line.number - 1] = line.text
            margins[line.number] = line.margin
        inside = range(taken.lines[0].number, taken.lines[-1].number)
        texts[inside.start : inside.stop] = [part or "  ;" for part in texts[inside.start : inside.stop]]  # a page ends
    return Extract(rules, "\n".join(texts).rstrip("\n") + "\n", margins, problems)


def _rules(lines: list[Line]) -> Iterator[Taken]:
    """Yield what may be a rule: a head, and the lines after it that are indented more."""
    rule: list[Line] = []
    indent, name, gap = 0, "", False  # a gap is a blank line that is not the end of a page
    for line in lines:
        text = line.text.expandtabs()
        depth = len(text) - len(text.lstrip(" "))
        if not text.strip():
            gap = True
            continue
        if rule and depth > indent and (not gap or text[depth] in "/;"):
            rule.append(line)
        else:
            if rule:
                yield _taken(name, rule, indent)
            rule = []
            head = _HEAD.match(text[depth:])
            if head:
                rule, indent, name = [line], depth, head["name"]
        gap = False
    if rule:
        yield _taken(name, rule, indent)


def _taken(name: str, lines: list[Line], indent: int) -> Taken:
    while len(lines) > 1 and _is_prose(lines[-1].text):
        lines = lines[:-1]
    cut = (line._replace(margin=line.margin + indent, text=line.text.expandtabs()[indent:].rstrip()) for line in lines)
    return Taken(name, tuple(cut))


def _is_prose(text: str) -> bool:
    """Return whether a line cannot go on a rule: a sentence."""
    words = text.split()
    return len(words) > 5 and not re.search(r"""["/*\[\]();%<=]""", text)


def _read(taken: Taken) -> Definition | None:
    """Return the rule that the lines are; None where they are something else."""
    lines = [line.text for line in taken.lines]
    return None if _is_statement(lines) else only_definition(SourceText("\n".join(lines) + "\n", ""))


def _is_statement(lines: list[str]) -> bool:
    """Return whether this is a statement of a programming language."""
    return len(lines) == 1 and bool(re.search(r"""["\w)]\s*;\s*$""", lines[0]))


def _unread(taken: Taken, name: str) -> Iterator[GrammarError]:
    """Yield what is wrong with lines that are not a rule."""
    lines = [line.text for line in taken.lines]
    if not _is_statement(lines):
        try:
            definitions(SourceText("\n".join(lines) + "\n", ""))
        except GrammarError as error:
            line = taken.lines[(error.line or 1) - 1]
            column = (error.column or 1) + line.margin
            yield GrammarError(error.reason, source=name, line=line.number, column=column)


def _beside(unread: list[Taken], kept: list[tuple[Taken, Definition]]) -> list[Taken]:
    """Return those that follow a rule at once, or that one follows, in sections with at least as many rules: others
    have test vectors, or code.
    """
    rules = Counter(taken.lines[0].section for taken, _ in kept)
    others = Counter(taken.lines[0].section for taken in unread)
    begins = {taken.lines[0].number for taken, _ in kept}
    ends = {taken.lines[-1].number for taken, _ in kept}
    return [
        taken
        for taken in unread
        if others[taken.lines[0].section] <= rules[taken.lines[0].section]
        and (
            not begins.isdisjoint(range(taken.lines[-1].number + 1, taken.lines[-1].number + 4))
            or not ends.isdisjoint(range(taken.lines[0].number - 3, taken.lines[0].number))
        )
    ]


def _sure(candidates: list[tuple[Taken, Definition]]) -> list[tuple[Taken, Definition]]:
    """Return the rules that have marks of ABNF, and with them those that such rules refer to, or that refer to them."""
    of_name: dict[str, list[int]] = {}  # the candidates that define a name, or refer to it
    names: list[set[str]] = []
    for place, (_, definition) in enumerate(candidates):
        refers = {expr.name.lower() for expr in walk(definition.rule.expr) if isinstance(expr, Ref)}
        names.append({definition.rule.name.lower(), *refers})
        for name in names[-1]:
            of_name.setdefault(name, []).append(place)
    defined = {definition.rule.name.lower() for _, definition in candidates}
    todo = [place for place, (taken, definition) in enumerate(candidates) if taken.spaced and _has_marks(definition)]
    sure: set[int] = set()
    while todo:
        place = todo.pop()
        if place not in sure:
            sure.add(place)
            for name in names[place] & defined:
                todo += of_name.pop(name, ())
    return [candidates[place] for place in sorted(sure)]


def _has_marks(definition: Definition) -> bool:
    """Return whether a rule has more than names that follow each other, as an assignment has."""
    return any(not isinstance(expr, Ref | Concatenation) for expr in walk(definition.rule.expr))

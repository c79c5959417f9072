"""Answer the page's questions by the library, as JSON values.

Questions are values of JSON, too. A question has a `kind`, and for most kinds `grammar`, `rule`, `text` (the content of
the field) and `escapes` (whether `\\u{HEX}` in it is a code point). An answer is an object; one with `error` says why
there is no other. Offsets are in code points from 0, ends exclusive.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from inspect import signature
from pathlib import PurePath
from typing import Any, get_args

from irigrammar.advice.advise import findings
from irigrammar.advice.context import Context
from irigrammar.advice.registry import choose_rules
from irigrammar.bidi.structure import findings_by
from irigrammar.dataclass import dataclass
from irigrammar.errors import IrigrammarError
from irigrammar.faults.explain import OTHER
from irigrammar.faults.fault import Fault, NoMatch
from irigrammar.faults.hinting import fault_name
from irigrammar.finding import Finding
from irigrammar.grammars.expr import Prose, walk
from irigrammar.grammars.rulelist import Rulelist
from irigrammar.lazy import cached_property
from irigrammar.learn.quiz import Difficulty, questions
from irigrammar.matching.grammar import Grammar, grammar_of
from irigrammar.matching.matcher import Matcher
from irigrammar.processing import choices
from irigrammar.processing.conversions import iri_to_uri, leiri_to_iri, normalize, uri_to_iri, web_address_to_iri
from irigrammar.processing.reference import generic
from irigrammar.processing.rewrite import parts
from irigrammar.processing.scheme_rules.check import check_reference
from irigrammar.processing.trace import traced
from irigrammar.report.pages import page
from irigrammar.report.record import fault_record, kind_words
from irigrammar.shipped.loader import generic_names, names
from irigrammar.shipped.package import package_names
from irigrammar.shipped.place import citation
from irigrammar.text.bidi_classes import moves
from irigrammar.text.charsets import legacy_charsets
from irigrammar.text.names import character, visible
from irigrammar.unicode import general_category
from irigrammar.views.explorer import playground, teaching
from irigrammar.views.explorer.course import exercises, faults_of
from irigrammar.views.explorer.shown import cells, change, field_of, join_surrogates, runs, shown, unescape

Answer = dict[str, Any]

_LONGEST = 2_000_000  # characters of a question
_AROUND = 300  # characters of a long string that are shown before and after the place that matters
_DISPLAYED = 120  # characters of right-to-left text that are shown one by one
_SIDE_BY_SIDE = (("URI", "rfc3986"), ("IRI", "rfc3987"), ("LEIRI", "leiri"), ("Web Address", "web-address"))
_WHOLE = ("authority", "host_kind")  # fields that consist of others, or say what another is
_QUIZ: Mapping[Difficulty, int] = {"easy": 90, "medium": 16, "hard": 40}
_MOST_IMPORTS = 20
_MOST_STEPS = 200  # of a conversion
_CONVERSIONS: tuple[tuple[str, Callable[..., str]], ...] = (
    ("IRI to URI", iri_to_uri),
    ("URI to IRI", uri_to_iri),
    ("LEIRI to IRI", leiri_to_iri),
    ("Web Address to IRI", web_address_to_iri),
    ("Normal form", partial(normalize, level="scheme")),
)


@dataclass(frozen=True)
class TextQuestion:
    """A question about a text: the matcher, and the text that the field means."""

    matcher: Matcher
    text: str
    more: Mapping[str, Any]

    @cached_property
    def fault(self) -> Fault | None:
        """The fault of the text, None if it matches."""
        return self.matcher.check(self.text).fault

    @cached_property
    def turn(self) -> int:
        """The offset where the intended reading goes wrong; the text's length if it matches."""
        if self.fault is None:
            return len(self.text)
        lost = self.fault.ruled_out[:1]
        return lost[0].offset if lost and self.fault.labels[0].start == lost[0].offset else self.fault.offset

    @property
    def is_reference(self) -> bool:
        """Whether the rule is one for references, in a grammar that names their components."""
        return bool(self.matcher.grammar._references(self.matcher.rule))

    @cached_property
    def parts(self) -> list[tuple[str, str, int, int]]:
        """The components: field, rule, start, end; of a text with a fault those before it, as far as they are known;
        none if the fault is far from the start.
        """
        entry = self.matcher.grammar.entry
        fields = {rule: field for rule, field in entry.components.items() if field not in _WHOLE and entry.splits}
        if not fields or (self.fault and self.turn > _LONGEST_COMPLETED):
            return []
        text = self.text if self.fault is None else teaching.completion_of(self.matcher, self.text[: self.turn])
        try:
            rows = parts(self.matcher, text, frozenset(fields))
        except (NoMatch, IrigrammarError):
            return []
        known = {rule.lower(): field for rule, field in fields.items()}
        spans = [(known[rule.lower()], rule, start, min(end, self.turn)) for rule, start, end in rows]
        return [span for span in spans if self.fault is None or span[2] < self.turn]


_LONGEST_COMPLETED = 10_000  # characters


class Explorer:
    """Answers the questions of one page: about the grammars of the catalog, and a user's `own`.

    >>> Explorer().answer({"kind": "verdict", "grammar": "rfc3986", "rule": "port", "text": "8a"})["message"]
    '"a" is not a digit, and a port can contain only digits'
    """

    def __init__(self, own: tuple[Grammar, ...] = ()) -> None:
        self.own = own
        self._grammars = {grammar.name: grammar for grammar in own}

    def reply(self, question: str) -> str:
        """Return the answer to a question, both as JSON; `error` in it says why there is none."""
        if len(question) > _LONGEST:
            return json.dumps({"error": f"the question has more than {_LONGEST:,} characters"})
        try:
            content = json.loads(question)
            answer = self.answer(content) if isinstance(content, dict) else {"error": "a question is an object"}
        except IrigrammarError as error:
            answer = {"error": playground.reason(error)}
        except (ValueError, LookupError) as error:
            answer = {"error": str(error)}
        except RecursionError:
            answer = {"error": "the question is nested too deeply"}
        return json.dumps(answer, separators=(",", ":"))

    def answer(self, question: Mapping[str, Any]) -> Answer:
        """Return the answer to a question; raise `ValueError` for an unknown kind, `IrigrammarError` where the library
        refuses it, and `IndexError` for a path that leads nowhere in a tree. A rule that the grammar lacks stands for
        its first start rule.
        """
        kind = question.get("kind")
        if kind == "page":
            return page_answer(str(question.get("code")))
        if kind == "exercise":
            return exercise_answer(question)
        if kind == "text":
            return playground.text_answer(str(question.get("grammar")))
        source = question.get("source")
        if kind == "source":
            base = self._base(question) or self._grammars.get(str(question.get("grammar")))
            text = str(base._recipe[0]) if source is None and base else str(source)
            return playground.source_answer(text, str(question.get("rule") or ""), _imports(question), base)
        if source is None:
            grammar, notice = self._grammar(question.get("grammar"))
        else:
            grammar, notice = playground.edited_grammar(str(source), _imports(question), self._base(question)), ""
        if kind == "grammar":
            return grammar_answer(grammar)
        if kind == "ticks":
            return playground.ticks_answer(grammar, question.get("examples"))
        rule = str(question.get("rule") or "")
        matcher = grammar[grammar.rules[rule].name] if rule in grammar else grammar.start
        if kind == "compare":
            return playground.compare_answer(matcher, self._other(question, grammar))
        about = _KINDS.get(str(kind))
        if about is None:
            raise ValueError(f"unknown kind of question {kind!r}")
        text = str(question.get("text") or "")
        text_question = TextQuestion(
            matcher, unescape(text) if question.get("escapes", True) else join_surrogates(text), question
        )
        return about(text_question) | ({"notice": notice} if notice else {})

    def _base(self, question: Mapping[str, Any]) -> Grammar | None:
        """Return the user's own grammar that `base` of a question names; None for another name."""
        return self._grammars.get(str(question.get("base")))

    def _other(self, question: Mapping[str, Any], grammar: Grammar) -> Matcher:
        """Return the second rule of a comparison: of the same grammar, of `other`, or of the source `against`.

        Raises `UnknownGrammar`, `UnknownRule` and `GrammarError`.
        """
        second = question.get("other")
        if question.get("against") is not None:
            grammar = playground.edited_grammar(str(question["against"]), _imports(question), self._base(question))
        elif second:
            grammar = self._grammars.get(str(second)) or playground.known(str(second))
        return grammar[str(question.get("with"))] if question.get("with") else grammar.start

    def _grammar(self, name: object) -> tuple[Grammar, str]:
        """Return the grammar of a name and "", for None the first of `own` (or RFC 3987's); for an unknown name this
        one with a notice.
        """
        if isinstance(name, str) and name in self._grammars:
            return self._grammars[name], ""
        if isinstance(name, str) and name in (*names(), *package_names()):
            return playground.known(name), ""
        first = self.own[0] if self.own else grammar_of("rfc3987")
        if name is None:
            return first, ""
        return first, f'This page has no grammar "{shown(str(name), 80)}"; the string is checked against {first.name}.'

    def grammars(self) -> list[Answer]:
        """Return name, title and group of each grammar: first the user's, then the catalog, then the package abnf."""
        rows = [
            {"name": grammar.name, "title": file_of(grammar.name), "group": "Your grammars"} for grammar in self.own
        ]
        for name in names():
            entry = grammar_of(name).entry
            generic = name in generic_names()
            title = f"{name}: {entry.title}" if generic and entry.title != name else name
            rows.append({"name": name, "title": title, "group": "Identifiers" if generic else "Schemes and others"})
        rows += [{"name": name, "title": name, "group": "Of the package abnf"} for name in package_names()]
        return rows


def _imports(question: Mapping[str, Any]) -> tuple[str, ...]:
    names = question.get("imports")
    return tuple(map(str, names[:_MOST_IMPORTS])) if isinstance(names, list) else ()


def file_of(path: str) -> str:
    """Return the last part of a path, by which a user's file is called."""
    return PurePath(path.replace("\\", "/")).name or path


def grammar_answer(grammar: Grammar) -> Answer:
    """Return `grammar` (the name), `start` (the names of its start rules, in the catalog's order) and `others` (the
    names of its other rules, sorted); rules that no string can be checked against are left out.
    """
    rules = grammar.rules
    start = [rule for rule in grammar.entry.start if _is_checkable(rules, rule)]
    others = sorted((name for name in rules.names() if name not in start and _is_checkable(rules, name)), key=str.lower)
    return {"grammar": grammar.name, "start": start, "others": others}


def _is_checkable(rules: Rulelist, name: str) -> bool:
    """Return whether a rule and those below it are defined, without prose other than the name of a rule."""
    try:
        rules_below = rules.reach(name).values()
    except IrigrammarError:
        return False
    return not any(
        isinstance(expr, Prose) and rules.find(expr.text) is None for rule in rules_below for expr in walk(rule.expr)
    )


def page_answer(code: str) -> Answer:
    """Return the page of a code for the explorer, with long examples cut. Raises `UnknownCode`."""
    about = page(code)
    return {
        "code": about.code,
        "name": about.name.replace("-", " "),
        "title": _sentence(about.title),
        "what": about.what,
        "help": about.help,
        "wrong": [shown(text, 160) for text in about.wrong],
        "right": [shown(text, 160) for text in about.right],
        "references": about.references,
    }


def exercise_answer(question: Mapping[str, Any]) -> Answer:
    """Return `right`, whether an answer to an exercise has no faults, and its faults in sentences as `said`; a `number`
    that no exercise has stands for the first.
    """
    rows = exercises()
    number = question.get("number")
    row = rows[number if isinstance(number, int) and 0 <= number < len(rows) else 0]
    text = str(question.get("source" if "equal" in row else "text") or "")
    faults = list(faults_of(row, text if "equal" in row else unescape(text)))
    return {"right": not faults, "said": list(map(visible, faults))}


def verdict_answer(question: TextQuestion) -> Answer:
    """Return the verdict on a text: whether it matches, the message, the text in runs and, if it matches, its
    components, of a fault also code, offset and labels; and the verdicts of several grammars on a reference.
    """
    matcher, fault, text = question.matcher, question.fault, question.text
    entry = matcher.grammar.entry
    document = citation(entry.document, entry.section)
    about = dict.fromkeys([matcher.rule, file_of(entry.title), file_of(document)])
    answer: Answer = {
        "grammar": matcher.grammar.name,
        "rule": matcher.rule,
        "length": len(text),
        "text": text if text != question.more.get("text") else None,
        "valid": fault is None,
        "checked": f"{'Checked against' if fault else 'Matches'} {', '.join(filter(None, about))}",
        "reference": question.is_reference,
        "verdicts": _side_by_side(question) if question.is_reference or entry.components else [],
        "components": [
            {"field": field, "rule": rule, "start": start, "end": end, "shown": shown(text[start:end], 160)}
            for field, rule, start, end in (question.parts if fault is None else [])
        ],
    }
    if fault is None:
        empty = text == "" and matcher.rule.endswith("reference")
        valid = "Valid: the empty reference means the document itself" if empty else f"Valid {_kind(matcher, text)}"
        return answer | {"message": valid, "labels": []} | _line(question, [])
    record = fault_record(matcher, text, fault, None, None, with_fixes=False)
    labels = [
        {"start": label.start, "end": label.end, "text": label.text, "role": label.role}
        | {"quoted": shown(text[label.start : min(label.end, label.start + 8)]) or "end"}
        for label in record.labels
    ]
    message = _sentence(visible(record.message))
    about_fault = {"message": message, "labels": labels, "code": record.code, "offset": record.offset}
    return answer | about_fault | _line(question, labels)


def _kind(matcher: Matcher, text: str) -> str:
    """Return the kind of a valid text in words, or else the rule's name, with its grammar unless that is generic."""
    kind = kind_words(matcher, text) or matcher.rule
    entry = matcher.grammar.entry
    return kind if entry.generic or kind != matcher.rule else f"{kind} of {file_of(matcher.grammar.name)}"


def _sentence(words: str, end: str = "") -> str:
    """Return words with a capital letter at the beginning if that is a word, and a full stop where `end` is one."""
    if not words.partition(" ")[0].isalpha():  # as http:// is one
        return f"{words}{end}" if words else ""
    return f"{words[0].upper()}{words[1:]}{end}"


def _side_by_side(question: TextQuestion) -> list[Answer]:
    """Return the verdicts of several grammars on a text: title, rule, and the offset of the fault, None for a match;
    `current` says whether the rule is the question's.
    """
    rows = []
    for title, name in _SIDE_BY_SIDE:
        start = grammar_of(name).start
        fault = None if start.matches(question.text) else start.check(question.text).fault
        row = {"title": title, "grammar": name, "rule": start.rule, "offset": fault.offset if fault else None}
        rows.append(row | {"current": start == question.matcher})
    return rows


def _line(question: TextQuestion, labels: list[Answer]) -> Answer:
    """Return the runs of a text as `line`, and whether there is text `before` and `after`: of a long one the part at
    the first label.
    """
    size = len(question.text)
    focus = min(labels[0]["start"], size) if labels else 0
    is_long = size > 10 * _AROUND
    start, end = (max(0, focus - _AROUND), min(size, focus + _AROUND)) if is_long else (0, size)
    marks = [(label["start"], label["end"], "role", label["role"]) for label in labels]
    marks += [(low, high, "field", field) for field, _, low, high in question.parts]
    return {"line": list(runs(question.text, start, end, marks)), "before": start > 0, "after": end < size}


def fixes_answer(question: TextQuestion) -> Answer:
    """Return the fixes of a fault, the remedy unless a fix says the same, and the page of its code; no fixes for a
    match.
    """
    fault = question.fault
    if fault is None:
        return {"fixes": []}
    return {
        "fixes": [
            _fix(question.text, fix.text) | {"how": visible(fix.how), "guess": fix.applicability == "display"}
            for fix in fault.fixes
        ],
        "help": _sentence(visible(fault.help or ""), ".") if fault.help not in [fix.how for fix in fault.fixes] else "",
        "code": fault.code,
        "name": fault_name(fault.code).replace("-", " "),
        "why": "" if fault.code == OTHER else page(fault.code).what,
        "section": fault.section or "",
        "offset": fault.offset,
    }


def _fix(before: str, after: str) -> Answer:
    return {"field": field_of(after), "pieces": change(before, after)}


def advice_answer(question: TextQuestion) -> Answer:
    """Return the findings of advice, errors first, a summary of how many errors and warnings there are, and a note on
    an unchecked scheme.

    All are empty for a text that does not match or is no reference.
    """
    if question.fault is not None or not question.is_reference:
        return {"findings": [], "summary": "", "note": ""}
    rows = findings(Context(question.text, question.matcher), choose_rules())
    order = ("error", "warning", "advice")
    rows.sort(key=lambda finding: order.index(finding.severity))
    counts = {level: sum(row.severity == level for row in rows) for level in order[:2]}
    words = [f"{count} {level}{'' if count == 1 else 's'}" for level, count in counts.items() if count]
    summary = f"with {' and '.join(words)}" if words else ""
    note = _sentence(check_reference(generic(question.matcher), question.text).unchecked or "", ".")
    return {"findings": [_finding(question.text, row) for row in rows], "summary": summary, "note": note}


def _finding(text: str, finding: Finding) -> Answer:
    """Return a finding for the page: `code`, `severity`, `start` and `end` (in code points), `section`, `message` with
    a capital letter and no full stop, and `fix`: the `field` of the fixed text and its `pieces` as changed from `text`,
    or None.
    """
    row = {name: getattr(finding, name) for name in ("code", "severity", "start", "end", "section")}
    fix = _fix(text, finding.fix) if finding.fix is not None else None
    return row | {"message": _sentence(visible(finding.message)), "fix": fix}


def conversions_answer(question: TextQuestion) -> Answer:
    """Return the conversions that change a text, each with its steps and parameters; with `chosen`, rows of a title, a
    parameter and its value, also those that do not, or say why not; none for a rule that is not of references.
    """
    choice_rows = question.more.get("chosen")
    choices = (
        {(str(row[0]), str(row[1])): row[2] for row in choice_rows if len(row) > 2}
        if isinstance(choice_rows, list)
        else {}
    )
    rows = [row for title, function in _CONVERSIONS if (row := _conversion(title, function, question.text, choices))]
    return {"conversions": rows if question.is_reference else []}


def _conversion(
    title: str, function: Callable[..., str], text: str, chosen_values: Mapping[tuple[str, str], object]
) -> Answer | None:
    """Return a conversion's result with the steps that change something (the first 200, and as `more` the number of the
    others), or its error.

    None where no parameter is chosen and it changes nothing or fails. `chosen_values` has the value of a parameter by
    title and name.
    """
    known = [
        {"name": name, "choices": choices, "value": chosen_values.get((title, name), default)}
        for name, choices, default in parameters(function)
    ]
    arguments = {str(row["name"]): row["value"] for row in known if (title, row["name"]) in chosen_values}
    head: Answer = {"title": title, "parameters": known}
    try:
        result, trace = traced(function, text, **arguments)
    except (NoMatch, IrigrammarError, ValueError) as error:
        return head | {"error": _sentence(str(error), ".")} if arguments else None
    if result == text and not arguments:
        return None
    steps = [
        {"section": step.section, "before": shown(step.before, 160), "after": shown(step.after, 160)}
        | {"note": step.note, "deviation": step.deviation is not None}
        for step in trace
        if step.before != step.after
    ]
    more = max(0, len(steps) - _MOST_STEPS)
    return head | {"field": field_of(result), "shown": shown(result), "steps": steps[:_MOST_STEPS], "more": more}


@cache
def parameters(function: Callable[..., str]) -> tuple[tuple[str, tuple[object, ...], object], ...]:
    """Return the parameters of a conversion that have choices by name, or are true or false, or name a charset: name,
    choices, default.

    >>> parameters(leiri_to_iri)
    (('check', (True, False), True),)
    """
    rows = []
    for name, each in signature(function).parameters.items():
        words = str(each.annotation).split(" | ")
        values = (True, False) if words[0] == "bool" else get_args(getattr(choices, words[0], None))
        values = (each.default, *legacy_charsets()) if name.endswith("charset") else values
        if values:
            rows.append((name, (None, *values) if words[1:] == ["None"] else values, each.default))
    return tuple(rows)


def points_answer(question: TextQuestion) -> Answer:
    """Return the first characters of a text, as many as are displayed: offset, how it is shown, code point with name,
    and bytes in UTF-8; `more` is the number of the others.
    """
    part = question.text[:_DISPLAYED]
    rows = [
        [offset, cell, character(char), char.encode("utf-8", "surrogatepass").hex(" ").upper()]
        for offset, (char, cell) in enumerate(zip(part, cells(part), strict=True))
    ]
    return {"points": rows, "more": len(question.text) - len(part)}


def order_answer(question: TextQuestion) -> Answer:
    """Return the first characters of a text that may be shown in another order, as many as are displayed, whether there
    are `more`, and the findings on it; only an empty `characters` for another text.
    """
    text = question.text
    if not moves(text):
        return {"characters": []}
    fields = [""] * len(text)
    for field, _, start, end in question.parts:
        fields[start:end] = [field] * (end - start)
    rows = findings_by(question.matcher, text) if question.fault is None and question.is_reference else []
    part = text[:_DISPLAYED]
    characters = [
        {"text": "" if general_category(char) == "Cs" else char, "field": field, "title": f"U+{ord(char):04X}"}
        | {"shown": "□" if len(cell) > 1 else cell}
        for char, cell, field in zip(part, cells(part), fields, strict=False)
    ]
    findings_shown = [_finding(text, row) for row in rows]
    return {"characters": characters, "more": len(text) > _DISPLAYED, "findings": findings_shown}


def quiz_answer(question: TextQuestion) -> Answer:
    """Return questions of the quiz about the rule, those about realistic strings first."""
    return {
        "rule": question.matcher.rule,
        "questions": [
            {"field": field_of(each.text), "shown": shown(each.text), "valid": each.valid}
            | {"topic": each.topic, "difficulty": each.difficulty, "hint": _sentence(each.hint)}
            | teaching.form_of(question.matcher, each, number)
            for difficulty, count in _QUIZ.items()
            for number, each in enumerate(questions(question.matcher, count, difficulty=difficulty))
        ],
    }


def fixed_answer(question: TextQuestion) -> Answer:
    """Return `right`: whether a text matches and is `before` with few characters changed."""
    before = unescape(str(question.more.get("before")))
    return {"right": question.fault is None and before != question.text and teaching.is_near(before, question.text)}


_KINDS: Mapping[str, Callable[[TextQuestion], Answer]] = {
    "verdict": verdict_answer,
    "fixes": fixes_answer,
    "advice": advice_answer,
    "rule": lambda question: teaching.rule_answer(
        question.matcher, question.text, question.turn, question.fault, question.more
    ),
    "steps": lambda question: teaching.steps_answer(question.matcher, question.text, question.fault, question.more),
    "tree": lambda question: teaching.tree_answer(question.matcher, question.text, question.more),
    "conversions": conversions_answer,
    "points": points_answer,
    "order": order_answer,
    "quiz": quiz_answer,
    "fixed": fixed_answer,
    "ambiguity": lambda question: playground.ambiguity_answer(question.matcher),
    "derivation": lambda question: playground.derivation_answer(question.matcher, question.text),
    "export": lambda question: playground.export_answer(question.matcher, question.more),
}
PANELS = ("fixes", "advice", "rule", "steps", "tree", "conversions", "order")
"""The kinds of questions that the page asks about each string, after its verdict, in their order."""


LIMITS: Mapping[str, float] = {
    "": 2.0,
    "ambiguity": 5.0,
    "text": 10.0,
    "compare": 10.0,
    "exercise": 10.0,
    "export": 20.0,
    "quiz": 30.0,
}
"""Seconds that an answer of a kind may take; "" stands for the other kinds."""


def warm(explorer: Explorer) -> Iterator[str]:
    """Yield questions (JSON) that make the library load the modules and data of first use."""
    for text in ("http://[::1/", "http://u@example.org:80/rosé?q#é"):
        yield from (json.dumps({"kind": kind, "text": text, "grammar": "rfc3987"}) for kind in ("verdict", *PANELS))
    yield from (json.dumps({"kind": "verdict", "text": "", "grammar": grammar.name}) for grammar in explorer.own)

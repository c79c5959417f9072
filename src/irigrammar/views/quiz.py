"""Exercises and answers as text, JSON values and Markdown.

In Markdown they are a sheet.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from irigrammar.dataclass import replace
from irigrammar.faults.page import fault_lines
from irigrammar.learn.quiz import Question
from irigrammar.matching.matcher import Matcher
from irigrammar.report.record import kind_words, section_of
from irigrammar.text.names import column, visible
from irigrammar.text.sheet import PLAIN, Sheet, one_of
from irigrammar.views import tree


def answer_lines(m: Matcher, question: Question, sheet: Sheet = PLAIN) -> Iterator[str]:
    """Yield why a question's string does not match, as the page of its fault, or the tree of its parse, without rules
    of single characters.

    >>> import irigrammar
    >>> port = irigrammar.grammar("rfc3986")["port"]
    >>> print("\\n".join(answer_lines(port, Question("80", True, "port", ""))))
      it matches port
      port  "80"
    """
    fault = m.check(question.text).fault
    if fault is not None:
        yield from fault_lines(question.text, fault, sheet)
        return
    naming = m._explainer.naming
    shown_rules = {rule.lower() for rule in m.grammar.rules.reach(m.rule) if rule not in naming.characters}
    yield f"  it matches {kind_words(m, question.text)}"
    inside = replace(sheet, width=sheet.width - 2)
    for line in tree.as_lines(m.parse(question.text), sheet.show, tree.children_within(shown_rules), sheet=inside):
        yield f"  {line}"


def as_dict(m: Matcher, quiz: Iterable[Question], *, seed: int) -> dict[str, Any]:
    """Return a sheet with its answers as JSON has it; offsets are in code points from 0."""
    return {
        "grammar": m.grammar.name,
        "rule": m.rule,
        "section": section_of(m),
        "seed": seed,
        "questions": [{"number": number, **_answer(m, question)} for number, question in enumerate(quiz, 1)],
    }


def _answer(m: Matcher, question: Question) -> dict[str, Any]:
    fault = m.check(question.text).fault
    return {
        **question._asdict(),
        "kind": kind_words(m, question.text) if fault is None else None,
        "offset": None if fault is None else fault.offset,
        "message": None if fault is None else fault.message,
        "expected": [] if fault is None else list(fault.expected),
        "fixes": [] if fault is None else [fix.text for fix in fault.fixes],
    }


def as_markdown(m: Matcher, quiz: Iterable[Question], *, seed: int) -> str:
    """Return a sheet with its answers at the end, in Markdown.

    Strings are code spans; what cannot be seen is written `\\u{HEX}`.
    """
    rows = list(quiz)
    words = (
        f"Which of these strings match {_span(m.rule)} of {_span(m.grammar.name)} ({visible(section_of(m))})? "
        "`\\u{HEX}` stands for the code point of that number, which cannot be shown."
    )
    lines = [f"# Quiz: {m.rule}", "", words, ""]
    lines += [f"{number}. {_span(question.text)}" for number, question in enumerate(rows, 1)]
    lines += ["", f"## Answers (seed {seed})", ""]
    lines += [f"{number}. {_reason(m, question)}" for number, question in enumerate(rows, 1)]
    return "\n".join(lines) + "\n"


def _reason(m: Matcher, question: Question) -> str:
    """Return the answer to a question as one line of Markdown: yes or no, and why."""
    made_for = f" Made for {_span(question.rule)}, {_mark_up(question.part)}."
    fault = m.check(question.text).fault
    if fault is None:
        return f"**yes**: it matches {kind_words(m, question.text)}.{made_for}"
    expected = f" Expected: {_mark_up(one_of(fault.expected))}." if fault.expected else ""
    fixes = f" {_span(fault.fixes[0].text)} would match." if fault.fixes else ""
    return f"**no**: {_mark_up(fault.message)} ({column(question.text, fault.place[0])}).{expected}{fixes}{made_for}"


def _span(text: str) -> str:
    """Return a text as a code span; "(empty)" for an empty one."""
    shown = visible(text)
    if not shown:
        return "(empty)"
    fence = "`" * (max(map(len, re.findall("`+", shown)), default=0) + 1)
    gap = " " if "`" in (shown[0], shown[-1]) or shown.strip(" ") != shown else ""
    return f"{fence}{gap}{shown}{gap}{fence}"


def _mark_up(text: str) -> str:
    """Return a text, made visible, with Markdown's signs escaped."""
    return re.sub(r"([\\`*_\[\]<>#|&])", r"\\\1", visible(text))

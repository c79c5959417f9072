"""Reports of a trial of an operation: text, JSON and JUnit XML."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from typing import Any

from irigrammar.operations.causes import Cause, Wrong
from irigrammar.operations.values import Parts, Value
from irigrammar.trial.operations import OperationTrial, as_answer
from irigrammar.trial.text_report import (
    Paint,
    Test,
    failure_dict,
    failure_lines,
    failure_tests,
    shorten,
    shown,
    suite_xml,
)

_OTHERWISE = "no other wrong answer"


def operation_lines(
    trial: OperationTrial, paint: Paint, encoding: str = "utf-8", *, examples: int = 3
) -> Iterator[str]:
    """Yield the lines of a report: the causes of wrong answers, those of most cases first, each with at most `examples`
    cases, the smallest first.

    `paint` takes a text and its role, as in `TextReporter`; `encoding` is what the reader's terminal can show.
    """
    show = partial(shown, encoding=encoding)
    operation = trial.operation.name
    yield paint(f"{operation}: {_cases(trial.cases)} given to {show(trial.implementation)}", "summary")
    percent = "-" if trial.score is None else f"{100 * trial.score:.4f} %"
    yield f"right answers  {percent}  {len(trial.right):,} of {trial.cases:,}"
    if trial.choices:
        yield "choices that the documents leave:"
        for variant, count in sorted(trial.choices.items(), key=lambda row: -row[1]):
            yield f"  {variant}: {_cases(count)} ({variant.section})"
    new = len(trial.new)
    yield paint(f"wrong answers: {new:,}, of {_causes(len(trial.causes))}" if new else "wrong answers: 0", _role(new))
    for cause in trial.causes:
        section = f" ({cause.section})" if cause.section else ""
        yield f"  {paint(cause.sentence, 'error')}: {_cases(len(cause.wrong))}{section}"
        for row in cause.wrong[:examples]:
            yield f"    {_example(row, encoding)}"
    yield from failure_lines(trial, paint, show, examples, unit="case")
    if trial.known is not None:
        met = len(trial.wrong) - new
        yield f"known wrong answers: {met:,} met, {len(trial.fixed):,} fixed"
        for line in trial.fixed[:examples]:
            yield f"  {paint('fixed', 'error')}  {show(line)}"
    if trial.stopped:
        yield paint(trial.stopped, "error")
    if trial.coverage and trial.agrees:
        yield paint(f"covered: {trial.coverage}", "valid")


def _role(count: int) -> str:
    return "error" if count else "valid"


def _cases(count: int) -> str:
    return f"{count:,} case" if count == 1 else f"{count:,} cases"


def _causes(count: int) -> str:
    return f"{count:,} cause" if count == 1 else f"{count:,} causes"


def _example(row: Wrong, encoding: str) -> str:
    """Return a wrong answer in one line: the input, the answer, and the allowed answers."""
    texts = ", ".join(
        f"{key} {_short(text, encoding)}" if len(row.case.arguments) > 1 else _short(text, encoding)
        for key, text in row.case.arguments.items()
    )
    right = " or ".join(_in_words(value, encoding) for value in row.case.answers)
    answer = _in_words(row.answer, encoding) + (f" ({shown(row.reason, encoding)})" if row.reason else "")
    return f"{texts} gives {answer}, not {right}"


def _in_words(value: Value, encoding: str) -> str:
    """Return an answer for a reader."""
    match value:
        case None:
            return "a refusal"
        case bool():
            return "equal" if value else "different"
        case Parts():
            parts = zip(Parts._fields, value, strict=True)
            return ", ".join(f"{name} {_short(part, encoding)}" for name, part in parts if part is not None)
    return _short(value, encoding)


def _short(text: str, encoding: str) -> str:
    return shown(shorten(text), encoding)


def operation_dict(trial: OperationTrial, *, examples: int = 3) -> dict[str, Any]:
    """Return the object: counts, and the causes with at most `examples` cases of each; all new wrong answers and fixed
    ones where known ones were given.
    """
    return {
        "operation": trial.operation.name,
        "implementation": trial.implementation,
        "passed": trial.passed,
        "cases": trial.cases,
        "right": len(trial.right),
        "score": trial.score,
        "wrong": len(trial.wrong),
        "causes": [
            {
                "cause": cause.sentence,
                "section": cause.section or None,
                "count": len(cause.wrong),
                "examples": [_row(row) for row in cause.wrong[:examples]],
            }
            for cause in trial.causes
        ],
        "choices": [
            {"choice": str(variant), "section": variant.section, "count": count}
            for variant, count in trial.choices.items()
        ],
        **failure_dict(trial),
        "known": None
        if trial.known is None
        else {
            "met": len(trial.wrong) - len(trial.new),
            "fixed": [json.loads(line) for line in trial.fixed],
            "new": [_row(row) for row in trial.new],
        },
        "coverage": trial.coverage if trial.coverage and trial.agrees else None,
    }


def _row(row: Wrong) -> dict[str, Any]:
    answers = [as_answer(value) for value in row.case.answers]
    return {
        "input": dict(row.case.arguments),
        "answer": as_answer(row.answer, row.reason),
        "allowed": answers,
        "section": row.case.section,
    }


def operation_xml(trial: OperationTrial, *, examples: int = 3, seconds: float = 0.0) -> str:
    """Return JUnit XML of one suite: a test for each departure that is known, one for other wrong answers, one for each
    kind of failure, for the end and for known answers that are right now. The names are the same whatever comes out.
    """
    by_sentence = {cause.sentence: cause for cause in trial.causes}
    departures = trial.operation.departures
    tests = [_test(f"not: {variant}", by_sentence.pop(str(variant), None), examples) for variant in departures]
    others = [row for cause in by_sentence.values() for row in cause.wrong]
    summary = "; ".join(f"{cause.sentence}: {len(cause.wrong):,}" for cause in by_sentence.values())
    tests.append(_test(_OTHERWISE, Cause(summary, "", tuple(others)) if others else None, examples))
    tests += failure_tests(trial, examples)
    fixed = (f"fixed: {len(trial.fixed):,}", tuple(map(shown, trial.fixed)))
    tests.append(Test("known answers", "failure", *fixed) if trial.fixed else Test("known answers"))
    properties = {"implementation": trial.implementation, "cases": trial.cases, "score": trial.score}
    return suite_xml(f"operation {trial.operation.name}", tests, properties, seconds)


def _test(name: str, cause: Cause | None, examples: int) -> Test:
    """Return the test that there is no wrong answer of a cause."""
    if cause is None:
        return Test(name)
    detail = tuple(_example(row, "utf-8") for row in cause.wrong[:examples])
    return Test(name, "failure", f"{cause.sentence}: {_cases(len(cause.wrong))}", detail)

"""Reports of a trial: text, one JSON object, and JUnit XML.

JUnit XML is what CI systems read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any, Protocol
from xml.etree import ElementTree as ET

from irigrammar.dataclass import dataclass
from irigrammar.report.record import section_of
from irigrammar.report.xml import document
from irigrammar.text.names import visible
from irigrammar.trial.divergence import Divergence
from irigrammar.trial.implementation import Kind
from irigrammar.trial.trial import Difference, Incident, Trial, share

Paint = Callable[[str, str], str]

_STDERR_LINES = 5
_LONGEST = 200  # characters of a text that are shown
_WORDS = ((True, "valid"), (False, "invalid"))
# Of each kind of failure the title, and the name of the test that none of it fails.
_FAILURES: dict[Kind, tuple[str, str]] = {
    "crash": ("crashes", "does not crash"),
    "hang": ("hangs", "does not hang"),
    "few": ("answers missing", "gives an answer for each string"),
    "many": ("answers too many", "gives one answer for each string"),
    "malformed": ("malformed answers", "gives well-formed answers"),
}


class _Answered(Protocol):
    """A trial of any kind, and its failures."""

    @property
    def incidents(self) -> tuple[Incident, ...]:
        """The first failures."""

    @property
    def failures(self) -> Mapping[Kind, int]:
        """The counts of failures by kind."""

    @property
    def stopped(self) -> str | None:
        """Why it ended early, None if it did not."""


def trial_lines(trial: Trial, paint: Paint, encoding: str = "utf-8", *, examples: int = 3) -> Iterator[str]:
    """Yield the lines of a report, with at most `examples` of each kind.

    `paint` takes a text and its role, as in `TextReporter`; `encoding` is what the reader's terminal can show.
    """
    show = partial(shown, encoding=encoding)
    subject = f"{trial.matcher.rule} ({section_of(trial.matcher)})"
    yield paint(f"{show(subject)}: {trial.strings:,} strings given to {show(trial.implementation)}", "summary")
    yield from _score_lines(trial)
    for is_accept, title in ((True, "false accepts"), (False, "false rejects")):
        groups = [group for group in trial.groups if group.accepted is is_accept]
        count = sum(len(group.differences) for group in groups)
        yield paint(f"{title}: {count:,}", "error" if count else "valid")
        width = max((len(group.production) for group in groups), default=0)
        for group in groups:
            label = f"  {group.production:<{width}}  {len(group.differences):>7,}"
            lines = [shown_difference(difference, encoding) for difference in group.differences[:examples]]
            yield "  ".join((label, *lines[:1]))
            for line in lines[1:]:
                yield f"{' ' * len(label)}  {line}"
    yield from failure_lines(trial, paint, show, examples)
    if trial.known is not None:
        yield from _known_lines(trial, paint, show, examples)
    if trial.stopped:
        yield paint(trial.stopped, "error")
    if trial.proof and trial.agrees:
        yield paint(trial.proof, "valid")


def _score_lines(trial: Trial) -> Iterator[str]:
    """Yield the shares of right verdicts: on all strings, on valid and on invalid ones."""
    rows = [("right verdicts", sum(trial.right.values()), trial.strings)]
    rows += [(f"  on {word} strings", trial.right[valid], trial.asked[valid]) for valid, word in _WORDS]
    for label, part, whole in rows:
        ratio = share(part, whole)
        percent = "-" if ratio is None else f"{100 * ratio:.4f} %"
        yield f"{label:<20}  {percent:>10}  {part:,} of {whole:,}"


def shown(text: str, encoding: str = "utf-8") -> str:
    """Return a text as `visible` does, with an empty text and spaces at the ends made visible, too.

    >>> shown(" a "), shown("")
    ('\\\\u{20}a\\\\u{20}', '(empty)')
    """
    inner = text.strip(" ")
    before = text.index(inner) if inner else 0
    after = len(text) - before - len(inner)
    return "\\u{20}" * before + visible(inner, encoding) + "\\u{20}" * after if text else "(empty)"


def shorten(text: str) -> str:
    """Return a text, a long one with its number of characters in place of its middle.

    >>> shorten("a" * 250)[95:135]
    'aaaaa... (250 characters) ...aaaaaaaaaaa'
    """
    half = _LONGEST // 2
    return text if len(text) <= _LONGEST else f"{text[:half]}... ({len(text):,} characters) ...{text[-half:]}"


def shown_difference(difference: Difference, encoding: str = "utf-8") -> str:
    """Return a difference in one line: its text and, where it is invalid, the fault's offset."""
    return shown(difference.text, encoding) + (
        f"  (offset {difference.offset})" if difference.offset is not None else ""
    )


def failure_lines(
    trial: _Answered, paint: Paint, show: Callable[[str], str], examples: int, *, unit: str = "string"
) -> Iterator[str]:
    """Yield of each kind of failure that occurred the count, and at most `examples` with the end of standard error."""
    for kind, (title, _) in _FAILURES.items():
        if kind not in trial.failures:
            continue
        rows = [incident for incident in trial.incidents if incident.failure.kind == kind]
        yield paint(f"{title}: {trial.failures[kind]:,}", "error")
        for incident in rows[:examples]:
            yield f"  {_place(incident, unit)}  {show(incident.failure.detail)}" + (
                "" if incident.text is None else f"  on {show(shorten(incident.text))}"
            )
            for line in incident.failure.stderr.splitlines()[-_STDERR_LINES:]:
                yield f"    {paint('| ' + show(line), 'faint')}"


def _place(incident: Incident, unit: str) -> str:
    """Return in words which strings or cases an incident is about: one by number, or a batch."""
    if incident.text is not None:
        return f"{unit} {incident.first:,}"
    return f"{unit}s {incident.first:,} to {incident.first + incident.count - 1:,}, none of them alone"


def _known_lines(trial: Trial, paint: Paint, show: Callable[[str], str], examples: int) -> Iterator[str]:
    """Yield how many known differences were met, are fixed, and were not met, and how many differences are new; then
    at most `examples` texts of new ones, and as many of fixed ones.
    """
    met = len(trial.differences) - len(trial.new)
    unmet = f", {trial.unmet:,} not met" if trial.unmet else ""
    yield f"known differences: {met:,} met, {len(trial.fixed):,} fixed, {len(trial.new):,} new{unmet}"
    rows = [
        (word, text)
        for word, texts in (("new", [difference.text for difference in trial.new]), ("fixed", trial.fixed))
        for text in texts[:examples]
    ]
    for word, text in rows:
        yield f"  {paint(f'{word:<6}', 'error')}  {show(text)}"


def trial_dict(trial: Trial, *, examples: int = 3) -> dict[str, Any]:
    """Return the object: counts, shares, and the differences by production with at most `examples` of each.

    New and fixed differences are all there, but only where known ones were given (else `known` is null).
    """
    known = {
        "met": len(trial.differences) - len(trial.new),
        "unmet": trial.unmet,
        "fixed": list(trial.fixed),
        "new": [asdict(difference) for difference in trial.new],
    }
    return {
        "implementation": trial.implementation,
        "grammar": trial.matcher.grammar.name,
        "rule": trial.matcher.rule,
        "section": section_of(trial.matcher),
        "passed": trial.passed,
        "strings": trial.strings,
        "score": trial.score,
        "valid": _share(trial, True),
        "invalid": _share(trial, False),
        "false_accepts": sum(difference.verdict for difference in trial.differences),
        "false_rejects": sum(not difference.verdict for difference in trial.differences),
        "productions": [
            {
                "production": group.production,
                "kind": "false accept" if group.accepted else "false reject",
                "count": len(group.differences),
                "examples": [asdict(difference) for difference in group.differences[:examples]],
            }
            for group in trial.groups
        ],
        **failure_dict(trial),
        "known": known if trial.known is not None else None,
        "proof": trial.proof if trial.proof and trial.agrees else None,
    }


def failure_dict(trial: _Answered) -> dict[str, Any]:
    """Return the keys of a report's object for failures."""
    return {
        "failures": dict(trial.failures),
        "failure_examples": [
            asdict(incident.failure) | {"text": incident.text, "first": incident.first, "count": incident.count}
            for incident in trial.incidents
        ],
        "stopped": trial.stopped,
    }


def _share(trial: Trial, valid: bool) -> dict[str, Any]:
    right, total = trial.right[valid], trial.asked[valid]
    return {"strings": total, "right": right, "share": share(right, total)}


@dataclass(frozen=True, slots=True)
class Test:
    """A row of the report: `element` is `failure` for wrong verdicts, `error` for missing ones, "" for a pass.

    The lines of `detail` hold nothing that XML cannot.
    """

    name: str
    element: str = ""
    message: str = ""
    detail: tuple[str, ...] = ()


def trial_xml(trial: Trial, *, examples: int = 3, seconds: float = 0.0) -> str:
    """Return a document of one suite: two tests for each production, one for each kind of failure, the end, the known.

    A known difference fails no test. The names are the same whatever comes out, so that a run compares with the last
    one. All is ASCII, and what XML 1.0 cannot hold is escaped as in text reports (`visible`).
    """
    name = f"{trial.matcher.grammar.name} {trial.matcher.rule}"
    properties = {"implementation": trial.implementation, "strings": trial.strings, "score": trial.score}
    return suite_xml(name, list(_tests(trial, examples)), properties, seconds)


def suite_xml(name: str, tests: Sequence[Test], properties: Mapping[str, object], seconds: float) -> str:
    """Return the JUnit XML of a suite with its name, tests, properties, and the seconds that it took."""
    counts = {
        "tests": str(len(tests)),
        "failures": str(sum(test.element == "failure" for test in tests)),
        "errors": str(sum(test.element == "error" for test in tests)),
        "skipped": "0",
        "time": f"{seconds:.3f}",
    }
    name = visible(name)
    root = ET.Element("testsuites", {"name": "irigrammar", **counts})
    suite = ET.SubElement(root, "testsuite", {"name": name, **counts})
    rows = ET.SubElement(suite, "properties")
    for key, value in properties.items():
        ET.SubElement(rows, "property", {"name": key, "value": visible(str(value))})
    for test in tests:
        case = ET.SubElement(suite, "testcase", {"classname": name, "name": visible(test.name), "time": "0"})
        if test.element:
            wrong = ET.SubElement(case, test.element, {"message": visible(test.message), "type": test.element})
            wrong.text = "\n".join(test.detail)
    return document(root)


def _tests(trial: Trial, examples: int) -> Iterator[Test]:
    """Yield the tests of a trial's JUnit report: two per production, for new differences, one per kind of failure, the
    end, and one that fails for known differences that are fixed.

    Each has at most `examples` examples, the last one all.
    """
    rows: dict[tuple[bool, str], list[Difference]] = {}
    for difference in trial.new:
        rows.setdefault((difference.verdict, difference.production), []).append(difference)
    for production in Divergence(trial.matcher).productions:
        for is_accept, expectation in ((True, "rejects what is invalid"), (False, "accepts what is valid")):
            yield _verdicts(f"{production}: {expectation}", rows.get((is_accept, production), []), examples)
    yield from failure_tests(trial, examples)
    if trial.fixed:
        yield Test("known differences", "failure", f"fixed: {len(trial.fixed):,}", tuple(map(shown, trial.fixed)))
    else:
        yield Test("known differences")


def failure_tests(trial: _Answered, examples: int) -> Iterator[Test]:
    """Yield a test for each kind of failure, and one for the end of the run."""
    for kind, (_, name) in _FAILURES.items():
        count = trial.failures.get(kind, 0)
        incidents = [incident for incident in trial.incidents if incident.failure.kind == kind][:examples]
        message = f"strings or batches: {count:,}"
        yield Test(name, "error", message, tuple(_description(incidents))) if count else Test(name)
    yield Test("runs to the end", "error", trial.stopped) if trial.stopped else Test("runs to the end")


def _description(incidents: list[Incident]) -> Iterator[str]:
    """Yield the lines about incidents: detail, text (or number of texts), and standard error."""
    for incident in incidents:
        place = f"in a batch of {incident.count:,}" if incident.text is None else shown(incident.text)
        yield f"{visible(incident.failure.detail)}: {place}"
        yield from map(visible, incident.failure.stderr.splitlines())


def _verdicts(name: str, differences: list[Difference], examples: int) -> Test:
    """Return the test of a kind of wrong verdicts, failed with their number if there are any."""
    if not differences:
        return Test(name)
    detail = tuple(shown_difference(difference) for difference in differences[:examples])
    return Test(name, "failure", f"wrong verdicts: {len(differences):,}", detail)

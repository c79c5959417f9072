"""A trial as JUnit's XML, as the readers of CI systems take it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree import ElementTree as ET

from irigrammar.report.formats import document
from irigrammar.text.names import visible
from irigrammar.trial.divergence import Divergence
from irigrammar.trial.implementation import Kind
from irigrammar.trial.text_report import shown, shown_difference
from irigrammar.trial.trial import Difference, Mishap, Trial

_TROUBLES: dict[Kind, str] = {
    "crash": "does not crash",
    "hang": "does not hang",
    "few": "gives an answer for each string",
    "many": "gives one answer for each string",
    "malformed": "answers true or false",
}


@dataclass(frozen=True, slots=True)
class _Test:
    """A row of the report: `element` is `failure` for wrong verdicts, `error` for missing ones, "" for a pass.

    The lines of `detail` hold nothing that XML cannot.
    """

    name: str
    element: str = ""
    message: str = ""
    detail: tuple[str, ...] = ()


def trial_xml(trial: Trial, *, examples: int = 3, seconds: float = 0.0) -> str:
    """Return a document of one suite: two tests for each production, one for each kind of trouble, the end, the known.

    A known difference fails no test. The names are the same whatever comes out, so that a run compares with the last
    one. All is ASCII, and what XML 1.0 cannot hold is escaped as in text reports (`visible`).
    """
    tests = list(_tests(trial, examples))
    counts = {
        "tests": str(len(tests)),
        "failures": str(sum(test.element == "failure" for test in tests)),
        "errors": str(sum(test.element == "error" for test in tests)),
        "skipped": "0",
        "time": f"{seconds:.3f}",
    }
    name = visible(f"{trial.matcher.grammar.name} {trial.matcher.rule}")
    root = ET.Element("testsuites", {"name": "irigrammar", **counts})
    suite = ET.SubElement(root, "testsuite", {"name": name, **counts})
    properties = ET.SubElement(suite, "properties")
    for key, value in (("implementation", trial.implementation), ("strings", trial.strings), ("score", trial.score)):
        ET.SubElement(properties, "property", {"name": key, "value": visible(str(value))})
    for test in tests:
        case = ET.SubElement(suite, "testcase", {"classname": name, "name": visible(test.name), "time": "0"})
        if test.element:
            wrong = ET.SubElement(case, test.element, {"message": visible(test.message), "type": test.element})
            wrong.text = "\n".join(test.detail)
    return document(root)


def _tests(trial: Trial, examples: int) -> Iterator[_Test]:
    rows: dict[tuple[bool, str], list[Difference]] = {}
    for found in trial.new:
        rows.setdefault((found.verdict, found.production), []).append(found)
    for production in Divergence(trial.matcher).productions:
        for accepted, wanted in ((True, "rejects what is invalid"), (False, "accepts what is valid")):
            yield _verdicts(f"{production}: {wanted}", rows.get((accepted, production), []), examples)
    for kind, name in _TROUBLES.items():
        count = trial.troubles.get(kind, 0)
        mishaps = [one for one in trial.mishaps if one.trouble.kind == kind][:examples]
        yield _Test(name, "error", f"strings or batches: {count:,}", tuple(_told(mishaps))) if count else _Test(name)
    yield _Test("runs to the end", "error", trial.stopped) if trial.stopped else _Test("runs to the end")
    if trial.mended:
        yield _Test("known differences", "failure", f"mended: {len(trial.mended):,}", tuple(map(shown, trial.mended)))
    else:
        yield _Test("known differences")


def _told(mishaps: list[Mishap]) -> Iterator[str]:
    for one in mishaps:
        place = f"in a batch of {one.count:,}" if one.text is None else shown(one.text)
        yield f"{visible(one.trouble.detail)}: {place}"
        yield from map(visible, one.trouble.stderr.splitlines())


def _verdicts(name: str, differences: list[Difference], examples: int) -> _Test:
    if not differences:
        return _Test(name)
    detail = tuple(shown_difference(one) for one in differences[:examples])
    return _Test(name, "failure", f"wrong verdicts: {len(differences):,}", detail)

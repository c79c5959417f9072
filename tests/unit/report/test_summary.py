"""The summary of checks holds few texts, however many it counts."""

from __future__ import annotations

import json

from irigrammar import Fix
from irigrammar.report.record import Record
from irigrammar.report.summary import SummaryReporter


def test_texts_that_are_known_are_few_and_short() -> None:
    parts: list[str] = []
    reporter = SummaryReporter("json", parts.append, lambda text, _: text)
    fix = (Fix("a%20b", "percent-encode", "safe"),)
    for number in range(10_000):
        text = f"{number} b"
        assert not reporter.again(text)
        reporter.add(Record(code="F094", text=text, fixes=fix), text)
    long = "x" * 100_000
    reporter.add(Record(code="F093", text=long), long)
    assert [reporter.again(text) for text in ("9999 b", "0 b", long)] == [True, False, False]
    assert len(reporter._known) == 4_096
    reporter.finish(0, 10_002, "IRI")
    first, second = json.loads("".join(parts))["codes"]
    assert (first["count"], first["first_fix"]["safe"], first["examples"]) == (10_001, 10_001, ["0 b", "1 b", "2 b"])
    assert len(second["examples"][0]) < 200

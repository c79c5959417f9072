"""The bars: their file, and the arithmetic by which they are met or missed."""

from __future__ import annotations

import pytest

from tools.bench.bars import Bar, Judged, bars, grid, judge
from tools.bench.contestants.jobs import JOBS
from tools.bench.report import Figure, Measure, Report
from tools.bench.run import ROWS
from tools.bench.timing import Spread


def bar(**more: object) -> Bar:
    """Return a bar about two parts and one peer, but for what is given."""
    row: dict[str, object] = {
        "claim": "one / other",
        "row": "match",
        "ours": ("irigrammar one",),
        "peers": ("other",),
        "parts": ("a", "b"),
        "by": "geometric mean",
        "at_most": 0.5,
    }
    return Bar(**{key: value for key, value in {**row, **more}.items() if value is not None})  # type: ignore[arg-type]  # as from TOML


def measure(part: str, value: float, peer: str = "other", ours: str = "irigrammar one") -> Measure:
    return Measure(part, ours, peer, Spread(0, value, 99))


def reports(*found: Measure | Figure, **missing: str) -> dict[str, Report]:
    measures = [one for one in found if isinstance(one, Measure)]
    figures = [one for one in found if isinstance(one, Figure)]
    return {"match": Report("match", [], measures, figures, missing=missing)}


def test_each_bar_is_about_rows_ways_and_peers_that_there_are() -> None:
    found, _ = bars()
    names = {name for job in JOBS.values() for name in job}
    assert len(found) >= 15
    assert len({one.claim for one in found}) == len(found)
    for one in found:
        assert one.row in ROWS
        assert one.figure or {*one.ours, *one.peers} <= names
        assert one.limit > 0


def test_the_geometric_mean_counts() -> None:
    judged = judge(bar(), reports(measure("a", 0.1), measure("b", 0.4), measure("c", 9), measure("a", 9, "third")))
    assert judged.value == pytest.approx(0.2)
    assert judged.met is True
    assert judged.verdict == "met"
    assert judged.remark == ""


def test_the_worst_counts_and_is_named() -> None:
    judged = judge(bar(by="worst"), reports(measure("a", 0.1), measure("b", 1.25)))
    assert judged.value == 1.25
    assert judged.met is False
    assert judged.verdict == "missed: 2.50 times the limit"
    assert judged.remark == "other, b"
    ways = bar(by="worst", ours=("irigrammar one", "irigrammar two"), parts=())
    slower = judge(ways, reports(measure("a", 0.1), measure("a", 0.3, ours="irigrammar two")))
    assert slower.remark == "irigrammar two, other, a"


def test_without_parts_all_count() -> None:
    judged = judge(bar(parts=(), by="worst"), reports(measure("a", 0.1), measure("c", 0.6)))
    assert judged.value == 0.6


def test_the_limit_itself_meets_the_bar() -> None:
    assert Judged(bar(), 0.5).met is True
    assert Judged(bar(), 0.51).verdict == "missed by 2.0%"
    least = bar(peers=None, figure="speed", at_most=None, at_least=700)
    assert Judged(least, 700.0).met is True
    assert Judged(least, 693.0).verdict == "missed by 1.0%"
    assert Judged(least, 70.0).verdict == "missed: 0.10 of the limit"


def test_of_figures_the_least_is_the_worst_where_much_is_wanted() -> None:
    found = reports(
        Figure("a", "irigrammar one", "speed", 800),
        Figure("b", "irigrammar one", "speed", 600),
        Figure("b", "other", "speed", 10),
        Figure("b", "irigrammar one", "weight", 10),
        Figure("a", "irigrammar one", "times copy", 3.5),
    )
    fast = bar(peers=None, figure="speed", at_most=None, at_least=700, by="worst", beside="times copy")
    judged = judge(fast, found)
    assert judged.value == 600
    assert judged.remark == "3.50 times copy; irigrammar one, b"
    light = bar(peers=None, figure="speed", at_most=700, by="worst")
    assert judge(light, found).value == 800


def test_what_was_not_measured_is_said() -> None:
    assert judge(bar(row="growth"), reports()) == Judged(bar(row="growth"), None, "row growth was not run")
    nothing = judge(bar(), reports(other="not installed"))
    assert nothing.value is None
    assert nothing.met is None
    assert nothing.verdict == "not measured"
    assert nothing.remark == "other: not installed"
    half = judge(bar(), reports(measure("a", 0.4)))
    assert half.value == pytest.approx(0.4)
    assert half.remark == "1 of 2 parts"
    two = judge(bar(peers=("other", "third"), by="worst"), reports(measure("a", 0.4), measure("b", 0.3)))
    assert two.remark == "irigrammar one / third: not measured; other, a"


@pytest.mark.parametrize(
    "more",
    [{"at_most": None}, {"at_least": 3}, {"peers": None}, {"figure": "speed"}, {"by": "median"}],
)
def test_a_bar_that_means_nothing_is_refused(more: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="one / other: "):
        bar(**more)


def test_the_table() -> None:
    found = grid([Judged(bar(), 0.25, "so"), Judged(bar(at_most=None, at_least=7, peers=None, figure="x"), None)])
    assert found.rows == [
        ["one / other", "≤ 0.5", "0.25", "met", "so"],
        ["one / other", "≥ 7", "–", "not measured", ""],
    ]

"""Row "fault": the cost of details about an invalid string.

Where and why it is invalid, compared with a mere verdict.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tools.bench.contestants.loading import matcher
from tools.bench.contestants.verdicts import ours
from tools.bench.corpus import describe, generated, refused, sized
from tools.bench.loops import verdict
from tools.bench.report import Figure, Grid, Measure, Report
from tools.bench.setting import Setting
from tools.bench.timing import Heat, against, race, timed

__all__ = ["run"]

LONG = 1_000_000
OWN = "its own matches"


def run(setting: Setting) -> Report:
    """Measure verdicts with and without their details, against verdicts alone."""
    asked = matcher()
    ways: dict[str, Callable[[str], object]] = {
        "check": asked.check,
        "check, offset read": lambda text: asked.check(text).fault.offset is None,
        "check, details read": lambda text: details(asked.check(text).fault) is None,
    }
    rounds = setting.rounds(48)
    short, long, valid = refused(500), [f"{text} " for text in sized(600, 50)], generated(500, faults=0)
    heats = [
        Heat("refused", f"{describe(short)}, all with a fault", short, rounds, 60),
        Heat("600 characters, fault at the end", "", long, rounds, 10),
    ]
    report = Report("fault", [], notes=[f"{heats[0].title}: {heats[0].about}."])
    shown = []
    for name, call in ways.items():
        for heat in [*heats, Heat("valid", "", valid, rounds, 200)][: 3 if name == "check" else 2]:
            way = verdict(f"irigrammar {name}", "call(text)", {"call": call})
            theirs, us = race([ours(), way], heat)
            if us.others:
                raise AssertionError(f"{us.name} differs from matches: {us.example}")
            ratio = against(us, theirs)
            shown.append([name, heat.title, f"{us.nanoseconds / 1000:,.1f}", str(ratio)])
            report.measures.append(Measure(heat.title, way.name, OWN, ratio))
    report.details.append(
        Grid("what a string costs", ["", "strings", "µs", "time / that of matches (quartiles)"], shown)
    )
    whole, times = late_fault(asked)
    rows = [("100 characters", hundred_characters(asked)), (f"{LONG:,} characters", whole)]
    report.figures.extend(
        Figure(title, "irigrammar check, details read", "milliseconds", value) for title, value in rows
    )
    table = [[title, f"{value:.3g}"] for title, value in rows]
    report.details.append(Grid("all details of one string, the slowest of some", ["", "ms"], table))
    report.notes.append(f"All details of {LONG:,} characters take {times:.2f} times those of half as many.")
    return report


def details(fault: Any) -> object:
    """Read all details of a fault."""
    return fault.offset, fault.open, fault.ruled_out, fault.expected, fault.help, fault.fixes


def hundred_characters(asked: Any) -> float:
    """Return the milliseconds of all details of the slowest of some strings of 100 characters."""
    texts = [f"{text[:99]} " for text in sized(110, 20)] + [f"http://h:8a/{'x' * 88}", f"//[{'1:' * 8}{'x' * 81}"]
    for text in texts:
        details(asked.check(text).fault)
    return max(cost(asked, text, 5) for text in texts) / 1e6


def cost(asked: Any, text: str, times: int) -> int:
    """Return the least nanoseconds that all details of a string took."""
    return min(timed(lambda: details(asked.check(text).fault)) for _ in range(times))


def late_fault(asked: Any) -> tuple[float, float]:
    """Return the milliseconds of all details of a long string, and how many times those of half of it that is."""
    whole, half = (cost(asked, f"http://example.org/{'a/b%20c' * (size // 7)} ", 2) for size in (LONG, LONG // 2))
    return whole / 1e6, whole / half

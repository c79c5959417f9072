"""Row "fault": what it costs to know that a string is invalid, where, and why, against knowing that it is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tools.bench.corpus import describe, made, refused, sized
from tools.bench.loops import each
from tools.bench.peers import matcher, matches
from tools.bench.report import Grid, Report
from tools.bench.timing import Heat, Local, race, timed

__all__ = ["run"]

LONG = 1_000_000


def run(quick: bool, root: Path) -> Report:
    """Measure verdicts with and without their details."""
    del root
    asked = matcher()
    ways: dict[str, Callable[[str], Any]] = {
        "check": asked.check,
        "check, offset read": lambda text: asked.check(text).fault.offset,
        "check, details read": lambda text: details(asked.check(text).fault),
    }
    rounds = 6 if quick else 40
    short, long = refused(1000), [f"{text} " for text in sized(600, 50)]
    heats = [
        Heat("refused", f"{describe(short)}, all with a fault", short, rounds, 60),
        Heat("600 characters, fault at the end", "", long, rounds, 10),
    ]
    valid = Heat("valid", "", made(1000, faults=0), rounds, 200)
    summary, shown = [], []
    for name, call in ways.items():
        cells = []
        for heat in heats:
            way = Local(f"irigrammar {name}", each(call), asked.matches)
            scores = race([way, matches()], heat)
            cells.append(str(scores[1].ratio))
            shown.append([name, heat.title, f"{scores[0].nanoseconds / 1000:,.1f}", cells[-1]])
        summary.append([name, *cells])
    scores = race([Local("irigrammar check", each(asked.check), asked.matches), matches()], valid)
    summary.append(["check, of a string that is valid", str(scores[1].ratio), "–"])
    grids = [Grid("what a string costs", ["", "strings", "µs", "time / that of matches (quartiles)"], shown)]
    hundred, million = hundred_characters(asked), late_fault(asked)
    rows = [["100 characters", hundred], [f"{LONG:,} characters", million[0]]]
    grids.append(Grid("all details", ["", "ms"], rows))
    notes = [
        f"{heats[0].title}: {heats[0].about}.",
        f"All details of 100 characters took {hundred} ms at most.",
        f"All of {LONG:,} with the fault at the end took {million[0]} ms, {million[1]} times those of half as many.",
    ]
    head = ["fault", *(heat.title for heat in heats)]
    return Report("fault", grids, [Grid("fault: time of irigrammar / time of its own matches", head, summary)], notes)


def details(fault: Any) -> object:
    """Read all that a fault can tell."""
    return fault.offset, fault.open, fault.lost, fault.expected, fault.help, fault.repairs


def hundred_characters(asked: Any) -> str:
    """Return the milliseconds of all details of the slowest of some strings of 100 characters."""
    texts = [f"{text[:99]} " for text in sized(110, 20)] + [f"http://h:8a/{'x' * 88}", f"//[{'1:' * 8}{'x' * 81}"]
    for text in texts:
        details(asked.check(text).fault)
    slowest = max(cost(asked, text, 5) for text in texts)
    return f"{slowest / 1e6:.1f}"


def cost(asked: Any, text: str, times: int) -> int:
    """Return the least nanoseconds that all details of a string took."""
    return min(timed(lambda: details(asked.check(text).fault)) for _ in range(times))


def late_fault(asked: Any) -> tuple[str, str]:
    """Return the milliseconds of all details of a long string, and how much more that is than of half of it."""
    whole, half = (cost(asked, f"http://example.org/{'a/b%20c' * (size // 7)} ", 2) for size in (LONG, LONG // 2))
    return f"{whole / 1e6:.0f}", f"{whole / half:.2f}"

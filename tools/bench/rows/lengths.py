"""Row "length": time per character by length, with peers.

In friendly strings of 10 to 1,000,000 characters.
"""

from __future__ import annotations

from itertools import pairwise
from math import log2

from tools.bench.contestants.jobs import make
from tools.bench.hostile import Kind
from tools.bench.report import Figure, Grid, Report
from tools.bench.setting import OURS, Setting
from tools.bench.timing import Contestant, Missing, settle

__all__ = ["run", "steepest"]

LENGTHS = (10, 100, 1_000, 10_000, 100_000, 1_000_000)
KINDS = (
    Kind("path", "a://h/", "ab/"),
    Kind("Han", "a://h/", "漢"),
    Kind("percent-encodings", "a://", "%C3"),
)
WAYS = {
    "match": ("irigrammar matches", "irigrammar pure", "jsonschema_rs", "pyoxigraph", "google-re2", "rfc3987 pattern"),
    "split": ("irigrammar split", "rfc3986 urlparse", "yarl"),
    "parse": ("irigrammar parse", "abnf (rust)"),
}
ENOUGH = 2_000_000  # nanoseconds of one measurement, at least: shorter work is repeated
TOO_LONG = 1_000_000_000  # nanoseconds that the next call may be expected to take


def run(setting: Setting) -> Report:
    """Measure each way over each kind of string, length by length."""
    report = Report("length", [])
    settle()
    lengths = LENGTHS[:-1] if setting.quick else LENGTHS
    for kind in KINDS:
        rows: list[list[str]] = []
        for job, names in WAYS.items():
            for name in filter(setting.wants, names):
                try:
                    contestant = make(job, name)
                except Missing as error:
                    report.missing[name] = str(error)
                    continue
                times = paces(contestant, kind, lengths)
                cells = [f"{times[length]:,.2f}" if length in times else "–" for length in lengths]
                growth = steepest(times)
                rows.append([contestant.name, *cells, f"{growth:.2f}" if growth else "–"])
                if growth and contestant.name.startswith(OURS):
                    report.figures.append(Figure(kind.name, contestant.name, "growth a doubling", growth))
        head = ["nanoseconds a character", *(f"{length:,}" for length in lengths), "time of twice the length, worst"]
        report.details.append(Grid(f"friendly: {kind.name}", head, rows))
    report.notes.append("From 1,000 characters on, the worst growth; what took too long before was not measured.")
    return report


def paces(contestant: Contestant, kind: Kind, lengths: tuple[int, ...]) -> dict[int, float]:
    """Return nanoseconds a character by length, each the least of some measurements, until a call takes too long."""
    paces: dict[int, float] = {}
    before = ENOUGH
    for length in lengths:
        text = kind.text(length)
        once = least(contestant, [text], 2)
        times = max(1, min(5000, ENOUGH // once))
        paces[length] = (least(contestant, [text] * times, 3) / times if times > 1 else once) / len(text)
        if once * once / before > TOO_LONG:  # if it goes on as from the length before
            break
        before = once
    return paces


def least(contestant: Contestant, texts: list[str], times: int) -> int:
    """Return the least of some measurements."""
    return min(contestant.elapsed(texts) for _ in range(times))


def steepest(times: dict[int, float]) -> float:
    """Return how many times longer a string of twice the length takes, between those lengths where that is most.

    `times` are nanoseconds a character by length; below 1,000 characters what a call costs in any case counts too much.
    """
    ratios = [0.0]
    lengths = [length for length in times if length >= 1_000]
    for shorter, longer in pairwise(lengths):
        ratio = times[longer] * longer / (times[shorter] * shorter)
        ratios.append(ratio ** (1 / log2(longer / shorter)))
    return max(ratios)

"""Search for leaks: call each function of the kernel a million times.

Each runs in a separate process, whose memory has to stay constant.

    python -m tools.kernel.leaks [--calls 1000000] [NAME ...]

Every row of targets.TARGETS is asked about texts that match, that do not, and that are none, and about long ones, a
thousandth as often; also, automata are made and refused. After a tenth of the calls the memory that Python counts
(tracemalloc), the references to what was given, and the resident memory of the process must not grow any more. Exit
status 1 when something grows.
"""

from __future__ import annotations

import argparse
import gc
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import irigrammar
from irigrammar.engines import kernel
from irigrammar.engines.packing import pack
from tools.kernel.targets import TARGETS, Ask, missing

__all__ = ["Grown", "Work", "grown", "main", "work"]

ROOT = Path(__file__).resolve().parents[2]

# What is allowed: what Python counts goes up and down by an object or two, the resident memory by what malloc keeps.
_COUNTED = 4096
_RESIDENT = 4 << 20

# In each storage, valid and not; long ones are walked without the lock of the interpreter.
_TEXTS = ["http://example.org/a?b", "http://é/%C3%A9", "http://日本/", "http://👩/", "a b", "\ud800", ""]
_BYTES = [b"http://h/", "http://日本/".encode(), b"\xff", bytearray(b"a:"), memoryview(b"ab:cd")[::2]]
_LONG = ["a:" + "b%20" * 17_000, "a:" + "é" * 66_000 + " "]
_NONE = [None, 5, object(), 0.5, ("a:",)]


class Work(NamedTuple):
    """A repeated piece of work, the number of calls in one repetition, and the arguments."""

    step: Callable[[], object]
    calls: int
    values: list[Any]


class Grown(NamedTuple):
    """By how much memory grew: counted and resident bytes, and references to the values."""

    counted: int
    resident: int
    references: int

    def leaks(self) -> bool:
        """Return whether that is more than the ups and downs of memory."""
        return self.counted > _COUNTED or self.resident > _RESIDENT or self.references > 0


def work() -> dict[str, Work]:
    """Return what is done, by name."""
    matcher = irigrammar.grammar("rfc3987").start
    works: dict[str, Work] = {}
    kinds: dict[str, list[Any]] = {"str": _TEXTS, "bytes": _BYTES, "none": _NONE, "long": _LONG}
    for target in TARGETS:
        ask = target.kernel(matcher)
        for kind, texts in kinds.items():
            if kind != "bytes" or target.utf8:
                works[f"{target.name}, {kind}"] = _asking(ask, texts, 1000 if kind == "long" else 1)
    packed = pack(irigrammar.grammar("rfc3986")._production("IPv4address").dfa)
    works["automata made"] = Work(lambda: kernel.automaton(packed), 1, [*packed[:2]])
    works["automata refused"] = _refused(*packed)
    return works


def _refused(starts: Any, ids: Any, start: int, accepting: str, width: int, rows: str) -> Work:
    module = kernel.kernel()
    assert module is not None
    cells = bytes.fromhex(rows)
    good = {"starts": starts, "ids": ids, "start": start, "accepting": bytes.fromhex(accepting), "width": width}
    spoilt: list[dict[str, Any]] = [
        {"ids": ids[:-1]},
        {"ids": (None,) * len(ids)},
        {"starts": [0]},
        {"rows": cells[:-1]},
        {"rows": cells[:-1] + b"\xff"},
        {"rows": 5},
    ]

    def step() -> None:
        for values in spoilt:
            with suppress(ValueError, TypeError):
                module.Automaton(**{**good, "rows": cells, **values})

    return Work(step, len(spoilt), [starts, ids, cells])


def _asking(ask: Ask, texts: list[Any], worth: int) -> Work:
    def step() -> None:
        with suppress(TypeError):
            ask(texts)

    return Work(step, len(texts) * worth, texts)


def grown(work: Work, calls: int) -> Grown:
    """Return by how much memory grows over a number of calls, after a tenth of them."""
    steps = max(10, calls // work.calls)
    tracemalloc.start()
    _repeat(work.step, steps // 10)
    before = _measure(work)
    _repeat(work.step, steps)
    after = _measure(work)
    tracemalloc.stop()
    return Grown(*(late - early for early, late in zip(before, after, strict=True)))


def _repeat(step: Callable[[], object], times: int) -> None:
    for _ in range(times):
        step()


def _measure(work: Work) -> tuple[int, int, int]:
    gc.collect()
    return tracemalloc.get_traced_memory()[0], _resident(), sum(map(sys.getrefcount, work.values))


def _resident() -> int:
    """Return the resident memory of this process in bytes, 0 where it is unknown."""
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return next((int(line.split()[1]) << 10 for line in lines if line.startswith("VmRSS")), 0)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calls", type=int, default=1_000_000)
    parser.add_argument("--here", action="store_true", help="in this process, as the children do")
    parser.add_argument("names", nargs="*", metavar="NAME", help="some of what is done (default: all)")
    options = parser.parse_args(arguments)
    if reason := missing():
        print(f"nothing to call: {reason}")
        return 2
    every = work()
    if unknown := sorted({*options.names} - {*every}):
        parser.error(f"nothing is called {', '.join(unknown)}; there is: {'; '.join(every)}")
    status = 0
    for name in options.names or every:
        if options.here:
            growth = grown(every[name], options.calls)
            status |= growth.leaks()
            verdict = "LEAKS" if growth.leaks() else "flat"
            print(
                f"{name}: {verdict} ({growth.counted:+,} bytes counted, {growth.resident >> 10:+,} KiB resident, "
                f"{growth.references:+,} references)",
                flush=True,
            )
        else:
            child = [sys.executable, "-m", "tools.kernel.leaks", "--here", "--calls", str(options.calls), name]
            status |= subprocess.run(child, cwd=ROOT, check=False).returncode != 0
    return status


if __name__ == "__main__":
    sys.exit(main())

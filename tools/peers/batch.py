"""Ask a program about strings, without trusting its output.

One JSON string per line in, `true` or `false` per line out.
"""

from __future__ import annotations

import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Thread
from typing import IO

from tools.peers.stream import chunks

__all__ = ["Limits", "Outcome", "ask"]

CHUNK = 500
TRUTH = {b"true": True, b"false": False}


@dataclass(frozen=True)
class Limits:
    """Seconds without any answer that make a hang, seconds for all strings, and failures after which to give up."""

    silence: float = 20.0
    total: float = 240.0
    failures: int = 5


@dataclass
class Outcome:
    """The outcome: a verdict for each string that got one, what failed, and why the run stopped early, if it did.

    The first `asked` strings have a verdict or are among the failures. `seconds` is the time from the first answer of
    each process to its last, for `timed` strings. `errors` are last lines of standard error of processes that ended.
    """

    verdicts: dict[int, bool] = field(default_factory=dict)
    crashes: dict[int, str] = field(default_factory=dict)
    hangs: list[int] = field(default_factory=list)
    asked: int = 0
    stopped: str = ""
    seconds: float = 0.0
    timed: int = 0
    errors: list[str] = field(default_factory=list)


def ask(command: Sequence[str], lines: Sequence[bytes], limits: Limits | None = None) -> Outcome:
    """Return what a program says of each line; it is started again after a string on which it ended or hung."""
    limits = limits or Limits()
    outcome = Outcome()
    until = time.monotonic() + limits.total
    failures = 0
    while outcome.asked < len(lines) and not outcome.stopped:
        if failures > limits.failures:
            outcome.stopped = f"{failures} processes failed"
            break
        _session(command, lines, outcome, limits.silence, until)
        failures += 1
    return outcome


def _session(command: Sequence[str], lines: Sequence[bytes], outcome: Outcome, silence: float, until: float) -> None:
    """Run one process over the strings that are left, up to its end, a hang, or the end of the time."""
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors)
        assert process.stdin is not None
        assert process.stdout is not None
        feeder = Thread(target=_feed, args=(process.stdin, lines, outcome.asked), daemon=True)
        feeder.start()
        try:
            _read(process.stdout, outcome, len(lines), silence, until)
            if outcome.asked < len(lines) and not outcome.stopped:
                _fail(process, errors, outcome)
        finally:
            process.kill()
            process.wait()
            feeder.join()
            process.stdout.close()


def _feed(pipe: IO[bytes], lines: Sequence[bytes], start: int) -> None:
    try:
        with pipe:
            for index in range(start, len(lines), CHUNK):
                pipe.write(b"".join(lines[index : index + CHUNK]))
    except BrokenPipeError:
        pass


def _read(pipe: IO[bytes], outcome: Outcome, count: int, silence: float, until: float) -> None:
    """Take answers into the outcome until they end, and check whether they are too many or too late."""
    began = last = 0.0
    start = outcome.asked
    rest = b""
    for chunk in chunks(pipe, silence):
        last = time.monotonic()
        *answers, rest = (rest + chunk).split(b"\n")
        if outcome.asked + len(answers) > count:
            outcome.stopped = "more answers than strings"
            break
        _take(answers, outcome)
        if not began:
            began, start = last, outcome.asked
        if last > until and outcome.asked < count:
            outcome.stopped = "the time was up"
            break
    outcome.seconds += last - began
    outcome.timed += outcome.asked - start


def _take(answers: Sequence[bytes], outcome: Outcome) -> None:
    for answer in answers:
        verdict = TRUTH.get(answer)
        if verdict is None:
            outcome.crashes[outcome.asked] = answer.decode(errors="replace").removeprefix("error ")
        else:
            outcome.verdicts[outcome.asked] = verdict
        outcome.asked += 1


def _fail(process: subprocess.Popen[bytes], errors: IO[bytes], outcome: Outcome) -> None:
    """Note that the process hangs on the next string or has ended on it."""
    try:
        status = process.wait(1)
    except subprocess.TimeoutExpired:
        outcome.hangs.append(outcome.asked)
    else:
        outcome.crashes[outcome.asked] = f"exit status {status}"
        errors.seek(0)
        outcome.errors += errors.read().decode(errors="replace").strip().splitlines()[-1:]
    outcome.asked += 1

"""Implementations to be tried: small programs and canned answers."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from pathlib import Path
from textwrap import dedent

from irigrammar.trial.implementation import Answer, Reply

__all__ = ["Canned", "alive", "program"]

_FRAME = """
    import json, os, sys, time
    hold = "hold" in sys.argv  # whether the output is held back until the input ends
    if hold:
        sys.stdout = open(1, "w", buffering=1 << 20, closefd=False)
    def say(text):
        sys.stdout.write(text)
        if not hold:
            sys.stdout.flush()
    def matches(text):
        return text.isascii() and all(char.isdigit() for char in text)
    def answer(text):
        say("true\\n" if matches(text) else "false\\n")
    {start}
    for number, line in enumerate(sys.stdin, 1):
        text = json.loads(line)
        {each}
        answer(text)
    {end}
"""

# What the programs do beside being right on the production `port`: before they read, for each string, at the end.
_ODD = {
    "right": ("", "", ""),
    "wrong": ("matches = str.isdigit", "", ""),  # rejects the empty string, accepts digits of all scripts
    "crash": ("", 'if text == "a:": sys.stderr.write("it was a:\\n"); os._exit(3)', ""),
    "signal": ("", 'if text == "a:": os.abort()', ""),
    "hang": ("", 'if text == "a:": time.sleep(60)', ""),
    "skip": ("", 'if text == "a:": continue', ""),
    "twice": ("", 'if text == "a:": answer(text)', ""),
    "garbage": ("", 'if text == "a:": say("True\\n"); continue', ""),
    "ten": ("", "if number > 10: break", ""),
    "deaf": ("time.sleep(60)", "", ""),
    "mute": ("sys.stdin.read(); sys.exit()", "", ""),
    "broken": ("import a_module_that_is_nowhere", "", ""),
    "weary": ("", "if number > 25: os._exit(4)", ""),  # after 25 strings, whichever they are
    "fatal": ("", "os._exit(5)", ""),
    "noisy": ("", 'sys.stderr.write("x" * 5000)', ""),
    "greedy": ("texts = sys.stdin.readlines(); [answer(json.loads(line)) for line in texts]", "", ""),
    "eager": ("[answer('') for _ in range(100_000)]", "", ""),
    "stays": ("", "", "time.sleep(60)"),
    "sour": ("", "", "sys.exit(7)"),
    "crlf": ('answer = lambda text: say("true\\r\\n" if matches(text) else "false\\r\\n")', "", ""),
    "unended": ('answer = lambda text: say("\\n" * (number > 1) + ("true" if matches(text) else "false"))', "", ""),
}


def program(directory: Path, name: str, *options: str) -> list[str]:
    """Write the program of that name and return its command line; the option `hold` holds its output back."""
    path = directory / f"{name}.py"
    start, each, end = _ODD[name]
    path.write_text(dedent(_FRAME.format(start=start, each=each, end=end)), encoding="utf-8")
    return [sys.executable, str(path), *options]


def alive(pid: int) -> bool:
    """Return whether a process still runs after a while; one that only waits to be collected does not."""
    for _ in range(50):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
        status = Path(f"/proc/{pid}/stat")
        if status.exists() and status.read_text().rpartition(")")[2].split()[0] == "Z":
            return False
        time.sleep(0.1)
    return True


class Canned:
    """An implementation that asks a function."""

    name = "canned"

    def __init__(self, answer: Callable[[str], Answer], *, stop_after: int | None = None) -> None:
        self._answer = answer
        self._stop_after = stop_after
        self.sizes: list[int] = []
        self.closed = False

    def run(self, batches: Iterable[Sequence[str]]) -> Generator[Reply, None, None]:
        try:
            for number, batch in enumerate(batches, 1):
                self.sizes.append(len(batch))
                answers = [self._answer(text) for text in batch]
                yield Reply(answers, stopped="stopped" if number == self._stop_after else None)
        finally:
            self.closed = True

"""Compare the verdicts of a peer on the suites with the grammar."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random

import irigrammar
from irigrammar.language.suite import suite
from irigrammar.trial.command import Command, verdict
from irigrammar.trial.implementation import Answer, Failure
from tools.world.peers.registry import GRAMMARS, Peer, command, version

BATCH = 100_000  # strings for a process
SECONDS = 240.0  # for a batch
FAILURES = 5  # strings on which a process ends or hangs, after which it is not asked any more
SEED = 3987


@dataclass(frozen=True)
class Strings:
    """Strings with their verdicts, and of how many these are a sample."""

    texts: list[str]
    valid: list[bool]
    of: int


@cache
def complete(rule: str) -> Strings:
    """Return the complete suite of a production over each interval of code points."""
    cases = list(suite(irigrammar.grammar(GRAMMARS[rule])[rule], each="interval"))
    return Strings([case.text for case in cases], [case.valid for case in cases], len(cases))


def sampled(whole: Strings, count: int | None) -> Strings:
    """Return a limited number of strings, half of them valid if possible; the same at each call."""
    if count is None or count >= len(whole.texts):
        return whole
    numbers = {
        valid: [index for index, verdict in enumerate(whole.valid) if verdict is valid] for valid in (True, False)
    }
    rng = Random(SEED)
    chosen = rng.sample(numbers[True], min(count // 2, len(numbers[True])))
    chosen += rng.sample(numbers[False], min(count - len(chosen), len(numbers[False])))
    chosen.sort()
    return Strings([whole.texts[index] for index in chosen], [whole.valid[index] for index in chosen], whole.of)


CONTROL = 20_000


@dataclass(frozen=True)
class Count:
    """A count out of a total, and the simplest of them, with what the peer said of it."""

    number: int
    of: int
    example: str | None = None
    said: str = ""


@dataclass(frozen=True)
class Result:
    """A peer's verdicts on a production's suite; `version` is None, and nothing is run, where it is not installed."""

    peer: Peer
    rule: str
    version: str | None
    asked: int = 0
    of: int = 0
    accepts: Count = Count(0, 0)
    rejects: Count = Count(0, 0)
    crashes: Count = Count(0, 0)
    hangs: Count = Count(0, 0)
    microseconds: float | None = None
    stopped: str = ""


@dataclass
class Outcome:
    """Verdicts by the number of the string, what failed and how, why the run stopped early, and the seconds."""

    verdicts: dict[int, bool] = field(default_factory=dict)
    crashes: dict[int, str] = field(default_factory=dict)
    hangs: list[int] = field(default_factory=list)
    asked: int = 0
    stopped: str = ""
    seconds: float = 0.0


def ask(arguments: Sequence[str], texts: Sequence[str]) -> Outcome:
    """Return what a program says of each string; it is started again after one on which it ended or hung."""
    outcome = Outcome()
    began = time.monotonic()
    batches = (texts[start : start + BATCH] for start in range(0, len(texts), BATCH))
    for reply in Command(arguments, seconds=SECONDS, failures=FAILURES, read=said).run(batches):
        for answer in reply.answers:
            if isinstance(answer, bool):
                outcome.verdicts[outcome.asked] = answer
            elif isinstance(answer, Failure) and answer.kind == "hang":
                outcome.hangs.append(outcome.asked)
            elif isinstance(answer, Failure):
                outcome.crashes[outcome.asked] = answer.detail
            outcome.asked += 1
        outcome.stopped = reply.stopped or ""
    outcome.seconds = time.monotonic() - began
    return outcome


def said(line: bytes) -> Answer:
    """Return what a driver's line says: `true`, `false`, or `error` and the name of what was raised."""
    name = line.removeprefix(b"error ")
    return verdict(line) if name == line else Failure("malformed", name.decode(errors="replace"))


def result(peer: Peer, rule: str, whole: Strings, *, limit: int | None) -> Result:
    """Return what a peer says of a suite, or of the sample that it gets, `limit` strings at most."""
    installed = version(peer.language, peer.name)
    if installed is None:
        return Result(peer, rule, None)
    sizes = [size for size in (peer.sample, limit) if size is not None]
    strings = sampled(whole, min(sizes, default=None))
    return agreement(peer, rule, installed, strings, ask(command(peer.language, peer.name, rule), strings.texts))


def agreement(peer: Peer, rule: str, installed: str, strings: Strings, outcome: Outcome) -> Result:
    """Return where a peer's verdicts are not the grammar's."""
    wrong: dict[bool, list[int]] = {True: [], False: []}
    checked = {True: 0, False: 0}
    for index, answer in outcome.verdicts.items():
        checked[strings.valid[index]] += 1
        if answer is not strings.valid[index]:
            wrong[answer].append(index)

    def count(numbers: list[int], of: int, said: dict[int, str] | None = None) -> Count:
        least = min(numbers, key=lambda index: simplest(strings.texts[index]), default=None)
        example = None if least is None else strings.texts[least]
        return Count(len(numbers), of, example, (said or {}).get(-1 if least is None else least, ""))

    return Result(
        peer,
        rule,
        installed,
        outcome.asked,
        strings.of,
        accepts=count(wrong[True], checked[False]),
        rejects=count(wrong[False], checked[True]),
        crashes=count(list(outcome.crashes), outcome.asked, outcome.crashes),
        hangs=count(outcome.hangs, outcome.asked),
        microseconds=1e6 * outcome.seconds / outcome.asked if outcome.asked else None,
        stopped=outcome.stopped,
    )


def control(language: str, whole: Strings) -> str | None:
    """Return a language's version, None where it is not installed, when its driver reads strings as they are.

    The driver tells whether the code points of each string have an even sum; a wrong answer is a `RuntimeError`.
    """
    installed = version(language, "control")
    if installed is None:
        return None
    strings = sampled(whole, CONTROL)
    outcome = ask(command(language, "control", "IRI"), strings.texts)
    for index, text in enumerate(strings.texts):
        if outcome.verdicts.get(index) is not (sum(map(ord, text)) % 2 == 0):
            raise RuntimeError(f"the driver for {language} misreads {text!r}")
    return installed


def simplest(text: str) -> tuple[int, int, str]:
    """Return a key by which shorter and then more readable strings come first.

    >>> sorted(["b", "A:", "a:", "a\\u212a", "a\\n"], key=simplest)
    ['b', 'a:', 'A:', 'a\\n', 'a\u212a']
    """
    return len(text), sum(map(_strangeness, text)), text


def _strangeness(char: str) -> int:
    if char.isascii() and (char.islower() or char.isdigit()):
        return 0
    return 1 if is_visible(char) else 5


def is_visible(char: str) -> bool:
    return "!" <= char <= "~" and char != "\\"

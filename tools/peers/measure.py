"""Compare the verdicts of a peer with the grammar."""

from __future__ import annotations

from dataclasses import dataclass

from tools.peers.batch import Limits, Outcome, ask
from tools.peers.programs import command, version
from tools.peers.registry import Peer
from tools.peers.shown import simplest
from tools.peers.strings import Strings, sampled

__all__ = ["Count", "Result", "agreement", "control", "result"]

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
    errors: tuple[str, ...] = ()


def result(peer: Peer, rule: str, whole: Strings, *, limit: int | None, limits: Limits | None = None) -> Result:
    """Return what a peer says of a suite, or of the sample that it gets, `limit` strings at most."""
    installed = version(peer.language, peer.name)
    if installed is None:
        return Result(peer, rule, None)
    sizes = [size for size in (peer.sample, limit) if size is not None]
    strings = sampled(whole, min(sizes, default=None))
    return agreement(
        peer, rule, installed, strings, ask(command(peer.language, peer.name, rule), strings.lines, limits)
    )


def agreement(peer: Peer, rule: str, installed: str, strings: Strings, outcome: Outcome) -> Result:
    """Return where a peer's verdicts are not the grammar's."""
    wrong: dict[bool, list[int]] = {True: [], False: []}
    judged = {True: 0, False: 0}
    for index, verdict in outcome.verdicts.items():
        judged[strings.valid[index]] += 1
        if verdict is not strings.valid[index]:
            wrong[verdict].append(index)

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
        accepts=count(wrong[True], judged[False]),
        rejects=count(wrong[False], judged[True]),
        crashes=count(list(outcome.crashes), outcome.asked, outcome.crashes),
        hangs=count(outcome.hangs, outcome.asked),
        microseconds=1e6 * outcome.seconds / outcome.timed if outcome.timed else None,
        stopped=outcome.stopped,
        errors=tuple(outcome.errors),
    )


def control(language: str, whole: Strings) -> str | None:
    """Return a language's version, None where it is not installed, when its driver reads strings as they are.

    The driver tells whether the code points of each string have an even sum; a wrong answer is a `RuntimeError`.
    """
    installed = version(language, "control")
    if installed is None:
        return None
    strings = sampled(whole, CONTROL)
    outcome = ask(command(language, "control", "IRI"), strings.lines)
    for index, text in enumerate(strings.texts):
        if outcome.verdicts.get(index) is not (sum(map(ord, text)) % 2 == 0):
            raise RuntimeError(f"the driver for {language} misreads {text!r}")
    return installed

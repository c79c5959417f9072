"""The strings of the suites, and those that a peer gets."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from random import Random

import irigrammar
from irigrammar.language.suite import suite
from tools.peers.registry import GRAMMARS

__all__ = ["Strings", "complete", "sampled"]

SEED = 3987


@dataclass(frozen=True)
class Strings:
    """Strings with their verdicts, and of how many these are a sample."""

    texts: list[str]
    valid: list[bool]
    of: int

    @property
    def lines(self) -> list[bytes]:
        """The strings as the protocol has them, in ASCII, so that no line end but ours is in them."""
        return [json.dumps(text).encode() + b"\n" for text in self.texts]


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

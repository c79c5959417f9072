"""The search for the strings of a batch that break an implementation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from irigrammar.trial.implementation import Answer, Reply
from irigrammar.trial.process import Exchange

# Attempts that may fail within one batch.
_FAILURES = 64
# What tells how far it came: of the others the number of lines says nothing of which strings they answer.
_ORDERED = ("crash", "hang")


def search(texts: Sequence[str], failed: Exchange, fresh: Callable[[Sequence[str]], Exchange], limit: int) -> Reply:
    """Return the reply to a batch on which a process failed, put together from what other processes say to its parts.

    `fresh` gives some strings to a process of their own. A string that fails alone has its trouble for an answer; with
    the `limit`th of these the reply ends. The first string without an answer is suspected first; when it turns out
    well, the process holds its answers back, and halves are tried.
    """
    assert failed.trouble is not None
    trouble = failed.trouble
    ordered = trouble.kind in _ORDERED
    answers: list[Answer] = []
    found = failures = 0
    pieces = _parts(texts, failed.got if ordered else None)
    while pieces and found < limit:
        piece, suspected = pieces.pop()
        exchange = fresh(piece)
        if exchange.trouble is None:
            answers += exchange.answers
            ordered = ordered and not suspected
            continue
        trouble = exchange.trouble
        if len(piece) == 1:
            answers.append(trouble)
            found += 1
            continue
        failures += 1
        if failures > _FAILURES:
            rest = len(piece) + sum(len(other) for other, _ in pieces)
            return Reply([*answers, *[trouble] * rest], stopped=f"stopped: {failures} parts of one batch failed")
        ordered = ordered and trouble.kind in _ORDERED
        pieces += _parts(piece, exchange.got if ordered else None)
    return Reply(answers, None if found else trouble)


def _parts(texts: Sequence[str], got: int | None) -> list[tuple[Sequence[str], bool]]:
    """Return the parts to try, the first one last, and whether each is the one that is suspected."""
    if got is None or got >= len(texts):
        cuts = [0, len(texts) // 2, len(texts)] if len(texts) > 1 else [0, 1]
    else:
        cuts = [0, got, got + 1, len(texts)]
    parts = [(texts[low:high], got is not None and low == got) for low, high in pairwise(cuts)]
    return [part for part in reversed(parts) if part[0]]

"""Growth of time: the best of several runs, over a text and over two."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from typing import TypeVar

from irigrammar import NoMatch

__all__ = ["LIMIT", "SIZE", "answer", "growth", "once"]

SIZE = 1_000_000

LIMIT = 2.5

_Input = TypeVar("_Input")


def answer(ask: Callable[[_Input], object], text: _Input) -> bool:
    try:
        return bool(ask(text) is not False)
    except NoMatch:
        return False


def once(ask: Callable[[_Input], object], text: _Input) -> float:
    start = time.thread_time()
    answer(ask, text)
    return time.thread_time() - start


def growth(ask: Callable[[_Input], object], short: _Input, long: _Input, *, limit: float = LIMIT) -> float:
    """Return the growth, measured again after a pause while it is not below the limit: five times at most."""
    for pause in (0.0, 0.5, 1.0, 2.0, 4.0):
        time.sleep(pause)
        result = measured(ask, short, long, limit=limit)
        if result < limit:
            break
    return result


def measured(ask: Callable[[_Input], object], short: _Input, long: _Input, *, limit: float = LIMIT) -> float:
    """Return how many times longer the long text takes, by the best runs of each, in turn, so far.

    Processor time, so that another process does not count, and more runs as long as that looks too long.
    """
    best = [float("inf"), float("inf")]
    gc.disable()
    try:
        for run in range(40):
            best = [min(before, once(ask, text)) for before, text in zip(best, (short, long), strict=True)]
            if run and best[1] < limit * best[0]:
                break
    finally:
        gc.enable()
    return best[1] / best[0]

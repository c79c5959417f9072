"""How much memory a piece of work holds at once."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable


def peak(work: Callable[[], object]) -> int:
    """Return the most bytes that work allocates and holds at once, by the best of three runs.

    One run alone may meet a table of the interpreter's own that is made anew just then, which takes some 400 kB.
    Garbage is collected as often as a user's interpreter does.
    """
    rows = []
    before = gc.get_threshold()
    gc.set_threshold(700, 10, 10)
    try:
        for _ in range(3):
            tracemalloc.start()
            try:
                work()
                rows.append(tracemalloc.get_traced_memory()[1])
            finally:
                tracemalloc.stop()
    finally:
        gc.set_threshold(*before)
    return min(rows)

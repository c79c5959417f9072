"""How much memory a piece of work holds at once."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable


def peak(work: Callable[[], object]) -> int:
    """Return the most bytes that work allocates and holds at once, by the best of three runs.

    One run alone may meet a table of the interpreter's own that is made anew just then, which takes some 400 kB.
    """
    rows = []
    for _ in range(3):
        tracemalloc.start()
        try:
            work()
            rows.append(tracemalloc.get_traced_memory()[1])
        finally:
            tracemalloc.stop()
    return min(rows)

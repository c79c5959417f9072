"""The work to read and compile several grammars."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from irigrammar.dataclass import dataclass
from irigrammar.errors import GrammarError


@dataclass(slots=True, eq=False)
class Work:
    """A number of steps that may be done for several grammars, and of those that were done."""

    limit: int
    done: int = 0

    def check(self, source: str | None = None) -> None:
        """Raise `GrammarError` where the limit is reached: a grammar more is not begun.

        >>> Work(limit=10, done=10).check()
        Traceback (most recent call last):
        irigrammar.errors.GrammarError: with the grammars before it, it takes more work than the limit of 10 steps
        """
        if self.done >= self.limit:
            reason = f"with the grammars before it, it takes more work than the limit of {self.limit:,} steps"
            raise GrammarError(reason, source=source, limit=True)


_COUNTED: ContextVar[Work | None] = ContextVar("work", default=None)


@contextmanager
def count_work(work: Work) -> Iterator[Work]:
    """Count the work that is done in the context; a count around it does not get it, too.

    Nothing ends at the limit by itself: `Work.check` raises where it is reached.

    >>> with count_work(Work(limit=100)) as work:
    ...     spent(7)
    >>> work.done
    7
    """
    token = _COUNTED.set(work)
    try:
        yield work
    finally:
        _COUNTED.reset(token)


def spent(steps: int) -> None:
    """Add steps to the work that the context counts, beyond its limit too; nothing happens where none is counted."""
    work = _COUNTED.get()
    if work is not None:
        work.done += steps

"""A command as an implementation: a process for each batch, and, where one fails, for parts of it."""

from __future__ import annotations

import shlex
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import pairwise
from threading import Lock

from irigrammar.trial.implementation import Answer, CannotStart, Reply, Trouble
from irigrammar.trial.process import Child, Exchange

# Batches that are run or wait for each job, beyond the one whose reply is awaited.
_AHEAD = 4
# Attempts that may fail within one batch.
_FAILURES = 64
# Where the number of lines says how far it came: of the others it does not say which strings they answer.
_ORDERED = ("crash", "hang")


class _Closed(Exception):
    """The run is over; no process may start any more."""


class Command:
    """A program that reads JSON strings and writes verdicts, run without a shell, `jobs` processes at a time.

    `seconds` is what it may take for one batch. `troubles` is how many strings may crash or hang it before the run
    stops.
    """

    def __init__(self, arguments: Sequence[str], *, jobs: int = 1, seconds: float = 30.0, troubles: int = 20) -> None:
        self._arguments = tuple(arguments)
        self._jobs = jobs
        self._seconds = seconds
        self._troubles = troubles

    @property
    def name(self) -> str:
        """The command line."""
        return shlex.join(self._arguments)

    def run(self, batches: Iterable[Sequence[str]]) -> Generator[Reply, None, None]:
        """Yield a reply for each batch, in order; see `Implementation`."""
        processes = _Processes(self._arguments, self._seconds, self._troubles)
        left = self._troubles
        with ThreadPoolExecutor(self._jobs) as pool:
            try:
                for reply in self._in_order(pool, processes, batches):
                    left, counted = _counted(reply, left, self._troubles)
                    yield counted
                    if counted.stopped:
                        break
            finally:
                pool.shutdown(wait=False, cancel_futures=True)
                processes.close()

    def _in_order(
        self, pool: ThreadPoolExecutor, processes: _Processes, batches: Iterable[Sequence[str]]
    ) -> Iterator[Reply]:
        due: deque[Future[Reply]] = deque()
        for batch in batches:
            due.append(pool.submit(processes.reply, batch))
            if len(due) > _AHEAD * self._jobs:
                yield due.popleft().result()
        while due:
            yield due.popleft().result()


class _Processes:
    """The processes of one run, which end with it."""

    def __init__(self, arguments: Sequence[str], seconds: float, troubles: int) -> None:
        self._arguments = arguments
        self._seconds = seconds
        self._troubles = troubles
        self._lock = Lock()
        self._running: set[Child] = set()
        self._closed = False
        self._answered = False

    def reply(self, texts: Sequence[str]) -> Reply:
        """Return the reply to a batch."""
        exchange = self._exchange(texts)
        if exchange.trouble is None:
            return Reply(exchange.answers)
        self._check_that_it_starts(exchange.trouble)
        return search(texts, exchange, self._exchange, self._troubles)

    def close(self) -> None:
        """End every process; threads that wait for one go on with `_Closed`."""
        with self._lock:
            self._closed = True
            running = list(self._running)
        for child in running:
            child.end()

    def _exchange(self, texts: Sequence[str]) -> Exchange:
        with self._lock:
            if self._closed:
                raise _Closed
            child = Child(self._arguments, texts)
            self._running.add(child)
        try:
            exchange = child.exchange(self._seconds)
        finally:
            with self._lock:
                self._running.discard(child)
        if self._closed:
            raise _Closed
        self._answered = self._answered or exchange.got > 0
        return exchange

    def _check_that_it_starts(self, trouble: Trouble) -> None:
        """Raise `CannotStart` where a command that has never answered does not even survive an empty input."""
        if trouble.kind == "crash" and not self._answered and self._exchange(()).status:
            last = trouble.stderr.splitlines()[-1:] or ["nothing on its standard error"]
            raise CannotStart(
                f"{shlex.join(self._arguments)}: ends before it reads ({trouble.detail}): {last[0].strip()}"
            )


def _counted(reply: Reply, left: int, troubles: int) -> tuple[int, Reply]:
    """Return how many troubles are left after a reply, and the reply up to the trouble that is one too many.

    They are counted in the order of the replies, so that a run always stops at the same string.
    """
    why = f"stopped at trouble number {troubles}"
    if reply.stopped:
        return left, reply
    for at, answer in enumerate(reply.answers):
        if isinstance(answer, Trouble) and answer.kind != "malformed":
            left -= 1
            if left <= 0:
                return left, Reply(reply.answers[: at + 1], stopped=why)
    if reply.incident:
        left -= 1
        if left <= 0:
            return left, reply._replace(stopped=why)
    return left, reply


def search(texts: Sequence[str], failed: Exchange, fresh: Callable[[Sequence[str]], Exchange], limit: int) -> Reply:
    """Return the reply to a batch on which a process failed, put together from the answers of others to its parts.

    `fresh` gives some strings to a new process. The trouble of a string that fails alone is its answer; with the
    `limit`th of these the reply ends. The first string without an answer is suspected first; when that one is
    answered, the process buffers its output, and halves are tried.
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

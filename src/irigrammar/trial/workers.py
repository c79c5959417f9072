"""A command as an implementation: processes that share the batches.

A process is given batch after batch, and what it answered in that time counts only when it ended well, with as many
lines as strings; else its batches are run again, each by a process of its own, so that a line too few or too many
cannot shift verdicts to other strings.
"""

from __future__ import annotations

import shlex
import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from queue import Empty, SimpleQueue
from threading import Lock, Thread

from irigrammar.trial.implementation import Answer, CannotStart, Reply, Trouble
from irigrammar.trial.process import Child, Exchange
from irigrammar.trial.search import search

# Batches handed out for each worker beyond the one whose reply is awaited, and about how many strings that may be.
_AHEAD = 64
_AHEAD_STRINGS = 100_000
# How long one process is used, and how long it waits for its next batch, in seconds.
_USE = 5.0
_WAIT = 0.2

_Numbered = tuple[int, Sequence[str]]


class _Closed(Exception):
    """The run is over; no process may start any more."""


class Command:
    """A program that reads JSON strings and writes verdicts, run without a shell by `jobs` workers.

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
        return _Run(self._arguments, self._jobs, self._seconds, self._troubles).replies(batches)


class _Run:
    """One run: the workers are threads, the calling thread hands out batches and puts the replies in order."""

    def __init__(self, arguments: Sequence[str], jobs: int, seconds: float, troubles: int) -> None:
        self._arguments = arguments
        self._jobs = jobs
        self._seconds = seconds
        self._left = troubles
        self._troubles = troubles
        self._inbox: SimpleQueue[_Numbered | None] = SimpleQueue()
        self._outbox: SimpleQueue[list[tuple[int, Reply]] | BaseException] = SimpleQueue()
        self._lock = Lock()
        self._children: set[Child] = set()
        self._closed = False
        self._answered = False
        self._holds = False  # whether it holds its answers back until its input ends
        self._most = 1  # batches that one process may hold replies of, so that there is always one to go on with
        self._bundle = 1  # batches that a process gets which holds its answers back

    def replies(self, batches: Iterable[Sequence[str]]) -> Generator[Reply, None, None]:
        workers = [Thread(target=self._work, daemon=True) for _ in range(self._jobs)]
        try:
            for worker in workers:
                worker.start()
            yield from self._in_order(iter(batches))
        finally:
            self._close()
            for worker in workers:
                if worker.ident is not None:
                    worker.join()

    def _in_order(self, batches: Iterator[Sequence[str]]) -> Generator[Reply, None, None]:
        given = due = 0
        ahead = 1
        waiting: dict[int, Reply] = {}
        more = True
        while more or due < given:
            while more and given - due < ahead * self._jobs:
                batch = next(batches, None)
                if batch is None:
                    more = False
                    for _ in range(self._jobs):
                        self._inbox.put(None)
                else:
                    if not given:
                        ahead = max(4, min(_AHEAD, _AHEAD_STRINGS // len(batch)))
                        self._most = ahead * 3 // 4
                    self._inbox.put((given, batch))
                    given += 1
            if due == given:
                return
            came = self._outbox.get()
            if isinstance(came, BaseException):
                raise came
            waiting.update(came)
            while due in waiting:
                reply = self._counted(waiting.pop(due))
                yield reply
                if reply.stopped:
                    return
                due += 1

    def _counted(self, reply: Reply) -> Reply:
        """Return a reply, up to the trouble that is one too many: counted in order, so that it is always the same."""
        if reply.stopped:
            return reply
        for at, answer in enumerate(reply.answers):
            if isinstance(answer, Trouble) and answer.kind != "malformed":
                self._left -= 1
                if self._left <= 0:
                    return Reply(reply.answers[: at + 1], stopped=self._why())
        if reply.incident:
            self._left -= 1
            if self._left <= 0:
                return reply._replace(stopped=self._why())
        return reply

    def _why(self) -> str:
        return f"stopped at trouble number {self._troubles}"

    def _work(self) -> None:
        try:
            while self._session():
                pass
        except _Closed:
            pass
        except BaseException as error:  # the calling thread raises it
            self._outbox.put(error)

    def _session(self) -> bool:
        """Let one process answer batches until it is time for another; return whether there may be more."""
        given = self._inbox.get()
        if given is None:
            return False
        if self._holds:
            return self._at_once(given)
        child = self._start()
        end = time.monotonic() + _USE
        open_ended = True
        done: list[tuple[_Numbered, list[Answer]]] = []
        while True:
            exchange = self._exchange(child, given[1])
            if exchange.trouble or _troubles(exchange.answers):
                self._again([batch for batch, _ in done], given, exchange)
                break
            done.append((given, exchange.answers))
            following = None
            if not exchange.ended and time.monotonic() < end and len(done) < self._most:
                try:
                    following = self._inbox.get(timeout=_WAIT)
                    open_ended = following is not None
                except Empty:
                    pass
            if following is None:
                if not exchange.ended:
                    exchange = self._exchange(child, (), last=True)
                if exchange.trouble:
                    self._again([batch for batch, _ in done], None, exchange)
                else:
                    self._outbox.put([(number, Reply(answers)) for (number, _), answers in done])
                break
            given = following
        self._forget(child)
        return open_ended

    def _at_once(self, given: _Numbered) -> bool:
        """Give a process several batches and the end of its input; return whether there may be more."""
        batches = [given]
        more = True
        with suppress(Empty):
            while more and len(batches) < self._bundle:
                following = self._inbox.get_nowait()
                more = following is not None
                batches += [following] if following else []
        began = time.monotonic()
        exchange = self._fresh([text for _, batch in batches for text in batch])
        took = (time.monotonic() - began) / self._seconds
        if took < 1 / 4:  # most of it may be the start, which is the same for more of them
            self._bundle = min(2 * self._bundle, self._most)
        elif took > 1 / 2:
            self._bundle = max(1, self._bundle // 2)
        if exchange.trouble is None:
            answers = iter(exchange.answers)
            self._outbox.put([(number, Reply(list(islice(answers, len(batch))))) for number, batch in batches])
        elif len(batches) > 1:
            self._again(batches, None, exchange)
        else:
            self._again([], given, exchange)
        return more

    def _again(self, done: list[_Numbered], given: _Numbered | None, exchange: Exchange) -> None:
        """Run the batches of a process that went wrong again, each alone; the last one, when it died over it, in parts.

        Where nothing goes wrong then, what went wrong is told of the last batch.
        """
        redone = [(number, self._alone(batch)) for number, batch in done]
        if given is not None:
            number, batch = given
            died = exchange.trouble is not None and exchange.trouble.kind in ("crash", "hang")
            redone.append((number, self._search(batch, exchange) if died else self._alone(batch)))
        if all(reply.incident is None and not _troubles(reply.answers) for _, reply in redone):
            number, reply = redone[-1]
            incident = exchange.trouble or _troubles(exchange.answers)[0]
            redone[-1] = (number, reply._replace(incident=incident))
        self._outbox.put(redone)

    def _alone(self, texts: Sequence[str]) -> Reply:
        """Return the reply of a process that is given this batch and nothing else."""
        exchange = self._fresh(texts)
        return Reply(exchange.answers) if exchange.trouble is None else self._search(texts, exchange)

    def _search(self, texts: Sequence[str], failed: Exchange) -> Reply:
        self._check_that_it_starts(failed)
        return search(texts, failed, self._fresh, self._left)

    def _check_that_it_starts(self, failed: Exchange) -> None:
        """Raise `CannotStart` where a process that has never answered does not even survive an empty input."""
        if self._answered or failed.trouble is None or failed.trouble.kind != "crash":
            return
        exchange = self._fresh(())
        if exchange.status:
            last = failed.trouble.stderr.splitlines()[-1:] or ["nothing on its standard error"]
            raise CannotStart(
                f"{shlex.join(self._arguments)}: ends before it reads ({failed.trouble.detail}): {last[0].strip()}"
            )

    def _fresh(self, texts: Sequence[str]) -> Exchange:
        child = self._start()
        exchange = self._exchange(child, texts, last=True)
        self._forget(child)
        return exchange

    def _exchange(self, child: Child, texts: Sequence[str], *, last: bool = False) -> Exchange:
        exchange = child.exchange(texts, last=last, seconds=self._seconds)
        if self._closed:
            raise _Closed
        self._answered = self._answered or exchange.got > 0
        self._holds = self._holds or (exchange.late and exchange.trouble is None)
        return exchange

    def _start(self) -> Child:
        with self._lock:
            if self._closed:
                raise _Closed
            child = Child(self._arguments)
            self._children.add(child)
            return child

    def _forget(self, child: Child) -> None:
        with self._lock:
            self._children.discard(child)
        child.end()

    def _close(self) -> None:
        """End every process; the workers notice when theirs is gone."""
        with self._lock:
            self._closed = True
            children = list(self._children)
        for child in children:
            child.end()
        for _ in range(self._jobs):
            self._inbox.put(None)


def _troubles(answers: list[Answer]) -> list[Trouble]:
    return [answer for answer in answers if isinstance(answer, Trouble)]

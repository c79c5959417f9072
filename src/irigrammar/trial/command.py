"""A command as an implementation.

One process runs each batch; if it fails, further ones run parts of it. A process gets a batch of strings and the end of
its input, and answers within a time limit. The protocol is lines of ASCII: a JSON string in, `true` or `false` out; of
operations, an object in and one out (`irigrammar.trial.operations`).
"""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from itertools import pairwise
from tempfile import TemporaryFile
from threading import Event, Lock, Thread
from typing import IO, Any

from irigrammar.dataclass import dataclass
from irigrammar.trial.implementation import Answer, CannotStart, Failure, Kind, Reply

# Batches that are run or wait for each job, beyond the one whose reply is awaited.
_AHEAD = 4
# Attempts that may fail within one batch.
_FAILURES = 64
# Where the number of lines says how far it came: of the others it does not say which strings they answer.
_ORDERED = ("crash", "hang")


class _Closed(Exception):
    """The run is over; no process may start any more."""


class Command:
    """A program that reads JSON and writes answers, run without a shell, `jobs` processes at a time.

    `seconds` is what it may take for one batch. `failures` is how many strings may crash or hang it before the run
    stops. `read` makes an answer of a line of its output (a verdict by default). `name` is what reports call it, by
    default the command line.
    """

    def __init__(
        self,
        arguments: Sequence[str],
        *,
        jobs: int = 1,
        seconds: float = 30.0,
        failures: int = 20,
        read: Callable[[bytes], Answer] | None = None,
        name: str | None = None,
    ) -> None:
        self.arguments = tuple(arguments)
        self.name = shlex.join(arguments) if name is None else name
        self.jobs = jobs
        self.seconds = seconds
        self.failures = failures
        self.read = read or verdict

    def run(self, batches: Iterable[Sequence[Any]]) -> Generator[Reply, None, None]:
        """Yield a reply for each batch, in order, up to one that stops the run: after `failures` failures, or too many
        in a batch.

        Raises `CannotStart`. In the end all processes are ended.
        """
        processes = _Processes(self)
        budget = self.failures
        with ThreadPoolExecutor(self.jobs) as pool:
            try:
                for reply in self._in_order(pool, processes, batches):
                    budget, bounded_reply = _count_failures(reply, budget, self.failures)
                    yield bounded_reply
                    if bounded_reply.stopped:
                        break
            finally:
                pool.shutdown(wait=False, cancel_futures=True)
                processes.close()

    def _in_order(
        self, pool: ThreadPoolExecutor, processes: _Processes, batches: Iterable[Sequence[Any]]
    ) -> Iterator[Reply]:
        """Yield the replies to the batches in their order; at most `_AHEAD` batches per job run ahead of it."""
        due: deque[Future[Reply]] = deque()
        for batch in batches:
            due.append(pool.submit(processes.reply, batch))
            if len(due) > _AHEAD * self.jobs:
                yield due.popleft().result()
        while due:
            yield due.popleft().result()


class _Processes:
    """The processes of one run, which end with it."""

    def __init__(self, command: Command) -> None:
        self._command = command
        self._lock = Lock()
        self._running: set[Child] = set()
        self._closed = False
        self._answered = False

    def reply(self, texts: Sequence[Any]) -> Reply:
        """Return the reply to a batch; if its process fails, from new processes for its parts.

        Raises `CannotStart` for a command that never answers, `_Closed` after `close`.
        """
        exchange = self._exchange(texts)
        if exchange.failure is None:
            return Reply(exchange.answers)
        self._check_start(exchange.failure)
        return search(texts, exchange, self._exchange, self._command.failures)

    def close(self) -> None:
        """End every running process; replies that are waited for then raise `_Closed`."""
        with self._lock:
            self._closed = True
            running = list(self._running)
        for child in running:
            child.end()

    def _exchange(self, texts: Sequence[Any]) -> Exchange:
        """Run one process on some texts and return its exchange.

        Raises `_Closed` if the run is over, `CannotStart` of the command.
        """
        with self._lock:
            if self._closed:
                raise _Closed
            child = Child(self._command.arguments, texts, self._command.read)
            self._running.add(child)
        try:
            exchange = child.exchange(self._command.seconds)
        finally:
            with self._lock:
                self._running.discard(child)
        if self._closed:
            raise _Closed
        self._answered = self._answered or exchange.got > 0
        return exchange

    def _check_start(self, failure: Failure) -> None:
        """Raise `CannotStart` where a command that crashed, and has never answered, fails on an empty input, too; after
        other failures do nothing.
        """
        if failure.kind == "crash" and not self._answered and self._exchange(()).status:
            last = failure.stderr.splitlines()[-1:] or ["nothing on its standard error"]
            raise CannotStart(f"{self._command.name}: ends before it reads ({failure.detail}): {last[0].strip()}")


def _count_failures(reply: Reply, budget: int, failures: int) -> tuple[int, Reply]:
    """Return the remaining number of failures after a reply, and the reply, cut after the failure that makes that
    number 0.

    `budget` is the number before the reply, `failures` the limit of the run, for the reason in `stopped`. Malformed
    answers are not counted; an incident is one failure, after the answers. A reply with `stopped` is returned as it is.
    Answers are counted in their order, so that a run always stops at the same string.
    """
    why = f"stopped after {failures} failures"
    if reply.stopped:
        return budget, reply
    for index, answer in enumerate(reply.answers):
        if isinstance(answer, Failure) and answer.kind != "malformed":
            budget -= 1
            if budget <= 0:
                return budget, Reply(reply.answers[: index + 1], stopped=why)
    if reply.incident:
        budget -= 1
        if budget <= 0:
            return budget, reply._replace(stopped=why)
    return budget, reply


def search(
    texts: Sequence[Any], first_exchange: Exchange, fresh: Callable[[Sequence[Any]], Exchange], limit: int
) -> Reply:
    """Return the reply to a batch on which a process failed, put together from the answers of others to its parts.

    `fresh` gives some strings to a new process. The failure of a string that fails by itself is its answer; with the
    `limit`th of these the reply ends. The first string without an answer is suspected first; when that one is answered,
    the process buffers its output, and halves are tried. More than 64 failing parts of several strings stop the run:
    the rest have the last failure.
    """
    assert first_exchange.failure is not None
    failure = first_exchange.failure
    is_ordered = failure.kind in _ORDERED
    answers: list[Answer] = []
    count = failures = 0
    pieces = _parts(texts, first_exchange.got if is_ordered else None)
    while pieces and count < limit:
        piece, is_suspect = pieces.pop()
        exchange = fresh(piece)
        if exchange.failure is None:
            answers += exchange.answers
            is_ordered = is_ordered and not is_suspect
            continue
        failure = exchange.failure
        if len(piece) == 1:
            answers.append(failure)
            count += 1
            continue
        failures += 1
        if failures > _FAILURES:
            rest = len(piece) + sum(len(other) for other, _ in pieces)
            return Reply([*answers, *[failure] * rest], stopped=f"stopped: {failures} parts of one batch failed")
        is_ordered = is_ordered and failure.kind in _ORDERED
        pieces += _parts(piece, exchange.got if is_ordered else None)
    return Reply(answers, None if count else failure)


def _parts(texts: Sequence[Any], got: int | None) -> list[tuple[Sequence[Any], bool]]:
    """Return the parts to try, the last one first, each with whether it is suspected.

    They are halves or, with `got` answers, the texts before the one without an answer, that one, and those after it.
    """
    if got is None or got >= len(texts):
        cuts = [0, len(texts) // 2, len(texts)] if len(texts) > 1 else [0, 1]
    else:
        cuts = [0, got, got + 1, len(texts)]
    parts = [(texts[low:high], got is not None and low == got) for low, high in pairwise(cuts)]
    return [part for part in reversed(parts) if part[0]]


# Seconds that a process may take to end after its last answer.
_LEAVE = 1.0
# Bytes of output that are kept: in all, and more for each string.
_OUTPUT_KEPT = 1_000_000
_ANSWER_KEPT = 1_000
_STDERR_KEPT = 4096
_ANSWER_SHOWN = 60

_VERDICTS: dict[bytes, bool] = {b"true": True, b"false": False, b"true\r": True, b"false\r": False}


@dataclass(frozen=True, slots=True)
class Exchange:
    """The reply to a batch: one answer for each string, unless `failure` describes the failure of the whole batch.

    `got` counts the lines that came. `status` is None if the process did not end by itself.
    """

    answers: list[Answer]
    failure: Failure | None
    got: int
    status: int | None = None


class Child:
    """A process that runs a command for one batch.

    Raises `CannotStart` if the program is missing.
    """

    def __init__(self, arguments: Sequence[str], texts: Sequence[Any], read: Callable[[bytes], Answer]) -> None:
        """Start the process with the texts as JSON lines on its standard input. Raises `CannotStart` if that fails.

        Two threads read its output and its standard error.
        """
        self._count = len(texts)
        self._answer = read
        with TemporaryFile() as batch:  # a file, not a pipe: nothing has to be written while answers are read
            batch.writelines(json.dumps(text).encode("ascii") + b"\n" for text in texts)
            batch.seek(0)
            try:
                # A session of its own: what the process starts ends with it, and Ctrl-C reaches only us, who end it.
                self._process = subprocess.Popen(
                    arguments, stdin=batch, stdout=-1, stderr=-1, bufsize=0, start_new_session=True
                )
            except (OSError, ValueError) as error:
                reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
                raise CannotStart(f"{shlex.join(arguments)}: cannot be started ({reason})") from None
        self._received = bytearray()
        self._stderr = b""
        self._ended = False
        self._enough = Event()  # all answers are here, or no more will come
        self._lock = Lock()
        self._output = Thread(target=self._read, args=(self._process.stdout,), daemon=True)
        self._errors = Thread(target=self._drain, args=(self._process.stderr,), daemon=True)
        self._output.start()
        self._errors.start()

    def exchange(self, seconds: float) -> Exchange:
        """Return the answers read within `seconds`, or the failure (hang, many, crash or few) with the number of
        answers.

        The process has ended then.
        """
        in_time = self._enough.wait(seconds)
        status = None
        if in_time:
            self._output.join(_LEAVE)
            if not self._output.is_alive():
                with suppress(subprocess.TimeoutExpired):
                    status = self._process.wait(_LEAVE)
        self.end()
        output = bytes(self._received)
        lines = output.removesuffix(b"\n").split(b"\n") if output else []
        if not in_time:
            return self._failure("hang", f"no answer within {seconds:g} s", output.count(b"\n"))
        if len(lines) > self._count:
            return self._failure("many", f"more answers than strings: {_shown(lines[self._count])} was not asked for")
        if len(output) > self._most():
            return self._failure("many", f"more than {self._most():,} bytes of output")
        if len(lines) == self._count:
            return Exchange([self._answer(line) for line in lines], None, self._count, status)
        if status:
            return self._failure("crash", _status(status), len(lines), status)
        return self._failure("few", "its output ended before it had answered", len(lines), status)

    def end(self) -> None:
        """End the process and all that it started; the exchange of another thread ends too."""
        self._stop()
        for thread in (self._output, self._errors):
            thread.join(_LEAVE)  # what has left the session may hold a pipe: it is left running

    def _stop(self) -> None:
        """Kill the process and all that it started, and wait for its end; a second call only waits."""
        with self._lock:
            if not self._ended:  # also where the command has ended: what it started may go on
                self._ended = True
                with suppress(ProcessLookupError, PermissionError):  # it has just ended by itself
                    if os.name == "posix":
                        os.killpg(self._process.pid, signal.SIGKILL)
                self._process.kill()
            self._process.wait()

    def _failure(self, kind: Kind, detail: str, got: int = 0, status: int | None = None) -> Exchange:
        tail = self._stderr.decode(errors="backslashreplace").strip()
        return Exchange([], Failure(kind, detail, tail), got, status)

    def _most(self) -> int:
        return _OUTPUT_KEPT + _ANSWER_KEPT * self._count

    def _read(self, stream: IO[bytes]) -> None:
        """Append the output to `_received`, until there are more lines than texts or too many bytes: then the process
        is stopped.

        Sets `_enough` as soon as all answers are there.
        """
        with stream:
            lines = 0
            while lines <= self._count and len(self._received) <= self._most() and (piece := stream.read(65536)):
                self._received += piece
                lines += piece.count(b"\n")
                if lines >= self._count > 0:
                    self._enough.set()
            if lines > self._count or len(self._received) > self._most():
                self._stop()  # before the pipe is closed, which it would complain about
        self._enough.set()

    def _drain(self, stream: IO[bytes]) -> None:
        """Read a stream to its end and close it; keep its last `_STDERR_KEPT` bytes."""
        with stream:
            while piece := stream.read(65536):
                self._stderr = (self._stderr + piece)[-_STDERR_KEPT:]


def verdict(line: bytes) -> Answer:
    """Return the verdict on a line, `true` or `false`; a failure "malformed" for any other line."""
    answer = _VERDICTS.get(line)
    return malformed_answer(line) if answer is None else answer


def malformed_answer(line: bytes) -> Failure:
    """Return the failure of a line that is not an answer."""
    return Failure("malformed", f"answered {_shown(line)}")


def _shown(line: bytes) -> str:
    text = line.decode(errors="backslashreplace").removesuffix("\r")
    return json.dumps(text if len(text) <= _ANSWER_SHOWN else text[:_ANSWER_SHOWN] + "...", ensure_ascii=False)


def _status(status: int) -> str:
    """Return a process's return code in words: "killed by SIGNAL", or "exit status N"."""
    if status < 0:
        try:
            return f"killed by {signal.Signals(-status).name}"
        except ValueError:
            return f"killed by signal {-status}"
    return f"exit status {status}"

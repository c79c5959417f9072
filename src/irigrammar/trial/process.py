"""One process under test: it is fed strings, gives answers, and is never waited for longer than it may take.

The protocol is lines of ASCII: a JSON string in, `true` or `false` out.
"""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, Full, Queue, SimpleQueue
from threading import Event, Lock, Thread
from typing import IO

from irigrammar.trial.implementation import Answer, CannotStart, Kind, Trouble

# Without output for so long, a process may be waiting for the end of its input; the first answers take longer.
_QUIET = 0.5
_FIRST_QUIET = 1.0
# What a process may take to end after its last answer.
_LEAVE = 1.0
_STDERR_KEPT = 4096
_ANSWER_SHOWN = 60

_VERDICTS: dict[bytes, bool] = {b"true": True, b"false": False, b"true\r": True, b"false\r": False}


@dataclass(frozen=True, slots=True)
class Exchange:
    """What came back for some strings: one answer each, unless `trouble` says what went wrong with them as a whole.

    `got` counts the lines that came, `ended` says that the process is gone, with `status`; `late` that answers came
    only after the end of the input.
    """

    answers: list[Answer]
    trouble: Trouble | None
    got: int
    ended: bool
    late: bool = False
    status: int | None = None


class Child:
    """A process and the threads that move its input and output, so that none of its pipes can block the others.

    Raises `CannotStart` where there is no such program.
    """

    def __init__(self, arguments: Sequence[str]) -> None:
        pipe = subprocess.PIPE
        try:
            # A session of its own: what the process starts ends with it, and Ctrl-C reaches only us, who end it.
            self._process = subprocess.Popen(
                arguments, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True
            )
        except (OSError, ValueError) as error:
            reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
            raise CannotStart(f"{shlex.join(arguments)}: cannot be started ({reason})") from None
        self._input: SimpleQueue[bytes | None] = SimpleQueue()
        self._output: Queue[bytes | None] = Queue(maxsize=16)
        self._stderr = b""
        self._fresh = True
        self._ending = Event()
        self._lock = Lock()
        moved = (
            (self._write, self._process.stdin),
            (self._read, self._process.stdout),
            (self._drain, self._process.stderr),
        )
        self._threads = [Thread(target=move, args=(stream,), daemon=True) for move, stream in moved]
        for thread in self._threads:
            thread.start()

    def exchange(self, texts: Sequence[str], *, last: bool, seconds: float) -> Exchange:
        """Send strings and return what comes back within `seconds`; with `last` input ends, and then output must end.

        Otherwise the process stays for more, unless it gives no answer before its input ends: then its input is ended
        too, for many programs hold their output back until then.
        """
        self._input.put(b"".join(json.dumps(text).encode("ascii") + b"\n" for text in texts))
        if last:
            self._input.put(None)
        count = len(texts)
        quiet = min(_FIRST_QUIET if self._fresh else _QUIET, seconds / 4)
        self._fresh = False
        now = time.monotonic()
        deadline = now + seconds
        wake = now + quiet
        received = bytearray()
        got = 0
        closed, late = last, False
        while got <= count and not (got == count and not closed):
            until = min(deadline, now + _LEAVE) if got == count else deadline if closed else min(wake, deadline)
            try:
                piece = self._output.get(timeout=max(0.0, until - time.monotonic()))
            except Empty:
                now = time.monotonic()
                if got == count:  # all answers are here; that it stays is no fault
                    break
                if now >= deadline:
                    return self._failed("hang", f"no answer within {seconds:g} s", got)
                self._input.put(None)
                closed = late = True
                continue
            now = time.monotonic()
            wake = now + quiet
            if piece is None:
                return self._ended(bytes(received), count, late)
            received += piece
            got += piece.count(b"\n")
        lines = bytes(received).split(b"\n")
        if got > count or lines[count]:
            return self._failed("many", _surplus(lines[count]), got)
        status = self.end() if closed else None
        return Exchange([_answer(line) for line in lines[:count]], None, got, closed, late, status)

    def end(self) -> int:
        """End the process and all that it started, and return its status; another thread's exchange ends too."""
        with self._lock:
            return self._end()

    def _end(self) -> int:
        self._ending.set()
        if self._process.returncode is None:
            self._kill()
        status = self._process.wait()
        self._input.put(None)
        deadline = time.monotonic() + _LEAVE
        for thread in self._threads:
            # The reader may stand before a full queue. What has left the session may hold a pipe: it is left alone.
            while thread.is_alive() and time.monotonic() < deadline:
                try:
                    self._output.get_nowait()
                except Empty:
                    thread.join(0.02)
        with suppress(Full):
            self._output.put_nowait(None)
        return status

    def _ended(self, received: bytes, count: int, late: bool) -> Exchange:
        """Return what came from a process whose output has ended."""
        try:
            status = self._process.wait(_LEAVE)
        except subprocess.TimeoutExpired:
            status = None
        self.end()
        lines = received.removesuffix(b"\n").split(b"\n") if received else []
        if len(lines) == count:
            return Exchange([_answer(line) for line in lines], None, count, True, late, status)
        if len(lines) > count:
            return self._failed("many", _surplus(lines[count]), len(lines))
        if status:
            return self._failed("crash", _status(status), len(lines), status)
        return self._failed("few", "its output ended before it had answered", len(lines), status)

    def _failed(self, kind: Kind, detail: str, got: int, status: int | None = None) -> Exchange:
        self.end()
        tail = self._stderr.decode(errors="backslashreplace").strip()
        return Exchange([], Trouble(kind, detail, tail), got, ended=True, status=status)

    def _kill(self) -> None:
        try:
            if os.name == "posix":
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        except (ProcessLookupError, PermissionError):  # it has just ended by itself
            self._process.kill()

    def _write(self, stream: IO[bytes]) -> None:
        try:
            with stream:
                while (data := self._input.get()) is not None and not self._ending.is_set():
                    view = memoryview(data)
                    while view:
                        view = view[stream.write(view) :]
        except OSError:  # it reads no more: what comes out tells why
            pass

    def _read(self, stream: IO[bytes]) -> None:
        with stream:
            while piece := stream.read(65536):
                self._output.put(piece)
        self._output.put(None)

    def _drain(self, stream: IO[bytes]) -> None:
        with stream:
            while piece := stream.read(65536):
                self._stderr = (self._stderr + piece)[-_STDERR_KEPT:]


def _answer(line: bytes) -> Answer:
    verdict = _VERDICTS.get(line)
    return Trouble("malformed", f"answered {_shown(line)}") if verdict is None else verdict


def _surplus(line: bytes) -> str:
    return f"more answers than strings: {_shown(line)} was not asked for"


def _shown(line: bytes) -> str:
    text = line.decode(errors="backslashreplace").removesuffix("\r")
    return json.dumps(text if len(text) <= _ANSWER_SHOWN else text[:_ANSWER_SHOWN] + "...", ensure_ascii=False)


def _status(status: int) -> str:
    if status < 0:
        try:
            return f"killed by {signal.Signals(-status).name}"
        except ValueError:
            return f"killed by signal {-status}"
    return f"exit status {status}"

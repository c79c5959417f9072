"""One process under test: it gets a batch of strings and the end of its input, and answers within a time limit.

The protocol is lines of ASCII: a JSON string in, `true` or `false` out.
"""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from tempfile import TemporaryFile
from threading import Event, Lock, Thread
from typing import IO

from irigrammar.trial.implementation import Answer, CannotStart, Kind, Trouble

# Seconds that a process may take to end after its last answer.
_LEAVE = 1.0
# Bytes of output that are kept: so many, and for each string so many more.
_OUTPUT_KEPT = 1_000_000
_ANSWER_KEPT = 1_000
_STDERR_KEPT = 4096
_ANSWER_SHOWN = 60

_VERDICTS: dict[bytes, bool] = {b"true": True, b"false": False, b"true\r": True, b"false\r": False}


@dataclass(frozen=True, slots=True)
class Exchange:
    """What came back for a batch: one answer for each string, unless `trouble` says what went wrong with all of it.

    `got` counts the lines that came. `status` is None if the process did not end by itself.
    """

    answers: list[Answer]
    trouble: Trouble | None
    got: int
    status: int | None = None


class Child:
    """A process that runs a command for one batch.

    Raises `CannotStart` where there is no such program.
    """

    def __init__(self, arguments: Sequence[str], texts: Sequence[str]) -> None:
        self._count = len(texts)
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
        self._enough = Event()  # all answers are here, or no more will come
        self._lock = Lock()
        self._output = Thread(target=self._read, args=(self._process.stdout,), daemon=True)
        self._errors = Thread(target=self._drain, args=(self._process.stderr,), daemon=True)
        self._output.start()
        self._errors.start()

    def exchange(self, seconds: float) -> Exchange:
        """Return what comes back within `seconds`; the process has ended then."""
        in_time = self._enough.wait(seconds)
        status = None
        if in_time:
            self._output.join(_LEAVE)
            if not self._output.is_alive():
                with suppress(subprocess.TimeoutExpired):
                    status = self._process.wait(_LEAVE)
        self.end()
        received = bytes(self._received)
        lines = received.removesuffix(b"\n").split(b"\n") if received else []
        if not in_time:
            return self._failed("hang", f"no answer within {seconds:g} s", received.count(b"\n"))
        if len(lines) > self._count:
            return self._failed("many", f"more answers than strings: {_shown(lines[self._count])} was not asked for")
        if len(received) > self._most():
            return self._failed("many", f"more than {self._most():,} bytes of output")
        if len(lines) == self._count:
            return Exchange([_answer(line) for line in lines], None, self._count, status)
        if status:
            return self._failed("crash", _status(status), len(lines), status)
        return self._failed("few", "its output ended before it had answered", len(lines), status)

    def end(self) -> None:
        """End the process and all that it started; the exchange of another thread ends too."""
        self._stop()
        for thread in (self._output, self._errors):
            thread.join(_LEAVE)  # what has left the session may hold a pipe: it is left alone

    def _stop(self) -> None:
        with self._lock:
            if self._process.poll() is None:
                self._kill()
            self._process.wait()

    def _kill(self) -> None:
        try:
            if os.name == "posix":
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        except (ProcessLookupError, PermissionError):  # it has just ended by itself
            self._process.kill()

    def _failed(self, kind: Kind, detail: str, got: int = 0, status: int | None = None) -> Exchange:
        tail = self._stderr.decode(errors="backslashreplace").strip()
        return Exchange([], Trouble(kind, detail, tail), got, status)

    def _most(self) -> int:
        return _OUTPUT_KEPT + _ANSWER_KEPT * self._count

    def _read(self, stream: IO[bytes]) -> None:
        """Read all output, but no line beyond the answers and not more than is kept."""
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
        with stream:
            while piece := stream.read(65536):
                self._stderr = (self._stderr + piece)[-_STDERR_KEPT:]


def _answer(line: bytes) -> Answer:
    verdict = _VERDICTS.get(line)
    return Trouble("malformed", f"answered {_shown(line)}") if verdict is None else verdict


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

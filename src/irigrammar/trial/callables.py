"""A Python callable as an implementation, called in this process."""

from __future__ import annotations

import importlib
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from types import FrameType
from typing import Any

from irigrammar.trial.implementation import Answer, CannotStart, Failure, Reply


class _TimeIsUp(BaseException):
    """The time limit; no `except Exception` of the callable's stops it."""


def find_callable(name: str) -> Callable[[str], object]:
    """Return what `module:callable` names; the callable may be an attribute of an attribute.

    Raises `CannotStart` where it cannot be imported, or cannot be called.

    >>> find_callable("posixpath:isabs")("/a")
    True
    """
    module, _, path = name.partition(":")
    if not module or not path:
        raise CannotStart(f"{name}: write module:callable")
    try:
        target: Any = importlib.import_module(module)
        for attribute in path.split("."):
            target = getattr(target, attribute)
    except Exception as error:  # whatever a module raises when it is imported
        raise CannotStart(f"{name}: cannot be imported ({_described(error)})") from error
    if not callable(target):
        raise CannotStart(f"{name}: is not callable ({type(target).__name__})")
    checked: Callable[[str], object] = target
    return checked


class PythonCallable:
    """A callable that takes a string. A truthy result means valid or, with `raises`, that no exception came.

    Without `raises` an exception is not a verdict but a crash on that string; with it, only those are that tell nothing
    of the string: exhausted memory or recursion, and what is not an `Exception`, such as `SystemExit`. What it prints
    goes to standard error.

    `seconds` is what it may take for one batch; a string that takes as long alone is a hang, and after `failures` of
    them the run stops. The limit needs the main thread of a POSIX system; elsewhere there is none. It cannot end an
    extension that does not return to Python.
    """

    def __init__(
        self,
        name: str,
        function: Callable[[str], object],
        *,
        raises: bool = False,
        seconds: float = 30.0,
        failures: int = 20,
    ) -> None:
        self._name = name
        self._function = function
        self._raises = raises
        self._seconds = seconds
        self._failures = failures

    @property
    def name(self) -> str:
        """`module:callable`."""
        return self._name

    def run(self, batches: Iterable[Sequence[str]]) -> Generator[Reply, None, None]:
        """Yield a reply for each batch, in order; see `Implementation`."""
        left = self._failures
        for texts in batches:
            answers: list[Answer] = []
            incident = None
            with redirect_stdout(sys.stderr):
                while len(answers) < len(texts) and left > 0:
                    if self._take(texts[len(answers) :], answers) or len(answers) == len(texts):
                        continue
                    index = len(answers)
                    if self._take(
                        texts[index : index + 1], answers
                    ):  # it was the batch that took long, not this string
                        incident = self._hang()
                    else:
                        answers.append(self._hang())
                        left -= 1
            stopped = None if left > 0 else f"stopped after {self._failures} failures"
            yield Reply(answers, incident, stopped)
            if stopped:
                return

    def _take(self, texts: Sequence[str], answers: list[Answer]) -> bool:
        """Add the answers to some strings, until the time is up; return whether it sufficed."""
        ask = self._ask_raising if self._raises else self._ask
        try:
            with _limit(self._seconds):
                for text in texts:
                    answers.append(ask(text))  # noqa: PERF401  # what was answered before the time is up counts
        except _TimeIsUp:
            return False
        return True

    def _ask(self, text: str) -> Answer:
        try:
            return bool(self._function(text))
        except (KeyboardInterrupt, _TimeIsUp):
            raise
        except BaseException as error:
            return Failure("crash", _described(error))

    def _ask_raising(self, text: str) -> Answer:
        try:
            self._function(text)
        except (KeyboardInterrupt, _TimeIsUp):
            raise
        except (RecursionError, MemoryError) as error:
            return Failure("crash", _described(error))
        except Exception:
            return False
        except BaseException as error:
            return Failure("crash", _described(error))
        return True

    def _hang(self) -> Failure:
        return Failure("hang", f"no answer within {self._seconds:g} s")


def _described(error: BaseException) -> str:
    """Return an exception in one line."""
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


@contextmanager
def _limit(seconds: float) -> Iterator[None]:
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    over = False

    def ring(_number: int, _frame: FrameType | None) -> None:
        if not over:
            raise _TimeIsUp

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        over = True
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)

"""The loops in which a function does its job, and what it answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tools.bench.timing import Answer

__all__ = ["accepts", "attempt", "attempts", "each"]


def each(call: Callable[[str], object]) -> Callable[[list[str]], None]:
    """Return the loop of a function that never raises."""

    def loop(texts: list[str]) -> None:
        for text in texts:
            call(text)

    return loop


def attempts(call: Callable[[str], object], error: type[Exception]) -> Callable[[list[str]], None]:
    """Return the loop of a function that raises where it refuses."""

    def loop(texts: list[str]) -> None:
        for text in texts:
            try:  # noqa: SIM105  # suppress() would take part of the time
                call(text)
            except error:
                pass

    return loop


def attempt(
    call: Callable[[str], Any], error: type[Exception], result: Callable[[Any], Answer]
) -> Callable[[str], Answer]:
    """Return a function that answers with the result of a call, None where that raises."""

    def answer(text: str) -> Answer:
        try:
            return result(call(text))
        except error:
            return None

    return answer


def accepts(call: Callable[[str], object], error: type[Exception]) -> Callable[[str], Answer]:
    """Return a function that tells whether a call returns."""
    verdict = attempt(call, error, lambda _: True)
    return lambda text: verdict(text) is True

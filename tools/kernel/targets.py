"""What the kernel answers and the pure engines answer too. Whatever is added to the kernel gets a row here: agreement,
the fuzzer and the search for leaks ask every row.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from irigrammar.engines import kernel
from irigrammar.engines.recognizer import Pure, Recognizer, Text
from irigrammar.matching.matcher import Matcher

__all__ = ["TARGETS", "Ask", "Target", "difference", "missing"]

# Asks about texts, all of one kind, and returns an answer to each; an exception that is documented is an answer too.
Ask = Callable[[list[Text]], list[object]]


@dataclass(frozen=True, slots=True)
class Target:
    """One function of the kernel, and what answers without it; each is made for a production when it is needed."""

    name: str
    octets: bool  # whether it takes UTF-8 octets as well as str
    kernel: Callable[[Matcher], Ask]
    pure: Callable[[Matcher], Ask]


def missing() -> str | None:
    """Return why the kernel cannot be asked, None where it can."""
    if kernel.engine() == "kernel":
        return None
    return "the kernel was not built, or IRIGRAMMAR_PURE is set"


def difference(target: Target, matcher: Matcher, texts: list[Text]) -> tuple[Text, object, object] | None:
    """Return the first text on which the two differ, with the kernel's answer and the pure one; None where none is."""
    ours, pure = target.kernel(matcher)(texts), target.pure(matcher)(texts)
    if ours == pure:
        return None
    return next(row for row in zip(texts, ours, pure, strict=True) if row[1] != row[2])


def each(function: Callable[[Text], object]) -> Ask:
    """Ask about one text after the other."""

    def answer(text: Text) -> object:
        try:
            return function(text)
        except (TypeError, ValueError) as error:
            return f"{type(error).__name__}: {error}"

    return lambda texts: list(map(answer, texts))


@cache
def _kernel(matcher: Matcher) -> Recognizer:
    found = matcher.grammar.production(matcher.rule).recognizer
    assert not isinstance(found, Pure)
    return found


@cache
def _pure(matcher: Matcher) -> Recognizer:
    return Pure(matcher.grammar.production(matcher.rule))


def _recognizers(name: str, ask: Callable[[Recognizer], Ask], *, octets: bool) -> Target:
    """Return the target of a method of recognizers."""
    return Target(name, octets, lambda matcher: ask(_kernel(matcher)), lambda matcher: ask(_pure(matcher)))


TARGETS = (
    _recognizers("matches", lambda one: each(one.matches), octets=True),
    _recognizers("matches_many", lambda one: lambda texts: [*one.matches_many(texts)], octets=True),
    _recognizers("matches_many, iter", lambda one: lambda texts: [*one.matches_many(iter(texts))], octets=True),
    _recognizers("fault_offset", lambda one: each(one.fault_offset), octets=False),  # type: ignore[arg-type]
)

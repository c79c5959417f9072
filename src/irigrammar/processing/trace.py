"""The recorded steps of a conversion: `traced` and its helpers.

They are recorded on request.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

from irigrammar.errors import IrigrammarError
from irigrammar.processing.deviations import Deviation, DeviationNote

Result = TypeVar("Result")


class Step(NamedTuple):
    """One step: the document and section that ask for it, the text (or part) before and after, and a note on why.

    `of` says which of several texts it belongs to: of a comparison "first", "second", "base" or "redirect"; None where
    there is one text. `deviation` says where the step deviates from the section; None where it follows it. A step that
    a document asks for and that changed nothing is recorded too. The note is never empty in a trace.
    """

    section: str
    before: str
    after: str
    note: str = ""
    of: str | None = None
    deviation: Deviation | None = None


# A list that receives the steps, or None.
Trace = list[Step] | None

_request: ContextVar[Trace] = ContextVar("steps", default=None)


class Traced(NamedTuple, Generic[Result]):
    """The result of a function and its steps in order, as `traced` returns them."""

    result: Result
    steps: tuple[Step, ...]


def traced(function: Callable[..., Result], /, *args: Any, **options: Any) -> Traced[Result]:
    """Call a function that converts, and return its result with its steps in order.

    `args` and `options` are those of the function: one of `irigrammar.convert`, `iri_to_uri`, `uri_to_iri`,
    `normalize`, `compare`, `resolve`, `relativize` or `encode`. What it raises is raised; an `IrigrammarError` has the
    steps up to there as its `steps`. Raises `TypeError` for a function that has no steps.

    >>> import irigrammar
    >>> result, steps = traced(irigrammar.iri_to_uri, "http://h/\u00e9")
    >>> result, steps[-1].section
    ('http://h/%C3%A9', 'RFC 3987, 3.1')
    """
    steps: list[Step] = []
    try:
        result, has_steps = _call(steps, function, *args, **options)
    except IrigrammarError as error:
        error.steps = tuple(steps)
        raise
    if not has_steps:
        raise TypeError(f"{getattr(function, '__name__', function)} has no steps")
    return Traced(result, tuple(steps))


def call_recording(trace: Trace, function: Callable[..., Result], /, *args: Any, **options: Any) -> Result:
    """Call a function that converts; its steps are appended to a trace, and not recorded where that is None."""
    return function(*args, **options) if trace is None else _call(trace, function, *args, **options)[0]


def _call(trace: list[Step], function: Callable[..., Result], /, *args: Any, **options: Any) -> tuple[Result, bool]:
    """Return the result of a function, with its steps appended to a trace, and whether it is one that has steps. A
    `partial` counts as the function that it calls.
    """
    while isinstance(function, partial):
        args, options, function = (*function.args, *args), {**function.keywords, **options}, function.func
    token = _request.set(trace)
    try:
        # Where the kernel answers first, `by_steps` is what it answers for.
        result: Result = getattr(function, "by_steps", function)(*args, **options)
        return result, _request.get() is None
    finally:
        _request.reset(token)


def is_asked() -> bool:
    """Return whether the caller asked for a trace."""
    return _request.get() is not None


def requested_trace() -> Trace:
    """Return the trace that the caller asked for, None for none; functions that this one calls record nothing."""
    trace = _request.get()
    if trace is not None:
        _request.set(None)
    return trace


def record(trace: Trace, section: str, before: str, after: str, note: str | DeviationNote) -> str:
    """Append a step to a trace, unless it is None, and return the text after it.

    >>> steps: list[Step] = []
    >>> record(steps, "RFC 3987, 3.1", "é", "%C3%A9", "each byte of UTF-8 as %HH")
    '%C3%A9'
    >>> steps[0].note, steps[0].deviation
    ('each byte of UTF-8 as %HH', None)
    """
    if trace is not None:
        words, deviation = (note, None) if isinstance(note, str) else (note.note, note.at(section))
        trace.append(Step(section, before, after, words, None, deviation))
    return after


@contextmanager
def marked_trace(trace: Trace, of: str) -> Iterator[Trace]:
    """Give a trace whose steps go on to another one and say there which text they are of; after an error too.

    >>> steps: list[Step] = []
    >>> with marked_trace(steps, "base") as own:
    ...     made = record(own, "RFC 3986, 5.1", "a:b#c", "a:b", "a base has no fragment")
    >>> steps[0].of
    'base'
    """
    own: Trace = None if trace is None else []
    try:
        yield own
    finally:
        if trace is not None:
            trace += [step._replace(of=of) for step in own or ()]

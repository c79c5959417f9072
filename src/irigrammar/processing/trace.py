"""The steps of a conversion, recorded for who wants to see them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from irigrammar.processing.deviations import Departure


class Step(NamedTuple):
    """One step: the document and section that ask for it, the text (or part) before and after, and a note on why.

    `of` says which of several texts it belongs to: of a comparison "first", "second", "base" or "redirect"; None where
    there is one text. A step that a document asks for and that changed nothing is recorded too, where its example lists
    it. The note is never empty in a trace.
    """

    section: str
    before: str
    after: str
    note: str = ""
    of: str | None = None


# What the parameter `trace` of the functions takes: a list that receives the steps, or None.
Trace = list[Step] | None


def record(trace: Trace, section: str, before: str, after: str, note: str | Departure) -> str:
    """Record a step where somebody wants it, and return the text after it. A departure from the section is marked.

    >>> steps: list[Step] = []
    >>> record(steps, "RFC 3987, 3.1", "é", "%C3%A9", "each octet of UTF-8 as %HH")
    '%C3%A9'
    >>> steps
    [Step(section='RFC 3987, 3.1', before='é', after='%C3%A9', note='each octet of UTF-8 as %HH', of=None)]
    """
    if trace is not None:
        words = f"deviation: {note.note}" if isinstance(note, Departure) else note
        trace.append(Step(section, before, after, words))
    return after


@contextmanager
def marked(trace: Trace, of: str) -> Iterator[Trace]:
    """Give a trace whose steps go on to another one and say there which text they are of; after an error too.

    >>> steps: list[Step] = []
    >>> with marked(steps, "base") as own:
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

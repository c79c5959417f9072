"""The steps of a conversion, recorded for who wants to see them."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Step", "Trace", "record"]


class Step(NamedTuple):
    """One step: the document and section that ask for it, the text (or part) before and after, and a note on why.

    A step that a document asks for and that changed nothing is recorded too, where its example lists it.
    """

    section: str
    before: str
    after: str
    note: str = ""


# What the parameter `trace` of the functions takes: a list that receives the steps, or None.
Trace = list[Step] | None


def record(trace: Trace, section: str, before: str, after: str, note: str = "") -> str:
    """Record a step where somebody wants it, and return the text after it.

    >>> steps: list[Step] = []
    >>> record(steps, "RFC 3987, 3.1", "é", "%C3%A9")
    '%C3%A9'
    >>> steps
    [Step(section='RFC 3987, 3.1', before='é', after='%C3%A9', note='')]
    """
    if trace is not None:
        trace.append(Step(section, before, after, note))
    return after

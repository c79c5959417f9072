"""The fault of a text, also where its work reaches the limit."""

from __future__ import annotations

from irigrammar.errors import ParseLimit
from irigrammar.faults.fault import Fault, Undecided
from irigrammar.matching.matcher import Matcher


def fault_of(matcher: Matcher, text: str | bytes) -> Fault | None:
    """Return the fault of a text, `Undecided` where the work for it reaches the limit; None where it matches.

    What front ends ask: one text ends neither a run nor a report.
    """
    try:
        return matcher.check(text).fault
    except ParseLimit as error:
        return Undecided(text, error)

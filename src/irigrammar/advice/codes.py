"""Codes of findings: former ones, and those with a given beginning."""

from __future__ import annotations

# The codes of rules that were merged into others, with the code that their findings have now.
FORMER = {"R008": "X003", "R011": "X004", "R023": "X002", "R024": "X002"}

# The old name of all codes of faults.
ANY_FAULT = "S001"
EVERY = "ALL"  # the name of all codes


def current(name: str) -> str:
    """Return a code, or the beginning of one, in upper case; for a former code the one that took its place.

    >>> current("r023"), current("c0")
    ('X002', 'C0')
    """
    return FORMER.get(name.upper(), name.upper())


def covers(name: str, code: str) -> bool:
    """Return whether a name that a user gives (a code or its beginning, or ALL, in any case) means a code.

    A former code means the one that took its place, and S001 or a beginning of it also any code of a fault; "" means
    none.

    >>> covers("C0", "C017"), covers("f", "F020"), covers("S001", "F020"), covers("F02", "S001")
    (True, True, True, False)
    """
    upper = current(name)
    return bool(upper) and (
        upper == EVERY or code.startswith(upper) or (code.startswith("F") and ANY_FAULT.startswith(upper))
    )

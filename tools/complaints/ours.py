"""What irigrammar says."""

from __future__ import annotations

import irigrammar
from irigrammar.faults.render import headline

__all__ = ["GRAMMAR", "RULE", "ours"]

GRAMMAR, RULE = "rfc3987", "IRI"


def ours(text: str) -> str | None:
    """Return what irigrammar says of a string that is no IRI, None of one that is.

    >>> ours("http://h/a[b]")
    'U+005B LEFT SQUARE BRACKET cannot stand here (offset 10)'
    """
    fault = irigrammar.grammar(GRAMMAR)[RULE].check(text).fault
    return None if fault is None else f"{headline(fault)} (offset {fault.offset})"

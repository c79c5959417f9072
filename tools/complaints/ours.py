"""What irigrammar says."""

from __future__ import annotations

import irigrammar
from irigrammar.text.sheet import one_of

__all__ = ["GRAMMAR", "RULE", "ours"]

GRAMMAR, RULE = "rfc3987", "IRI"


def ours(text: str) -> str | None:
    """Return what irigrammar says of a string that is not an IRI, in a few lines, None of one that is.

    >>> print(ours("http://h:8a/"))
    U+0061 LATIN SMALL LETTER A cannot stand in port (offset 10), nor U+002F SOLIDUS in iuserinfo (offset 11)
    try http://h:8/
    a port is made of decimal digits (RFC 3986, section 3.2.3)
    expected more of the user information, or "@" for the host
    """
    fault = irigrammar.grammar(GRAMMAR)[RULE].check(text).fault
    if fault is None:
        return None
    lines = [f"{fault.message} (offset {fault.offset})"]
    lines += [f"try {fix.text}" for fix in fault.fixes[:1]]
    lines += [f"{fault.help} ({fault.section})"] if fault.help else []
    return "\n".join([*lines, f"expected {one_of(fault.expected)}"])

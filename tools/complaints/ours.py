"""What irigrammar says."""

from __future__ import annotations

import irigrammar
from irigrammar.text.sheet import one_of

__all__ = ["GRAMMAR", "RULE", "ours"]

GRAMMAR, RULE = "rfc3987", "IRI"


def ours(text: str) -> str | None:
    """Return what irigrammar says of a string that is not an IRI, in a few lines, None of one that is.

    >>> print(ours("http://ex.org/%zz"))
    "%" must be followed by two hexadecimal digits (offset 15)
    try http://ex.org/%25zz
    write a literal percent sign as %25
    rule pct-encoded = "%" HEXDIG HEXDIG RFC 3986, section 2.1
    expected a hexadecimal digit
    """
    fault = irigrammar.grammar(GRAMMAR)[RULE].check(text).fault
    if fault is None:
        return None
    lines = [f"{fault.message} (offset {fault.offset})"]
    lines += [f"try {fix.text}" for fix in fault.fixes[:1]]
    lines += [fault.help] if fault.help else []
    lines += [" ".join(line.split()) for line in str(fault).splitlines() if line.startswith("  rule ")]
    return "\n".join([*lines, f"expected {one_of(fault.expected)}"])

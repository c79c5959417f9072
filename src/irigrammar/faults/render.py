"""Faults and characters in words."""

from __future__ import annotations

from typing import NamedTuple

from irigrammar.faults.fault import Fault
from irigrammar.text.names import character


def headline(fault: Fault) -> str:
    """Return the fault in one line, without the place; what was given up before is said first.

    >>> import irigrammar
    >>> iri = irigrammar.grammar("rfc3987")["IRI-reference"]
    >>> for text in ("http://b c", "http://[::1", "http://h:8a/"):
    ...     print(headline(iri.check(text).fault))
    U+0020 SPACE cannot stand in ireg-name
    the string ends too early: IP-literal is not complete
    U+0061 LATIN SMALL LETTER A cannot stand in port (offset 10), nor U+002F SOLIDUS in iuserinfo
    """
    if isinstance(fault.found, bytes):
        return f"byte 0x{fault.found.hex().upper()} is not UTF-8"
    before = f"{loss(fault)} (offset {fault.ruled_out[0].offset})" if fault.ruled_out else ""
    if fault.found is None:
        unfinished = next((one.rule for one in fault.open if not one.complete), None)
        ends = "the string ends too early" + (f": {unfinished} is not complete" if unfinished else "")
        return f"{before}, and {ends}" if before else ends
    if before and fault.open:
        return f"{before}, nor {character(fault.found)} in {fault.open[0].rule}"
    return stands(fault)


def loss(fault: Fault) -> str:
    """Return what was given up, in words, without the place; there must be such a thing."""
    lost = fault.ruled_out[0]
    return f"{character(lost.found)} cannot {'stand in' if lost.offset else 'begin'} {lost.rule}"


def stands(fault: Fault) -> str:
    """Return in words that the character at a fault cannot stand there; there must be one."""
    assert isinstance(fault.found, str)
    what = character(fault.found)
    explanation = fault.explanation
    if explanation is None:
        return f"{what} cannot stand here"
    if not fault.open and explanation.nothing_more:
        return f"{what} cannot come after {explanation.rule}, which is complete"
    rule = fault.open[0].rule if fault.open else explanation.rule
    return f"{what} cannot {'stand in' if fault.offset else 'begin'} {rule}"


class Refusal(NamedTuple):
    """The message of a string that does not match, made when it is read."""

    rule: str
    document: str
    fault: Fault

    def __str__(self) -> str:
        return f"not {self.rule} ({self.document}), offset {self.fault.offset}: {headline(self.fault)}"

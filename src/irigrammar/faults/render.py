"""Faults in one line."""

from __future__ import annotations

from typing import NamedTuple

from irigrammar.faults.fault import Fault


def headline(fault: Fault) -> str:
    """Return the fault in one line, without the place.

    >>> import irigrammar
    >>> iri = irigrammar.grammar("rfc3987")["IRI-reference"]
    >>> for text in ("http://b c", "http://[::1", "http://h:8a/"):
    ...     print(headline(iri.check(text).fault))
    a space is not allowed in a host name
    unexpected end of string: the "[" is never closed
    "a" is not a digit, and a port can contain only digits
    """
    return fault.message


class Refusal(NamedTuple):
    """The message of a string that does not match, made when it is read."""

    rule: str
    document: str
    fault: Fault

    def __str__(self) -> str:
        return f"not {self.rule} ({self.document}), offset {self.fault.offset}: {self.fault.message}"

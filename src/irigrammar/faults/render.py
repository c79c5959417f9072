"""The message for a string that does not match."""

from __future__ import annotations

from typing import NamedTuple

from irigrammar.faults.fault import Fault


class Refusal(NamedTuple):
    """The message of a string that does not match, made when it is read."""

    rule: str
    document: str
    fault: Fault

    def __str__(self) -> str:
        place = self.fault.labels[0].start if self.fault.labels else self.fault.offset
        return f"not {self.rule} ({self.document}), offset {place}: {self.fault.message}"

"""What a scan tells: a finding with what reports show of it, and the sums at the end."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from irigrammar.conformance.record import Record

__all__ = ["Edit", "Found", "Summary"]


class Edit(NamedTuple):
    """A change to a document: the span in code points from 0 of its block, the end exclusive, and what goes there."""

    start: int
    end: int
    written: str


class Found(NamedTuple):
    """A finding in a document.

    `name` is the code in words ("no-match"). `source` is the line in which it begins, without its line end, "" where
    there is none to show. `what` says where the identifier stands ("href of a"), `repair` is the whole identifier
    mended, None where there is no repair; `edits` are what `--fix` does in the document, () where nothing is safe.
    `fingerprint` is the same wherever in the file the finding moves, and differs for a second one of the same kind.
    `start` is the offset of the finding in its block, as edits have it, None where it has none.
    """

    record: Record
    name: str
    source: str = ""
    what: str = ""
    repair: str | None = None
    edits: tuple[Edit, ...] = ()
    fingerprint: str = ""
    start: int | None = None


@dataclass(slots=True)
class Summary:
    """What a scan comes to, counted as it goes on.

    `identifiers` were judged in `files`; `codes` and `severities` count the findings that are told; `unreadable` files
    could not be read, or not all of them; `known` findings stand in the baseline and are not told, `gone` ones stand
    there and were not found; `fixed` counts repairs that were written. With `of_files` files
    were judged, and no identifiers in them.
    """

    files: int = 0
    identifiers: int = 0
    unreadable: int = 0
    known: int = 0
    gone: int = 0
    fixed: int = 0
    of_files: bool = False
    codes: Counter[str] = field(default_factory=Counter)
    severities: Counter[str] = field(default_factory=Counter)
    names: dict[str, str] = field(default_factory=dict)

    def count(self, found: Found) -> None:
        """Count a finding that is told."""
        assert found.record.code is not None
        assert found.record.severity is not None
        self.codes[found.record.code] += 1
        self.severities[found.record.severity] += 1
        self.names[found.record.code] = found.name

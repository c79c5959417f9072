"""Findings: a span of a valid string, a message, and its source."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from irigrammar.dataclass import NamedTuple, dataclass

Severity = Literal["error", "warning", "advice"]

# The address of the pages of codes on the web, with {code} for the code; "" while they are nowhere.
DOCUMENTATION = ""


def page_url(code: str) -> str | None:
    """Return the address of a code's page, None while the documentation has no address."""
    return DOCUMENTATION.format(code=code) or None


Applicability = Literal["safe", "unsafe", "display"]

Role = Literal["primary", "opened", "ruled-out"]


@dataclass(frozen=True, slots=True)
class Label:
    """A part of the text and a remark on it: offsets in code points from 0, the end exclusive.

    The primary label is where it went wrong; "opened" is where what is not complete began, "ruled-out" what ended the
    reading that came before.
    """

    start: int
    end: int
    text: str
    role: Role


@dataclass(frozen=True, slots=True)
class Fix:
    """A string that matches, and how it comes about.

    `applicability` is "safe" where what is meant stays what is meant, since characters are only percent-encoded;
    "unsafe" where it is likely; "display" where it is a guess.
    """

    text: str
    how: str
    applicability: Applicability = "unsafe"


class Flaw(NamedTuple):
    """A span that a rule reports: offsets in code points, the end exclusive, and a message.

    `instead` is what would be right in that place, None where nothing is safe; `section` is the document and section
    that says so, None for the rule's own; `fixes` are whole strings that may be meant; `severity`, if there is one, is
    that of the flaw instead of the rule's.
    """

    start: int
    end: int
    message: str
    instead: str | None = None
    section: str | None = None
    fixes: tuple[Fix, ...] = ()
    severity: Severity | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """Something to know of a part of a valid string.

    `code` is stable, and `name` says it in words with hyphens. `start` and `end` are offsets in code points from 0, the
    end exclusive. `section` is the document and section that says so. `fix` is the whole string, fixed wherever it has
    a finding of this code that can be fixed; None without a safe fix. `help`, `labels`, `fixes` and `offset`
    are those of a fault.

    >>> finding = Finding("R005", "upper-case-scheme", "advice", 0, 4, "HTTP is http", "RFC 3986, 3.1", "http://e/")
    >>> finding.code, finding.severity, finding.end, finding.fix
    ('R005', 'advice', 4, 'http://e/')
    """

    code: str
    name: str
    severity: Severity
    start: int
    end: int
    message: str
    section: str
    fix: str | None
    help: str | None = None
    labels: tuple[Label, ...] = ()
    fixes: tuple[Fix, ...] = ()
    offset: int | None = None


def reservation(notes: Sequence[Finding]) -> tuple[Finding | None, Sequence[Finding]]:
    """Return the first error or else the first warning about a text that matches, and the other notes."""
    first = next((note for level in ("error", "warning") for note in notes if note.severity == level), None)
    return first, [note for note in notes if note is not first]

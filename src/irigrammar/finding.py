"""What is found in a valid string: a place, what is to be said of it, and who says so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning", "advice"]


@dataclass(frozen=True, slots=True)
class Finding:
    """Something to know of a part of a valid string.

    `code` is stable, and `name` says it in words with hyphens. `start` and `end` are offsets in code points from 0, the
    end exclusive. `section` is the document and section that says so. `fix` is the whole string with all findings of
    this code fixed; None without a safe fix.

    >>> found = Finding("R005", "upper-case-scheme", "advice", 0, 4, "HTTP is http", "RFC 3986, 3.1", "http://e/")
    >>> found.code, found.severity, found.end, found.fix
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

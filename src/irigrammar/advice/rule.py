"""What a rule is, and what it finds."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from irigrammar.advice.context import Context
from irigrammar.finding import Severity

Profile = Literal["publish", "accept", "all"]

PROFILES: tuple[Profile, ...] = ("publish", "accept", "all")
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "advice")


class Flaw(NamedTuple):
    """One place that a rule does not like: offsets in code points, the end exclusive, and what is to be said.

    `instead` is what would be right in that place, None where nothing is safe.
    """

    start: int
    end: int
    message: str
    instead: str | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule: its code and name, which never change, its default severity, its document and section, and its check.

    `page` is the docstring of its module (see `irigrammar.advice.page`); `profiles` are those that it belongs to
    besides "all"; `mend` makes the repaired string where the flaws' own `instead` cannot; `needs_data` says that it
    asks for the packages of the extra `advice`; `sees_whole` that it looks beyond scheme and authority even where
    nothing is percent-encoded and there is no "@", so that texts with the same head may differ.
    """

    code: str
    name: str
    severity: Severity
    section: str
    page: str
    check: Callable[[Context], Iterable[Flaw]]
    profiles: tuple[Profile, ...] = ("publish", "accept")
    mend: Callable[[Context], str | None] | None = None
    needs_data: bool = False
    sees_whole: bool = False

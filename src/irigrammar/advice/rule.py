"""Rules of advice and their pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

from irigrammar.dataclass import dataclass
from irigrammar.finding import Flaw, Severity
from irigrammar.shipped.loader import value

if TYPE_CHECKING:
    from irigrammar.advice.context import Context, Part

Profile = Literal["publish", "accept", "rdf", "all"]

PROFILES: tuple[Profile, ...] = ("publish", "accept", "rdf", "all")
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "advice")


def fails(severity: str, fail_on: str) -> bool:
    """Return whether a finding of a severity makes a run fail; `fail_on` is a severity or "never".

    >>> fails("warning", "error"), fails("error", "warning"), fails("error", "never")
    (False, True, False)
    """
    order: tuple[str, ...] = SEVERITIES
    return fail_on in order and order.index(severity) <= order.index(fail_on)


@dataclass(frozen=True, slots=True)
class Page:
    """A page: title, texts, and strings.

    `examples` are strings in which the rule finds something, `instead` such in which it does not; `see` are the
    references, and `grammar` is the one that the examples match.
    """

    title: str
    description: str
    why: str
    examples: tuple[str, ...]
    instead: tuple[str, ...]
    see: tuple[str, ...]
    grammar: str = "rfc3987"


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule: its code and name, which never change, its default severity, its document and section, and its check.

    `profiles` are those that it belongs to (and to "all"); `fix` makes the fixed string where the flaws' own `instead`
    cannot; `opt_in` says that "all" does not have it: it is selected by its code, or by a profile that names it (see
    `irigrammar.advice.registry`); `opt_in_for_scans` says so for documents. Where one of the rules `unless` finds
    something, this one is silent. `once_a_host` is for what all identifiers of a host usually share: of many texts only
    the first of each host has the finding. `where` are the names of conditions of `grammar/quiet.abnf`, with spaces:
    the rule finds nothing in a text that meets none of them; "" for a rule that may find something in any text.
    """

    code: str
    name: str
    severity: Severity
    section: str
    check: Callable[[Context], Iterable[Flaw]]
    profiles: tuple[Profile, ...] = ("publish", "accept")
    fix: Callable[[Context], str | None] | None = None
    opt_in: bool = False
    opt_in_for_scans: bool = False
    unless: tuple[str, ...] = ()
    once_a_host: bool = False
    where: str = ""

    @property
    def page(self) -> Page:
        """The rule's page, from `grammar/advice.toml`."""
        return Page(*_pages()[self.code])


@cache
def _pages() -> dict[str, tuple[Any, ...]]:
    pages: dict[str, tuple[Any, ...]] = value("advice", "pages")
    return pages


def rule(
    code: str, name: str, severity: Severity, section: str, **more: Any
) -> Callable[[Callable[[Context], Iterable[Flaw]]], Rule]:
    """Return a decorator that makes a rule of a function that yields flaws; the parameters are those of `Rule`."""
    return lambda check: Rule(code, name, severity, section, check, **more)


def part_rule(
    field: str, code: str, name: str, severity: Severity, section: str, **more: Any
) -> Callable[[Callable[[Context, Part], Iterable[Flaw]]], Rule]:
    """Return a decorator as `rule` does; the function also takes a component, and is not called for texts without."""

    def decorate(check: Callable[[Context, Part], Iterable[Flaw]]) -> Rule:
        """Return the rule of a check of the component; it finds nothing in texts without that component."""

        def of_part(context: Context) -> Iterable[Flaw]:
            part = context.part(field)
            return () if part is None else check(context, part)

        return Rule(code, name, severity, section, of_part, **more)

    return decorate

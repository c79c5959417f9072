"""Rules of schemes and their findings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from irigrammar.dataclass import dataclass
from irigrammar.finding import Fix, Flaw, Severity
from irigrammar.processing.scheme_rules.uri import Place, SchemeUri
from irigrammar.text.splice import splice


@dataclass(frozen=True, slots=True)
class SchemeRule:
    """A rule of schemes: its code and name, which never change, its default severity, and its check.

    `section` says who asks for it where a flaw has no section of its own; `scheme` names those it is about, with spaces
    between several, "" for all.
    """

    code: str
    name: str
    severity: Severity
    section: str
    check: Callable[[SchemeUri], Iterable[Flaw]]
    scheme: str = ""

    def flaws(self, uri: SchemeUri) -> Iterable[Flaw]:
        """Return the flaws that the rule finds in a URI, none in one of another scheme."""
        return self.check(uri) if not self.scheme or uri.scheme in self.scheme.split() else ()


def rule(
    code: str, name: str, severity: Severity, section: str, *, scheme: str = ""
) -> Callable[[Callable[[SchemeUri], Iterable[Flaw]]], SchemeRule]:
    """Return a decorator that makes a rule of a function that yields flaws; the parameters are those of the rule."""
    return lambda check: SchemeRule(code, name, severity, section, check, scheme)


def flaw(
    uri: SchemeUri,
    place: Place,
    message: str,
    *,
    instead: str | None = None,
    section: str | None = None,
    guess: str = "",
) -> Flaw:
    """Return a flaw at the place of a part of a URI.

    `instead` is what would be right in its place, in a safe fix; `guess` the whole URI as it may be meant.
    """
    start, end = uri.span(place.start, place.end)
    fixes = (Fix(guess, f"write {guess}", "display"),) if guess else ()
    return Flaw(start, end, message, instead, section, fixes)


def apply_corrections(text: str, flaws: Sequence[Flaw]) -> str | None:
    """Return a text with the corrections of all flaws, None where one of them has none."""
    edits = [(flaw.start, flaw.end, flaw.instead) for flaw in flaws if flaw.instead is not None]
    return splice(text, edits) if len(edits) == len(flaws) else None

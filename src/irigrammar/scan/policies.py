"""Policies of namespaces, and exemptions.

Identifiers that begin with a prefix are also checked against a rule of another grammar; others are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import PurePath

from irigrammar.advice.codes import covers
from irigrammar.dataclass import NamedTuple
from irigrammar.finding import Finding
from irigrammar.matching.matcher import Matcher
from irigrammar.report.record import fault_finding
from irigrammar.scan.choice import CODES
from irigrammar.scan.formats.items import SCHEMA_REFERENCE, URI, FileGrammars, Production
from irigrammar.text.splice import shared_ends


@lru_cache(maxsize=512)
def matcher_of(production: Production) -> Matcher:
    """Return the matcher of a production, of the first start rule for "".

    Raises `IrigrammarError` for an unknown grammar or rule.
    """
    grammar = production.files.open(production.grammar, production.extends)
    return grammar[production.rule] if production.rule else grammar.start


class Policy(NamedTuple):
    """A prefix, and the grammar and rule that whole identifiers with it match; the first start rule for None.

    >>> Policy("http://example.org/", "rfc3986", "absolute-URI").allows("http://example.org/a#b")
    False
    """

    prefix: str
    grammar: str
    rule: str | None = None
    files: FileGrammars = FileGrammars()
    extends: str | None = None

    @property
    def production(self) -> Production:
        """The production that identifiers with the prefix are checked against."""
        return Production(self.grammar, self.rule or "", self.files, self.extends)

    def matcher(self) -> Matcher:
        """Return the matcher; raise `IrigrammarError` for an unknown grammar or rule."""
        return matcher_of(self.production)

    def allows(self, text: str) -> bool:
        """Return whether a text matches, or does not begin with the prefix.

        Raises `IrigrammarError` for an unknown grammar or rule.
        """
        return not text.startswith(self.prefix) or self.matcher().matches(text)


class Exemption(NamedTuple):
    """Patterns of identifiers, in which `*` is any text, and the codes, or beginnings of codes, that are not reported
    of them; all without one.

    >>> row = Exemption(("http://*.test/*",), ("R",))
    >>> row.covers("http://a.test/b", "R004"), row.covers("http://a.test", "R004"), row.covers("http://a.test/", "F093")
    (True, False, False)
    """

    match: tuple[str, ...]
    ignore: tuple[str, ...] = ()

    def covers(self, text: str, code: str) -> bool:
        """Return whether a finding of a code in an identifier is not reported."""
        is_meant = not self.ignore or any(covers(name, code) for name in self.ignore)
        return is_meant and any(_matches(pattern, text) for pattern in self.match)


def _matches(pattern: str, text: str) -> bool:
    """Return whether a pattern matches a whole text: a part between two `*` where it comes first."""
    first, *parts = pattern.split("*")
    if not parts:
        return text == pattern
    last = parts.pop()
    place, end = len(first), len(text) - len(last)
    if end < place or not text.startswith(first) or not text.endswith(last):
        return False
    for part in parts:
        place = text.find(part, place, end)
        if place < 0:
            return False
        place += len(part)
    return True


def policy_findings(text: str, policies: tuple[Policy, ...]) -> Iterator[Finding]:
    """Yield a finding for each policy that does not allow a text.

    >>> [finding.code for finding in policy_findings("tag:x", (Policy("tag:", "rfc3986", "scheme"),))]
    ['S007']
    """
    row = CODES["S007"]
    for policy in policies:
        if policy.allows(text):
            continue
        matcher = policy.matcher()
        fault = fault_finding(matcher, matcher._no_match(text).fault)
        grammar = PurePath(policy.grammar).name
        message = f"identifiers that begin with {policy.prefix} must match {matcher.rule} of {grammar}: {fault.message}"
        start, end, offset = fault.start, fault.end, fault.offset
        yield Finding(row.code, row.name, row.severity, start, end, message, grammar, None, offset=offset)


# Rules of identifiers that their document wants normalized.
_NORMALIZED = frozenset({"dialect", "schema-id", "named-id"})


def wants_normalized(matcher: Matcher) -> bool:
    """Return whether a matcher is that of identifiers of JSON Schema, which are to be normalized."""
    return matcher.grammar.name == SCHEMA_REFERENCE.grammar and matcher.rule in _NORMALIZED


def normal_findings(text: str) -> Iterator[Finding]:
    """Yield a finding for an identifier of JSON Schema with a scheme that is not in its normal form.

    >>> [(finding.fix, finding.message) for finding in normal_findings("HTTP://example.org/%7Ea")]
    [('http://example.org/~a', 'it is not normalized, and may not be found by this spelling')]
    """
    from irigrammar.processing.conversions import normalize  # few documents are schemas

    normal = normalize(text, level="syntax", grammar="rfc3986", authority="grammar")
    if normal == text or not matcher_of(URI).matches(text):
        return
    row = CODES["S011"]
    head, tail = shared_ends(text, normal)
    message = "it is not normalized, and may not be found by this spelling"
    section = "JSON Schema Core (2020-12), 8.1.1 and 8.2.1"
    yield Finding(row.code, row.name, row.severity, head, len(text) - tail, message, section, normal)

"""Three verdicts: generic grammar, scheme's grammar, scheme's prose."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import get_args

from irigrammar.dataclass import dataclass, replace
from irigrammar.errors import check_text
from irigrammar.faults.fault import Fault
from irigrammar.finding import Finding, Flaw, Severity
from irigrammar.matching.grammar import Grammar
from irigrammar.matching.matcher import Matcher
from irigrammar.processing.reference import matchers
from irigrammar.processing.scheme_rules import general, particular
from irigrammar.processing.scheme_rules.general import doubled_slashes
from irigrammar.processing.scheme_rules.rule import SchemeRule, apply_corrections, rule
from irigrammar.processing.scheme_rules.uri import SchemeUri, scheme_of
from irigrammar.processing.schemes import Schemes
from irigrammar.processing.schemes import schemes as shipped
from irigrammar.shipped.place import place_of
from irigrammar.shipped.registries import registered_schemes
from irigrammar.text.choices import check_choice

_GENERIC, _SYNTAX = "X001", "X002"


@dataclass(frozen=True, slots=True)
class SchemeCheck:
    """The findings in an identifier: true if none is an error.

    `scheme` is its scheme in lower case, None for a reference without one; `rule` is the rule that the URIs of the
    scheme match, as "rule (document and section)", None where no rule is known, so that the scheme is not checked.
    `generic` is the finding of the generic grammar (X001), `syntax` that of the scheme's grammar (X002), both None
    where it matches; `prose` are the findings of the rules in prose. None of the three follows from another. `known`
    says that there are facts about the scheme, or that IANA has registered it; `only_scheme` that the unchanged text
    matches that rule and not the generic grammar; `same_fault` that both grammars refuse it for the same characters.
    `read_by` names the programs that read what follows the scheme, None where it is not left to them.
    """

    scheme: str | None
    rule: str | None
    generic: Finding | None = None
    syntax: Finding | None = None
    prose: tuple[Finding, ...] = ()
    known: bool = False
    only_scheme: bool = False
    same_fault: bool = False
    read_by: str | None = None

    @property
    def checked(self) -> bool:
        """Whether a grammar of its scheme was there to check it by."""
        return self.rule is not None

    @property
    def unchecked(self) -> str | None:
        """Why it was not checked by a grammar of its scheme, in words; None where it was, or has no scheme.

        >>> check_scheme("sftp://h/").unchecked, check_scheme("foo:a").unchecked
        ('its scheme is known, its syntax is not checked', 'its scheme is not known')
        >>> check_scheme("jdbc:h2:mem:a").unchecked
        'what follows "jdbc:" is for a JDBC driver'
        """
        if self.checked or self.scheme is None:
            return None
        if self.read_by is not None:
            return f'what follows "{self.scheme}:" is for {self.read_by}'
        return "its scheme is known, its syntax is not checked" if self.known else "its scheme is not known"

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All findings: of the generic grammar, of the scheme's grammar unless it refuses the same characters, of its
        prose.

        >>> [finding.code for finding in check_scheme("mailto:a@b.example?subject=x y").findings]
        ['X001']
        """
        grammars = (self.generic, None if self.same_fault else self.syntax)
        return (*(finding for finding in grammars if finding is not None), *self.prose)

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The findings that are errors."""
        return tuple(finding for finding in self.findings if finding.severity == "error")

    def __bool__(self) -> bool:
        return not self.errors


def check_scheme(
    text: str,
    /,
    *,
    grammar: str | Grammar = "rfc3987",
    severities: Mapping[str, Severity] | None = None,
    schemes: Schemes | None = None,
) -> SchemeCheck:
    """Return three verdicts on an identifier: by the generic grammar, by the grammar of its scheme, and by the rules
    that the scheme's document has in prose (RFC 3987, 3.1; draft-ietf-iri-3987bis-04, 6.4).

    `grammar` is the generic one (its first start rule). The scheme's grammar is that of the catalog, or the `syntax` of
    its entry in `schemes` (default: those that come with the package). An IRI is read in URI notation: what a URI lacks
    is percent-encoded, and offsets are those of the text (code points from 0, ends exclusive). A fragment belongs to
    the reference (RFC 3986, 3.5). `severities` says by code or its beginning ("X008") what is an "error", a "warning"
    or "advice". A rule has at most one finding, which says how many more places there are. Time is linear in the
    length.

    Raises `UnknownGrammar`, `GrammarError` for a grammar whose strings have no scheme, and `ValueError` for a severity
    or an unknown code.

    >>> checked = check_scheme("mailto:me@x@y")
    >>> bool(checked), checked.rule, [(finding.code, finding.start) for finding in checked.findings]
    (False, 'mailtoURI (RFC 6068, section 2)', [('X002', 11)])
    >>> check_scheme("geo:1,2;a=[").generic.message
    '"[" is allowed only around an IP address in the host; it matches geo-URI (RFC 5870, section 3.3)'
    >>> bool(check_scheme("urn:example:a")), check_scheme("foo:bar").rule
    (True, None)
    """
    reference, _ = matchers(grammar)
    return check_reference(reference, text, severities=severities, schemes=schemes)


def check_reference(
    reference: Matcher,
    text: str,
    *,
    severities: Mapping[str, Severity] | None = None,
    schemes: Schemes | None = None,
    with_fixes: bool = True,
) -> SchemeCheck:
    """Return the result of `check_scheme` with the generic grammar that a matcher of references reads; `severities` and
    `schemes` are its parameters. Without `with_fixes` grammars propose none, which takes most of the time. Raises
    `TypeError` for a value that is no str, and `ValueError` for an unknown severity or code.
    """
    check_text(text)
    _check_severities(severities or {})
    fault = reference.check(text).fault
    generic = None
    if fault is not None:
        severity = _severity(_GENERIC, "error", severities or {})
        section = _section(fault, reference)
        about = (_GENERIC, "generic-grammar", severity, *fault.place)
        generic = Finding(*about, fault.message, section, None, fault.help, fixes=fault.fixes if with_fixes else ())
    scheme = scheme_of(text)
    if scheme is None:
        return SchemeCheck(None, None, generic)
    uri = SchemeUri(text, schemes, with_fixes=with_fixes)
    matcher = uri.matcher
    place = None if matcher is None else place_of(matcher.grammar.rules, matcher.grammar.rules[matcher.rule])
    rule_citation = None if matcher is None or place is None else f"{matcher.rule} ({place.citation})"
    only_scheme = generic is not None and uri.matches_as_written
    if generic is not None and only_scheme:
        generic = replace(generic, message=f"{generic.message}; it matches {rule_citation}")
    findings = tuple(_findings(uri, severities or {}))
    syntax = next((finding for finding in findings if finding.code == _SYNTAX), None)
    prose = tuple(finding for finding in findings if finding is not syntax)
    same_fault = fault is not None and syntax is not None and _is_same_fault(uri, fault, syntax)
    return SchemeCheck(
        uri.scheme,
        rule_citation,
        generic,
        syntax,
        prose,
        known=uri.entry is not None or uri.scheme in registered_schemes(),
        only_scheme=only_scheme,
        same_fault=same_fault,
        read_by=None if uri.entry is None else uri.entry.read_by,
    )


def _is_same_fault(uri: SchemeUri, fault: Fault, syntax: Finding) -> bool:
    """Return whether the fault by the generic grammar is that of the scheme's grammar: at the same character, which may
    be percent-encoded in the URI, or around it.
    """
    start, end = fault.place
    own = uri.fault
    return (start <= syntax.start and syntax.end <= end) or (
        own is not None and fault.offset == uri.span(own.offset, own.offset)[0]
    )


def findings_beyond_uri(text: str) -> tuple[Finding, ...] | None:
    """Return the findings of the rules of its scheme in a text that the generic grammar refuses and the document of the
    scheme allows; None for any other text.

    >>> [finding.code for finding in findings_beyond_uri("at://did:plc:a/com.example.foo/..")]
    ['X023']
    >>> findings_beyond_uri("tel:+0;a=[") is None
    True
    """
    entry = shipped().find(scheme_of(text))
    uri = SchemeUri(text) if entry is not None and entry.beyond_uri else None
    return tuple(_findings(uri, {})) if uri is not None and uri.is_beyond_uri else None


@cache
def scheme_rules() -> tuple[SchemeRule, ...]:
    """Return the rules of schemes in the order of their codes.

    >>> [rule.code for rule in scheme_rules()][:2]
    ['X002', 'X003']
    """
    prose = (value for module in (general, particular) for value in vars(module).values())
    rules = [_scheme_grammar, *(value for value in prose if isinstance(value, SchemeRule))]
    return tuple(sorted(rules, key=lambda rule: rule.code))


@rule(_SYNTAX, "scheme-grammar", "error", "RFC 3986, 3.1")
def _scheme_grammar(uri: SchemeUri) -> Iterator[Flaw]:
    """The URI does not match the grammar of its scheme. Fixes are such that nothing is an error in them."""
    fault, matcher = uri.fault, uri.matcher
    if fault is None or matcher is None:
        return
    if slashes := doubled_slashes(uri):
        yield slashes
        return
    start, end = uri.span(*fault.place)
    text_fault = matcher.check(uri.text).fault
    if text_fault is None or text_fault.offset != start or text_fault.code != fault.code:
        text_fault = fault
    message = f"{text_fault.message}; {text_fault.help}" if text_fault.help else text_fault.message
    # Those that only percent-encode, or that the reason of the fault proposes; others invent.
    candidates = {
        fix.text: fix
        for each in (fault, text_fault)
        for fix in (each.fixes if uri.with_fixes else ())
        if fix.applicability == "safe" or each.code != "F000"
    }
    fixes = tuple(fix for fix in candidates.values() if _is_right(fix.text))
    yield Flaw(start, end, message, None, _section(text_fault, matcher), fixes)


def _is_right(text: str) -> bool:
    uri = SchemeUri(text)
    return uri.components is not None and not any(
        flaw for scheme_rule in scheme_rules() if scheme_rule.severity == "error" for flaw in scheme_rule.flaws(uri)
    )


def _section(fault: Fault, matcher: Matcher) -> str:
    """Return the document and section that say so, or else those of the rule that was checked."""
    rules = matcher.grammar.rules
    return fault.section or place_of(rules, rules[matcher.rule]).citation


def _findings(uri: SchemeUri, severities: Mapping[str, Severity]) -> Iterator[Finding]:
    """Yield the finding of each rule that has one: its first flaw, how many more there are, and as `fix` the text with
    the corrections of all, None where one has none.
    """
    for scheme_rule in scheme_rules():
        flaws = list(scheme_rule.flaws(uri))
        if not flaws:
            continue
        first, *others = flaws
        severity = _severity(scheme_rule.code, scheme_rule.severity, severities)
        message = f"{first.message}; {len(others):,} more" if others else first.message
        about = (
            scheme_rule.code,
            scheme_rule.name,
            severity,
            first.start,
            first.end,
            message,
            first.section or scheme_rule.section,
        )
        yield Finding(*about, apply_corrections(uri.text, flaws), fixes=first.fixes)


def _check_severities(severities: Mapping[str, Severity]) -> None:
    """Raise `ValueError` for an unknown severity, and for a name that is "" or with which no code begins, in either
    case.
    """
    codes = [_GENERIC, *(scheme_rule.code for scheme_rule in scheme_rules())]
    for name, severity in severities.items():
        check_choice("severity", severity, get_args(Severity))
        if not name or not any(code.startswith(name.upper()) for code in codes):
            raise ValueError(f"unknown code {name!r}")


def _severity(code: str, default: Severity, severities: Mapping[str, Severity]) -> Severity:
    """Return the severity of the longest name that means a code, its default where none does."""
    names = [name for name in severities if name and code.startswith(name.upper())]
    return severities[max(names, key=len)] if names else default

"""Run the rules of advice on a string."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache

from irigrammar.advice.context import Context
from irigrammar.advice.quiet import conditions_met, is_ordinary, knows_conditions
from irigrammar.advice.registry import NAMED, Selection, choose_rules, rules
from irigrammar.advice.registry import rule as rule_of
from irigrammar.advice.rule import Profile, Rule
from irigrammar.errors import check_text
from irigrammar.finding import Finding, Flaw, Severity
from irigrammar.matching.authority import rewriting_keeps_authority
from irigrammar.matching.grammar import Grammar
from irigrammar.processing.reference import matchers
from irigrammar.processing.scheme_rules.rule import apply_corrections


def advise(
    text: str,
    /,
    *,
    profile: Profile = "all",
    select: Iterable[str] | None = None,
    ignore: Iterable[str] = (),
    severities: Mapping[str, Severity] | None = None,
    grammar: str | Grammar = "rfc3987",
) -> list[Finding]:
    """Return the findings in a reference that matches the grammar, ordered by offset, then by code.

    Profiles: "publish" for those who coin identifiers, "accept" for those who take them, "rdf" for those who coin IRIs
    for RDF (RDF 1.2 Concepts, 3.3.1, "RDF Reference IRIs"), "all" (default) for the first two, except for A-labels and
    empty paths (H013, R032), of which nothing is said to those who take them. `select` takes codes or beginnings of
    codes ("C005", "P") in the place of a profile, `ignore` leaves rules out, and `severities` says by code or beginning
    what is an "error", a "warning" or "advice". The structure of bidirectional identifiers ("B", RFC 3987, 4.2; see
    `irigrammar.bidi.findings`) is in no profile: select it. The rules are those of draft-ietf-iri-3987bis-04, 4.2, 6.1,
    7.3, 8.2, 8.5 and 10, of RFC 3987, 6.1, 7.5 and 8, and of what each finding names.

    A rule has at most one finding of a severity in a component: the first, which says how many more there are. Offsets
    are code points from 0, ends exclusive. Time is linear in the length.

    Raises `NoMatch` where the text does not match the grammar's first start rule, `UnknownGrammar`, and `ValueError`
    for an unknown profile, code or severity.

    >>> for finding in advise("HTTP://example.org:80/%7euser"):
    ...     print(finding.code, finding.start, finding.end, finding.message)
    R005 0 4 the scheme is written "HTTP"; lower case is the usual form
    R004 18 21 80 is the default port of http
    P003 22 25 "%7e" has a hexadecimal digit in lower case
    P004 22 25 "%7e" need not be percent-encoded: "~" means the same
    >>> advise("https://example.org/")
    []
    """
    check_text(text)
    matcher, _ = matchers(grammar)
    selection = choose_rules(profile, select, ignore, severities)
    is_silent = select is None and matcher.matches(text) and is_ordinary(matcher, text, advice=True)
    if is_silent and (profile not in NAMED or not conditions_met(text, _conditions(opt_in=True))):
        return []
    return findings(Context(text, matcher), selection)


def findings(context: Context, selection: Selection) -> list[Finding]:
    """Return the findings of rules in a text, in the order of offsets and then of codes.

    A rule is silent where one of those that its `unless` names finds something.
    """
    findings: list[Finding] = []
    candidates = _that_may_find(context, selection)
    for rule, severity in candidates:
        flaws = list(rule.check(context))
        if flaws:
            findings += _of_rule(rule, severity, context, flaws)
    codes = {finding.code for finding in findings}
    silent = {rule.code for rule, _ in candidates if rule.unless and codes.intersection(rule.unless)}
    findings = [finding for finding in findings if finding.code not in silent] if silent else findings
    return sorted(findings, key=lambda finding: (finding.start, finding.code))


def _that_may_find(context: Context, selection: Selection) -> Iterable[tuple[Rule, Severity]]:
    """Return the rules of a selection of which a condition is met, or that have none."""
    if not knows_conditions(context.matcher, context.text):
        return selection
    silent = _silent(frozenset(conditions_met(context.text, _conditions(opt_in=False))))
    return [row for row in selection if row[0].code not in silent]


@cache
def _conditions(*, opt_in: bool) -> frozenset[str]:
    """Return the names of the conditions of all rules, or of those that only some profiles have."""
    return frozenset(name for rule in rules() if rule.opt_in or not opt_in for name in rule.where.split())


@lru_cache(maxsize=1024)
def _silent(met: frozenset[str]) -> frozenset[str]:
    """Return the codes of the rules that have conditions, none of which is among those that a text meets."""
    return frozenset(rule.code for rule in rules() if rule.where and met.isdisjoint(rule.where.split()))


def without_repeated(findings: Iterable[Finding], host: str | None, known: set[tuple[str, str]]) -> list[Finding]:
    """Return findings in a text without those that rules make once for each host, where one was made before; `known`
    has the codes and hosts of these, and gets the new ones. Without a host all are returned.

    >>> known: set[tuple[str, str]] = set()
    >>> texts = ("http://E.org/", "http://e.ORG/a/../", "http://E.org/./")
    >>> [[row.code for row in without_repeated(advise(text), text.split("/")[2], known)] for text in texts]
    [['H001'], ['R001'], []]
    """
    host = None if host is None else host.lower()
    kept = [
        row for row in findings if host is None or not rule_of(row.code).once_a_host or (row.code, host) not in known
    ]
    known.update((row.code, host) for row in kept if host is not None and rule_of(row.code).once_a_host)
    return kept


def _of_rule(rule: Rule, severity: Severity, context: Context, flaws: list[Flaw]) -> Iterator[Finding]:
    """Yield the findings of a rule, one for each component and severity: that of its first flaw, which counts the
    others.

    All have the fix of all flaws.
    """
    fix = _correction(rule, flaws, context)
    alike: dict[tuple[str, Severity | None], list[Flaw]] = {}
    for flaw in flaws:
        alike.setdefault((context.field_at(flaw.start), flaw.severity), []).append(flaw)
    for (field, _), (flaw, *others) in alike.items():
        more = f"; {len(others):,} more in the {field}" if others else ""
        message = flaw.message + more
        section = flaw.section or rule.section
        level = flaw.severity if flaw.severity and severity == rule.severity else severity
        yield Finding(rule.code, rule.name, level, flaw.start, flaw.end, message, section, fix, fixes=flaw.fixes)


def _correction(rule: Rule, flaws: list[Flaw], context: Context) -> str | None:
    """Return the text with all that a rule found fixed; None where that is not another text of the same production, or
    some reader would find another host, port or user in it.
    """
    correction = rule.fix(context) if rule.fix else apply_corrections(context.text, flaws)
    if correction is None or correction == context.text or not context.matcher.matches(correction):
        return None
    return correction if rewriting_keeps_authority(context.text, correction, context.matcher) else None

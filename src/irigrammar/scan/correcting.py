"""Fixes that only change the spelling, as edits of a document.

A fix is safe only where the text is one identifier for sure (see `irigrammar.text.certain`), and neither the grammar
nor its scheme finds an error in the result. Two kinds are safe. What a production does not allow in a path, query or
fragment is percent-encoded (RFC 3987, 3.1; 3987bis-04, 7.1 and 7.2). And what a rule of advice on spelling would write
otherwise is written so where both are equivalent by syntax (RFC 3987, 5.3.2). Neither may change the host, port or user
that RFC 3986, RFC 3987, Web Addresses or browsers read (see `irigrammar.matching.authority`). Hosts are kept, and
so is what browsers read in their own way: white space at the ends, controls, which they strip, what they take for "/"
(3987bis-04, 7.2), and braces, which are a template's (RFC 6570). So is what has a tag or several lines in it: a place
to fill in, or more than an identifier, in a document that is broken. Characters that were lost, that nobody sees, or
that mean nothing are never percent-encoded, which would only hide them.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from irigrammar.dataclass import replace
from irigrammar.errors import GrammarError
from irigrammar.faults.fault import NO_RESULT, NoMatch, Undecided
from irigrammar.finding import Applicability, Finding, Fix
from irigrammar.lazy import regex
from irigrammar.matching.authority import fix_adds_host, fix_keeps_authority, fix_loses_host
from irigrammar.matching.grammar import catalog, grammar
from irigrammar.matching.matcher import Matcher
from irigrammar.matching.parts import with_fields
from irigrammar.matching.undecided import fault_of
from irigrammar.processing.compare import compare
from irigrammar.processing.percent import encode
from irigrammar.processing.scheme_rules.check import check_scheme
from irigrammar.processing.schemes import schemes
from irigrammar.scan.checking import Checker
from irigrammar.scan.formats.items import Candidate, span
from irigrammar.scan.formats.selection import has_placeholder
from irigrammar.scan.found import Edit, edits_between
from irigrammar.text.certain import has_second_start, is_one_identifier

_NO_ANSWER = (*NO_RESULT, GrammarError)
_NOT_YET_OR_MORE = regex(r"[{\r\n]|<[^<>]*>")
_COMMITTISH = regex(r"\A(?:git|hg|svn|bzr)(?:\+\w+)?:|\.git#|#(?:[^#]*&)?(?:subdirectory|egg)=", re.IGNORECASE)
_MOST = 100  # characters that are percent-encoded in one identifier
_ROUNDS = 20  # fixes of one identifier, one after the other
# Rules on spelling, with H001 and R005; the others ask whether a text is what was meant.
_SPELLING = ("C001", "C002", "C003", "P003", "P004", "R001")
_BASE = "http://example.org/a/b"  # what is equivalent as a reference is so with any base


def correct(
    candidate: Candidate, checker: Checker, is_fixable: Callable[[str], bool] = lambda _: True, *, unsafe: bool = False
) -> str | None:
    """Return an identifier with all safe fixes made of findings whose code `is_fixable` accepts; None without any, or
    if an error remains.

    At most 20 fixes are made, one after the other. With `unsafe` also fixes are made that are likely what was meant.

    >>> from irigrammar.advice.registry import choose_rules
    >>> from irigrammar.scan.formats.items import Production
    >>> from irigrammar.scan.policies import matcher_of
    >>> checker = Checker(matcher_of(Production("rfc3987", "IRI-reference")), choose_rules("publish"))
    >>> correct(Candidate(0, 13, "HTTP://e/%7e^b"), checker)
    'http://e/~%5Eb'
    >>> correct(Candidate(0, 12, "http://a b/"), checker)
    """
    text = candidate.text
    for _ in range(_ROUNDS):
        now = candidate._replace(text=text)
        findings = (finding for finding in checker.findings(text) if is_fixable(finding.code))
        fixes = (
            safe_fix(now, finding, checker.matcher) or (unsafe_fix(now, finding, checker.matcher) if unsafe else None)
            for finding in findings
        )
        better = next((fix for fix in fixes if fix is not None), None)
        if better is None:
            break
        text = better
    if text == candidate.text or any(finding.severity == "error" for finding in checker.findings(text)):
        return None
    return text


def safe_fix(candidate: Candidate, finding: Finding, matcher: Matcher) -> str | None:
    """Return the whole text with one finding fixed, if the fix keeps the meaning for sure; else None.

    Faults are fixed by percent-encoding all characters that the matcher refuses, other findings by their own fix if it
    is an equivalent spelling.
    """
    if candidate.fixes == "unsafe" or not _may_be_fixed(candidate) or not _is_one(candidate):
        return None
    if finding.code.startswith("F"):
        encoded = _encoded(candidate, matcher)
        encoded = encoded if encoded is None or _keeps_committish(candidate, encoded) else None
        is_first = not finding.fixes or finding.fixes[0].text == encoded  # else something else is meant
        return encoded if encoded is not None and is_first and not _is_refused(encoded, matcher) else None
    if finding.fix is None or candidate.fixes == "faults":
        return None
    if not _keeps_committish(candidate, finding.fix):
        return None
    try:
        if not _is_spelling(finding.code, candidate.text, matcher):
            return None
        same = compare(candidate.text, finding.fix, base=candidate.base or _BASE, grammar=_generic(matcher))
    except _NO_ANSWER:
        return None
    is_safe = same.rung in ("identical", "syntax") and not has_placeholder(finding.fix)  # identical: as resolved
    is_safe = is_safe and not fix_loses_host(candidate.text, finding.fix)  # as Web Addresses do with "%" in one
    return finding.fix if is_safe and not _is_refused(finding.fix, matcher) else None


def _is_spelling(code: str, text: str, matcher: Matcher) -> bool:
    """Return whether a rule's finding is about the spelling of an identifier: not about a possible placeholder, as a
    host without a dot or a small letter, nor a prefix of a vocabulary or a drive, as a scheme without an authority.
    """
    if code == "R005":
        components = matcher.split(text)
        return components.authority is not None and schemes().find(components.scheme) is not None
    if code == "H001":
        host = matcher.split(text).host or ""
        return host.startswith("[") or ("." in host and host != host.upper())
    return code in _SPELLING


def unsafe_fix(candidate: Candidate, finding: Finding, matcher: Matcher) -> str | None:
    """Return an identifier with the fix of a finding, where it likely has the meaning intended, and gives no reader a
    host that found none before; None for a guess, one that its scheme refuses, and where nothing may be fixed.
    """
    fix = finding.fix
    if fix is None or not _may_be_fixed(candidate):
        return None
    if finding.fixes and finding.fixes[0].applicability == "display":
        return None
    if not fix_keeps_authority(candidate.text, fix) or fix_adds_host(candidate.text, fix):
        return None
    if not _keeps_committish(candidate, fix):
        return None
    return None if _is_refused(fix, matcher) else fix


def report_fixes(candidate: Candidate, finding: Finding, safe: str | None, matcher: Matcher) -> tuple[Fix, ...]:
    """Return the fixes that a report lists for a finding: safe is only the one that `--fix` writes, unsafe those that
    it writes with `--unsafe-fixes`, the others are for display.
    """
    how = "write it in the usual form" if finding.code[0] not in "FX" else "fix it"
    fixes = finding.fixes or ((Fix(finding.fix, how),) if finding.fix is not None else ())
    if safe is not None and safe not in {fix.text for fix in fixes}:
        fixes = (Fix(safe, how), *fixes)
    return tuple(
        replace(fix, applicability="safe" if fix.text == safe else _without_safe(candidate, finding, fix, matcher))
        for fix in fixes
    )


def _without_safe(candidate: Candidate, finding: Finding, fix: Fix, matcher: Matcher) -> Applicability:
    """Return how far a fix that is not the safe one may be applied: "display", or "unsafe"."""
    if fix.applicability == "display" or fix.text != finding.fix:
        return "display" if fix.applicability == "display" else "unsafe"
    return "display" if unsafe_fix(candidate, finding, matcher) is None else "unsafe"


def _keeps_committish(candidate: Candidate, fix: str) -> bool:
    """Return whether a fix leaves a fragment as it is that its readers do not decode: a folder in an archive, and a
    commit or branch of a repository, of a package manager. True for a text without such a fragment.
    """
    text = candidate.text
    is_decoded = candidate.fixes != "before-fragment" and not _COMMITTISH.search(text)
    return is_decoded or text.partition("#")[2] == fix.partition("#")[2]


def _may_be_fixed(candidate: Candidate) -> bool:
    return candidate.fixes != "none" and not _NOT_YET_OR_MORE.search(candidate.text)


def _is_one(candidate: Candidate) -> bool:
    """Return whether a text is one identifier for sure: no second one begins in it."""
    if grammar("rfc3987").start.matches(candidate.text):
        return not has_second_start(candidate.text)
    return is_one_identifier(candidate.text, spaces=candidate.fixes == "spaced")


def _generic(matcher: Matcher) -> str:
    """Return the name of the grammar that a matcher is of, "rfc3987" if that is not one of the catalog's."""
    return matcher.grammar.name if matcher.grammar.name in catalog() else "rfc3987"


def _is_refused(fix: str, matcher: Matcher) -> bool:
    """Return whether a fix has a scheme and the generic grammar, or the grammar or prose of the scheme, finds an error
    in it.

    False for one without a scheme, and where that cannot be checked.
    """
    if _scheme(fix) is None:
        return False
    try:
        return not check_scheme(fix, grammar=_generic(matcher))
    except (GrammarError, ValueError):  # a grammar whose strings have no scheme
        return False


def edits(candidate: Candidate, text: str) -> tuple[Edit, ...]:
    """Return the few edits of the block, as `edits_between` finds them, that make a candidate's text another one.

    () where that cannot be written there, as a bracket cannot in some strings without quotes.

    >>> edits(Candidate(5, 12, "a b%7ec"), "a%20b~c")
    (Edit(start=6, end=7, new_text='%20'), Edit(start=8, end=11, new_text='~'))

    Where an escape stands for several code points, as a reference to an entity does, all of it is written anew.

    >>> edits(Candidate(5, 11, "a b%7ec", offsets=(5, 6, 6, 6, 6, 6, 10, 11)), "a%20b~c")
    (Edit(start=6, end=10, new_text='%20b~'),)
    """
    old = candidate.text
    parts = edits_between(old, text)
    if any(_is_within_escape(candidate, place) for part in parts for place in part[:2]):
        start, end = parts[0].start, parts[-1].end
        while _is_within_escape(candidate, start):
            start -= 1
        while _is_within_escape(candidate, end):
            end += 1
        parts = (Edit(start, end, text[start : end + len(text) - len(old)]),)
    write = candidate.escapes.write if candidate.escapes else str
    try:
        return tuple(Edit(*span(candidate, part.start, part.end), write(part.new_text)) for part in parts)
    except ValueError:
        return ()


def _is_within_escape(candidate: Candidate, offset: int) -> bool:
    """Return whether an offset lies between code points that one escape stands for."""
    return candidate.offsets is not None and offset > 0 and candidate.offsets[offset] == candidate.offsets[offset - 1]


def _encoded(candidate: Candidate, matcher: Matcher) -> str | None:
    """Return a text with the characters percent-encoded that the production refuses; unchanged if it refuses none; None
    where they may mean something else, or are more than 100.
    """
    text = candidate.text
    places: list[int] = []
    while (fault := fault_of(matcher, text)) is not None:
        percent = text.rfind("%", max(0, fault.offset - 2), fault.offset)  # of what is not a percent-encoded byte
        offset = fault.offset if percent < 0 else percent
        if (
            offset == len(text)
            or isinstance(fault, Undecided)
            or len(places) == _MOST
            or (places and offset <= places[-1])
            or not _is_encodable(text, offset)
        ):
            return None
        places.append(offset)
        text = text[:offset] + encode(text[offset], lambda _: False) + text[offset + 1 :]
    safe = _is_behind_authority(text, places, matcher) and not _in_legacy_query(text, places, candidate)
    keeps = fix_keeps_authority(candidate.text, text) and not fix_adds_host(candidate.text, text)
    return text if safe and keeps else None


def _is_encodable(text: str, offset: int) -> bool:
    """Return whether the character at `offset` may be percent-encoded: not a surrogate, control, path separator or
    pchar, nor before or after blanks alone.
    """
    char = text[offset]
    if "\ud800" <= char <= "\udfff" or not text[:offset].strip() or not text[offset:].strip():
        return False
    unsafe = grammar("rfc5234")["CTL"], grammar("web-address")["href-path-sep"], grammar("rfc3986")["pchar"]
    return not any(matcher.matches(char) for matcher in unsafe)


def _is_behind_authority(text: str, places: list[int], matcher: Matcher) -> bool:
    """Return whether the encoded characters are all in the path, query or fragment."""
    try:
        components = matcher.split(text)
    except _NO_ANSWER:
        return False
    before = len(str(with_fields(components, path="", query=None, fragment=None)))
    return all(offset >= before for offset in places)


def _in_legacy_query(text: str, places: list[int], candidate: Candidate) -> bool:
    """Return whether a non-ASCII character of a query that goes by the document's charset would be encoded as UTF-8.

    That charset is what browsers use for http and https (3987bis-04, 3.5); what the document means is not known here.
    """
    if candidate.charset is None or "?" not in text:
        return False
    query = text.index("?")
    end = text.find("#", query) % (len(text) + 1)
    scheme = _scheme(text) or _scheme(candidate.base or "")
    known = schemes().find(scheme)
    legacy = scheme is None or (known is not None and known.document_charset)
    return legacy and any(
        query < offset < end and text.startswith("%", offset) and text[offset + 1] > "7" for offset in places
    )


def _scheme(text: str) -> str | None:
    try:
        return grammar("web-address").start.split(text).scheme
    except NoMatch:
        return None

"""Explain a match or a failure, as text and as JSON values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from irigrammar.advice.quiet import is_ordinary
from irigrammar.errors import GrammarError
from irigrammar.finding import reservation
from irigrammar.matching.undecided import fault_of
from irigrammar.report.record import fix_dicts, kind_words, note_dict, section_of
from irigrammar.text.names import brief
from irigrammar.text.sheet import PLAIN, Sheet

if TYPE_CHECKING:
    from irigrammar.advice.registry import Selection
    from irigrammar.faults.fault import Fault
    from irigrammar.finding import Finding
    from irigrammar.language.classify import Kind
    from irigrammar.matching.matcher import Matcher
    from irigrammar.matching.parts import Components
    from irigrammar.processing.scheme_rules.check import SchemeCheck


def as_lines(matcher: Matcher, text: str | bytes, sheet: Sheet = PLAIN, *, all_matches: bool = False) -> Iterator[str]:
    """Yield why a text does not match, or for a match its kind, its components, and notes on suspicious parts.

    With `all_matches` also the rules of all generic grammars that it matches, most specific first by proven
    inclusion.

    >>> import irigrammar
    >>> port = irigrammar.grammar("rfc3986")["port"]
    >>> print("\\n".join(as_lines(port, "80")))
    valid port (RFC 3986, section 3.2.3)
    <BLANKLINE>
      80
    """
    fault = fault_of(matcher, text)
    if fault is not None:
        from irigrammar.faults.page import fault_lines

        yield from fault_lines(text, fault, sheet)
        yield from _scheme_lines(_scheme(matcher, text), sheet)
        return
    decoded = text if isinstance(text, str) else text.decode()
    components = _components(matcher, decoded)
    findings = notes(matcher, decoded)
    but, others = reservation(findings)
    yield sheet.paint(f"valid {kind_words(matcher, text)} ({sheet.show(section_of(matcher))})", "valid") + (
        "" if but is None else sheet.paint(f", but {sheet.show(but.message)} ({but.code}; {but.section})", but.severity)
    )
    if but is not None and but.fix is not None:
        yield sheet.row("fix", brief(but.fix, sheet.show))
    yield ""
    yield f"  {sheet.show(decoded) or '(empty)'}"
    rows = [
        *_component_lines(components, sheet),
        *_scheme_lines(_scheme(matcher, decoded), sheet),
        *_note_lines(others, sheet),
    ]
    yield from ["", *rows] if rows else ()
    if all_matches:
        from irigrammar.language.classify import classify

        yield from _kind_lines(classify(decoded, also=matcher.grammar), sheet)


def _component_lines(components: Components | None, sheet: Sheet) -> Iterator[str]:
    """Yield a row for each component that is there, nothing for None; an empty one is shown as "(empty)"."""
    for name, value in components.as_dict().items() if components else ():
        if value is not None:
            yield sheet.row(name.replace("_", " "), sheet.show(value) or sheet.paint("(empty)", "faint"))


def _scheme(matcher: Matcher, text: str | bytes) -> SchemeCheck | None:
    """Return the findings in a reference by the rules of its scheme; None where none are known, for a text that matches
    no grammar, for bytes, and for a rule that is not of references.
    """
    grammar = matcher.grammar
    is_read = grammar.entry.splits and grammar.entry.prefer is None and bool(grammar._references(matcher.rule))
    if not (isinstance(text, str) and is_read):
        return None
    from irigrammar.processing.reference import generic
    from irigrammar.processing.scheme_rules.check import check_reference
    from irigrammar.processing.scheme_rules.uri import SchemeUri

    # A rule may ask for more than the generic grammar, and a scheme's grammar may match what that does not.
    reference = generic(matcher)
    if not (matcher.matches(text) if reference.matches(text) else SchemeUri(text).matches_as_written):
        return None
    check = check_reference(reference, text)
    return None if check.rule is None else check


def _scheme_lines(check: SchemeCheck | None, sheet: Sheet) -> Iterator[str]:
    """Yield the lines that say whether the rule of the scheme's own grammar matches; after them, for a text that the
    generic grammar refuses, those of all findings except its own. Nothing without a check.
    """
    if check is not None:
        verb = "matches" if check.syntax is None else "does not match"
        yield from sheet.wrap("by scheme", f"{verb} {check.rule}")
        if check.generic is not None:
            yield from _note_lines([finding for finding in check.findings if finding is not check.generic], sheet)


def _note_lines(findings: Iterable[Finding], sheet: Sheet) -> Iterator[str]:
    """Yield for each finding the wrapped lines of its message and, if it has a fix, one line with that, shortened."""
    for note in findings:
        yield from sheet.wrap(note.severity, sheet.show(f"{note.message} ({note.code}; {note.section})"))
        if note.fix is not None:
            yield sheet.row("fix", brief(note.fix, sheet.show))


def as_dict(matcher: Matcher, text: str | bytes, *, all_matches: bool = False) -> dict[str, Any]:
    """Return the explanation for JSON: of a fault, or of a match with kind, components and notes, and of both the check
    by the scheme; offsets are code points from 0.

    `matches` is there only with `all_matches`.
    """
    fault = fault_of(matcher, text)
    shown = text if isinstance(text, str) else text.decode(errors="backslashreplace")
    head = {
        "text": shown,
        "grammar": matcher.grammar.name,
        "rule": matcher.rule,
        "section": section_of(matcher),
        "valid": fault is None,
    }
    if fault is not None:
        faults = _fault_dict(shown, fault) | {"section": fault.section or head["section"]}
        return head | faults | {"scheme": _scheme_dict(_scheme(matcher, text))}
    components = _components(matcher, shown)
    result = head | {
        "kind": kind_words(matcher, text),
        "components": components.as_dict() if components else None,
        "scheme": _scheme_dict(_scheme(matcher, shown)),
        "notes": [note_dict(note) for note in notes(matcher, shown)],
    }
    if all_matches:
        from irigrammar.language.classify import classify

        result["matches"] = [
            {
                "productions": [name._asdict() for name in kind.productions],
                "start": bool(kind.starts),
                "within": [name._asdict() for name in kind.within],
            }
            for kind in classify(shown, also=matcher.grammar)
        ]
    return result


def _scheme_dict(check: SchemeCheck | None) -> dict[str, Any] | None:
    """Return the verdict of a scheme's rules for JSON: name, rule, matches and findings; None for None."""
    if check is None:
        return None
    findings = [note_dict(finding) for finding in check.findings if finding is not check.generic]
    return {"name": check.scheme, "rule": check.rule, "matches": check.syntax is None, "findings": findings}


def notes(matcher: Matcher, text: str) -> list[Finding]:
    """Return the warnings and errors of advice on a text that matches; none for a rule without components.

    >>> import irigrammar
    >>> iri = irigrammar.grammar("rfc3987")["IRI"]
    >>> [note.code for note in notes(iri, "http://256.1.1.1:99999999/")]
    ['H005', 'X004']
    """
    return [*_notes(matcher, text)]


@lru_cache(maxsize=1)  # a command asks twice
def _notes(matcher: Matcher, text: str) -> tuple[Finding, ...]:
    if is_ordinary(matcher, text) or _components(matcher, text) is None:
        return ()
    from irigrammar.advice.advise import findings
    from irigrammar.advice.context import Context

    return tuple(findings(Context(text, matcher), _note_rules()))


@cache
def _note_rules() -> Selection:
    from irigrammar.advice.registry import choose_rules

    return tuple((rule, severity) for rule, severity in choose_rules() if severity != "advice")


def _components(matcher: Matcher, text: str) -> Components | None:
    """Return the components of a text; None where the rule is not one of references."""
    try:
        return matcher.split(text)
    except GrammarError:  # the production is not a reference
        return None


def _fault_dict(text: str, fault: Fault) -> dict[str, Any]:
    """Return a fault for JSON, with its labels, open and ruled out rules, and fixes; a byte found is in hexadecimal."""
    from dataclasses import asdict

    char = fault.found
    return {
        "offset": fault.offset,
        "byte_offset": fault.byte_offset,
        "found": char if isinstance(char, str) or char is None else f"0x{char.hex().upper()}",
        "code": fault.code,
        "message": fault.message,
        "url": fault.url,
        "labels": [asdict(label) for label in fault.labels],
        "open": [
            {
                "rule": open_rule.rule,
                "start": open_rule.start,
                "complete": open_rule.complete,
                **asdict(open_rule.place),
            }
            for open_rule in fault.open
        ],
        "ruled_out": [
            {"rule": loss.rule, "offset": loss.offset, "found": loss.found, **asdict(loss.place)}
            for loss in fault.ruled_out
        ],
        "expected": list(fault.expected),
        "help": fault.help,
        "fixes": fix_dicts(text, fault.fixes),
    }


def _kind_lines(kinds: tuple[Kind, ...], sheet: Sheet) -> Iterator[str]:
    """Yield the lines that list the rules of each kind by grammar, with "*" before kinds that start a grammar, below a
    heading and above a line on "*".
    """
    yield ""
    yield "  It also matches these rules, most specific first:"
    for kind in kinds:
        by_grammar: dict[str, list[str]] = {}
        for name in kind.productions:
            by_grammar.setdefault(name.grammar, []).append(name.rule)
        names = "; ".join(f"{', '.join(rules)} ({sheet.show(grammar)})" for grammar, rules in by_grammar.items())
        mark = "*" if kind.starts else " "
        yield from sheet.wrap(mark, names)
    yield "  * a start rule of its grammar"

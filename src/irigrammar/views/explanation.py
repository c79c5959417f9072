"""What a string is, or why it is not: as lines to read and as JSON values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from irigrammar.errors import GrammarError
from irigrammar.faults.fault import Fault
from irigrammar.faults.page import fault_lines
from irigrammar.grammars.hints import Hint
from irigrammar.language.classify import Kind, classify
from irigrammar.matching.matcher import Matcher
from irigrammar.matching.parts import Components
from irigrammar.report.record import fix_dicts, kind_words, section_of
from irigrammar.text.sheet import PLAIN, Sheet


def as_lines(matcher: Matcher, text: str | bytes, sheet: Sheet = PLAIN) -> Iterator[str]:
    """Yield why a text does not match, or what it is: its kind, its components, notes on what may surprise, and the
    productions of all grammars that it matches, most specific first by proven inclusion.

    >>> import irigrammar
    >>> port = irigrammar.grammar("rfc3986")["port"]
    >>> print("\\n".join(list(as_lines(port, "80"))[:4]))
    valid port (RFC 3986, section 3.2.3)
    <BLANKLINE>
      80
    <BLANKLINE>
    """
    fault = matcher.check(text).fault
    if fault is not None:
        yield from fault_lines(text, fault, sheet)
        return
    decoded = text if isinstance(text, str) else text.decode()
    components = _components(matcher, decoded)
    yield sheet.paint(f"valid {kind_words(matcher, text)} ({section_of(matcher)})", "valid")
    yield ""
    yield f"  {sheet.show(decoded) or '(empty)'}"
    yield ""
    if components:
        for name, value in components.as_dict().items():
            if value is not None:
                yield sheet.row(name.replace("_", " "), sheet.show(value) or sheet.paint("(empty)", "faint"))
    for hint in notes(matcher, decoded, components):
        yield from sheet.wrap("note", f"{hint.says} ({hint.section})")
    yield from _kind_lines(classify(decoded, also=matcher.grammar), sheet)


def as_dict(matcher: Matcher, text: str | bytes) -> dict[str, Any]:
    """Return the same as JSON has it; offsets are in code points from 0."""
    fault = matcher.check(text).fault
    shown = text if isinstance(text, str) else text.decode(errors="backslashreplace")
    head = {
        "text": shown,
        "grammar": matcher.grammar.name,
        "rule": matcher.rule,
        "section": section_of(matcher),
        "valid": fault is None,
    }
    if fault is not None:
        return head | _fault_dict(shown, fault) | {"section": fault.section or head["section"]}
    components = _components(matcher, shown)
    return head | {
        "kind": kind_words(matcher, text),
        "components": components.as_dict() if components else None,
        "notes": [{"text": hint.says, "section": hint.section} for hint in notes(matcher, shown, components)],
        "matches": [
            {
                "productions": [name._asdict() for name in kind.productions],
                "start": bool(kind.starts),
                "within": [name._asdict() for name in kind.within],
            }
            for kind in classify(shown, also=matcher.grammar)
        ],
    }


def notes(matcher: Matcher, text: str, components: Components | None) -> list[Hint]:
    """Return what may surprise in a text that matches.

    >>> import irigrammar
    >>> iri = irigrammar.grammar("rfc3987")["IRI"]
    >>> text = "http://256.1.1.1:99999999/"
    >>> [hint.name for hint in notes(iri, text, iri.split(text))]
    ['not an IPv4 address', 'large port']
    """
    fields = components.as_dict() if components else {}
    return matcher._explainer.hinting.of_valid(text, fields, fields.get("host_kind"))


def _components(matcher: Matcher, text: str) -> Components | None:
    try:
        return matcher.split(text)
    except GrammarError:  # the production is not a reference
        return None


def _fault_dict(text: str, fault: Fault) -> dict[str, Any]:
    found = fault.found
    return {
        "offset": fault.offset,
        "byte_offset": fault.byte_offset,
        "found": found if isinstance(found, str) or found is None else f"0x{found.hex().upper()}",
        "code": fault.code,
        "message": fault.message,
        "url": fault.url,
        "labels": [asdict(label) for label in fault.labels],
        "open": [
            {"rule": one.rule, "start": one.start, "complete": one.complete, **asdict(one.place)} for one in fault.open
        ],
        "ruled_out": [
            {"rule": one.rule, "offset": one.offset, "found": one.found, **asdict(one.place)} for one in fault.ruled_out
        ],
        "expected": list(fault.expected),
        "help": fault.help,
        "fixes": fix_dicts(text, fault.fixes),
    }


def _kind_lines(kinds: tuple[Kind, ...], sheet: Sheet) -> Iterator[str]:
    yield ""
    yield "  It matches, most specific first (a language never stands before one within it):"
    for kind in kinds:
        by_grammar: dict[str, list[str]] = {}
        for name in kind.productions:
            by_grammar.setdefault(name.grammar, []).append(name.rule)
        names = "; ".join(f"{', '.join(rules)} ({sheet.show(grammar)})" for grammar, rules in by_grammar.items())
        mark = "*" if kind.starts else " "
        yield from sheet.wrap(mark, names)
    yield "  * a start rule of its grammar"

"""The one record of every machine-readable report, and what makes records of verdicts and lint findings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

from irigrammar.faults.fault import Fault
from irigrammar.faults.render import headline
from irigrammar.finding import Finding, Severity
from irigrammar.grammars.lint import LintFinding
from irigrammar.matching.matcher import Matcher
from irigrammar.shipped.place import cited, place_of

CODES: Mapping[str, tuple[str, Severity]] = {"S001": ("no-match", "error"), "S002": ("not-utf-8", "error")}


@dataclass(frozen=True, slots=True)
class Record:
    """One line of a report; fields that do not apply are None.

    Lines and columns count from 1, ends exclusive; `offset` is in code points from 0, from the start of `text`.
    """

    path: str | None
    line: int | None
    column: int | None
    end_line: int | None
    end_column: int | None
    code: str | None
    severity: str | None
    message: str
    text: str | None
    grammar: str | None
    rule: str | None
    section: str | None
    offset: int | None

    def as_dict(self) -> dict[str, str | int | None]:
        """Return the record as JSON has it, in this order."""
        return {name: getattr(self, name) for name in _FIELDS}


_FIELDS = tuple(one.name for one in fields(Record))


def section_of(matcher: Matcher) -> str:
    """Return the document and section that a matcher's production stands in; the file's name for a user's own."""
    rules = matcher.grammar.rules
    place = place_of(rules, rules[matcher.rule])
    return cited(place.document, place.section) if place.document else place.source


def kind_words(matcher: Matcher, text: str | bytes) -> str | None:
    """Return the kind of a valid text as a reader is told of it, None where it is not valid."""
    kind = matcher.kind(text)
    if kind is None:
        return None
    return matcher.grammar.entry.words.get(kind, kind) if kind != matcher.rule else kind


def fault_record(matcher: Matcher, text: str | bytes, fault: Fault, path: str | None, line: int | None) -> Record:
    """Return the record of an invalid text; `line` None means that the text is no line of a file."""
    octets = isinstance(fault.found, bytes)
    code = "S002" if octets else "S001"
    message = headline(fault) + (f" (byte offset {fault.byte_offset})" if octets else "")
    column = fault.offset + 1
    return Record(
        path=path,
        line=line,
        column=column if line else None,
        end_line=line,
        end_column=column + (fault.found is not None) if line else None,
        code=code,
        severity=CODES[code][1],
        message=message,
        text=text if isinstance(text, str) else text.decode(errors="backslashreplace"),
        grammar=matcher.grammar.name,
        rule=matcher.rule,
        section=section_of(matcher),
        offset=fault.offset,
    )


def fault_finding(matcher: Matcher, fault: Fault) -> Finding:
    """Return the fault of a text that does not match as a finding, with the most natural fix."""
    fix = next((one.text for one in fault.fixes), None)
    end = fault.offset + (fault.found is not None)
    name, severity = CODES["S001"]
    return Finding("S001", name, severity, fault.offset, end, headline(fault), section_of(matcher), fix)


def valid_record(matcher: Matcher, text: str, path: str | None, line: int | None) -> Record:
    """Return the record of a valid text, told by its kind; it has no code."""
    return Record(
        path=path,
        line=line,
        column=1 if line else None,
        end_line=line,
        end_column=len(text) + 1 if line else None,
        code=None,
        severity=None,
        message=f"valid {kind_words(matcher, text)}",
        text=text,
        grammar=matcher.grammar.name,
        rule=matcher.rule,
        section=section_of(matcher),
        offset=None,
    )


def finding_record(
    matcher: Matcher, text: str, found: Finding, path: str | None = None, line: int | None = None
) -> Record:
    """Return the record of a finding in a valid text; columns are there without a line too, to say where it ends."""
    return Record(
        path=path,
        line=line,
        column=found.start + 1,
        end_line=line,
        end_column=found.end + 1,
        code=found.code,
        severity=found.severity,
        message=found.message,
        text=text,
        grammar=matcher.grammar.name,
        rule=matcher.rule,
        section=found.section,
        offset=found.start,
    )


def lint_record(found: LintFinding, grammar: str | None) -> Record:
    """Return the record of a lint finding; one with a recorded erratum is a note."""
    note = f" (recorded erratum: {found.erratum.why})" if found.erratum else ""
    return Record(
        path=found.source,
        line=found.line,
        column=found.column,
        end_line=None,
        end_column=None,
        code=found.code,
        severity="note" if found.erratum else found.severity,
        message=found.message + note,
        text=None,
        grammar=grammar,
        rule=found.rule,
        section=None,
        offset=None,
    )

"""Findings as text, and the list of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from irigrammar.advice.registry import profiles_of, rules
from irigrammar.finding import Finding
from irigrammar.text.names import column
from irigrammar.text.sheet import PLAIN, Sheet, wrap_lines

_COLUMN = 15  # where the text beside code and severity begins
_LONGEST = 240  # characters that are shown of a text
_ROLES = {"error": "error", "warning": "warning", "advice": "note"}


def as_lines(text: str, findings: Sequence[Finding], sheet: Sheet = PLAIN) -> Iterator[str]:
    """Yield a text and its findings: code, severity, message, place and section, and the fixed text.

    Long texts are cut.

    >>> from irigrammar.advice.advise import advise
    >>> print("\\n".join(as_lines("http://example.org:/", advise("http://example.org:/"))))
    http://example.org:/
      R003 warning the colon has no port after it (column 19; RFC 3986, 3.2.3)
           instead http://example.org/
    """
    yield sheet.paint(sheet.show(_cut(text)) or "(empty)", "path")
    for finding in findings:
        place = column(text, finding.start, finding.end)
        words = sheet.show(f"{finding.message} ({place}; {finding.section})")
        wide = wrap_lines(words, sheet.width - _COLUMN)
        for number, line in enumerate(wide):
            severity = sheet.paint(f"{finding.severity:<7}", _ROLES[finding.severity])
            yield f"  {finding.code} {severity} {line}" if number == 0 else " " * _COLUMN + line
        if finding.fix is not None:
            yield f"       {sheet.paint('instead', 'faint')} {sheet.show(_cut(finding.fix)) or '(empty)'}"


def summary(counts: dict[str, int], texts: int) -> str:
    """Return in one line how many texts there were and how many findings of each severity.

    >>> summary({"error": 0, "warning": 1, "advice": 3}, 2)
    '2 texts: 0 errors, 1 warning, 3 pieces of advice'
    """
    parts = (
        _number(counts["error"], "error", "errors"),
        _number(counts["warning"], "warning", "warnings"),
        _number(counts["advice"], "piece of advice", "pieces of advice"),
    )
    return f"{_number(texts, 'text', 'texts')}: {', '.join(parts)}"


def rule_lines(selection: Iterable[str]) -> Iterator[str]:
    """Yield a line for each rule whose code is in the selection: code, name, severity, profiles, and the title of its
    page.
    """
    codes = set(selection)
    rows = [rule for rule in rules() if rule.code in codes]
    profiles = {rule.code: " ".join(profiles_of(rule)) for rule in rows}
    names = max((len(rule.name) for rule in rows), default=0)
    width = max(map(len, profiles.values()), default=0)
    for rule in rows:
        title = rule.page.title.removesuffix(".")
        yield f"{rule.code}  {rule.name:<{names}}  {rule.severity:<7}  {profiles[rule.code]:<{width}}  {title}".rstrip()


def _number(count: int, singular: str, plural: str) -> str:
    return f"{count:,} {singular if count == 1 else plural}"


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"

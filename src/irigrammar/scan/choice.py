"""Selection of findings and their severities.

Codes of the scan and of advice are chosen by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from irigrammar._generated.codes import CODES as _ALL
from irigrammar.advice.registry import Chosen, chosen
from irigrammar.advice.registry import rules as advice_rules
from irigrammar.advice.rule import SEVERITIES, Profile
from irigrammar.dataclass import dataclass
from irigrammar.faults.hinting import hints
from irigrammar.finding import Severity
from irigrammar.report.pages import covers


@dataclass(frozen=True, slots=True)
class Code:
    """A code: its name and default severity."""

    code: str
    name: str
    severity: Severity


CODES = {code: Code(code, row["name"], row["severity"]) for code, row in _ALL.items() if code[0] in "SF"} | {
    hint.code: Code(hint.code, hint.name, "error") for hint in hints().fault
}


def code(name: str) -> Code:
    """Return a scan's own code.

    >>> code("S004").name
    'unused-ignore'
    """
    return CODES[name]


# Failures of a scan are reported whatever is selected.
_ALWAYS = "S003"


@dataclass(frozen=True, slots=True)
class Choice:
    """The reported codes: the scan's own with their severities, and the rules of advice with theirs."""

    own: Mapping[str, Severity]
    advice: Chosen


def choose(
    profile: Profile | None,
    *,
    select: Iterable[str] | None = None,
    extend_select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    severities: Mapping[str, Severity] | None = None,
    level: Severity = "warning",
) -> Choice:
    """Return what is reported: the scan's own codes and the rules of a profile (None for none) from `level` on.

    `select` names, by codes or prefixes of codes, what is reported instead; `extend_select` what is reported in
    addition; both whatever the severity. S003 is reported unless it is ignored. `ignore` leaves out, and `severities`
    gives codes another severity. Raises `ValueError` for a name that no code begins with, a profile or a severity that
    there is not.

    >>> choice = choose("publish", select=["F000", "P003"])
    >>> sorted(choice.own), [(rule.code, severity) for rule, severity in choice.advice]
    (['F000', 'S003'], [('P003', 'advice')])
    """
    rows = tuple(sorted((severities or {}).items()))
    return _choose(profile, None if select is None else tuple(select), tuple(extend_select), tuple(ignore), rows, level)


@lru_cache(maxsize=256)
def _choose(
    profile: Profile | None,
    select: tuple[str, ...] | None,
    extend_select: tuple[str, ...],
    ignore: tuple[str, ...],
    severities: tuple[tuple[str, Severity], ...],
    level: Severity,
) -> Choice:
    # Names of the scan's codes do not select rules of advice, nor the reverse.
    for name in (*(select or ()), *extend_select, *ignore, *(name for name, _ in severities)):
        if not _of_scan(name):
            chosen("all", [name])
    of_rules = {name: severity for name, severity in severities if _of_advice(name)}
    for name, severity in severities:
        if severity not in SEVERITIES:
            raise ValueError(f"unknown severity {severity!r} for {name}; they are {', '.join(SEVERITIES)}")
    ranks = {severity: rank for rank, severity in enumerate(SEVERITIES)}
    named = tuple(name for name in (*(select or ()), *extend_select) if _of_advice(name))
    rules = {rule.code: (rule, severity) for rule, severity in chosen("all", named, (), of_rules)} if named else {}
    if select is None and profile is not None:
        of_profile = tuple(row for row in chosen(profile, None, (), of_rules) if not row[0].asked_in_scans)
        rules |= {rule.code: (rule, grade) for rule, grade in of_profile if ranks[grade] <= ranks[level]}
    longest = sorted(severities, key=lambda row: len(row[0]), reverse=True)
    own: dict[str, Severity] = {}
    for code, row in CODES.items():
        severity = next((grade for name, grade in longest if covers(name, code)), row.severity)
        if select is None:
            wanted = ranks[severity] <= ranks[level] or any(covers(name, code) for name in extend_select)
        else:
            wanted = any(covers(name, code) for name in (*select, *extend_select))
        if (wanted or code == _ALWAYS) and not any(covers(name, code) for name in ignore):
            own[code] = severity
    kept = [row for code, row in sorted(rules.items()) if not any(covers(name, code) for name in ignore)]
    return Choice(own, tuple(kept))


def fails(severity: str, fail_on: str) -> bool:
    """Return whether a finding of a severity makes a run fail; `fail_on` is a severity or "never".

    >>> fails("warning", "error"), fails("error", "warning"), fails("error", "never")
    (False, True, False)
    """
    order: tuple[str, ...] = SEVERITIES
    return fail_on in order and order.index(severity) <= order.index(fail_on)


def _of_scan(name: str) -> bool:
    return any(covers(name, code) for code in CODES)


def _of_advice(name: str) -> bool:
    return any(covers(name, rule.code) for rule in advice_rules())

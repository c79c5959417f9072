"""Selection of findings and their severities.

Codes of the scan and of advice are chosen by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from irigrammar._generated.codes import CODES as _ALL
from irigrammar._generated.codes import FAULTS
from irigrammar.advice.codes import covers
from irigrammar.advice.registry import Selection, choose_rules
from irigrammar.advice.registry import rules as advice_rules
from irigrammar.advice.rule import SEVERITIES, Profile
from irigrammar.dataclass import NamedTuple, dataclass
from irigrammar.finding import Finding, Severity


@dataclass(frozen=True, slots=True)
class Code:
    """A code: its name and default severity."""

    code: str
    name: str
    severity: Severity


CODES = {code: Code(code, row["name"], row["severity"]) for code, row in _ALL.items() if code[0] in "SF"} | {
    code: Code(code, name, "error") for code, name in FAULTS.items()
}


# Failures of a scan are reported whatever is selected.
_ALWAYS = ("S003", "S008")


class Advice(NamedTuple):
    """The rules of advice that a scan applies, by the arguments of `choose`; `rules` imports them when it is read."""

    profile: Profile | None
    names: tuple[str, ...]
    ignore: tuple[str, ...]
    severities: tuple[tuple[str, Severity], ...]
    level: Severity

    @property
    def is_quiet(self) -> bool:
        """Whether they are known, without a look at them, to find nothing in a quiet tail (`irigrammar.advice.quiet`):
        rules of a profile, of severity error and warning.
        """
        return not self.names and not self.severities and self.level != "advice"

    @property
    def rules(self) -> Selection:
        """The rules that are checked with their severities, by code: those named whatever their severity, those of the
        profile from `level` on, except ones that scans leave out unless they are named. Ignored ones are left out of
        both.
        """
        profile, names, ignore, severities, level = self
        of_rules = dict(severities)
        rules = (
            {rule.code: (rule, severity) for rule, severity in choose_rules("all", names, (), of_rules)}
            if names
            else {}
        )
        if profile is not None:
            of_profile = tuple(row for row in choose_rules(profile, None, (), of_rules) if not row[0].opt_in_for_scans)
            rules |= {rule.code: (rule, grade) for rule, grade in of_profile if grade in _from(level)}
        return tuple(row for code, row in sorted(rules.items()) if not any(covers(name, code) for name in ignore))

    def reports(self, finding: Finding) -> bool:
        """Return whether a finding of one of the rules is reported: its own severity, which may be less than its
        rule's, is `level` or above, or its code is named.
        """
        return finding.severity in _from(self.level) or any(covers(name, finding.code) for name in self.names)


def _from(level: Severity) -> tuple[Severity, ...]:
    return SEVERITIES[: SEVERITIES.index(level) + 1]


@dataclass(frozen=True, slots=True)
class Choice:
    """The reported codes: the scan's own with their severities, and the rules of advice."""

    own: Mapping[str, Severity]
    advice: Advice


def choose(
    profile: Profile | None,
    *,
    select: Iterable[str] | None = None,
    extend_select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    severities: Mapping[str, Severity] | None = None,
    level: Severity = "warning",
) -> Choice:
    """Return the choice of codes to report: the scan's own and the rules of a profile (None for none) from `level` on.

    `select` names, by codes or prefixes of codes, what is reported instead; `extend_select` what is reported in
    addition; both whatever the severity. S003 and S008 are reported unless they are ignored. `ignore` leaves out, and
    `severities` gives codes another severity. Raises `ValueError` for a name that no code begins with, an unknown
    profile or severity.

    >>> choice = choose("publish", select=["F000", "P003"])
    >>> sorted(choice.own), [(rule.code, severity) for rule, severity in choice.advice.rules]
    (['F000', 'S003', 'S008'], [('P003', 'advice')])
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
    """Return the choice of `choose`, made once for equal options, of which each is hashable.

    Raises `ValueError` as `choose` does.
    """
    # Names of the scan's codes do not select rules of advice, nor the reverse.
    for name in (*(select or ()), *extend_select, *ignore, *(name for name, _ in severities)):
        if not any(covers(name, code) for code in CODES):
            choose_rules("all", [name])
    of_rules = tuple((name, severity) for name, severity in severities if _of_advice(name))
    for name, severity in severities:
        if severity not in SEVERITIES:
            raise ValueError(f"unknown severity {severity!r} for {name}; they are {', '.join(SEVERITIES)}")
    ranks = {severity: rank for rank, severity in enumerate(SEVERITIES)}
    names = tuple(name for name in (*(select or ()), *extend_select) if _of_advice(name))
    longest = sorted(severities, key=lambda row: len(row[0]), reverse=True)
    own: dict[str, Severity] = {}
    for code, row in CODES.items():
        severity = next((grade for name, grade in longest if covers(name, code)), row.severity)
        if select is None:
            is_selected = ranks[severity] <= ranks[level] or any(covers(name, code) for name in extend_select)
        else:
            is_selected = any(covers(name, code) for name in (*select, *extend_select))
        if (is_selected or code in _ALWAYS) and not any(covers(name, code) for name in ignore):
            own[code] = severity
    return Choice(own, Advice(profile if select is None else None, names, ignore, of_rules, level))


def _of_advice(name: str) -> bool:
    return any(covers(name, rule.code) for rule in advice_rules())

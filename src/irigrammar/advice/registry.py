"""Rule registry and selection."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from irigrammar.advice.codes import covers, current
from irigrammar.advice.rule import PROFILES, SEVERITIES, Profile, Rule
from irigrammar.finding import Severity
from irigrammar.text.choices import check_choice

if TYPE_CHECKING:
    from irigrammar.processing.scheme_rules.rule import SchemeRule

# Rules with the severity that their findings have.
Selection = tuple[tuple[Rule, Severity], ...]


@cache
def rules() -> tuple[Rule, ...]:
    """Return all rules in the order of their codes.

    >>> [rule.code for rule in rules()][:3]
    ['B001', 'B002', 'B003']
    """
    import importlib
    import pkgutil

    from irigrammar.advice import rules as package
    from irigrammar.processing.scheme_rules.check import scheme_rules

    names = [info.name for info in pkgutil.iter_modules(package.__path__)]
    modules = (importlib.import_module(f"{package.__name__}.{name}") for name in names)
    rules = [value for module in modules for value in vars(module).values() if isinstance(value, Rule)]
    return tuple(sorted([*rules, *map(_of_scheme, scheme_rules())], key=lambda rule: rule.code))


def _of_scheme(rule: SchemeRule) -> Rule:
    """Return a rule of schemes as a rule of advice."""
    return Rule(
        rule.code,
        rule.name,
        rule.severity,
        rule.section,
        lambda context: () if context.scheme_uri is None else rule.flaws(context.scheme_uri),
        unless=_SAY_MORE if rule.code == "X002" else (),
        where=_WHERE.get(rule.code, "other-scheme"),
    )


# Where rules of schemes find something in texts whose scheme is "http" or "https", too.
_WHERE = {
    **dict.fromkeys(("X002", "X003", "X021"), "other-scheme odd-host user"),
    "X004": "other-scheme port",
    "X006": "user",
}


# Rules that say what was probably meant where the grammar of the scheme says only that it is not matched.
_SAY_MORE = ("R015", "R016", "R017", "R018", "R019", "R020", "R027")


def rule(code: str) -> Rule:
    """Return the rule of a code, in any case; raise `ValueError`, with a similar code, for an unknown one.

    >>> rule("c001").name
    'space'
    """
    rule = next((rule for rule in rules() if current(code) == rule.code), None)
    if rule is None:
        raise ValueError(f"unknown code {code!r}{_suggestion(code)}")
    return rule


def choose_rules(
    profile: Profile = "all",
    select: Iterable[str] | None = None,
    ignore: Iterable[str] = (),
    severities: Mapping[str, Severity] | None = None,
) -> Selection:
    """Return the rules of a profile, or those that `select` names whatever the profile, without those of `ignore`.

    Rules are named by their code or its beginning: "C" is a family, "C001" one rule; rules that no profile has are
    selected by a beginning that only such rules have ("B", "R030"). `severities` gives the rules that
    its keys name another severity; of several keys for one rule the longest holds. Raises `ValueError` for an
    unknown profile, severity or rule.

    >>> [rule.code for rule, _ in choose_rules(select=["C0", "R010"], ignore=["C00", "C01", "C021"])]
    ['C020', 'R010']
    """
    rows = (severities or {}).items()
    return _choose(profile, None if select is None else _names(select), _names(ignore), tuple(rows))


def _names(names: Iterable[str]) -> tuple[str, ...]:
    return (names,) if isinstance(names, str) else tuple(names)


@lru_cache(maxsize=64)
def _choose(
    profile: Profile,
    select: tuple[str, ...] | None,
    ignore: tuple[str, ...],
    severities: tuple[tuple[str, Severity], ...],
) -> Selection:
    """Return the selected rules with their severities, in the order of rules.

    `profile` counts only where `select` is None. Longer codes in `severities` count before shorter ones. Raises
    `ValueError` for an unknown profile, severity or code.
    """
    check_choice("profile", profile, PROFILES)
    for _, severity in severities:
        check_choice("severity", severity, SEVERITIES)
    for name in (*(select or ()), *ignore, *(name for name, _ in severities)):
        if not name or not any(_is_named(rule, name) for rule in rules()):
            raise ValueError(f"unknown code {name!r}{_suggestion(name)}")
    longest = sorted(severities, key=lambda row: len(row[0]), reverse=True)
    return tuple(
        (rule, next((severity for name, severity in longest if _is_named(rule, name)), rule.severity))
        for rule in rules()
        if (
            (profile in profiles_of(rule) or (profile == "all" and not rule.opt_in))
            if select is None
            else any(_is_selected(rule, name) for name in select)
        )
        and not any(_is_named(rule, name) for name in ignore)
    )


# Codes, or their beginnings, that a profile names. RDF 1.2 Concepts, 3.3.1, "RDF Reference IRIs", has nine points on
# minted IRIs: schemes in lower case; no needless percent-encoding; no default port; upper-case hexadecimal digits; "/"
# for an empty path; no dot segments; hosts in lower case; no A-labels; Normalization Form C. Before them it asks for no
# relative references and for the rules of the scheme.
NAMED: Mapping[Profile, tuple[str, ...]] = {
    "publish": ("H013", "R032"),
    "rdf": (
        *("R005", "P004", "P010", "R004", "P003", "R032", "R001", "R026", "P006", "H001", "H013", "C010"),
        *("R033", "R017", "X"),
    ),
}


def profiles_of(rule: Rule) -> tuple[Profile, ...]:
    """Return the profiles that have a rule, "all" left out.

    >>> [profiles_of(rule(code)) for code in ("R001", "R032", "R029")]
    [('publish', 'accept', 'rdf'), ('publish', 'rdf'), ()]
    """
    return tuple(
        profile for profile in PROFILES if profile in rule.profiles or rule.code.startswith(NAMED.get(profile, ()))
    )


def _is_named(rule: Rule, name: str) -> bool:
    return covers(name, rule.code)


def _is_selected(rule: Rule, name: str) -> bool:
    return _is_named(rule, name) and (
        not rule.opt_in or all(other.opt_in for other in rules() if _is_named(other, name))
    )


def _suggestion(name: str) -> str:
    """Return "; did you mean CODE?" for a name that is similar to the name or code of a rule, else ""."""
    known = {rule.name: rule.code for rule in rules()} | {rule.code: rule.code for rule in rules()}
    from difflib import get_close_matches

    matches = get_close_matches(name, known, n=1, cutoff=0.6)
    return f"; did you mean {known[matches[0]]}?" if matches else ""

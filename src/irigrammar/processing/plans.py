"""What the kernel does of the conversions, as tables made from the grammars and from what is known of schemes.

The functions beside these are the definition, and trace their steps; the kernel answers what it can as they do, and
leaves the rest to them. It asks them about hosts that need IDNA, each with its scheme as a reference of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from irigrammar.automata.charset import EMPTY, MAX, Ranges, difference, intersection, union
from irigrammar.engines import rewriter as kernel
from irigrammar.engines.kernel import kernel as built
from irigrammar.engines.rewriter import Ask, Characters, Plan
from irigrammar.errors import ConversionError
from irigrammar.faults.fault import NoMatch
from irigrammar.matching.grammar import Grammar, grammar_of
from irigrammar.matching.matcher import Matcher
from irigrammar.processing.browser import needs_host
from irigrammar.processing.characters import Characters as CharacterSet
from irigrammar.processing.characters import allowed, alphabet, characters, productions
from irigrammar.processing.path import is_dots
from irigrammar.processing.scheme_forms import has_form
from irigrammar.processing.schemes import Scheme, schemes

if TYPE_CHECKING:
    from irigrammar.engines._kernel import Rewriter

_ASCII: Ranges = ((0, 0x7F),)
_BEYOND: Ranges = ((0x80, MAX),)
_ALL: Ranges = ((0, MAX),)
_HOSTS = 1 << 14  # that are remembered
_ASKS = kernel.ASK_BEYOND_ASCII | kernel.ASK_ACE
_GRAMMARS = ("rfc3986", "rfc3987", "iri-bis", "leiri", "leiri-bis")


class _Kinds(NamedTuple):
    """A plan for references without a scheme, one for unknown schemes, and those of known ones."""

    without: Plan
    other: Plan
    named: Mapping[str, Plan]


def to_uris(grammar: Grammar, to_ascii: Ask) -> Rewriter | None:
    """Return what maps references of a grammar to URIs as `iri_to_uri` does by default; None where there is none.

    `to_ascii` converts one domain name.
    """
    if not _is_read(grammar):
        return None
    uri = grammar_of("rfc3986")
    stay = {field: union(*(_singles(uri[name]) for name in names)) for field, names in _names(uri).items()}
    encoded = {field: Characters(encode=difference(_ALL, ranges)) for field, ranges in stay.items()}
    copied = {field: encoded[field] for field in ("userinfo", "path", "query", "fragment")}
    literal = _literal(grammar)
    host = Characters(encode=difference(_ALL, union(stay["host"], alphabet(uri["IP-literal"]).ranges)), leave=literal)
    name = Characters(leave=union(literal, difference(_ALL, allowed(grammar_of("rfc3987"))["host"].ranges)))
    drive = name._replace(leave=union(name.leave, _BEYOND))
    percent = Plan({**copied, "host": host})
    domain = Plan({**copied, "host": name}, kernel.ASK_BEYOND_ASCII, ask=to_ascii)

    def plan(scheme: Scheme) -> Plan:
        match scheme.name:
            case "mailto":  # domains of addresses are converted in paths
                return domain._replace(flags=domain.flags | kernel.LEAVE_CHANGED)
            case "file":  # a host must not become the letter of a drive
                return domain._replace(characters={**copied, "host": drive})
        return domain if scheme.domain_name else percent

    return _made(grammar, _Kinds(domain, percent, _by_scheme(plan)))


def to_iris(grammar: Grammar, kept: Ranges, steps: Callable[[str], str]) -> Rewriter | None:
    """Return what maps references to those of a grammar as `uri_to_iri` does by default."""
    if not _is_read(grammar):
        return None
    percent, domain = (_decoding(grammar, kept, kernel.DECODED, is_domain=is_domain) for is_domain in (False, True))
    flags = _host_flags(grammar)
    plans = Plan(percent, flags), Plan(domain, flags | kernel.ASK_ACE)
    return _made(grammar, _Kinds(plans[1], plans[0], _by_scheme(lambda scheme: plans[scheme.domain_name])), steps)


def normal_forms(grammar: Grammar, kept: Ranges, level: str, steps: Callable[[str], str]) -> Rewriter | None:
    """Return what writes references of a grammar in normal form as `normalize` does by default."""
    if not _is_read(grammar):
        return None
    tables = [_decoding(grammar, kept, kernel.DECODED_UPPER, is_domain=is_domain) for is_domain in (False, True)]
    dots = (CharacterSet() | filter(is_dots, alphabet(grammar_of("rfc3986")["unreserved"]))).ranges
    iri = allowed(grammar_of("rfc3987"))
    for table in tables:
        for field, row in table.items():  # browsers drop some of what RFC 3987 does not allow
            table[field] = row._replace(leave=difference(allowed(grammar)[field].ranges, iri[field].ranges))
        table["path"] = table["path"]._replace(leave_encoded=dots)  # it may make a dot segment
    flags = kernel.LOWER | kernel.REMOVE_DOTS | kernel.LEAVE_ENCODED_HOST

    def plan(scheme: Scheme) -> Plan:
        own = flags
        if needs_host(scheme.name):  # browsers look for one in the path
            own |= kernel.LEAVE_WITHOUT_AUTHORITY | kernel.LEAVE_WITHOUT_HOST
        if level == "syntax":
            return Plan(tables[scheme.domain_name], own)
        if has_form(scheme) or scheme.lower_until is not None:
            own |= kernel.LEAVE_ALL
        if scheme.default_host is not None:
            own |= kernel.LEAVE_WITHOUT_AUTHORITY | kernel.LEAVE_WITH_HOST
        if scheme.domain_name:
            own |= kernel.ASK_ACE | kernel.ASK_BEYOND_ASCII
        port = "" if scheme.default_port is None else str(scheme.default_port)
        return Plan(tables[scheme.domain_name], own | kernel.DROP_PORT, port, scheme.empty_path or "")

    without = Plan(tables[True], flags | kernel.LEAVE_WITHOUT_HOST)
    return _made(grammar, _Kinds(without, Plan(tables[False], flags), _by_scheme(plan)), steps)


def from_extended(grammar: Grammar, stay: Callable[[str], Ranges]) -> Rewriter | None:
    """Return what maps references of a grammar that extends RFC 3987's to those, as `leiri_to_iri` does by default.

    `stay` says which characters stay in a component.
    """
    if not _is_read(grammar):
        return None
    plan = Plan(_refused(grammar, stay))
    return _made(grammar, _Kinds(plan, plan, {}))


def from_web(stay: Callable[[str], Ranges]) -> Rewriter | None:
    """Return what maps Web Addresses to IRIs as `web_address_to_iri` does by default, where no white space goes, no
    backslash may separate segments and the authority stays.
    """
    grammar = grammar_of("leiri")
    if not _is_read(grammar):
        return None
    backslashes = difference(_singles(_separator()), allowed(grammar_of("rfc3987"))["path"].ranges)
    special = union(characters("stripped").ranges, backslashes)
    table = _refused(grammar, stay)
    for field, row in table.items():
        is_authority = field in ("userinfo", "host")
        table[field] = row._replace(leave=union(row.leave, row.encode if is_authority else special))
    plan = Plan(table, kernel.LEAVE_CHANGED_WITHOUT_HOST | kernel.LEAVE_ENCODED_HOST)
    ends = "".join(characters("trimmed"))
    return _made(grammar, _Kinds(plan, plan, {}), ends=ends, refuses=False)


def targets(grammar: Grammar) -> Rewriter | None:
    """Return what resolves references of a grammar as `resolve` does by default."""
    return _made(grammar, _Kinds(Plan({}), Plan({}), {})) if _is_read(grammar) else None


def _made(
    grammar: Grammar,
    kinds: _Kinds,
    steps: Callable[[str], str] | None = None,
    *,
    ends: str = "",
    refuses: bool | None = None,
) -> Rewriter | None:
    """Return what writes references by plans; hosts are asked about by `steps` of whole references, if it is there."""

    def asking(plan: Plan, name: str = "") -> Plan:
        return plan._replace(ask=_host_of(name, steps)) if steps and plan.flags & _ASKS else plan

    return kernel.rewriter(
        grammar.start._splitter.spans,
        asking(kinds.without),
        kinds.other,
        {name: asking(plan, f"{name}:") for name, plan in kinds.named.items()},
        ends=ends,
        refuses=_has_uris(grammar) if refuses is None else refuses,
    )


def _host_of(start: str, steps: Callable[[str], str]) -> Callable[[str], str | None]:
    """Return what takes a host and returns that of a reference which has nothing else, converted."""

    @lru_cache(maxsize=_HOSTS)
    def host_of(host: str) -> str | None:
        try:
            return grammar_of("rfc3987").start.split(steps(f"{start}//{host}/")).host
        except (NoMatch, ConversionError):
            return None

    return host_of


def _is_read(grammar: Grammar) -> bool:
    """Return whether the kernel reads references of a grammar: of the documents' own ones, except Web Addresses."""
    return built() is not None and grammar.name in _GRAMMARS and grammar == grammar_of(grammar.name)


def _has_uris(grammar: Grammar) -> bool:
    """Return whether each URI reference is a reference of a grammar: the revision allows no percent-encoded hosts."""
    return grammar.start.matches("//%41")


def _host_flags(grammar: Grammar) -> int:
    return 0 if _has_uris(grammar) else kernel.LEAVE_ENCODED_HOST


def _by_scheme(plan: Callable[[Scheme], Plan]) -> dict[str, Plan]:
    return {scheme.name: plan(scheme) for scheme in schemes()}


def _decoding(grammar: Grammar, kept: Ranges, encoded: int, *, is_domain: bool) -> dict[str, Characters]:
    """Return which percent-encoded characters are decoded in the components of a grammar."""
    ascii_ones = difference(alphabet(grammar_of("rfc3986")["unreserved"]).ranges, kept)
    never = union(_ASCII, kept, characters("bidi-control").ranges)
    table = {}
    for field in ("userinfo", "host", "path", "query", "fragment"):
        beyond = EMPTY if field == "host" and is_domain else difference(allowed(grammar)[field].ranges, never)
        table[field] = Characters(write=union(ascii_ones, beyond), encoded=encoded)
    return table


def _refused(grammar: Grammar, stay: Callable[[str], Ranges]) -> dict[str, Characters]:
    """Return which characters are percent-encoded that RFC 3987 refuses in the components of a grammar."""
    table = {
        field: Characters(encode=difference(_ALL, stay(field))) for field in ("userinfo", "path", "query", "fragment")
    }
    literal = _literal(grammar)
    return {**table, "host": Characters(encode=difference(difference(_ALL, stay("host")), literal), leave=literal)}


def _literal(grammar: Grammar) -> Ranges:
    """Return the characters of IP literals that the grammar allows in other hosts too, and URIs do not."""
    uri = grammar_of("rfc3986")
    brackets = difference(alphabet(uri["IP-literal"]).ranges, alphabet(uri["reg-name"]).ranges)
    kinds = [grammar[name] for name, field in grammar.entry.components.items() if field == "host_kind"]
    names = [alphabet(kind).ranges for kind in kinds if kind.matches("")]
    return intersection(brackets, union(*names))


def _names(grammar: Grammar) -> dict[str, list[str]]:
    """Return the productions of each component."""
    rows: dict[str, list[str]] = {}
    for name, field in productions(grammar).items():
        rows.setdefault(field, []).append(name)
    return rows


@cache
def _singles(matcher: Matcher) -> Ranges:
    """Return the characters that match a production alone."""
    dfa = matcher.automaton
    row = dfa.rows[dfa.start]
    return union(*(dfa.classes.ranges(number) for number in range(dfa.classes.count) if dfa.accepting[row[number]]))


def _separator() -> Matcher:
    web = grammar_of("web-address")
    assert web.entry.prefer is not None
    return web[web.entry.prefer]

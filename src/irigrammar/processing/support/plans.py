"""Tables from which the kernel converts references.

They are made from the grammars and from the data of schemes. The functions beside these are the definition, and trace
their steps; the kernel answers what it can as they do, and leaves the rest to them. It asks them about hosts that need
IDNA, each with its scheme as a reference of its own.
"""

# typed: leiri: the name of a grammar
# typed: unreserved: RFC 3987, 3.1 and 3.2
# typed: IP-literal: what no other host may become
# typed: reg-name: what a label in ASCII is a part of
from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from irigrammar.automata.charset import EMPTY, MAX, Ranges, difference, intersection, union
from irigrammar.automata.dfa import Dfa
from irigrammar.engines import rewriter as kernel
from irigrammar.engines.rewriter import Characters, Plan, Rows
from irigrammar.matching.grammar import Grammar, grammar_of
from irigrammar.matching.matcher import Matcher
from irigrammar.processing.browser import needs_host
from irigrammar.processing.characters import Characters as CharacterSet
from irigrammar.processing.characters import allowed_characters, alphabet, characters, productions
from irigrammar.processing.leiri import LEIRIS
from irigrammar.processing.path import is_dots
from irigrammar.processing.scheme_forms import has_form
from irigrammar.processing.schemes import Scheme, schemes
from irigrammar.processing.support.refused import may_stay
from irigrammar.processing.support.staying import staying
from irigrammar.processing.text_fragment import delimiters
from irigrammar.processing.to_iri import encoded_by_default
from irigrammar.text.links import DIRECTIVE

_ASCII: Ranges = ((0, 0x7F),)
_BEYOND: Ranges = ((0x80, MAX),)
_ALL: Ranges = ((0, MAX),)
_ASKS = kernel.ASK_BEYOND_ASCII | kernel.ASK_ACE
_GRAMMARS = ("rfc3986", "rfc3987", "iri-bis", "leiri", "leiri-bis")


# A plan for references without a scheme, one for unknown schemes, and those of known ones.
_Kinds = tuple[Plan, Plan, Mapping[str, Plan]]


def rows_of(name: str, grammar: Grammar) -> Rows | None:
    """Return the rows of a conversion, by the name that its rewriter has, None where the kernel does not read the
    grammar: of the documents' own ones it reads all but Web Addresses. "leiri_to_iri" has rows only for the grammars of
    LEIRIs.

    >>> rows_of("syntax", grammar_of("web-address")) is None
    True
    """
    if grammar.name not in _GRAMMARS or grammar != grammar_of(grammar.name):
        return None
    match name:
        case "iri_to_uri" | "percent":
            return _to_uris(grammar, name)
        case "uri_to_iri":
            return _to_iris(grammar)
        case "leiri_to_iri":
            plan = Plan(_refusals(grammar))
            return _rows(grammar, (plan, plan, {})) if grammar.name in LEIRIS else None
        case "web_address_to_iri":
            return _from_web(grammar)
        case "resolve":
            return kernel.rows(Plan({}), Plan({}), {}, refuses=_has_uris(grammar))
    return _rows(grammar, _normal_forms(grammar, name))


def staying_of(name: str, grammar: Grammar) -> Dfa:
    """Return the texts that the normal form of a level is sure to leave unchanged."""
    without, _, scheme_plans = _normal_forms(grammar, name)
    return staying(grammar, without, scheme_plans)


def _to_uris(grammar: Grammar, name: str) -> Rows:
    """Return the rows that map references to URIs: "percent" percent-encodes hosts of all schemes, "iri_to_uri" asks
    for IDNA where a scheme's hosts are domain names, or there is no scheme.
    """
    uri = grammar_of("rfc3986")
    stay: dict[str, Ranges] = {}
    for production, field in productions(uri).items():
        stay[field] = union(stay.get(field, EMPTY), _singles(uri[production]))
    encoded = {field: Characters(encode=difference(_ALL, ranges)) for field, ranges in stay.items()}
    encoding_rows = {field: encoded[field] for field in ("userinfo", "path", "query", "fragment")}
    literal = _literal(grammar)
    host = Characters(encode=difference(_ALL, union(stay["host"], alphabet(uri["IP-literal"]).ranges)), leave=literal)
    percent = Plan({**encoding_rows, "host": host})
    if name == "percent":
        return _rows(grammar, (percent, percent, {}))
    domain_host = Characters(
        leave=union(literal, difference(_ALL, allowed_characters(grammar_of("rfc3987"))["host"].ranges))
    )
    drive = domain_host._replace(leave=union(domain_host.leave, _BEYOND))
    domain = Plan({**encoding_rows, "host": domain_host}, kernel.ASK_BEYOND_ASCII, ask="")

    def plan(scheme: Scheme) -> Plan:
        """Return the plan of a known scheme, with exceptions for "mailto" and "file"."""
        match scheme.name:
            case "mailto":  # domains of addresses are converted in paths
                return domain._replace(flags=domain.flags | kernel.LEAVE_CHANGED)
            case "file":  # a host must not become the letter of a drive
                return domain._replace(characters={**encoding_rows, "host": drive})
        return domain if scheme.domain_name else percent

    return _rows(grammar, (domain, percent, _by_scheme(plan)))


def _to_iris(grammar: Grammar) -> Rows:
    """Return the rows that decode percent-encoded characters and ask for A-labels of domain names."""
    percent, domain = (_decoding(grammar, kernel.DECODED, is_domain=is_domain) for is_domain in (False, True))
    for table in (percent, domain):
        _leave_encoded(table)
    flags = 0 if _has_uris(grammar) else kernel.LEAVE_ENCODED_HOST
    plans = Plan(percent, flags), Plan(domain, flags | kernel.ASK_ACE)
    return _rows(grammar, (plans[1], plans[0], _by_scheme(lambda scheme: plans[scheme.domain_name])))


def _normal_forms(grammar: Grammar, level: str) -> _Kinds:
    """Return the plans of a normal form, "syntax" or "scheme": without a scheme, for unknown schemes, and by known
    scheme.
    """
    tables = [_decoding(grammar, kernel.DECODED_UPPER, is_domain=is_domain) for is_domain in (False, True)]
    iri = allowed_characters(grammar_of("rfc3987"))
    for table in tables:
        for field, row in table.items():  # browsers drop some of what RFC 3987 does not allow
            table[field] = row._replace(leave=difference(allowed_characters(grammar)[field].ranges, iri[field].ranges))
        _leave_encoded(table)
    flags = kernel.LOWER | kernel.REMOVE_DOTS | kernel.LEAVE_ENCODED_HOST
    # IP literals are left, since IPv6 addresses have a normal form.
    hosts = [table["host"]._replace(leave=union(table["host"].leave, _brackets())) for table in tables]
    scheme_tables = [table | {"host": host} for table, host in zip(tables, hosts, strict=True)]

    def plan(scheme: Scheme) -> Plan:
        """Return the plan of a known scheme: at level "scheme" also default ports, empty paths, and references left to
        the functions.
        """
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
        return Plan(scheme_tables[scheme.domain_name], own | kernel.DROP_PORT, port, scheme.empty_path or "")

    without = Plan(tables[True], flags | kernel.LEAVE_WITHOUT_HOST)
    return without, Plan(tables[False], flags), _by_scheme(plan)


def _leave_encoded(table: dict[str, Characters]) -> None:
    """Leave to the functions what may become a dot segment, or a delimiter of a text fragment, where it is decoded."""
    table["path"] = table["path"]._replace(leave_encoded=_dots())
    fragment = table["fragment"]
    marks = (CharacterSet() | DIRECTIVE | delimiters()).ranges
    table["fragment"] = fragment._replace(leave_encoded=intersection(fragment.write, marks))


def _dots() -> Ranges:
    """Return the characters that may make a dot segment where they are decoded."""
    return (CharacterSet() | filter(is_dots, alphabet(grammar_of("rfc3986")["unreserved"]))).ranges


def _from_web(grammar: Grammar) -> Rows:
    """Return the rows for Web Addresses from which no white space goes, in which no backslash may separate segments and
    whose authority stays.
    """
    web = grammar_of("web-address")
    assert web.entry.prefer is not None
    backslashes = difference(_singles(web[web.entry.prefer]), allowed_characters(grammar_of("rfc3987"))["path"].ranges)
    special = union(characters("stripped").ranges, backslashes)
    table = _refusals(grammar)
    for field, row in table.items():
        is_authority = field in ("userinfo", "host")
        table[field] = row._replace(leave=union(row.leave, row.encode if is_authority else special))
    plan = Plan(table, kernel.LEAVE_CHANGED_WITHOUT_HOST | kernel.LEAVE_ENCODED_HOST)
    ends = "".join(characters("trimmed"))
    return _rows(grammar, (plan, plan, {}), ends=ends, refuses=False)


def _rows(grammar: Grammar, kinds: _Kinds, *, ends: str = "", refuses: bool | None = None) -> Rows:
    """Return the kernel's rows of the plans; `ends` and `refuses` go to `kernel.rows`, `refuses` by default whether
    each URI reference is a reference of the grammar.
    """
    without, other, scheme_plans = kinds
    asking = {name: _asking(plan, f"{name}:") for name, plan in scheme_plans.items()}
    refuses = _has_uris(grammar) if refuses is None else refuses
    return kernel.rows(_asking(without, ""), other, asking, ends=ends, refuses=refuses)


def _asking(plan: Plan, before: str) -> Plan:
    """Return a plan with `before` as the text before the hosts it asks about; unchanged if it asks about none, or has
    such a text.
    """
    return plan._replace(ask=before) if plan.ask is None and plan.flags & _ASKS else plan


def _has_uris(grammar: Grammar) -> bool:
    """Return whether each URI reference is a reference of a grammar: the revision allows no percent-encoded hosts."""
    return grammar.start.matches("//%41")


def _by_scheme(plan: Callable[[Scheme], Plan]) -> dict[str, Plan]:
    return {scheme.name: plan(scheme) for scheme in schemes()}


def _decoding(grammar: Grammar, encoded: int, *, is_domain: bool) -> dict[str, Characters]:
    """Return which percent-encoded characters are decoded in the components of a grammar. `encoded` is the form of
    those that stay; in a host that is a domain name, none beyond ASCII are decoded.
    """
    ascii_ones = difference(alphabet(grammar_of("rfc3986")["unreserved"]).ranges, encoded_by_default().ranges)
    never = union(_ASCII, encoded_by_default().ranges, characters("bidi-control").ranges)
    table = {}
    for field in ("userinfo", "host", "path", "query", "fragment"):
        beyond = (
            EMPTY if field == "host" and is_domain else difference(allowed_characters(grammar)[field].ranges, never)
        )
        table[field] = Characters(write=union(ascii_ones, beyond), encoded=encoded)
    return table


def _refusals(grammar: Grammar) -> dict[str, Characters]:
    """Return which characters are percent-encoded that RFC 3987 refuses in the components of a grammar."""
    table = {
        field: Characters(encode=difference(_ALL, may_stay(field)))
        for field in ("userinfo", "path", "query", "fragment")
    }
    literal = _literal(grammar)
    return {**table, "host": Characters(encode=difference(difference(_ALL, may_stay("host")), literal), leave=literal)}


def _literal(grammar: Grammar) -> Ranges:
    """Return the characters of IP literals that the grammar allows in other hosts too, and URIs do not."""
    kinds = [grammar[name] for name, field in grammar.entry.components.items() if field == "host_kind"]
    names = [alphabet(kind).ranges for kind in kinds if kind.matches("")]
    return intersection(_brackets(), union(*names))


def _brackets() -> Ranges:
    uri = grammar_of("rfc3986")
    return difference(alphabet(uri["IP-literal"]).ranges, alphabet(uri["reg-name"]).ranges)


@cache
def _singles(matcher: Matcher) -> Ranges:
    """Return the characters that match a production by themselves."""
    dfa = matcher.automaton
    row = dfa.rows[dfa.start]
    return union(*(dfa.classes.ranges(number) for number in range(dfa.classes.count) if dfa.accepting[row[number]]))

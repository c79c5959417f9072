"""Programs that split references.

They mark each component once.
"""

from __future__ import annotations

from collections.abc import Mapping

from irigrammar.automata.algebra import rebuilt
from irigrammar.automata.nfa import compile_program
from irigrammar.automata.program import Program
from irigrammar.automata.regular import Alternate, Capture, CharSet, Concat, Regular, Repeat
from irigrammar.engines.production import Production
from irigrammar.errors import GrammarError


def reference_program(production: Production, components: Mapping[str, str], prefer: str | None) -> Program:
    """Return the program that marks the components of a production; raise `GrammarError` for one of no references.

    A production is a reference when each of its strings has one path, and no component twice: of the catalog's start
    rules all but single components, and parts such as hier-part too.
    """
    if not components:
        raise GrammarError(f"the grammar {production.rules.name} declares no components")
    fields = {rule.lower(): field for rule, field in components.items()}
    regular = production.with_marks(frozenset({*fields, *([prefer.lower()] if prefer else [])}))
    times = counts(regular, fields)
    if times.get("path") != (1, 1) or any(most > 1 for field, (_, most) in times.items() if field != "host_kind"):
        raise GrammarError(f"{production.name} has no unique components; use parse() instead")
    if "host" not in times and {"authority", "userinfo", "port"} & set(times):
        raise GrammarError(f"{production.name} has an authority whose host is not named as a component")
    return compile_program(_outermost(regular, fields, frozenset()), prefer)


def _outermost(item: Regular, fields: Mapping[str, str], inside: frozenset[str]) -> Regular:
    """Return an item without the marks of a component that lie within one of the same component, and of kinds of hosts
    that are a part of a host.

    So an IPv4 address that ends an IPv6 address is not a kind of host, nor an IPv6 address with something after it.
    """

    def replacement(part: Regular) -> Regular | None:
        """Return a capture, or only its content if its field is already around it, and a sequence of several parts in a
        host without kinds; None for other parts.
        """
        if isinstance(part, Concat) and "host" in inside and _parts(part) > 1:
            return None if "host_kind" in inside else _outermost(part, fields, inside | {"host_kind"})
        if not isinstance(part, Capture):
            return None
        field = fields.get(part.name.lower())
        within = _outermost(part.item, fields, inside | {field} if field else inside)
        return within if field in inside else Capture(part.name, within)

    return rebuilt(item, replacement)


def _parts(item: Concat) -> int:
    """Return the number of parts that are not single characters, as brackets are."""
    return sum(not isinstance(part, CharSet) for part in item.items)


def counts(item: Regular, of_rule: Mapping[str, str]) -> dict[str, tuple[int, int]]:
    """Return by field how often each component occurs in a string at least and at most; an unbounded repetition counts
    as two. `of_rule` has the field of each rule in lower case; a component inside one of its own field does not count
    again, and fields that do not occur are left out.
    """
    match item:
        case Concat(items) | Alternate(items):
            rows = [counts(part, of_rule) for part in items]
            times = {field: [row.get(field, (0, 0)) for row in rows] for field in {key for row in rows for key in row}}
            few, many = (sum, sum) if isinstance(item, Concat) else (min, max)
            return {
                field: (few(low for low, _ in each), many(high for _, high in each)) for field, each in times.items()
            }
        case Repeat(inner, low, high):
            most = 2 if high is None else high
            return {field: (few * low, many * most) for field, (few, many) in counts(inner, of_rule).items()}
        case Capture(name, inner):
            inside = counts(inner, of_rule)
            field = of_rule.get(name.lower())
            return inside | {field: (1, 1)} if field else inside
    return {}

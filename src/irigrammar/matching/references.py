"""Programs that split references.

They mark each component once.
"""

from __future__ import annotations

from collections.abc import Mapping

from irigrammar.automata.nfa import compile_program
from irigrammar.automata.program import Program
from irigrammar.automata.regular import Alternate, Capture, Concat, Regular, Repeat
from irigrammar.engines.production import Production
from irigrammar.errors import GrammarError


def reference_program(production: Production, components: Mapping[str, str], prefer: str | None) -> Program:
    """Return the program that marks the components of a production; raise `GrammarError` for what is not a reference.

    A production is a reference when each of its strings has one path, and no component twice: of the catalog's start
    rules all but single components, and parts such as hier-part too.
    """
    if not components:
        raise GrammarError(f"the grammar {production.rules.name} declares no components")
    fields = {rule.lower(): field for rule, field in components.items()}
    regular = production.marked(frozenset({*fields, *([prefer.lower()] if prefer else [])}))
    times = counts(regular, fields)
    if times.get("path") != (1, 1) or any(most > 1 for field, (_, most) in times.items() if field != "host_kind"):
        raise GrammarError(f"{production.name} has no unique components; use parse() instead")
    if "host" not in times and {"authority", "userinfo", "port"} & set(times):
        raise GrammarError(f"{production.name} has an authority whose host is not named as a component")
    return compile_program(_outermost(regular, fields, frozenset(), {}), prefer)


def _outermost(
    item: Regular, fields: Mapping[str, str], inside: frozenset[str], cache: dict[tuple[int, frozenset[str]], Regular]
) -> Regular:
    """Return an item without the marks of a component that lie within one of the same component.

    So an IPv4 address that ends an IPv6 address is not a kind of host.
    """
    key = (id(item), inside)
    if key in cache:
        return cache[key]
    match item:
        case Concat(items):
            result: Regular = Concat(tuple(_outermost(part, fields, inside, cache) for part in items))
        case Alternate(items):
            result = Alternate(tuple(_outermost(part, fields, inside, cache) for part in items))
        case Repeat(inner, low, high):
            result = Repeat(_outermost(inner, fields, inside, cache), low, high)
        case Capture(name, inner):
            field = fields.get(name.lower())
            within = _outermost(inner, fields, inside | {field} if field else inside, cache)
            result = within if field in inside else Capture(name, within)
        case _:
            result = item
    cache[key] = result
    return result


def counts(item: Regular, of_rule: Mapping[str, str]) -> dict[str, tuple[int, int]]:
    """Return how often each component occurs in a string at least and at most."""
    match item:
        case Concat(items):
            rows = [counts(part, of_rule) for part in items]
            fields = {field for row in rows for field in row}
            return {
                field: (sum(row.get(field, (0, 0))[0] for row in rows), sum(row.get(field, (0, 0))[1] for row in rows))
                for field in fields
            }
        case Alternate(items):
            rows = [counts(part, of_rule) for part in items]
            fields = {field for row in rows for field in row}
            return {
                field: (min(row.get(field, (0, 0))[0] for row in rows), max(row.get(field, (0, 0))[1] for row in rows))
                for field in fields
            }
        case Repeat(inner, low, high):
            most = 2 if high is None else high
            return {field: (few * low, many * most) for field, (few, many) in counts(inner, of_rule).items()}
        case Capture(name, inner):
            inside = counts(inner, of_rule)
            field = of_rule.get(name.lower())
            return inside | {field: (1, 1)} if field else inside
    return {}

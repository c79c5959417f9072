"""How a reference is split into its components, by the productions that have them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Protocol, cast

from irigrammar.automata.nfa import compile_program
from irigrammar.automata.regular import Alternate, Capture, Concat, Regular, Repeat
from irigrammar.engines.production import Production, shipped_production
from irigrammar.engines.spans import Fields, Spans
from irigrammar.errors import GrammarError
from irigrammar.grammars import COMPONENT_FIELDS
from irigrammar.grammars.entry import Entry
from irigrammar.matching.parts import Components
from irigrammar.shipped.loader import entry


class Reader(Protocol):
    """A matcher whose rule is a reference."""

    @property
    def _splitter(self) -> Splitter:
        """What splits texts."""


@cache
def shipped_splitter(grammar: str, rule: str) -> Splitter:
    """Return the splitter of a catalog grammar's own rule, made once."""
    return splitter_of(shipped_production(grammar, rule), entry(grammar))


def splitter_of(production: Production, entry: Entry) -> Splitter:
    """Return the splitter of a production of a grammar; raise `GrammarError` where its entry says that it has none."""
    if not entry.splits:
        raise GrammarError(f"{production.name} is not the whole of its components; use parse(), or another grammar")
    return Splitter(production, entry.components, entry.prefer)


class Splitter:
    """Splits by one production. Raises `GrammarError` when it is made for one that is not a reference.

    A production is a reference when each of its strings has one path, and no component twice: of the catalog's start
    rules all but single components, and parts such as hier-part too.
    """

    def __init__(self, production: Production, components: Mapping[str, str], prefer: str | None) -> None:
        self.prefer = prefer
        self._fields = {rule.lower(): field for rule, field in components.items()}
        if not components:
            raise GrammarError(f"the grammar {production.rules.name} declares no components")
        names = {*self._fields, *([prefer.lower()] if prefer else [])}
        regular = production.marked(frozenset(names))
        counts = self._counts(regular)
        if counts.get("path") != (1, 1) or any(most > 1 for field, (_, most) in counts.items() if field != "host_kind"):
            raise GrammarError(f"{production.name} has no unique components; use parse() instead")
        if "host" not in counts and {"authority", "userinfo", "port"} & set(counts):
            raise GrammarError(f"{production.name} has an authority whose host is not named as a component")
        program = compile_program(self._outermost(regular, frozenset(), {}), prefer)
        fields = {mark: self._fields.get(mark.lower()) for mark in program.marks}
        of_mark = {mark: COMPONENT_FIELDS.index(field) for mark, field in fields.items() if field}
        own = {"__slots__": (), "__doc__": Components.__doc__}
        self.type: type[Components] = type("Components", (Components,), own)
        spans = Spans(program, Fields(self.type, len(COMPONENT_FIELDS), of_mark))
        self.split = cast("Callable[[str], Components | None]", spans.find)
        self.spans = spans

    def _outermost(
        self, item: Regular, inside: frozenset[str], cache: dict[tuple[int, frozenset[str]], Regular]
    ) -> Regular:
        """Return an item without the marks of a component that lie within one of the same component.

        So an IPv4 address that ends an IPv6 address is not a kind of host.
        """
        key = (id(item), inside)
        if key in cache:
            return cache[key]
        match item:
            case Concat(items):
                result: Regular = Concat(tuple(self._outermost(part, inside, cache) for part in items))
            case Alternate(items):
                result = Alternate(tuple(self._outermost(part, inside, cache) for part in items))
            case Repeat(inner, low, high):
                result = Repeat(self._outermost(inner, inside, cache), low, high)
            case Capture(name, inner):
                field = self._fields.get(name.lower())
                within = self._outermost(inner, inside | {field} if field else inside, cache)
                result = within if field in inside else Capture(name, within)
            case _:
                result = item
        cache[key] = result
        return result

    def _counts(self, item: Regular) -> dict[str, tuple[int, int]]:
        """Return how often each component occurs in a string at least and at most."""
        match item:
            case Concat(items):
                rows = [self._counts(part) for part in items]
                fields = {field for row in rows for field in row}
                return {
                    field: (
                        sum(row.get(field, (0, 0))[0] for row in rows),
                        sum(row.get(field, (0, 0))[1] for row in rows),
                    )
                    for field in fields
                }
            case Alternate(items):
                rows = [self._counts(part) for part in items]
                fields = {field for row in rows for field in row}
                return {
                    field: (
                        min(row.get(field, (0, 0))[0] for row in rows),
                        max(row.get(field, (0, 0))[1] for row in rows),
                    )
                    for field in fields
                }
            case Repeat(inner, low, high):
                most = 2 if high is None else high
                return {field: (few * low, many * most) for field, (few, many) in self._counts(inner).items()}
            case Capture(name, inner):
                counts = self._counts(inner)
                field = self._fields.get(name.lower())
                return counts | {field: (1, 1)} if field else counts
        return {}

"""The references of a production that have given components."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from irigrammar.automata.dfa import DEAD, Dfa, determinize
from irigrammar.automata.nfa import compile_program
from irigrammar.automata.regular import EMPTY, Choice, Loop, Mark, Regular, Seq, Set
from irigrammar.matching.parts import Components

if TYPE_CHECKING:
    from irigrammar.matching.matcher import Matcher

__all__ = ["with_components"]

_FIELDS = tuple(field for field in Components._fields if field != "host_kind")  # which is no part of the string
_NOTHING = Choice(())


def with_components(matcher: Matcher, fixed: Mapping[str, str | None]) -> Dfa:
    """Return the automaton of a production's strings in which each of these fields is that string, or absent (None).

    Raises `ValueError` for a field that there is not, a string that its component does not allow, a field given beside
    one that holds it, and where no string is left.

    >>> from irigrammar.engines.table import matches
    >>> from irigrammar.integrations.wanted import find
    >>> dfa = with_components(find("rfc3986", "URI"), {"scheme": "http", "authority": None})
    >>> [matches(dfa, text) for text in ("http:a", "https:a", "http://a")]
    [True, False, False]
    """
    for field in fixed:
        if field not in _FIELDS:
            raise ValueError(f"{field!r} is no component; the components are {', '.join(_FIELDS)}")
    fields = {rule.lower(): field for rule, field in matcher.grammar.entry.components.items() if field in _FIELDS}
    regular = matcher.grammar.production(matcher.rule).marked(frozenset(fields))
    fixing = _Fixing(matcher, fields, fixed)
    dfa = determinize(compile_program(fixing.of(regular)))
    for field, value in fixed.items():
        if value is not None and field not in fixing.met:
            raise ValueError(f"{value!r} cannot be the {field} of {matcher.rule}")
    if dfa.start == DEAD:
        said = ", ".join(f"{field}={value!r}" for field, value in fixed.items())
        raise ValueError(f"no {matcher.rule} has {said}")
    return dfa


class _Fixing:
    """Puts the given strings in place of the components."""

    def __init__(self, matcher: Matcher, fields: Mapping[str, str], fixed: Mapping[str, str | None]) -> None:
        self._matcher = matcher
        self._fields = fields
        self._fixed = fixed
        self._made: dict[int, Regular] = {}
        self.met: set[str] = set()

    def of(self, item: Regular) -> Regular:
        """Return a form with the given strings in it; a form that is shared stays shared."""
        if id(item) not in self._made:
            self._made[id(item)] = self._of(item)
        return self._made[id(item)]

    def _of(self, item: Regular) -> Regular:
        match item:
            case Seq(items):
                return Seq(tuple(map(self.of, items)))
            case Choice(items):
                return Choice(tuple(map(self.of, items)))
            case Loop(inner, low, high):
                return Loop(self.of(inner), low, high)
            case Mark(name, inner):
                field = self._fields[name.lower()]
                return self._component(name, field, inner) if field in self._fixed else Mark(name, self.of(inner))
        return item

    def _component(self, rule: str, field: str, inner: Regular) -> Regular:
        for within in _marks(inner):
            other = self._fields[within.lower()]
            if other != field and other in self._fixed:
                raise ValueError(f"{other} is a part of {field}: give one of them")
        value = self._fixed[field]
        if value is None or not self._matcher.grammar[rule].matches(value):
            return _NOTHING
        self.met.add(field)
        return Seq(tuple(Set(((ord(char), ord(char)),)) for char in value)) if value else EMPTY


def _marks(item: Regular) -> Iterator[str]:
    match item:
        case Seq(items) | Choice(items):
            for one in items:
                yield from _marks(one)
        case Loop(inner, _, _):
            yield from _marks(inner)
        case Mark(name, inner):
            yield name
            yield from _marks(inner)

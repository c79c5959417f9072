"""References of a production with given components."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from irigrammar.automata.algebra import marks
from irigrammar.automata.dfa import DEAD, Dfa, determinize
from irigrammar.automata.nfa import compile_program
from irigrammar.automata.regular import EMPTY, Alternate, Capture, CharSet, Concat, Regular, Repeat
from irigrammar.dataclass import dataclass
from irigrammar.grammars import COMPONENT_FIELDS
from irigrammar.text.choices import check_choice

if TYPE_CHECKING:
    from irigrammar.matching.matcher import Matcher

_FIELDS = tuple(field for field in COMPONENT_FIELDS if field != "host_kind")  # which is not part of the string
_NOTHING = Alternate(())


def with_components(matcher: Matcher, field_values: Mapping[str, str | None]) -> Dfa:
    """Return the automaton of a production's strings in which each of these fields is that string, or absent (None).

    Raises `ValueError` for an unknown field, a string that its component does not allow, a field given beside one that
    holds it, and where no string is left; `GrammarError` for a rule without an automaton.

    >>> from irigrammar.engines.walk import matches
    >>> from irigrammar.integrations._wanted import find
    >>> dfa = with_components(find("rfc3986", "URI"), {"scheme": "http", "authority": None})
    >>> [matches(dfa, text) for text in ("http:a", "https:a", "http://a")]
    [True, False, False]
    """
    for field in field_values:
        check_choice("component", field, _FIELDS)
    fields = {rule.lower(): field for rule, field in matcher.grammar.entry.components.items() if field in _FIELDS}
    regular = whole = matcher.grammar._production(matcher.rule).with_marks(frozenset(fields))
    for field, value in field_values.items():
        parting = _ComponentSplit(matcher, fields, field_values, field)
        parting.of(whole)
        if value is not None and not parting.met:
            raise ValueError(f"{value!r} cannot be the {field} of {matcher.rule}")
        regular = _ComponentSplit(matcher, fields, field_values, field).of(regular)[value is not None]
    dfa = determinize(compile_program(regular))
    if dfa.start == DEAD:
        conditions = ", ".join(f"{field}={value!r}" for field, value in field_values.items())
        raise ValueError(f"no {matcher.rule} has {conditions}")
    return dfa


@dataclass()
class _ComponentSplit:
    """Parts a form in two by one component: the strings without it, and those in which it is the given string."""

    matcher: Matcher
    fields: Mapping[str, str]
    field_values: Mapping[str, str | None]
    field: str
    met: bool = False

    def __post_init__(self) -> None:
        self._parted: dict[int, tuple[Regular, Regular]] = {}

    def of(self, item: Regular) -> tuple[Regular, Regular]:
        """Return the expressions without the component and with its value; the same pair for the same object."""
        if id(item) not in self._parted:
            self._parted[id(item)] = self._of(item)
        return self._parted[id(item)]

    def _of(self, item: Regular) -> tuple[Regular, Regular]:
        """Return a pair of expressions for strings without the component, and for strings in which it has its value."""
        match item:
            case Concat(items):
                pairs = [self.of(part) for part in items]
                absent = [part for part, _ in pairs]
                alternatives: list[Regular] = [
                    Concat((*absent[:index], present, *absent[index + 1 :])) for index, (_, present) in enumerate(pairs)
                ]
                return Concat(tuple(absent)), _choice_of(alternatives)
            case Alternate(items):
                pairs = [self.of(part) for part in items]
                return Alternate(tuple(part for part, _ in pairs)), _choice_of([present for _, present in pairs])
            case Repeat(inner, low, high):  # of a component that comes once, this is an option
                without, there_once = self.of(inner)
                return Repeat(without, low, high), there_once
            case Capture(name, inner) if self.fields[name.lower()] == self.field:
                return _NOTHING, self._component(name, inner)
            case Capture(name, inner):
                without, there_once = self.of(inner)
                return Capture(name, without), Capture(name, there_once)
        return item, _NOTHING

    def _component(self, rule: str, inner: Regular) -> Regular:
        """Return the expression of the component's value, nothing if the rule refuses it; sets `met`.

        Raises `ValueError` for a part of the component that has a value too.
        """
        for within in marks(inner):
            other = self.fields[within.lower()]
            if other != self.field and other in self.field_values:
                raise ValueError(f"{other} is a part of {self.field}: give one of them")
        value = self.field_values[self.field]
        if value is None or not self.matcher.grammar[rule].matches(value):
            return _NOTHING
        self.met = True
        return Concat(tuple(CharSet(((ord(char), ord(char)),)) for char in value)) if value else EMPTY


def _choice_of(items: list[Regular]) -> Regular:
    """Return the alternation of the items without those that obviously match nothing."""
    return Alternate(tuple(item for item in items if not _is_nothing(item)))


def _is_nothing(item: Regular) -> bool:
    """Return whether an expression matches no string, as far as its structure tells."""
    match item:
        case Alternate(items):
            return not items
        case Concat(items):
            return any(map(_is_nothing, items))
        case Capture(_, inner):
            return _is_nothing(inner)
    return False

"""Texts that are provably in normal form, as an automaton.

The kernel finds them as fast as it matches. Not every normal form is one of them: what has percent-encoded characters
beyond ASCII, "/.", an A-label, or a port that may go is looked at component by component.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from irigrammar.automata.algebra import NO_STRING, first, marks, rebuilt, span, within
from irigrammar.automata.charset import EMPTY, MAX, Ranges, difference, intersection, union
from irigrammar.automata.dfa import Dfa, determinize, product
from irigrammar.automata.nfa import compile_program
from irigrammar.automata.regular import (
    Alternate,
    Capture,
    CharSet,
    Concat,
    Regular,
    Repeat,
    alternate,
    concat,
    nullable,
    repeat,
)
from irigrammar.engines import rewriter as kernel
from irigrammar.engines.rewriter import Characters, Plan
from irigrammar.matching.grammar import Grammar
from irigrammar.processing.percent import encode_bytes

_ALL: Ranges = ((0, MAX),)
_ASCII: Ranges = ((0, 0x7F),)
_BEYOND: Ranges = ((0x80, MAX),)


def _points(text: str) -> Ranges:
    return union(*(((ord(char), ord(char)),) for char in text))


_PERCENT, _DASH = _points("%"), _points("-")


def staying(grammar: Grammar, without: Plan, scheme_plans: Mapping[str, Plan]) -> Dfa:
    """Return the automaton of references of a grammar that its plans are sure to leave unchanged.

    They have no scheme, for which there is a plan, or one of those that are named.
    """
    production = grammar._production(grammar.entry.start[0])
    fields = {rule.lower(): field for rule, field in grammar.entry.components.items()}
    regular = production.with_marks(frozenset(fields))
    groups: list[tuple[Plan, list[str]]] = []
    for name, plan in scheme_plans.items():
        alike = plan._replace(port="", ask=None)
        if alike not in (other for other, _ in groups):
            groups.append((alike, []))
        next(names for other, names in groups if other == alike).append(name)
    leave_flags = kernel.LEAVE_ALL | kernel.LEAVE_WITH_HOST
    read = ((plan, names) for plan, names in [(without, []), *groups] if not plan.flags & leave_flags)
    forms = [_Form(fields, plan, names).of(regular) for plan, names in read]
    dfa = determinize(compile_program(alternate(*(form for form in forms if form != NO_STRING))))
    before_query = CharSet(difference(_ALL, _points("?#")))
    dots = concat(repeat(before_query, 0, None), _literal("/."), repeat(CharSet(_ALL), 0, None))
    return product(dfa, determinize(compile_program(dots)), lambda is_form, has_dots: is_form and not has_dots)


def _literal(text: str) -> Regular:
    return concat(*(CharSet(_points(char)) for char in text))


class _Form:
    """The references of a plan that stay unchanged."""

    def __init__(self, fields: Mapping[str, str], plan: Plan, names: Collection[str]) -> None:
        """Give the fields of rules, the plan, and the names of schemes, none for references without one."""
        self._fields, self._plan, self._names = fields, plan, names

    def of(self, item: Regular) -> Regular:
        """Return an expression for those strings of an item that the plan leaves unchanged."""

        def replacement(part: Regular) -> Regular | None:
            """Return the replacement of alternatives that do not all count, and of captured components, None for other
            parts.
            """
            match part:
                case Alternate(items) if len(alternatives := self._choose(items)) < len(items):
                    return self.of(alternate(*alternatives))
                case Capture(name, inner):
                    return self._component(self._fields[name.lower()], inner)
            return None

        return rebuilt(item, replacement)

    def _choose(self, items: tuple[Regular, ...]) -> tuple[Regular, ...]:
        """Return the alternatives with or without a scheme, and those with an authority where it is needed."""
        with_scheme = tuple(item for item in items if self._has(item, "scheme"))
        if with_scheme:
            items = with_scheme if self._names else tuple(item for item in items if item not in with_scheme)
        if self._plan.flags & kernel.LEAVE_WITHOUT_AUTHORITY:
            items = tuple(item for item in items if self._has(item, "host")) or items
        return items

    def _has(self, item: Regular, field: str) -> bool:
        return any(self._fields[name.lower()] == field for name in marks(item))

    def _component(self, field: str, inner: Regular) -> Regular:
        """Return the form of a component's strings that stay: no strings for a scheme without names and for ports that
        may be dropped.
        """
        flags = self._plan.flags
        match field:
            case "authority":
                return self.of(inner)
            case "scheme":
                return alternate(*map(_literal, self._names)) if self._names else NO_STRING
            case "port" if flags & kernel.DROP_PORT:
                return NO_STRING
        part = self._narrow(inner, field)
        is_required = flags & kernel.LEAVE_WITHOUT_HOST if field == "host" else field == "path" and self._plan.path
        part = _not_empty(part) if is_required else part
        return _single_dashes(part) if field == "host" else part

    def _narrow(self, item: Regular, field: str) -> Regular:
        """Return an expression for those strings of a component of a field whose characters and triplets the plan
        leaves unchanged.
        """
        copied_characters = self._copied_characters(field)

        def replacement(part: Regular) -> Regular | None:
            """Return the replacement of a percent-encoded triplet or of a set of characters, None for other parts."""
            match part:
                case Concat((CharSet(ranges), CharSet(), CharSet())) if ranges == _PERCENT:
                    return self._triplets(field)
                case CharSet():
                    return within(part, copied_characters)
            return None

        return rebuilt(item, replacement)

    def _copied_characters(self, field: str) -> Ranges:
        """Return the characters of a component that the plan copies: those that it neither encodes nor leaves to
        Python; in hosts without capitals, and without characters beyond ASCII if the plan asks about these.
        """
        row = self._plan.characters.get(field, Characters())
        altered_characters = union(row.encode, row.leave, _PERCENT)
        if field == "host":
            upper = _points("".join(char for char in map(chr, range(0x80)) if char.lower() != char))
            beyond = _BEYOND if self._plan.flags & kernel.ASK_BEYOND_ASCII else EMPTY
            altered_characters = union(altered_characters, upper, beyond)
        return difference(_ALL, altered_characters)

    def _triplets(self, field: str) -> Regular:
        """Return an expression for the triplets of ASCII characters that stay encoded in a field, in upper case;
        NO_STRING for hosts.
        """
        row = self._plan.characters.get(field, Characters())
        if field == "host":
            return NO_STRING
        stay = difference(_ASCII, union(row.write, row.leave_encoded))
        codes = [code for code in range(0x80) if intersection(stay, ((code, code),))]
        return alternate(*(_literal(encode_bytes(bytes([code]))) for code in codes))


def _single_dashes(item: Regular) -> Regular:
    """Return an expression for those strings of a host in which no loop has "--", as all A-labels do; it may leave out
    further ones.
    """
    match item:
        case Alternate(items):
            return alternate(*map(_single_dashes, items))
        case Repeat(inner, low, None) if span(inner) == (1, 1) and intersection(first(inner), _DASH):
            other = CharSet(difference(first(inner), _DASH))
            parts = repeat(alternate(other, concat(CharSet(_DASH), other)), low, None)
            return concat(parts, repeat(CharSet(_DASH), 0, 1))
        case Capture(_, inner):
            return _single_dashes(inner)
    return item


def _not_empty(item: Regular) -> Regular:
    """Return an expression for those strings of an item that are not empty; it may leave out further ones."""
    if not nullable(item):
        return item
    match item:
        case Alternate(items):
            return alternate(*(part for part in map(_not_empty, items) if part != NO_STRING))
        case Repeat(inner, low, None) if low == 0 and not nullable(inner):
            return repeat(inner, 1, None)
        case Capture(_, inner):
            return _not_empty(inner)
    return NO_STRING

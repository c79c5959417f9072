"""Split strings of any grammar into named components.

The caller names them, and each is a rule.
"""

# typed: 0xD800, 0xDFFF: surrogates, and what they count as
from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice

from irigrammar.automata.algebra import rebuilt
from irigrammar.automata.ambiguity import unambiguous
from irigrammar.automata.dfa import DEAD, Dfa, determinize
from irigrammar.automata.nfa import compile_program
from irigrammar.automata.program import FINAL, Program
from irigrammar.automata.regular import Capture, CharSet, Regular, concat
from irigrammar.engines.derivations import Derivations
from irigrammar.engines.production import Production
from irigrammar.engines.tree import TreeEngine, marked_spans
from irigrammar.errors import GrammarError
from irigrammar.matching.references import counts

Fields = dict[str, str | None]

_PARSES = 16  # of a string of a recursive rule, that are compared
_FIRST_MARKER = 0xD800  # surrogates, which no rule matches, mark where components begin and end


def fields_of(production: Production, components: Mapping[str, str]) -> Callable[[str], Fields | None]:
    """Return a function that splits the strings of a production into a dictionary of fields by name, None each where
    they are absent; it returns None for a string that does not match.

    `components` maps names to rules. Raises `UnknownRule`, and `GrammarError` for a rule that the production does not
    use, where two components are the same rule, and where some string has a component twice, or can be split in two
    ways. Of a recursive rule the last two are found out string by string.
    """
    rules = production.rules
    field_names = {rules[rule].name: name for name, rule in components.items()}
    if len(field_names) < len(components):
        raise GrammarError("two components are the same rule")
    reachable = {rule.name for rule in rules.reach(production.name).values()}
    for rule in field_names:
        if rule not in reachable:
            raise GrammarError(f"{rule} is not a part of {production.name}")
    if not production.is_expression:
        return _of_trees(production.derivations, production.name, field_names)
    regular = production.with_marks(frozenset(rule.lower() for rule in field_names))
    for rule, (_, most) in counts(regular, {rule.lower(): rule for rule in field_names}).items():
        if most > 1:
            raise GrammarError(f"{rule} can be in a string of {production.name} more than once")
    marks = {rule: 2 * number for number, rule in enumerate(field_names)}
    if not unambiguous(_placements(determinize(compile_program(_with_markers(regular, marks))))):
        raise GrammarError(f"a string of {production.name} can be split into {', '.join(components)} in two ways")
    engine = TreeEngine(compile_program(regular))

    def split(text: str) -> Fields | None:
        """Return the fields of a text by name, None each where they are absent; None for a text that does not match."""
        picks = engine.picks(text)
        if picks is None:
            return None
        fields: Fields = dict.fromkeys(components)
        return fields | {field_names[rule]: text[a:z] for _, rule, a, z in marked_spans(picks, engine.program.marks)}

    return split


def _of_trees(derivations: Derivations, rule: str, field_names: Mapping[str, str]) -> Callable[[str], Fields | None]:
    """Return a function that splits a text into the fields by its derivations, None for one that does not match. It
    raises `GrammarError` for a text whose first 16 derivations split it in two ways, or have a field twice.
    """
    marks = derivations.program.marks

    def split(text: str) -> Fields | None:
        """Return the fields of a text by name, None each where they are absent; None for a text that does not match.
        Raises `GrammarError` if its first 16 derivations differ in them, or a field is there twice.
        """
        spans: list[dict[str, tuple[int, int]]] = []
        for picks in islice(derivations.parses(text), _PARSES):
            field_spans = spans_of([(offset, event) for offset, pick in enumerate(picks) for event in pick.events])
            if spans and field_spans != spans[0]:
                raise GrammarError(f"{text!r} can be split into {', '.join(field_names.values())} in two ways")
            spans.append(field_spans)
        if not spans:
            return None
        fields: Fields = dict.fromkeys(field_names.values())
        return fields | {name: text[start:end] for name, (start, end) in spans[0].items()}

    def spans_of(events: list[tuple[int, int]]) -> dict[str, tuple[int, int]]:
        """Return the start and end of each field from the events of a derivation. Raises `GrammarError` for a field
        that is there twice.
        """
        spans: dict[str, tuple[int, int]] = {}
        starts: list[int] = []
        for offset, event in events:
            if event > 0:
                starts.append(offset)
                continue
            start = starts.pop()
            name = field_names.get(marks[-event])
            if name in spans:
                raise GrammarError(f"{marks[-event]} is in this string of {rule} more than once")
            if name is not None:
                spans[name] = (start, offset)
        return spans

    return split


def _with_markers(item: Regular, marks: Mapping[str, int]) -> Regular:
    """Return an expression with a marker character before and after each component, in place of its mark. `marks` has a
    number for each rule; its markers are that many code points after U+D800, and the next one.
    """

    def replacement(part: Regular) -> Regular | None:
        """Return the item of a capture, with markers for the captures in it, between the two marker characters of its
        name; None for other parts.
        """
        if not isinstance(part, Capture):
            return None
        begin, end = (CharSet(((_FIRST_MARKER + marks[part.name] + which,) * 2,)) for which in (0, 1))
        return concat(begin, _with_markers(part.item, marks), end)

    return rebuilt(item, replacement)


def _placements(dfa: Dfa) -> Program:
    """Return a program that reads nothing for the markers: it has a way for each way of placing them in a string."""
    program = Program(dfa.classes)
    count = len(dfa.rows)
    for column in (program.masks, program.event):
        column.extend([0] * count)
    program.leaf.extend([False] * count)
    program.next.extend([()] * count)
    is_marker = [0xD800 <= dfa.classes.ranges(number)[0][0] <= 0xDFFF for number in range(dfa.classes.count)]
    for state, row in enumerate(dfa.rows):
        after: list[int] = [FINAL] if dfa.accepting[state] else []
        for number, to in enumerate(row):
            if to == DEAD:
                continue
            if is_marker[number]:
                after.append(1 + to)
                continue
            program.masks.append(1 << number)
            program.leaf.append(False)
            program.event.append(0)
            program.next.append((1 + to,))
            after.append(len(program.masks) - 1)
        program.next[1 + state] = tuple(after)
    program.start = 1 + dfa.start
    return program

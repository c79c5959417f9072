"""The production at which verdicts diverge from the grammar's."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import accumulate

from irigrammar.automata.dfa import DEAD
from irigrammar.automata.naming import most_readable, rank
from irigrammar.dataclass import NamedTuple
from irigrammar.engines import walk
from irigrammar.engines.tree import TreeEngine, marked_spans
from irigrammar.language.suite import completions
from irigrammar.lazy import cached_property
from irigrammar.matching.matcher import Matcher

_EMPTY = -1


class Step(NamedTuple):
    """A step of a parse: the innermost component production that reads a character, with the class of that character,
    or one that matches nothing, with -1. A delimiter before a component belongs to that component.

    `transition` is the same step seen closer: the automaton's state before the character, and the character.
    """

    production: str
    number: int
    transition: tuple[int, str]


class Accepted(NamedTuple):
    """The steps of accepted strings, coarse and close."""

    steps: frozenset[tuple[str, int]]
    transitions: frozenset[tuple[int, str]]


class Divergence:
    """Finds productions of divergence for one matcher; they are component productions of its catalog entry.

    Where none applies it is the matcher's own production: always so for a grammar without components.
    """

    def __init__(self, matcher: Matcher) -> None:
        self._matcher = matcher
        self._touching = cache(self._production_at)

    @property
    def productions(self) -> tuple[str, ...]:
        """The names of the productions that can come out, as the grammar writes them: the matcher's own one first, then
        the components that occur in it, in the catalog's order.
        """
        spelling_by_name = {mark.lower(): mark for mark in self._engine.program.marks}
        names = (self._matcher.rule.lower(), *self._fields)
        return tuple(spelling_by_name[name] for name in dict.fromkeys(names) if name in spelling_by_name)

    def of_accepted(self, text: str) -> tuple[str, int]:
        """Return the production of an invalid text that was accepted, and the fault's offset in code points.

        What comes before the fault is completed to a shortest string of the language, and parsed; of the components
        that the fault's offset lies in, or that begin or end there, it is the innermost one, of several the first.
        Raises `AssertionError` for a valid text.

        >>> import irigrammar
        >>> divergence = Divergence(irigrammar.grammar("rfc3986")["URI"])
        >>> [divergence.of_accepted(text) for text in ("http://a:8]", "a:/b c", "//a", "a://[::g]")]
        [('port', 10), ('path-absolute', 4), ('scheme', 0), ('IPv6address', 7)]
        """
        offset = walk.fault_offset(self._matcher.automaton, text)
        assert offset is not None
        return self._touching(text[:offset]), offset

    def of_rejected(self, text: str, known_steps: Accepted) -> str:
        """Return the production of a valid text that was rejected: that of the first step of its parse that no accepted
        string takes (`known_steps` has theirs), or takes in that state with that very character; the matcher's own
        where there is none. Raises `AssertionError` for an invalid text.

        >>> import irigrammar
        >>> divergence = Divergence(irigrammar.grammar("rfc3986")["URI"])
        >>> accepted = divergence.accepted_steps(["a://b", "a:/b?c", "a:"])
        >>> divergence.of_rejected("a://b:", accepted), divergence.of_rejected("a:/b?c#d", accepted)
        ('port', 'fragment')
        """
        steps = self._parse(text)
        for step in steps:
            if step[:2] not in known_steps.steps:
                return step.production
        for step in steps:
            if step.transition not in known_steps.transitions:
                return step.production
        return self._matcher.rule

    def accepted_steps(self, texts: Iterable[str]) -> Accepted:
        """Return the steps and transitions of valid texts that were accepted."""
        steps = {step for text in texts for step in self._parse(text)}
        return Accepted(frozenset(step[:2] for step in steps), frozenset(step.transition for step in steps))

    @cached_property
    def _fields(self) -> dict[str, str]:
        return {rule.lower(): field for rule, field in self._matcher.grammar.entry.components.items()}

    @cached_property
    def _names(self) -> frozenset[str]:
        """The lower-case names of all productions that can come out."""
        return frozenset((*self._fields, self._matcher.rule.lower()))

    @cached_property
    def _containers(self) -> frozenset[str]:
        """The productions whose own characters are delimiters of the components inside."""
        inside = {rule for rule, field in self._fields.items() if field in ("authority", "host")}
        root = self._matcher.rule.lower()
        return frozenset(inside if root in self._fields else {*inside, root})

    @cached_property
    def _engine(self) -> TreeEngine:
        from irigrammar.processing.rewrite import marked_engine

        return marked_engine(self._matcher, self._names)

    @cached_property
    def _endings(self) -> dict[int, str]:
        """The shortest readable string from each live state of the automaton to an accepting one."""
        dfa = self._matcher.automaton
        letter_by_class = {
            number: chr(most_readable(dfa.classes.ranges(number))) for number in range(1, dfa.classes.count)
        }
        order = sorted(letter_by_class, key=lambda number: rank(ord(letter_by_class[number])))
        return {
            state: "".join(map(letter_by_class.__getitem__, word)) for state, word in completions(dfa, order).items()
        }

    def _spans(self, text: str) -> list[tuple[int, str, int, int]]:
        """Return the components of a valid text in the order in which they begin: depth, production, start, end.

        Raises `AssertionError` for an invalid text.
        """
        picks = self._engine.picks(text)
        assert picks is not None
        spans = marked_spans(picks, self._engine.program.marks)
        return [span for span in spans if span[1].lower() in self._names]

    def _production_at(self, before: str) -> str:
        """Return the first of the deepest productions around the end of a beginning; the matcher's rule if there is
        none.
        """
        dfa = self._matcher.automaton
        state = dfa.start
        for number in dfa.classes.encode(before):
            state = dfa.rows[state][number]
        spans = self._spans(before + self._endings[state]) if state != DEAD else []
        spans_at_fault = [span for span in spans if span[2] <= len(before) <= span[3]]
        return (
            max(spans_at_fault, key=lambda span: span[0])[1] if spans_at_fault else self._matcher.rule
        )  # the first of the deepest

    def _parse(self, text: str) -> list[Step]:
        """Return the steps of a valid text from left to right: production, class of the character and transition; one
        for an empty component.
        """
        root = self._matcher.rule
        inner = [root] * len(text)
        spans = self._spans(text)
        for _, name, start, end in spans:
            inner[start:end] = [name] * (end - start)
        known: set[int] = set()
        for _, name, start, _ in spans:  # outer ones first: `//` is the authority's, not the host's
            index = start - 1
            while index >= 0 and index not in known and inner[index].lower() in self._containers:
                inner[index] = name
                known.add(index)
                index -= 1
        dfa = self._matcher.automaton
        numbers = dfa.classes.encode(text)
        states = list(accumulate(numbers, lambda state, number: dfa.rows[state][number], initial=dfa.start))
        empty: dict[int, list[Step]] = {}
        for _, name, start, end in spans:
            if start == end and name.lower() in self._fields:
                empty.setdefault(start, []).append(Step(name, _EMPTY, (states[start], "")))
        steps: list[Step] = []
        for index, char in enumerate(text):
            steps += empty.get(index, ())
            steps.append(Step(inner[index], numbers[index], (states[index], char)))
        return steps + empty.get(len(text), [])

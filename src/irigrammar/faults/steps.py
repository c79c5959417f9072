"""Step through text one character at a time, to try fixes.

By the automaton, or by the general engine for recursive rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from irigrammar.automata.dfa import DEAD, Dfa
from irigrammar.automata.naming import rank
from irigrammar.engines.production import Production
from irigrammar.lazy import cached_property

if TYPE_CHECKING:
    from irigrammar.automata.network import Network
    from irigrammar.automata.stacked import Configuration
    from irigrammar.engines.completion import Completion
    from irigrammar.engines.nested import Nested


class ByAutomaton:
    """The steps of a minimal automaton; a state is None where nothing can match."""

    def __init__(self, dfa: Dfa) -> None:
        self._dfa = dfa
        self.classes = dfa.classes
        self.start: Any = dfa.start or None

    def step(self, state: Any, number: int) -> Any:
        """Return the state after a character of a class, None where none is."""
        return None if state is None else self._dfa.rows[state][number] or None

    def accepts(self, state: Any) -> bool:
        """Return whether the text may end in a state."""
        return bool(state and self._dfa.accepting[state])

    def goes_on(self, state: Any) -> bool:
        """Return whether a character can come in a state."""
        return state is not None and any(self._dfa.rows[state])

    def completion(self, text: str, letters: Iterable[tuple[str, int]]) -> str:
        """Return the shortest end that makes a viable prefix complete, the most readable one, "" where there is none;
        `letters` are a character for each class.
        """
        rows = self._dfa.rows
        state = self._dfa.start
        for number in self.classes.encode(text):
            state = rows[state][number]
        level = {state: ""}
        known = {state, DEAD}
        alphabet = sorted(letters, key=lambda letter: rank(ord(letter[0])))
        while level:
            further: dict[int, str] = {}
            for source, suffix in level.items():
                if self._dfa.accepting[source]:
                    return suffix
                for char, number in alphabet:
                    after = rows[source][number]
                    if after not in known:
                        known.add(after)
                        further[after] = suffix + char
            level = further
        return ""


class ByChart:
    """The steps of the general engine."""

    def __init__(self, network: Network) -> None:
        """Take the network of a rule; a state is a live state of the general engine."""
        from irigrammar.engines.earley import Run

        self._network = network
        self._run = Run(network)
        self.classes = network.program.classes
        self.start: Any = self._run.begin()

    def step(self, state: Any, number: int) -> Any:
        """Return the live state after a character of a class, None where none is."""
        self._run.renew()
        return None if state is None else self._run.step(state, number)

    def accepts(self, state: Any) -> bool:
        """Return whether the text may end in a state."""
        return bool(state and state.is_match)

    def goes_on(self, state: Any) -> bool:
        """Return whether a character can come in a state."""
        return any(self.step(state, number) is not None for number in range(1, self.classes.count))

    def completion(self, text: str, letters: Iterable[tuple[str, int]]) -> str:  # noqa: ARG002  # that `ByAutomaton` has
        """Return the shortest end that makes a viable prefix complete, "" where there is none; `letters` have no
        effect.
        """
        return self._completion.of(text) or ""

    @cached_property
    def _completion(self) -> Completion:
        from irigrammar.engines.completion import Completion

        return Completion(self._network)


class ByStack(ByChart):
    """The steps of an automaton with a stack."""

    def __init__(self, nested: Nested) -> None:
        """Take the parser with a stack; a state is the automaton's state and its stack, None for the dead one."""
        self._nested = nested
        self._automaton = nested.automaton
        super().__init__(nested.automaton.shape.network)
        start = nested.automaton.dfa.start
        self.start = (start, None) if start else None

    def step(self, state: Configuration | None, number: int) -> Configuration | None:
        """Return the state and the stack after a character of a class, None where none are."""
        return None if state is None else self._automaton.step(state, number)

    def accepts(self, state: Configuration | None) -> bool:
        """Return whether the text may end in a state and stack."""
        return bool(state and self._automaton.dfa.accepting[state[0]])

    def completion(self, text: str, letters: Iterable[tuple[str, int]]) -> str:
        """Return the shortest end that makes a viable prefix complete, found after a shorter text that leads to the
        same state and stack. `letters` have no effect.
        """
        return super().completion(self._nested.without_cycles(text), letters)


Steps = ByAutomaton | ByChart


def steps_of(production: Production) -> Steps:
    """Return the stepper of a rule: by its automaton, its automaton with a stack, or the general engine."""
    if production.is_regular:
        return ByAutomaton(production.dfa)
    return ByChart(production.network) if isinstance(production.nested, str) else ByStack(production.nested)

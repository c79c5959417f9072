"""A deterministic automaton that may have a stack."""

from __future__ import annotations

from irigrammar.automata.dfa import DEAD, Dfa, explore
from irigrammar.dataclass import dataclass

# The frames that were pushed, the last one first; and a state with them.
Stack = tuple[int, "Stack"] | None
Configuration = tuple[int, Stack]


@dataclass(frozen=True, slots=True)
class Stacked:
    """A deterministic automaton that may have a stack.

    `dfa` has the states and, from `first_action` on, the actions: a state's row leads to a state or to an action.
    `pushes[action - first_action]` is the frame that is pushed and the state in the body, or -1 and an index of `pops`
    for an action that pops. After a frame is popped, `pops[index][frame]` is the state.
    """

    dfa: Dfa
    first_action: int
    pushes: tuple[tuple[int, int], ...]
    pops: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, dfa: Dfa) -> Stacked:
        """Return a minimal automaton as one whose stack stays empty."""
        return cls(dfa, dfa.states, (), ())

    def after(self, action: int) -> tuple[int, int]:
        """Return the effect of an entry of a state's row: the frame and the state in the body for a push, -1 and the
        index of `pops` for a pop, or -2 and the state for an entry that is a state.
        """
        return self.pushes[action - self.first_action] if action >= self.first_action else (-2, action)

    def step(self, configuration: Configuration, number: int) -> Configuration | None:
        """Return the state and the stack after a character of a class, None where it cannot come; after a bracket that
        closes where it may not, the state is 0.
        """
        state, stack = configuration
        action = self.dfa.rows[state][number]
        if action < self.first_action:
            return (action, stack) if action else None
        frame, to = self.pushes[action - self.first_action]
        if frame >= 0:
            return to, (frame, stack)
        assert stack is not None  # only what is inside a bracket closes it
        return self.pops[to][stack[0]], stack[1]

    def read(self, text: str) -> tuple[int | None, int]:
        """Return the offset at which a text leaves the language, its length if it ends too early, None where it is in
        it; and how many brackets are open at most.
        """
        configuration: Configuration = self.dfa.start, None
        height = 0
        for offset, number in enumerate(self.dfa.classes.encode(text)):
            after = self.step(configuration, number)
            if after is None or after[0] == DEAD:
                return offset, height
            configuration = after
            height = max(height, _height(configuration[1]))
        return None if self.dfa.accepting[configuration[0]] else len(text), height

    def to_depth(self, depth: int) -> Dfa:
        """Return the minimal automaton of the texts in which at most a number of brackets is open at a time.

        Raises `GrammarError` where it would have too many states.
        """
        numbers = range(self.dfa.classes.count)

        def after(configuration: Configuration) -> list[Configuration | None]:
            successors = [self.step(configuration, number) for number in numbers]
            return [to if to and to[0] != DEAD and _height(to[1]) <= depth else None for to in successors]

        start: Configuration = self.dfa.start, None
        return explore(self.dfa.classes, start, after, lambda at: bool(self.dfa.accepting[at[0]]))


def _height(stack: Stack) -> int:
    """Return the number of frames on a stack."""
    height = 0
    while stack:
        height, stack = height + 1, stack[1]
    return height

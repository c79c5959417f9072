"""Two automata with stacks, walked together.

It finds shortest strings that one of the languages has and the other has not, or proves that there are none.

The languages of automata that push and pop at the same places are closed under complement and intersection (Alur and
Madhusudan 2004). A fact is a pair of states that a shortest string leads to from the beginning of a level; facts are
found by length, what is inside a bracket as one step of the level around it (Knuth 1977, 10.1016/0020-0190(77)90002-3).
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count

from irigrammar.automata.dfa import DEAD, letters
from irigrammar.automata.stacked import Stacked
from irigrammar.errors import GrammarError
from irigrammar.grammars.work import spent

_FACT_LIMIT = 500_000
_ORDINARY, _POPS = -2, -1  # what `Stacked.after` says

# A state of each automaton, 0 where nothing matches any more; and in the same way frames, -1 for none.
Pair = tuple[int, int]


_STEPS = 50  # that a search costs, to begin it


def shortest(first: Stacked, second: Stacked, accepts: Callable[[int, int], object], *, both: bool) -> str | None:
    """Return a shortest string for which `accepts` holds, given whether each automaton accepts it, None if there is
    none. With `both`, neither may be dead on the way, else only the first. Raises `GrammarError` where one pushes or
    pops and the other does something else, and where they are too large.
    """
    return _Search(first, second, both).run(accepts)


class _Search:
    def __init__(self, first: Stacked, second: Stacked, both: bool) -> None:
        """Take two automata, and whether both must go on; the search counts as work."""
        spent(_STEPS)
        self._sides = first, second
        self._both = both
        self._letters = letters(first.dfa.classes, second.dfa.classes)
        self._order = count()
        self._heap: list[tuple[int, int, str, Pair, Pair]] = []
        self._callers: dict[Pair, list[tuple[Pair, str, Pair]]] = {}  # of a body: the entry around it, text, frames
        self._closings: dict[Pair, dict[Pair, str]] = {}  # of a body: what is finished, and by which text

    def run(self, accepts: Callable[[int, int], object]) -> str | None:
        """Return a shortest string for which `accepts` holds, given whether each automaton accepts it, None where there
        is none. Raises `GrammarError` for more than 500,000 pairs of states, and where only one automaton has a bracket
        at a place.
        """
        stack_side, other = self._sides
        start = stack_side.dfa.start, other.dfa.start
        self._add("", start, start)
        done: set[tuple[Pair, Pair]] = set()
        while self._heap:
            _, _, text, entry, pair = heappop(self._heap)
            if (entry, pair) in done:
                continue
            done.add((entry, pair))
            spent(1 + len(self._letters))
            if len(done) > _FACT_LIMIT:
                raise GrammarError("the grammars are too large to be compared: their automata have too many states")
            if entry == start and accepts(stack_side.dfa.accepting[pair[0]], other.dfa.accepting[pair[1]]):
                return text
            for point, first, second in self._letters:
                self._step(text, chr(point), entry, pair, (first, second))
        return None

    def _step(self, text: str, char: str, entry: Pair, pair: Pair, numbers: Pair) -> None:
        """Follow one character from a pair of states, in both automata: queue the states after it, or those after a
        bracket that opens or closes, for all known callers and ends. Raises `GrammarError` if only one automaton has a
        bracket there.
        """
        actions = tuple(
            side.dfa.rows[state][number] for side, state, number in zip(self._sides, pair, numbers, strict=True)
        )
        if actions[0] == DEAD or (self._both and actions[1] == DEAD):
            return
        after = [side.after(action) for side, action in zip(self._sides, actions, strict=True)]
        kinds = {min(frame, 0) for action, (frame, _) in zip(actions, after, strict=True) if action != DEAD}
        if len(kinds) > 1:
            raise GrammarError(
                f"the rules cannot be compared: after {text!r}, {char!r} opens or closes a bracket in one of them only"
            )
        (kind,) = kinds
        frames = after[0][0], after[1][0]
        to = after[0][1], after[1][1]
        if kind == _ORDINARY:
            self._add(text + char, entry, to)
        elif kind == _POPS:
            result = to[0], to[1] if actions[1] != DEAD else -1
            if result not in self._closings[entry]:
                self._closings[entry][result] = text + char
                for caller in self._callers[entry]:
                    self._return(caller, result, text + char)
        else:
            caller = entry, text + char, frames
            self._callers.setdefault(to, []).append(caller)
            if to not in self._closings:
                self._closings[to] = {}
                self._add("", to, to)
            for result, inner in self._closings[to].items():
                self._return(caller, result, inner)

    def _return(self, caller: tuple[Pair, str, Pair], pair: Pair, inner: str) -> None:
        entry, text, frames = caller
        states = [
            side.pops[number][frame] if number >= 0 and frame >= 0 else DEAD
            for side, number, frame in zip(self._sides, pair, frames, strict=True)
        ]
        self._add(text + inner, entry, (states[0], states[1]))

    def _add(self, text: str, entry: Pair, pair: Pair) -> None:
        if pair[0] != DEAD and (pair[1] != DEAD or not self._both):
            heappush(self._heap, (len(text), next(self._order), text, entry, pair))

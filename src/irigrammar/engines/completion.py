"""Shortest completions of a rule or of a prefix, also if recursive."""

from __future__ import annotations

from functools import cache
from heapq import heappop, heappush
from itertools import count

from irigrammar.automata.naming import most_readable, rank
from irigrammar.automata.network import Network, State
from irigrammar.engines.earley import Live, Origin, Run


class Completion:
    """A finder of the shortest, most readable completions of one network's prefixes, with a cache."""

    def __init__(self, network: Network) -> None:
        """Take a network, and find the shortest string of each of its rules."""
        self._network = network
        classes = network.program.classes
        self._letters = [""] * classes.count
        for number in range(1, classes.count):
            self._letters[number] = chr(most_readable(classes.ranges(number)))
        self._write = cache(self._edge)
        self._shortest = self._rules()

    def shortest(self, rule: int = 0) -> str | None:
        """Return the shortest string of a rule, None if there is none."""
        return "" if self._network.empty[rule] else self._shortest.get(rule)

    def of(self, text: str) -> str | None:
        """Return the shortest end that makes a viable prefix match, without the prefix: "" for a match. None for a text
        that is not a viable prefix.
        """
        run = Run(self._network)
        live: Live | None = run.begin()
        for number in self._network.program.classes.encode(text):
            live = run.step(live, number) if live else None
        if live is None:
            return None
        return "" if live.is_match else self.end(live)

    def end(self, live: Live) -> str | None:
        """Return the shortest completion of a live state that is not empty, of several the most readable; None if there
        is none.
        """
        order = count()
        heap: list[tuple[int, int, int, str, State | None, Origin | None]] = []

        def push(prefix: str, cost: int, state: State | None, origin: Origin | None) -> None:
            heappush(heap, (len(prefix), cost, next(order), prefix, state, origin))

        for item in live.items:
            push("", 0, *item)
        for prediction in live.origin.template.predictions if live.origin else ():
            push("", 0, prediction, live.origin)
        done: set[tuple[State | None, Origin | None]] = set()
        while heap:
            _, cost, _, prefix, state, origin = heappop(heap)
            if state is None or origin is None:
                return prefix
            if (state, origin) in done:
                continue
            done.add((state, origin))
            if state.ends:
                for further, beyond in origin.returns(state.rule):
                    if prefix or further is not None:
                        push(prefix, cost, further, beyond)
            for text, after in self._steps(state, self._shortest):
                push(prefix + text, cost + sum(map(_cost, text)), after, origin)
        return None

    def _steps(self, state: State, known: dict[int, str]) -> list[tuple[str, State]]:
        """Return the texts that can follow in a state, each with its successor state: one per node."""
        steps: list[tuple[str, State]] = []
        for node in sorted(state.nodes):
            letter, rule, after = self._write(node, state.rule)
            text = letter or known.get(rule)
            if text is not None and after is not None:
                steps.append((text, after))
        return steps

    def _edge(self, node: int, rule: int) -> tuple[str, int, State | None]:
        """Return the best letter that a node reads ("" for a call), the number of the rule that it calls (-1 for none),
        and the state after it, None where nothing comes.
        """
        program = self._network.program
        mask = program.masks[node]
        if not mask:
            return "", -1, None
        after = self._network.state(rule, [program.next[node][0]])
        letters = [letter for number, letter in enumerate(self._letters) if mask >> number & 1]
        return min(letters, key=lambda letter: rank(ord(letter)), default=""), program.calls.get(node, -1), after

    def _rules(self) -> dict[int, str]:
        """Return by number the shortest string, which is not empty, of each rule that has one."""
        network = self._network
        known: dict[int, str] = {}
        is_growing = True
        while is_growing:
            is_growing = False
            for rule in range(len(network.names)):
                text = self._shortest_of(rule, known)
                if text is not None and (rule not in known or _key(text) < _key(known[rule])):
                    known[rule] = text
                    is_growing = True
        return known

    def _shortest_of(self, rule: int, known: dict[int, str]) -> str | None:
        """Return the least string that a rule matches without being empty, by length and then plainness, given those of
        the rules that it calls; None if it matches none so.
        """
        start = self._network.start(rule)
        if start is None:
            return None
        order = count()
        heap: list[tuple[tuple[int, int], int, str, State]] = [((0, 0), next(order), "", start)]
        done: set[tuple[State, bool]] = set()
        while heap:
            _, _, prefix, state = heappop(heap)
            if prefix and state.ends:
                return prefix
            if (state, not prefix) in done:
                continue
            done.add((state, not prefix))
            for text, after in self._steps(state, known):
                heappush(heap, (_key(prefix + text), next(order), prefix + text, after))
        return None


def _key(text: str) -> tuple[int, int]:
    return len(text), sum(map(_cost, text))


def _cost(char: str) -> int:
    return rank(ord(char))[0]

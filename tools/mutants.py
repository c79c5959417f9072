"""Try the complete suites on every slightly wrong automaton.

    python tools/mutants.py -g rfc3986 -r URI-reference              every mutant (minutes for a large production)
    python tools/mutants.py -g rfc3986 -r URI-reference --sample N   N of them, drawn by --seed

A mutant is the minimal automaton with one transition (of one state, by one class of code points) led to another state,
or with one state's acceptance turned round. The suite kills it when some string's verdict differs. Exit status 1 when a
mutant survives whose language is not the production's.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterable, Iterator

import irigrammar
from irigrammar.automata.dfa import Dfa, counterexample
from irigrammar.language.suite import suite

# A mutant: a state, a class (None: its acceptance is turned round), and the state that is led to instead.
Mutant = tuple[int, int | None, int]

# What comes after a transition, as classes, and whether the string is accepted.
Rest = tuple[tuple[int, ...], bool]


def mutants(dfa: Dfa) -> Iterator[Mutant]:
    """Yield every mutant."""
    for state in range(dfa.states):
        yield state, None, state
        for number, right in enumerate(dfa.rows[state]):
            for to in range(dfa.states):
                if to != right:
                    yield state, number, to


def index(dfa: Dfa, texts: Iterable[str]) -> dict[tuple[int, int | None], list[Rest]]:
    """Return, for each transition, what comes after its first use in the strings that use it, short ones first.

    Under (state, None) stand the strings that end in a state.
    """
    suffixes: dict[tuple[int, int | None], dict[Rest, None]] = {}
    for text in texts:
        numbers = tuple(dfa.classes.encode(text))
        states = [dfa.start]
        for number in numbers:
            states.append(dfa.rows[states[-1]][number])
        valid = bool(dfa.accepting[states[-1]])
        suffixes.setdefault((states[-1], None), {})[(), valid] = None
        used: set[tuple[int, int]] = set()
        for index, use in enumerate(zip(states, numbers, strict=False)):
            if use not in used:
                used.add(use)
                suffixes.setdefault(use, {})[numbers[index + 1 :], valid] = None
    return {use: sorted(rests, key=lambda rest: len(rest[0])) for use, rests in suffixes.items()}


def killed(dfa: Dfa, mutant: Mutant, rests: Iterable[Rest]) -> bool:
    """Return whether some string that uses the changed transition gets another verdict."""
    state, number, to = mutant
    if number is None:
        return any(True for _ in rests)
    for numbers, valid in rests:
        here = to
        for letter in numbers:
            here = to if here == state and letter == number else dfa.rows[here][letter]
        if bool(dfa.accepting[here]) is not valid:
            return True
    return False


def changed(dfa: Dfa, mutant: Mutant) -> Dfa:
    """Return the mutant as an automaton, with a new dead state before its own, which may live."""
    state, number, to = mutant
    accepting = bytearray(dfa.accepting)
    rows = [list(row) for row in dfa.rows]
    if number is None:
        accepting[state] ^= 1
    else:
        rows[state][number] = to
    shifted = [[0] * dfa.classes.count, *([after + 1 for after in row] for row in rows)]
    return Dfa(dfa.classes, dfa.start + 1, tuple(map(tuple, shifted)), bytes([0, *accepting]))


def main() -> int:
    parser = argparse.ArgumentParser(description="Try the complete suite on every slightly wrong automaton.")
    parser.add_argument("-g", "--grammar", default="rfc3986")
    parser.add_argument("-r", "--rule", default="URI-reference")
    parser.add_argument("--sample", type=int, help="try only N, drawn by the seed")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    matcher = irigrammar.grammar(options.grammar)[options.rule]
    dfa = matcher.automaton
    strings = index(dfa, (case.text for case in suite(matcher, seed=options.seed, each="class")))
    tried = list(mutants(dfa))
    if options.sample is not None and options.sample < len(tried):
        tried = random.Random(options.seed).sample(tried, options.sample)
    equivalent = 0
    survivors: list[Mutant] = []
    for mutant in tried:
        if not killed(dfa, mutant, strings.get(mutant[:2], ())):
            wrong = changed(dfa, mutant)
            if counterexample(dfa, wrong) is None and counterexample(wrong, dfa) is None:
                equivalent += 1
            else:
                survivors.append(mutant)
    dead = len(tried) - equivalent - len(survivors)
    counts = f"{len(tried):,} mutants, {dead:,} killed, {equivalent:,} equivalent, {len(survivors):,} survive"
    print(f"{options.grammar} {options.rule}: {counts}")
    for mutant in survivors[:20]:
        print(f"  state {mutant[0]}, class {mutant[1]} to state {mutant[2]}")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())

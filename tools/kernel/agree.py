"""Compare answers of the kernel and of the pure engines.

    python -m tools.kernel.agree                          all that is said below: about ten minutes
    python -m tools.kernel.agree --letters class --every 50 --strings 10000      part of it: seconds

The questions are the complete suites of all start rules of the catalog (by intervals, or `--letters class`; `--every` N
takes each N-th string), and `--strings` random ones, drawn by `--seed`: strings of these suites changed, and long texts
in the loops of the automata. Each is asked of every row of targets.TARGETS, as str and, where bytes are taken, as
UTF-8, in which surrogates are bytes that are not UTF-8. The first differences of each production are printed. Exit
status 1 when there is one. (The tables of tests/data are checked against both by tests/unit/engines/test_kernel.py.)
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from random import Random

import irigrammar
from irigrammar.engines.recognizer import Text
from irigrammar.language.suite import suite
from irigrammar.matching.matcher import Matcher
from tools.kernel.targets import TARGETS, difference, missing
from tools.kernel.texts import changed, encoded, loops, stretched

__all__ = ["asked", "main", "matchers", "random_texts"]

_BATCH = 5_000
_SEEDS = 2_000  # strings of a suite that random ones are made of


def matchers() -> list[Matcher]:
    """Return all start rules of the catalog."""
    grammars = map(irigrammar.grammar, irigrammar.catalog())
    return [grammar[rule] for grammar in grammars for rule in grammar.entry.start]


def asked(matcher: Matcher, texts: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Ask about texts; yield of each batch its size, and the first difference, or nothing."""
    strings = iter(texts)
    while batch := list(islice(strings, _BATCH)):
        message = ""
        for target in TARGETS:
            kinds: list[list[Text]] = [[*batch], [*map(encoded, batch)]] if target.utf8 else [[*batch]]
            for kind in kinds:
                if not message and (case := difference(target, matcher, kind)):
                    message = f"{target.name} {case[0]!r}: the kernel {case[1]!r}, without it {case[2]!r}"
        yield len(batch), message


def random_texts(matcher: Matcher, count: int, rng: Random) -> Iterator[str]:
    """Yield random texts for a production."""
    seeds = [case.text for case in islice(suite(matcher, each="class"), 50_000)]
    seeds = rng.sample(seeds, min(_SEEDS, len(seeds)))
    cycles = loops(matcher.automaton, rng)
    for _ in range(count):
        long = cycles and rng.random() < 0.2
        yield stretched(rng.choice(cycles), rng) if long else changed(rng.choice(seeds), rng, seeds)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--letters", choices=["interval", "class"], default="interval")
    parser.add_argument("--every", type=int, default=1, metavar="N")
    parser.add_argument("--strings", type=int, default=1_000_000, metavar="N")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    if reason := missing():
        print(f"nothing to compare: {reason}")
        return 2
    every, differ = matchers(), 0
    totals = {"suites": 0, "random": 0}
    states = sum(matcher.automaton.states for matcher in every)
    for matcher in every:
        strings = (case.text for case in suite(matcher, each=options.letters))
        share = -(-options.strings * matcher.automaton.states // states)
        parts = {
            "suites": islice(strings, 0, None, options.every),
            "random": random_texts(matcher, share, Random(f"{options.seed} {matcher}")),
        }
        for name, texts in parts.items():
            for count, message in asked(matcher, texts):
                totals[name] += count
                if message:
                    differ += 1
                    print(f"{matcher.grammar.name} {matcher.rule}, {name}: {message}")
                    break
        print(
            f"{matcher.grammar.name} {matcher.rule}: so far {totals['suites']:,} of suites, {totals['random']:,} random"
        )
    print("no difference" if not differ else f"{differ} differences")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())

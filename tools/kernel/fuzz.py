"""Fuzz the kernel and check it against the pure engines.

It gets random texts, bytes, automata and nonsense.

    python -m tools.kernel.fuzz [--seconds 60] [--seed N]

Each round is drawn from its own seed, which is reported when the two differ: `--seed` with that number does it again.
Run it under the sanitizers (tools.kernel.sanitize) to see what the kernel reads. Exit status 1 when an answer differs.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from random import Random

import irigrammar
from irigrammar.automata.dfa import Dfa
from irigrammar.engines import kernel, walk
from irigrammar.engines.packing import pack
from irigrammar.engines.recognizer import Text
from irigrammar.engines.values import Packed
from irigrammar.errors import GrammarError
from irigrammar.language.suite import suite
from irigrammar.matching.grammar import Grammar
from irigrammar.matching.matcher import Matcher
from tools.kernel.targets import TARGETS, difference, missing
from tools.kernel.texts import changed, encoded, loops, random_automaton, random_grammar, raw, stretched

__all__ = ["ROUNDS", "Differs", "main"]

_PRODUCTIONS = [
    ("rfc3986", "URI-reference"),
    ("rfc3987", "IRI-reference"),
    ("rfc3987", "ipath"),
    ("leiri", "LEIRI-reference"),
    ("web-address", "IRI-reference"),
    ("rfc5234", "LWSP"),
]
_MANY = 4096


class Differs(Exception):
    """The kernel does not answer what it should."""


def _catalog(rng: Random) -> int:
    """Changed strings of the suites of the catalog, and long texts in the loops of its automata."""
    matcher, seeds = _seeds(*rng.choice(_PRODUCTIONS))
    texts = [changed(rng.choice(seeds), rng, seeds) for _ in range(150)]
    texts += [stretched(loop, rng) for loop in loops(matcher.automaton, rng, 9) for _ in range(6)]
    return _compare(matcher, texts, rng)


def _grammars(rng: Random) -> int:
    """Texts in the loops of a random grammar."""
    try:
        grammar = Grammar.from_text(random_grammar(rng))
        strings = loops(grammar["r"].automaton, rng, 20)
    except GrammarError:  # it is too large
        return 0
    if not strings:
        return 0
    return _compare(grammar["r"], [stretched(rng.choice(strings), rng) for _ in range(60)], rng)


def _automata(rng: Random) -> int:
    """Texts in the loops of random automata, checked against the plain walk."""
    return sum(_automaton(random_automaton(rng), rng) for _ in range(8))


def _automaton(dfa: Dfa, rng: Random) -> int:
    ours = kernel.automaton(pack(dfa))
    assert ours is not None
    strings = loops(dfa, rng, 20)
    texts = [stretched(rng.choice(strings), rng) for _ in range(40)] if strings else ["", "a", "é", "日"]
    for text in texts:
        right = walk.fault_offset(dfa, text)
        if (ours.fault_offset(text), ours.matches(text)) != (right, right is None):
            raise Differs(f"{dfa} {text!r}: {ours.fault_offset(text)}, {ours.matches(text)}; right is {right}")
        data = raw(text, rng)
        if ours.matches(data) != _bytes_match(lambda decoded: walk.matches(dfa, decoded), data):
            raise Differs(f"{dfa} {data!r}: {ours.matches(data)}")
    for some in ([*texts], [encoded(text) for text in texts]):
        many: list[Text] = [*some] * (_MANY // len(some) + 1)  # as many as are walked in turn, by a table of bytes
        if ours.matches_many(many)[-len(some) :] != [*map(ours.matches, some)]:
            raise Differs(f"{dfa} {some!r}: many are answered otherwise than one")
    return 4 * len(texts)


def _nonsense(rng: Random) -> int:
    """Values that are not automata, or hardly: refused, or the table walked as it stands."""
    module = kernel.kernel()
    assert module is not None
    for _ in range(200):
        starts, ids, start, accepting, width, rows = _spoilt(pack(random_automaton(rng)), rng)
        try:
            ours = module.Automaton(starts, ids, start, bytes.fromhex(accepting), width, bytes.fromhex(rows))
        except (ValueError, TypeError, OverflowError):
            continue
        for text in ("", "a" * 80, "é%41" * 30, "日本" * 20, "👩" * 40, b"\xe6\x97\xa5" * 40, b"a" * 63 + b"\xff"):
            ours.matches(text)
    return 200


def _bulk(rng: Random) -> int:
    """Lists and iterators with values that are not text, that raise, or that change while they are read."""
    matcher, seeds = _seeds(*rng.choice(_PRODUCTIONS))
    ask = matcher.grammar._production(matcher.rule).recognizer.matches_many
    texts: list[object] = [changed(rng.choice(seeds), rng, seeds) for _ in range(100)]
    odd = rng.choice((None, 5, object(), [], "x" * 70_000, b"y" * 70_000, bytearray(b"a"), memoryview(b"abc")[::2]))
    texts[rng.randrange(100)] = odd

    def raising() -> Iterator[object]:
        yield from texts[: rng.randint(0, 100)]
        raise KeyError

    for values in (texts, tuple(texts), iter(texts), raising(), dict.fromkeys(map(id, texts)), odd):
        try:
            answers = ask(values)  # type: ignore[arg-type]
        except (TypeError, KeyError):
            continue
        if not all(isinstance(answer, bool) for answer in answers):
            raise Differs(f"{values!r}: {answers!r}")
    return 600


ROUNDS: dict[str, Callable[[Random], int]] = {
    "catalog": _catalog,
    "grammars": _grammars,
    "automata": _automata,
    "nonsense": _nonsense,
    "bulk": _bulk,
}


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, help="of the first round (default: by the clock)")
    options = parser.parse_args(arguments)
    if reason := missing():
        print(f"nothing to fuzz: {reason}")
        return 2
    seed = first = time.time_ns() % 10**9 if options.seed is None else options.seed
    asked: Counter[str] = Counter()
    end = time.monotonic() + options.seconds
    while True:
        for name, run_round in ROUNDS.items():
            try:
                asked[name] += run_round(Random(f"{name} {seed}"))
            except Differs as error:
                print(f"seed {seed}, {name}: {error}")
                return 1
        seed += 1
        if time.monotonic() >= end:
            break
    counts = ", ".join(f"{count:,} {name}" for name, count in asked.items())
    print(f"seeds {first} to {seed - 1}: no difference in {asked.total():,} questions ({counts})")
    return 0


def _compare(matcher: Matcher, texts: list[str], rng: Random) -> int:
    asked = 0
    for target in TARGETS:
        questions: list[list[Text]] = [[*texts]]
        if target.utf8:
            questions.append([raw(text, rng) for text in texts])
        for question in questions:
            asked += len(question)
            if case := difference(target, matcher, question):
                text, ours, pure = case
                raise Differs(f"{matcher} {target.name} {text!r}: {ours!r}; without the kernel {pure!r}")
    return asked


def _bytes_match(matches: Callable[[str], bool], data: bytes) -> bool:
    try:
        return matches(data.decode())
    except UnicodeDecodeError:
        return False


def _spoilt(packed: Packed, rng: Random) -> Packed:
    """Return the values of an automaton with one of them changed."""
    values: list[object] = list(packed)
    starts, ids, _, accepting, _, rows = packed
    number = rng.choice((-1, 0, 1, 2, 255, 256, 65_535, 65_536, 0x110000, 2**31, 2**64))
    index = rng.randrange(len(starts))
    match rng.randrange(7):
        case 0:
            values[0] = (*starts[:index], number, *starts[index + 1 :])
        case 1:
            values[1] = (*ids[:index], number, *ids[index + 1 :])
        case 2:
            values[2] = number
        case 3:
            values[3] = rng.choice((accepting[2:], accepting + "01", "", accepting * 300))
        case 4:
            values[4] = rng.choice((0, 1, 2, 3, -1))
        case 5:
            values[5] = rng.choice((rows[: -rng.randint(1, 4) * 2], rows + "00", "", rows.replace("01", "ff")))
        case _:
            values[rng.randrange(2)] = rng.choice((starts[:index], (), (None,) * len(starts), (0.5,), ("0",), [0]))
    return tuple(values)  # type: ignore[return-value]


@cache
def _seeds(name: str, rule: str) -> tuple[Matcher, list[str]]:
    """Return a matcher and some strings of its suite."""
    matcher = irigrammar.grammar(name)[rule]
    return matcher, [case.text for case in islice(suite(matcher, each="class"), 0, 40_000, 17)]


if __name__ == "__main__":
    sys.exit(main())

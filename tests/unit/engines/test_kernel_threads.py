"""Threads that share what the kernel keeps: each gets the answers that it gets when it is the only one."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from kernels import NEEDS_KERNEL

import irigrammar
from irigrammar.engines.production import Production
from irigrammar.engines.tree import TreeEngine
from irigrammar.matching.components import Splitter
from irigrammar.matching.grammar import Grammar

pytestmark = NEEDS_KERNEL

THREADS = 6
TEXTS = [
    f"http://u{number}@h{number % 7}.é:8{number}/a%2{number % 10}b/{'c' * number}?q={number}#f" for number in range(60)
]


def together(work: Callable[[int], object]) -> list[object]:
    """Return what a function returns in each of some threads that begin at once."""
    barrier = Barrier(THREADS)

    def begin(number: int) -> object:
        barrier.wait()
        return work(number)

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(begin, range(THREADS)))


def production() -> Production:
    return Production.of(irigrammar.grammar("iri-bis").rules, "IRI-reference")


def test_a_splitter_that_is_new() -> None:
    splitter = Splitter(production(), irigrammar.grammar("iri-bis").entry.components, None)
    wanted = [tuple(irigrammar.split(text)) for text in TEXTS]
    for rows in together(
        lambda number: [tuple(splitter.split(text) or ()) for text in TEXTS[number:] + TEXTS[:number]]
    ):
        assert isinstance(rows, list)
        assert {*rows} == {*wanted}


def test_a_parser_that_is_new() -> None:
    engine = TreeEngine(production().tree.program)
    single = TreeEngine(production().tree.program)

    def picks(engine: TreeEngine, text: str) -> list[tuple[tuple[int, ...], int, bool]]:
        return [(pick.events, pick.after, pick.leaf) for pick in engine.picks(text) or ()]

    wanted = [picks(single, text) for text in TEXTS]
    for rows in together(lambda _: [picks(engine, text) for text in TEXTS]):
        assert rows == wanted


def test_a_table_that_is_full_while_others_read() -> None:
    """More states than the kernel keeps: the tables are emptied again and again."""
    grammar = Grammar.from_text('r = *( "a" / "b" ) one 12( "a" / "b" )\none = "a"\n')
    engine = grammar["r"]._production.tree
    texts = [f"{number:014b}".replace("0", "a").replace("1", "b") for number in range(0, 2**14, 23)]

    def verdicts(number: int) -> list[tuple[str, bool]]:
        return [(text, engine.picks(text) is not None) for text in texts[number:] + texts[:number]]

    for rows in together(verdicts):
        assert isinstance(rows, list)
        assert all(answer == (text[-13] == "a") for text, answer in rows)


def test_an_automaton_that_makes_its_table_of_bytes() -> None:
    automaton = production().recognizer
    texts = [*TEXTS, "http://a b/"] * 40
    wanted = [True] * len(TEXTS) + [False]
    for answers in together(
        lambda number: automaton.matches_many(texts if number % 2 else [text.encode() for text in texts])
    ):
        assert answers == wanted * 40


def test_a_list_that_changes_meanwhile() -> None:
    """It is read as it was at some time, or refused; nothing that is gone is read."""
    automaton = production().recognizer
    texts = [*TEXTS] * 20

    def work(number: int) -> object:
        for turn in range(40):
            if number % 2:
                texts.pop()
                texts.append(f"http://h/{turn}")
                texts[turn] = "a b"
                texts[turn] = "http://h/" + "a" * turn
                continue
            try:
                answers = automaton.matches_many(texts)
            except RuntimeError:
                continue
            assert len(answers) in range(len(TEXTS) * 20 - THREADS, len(TEXTS) * 20 + THREADS)
        return None

    together(work)


@pytest.mark.parametrize("convert", [irigrammar.normalize, irigrammar.iri_to_uri, irigrammar.uri_to_iri])
def test_conversions_of_texts_that_lead_to_new_states(convert: Callable[[str], str]) -> None:
    texts = [f"HTTP://H{number}.É:8{number}/a/../%7e%c3%a9é{number}?q#f" for number in range(60)]
    wanted = {text: convert(text) for text in texts[::7]}
    for rows in together(lambda number: [(text, convert(text)) for text in texts[number:] + texts[:number]]):
        assert isinstance(rows, list)
        assert wanted.items() <= dict(rows).items()


SUBINTERPRETER = """
import sys
try:
    import _interpreters as interpreters  # from 3.13
except ImportError:
    import _xxsubinterpreters as interpreters
WORK = '''
import irigrammar, irigrammar.engines.kernel
assert irigrammar.engines.kernel.engine() == "kernel"
assert irigrammar.split("http://h/é?q").host == "h"
assert irigrammar.matches("a b") is False
'''
exec(WORK)
for config in (("isolated",) if hasattr(interpreters, "new_config") else ()):
    for turn in range(2):
        number = interpreters.create(config)
        error = interpreters.exec(number, f"import sys; sys.path[:] = {sys.path!r}\\n{WORK}")
        assert error is None, error
        interpreters.destroy(number)
exec(WORK)
print("well")
"""


@pytest.mark.skipif(sys.version_info < (3, 13), reason="this Python has no interpreters with a GIL of their own to ask")
def test_an_interpreter_with_a_gil_of_its_own() -> None:
    done = subprocess.run([sys.executable, "-c", SUBINTERPRETER], capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("well\n", 0), done.stderr


@pytest.mark.skipif(not hasattr(sys, "_is_gil_enabled"), reason="this Python always has the GIL")
def test_the_kernel_does_not_bring_the_gil_back() -> None:
    program = """
import sys
before = sys._is_gil_enabled()
from irigrammar.engines import _kernel
assert sys._is_gil_enabled() == before
"""
    subprocess.run([sys.executable, "-W", "error", "-c", program], check=True)

"""The choice of an engine, and what is compiled for it."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from types import SimpleNamespace
from typing import Any

import pytest
import random_grammars
from examples import examples, some
from hypothesis import given, settings
from hypothesis import strategies as st
from kernels import NEEDS_KERNEL

import irigrammar
from irigrammar import Grammar, GrammarError
from irigrammar._generated.catalog import MARKED, USUAL
from irigrammar.automata.charset import Classes
from irigrammar.automata.nfa import compile_program
from irigrammar.automata.positions import laid_out
from irigrammar.automata.program import Program
from irigrammar.automata.regular import lower
from irigrammar.automata.tagged import reverse_edges
from irigrammar.engines import compile as compiling
from irigrammar.engines import kernel, walk
from irigrammar.engines.compile import compile_dfa, compile_pattern
from irigrammar.engines.kernel import engine
from irigrammar.engines.packing import pack, unpack
from irigrammar.engines.production import Production
from irigrammar.engines.recognizer import Pure
from irigrammar.engines.usual import (
    UsualTagged,
    pack_column,
    pack_program,
    shipped_layout,
    shipped_marks,
    shipped_program,
    unpack_column,
    usual_split,
)
from irigrammar.matching.components import Splitter
from irigrammar.matching.references import reference_program
from tools.kernel import wheel

ASK = """
import sys
if {missing}:
    sys.modules["irigrammar.engines._kernel"] = None  # as where it was not built
import irigrammar
matcher = irigrammar.grammar("rfc3987")["IRI"]
from irigrammar.engines.kernel import engine
print(engine(), type(matcher.matches).__name__)
print([matcher.matches(text) for text in ("http://é/", b"http://\\xc3\\xa9/", "http://b c/")])
print(matcher.matches_many(["a:", "a b"]), matcher.check("http://b c/").fault.offset)
"""


RIGHT = ["[True, True, False]", "[True, False] 8"]


def asked(pure: str | None, *, missing: bool = False) -> list[str]:
    environment = {key: value for key, value in os.environ.items() if key != "IRIGRAMMAR_PURE"}
    if pure is not None:
        environment["IRIGRAMMAR_PURE"] = pure
    code = ASK.format(missing=missing)
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return done.stdout.splitlines()


@pytest.mark.parametrize("value", some(["1", "yes", " "], 1))
def test_irigrammar_pure_switches_the_kernel_off(value: str) -> None:
    assert asked(value) == ["pure Matches", *RIGHT]


@NEEDS_KERNEL
@pytest.mark.parametrize("value", some([None, "", "0"], 1))
def test_without_irigrammar_pure_the_kernel_answers(value: str | None) -> None:
    assert asked(value) == ["kernel builtin_function_or_method", *RIGHT]


def test_pure_engines_answer_without_a_kernel() -> None:
    assert asked(None, missing=True) == ["pure Matches", *RIGHT]


@pytest.mark.skipif(not (wheel.ROOT / "src").exists(), reason="the sources are not here")
def test_every_file_of_the_kernel_is_declared() -> None:
    """A header that is not would be left out of the source distribution."""
    declared = tomllib.loads((wheel.ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["ext-modules"][0]
    assert {*declared["sources"], *declared["depends"]} == wheel.files()


@NEEDS_KERNEL
def test_matches_is_the_function_of_the_kernel_itself() -> None:
    module = kernel.kernel()
    assert module is not None
    matches = irigrammar.grammar("rfc3987")["IRI"].matches
    assert type(matches) is type(len)
    assert isinstance(matches.__self__, module.Automaton)  # type: ignore[attr-defined]
    assert matches.__name__ == "matches"


def test_the_recognizer_is_that_of_the_engine() -> None:
    recognizer = irigrammar.grammar("rfc3987")._production("IRI").recognizer
    assert isinstance(recognizer, Pure) is (engine() == "pure")


@NEEDS_KERNEL
@pytest.mark.parametrize("changed", [{"ids": (65_535,)}, {"accepting": "00" * 65_536}])
def test_automata_too_large_for_the_kernel_use_the_pure_engines(changed: dict[str, object]) -> None:
    packed = {"starts": (0,), "ids": (0,), "start": 1, "accepting": "0001", "width": 1, "rows": "00\n01"}
    assert kernel.automaton(tuple(packed.values())) is not None  # type: ignore[arg-type]
    assert kernel.automaton(tuple((packed | changed).values())) is None  # type: ignore[arg-type]


def test_a_refusal_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[object] = []

    def refuse(program: object) -> None:
        calls.append(program)
        raise GrammarError("the grammar is too large", line=1)

    monkeypatch.setattr(compiling, "determinize", refuse)
    m = Grammar.from_text('s = *( "a" / "b" )\r\n').start
    errors = []
    for _ in range(3):
        with pytest.raises(GrammarError, match=r"^1: the grammar is too large$") as caught:
            m.automaton  # noqa: B018  # it is compiled when it is read
        errors.append(caught.value)
    assert len(calls) == 1
    assert len({*map(id, errors)}) == 3  # each has a traceback of its own
    assert [error.line for error in errors] == [1, 1, 1]


@pytest.mark.slow
@settings(max_examples=examples(30))
@given(drawn=random_grammars.grammars())
def test_a_packed_automaton_is_the_same_when_it_is_unpacked(drawn: tuple[str, Grammar]) -> None:
    dfa = drawn[1]._production("r0").dfa
    assert unpack(pack(dfa)) == dfa


def test_an_automaton_with_more_states_than_a_byte_holds_is_packed_too() -> None:
    dfa = compile_dfa(Grammar.from_text('a = 300"x" / *2"y"\n').rules, "a")
    assert dfa.states > 256
    again = unpack(pack(dfa))
    assert again == dfa
    assert walk.matches(again, "x" * 300)
    assert walk.fault_offset(again, "x" * 299) == 299


@pytest.mark.slow
@settings(max_examples=examples(30))
@given(drawn=random_grammars.grammars())
def test_compiling_again_gives_the_same(drawn: tuple[str, Grammar]) -> None:
    text, grammar = drawn
    again = Production.of(Grammar.from_text(text).rules, "r0")
    assert again.dfa == grammar._production("r0").dfa == compile_dfa(grammar.rules, "r0")
    assert again.pattern == grammar._production("r0").pattern == compile_pattern(grammar.rules, "r0")


@settings(max_examples=examples(30))
@given(drawn=random_grammars.grammars(), data=st.data())
def test_the_order_of_the_rules_does_not_matter(drawn: tuple[str, Grammar], data: st.DataObject) -> None:
    text, grammar = drawn
    lines = data.draw(st.permutations(text.splitlines(keepends=True)))
    assert compile_dfa(Grammar.from_text("".join(lines)).rules, "r0") == grammar._production("r0").dfa


@pytest.mark.parametrize("order", ["big", "little"])
def test_a_column_comes_back_in_either_order_of_bytes(order: str, monkeypatch: pytest.MonkeyPatch) -> None:
    column = [0, 1, -1, 300, 32_767, -32_768]
    packed = pack_column(column)
    if order != sys.byteorder:  # a view of the bytes is for this machine's order alone
        monkeypatch.setattr("irigrammar.engines.usual.sys.byteorder", "big")
    assert [*unpack_column(packed)] == column


@pytest.mark.parametrize("number", [32_768, -32_769])
def test_a_number_beyond_16_bits_is_refused(number: int) -> None:
    with pytest.raises(OverflowError):
        pack_column([number])


RULES = [(name, rule) for name, rules in USUAL.items() for rule in rules]
ASKED: Any = object()
NOTHING: Any = SimpleNamespace(step=lambda *_: ASKED)


def compiled(name: str, rule: str) -> Splitter:
    """Return a splitter that has no usual states."""
    grammar = irigrammar.grammar(name)
    return Splitter(Production.of(grammar.rules, rule), grammar.entry.components, None)


@pytest.mark.parametrize(("name", "rule"), RULES)
def test_usual_states_are_those_of_the_tagged_automaton(name: str, rule: str) -> None:
    spans = compiled(name, rule).spans
    head, steps = usual_split(name, rule)
    program = spans._engine.program
    assert head == (program.classes.starts, program.classes.ids, tuple(program.marks))
    tagged, usual = spans.tagged(), UsualTagged(steps, lambda: NOTHING)
    todo = [usual.begin()]
    assert todo == [tagged.begin()]
    seen = set(todo)
    for state in todo:  # grows during the loop
        for number in range(1, program.classes.count):
            step = usual.step(state, number)
            if step is not ASKED:
                assert step == tagged.step(state, number)
                todo += {step[0]} - seen
                seen.add(step[0])
    assert len(seen) == steps[0].count(",") + 1


def test_another_state_is_asked_of_the_automaton_itself() -> None:
    tagged = compiled("rfc3987", "IRI").spans.tagged()
    _, steps = usual_split("rfc3987", "IRI")
    usual = UsualTagged(steps, lambda: tagged)
    state = tagged.begin()
    for number in compiled("rfc3987", "IRI").spans._engine.program.classes.encode("http://203.0.113.7:8080/%7e?#"):
        assert usual.step(state, number) == tagged.step(state, number)
        state, _ = tagged.step(state, number)


@pytest.mark.parametrize(("name", "rule"), RULES)
def test_the_program_that_ships_is_the_one_that_is_compiled(name: str, rule: str) -> None:
    rules = irigrammar.grammar(name).rules
    wanted = compile_program(lower(rules, rule, lambda _: True, leaves=True))
    program, edges = shipped_program(name, rule)
    for field in Program.__slots__:
        value, value_wanted = getattr(program, field), getattr(wanted, field)
        assert (value if isinstance(value_wanted, int | set | dict | Classes) else list(value)) == value_wanted, field
    assert [[list(row) for row in rows] for rows in edges()] == [*reverse_edges(wanted)]
    assert shipped_layout(name, rule) == laid_out(wanted)


def test_the_programs_of_components_that_ship_are_those_that_are_compiled() -> None:
    for name, marked in MARKED.items():
        about = irigrammar.grammar(name).entry
        for rule in marked:
            production = Production.of(irigrammar.grammar(name).rules, rule)
            wanted = reference_program(production, about.components, about.prefer)
            assert pack_program(shipped_marks(name, rule)) == pack_program(wanted)


@NEEDS_KERNEL
@pytest.mark.parametrize(
    "call",
    [
        "split('http://u@[::1]:80/p%20q?#f').host",
        "parse('https://de.wikipedia.org/wiki/Straße_(Begriffsklärung)?a=b&c')",
        "check('http://a b/').fault.offset",
    ],
)
def test_a_first_call_compiles_nothing(call: str) -> None:
    program = f"import sys, irigrammar\nirigrammar.{call}\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert not {"irigrammar.automata.nfa", "irigrammar.automata.regular", "dataclasses"} & set(done.stdout.split())

"""What ships for a first split and parse: it answers as what is compiled does, and compiles nothing for usual texts."""

from __future__ import annotations

import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import pytest
from kernels import NEEDS_KERNEL

import irigrammar
from irigrammar._generated.catalog import USUAL
from irigrammar.automata.nfa import compile_program
from irigrammar.automata.program import Program
from irigrammar.automata.regular import lower
from irigrammar.automata.tagged import turned
from irigrammar.engines.production import Production
from irigrammar.engines.usual import UsualTagged, shipped_program, usual_split
from irigrammar.matching.components import Splitter

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
    tagged, usual = spans._tagged(), UsualTagged(steps, lambda: NOTHING)
    todo = [usual.begin()]
    assert todo == [tagged.begin()]
    seen = set(todo)
    for state in todo:  # grows as it is read
        for number in range(1, program.classes.count):
            step = usual.step(state, number)
            if step is not ASKED:
                assert step == tagged.step(state, number)
                todo += {step[0]} - seen
                seen.add(step[0])
    assert len(seen) == steps[0].count(",") + 1


def test_another_state_is_asked_of_the_automaton_itself() -> None:
    tagged = compiled("rfc3987", "IRI").spans._tagged()
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
    nodes = range(len(wanted.masks))
    for field in Program.__slots__:
        value, value_wanted = getattr(program, field), getattr(wanted, field)
        if field in {"leaf", "next", "event"}:
            assert [value[node] for node in nodes] == value_wanted, field
        else:
            assert (list(value) if field == "marks" else value) == value_wanted, field
    for shipped, computed in zip(edges, turned(wanted), strict=True):
        assert [list(shipped[node]) for node in nodes] == computed


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

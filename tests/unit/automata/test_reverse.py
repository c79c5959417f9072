"""The automaton read from the end: which nodes can still finish, and the first way that does."""

from __future__ import annotations

from forms import accepts, forms
from hypothesis import given
from hypothesis import strategies as st

from irigrammar.automata.nfa import compile_program
from irigrammar.automata.program import FINAL, Program
from irigrammar.automata.regular import Alternate, Capture, CharSet, Concat, Regular, Repeat
from irigrammar.automata.tagged import Reverse

A, B = CharSet(((97, 97),)), CharSet(((98, 98),))


def can_finish(program: Program, node: int, rest: str) -> bool:
    """Run the automaton from one node."""
    return accepts(
        Program(
            program.classes,
            node,
            program.masks,
            program.leaf,
            program.next,
            program.event,
            program.marks,
            program.preferred,
        ),
        rest,
    )


@given(form=forms(), text=st.text("abc1é", max_size=6))
def test_the_live_nodes_are_those_that_can_read_the_rest(form: Regular, text: str) -> None:
    program = compile_program(form)
    states = Reverse(program).suffixes(program.classes.encode(text))
    assert len(states) == len(text) + 1
    for offset, state in enumerate(states):
        rest = text[offset:]
        assert state.live == {node for node in range(len(program.masks)) if can_finish(program, node, rest)}


@given(form=forms(), text=st.text("abc1", max_size=6))
def test_a_node_is_live_at_the_start_where_the_text_matches(form: Regular, text: str) -> None:
    program = compile_program(form)
    states = Reverse(program).suffixes(program.classes.encode(text))
    assert (program.start in states[0].live) == accepts(program, text)


@given(form=forms(), text=st.text("abc1", max_size=6))
def test_picks_lead_to_the_end(form: Regular, text: str) -> None:
    program = compile_program(form)
    engine = Reverse(program)
    states = engine.suffixes(program.classes.encode(text))
    node = program.start
    if node not in states[0].live:
        return
    for offset, state in enumerate(states):
        pick = engine.pick(node, state)
        assert state.picks[node] is pick
        node = pick.after
        if offset < len(text):
            assert node in states[offset + 1].live
    assert node == FINAL


def test_states_are_made_once() -> None:
    program = compile_program(Repeat(Alternate((A, B)), 0, None))
    engine = Reverse(program)
    first = engine.suffixes(program.classes.encode("abab"))
    second = engine.suffixes(program.classes.encode("ba"))
    assert first[0] is first[2] is second[1]
    assert first[1] is first[3] is second[0]
    assert first[4] is second[2]


def test_a_pick_reports_marks_in_order_and_takes_the_first_way() -> None:
    """The first alternative that can finish is taken: x before y, but y where x cannot."""
    form = Alternate((Capture("x", Concat((A, A))), Capture("y", Concat((A, Alternate((A, B)))))))
    program = compile_program(form)
    engine = Reverse(program)
    for text, rule in (("aa", "x"), ("ab", "y")):
        states = engine.suffixes(program.classes.encode(text))
        opened = engine.pick(program.start, states[0]).events
        assert [program.marks[event] for event in opened] == [rule]

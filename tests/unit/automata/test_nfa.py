"""The automaton with ordered choices: nodes that read, nodes that choose, marks."""

from __future__ import annotations

import pytest
from forms import accepts, forms
from hypothesis import given
from hypothesis import strategies as st

from irigrammar.automata.nfa import compile_program
from irigrammar.automata.program import FINAL, Program
from irigrammar.automata.regular import EMPTY, Alternate, Capture, CharSet, Concat, Regular, Repeat

A, B = CharSet(((97, 97),)), CharSet(((98, 98),))


def words(form: Regular, limit: int) -> set[str]:
    """Return the strings of a form over a, b and c, up to a length, by the meaning of each kind of form."""
    match form:
        case CharSet(ranges):
            return {char for char in "abc" if any(low <= ord(char) <= high for low, high in ranges)}
        case Concat(items):
            strings = {""}
            for item in items:
                tails = words(item, limit)
                strings = {head + tail for head in strings for tail in tails if len(head + tail) <= limit}
            return strings
        case Alternate(items):
            return set().union(*(words(item, limit) for item in items))
        case Repeat(item, low, high):
            body = words(item, limit)
            strings, row = set(), {""}
            for count in range((limit + low if high is None else high) + 1):
                strings |= row if count >= low else set()
                row = {head + tail for head in row for tail in body if len(head + tail) <= limit}
            return strings
        case Capture(_, item):
            return words(item, limit)


@given(form=forms())
def test_the_automaton_accepts_what_the_form_means(form: Regular) -> None:
    program = compile_program(form)
    expected = words(form, 4)
    todo = [""]
    for word in todo:  # grows as it is read
        assert accepts(program, word) == (word in expected)
        if len(word) < 4:
            todo += [word + char for char in "abc"]


def test_nodes_that_read_have_one_successor_and_others_have_no_mask() -> None:
    program = compile_program(Concat((A, Alternate((Concat((A, B)), Repeat(B, 0, None))))))
    assert program.masks[FINAL] == 0
    assert program.next[FINAL] == ()
    assert all(len(after) == 1 for mask, after in zip(program.masks, program.next, strict=True) if mask)


def order(program: Program, node: int) -> list[int]:
    """Return the reading nodes and the end that come from a node without reading, the preferred one first."""
    if program.masks[node] or node == FINAL:
        return [node]
    return list(dict.fromkeys(reader for after in program.next[node] for reader in order(program, after)))


def test_choices_keep_their_order_and_repetitions_go_on_first() -> None:
    first, second = order(program := compile_program(Alternate((Concat((A, A)), Concat((A, B))))), program.start)
    assert first != second
    assert accepts(program, "ab")
    looped = compile_program(Repeat(A, 0, None))
    assert order(looped, looped.start)[-1] == FINAL
    optional = compile_program(Repeat(A, 0, 1))
    assert order(optional, optional.start)[-1] == FINAL


def test_marks_open_and_close_around_their_item() -> None:
    program = compile_program(Capture("x", Concat((A, Capture("y", B)))))
    x, y = program.marks.index("x"), program.marks.index("y")
    events: list[int] = []
    node = program.start
    while node != FINAL:
        if program.event[node]:
            events.append(program.event[node])
        (node,) = program.next[node]
    assert events == [x, y, -y, -x]


@pytest.mark.parametrize(("prefer", "read"), [("x", {"a", "b"}), ("y", {"b"}), (None, set())])
def test_preferred_nodes_are_those_inside_the_preferred_rule(prefer: str | None, read: set[str]) -> None:
    program = compile_program(Concat((CharSet(((99, 99),)), Capture("x", Concat((A, Capture("y", B)))))), prefer)
    rows = {
        char for char in "abc" for node in program.preferred if program.masks[node] >> program.classes.of(ord(char)) & 1
    }
    assert rows == read


def test_the_empty_form_is_at_its_end() -> None:
    program = compile_program(EMPTY)
    assert program.reach([program.start]) == {FINAL}


@given(low=st.integers(0, 4), more=st.none() | st.integers(0, 4))
def test_counts_of_repetitions(low: int, more: int | None) -> None:
    program = compile_program(Repeat(A, low, None if more is None else low + more))
    for count in range(10):
        assert accepts(program, "a" * count) == (low <= count and (more is None or count <= low + more))

"""Automata of rules: networks, reversal, names of classes."""

from __future__ import annotations

from typing import Any

import pytest
from forms import accepts, forms
from hypothesis import example, given
from hypothesis import strategies as st
from rows import in_one_test

import irigrammar
from irigrammar import Grammar
from irigrammar.automata.charset import MAX, Ranges, union
from irigrammar.automata.naming import blocks, character_rules, most_readable, rank, readable, size, spelling
from irigrammar.automata.nfa import compile_program
from irigrammar.automata.program import FINAL, Program
from irigrammar.automata.regular import Alternate, Capture, CharSet, Concat, Regular, Repeat, lower
from irigrammar.automata.tagged import Reverse
from irigrammar.grammars.expr import abnf
from irigrammar.grammars.reader import read
from irigrammar.grammars.rulelist import Rulelist
from irigrammar.shipped.loader import load

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
    for word in todo:  # grows during the loop
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
        char
        for char in "abc"
        for node in program.preferred_nodes
        if program.masks[node] >> program.classes.of(ord(char)) & 1
    }
    assert rows == read


@given(low=st.integers(0, 4), more=st.none() | st.integers(0, 4))
def test_counts_of_repetitions(low: int, more: int | None) -> None:
    program = compile_program(Repeat(A, low, None if more is None else low + more))
    for count in range(10):
        assert accepts(program, "a" * count) == (low <= count and (more is None or count <= low + more))


class Counted(list[Any]):
    reads = 0

    def __getitem__(self, index: Any) -> Any:
        self.reads += 1
        return super().__getitem__(index)


def test_a_state_of_many_nodes_is_made_in_one_walk() -> None:
    network = Grammar.from_text('s = *40( *40( [ "a" ] ) ) / "(" s ")"\r\n').start._production.network
    masks = network.program.masks = Counted(network.program.masks)
    start = network.start(0)
    assert start is not None
    assert start.step(network.program.classes.of(ord("a"))) is not None
    assert masks.reads < 5 * len(masks)


def ranges_of(text: str) -> Ranges:
    return union(*(((ord(char), ord(char)),) for char in text))


@given(
    st.lists(st.tuples(st.integers(0, MAX), st.integers(0, 100)), min_size=1, max_size=4).map(
        lambda rows: union(*(((low, min(low + more, MAX)),) for low, more in rows))
    )
)
def test_the_most_readable_is_the_best_of_the_set(ranges: Ranges) -> None:
    points = [point for low, high in ranges for point in range(low, high + 1)]
    assert most_readable(ranges) == min(points, key=rank)
    assert set(readable(ranges)) == {point for point in points if rank(point)[0] == rank(most_readable(ranges))[0]}
    assert {point for kind in blocks(ranges) for point in kind} <= set(points)


def kinds(text: str) -> list[str]:
    return ["".join(map(chr, kind)) for kind in blocks(ranges_of(text))]


def test_kinds_of_characters() -> None:
    assert kinds("b-A~9zé0 ") == ["bz", "é", "09", "-~", " "]  # capitals say nothing beside small letters
    assert kinds("BA\n") == ["AB"]
    assert kinds("\n\t") == ["\t\n"]
    assert kinds("\ue000!") == ["!"]


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
            program.preferred_nodes,
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
@example(form=Concat((A, Repeat(B, 0, None))), text="abb")
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


def test_a_pick_reports_marks_in_order_and_takes_the_first_way() -> None:
    """The first alternative that can finish is taken: x before y, but y where x cannot."""
    form = Alternate((Capture("x", Concat((A, A))), Capture("y", Concat((A, Alternate((A, B)))))))
    program = compile_program(form)
    engine = Reverse(program)
    for text, rule in (("aa", "x"), ("ab", "y")):
        states = engine.suffixes(program.classes.encode(text))
        opened = engine.pick(program.start, states[0]).events
        assert [program.marks[event] for event in opened] == [rule]


IRI = load("rfc3987")


NAMED = character_rules(IRI, IRI.names())


def read_back(text: str) -> Ranges:
    """Return the set that an expression stands for in RFC 3987's grammar."""
    form = lower(Rulelist("here", read(f"here = {text}\n", "here"), IRI), "here", lambda _: False)
    assert isinstance(form, CharSet)
    return form.ranges


def of(text: str) -> Ranges:
    return union(*(((ord(char), ord(char)),) for char in text))


def sets() -> st.SearchStrategy[Ranges]:
    """Draw sets of characters: whole rules, runs and single ones, without surrogates."""
    ends = st.integers(0, 0x250) | st.integers(0xE000, MAX)
    few = st.tuples(ends, st.integers(0, 9)).map(lambda row: ((row[0], min(row[0] + row[1], MAX)),))
    return st.lists(few | st.sampled_from(sorted(NAMED.values())), min_size=1, max_size=6).map(
        lambda rows: union(*rows)
    )


@given(ranges=sets())
def test_what_is_spelled_is_exactly_the_set(ranges: Ranges) -> None:
    assert read_back(abnf(spelling(ranges, NAMED))) == ranges
    assert read_back(abnf(spelling(ranges, {}))) == ranges


@in_one_test(
    ("ranges", "expected"),
    [
        (NAMED["iunreserved"], "iunreserved"),
        (union(NAMED["unreserved"], of(":@")), 'unreserved / ":" / "@"'),
        (union(NAMED["HEXDIG"], of(":")), 'HEXDIG / ":"'),
        (NAMED["DIGIT"], "DIGIT"),  # not by HEXDIG, which does not lie within it
        (of("/"), '"/"'),
        (of(" "), '" "'),
        (of('"'), "DQUOTE"),  # cannot be written
        (of("vV"), '"v"'),
        (of("v"), "%x76"),
        (of("V"), "%x56"),
        (of("Aab"), '"a" / %x62'),
        (of("12345"), '"1" / "2" / "3" / "4" / "5"'),
        (of("123456789"), "%x31-39"),
        (of("\0é"), "%x00 / %xE9"),
        (((0, 0xD7FF), (0xE000, MAX)), "%x00-D7FF / %xE000-10FFFF"),  # shorter than with names
    ],
)
def test_names_come_first_and_characters_last(ranges: Ranges, expected: str) -> None:
    named = {name: ranges for name, ranges in NAMED.items() if name not in {"VCHAR", "CHAR", "OCTET", "CTL"}}
    assert abnf(spelling(ranges, named)) == expected


def test_rules_of_single_characters() -> None:
    assert NAMED["DIGIT"] == ((0x30, 0x39),)
    assert size(NAMED["HEXDIG"]) == 22
    assert size(NAMED["iprivate"]) == 6400 + 2 * 65534
    assert not NAMED.keys() & {"h16", "pct-encoded", "ipchar", "IRI", "dec-octet", "CRLF", "LWSP", "ipath-empty"}


def test_rules_that_cannot_be_compiled_are_not_character_rules() -> None:
    rules = Rulelist("here", read('a = b / "x"\nb = a / "y"\nc = <prose>\nd = nothing / "z"\ne = "z"\n', "here"))
    assert character_rules(rules, rules.names()) == {"e": ((0x5A, 0x5A), (0x7A, 0x7A))}


def test_the_grammar_at_hand_decides() -> None:
    web = irigrammar.grammar("web-address").rules
    assert set(character_rules(web, ["path-sep"])) == {"href-path-sep"}

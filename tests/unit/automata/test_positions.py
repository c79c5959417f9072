"""The position automaton, against every way through the program."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice, pairwise, product

import backtracking
import pytest
import random_grammars
from examples import examples, some
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from near import members
from rows import in_one_test

import irigrammar
from irigrammar.automata import positions as module
from irigrammar.automata.dfa import DEAD, Dfa
from irigrammar.automata.positions import BEFORE, Positions, State
from irigrammar.automata.program import FINAL
from irigrammar.matching.grammar import Grammar

_MOST_WAYS = 3_000
LETTERS = "abA1é"

CATALOG = [
    ("rfc3986", "URI-reference"),
    ("rfc3986", "IPv6address"),
    ("rfc3986", "path"),
    ("rfc3987", "IRI"),
    ("rfc3987", "iauthority"),
    ("leiri", "LEIRI-reference"),
    ("web-address", "irelative-ref"),
    ("rfc5234", "LWSP"),
]


@dataclass(frozen=True)
class Way:
    """One way from a node: the node where it stops (one that reads, the end, or a dead end), and the scopes around.

    `stack` are the scopes that are open at its end, outermost first; `kept` counts those that were open all the time;
    `opened` and `closed` are those that open and close on the way.
    """

    node: int
    stack: tuple[int, ...]
    kept: int
    opened: frozenset[int] = frozenset()
    closed: frozenset[int] = frozenset()


def ways(positions: Positions, position: int) -> list[Way]:
    """Return every way on from a position, the preferred one first."""
    outer = tuple(reversed(list(positions.around(positions.scope(position)))))
    rows = list(islice(_ways(positions, Way(positions.after(position), outer, len(outer))), _MOST_WAYS + 1))
    assume(len(rows) <= _MOST_WAYS)
    return rows


def _ways(positions: Positions, way: Way) -> Iterator[Way]:
    program = positions.program
    node, stack = way.node, way.stack
    event = program.event[node]
    if program.masks[node] or not program.next[node]:
        yield way
        return
    if event > 0:
        scope = positions._turns[node]
        assert positions.rules[scope] == program.marks[event]
        way = replace(way, stack=(*stack, scope), opened=way.opened | {scope})
    elif event < 0:
        assert positions.rules[stack[-1]] == program.marks[-event]
        way = replace(way, stack=stack[:-1], kept=min(way.kept, len(stack) - 1), closed=way.closed | {stack[-1]})
    for after in program.next[node]:
        yield from _ways(positions, replace(way, node=after))


def distance(positions: Positions, node: int, seen: dict[int, float]) -> float:
    """Return the length of the shortest string from a node to the end, by relaxing as long as anything changes."""
    if not seen:
        program = positions.program
        seen.update(dict.fromkeys(range(len(program.masks)), float("inf")))
        seen[FINAL] = 0
        changed = True
        while changed:
            changed = False
            for here, after in enumerate(program.next):
                best = min((seen[node] for node in after), default=float("inf")) + bool(program.masks[here])
                if here != FINAL and best < seen[here]:
                    seen[here], changed = best, True
    return seen[node]


def check_position(positions: Positions, position: int, distances: dict[int, float]) -> None:
    result = ways(positions, position)
    alive = [way for way in result if distance(positions, way.node, distances) < float("inf")]
    reading = [way for way in alive if way.node != FINAL]

    for way in reading:
        assert [*way.stack] == [*reversed(list(positions.around(positions.scopes[way.node])))]
    follow = positions.follow(position)
    assert [continuation.node for continuation in follow] == list(dict.fromkeys(way.node for way in reading))
    around = [0, *reversed(list(positions.around(positions.scope(position))))]  # outermost first
    for continuation in follow:
        assert continuation.floor == around[max(way.kept for way in reading if way.node == continuation.node)]

    assert positions.completion(position) == min(distance(positions, way.node, distances) for way in alive)
    assert positions.ends(position) == any(way.node == FINAL for way in alive)

    kept = max((way.kept for way in reading), default=0)
    certain = frozenset.intersection(*(way.opened for way in alive)) if alive else frozenset()
    inside = {scope for way in reading for scope in certain if scope in way.stack}
    opened = positions.open(position)
    assert set(opened) == inside | set(around[1 : kept + 1])
    assert [positions.depths[scope] for scope in opened] == sorted(
        (positions.depths[scope] for scope in opened), reverse=True
    )
    for scope in opened:
        assert positions.may_leave(position, scope) == any(scope in way.closed for way in result)


def reached(positions: Positions, dfa: Dfa, text: str) -> Iterator[tuple[State, int]]:
    """Yield the states before and after each character of a viable prefix, with those of the minimal automaton."""
    here, state = positions.start, dfa.start
    yield here, state
    for char in text:
        moved = positions.step(here, positions.program.classes.of(ord(char)))
        state = dfa.rows[state][dfa.classes.of(ord(char))]
        assert (moved is None) == (state == DEAD)
        if moved is None:
            return
        here = moved[0]
        yield here, state


@given(generated=random_grammars.grammars(), text=random_grammars.strings())
def test_what_comes_after_a_position_is_what_all_ways_say(generated: tuple[str, Grammar], text: str) -> None:
    production = generated[1]._production("r0")
    positions = Positions(production.tree.program)
    distances: dict[int, float] = {}
    for state, _ in reached(positions, production.dfa, text):
        for position in state.positions:
            check_position(positions, position, distances)


@pytest.mark.parametrize(("name", "rule"), some(CATALOG, 2))
@settings(max_examples=10)
@given(data=st.data())
def test_what_comes_after_a_position_in_the_catalog(name: str, rule: str, data: st.DataObject) -> None:
    production = irigrammar.grammar(name)._production(rule)
    positions = irigrammar.grammar(name)[rule]._explainer.view.positions
    text = data.draw(members(production.dfa, 12))
    distances: dict[int, float] = {}
    *_, (state, _) = reached(positions, production.dfa, text[: data.draw(st.integers(0, len(text)))])
    for position in state.positions:
        check_position(positions, position, distances)


@given(generated=random_grammars.grammars(), text=random_grammars.strings())
def test_a_state_is_the_minimal_automatons_and_completes_as_soon(generated: tuple[str, Grammar], text: str) -> None:
    production = generated[1]._production("r0")
    positions = Positions(production.tree.program)
    for state, number in reached(positions, production.dfa, text):
        assert any(map(positions.ends, state.positions)) == production.dfa.accepting[number]
        assert min(map(positions.completion, state.positions)) == _shortest(production.dfa, number)


def _shortest(dfa: Dfa, state: int) -> int:
    level, length = {state}, 0
    while not any(dfa.accepting[state] for state in level):
        level, length = {to for state in level for to in dfa.rows[state]} - {DEAD}, length + 1
    return length


@pytest.mark.slow
@given(generated=random_grammars.grammars(), data=st.data())
def test_the_first_position_that_can_go_on_is_that_of_the_parse_that_wins(
    generated: tuple[str, Grammar], data: st.DataObject
) -> None:
    """RFC 3986, 4.1: first match wins; so of the live positions the first one from which the rest can be read."""
    grammar = generated[1]
    production = grammar._production("r0")
    positions = Positions(production.tree.program)
    text = data.draw(members(production.dfa, 5))
    if not text:
        return
    cut = data.draw(st.integers(1, len(text)))
    *_, (state, _) = reached(positions, production.dfa, text[:cut])
    rests = ["".join(chars) for size in range(3) for chars in product(LETTERS, repeat=size)]
    for rest in dict.fromkeys([text[cut:], *rests]):
        winner = next((position for position in state.positions if _reads(positions, position, rest)), None)
        try:
            tree = backtracking.first(grammar.rules, "r0", text[:cut] + rest)
        except backtracking.TooManyParses:
            continue
        assert (winner is None) == (tree is None)
        if winner is not None and tree is not None:
            path = [positions.rules[scope] for scope in positions.around(positions.scope(winner))]
            assert path[::-1] == _path(tree, cut - 1)


def _reads(positions: Positions, position: int, text: str) -> bool:
    level = {position}
    for char in text:
        bit = 1 << positions.program.classes.of(ord(char))
        level = {
            continuation.node
            for here in level
            for continuation in positions.follow(here)
            if positions.program.masks[continuation.node] & bit
        }
    return any(map(positions.ends, level))


def _path(tree: backtracking.Tree, offset: int) -> list[str]:
    """Return the rules around the character at an offset, outermost first."""
    path: list[str] = []
    while tree.rule:
        path.append(tree.rule)
        tree = next(child for child in tree.children if child.start <= offset < child.end)
    return path


@pytest.mark.slow
@given(generated=random_grammars.grammars(), text=random_grammars.strings())
def test_a_position_comes_from_the_first_that_leads_to_it(generated: tuple[str, Grammar], text: str) -> None:
    production = generated[1]._production("r0")
    positions = Positions(production.tree.program)
    states = [state for state, _ in reached(positions, production.dfa, text)]
    for before, state in pairwise(states):
        for position in state.positions:
            came, floor, _ = positions.origin(before, position)
            leading = [
                earlier for earlier in before.positions if position in {way.node for way in positions.follow(earlier)}
            ]
            assert came == leading[0]
            assert floor == {continuation.node: continuation.floor for continuation in positions.follow(came)}[position]


@pytest.mark.slow
@given(generated=random_grammars.grammars(), text=random_grammars.strings())
def test_what_is_lost_was_open_and_no_rule_of_its_name_is_open_in_what_lives_on(
    generated: tuple[str, Grammar], text: str
) -> None:
    check_losses(Positions(generated[1]._production("r0").tree.program), text)


@pytest.mark.parametrize(("name", "rule"), some(CATALOG, 2))
@settings(max_examples=examples(15))
@given(data=st.data())
def test_what_is_lost_in_the_catalog(name: str, rule: str, data: st.DataObject) -> None:
    production = irigrammar.grammar(name)._production(rule)
    check_losses(irigrammar.grammar(name)[rule]._explainer.view.positions, data.draw(members(production.dfa)))


def check_losses(positions: Positions, text: str) -> None:
    state = positions.start
    for char in text:
        number = positions.program.classes.of(ord(char))
        moved = positions.step(state, number)
        if moved is None:
            return
        bit = 1 << number
        going = {
            position: any(positions.program.masks[way.node] & bit for way in positions.follow(position))
            for position in state.positions
        }
        opened = {position: {positions.rules[scope] for scope in positions.open(position)} for position in going}
        alive = {rule for position, goes in going.items() if goes for rule in opened[position]}
        dying = {rule for position, goes in going.items() if not goes for rule in opened[position]}
        assert {positions.rules[loss.scope] for loss in moved[1]} == dying - alive
        for loss in moved[1]:
            assert not going[loss.position]
            assert loss.scope in positions.open(loss.position)
        state = moved[0]


@in_one_test(
    ("text", "word", "rules"),
    [
        # what must be gone through without a character is not open, though every way goes into it
        ('r = "a" e "b"\ne = ""\n', "a", ["r"]),
        ('r = "a" e "b"\ne = f\nf = ""\n', "a", ["r"]),
        # what every way goes into, for more than one character
        ('r = "a" s\ns = "b" / t\nt = "c" "d"\n', "a", ["s", "r"]),
        # what may be gone into is not
        ('r = "a" [ s ]\ns = "b"\n', "a", ["r"]),
        ('r = "a" [ s ] "c"\ns = "b"\n', "a", ["r"]),
        # what may go on in the rule that has read last
        ("r = s t\ns = *DIGIT\nt = *ALPHA\n", "1", ["s", "r"]),
        ("r = s t\ns = DIGIT\nt = 1*ALPHA\n", "1", ["ALPHA", "t", "r"]),
        # of all ways on the one that leaves least counts
        ('r = s "x" / "1" t\ns = *DIGIT\nt = "y"\n', "1", ["s", "r"]),
        ('r = 1*s\ns = t *"b"\nt = "a"\n', "a", ["s", "r"]),
    ],
)
def test_open_rules(text: str, word: str, rules: list[str]) -> None:
    production = Grammar.from_text(text)._production("r")
    positions = Positions(production.tree.program)
    *_, (state, _) = reached(positions, production.dfa, word)
    assert [positions.rules[scope] for scope in positions.open(state.positions[0])] == rules


def test_start_of_an_iri_reference() -> None:
    positions = irigrammar.grammar("rfc3987")["IRI-reference"]._explainer.view.positions
    assert positions.start.positions == (BEFORE,)
    assert positions.completion(BEFORE) == 0
    assert [positions.rules[scope] for scope in positions.open(BEFORE)] == ["IRI-reference"]
    assert positions.may_leave(BEFORE, positions.open(BEFORE)[0])


def test_a_full_cache_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    production = irigrammar.grammar("rfc3987")._production("IRI-reference")
    text = "http://u:1@[::1]:80/a%20b?q#f"
    plain = [state.positions for state, _ in reached(Positions(production.tree.program), production.dfa, text)]
    monkeypatch.setattr(module, "_CACHE_LIMIT", 2)
    small = Positions(production.tree.program)
    for _ in range(2):
        assert [state.positions for state, _ in reached(small, production.dfa, text)] == plain
    assert len(small._states) <= 2

"""The readings of a string as lanes.

A lane shows where a rule begins, runs, is complete or is ruled out.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

from irigrammar.automata.positions import Positions, State
from irigrammar.dataclass import dataclass
from irigrammar.matching.matcher import Matcher

Outcome = Literal["open", "complete", "ruled out", "ended"]


@dataclass(frozen=True, slots=True)
class Run:
    """A part of a string in which a rule could go on.

    `words` is how messages call the rule. `start` and `end` are offsets in code points, the end exclusive; `outcome` is
    how the run ended, which the character at offset `known` - 1 decided.
    """

    rule: str
    words: str
    start: int
    end: int
    outcome: Outcome
    known: int


def lanes(matcher: Matcher, text: str, start: int, stop: int) -> list[Run]:
    """Return the runs of the rules that messages name, in the order in which they begin, from offset `start` on.

    The first `stop` characters of the text must begin a string of the matcher's rule. Time is linear in `stop`.

    >>> from irigrammar.matching.grammar import grammar
    >>> [(run.words, run.start, run.end) for run in lanes(grammar("rfc3986").start, "a:80", 0, 4)][:2]
    [('the path', 0, 1), ('the first segment', 0, 1)]
    """
    view = matcher._explainer.views(text, stop)[0]
    positions = view.positions
    replay = view.replay(text, stop)
    rules, naming = positions.rules, matcher._explainer.naming

    @cache
    def open_rules(state: State) -> dict[str, None]:
        """Return the rules that can go on, innermost first."""
        scopes = (scope for position in state.positions for scope in positions.open(position) if scope in view.scopes)
        return dict.fromkeys(rules[scope] for scope in scopes)

    @cache
    def inside(state: State) -> frozenset[str]:
        """Return the rules that the last character is a part of."""
        scopes = (scope for position in state.positions for scope in positions.around(positions.scope(position)))
        return frozenset(rules[scope] for scope in scopes)

    running: dict[str, tuple[int, int]] = {}  # the start of each run, and its place among the runs
    runs: list[Run] = []
    for offset in range(start, stop + 1):
        state = replay.states[offset]
        before = replay.states[offset - 1] if offset > start else None
        for rule, (began, place) in list(running.items()):
            assert before is not None
            anew = rule in inside(before) and not _is_same(positions, before, state, rule)
            if rule in open_rules(state) and not anew:
                continue
            del running[rule]
            outcome: Outcome = "ended"
            if rule not in open_rules(state) and rule in inside(state):
                outcome = "complete"
            elif _is_ruled_out(positions, before, replay.numbers[offset - 1], rule):
                outcome = "ruled out"
            end = offset if outcome == "complete" else offset - 1
            runs[place] = Run(rule, runs[place].words, began, end, outcome, offset)
        for rule in reversed(open_rules(state)):
            if rule not in running:
                began = offset - 1 if before is not None and rule in inside(state) else offset
                running[rule] = began, len(runs)
                runs.append(Run(rule, naming.words(rule) or "", began, stop, "open", stop))
    return [run for run in runs if run.words or naming.field(run.rule)]


def _is_same(positions: Positions, before: State, state: State, rule: str) -> bool:
    """Return whether some reading is, after a character, in the same place of a rule as before it."""
    return any(
        scope not in positions.origin(before, position).began
        for position in state.positions
        for scope in positions.around(positions.scope(position))
        if positions.rules[scope] == rule
    )


def _is_ruled_out(positions: Positions, state: State, number: int, rule: str) -> bool:
    """Return whether no reading in which a rule is open goes on with a character, given by its class: neither in the
    rule nor, where that can be complete before the character, after it.
    """
    masks = positions.program.masks
    return not any(
        any(masks[after.node] >> number & 1 for after in positions.follow(position))
        for position in state.positions
        if any(positions.rules[scope] == rule for scope in positions.open(position))
    )

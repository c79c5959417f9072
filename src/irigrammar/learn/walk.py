"""Trace an automaton over a string.

Yields after each character the state, the open rules, and what can follow.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

from irigrammar.automata.dfa import DEAD
from irigrammar.automata.positions import State
from irigrammar.dataclass import dataclass
from irigrammar.engines.earley import Live, Run, Work
from irigrammar.faults.explain import Explanation
from irigrammar.faults.readings import by_completion
from irigrammar.matching.matcher import Matcher
from irigrammar.matching.undecided import fault_of
from irigrammar.text.caret import columns, fold_words, left_to_right
from irigrammar.text.names import character, column, ellipsis, visible_characters
from irigrammar.text.sheet import PLAIN, Sheet, one_of

_OFFSET, _STATE = 7, 5  # columns of offsets and states, at least
_SHOWN = 24  # columns of a run that are shown


# The open productions, and what could follow.
_OpenAndLost = tuple[tuple[str, ...], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Transition:
    """A transition: the reading of one character, or the start, which has none.

    `offset` is that of the character in code points, -1 at the start. `before` and `after` are numbers of states of the
    minimal automaton, `after` 0 where it cannot go on; `accepting` says that the string may end there. `open` are the
    productions that are open after the character, innermost first, by the reading that a fault would name; `lost` those
    that no reading is inside of any more; `expected` says in the catalog's words what could follow, in any reading.
    """

    offset: int
    char: str
    before: int
    after: int
    accepting: bool
    open: tuple[str, ...]
    lost: tuple[str, ...]
    expected: tuple[str, ...]

    @property
    def says(self) -> tuple[object, ...]:
        """The number of the state after the transition, the open productions, the lost ones, and the expected
        continuations, in this order; if two are equal, nothing has changed.
        """
        return self.after, self.open, self.lost, self.expected


def walk(matcher: Matcher, text: str) -> Iterator[Transition]:
    """Yield the start and then the transitions of the minimal automaton over a text, in time linear in its length.

    With a recursive rule, or one whose automaton would be too large, the states are sets of items of the general
    engine, numbered when first met, and the time is quadratic. At a character that is not allowed there is a last
    transition to state 0, which says what was expected instead. Raises `GrammarError` for a reference that no rule
    defines, and `ParseLimit` where the general engine takes too much work.

    >>> import irigrammar
    >>> for transition in walk(irigrammar.grammar("rfc3986")["port"], "8a"):
    ...     print(transition.offset, transition.char, transition.after, transition.accepting, *transition.expected)
    -1  1 True a port digit the end
    0 8 1 True a port digit the end
    1 a 0 False a port digit the end
    """
    if not matcher._production.is_expression:
        yield from _by_chart(matcher, text)
        return
    dfa = matcher.automaton
    positions = matcher._explainer.view.positions
    scopes, rules = matcher._explainer.view.scopes, positions.rules

    @cache
    def look_at(state: State) -> _OpenAndLost:
        """Return the open rules in a state, innermost first, and the phrases of continuations."""
        readings = by_completion(positions, state)
        inside = [rules[scope] for scope in positions.open(readings[0]) if scope in scopes]
        return tuple(inside), matcher._explainer.view.expectation.phrases(readings, at_end=False)

    dfa_state, state = dfa.start, positions.start
    open_rules, expected = look_at(state)
    yield Transition(-1, "", dfa_state, dfa_state, bool(dfa.accepting[dfa_state]), open_rules, (), expected)
    for offset, char in enumerate(text):
        after = dfa.rows[dfa_state][dfa.classes.of(ord(char))]
        if after == DEAD:
            yield Transition(offset, char, dfa_state, DEAD, False, open_rules, (), expected)
            return
        transition = positions.step(state, positions.program.classes.of(ord(char)))
        assert transition is not None  # both automata have the same language
        state, lost = transition
        open_rules, expected = look_at(state)
        gone = tuple(dict.fromkeys(rules[loss.scope] for loss in lost if loss.scope in scopes))
        yield Transition(offset, char, dfa_state, after, bool(dfa.accepting[after]), open_rules, gone, expected)
        dfa_state = after


def _by_chart(matcher: Matcher, text: str) -> Iterator[Transition]:
    """Yield the walk with a recursive rule: a state is a set of live items, without the rules around them.

    The first transition (offset -1) enters the start state; one into `DEAD` is the last. `lost` is always empty.
    """
    explainer = matcher._explainer
    run = Run(matcher._production.network)
    classes = matcher._production.network.program.classes
    numbers: dict[frozenset[object], int] = {}

    def number(live: Live) -> int:
        return numbers.setdefault(frozenset(state for state, _ in live.items), len(numbers) + 1)

    work = Work(len(text))

    def look(offset: int) -> _OpenAndLost:
        """Return the open rules at an offset, innermost first, and the phrases of what may follow, "the end" last."""
        explanation = Explanation(matcher, text[:offset], offset)
        explanation._views = explainer.views(text, offset, work)
        names = tuple(production.rule for production in explanation.open)
        phrases = [
            phrase
            for view in explanation._views
            for phrase in view.expectation.phrases(view.replay(text, offset).order(), at_end=False)
        ]
        return names, tuple(sorted(dict.fromkeys(phrases), key="the end".__eq__))

    live = run.begin()
    before = number(live)
    open_rules, expected = look(0)
    yield Transition(-1, "", before, before, live.is_match, open_rules, (), expected)
    for offset, char in enumerate(text):
        further = run.step(live, classes.of(ord(char)))
        if further is None:
            yield Transition(offset, char, before, DEAD, False, open_rules, (), expected)
            return
        live, after, (open_rules, expected) = further, number(further), look(offset + 1)
        yield Transition(offset, char, before, after, live.is_match, open_rules, (), expected)
        before = after


def as_lines(
    matcher: Matcher,
    text: str | bytes,
    sheet: Sheet = PLAIN,
    *,
    start: int = 0,
    stop: int | None = None,
    each: bool = False,
) -> Iterator[str]:
    """Yield the walk over a text as lines: offset, state after the character ("*" where the string may end), character;
    below that the open, given up and possible next productions, where they changed; then the verdict.

    A run of characters over which nothing changes is one line, unless `each` is wanted. `start` and `stop` (offsets in
    code points, the end exclusive) choose the characters that are shown; the walk begins at the text's first one.

    >>> import irigrammar
    >>> print("\\n".join(as_lines(irigrammar.grammar("rfc3986")["port"], "8080a")))
         at  state    character
      start      1 *
                      open      port
                      next      a port digit, or the end
     0 to 3      1 *  "8080", 4 characters: nothing changes
          4      0    "a" U+0061 LATIN SMALL LETTER A is not allowed here
                      expected  a port digit, or the end
    not port: "a" is not a digit, and a port can contain only digits (column 5)
    """
    decoded = _decoded(text)
    yield sheet.paint(f"{'at':>{_OFFSET}}  {'state':>{_STATE}}    character", "faint")
    previous: Transition | None = None  # whose words were the last ones to be shown
    run: list[Transition] = []
    for transition in _stretch(matcher, decoded, start, stop):
        if previous is not None and transition.says == previous.says and not each:
            run.append(transition)
            continue
        yield from _run(run, decoded, sheet)
        run = []
        yield from _transition(transition, previous, sheet)
        previous = transition
    yield from _run(run, decoded, sheet)
    fault = fault_of(matcher, text)
    if fault is None:
        yield sheet.paint(f"valid {matcher.rule}: the string may end here", "valid")
    else:
        byte = f", byte {fault.byte_offset}" if isinstance(fault.found, bytes) else ""
        place = column(decoded, fault.place[0])
        words = f"not {matcher.rule}: {fault.message} ({place}{byte})"
        yield from _hung("", words, sheet, "error")


def as_dict(matcher: Matcher, text: str | bytes, *, start: int = 0, stop: int | None = None) -> dict[str, Any]:
    """Return the walk for JSON: the verdict, and every transition from offset `start` to `stop` (by default all), with
    offset, code point, states (`state` after it), open productions, those given up, and possible continuations. Offsets
    are code points from 0, -1 at the start.
    """
    decoded = _decoded(text)
    fault = fault_of(matcher, text)
    return {
        "text": text if isinstance(text, str) else text.decode(errors="backslashreplace"),
        "grammar": matcher.grammar.name,
        "rule": matcher.rule,
        "valid": fault is None,
        "offset": None if fault is None else fault.offset,
        "message": None if fault is None else fault.message,
        "moves": [
            {
                "offset": transition.offset,
                "character": character(transition.char) if transition.char else None,
                "before": transition.before,
                "state": transition.after,
                "accepting": transition.accepting,
                "open": transition.open,
                "lost": transition.lost,
                "expected": transition.expected,
            }
            for transition in _stretch(matcher, decoded, start, stop)
        ],
    }


def _stretch(matcher: Matcher, text: str, start: int, stop: int | None) -> Iterator[Transition]:
    """Return the transitions for the characters from `start` to `stop`; with `start` 0 that of the beginning, too."""
    return islice(walk(matcher, text), start + 1 if start else 0, None if stop is None else stop + 1)


def _decoded(text: str | bytes) -> str:
    """Return a text as code points; of bytes that are not UTF-8 the part before the first invalid one."""
    if isinstance(text, str):
        return text
    try:
        return text.decode()
    except UnicodeDecodeError as error:
        return text[: error.start].decode()


def _transition(transition: Transition, previous: Transition | None, sheet: Sheet) -> Iterator[str]:
    """Yield the lines of a transition: its effect, and its words that differ from those of the previous transition."""
    offset = f"{transition.offset}" if transition.char else "start"
    head = f"{offset:>{_OFFSET}}  {transition.after:>{_STATE}} {'*' if transition.accepting else ' '}  "
    label = _character(transition.char, sheet) if transition.char else ""
    if not transition.after:
        yield from _hung(head, f"{label} is not allowed here", sheet, "error")
        yield from _labeled_lines("expected", _expected(transition), len(head), sheet)
        return
    yield from _hung(head, label, sheet)
    if previous is None or transition.open != previous.open:
        yield from _labeled_lines("open", " < ".join(transition.open) or "nothing", len(head), sheet)
    if transition.lost:
        yield from _labeled_lines("given up", ", ".join(transition.lost), len(head), sheet)
    if previous is None or transition.expected != previous.expected:
        yield from _labeled_lines("next", _expected(transition), len(head), sheet)


def _expected(transition: Transition) -> str:
    return one_of(transition.expected) if transition.expected else "nothing: no string matches"


def _run(run: list[Transition], text: str, sheet: Sheet) -> Iterator[str]:
    """Yield the lines of transitions with the same state description, shown as one run; nothing for none."""
    if not run:
        return
    first, last = run[0], run[-1]
    offsets = f"{first.offset}" if first is last else f"{first.offset} to {last.offset}"
    head = f"{offsets:>{_OFFSET}}  {last.after:>{_STATE}} {'*' if last.accepting else ' '}  "
    if first is last:
        yield from _hung(head, _character(first.char, sheet), sheet)
        return
    cells = visible_characters(text[first.offset : last.offset + 1][:_SHOWN], sheet.encoding)
    while columns("".join(cells)) > _SHOWN:
        cells.pop()
    cut = ellipsis(sheet.show) if len(cells) < len(run) else ""
    shown = f'"{left_to_right("".join(cells), sheet.encoding)}"{cut}'
    yield from _hung(head, f"{shown}, {len(run):,} characters: nothing changes", sheet)


def _character(char: str, sheet: Sheet) -> str:
    return f'"{left_to_right(sheet.show(char), sheet.encoding)}" {character(char)}'


def _labeled_lines(label: str, words: str, indent: int, sheet: Sheet) -> Iterator[str]:
    yield from _hung(" " * indent + sheet.paint(f"{label:<10}", "faint"), sheet.show(words), sheet, indent=indent + 10)


def _hung(head: str, words: str, sheet: Sheet, role: str = "", indent: int | None = None) -> Iterator[str]:
    """Yield words after a head, over as many lines as they take, the later ones below the first, in the column `indent`
    (by default the head's width). `role` is for the colour of the words.
    """
    indent = len(head) if indent is None else indent
    for line in fold_words(words, sheet.width, indent, indent):
        yield f"{head}{sheet.paint(line, role) if role else line}".rstrip()
        head = " " * indent

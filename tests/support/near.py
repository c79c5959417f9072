"""Strings of a language and strings near it, for property tests."""

from __future__ import annotations

from collections import deque

from hypothesis import strategies as st

from irigrammar.automata.dfa import DEAD, Dfa

__all__ = ["members", "near"]

# What implementations get wrong: ends of planes and of surrogates, digits and letters that fold to ASCII, line ends.
_SUSPECTS = [
    *"\0\t\n\r !\"#%&'()*+,-./09:;<=>?@AFGZ[\\]^_`afgz{|}~\x7f\x80\x85\xa0\xad",
    *"\u0130\u017f\u0660\u200b\u2028\u202e\u212a\ud7ff\ud800\udbff\udc00\udfff\ue000\uf8ff\uf900",
    *"\ufdcf\ufdd0\ufdef\ufdf0\ufeff\uffef\uff10\ufffd\ufffe\uffff\U00010000\U0001fffd\U0001fffe",
    *"\U000dffff\U000e0000\U000e0fff\U000e1000\U000efffd\U000f0000\U000ffffe\U00100000\U0010fffd\U0010ffff",
]


@st.composite
def members(draw: st.DrawFn, dfa: Dfa, max_size: int = 24) -> str:
    """Draw a string of the language: a random walk, then the shortest way to an accepting state."""
    points: list[str] = []
    state = dfa.start
    for step in draw(st.lists(st.integers(0, 2**16), max_size=max_size)):
        moves = [(number, to) for number, to in enumerate(dfa.rows[state]) if to != DEAD]
        if not moves:
            break
        number, state = moves[step % len(moves)]
        points.append(_char(dfa, number, step // len(moves)))
    step = draw(st.integers(0, 2**16))
    points += [_char(dfa, number, step) for number in _way_out(dfa, state)]
    return "".join(points)


@st.composite
def near(draw: st.DrawFn, dfa: Dfa, max_size: int = 24) -> str:
    """Draw a string of the language with up to three characters changed, added, doubled, moved or left out."""
    text = draw(members(dfa, max_size))
    letters = st.sampled_from(_SUSPECTS) | st.characters()
    for change in draw(st.lists(st.sampled_from(["change", "add", "double", "move", "omit", "cut"]), max_size=3)):
        offset = draw(st.integers(0, len(text)))
        match change:
            case "change":
                text = text[:offset] + draw(letters) + text[offset + 1 :]
            case "add":
                text = text[:offset] + draw(letters) + text[offset:]
            case "double":
                text = text[:offset] + text[offset : offset + 1] * 2 + text[offset + 1 :]
            case "move":
                text = text[:offset] + text[offset + 1 :] + text[offset : offset + 1]
            case "omit":
                text = text[:offset] + text[offset + 1 :]
            case "cut":
                text = text[:offset]
    return text


def _char(dfa: Dfa, number: int, step: int) -> str:
    """Return a character of a class: the low end of one of its ranges, the high end, or one inside."""
    ranges = [
        part
        for low, high in dfa.classes.ranges(number)
        for part in ((low, min(high, 0xD7FF)), (max(low, 0xE000), high))
        if part[0] <= part[1]
    ]
    low, high = ranges[step % len(ranges)]
    step //= len(ranges)
    return chr((low, high, low + step % (high - low + 1))[step % 3])


def _way_out(dfa: Dfa, state: int) -> list[int]:
    """Return the classes on a shortest way to an accepting state."""
    came: dict[int, list[int]] = {state: []}
    todo = deque([state])
    while todo:
        here = todo.popleft()
        if dfa.accepting[here]:
            return came[here]
        for number, to in enumerate(dfa.rows[here]):
            if to != DEAD and to not in came:
                came[to] = [*came[here], number]
                todo.append(to)
    raise AssertionError("the language is empty")

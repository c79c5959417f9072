"""Strings that reach the states of an automaton, and strings that tell them apart."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from irigrammar.automata.dfa import Dfa

# A string as the classes of its characters.
Word = tuple[int, ...]


def access(dfa: Dfa) -> dict[int, Word]:
    """Return, for each state that can be reached, a shortest string that reaches it."""
    found: dict[int, Word] = {dfa.start: ()}
    todo = deque([dfa.start])
    while todo:
        state = todo.popleft()
        for number, to in enumerate(dfa.rows[state]):
            if to not in found:
                found[to] = (*found[state], number)
                todo.append(to)
    return found


@dataclass(slots=True)
class _Block:
    """A node of the splitting tree: its states, and the string after which some of them accept and others do not."""

    states: list[int]
    word: Word = ()
    parts: tuple[_Block, ...] = ()
    parent: _Block | None = None
    depth: int = 0


def identifiers(dfa: Dfa) -> list[tuple[Word, ...]]:
    """Return harmonized state identifiers: for each state a set of strings, such that for any two states some string
    is in the sets of both and is accepted from one of them only (Luo, Petrenko and von Bochmann, 1994).

    They are the strings on the way from the root to the state's leaf in a splitting tree, so that each pair shares the
    string of the node where it parts.
    """
    root = _Block(list(range(dfa.states)))
    leaf = dict.fromkeys(root.states, root)
    _split(root, (), [bool(dfa.accepting[state]) for state in root.states], leaf)
    todo = deque(_leaves(root))
    waiting = 0
    while todo:
        block = todo.popleft()
        if len(block.states) == 1:
            continue
        best = _best_split(dfa, block, leaf)
        if best is None:  # its successors are not told apart yet
            todo.append(block)
            waiting += 1
            if waiting > len(todo):
                raise AssertionError("the automaton is not minimal")
            continue
        waiting = 0
        _split(block, *best, leaf)
        todo.extend(block.parts)
    return [_words(leaf[state]) for state in range(dfa.states)]


def _leaves(block: _Block) -> list[_Block]:
    return list(block.parts) or [block]


def _split(block: _Block, word: Word, ends: list[bool], leaf: dict[int, _Block]) -> None:
    sides = [[state for state, end in zip(block.states, ends, strict=True) if end is side] for side in (False, True)]
    if not all(sides):
        return
    block.word = word
    block.parts = tuple(_Block(states, parent=block, depth=block.depth + 1) for states in sides)
    for part in block.parts:
        for state in part.states:
            leaf[state] = part


def _best_split(dfa: Dfa, block: _Block, leaf: dict[int, _Block]) -> tuple[Word, list[bool]] | None:
    """Return the string that splits a block most evenly, of those that are a class and a string known already."""
    best: tuple[tuple[int, int], Word, list[bool]] | None = None
    for number in range(dfa.classes.count):
        after = [dfa.rows[state][number] for state in block.states]
        node = _meeting([leaf[to] for to in set(after)])
        if node is None:
            continue
        while node is not None:  # what splits it, or, higher up, what splits it more evenly, if anything does
            ends = [_accepts(dfa, to, node.word) for to in after]
            even = min(sum(ends), len(ends) - sum(ends))
            if even and (best is None or (even, -len(node.word)) > best[0]):
                best = ((even, -len(node.word)), (number, *node.word), ends)
            node = node.parent
    return best[1:] if best else None


def _meeting(blocks: list[_Block]) -> _Block | None:
    """Return the node at which leaves part, None where they are one leaf."""
    here = {id(block): block for block in blocks}
    if len(here) == 1:
        return None
    while len(here) > 1:
        deepest = max(here.values(), key=lambda block: block.depth)
        del here[id(deepest)]
        parent = deepest.parent
        assert parent is not None
        here[id(parent)] = parent
    return next(iter(here.values()))


def _accepts(dfa: Dfa, state: int, word: Word) -> bool:
    for number in word:
        state = dfa.rows[state][number]
    return bool(dfa.accepting[state])


def _words(block: _Block) -> tuple[Word, ...]:
    words: list[Word] = []
    here = block.parent
    while here is not None:
        words.append(here.word)
        here = here.parent
    return tuple(reversed(words))

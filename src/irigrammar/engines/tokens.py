"""Cut a text into tokens, and keep those that can matter.

A document of a formal syntax is `*( token / error )`: at each place the longest token is read, of several kinds the
first one in the grammar; a character with which none begins is an error. Brackets are counted, and keys remembered, on
the way. What is not kept never becomes an object.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Callable, Iterator, Sequence
from enum import IntFlag
from functools import reduce
from operator import or_

from irigrammar.automata.dfa import DEAD, Dfa
from irigrammar.dataclass import NamedTuple
from irigrammar.engines.kernel import automaton, kernel
from irigrammar.engines.packing import pack
from irigrammar.engines.walk import Walker
from irigrammar.errors import GrammarError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irigrammar.engines import _kernel
    from irigrammar.grammars.rulelist import Rulelist

__all__ = ["ERROR", "Role", "Token", "Tokenizer", "Tokens", "token_automaton"]

ERROR = 0  # the kind of a character with which no token begins


class Role(IntFlag):
    """The roles of a kind of tokens; the kernel knows them by these bits."""

    KEPT = 1
    """It is kept."""
    OPENS = 2
    """It opens a level, which has the key of the level around it until it has one of its own."""
    CLOSES = 4
    """It closes the innermost level, if there is one; together with `NEXT` all levels."""
    VALUE = 8
    """It is kept if its key is wanted, or the second automaton matches in it."""
    KEYED = 16
    """The level that it opens begins with a key."""
    NEXT = 32
    """A key is due after it, if its level begins with one or is the outermost; with `KEY` it is one itself."""
    KEY = 64
    """It is the key of the values after it in its level, where one is due; with OPENS, of those in the level that it
    opens itself, whatever is wanted around it, and with CLOSES that is all of the level. With VALUE it is kept if the
    second automaton matches in it.
    """
    STOPS = 128
    """Nothing is read after it."""
    PARTS = 256
    """Its parts are kept after it: the tokens in it by another automaton."""


# As plain numbers: the pure engine asks for each token.
_KEPT, _OPENS, _CLOSES, _VALUE, _KEYED, _NEXT, _KEY, _STOPS, _PARTS = map(int, Role)


class Token(NamedTuple):
    """A token that is kept: its kind (an index of the kinds, from 1, or `ERROR`; negative for a key), its span in code
    points, the number of open levels, the index of its key among the tokens, and the offset at which its level opens;
    -1 for none.

    A key is kept before the first token that has it, and has the key of the level around its own.
    """

    kind: int
    start: int
    end: int
    depth: int
    key: int
    opener: int


_TOKEN = struct.Struct("6i")


class Tokens:
    """The tokens of a text that are kept, in their order, except that keys come before their values; `kinds` are those
    that they have, and `left_out` is the number of values that are not kept.
    """

    __slots__ = ("_rows", "kinds", "left_out")

    def __init__(self, rows: bytes, left_out: int) -> None:
        self._rows = rows
        self.left_out = left_out
        self.kinds = frozenset(memoryview(rows).cast("i")[:: len(Token._fields)])

    def __len__(self) -> int:
        """Return the number of tokens."""
        return len(self._rows) // _TOKEN.size

    def __getitem__(self, index: int) -> Token:
        """Return the token of an index, which is not negative."""
        return Token._make(_TOKEN.unpack_from(self._rows, index * _TOKEN.size))

    def __iter__(self) -> Iterator[tuple[int, int, int, int, int, int]]:
        """Iterate over the fields of each token."""
        return _TOKEN.iter_unpack(self._rows)


def token_automaton(rules: Rulelist, kinds: Sequence[str], *, twice: bool = False) -> Dfa:
    """Return the automaton of kinds of tokens: `accepting` has the number of the first kind, from 1, of each state.

    Raises `GrammarError` for a kind that is recursive, that matches the empty string, or a text that would have to be
    read again and again: one that can go on for any length before it is a token, after one that is. With `twice` that
    is allowed where nothing in it leads to such a text again, so that it is read twice at most.
    """
    from irigrammar.automata.dfa import determinize
    from irigrammar.automata.nfa import compile_network
    from irigrammar.automata.regular import lower

    program, starts, ends = compile_network([lower(rules, kind, lambda _: False) for kind in kinds])
    program.masks.append(0)
    program.leaf.append(False)
    program.next.append(tuple(starts))
    program.event.append(0)
    program.start = len(program.masks) - 1
    dfa = determinize(program, ends)
    if dfa.accepting[dfa.start]:
        raise GrammarError(f"a token is never empty: {kinds[dfa.accepting[dfa.start] - 1]}")
    if state := _endless(dfa, twice=twice):
        raise GrammarError(f"a text can go on for ever before it is one of these tokens (state {state})")
    return dfa


def _endless(dfa: Dfa, *, twice: bool) -> int:
    """Return a state on a cycle of states that end no token, 0 where there is none; with `twice` one in which a
    character can come that leads to such a cycle from the start.
    """
    waiting = {state for state in range(1, dfa.states) if not dfa.accepting[state]}
    while leaving := {state for state in waiting if waiting.isdisjoint(dfa.rows[state])}:
        waiting -= leaving
    if not twice:
        return min(waiting, default=0)
    leading, before = set(waiting), -1
    while len(leading) != before:
        before = len(leading)
        leading |= {state for state in range(1, dfa.states) if not leading.isdisjoint(dfa.rows[state])}
    again = [number for number, state in enumerate(dfa.rows[dfa.start]) if state in leading]
    return min((state for state in waiting if any(dfa.rows[state][number] for number in again)), default=0)


_UNKNOWN = -2
_PIECE = 1 << 12  # characters that are read at once in Python


class _Level:
    """A level that is open: where it was opened, its key (kind and span), whether values of that are wanted, and the
    index at which the key is kept, -1 without a key. One without a key of its own has that of the level around.
    """

    __slots__ = ("index", "is_due", "is_keyed", "is_wanted", "key", "opener")

    def __init__(self, opener: int, is_wanted: bool, is_keyed: bool) -> None:
        self.opener = opener
        self.is_keyed = self.is_due = is_keyed
        self.key: tuple[int, int, int] | None = None
        self.is_wanted = is_wanted
        self.index = _UNKNOWN


class Tokenizer:
    """Cuts texts by one automaton of tokens; safe across threads.

    `roles` has the role of each kind, that of an error first. `holds` is the automaton of the values to keep: it
    accepts a text as soon as it has read enough of it. `parts` cuts tokens into parts, of which those are kept that it
    keeps: their kinds are counted on from those of the tokens, and their key is the index of the token.
    """

    def __init__(self, dfa: Dfa, roles: Sequence[int], holds: Dfa, parts: Tokenizer | None = None) -> None:
        self._dfa = dfa
        self._roles = array("H", roles)
        self._holds = holds
        self._parts = parts
        self._native = self._kernel()
        self._walker = Walker(dfa)

    def _kernel(self) -> _kernel.Tokens | None:
        module = kernel()
        pair = automaton(pack(self._dfa)), automaton(pack(self._holds))
        parts = self._parts._native if self._parts else None
        return module.Tokens(*pair, self._roles.tobytes(), parts) if module and all(pair) else None

    def tokens(self, text: str, start: int = 0, end: int | None = None) -> Iterator[Token]:
        """Yield the tokens of a part of a text that are kept; no key is wanted.

        Raises `OverflowError` for a text of more than 2,147,483,647 characters.
        """
        return map(Token._make, self.by_keys(text, start, len(text) if end is None else end, lambda _: 0)[0])

    def by_keys(self, text: str, start: int, end: int, wanted: Callable[[str], int]) -> tuple[Tokens, int]:
        """Return the tokens of a part of a text that are kept, and the bits of all answers about keys.

        `wanted` is asked, once for most keys, given the text of the key; an odd answer says that all its values are
        kept, and 2 or 3 of a key that opens its level that it is kept itself. Raises `OverflowError` as `tokens` does.
        """
        rows, answers, left_out = (self._native.tokens if self._native else self._tokens)(text, start, end, wanted)
        return Tokens(rows, left_out), answers

    def _tokens(self, text: str, start: int, end: int, wanted: Callable[[str], int]) -> tuple[bytes, int, int]:
        rows = array("i")
        left_out = 0
        levels = [_Level(-1, is_wanted=False, is_keyed=True)]
        levels[0].is_due = False
        known: dict[str, int] = {}
        for kind, first, last in self._cut(text, start, end):
            role = self._roles[kind]
            is_own_key = role & _OPENS and role & _KEY
            if is_own_key:
                levels.append(_Level(first, is_wanted=False, is_keyed=False))
            level = levels[-1]
            if role & _NEXT:
                level.is_due = level.is_keyed
            if role & _KEY and (level.is_due or is_own_key):
                level.is_due = False
                name = text[first:last]
                if name not in known:
                    known[name] = wanted(name)
                level.key, level.is_wanted, level.index = (-kind, first, last), bool(known[name] & 1), _UNKNOWN
                if role & _KEPT or (
                    is_own_key and (known[name] & 2 or (role & _VALUE and self._is_held(text, first, last)))
                ):
                    self._keep_key(text, rows, levels)
            elif role & _KEPT or (role & _VALUE and (level.is_wanted or self._is_held(text, first, last))):
                key = self._keep_key(text, rows, levels)
                rows.extend((kind, first, last, len(levels) - 1, key, level.opener))
                self._keep_parts(text, rows)
            elif role & _VALUE:
                left_out += 1
            if role & _OPENS and not is_own_key:
                levels.append(_Level(first, level.is_wanted, bool(role & _KEYED)))
            elif role & _CLOSES and len(levels) > 1:
                del levels[1 if role & _NEXT else -1 :]
            if role & _STOPS:
                break
        return rows.tobytes(), reduce(or_, known.values(), 0), left_out

    def _cut(self, text: str, start: int, end: int) -> Iterator[tuple[int, int, int]]:
        """Yield the kind and the span of each token in a part of a text that has a role. A piece of the text is read at
        once, and a token at its end is read again with more.
        """
        roles, size = self._roles, _PIECE
        while start < end:
            stop, first = min(start + size, end), start
            for kind, place, last, is_open in self._cut_piece(text, start, stop):
                if is_open and stop < end:
                    break
                if roles[kind]:
                    yield kind, place, last
                start = last
            size = _PIECE if start > first else 2 * size

    def _cut_piece(self, text: str, start: int, end: int) -> Iterator[tuple[int, int, int, bool]]:
        """Yield the kind and the span of each token in a piece of a text, and whether more text may change it."""
        rows, accepting, first = self._dfa.rows, self._dfa.accepting, self._dfa.start
        part = text[start:end]
        numbers = self._dfa.classes.encode(part)
        size, place = len(numbers), 0
        while place < size:
            kind, last, state, offset = ERROR, place + 1, first, place
            while offset < size:
                before, state = state, rows[state][numbers[offset]]
                offset += 1
                if state == DEAD:
                    break
                if state == before and (run := self._walker.run(state)):
                    match = run(part, offset)
                    assert match is not None  # it may be empty
                    offset = match.end()
                if accepting[state]:
                    kind, last = accepting[state], offset
            yield kind, start + place, start + last, state != DEAD
            place = last

    def _is_held(self, text: str, start: int, end: int) -> bool:
        rows, accepting, state = self._holds.rows, self._holds.accepting, self._holds.start
        for number in self._holds.classes.encode_once(text[start:end]):
            state = rows[state][number]
            if accepting[state] or state == DEAD:
                break
        return bool(accepting[state])

    def _keep_parts(self, text: str, rows: array[int]) -> None:
        """Keep the parts of the token that was kept last, if it is one that has some."""
        kind, start, end, depth, _, opener = rows[-6:]
        if self._parts is None or not self._roles[abs(kind)] & _PARTS:
            return
        index, count = len(rows) // 6 - 1, len(self._roles) - 1
        for part, first, last in self._parts._cut(text, start, end):
            if self._parts._roles[part] & _KEPT:
                rows.extend((count + part, first, last, depth, index, opener))

    def _keep_key(self, text: str, rows: array[int], levels: list[_Level]) -> int:
        """Keep the key of the innermost level, and those around it, unless they are; return its index, -1 for none."""
        depth = known = len(levels) - 1
        while known >= 0 and levels[known].index == _UNKNOWN:
            known -= 1
        index = levels[known].index if known >= 0 else -1
        for number in range(known + 1, depth + 1):
            level = levels[number]
            if level.key:
                rows.extend((*level.key, number, index, level.opener))
                index = len(rows) // 6 - 1
                self._keep_parts(text, rows)
            level.index = index
        return index

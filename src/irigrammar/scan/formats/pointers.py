"""Patterns of JSON Pointers (RFC 6901) that select values.

A token `*` stands for any one token and `**` for any number of them, none too; `~0` and `~1` are `~` and `/` as in RFC
6901, 3. Where one is in a document is a *state*: `start` is the whole document's, `step` goes to a member or an item.
"""

from __future__ import annotations

from collections.abc import Iterable

from irigrammar.dataclass import NamedTuple
from irigrammar.lazy import regex

_BAD_TILDE = regex(r"~(?![01])")
_ANY = "*"
_ANY_NUMBER = "**"


class Patterns(NamedTuple):
    """Compiled patterns: the tokens of all of them in a row, and the bits of those that end one, or may be left out.

    A state is a set of places in that row, as the bits of a number.
    """

    tokens: tuple[str | None, ...]
    start: int
    accepting: int
    loops: int

    def step(self, state: int, token: str | int) -> int:
        """Return the state of a member (by its name) or an item (by its number from 0) of a value with a state.

        >>> pattern = patterns(["/a/*", "/**/id"])
        >>> [pattern.matches(pattern.step(pattern.step(pattern.start, "a"), token)) for token in ("x", 0)]
        [True, True]
        >>> pattern.matches(pattern.step(pattern.step(pattern.start, "b"), "x"))
        False
        """
        token = token if isinstance(token, str) else str(token)
        after = 0
        for place in _bits(state):
            pattern_token = self.tokens[place]
            if pattern_token == _ANY_NUMBER:
                after |= 1 << place
            elif pattern_token is not None and pattern_token in (_ANY, token):
                after |= 1 << (place + 1)
        return self._closure(after)

    def matches(self, state: int) -> bool:
        """Return whether some pointer selects the value with this state."""
        return bool(state & self.accepting)

    def _closure(self, state: int) -> int:
        """Return a state with the places that are reached from its own without a token: those after "**"."""
        # A "**" may match nothing: what follows it is reached as well.
        more = state & self.loops
        while more:
            more = (more << 1) & ~state
            state |= more
            more &= self.loops
        return state


def patterns(pointers: Iterable[str]) -> Patterns:
    """Return the compiled patterns; raise `ValueError`, with the place, for text that is no JSON Pointer (RFC 6901, 3).

    >>> patterns(["url"])
    Traceback (most recent call last):
    ValueError: 'url' is not a JSON Pointer (RFC 6901, 3): it is not empty and does not begin with "/"
    >>> patterns(["/a~2"])
    Traceback (most recent call last):
    ValueError: '/a~2' is not a JSON Pointer (RFC 6901, 3): "~" at offset 2 is not followed by 0 or 1
    """
    tokens: list[str | None] = []
    start = accepting = loops = 0
    for pointer in pointers:
        start |= 1 << len(tokens)
        for token in _tokens(pointer):
            loops |= (token == _ANY_NUMBER) << len(tokens)
            tokens.append(token)
        accepting |= 1 << len(tokens)
        tokens.append(None)
    patterns = Patterns(tuple(tokens), start, accepting, loops)
    return patterns._replace(start=patterns._closure(start))


def _tokens(pointer: str) -> list[str]:
    """Return the unescaped tokens of a JSON Pointer. Raises `ValueError` if it is none (RFC 6901, 3)."""
    if pointer and not pointer.startswith("/"):
        raise ValueError(
            f'{pointer!r} is not a JSON Pointer (RFC 6901, 3): it is not empty and does not begin with "/"'
        )
    if bad := _BAD_TILDE.search(pointer):
        raise ValueError(
            f'{pointer!r} is not a JSON Pointer (RFC 6901, 3): "~" at offset {bad.start()} is not followed by 0 or 1'
        )
    return [token.replace("~1", "/").replace("~0", "~") for token in pointer.split("/")[1:]]


def _bits(state: int) -> Iterable[int]:
    """Yield the numbers of the bits that are set, lowest first."""
    while state:
        low = state & -state
        yield low.bit_length() - 1
        state ^= low

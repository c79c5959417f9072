"""What stands in a JSON text, in its order and with its places: RFC 8259, and what JSON with comments and JSON5 add.

It is read by one pattern of tokens and a stack. A tree of tree-sitter takes thirty times the memory of the text, and
its grammar lets pass what is no JSON: escapes without digits, values one behind the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

OPEN: Final = 0
CLOSE: Final = 1
KEY: Final = 2
STRING: Final = 3
OTHER: Final = 4
COMMENT: Final = 5
TROUBLE: Final = 6


class Event(NamedTuple):
    """A part of a JSON text: its kind, its span (that of a string is between the quotes), and a word on it.

    `note` is the opening bracket of OPEN and CLOSE, the quote of KEY and STRING ("" for a name without quotes), and
    what is wrong of TROUBLE. OTHER is a number, true, false, null or a word of JSON5.
    """

    kind: int
    start: int
    end: int
    note: str = ""


_TOKEN = re.compile(
    r'"([^"\\\r\n]*+(?:\\(?:\r\n|[\s\S])[^"\\\r\n]*+)*+)("?)'
    r"|([,:])|([{\[])|([}\]])|([-+.\w$]++)"
    r"|'([^'\\\r\n]*+(?:\\(?:\r\n|[\s\S])[^'\\\r\n]*+)*+)('?)"
    r"|(//[^\r\n]*+|/\*[\s\S]*?(?:\*/|\Z))|(\S)"
)
# The groups of it that are matched last.
_QUOTED, _PUNCTUATION, _OPENED, _CLOSED, _WORDS, _SINGLE, _COMMENT, _OTHER = 2, 3, 4, 5, 6, 8, 9, 10
_WORD = re.compile(
    r"[-+]?(?:0[xX][0-9a-fA-F]+|(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?|Infinity|NaN)"
    r"|true|false|null"
)
_OPENING = {"}": "{", "]": "["}

# What comes next: a value, a name, a colon, a comma, nothing.
_VALUE, _NAME, _COLON, _COMMA, _NOTHING = range(5)
_WANTED = (
    "a value should stand here",
    "a name in quotes should stand here",
    'a ":" should stand here',
    'a "," or the closing bracket should stand here',
    "the document should end here",
)


def events(  # noqa: PLR0915  # one case for each kind of token
    text: str, start: int = 0, end: int | None = None
) -> Iterator[Event]:
    """Yield the parts of a JSON text, which may be a part of a text; behind what is wrong it goes on as it can.

    Comments, and commas before a closing bracket, are let pass. Time is linear, and nothing recurs.

    >>> [(event.kind, event.note) for event in events('{"a": [1]} // b')]
    [(0, '{'), (2, '"'), (0, '['), (4, ''), (1, '['), (1, '{'), (5, '')]
    >>> [event.note for event in events('["a" "b"') if event.kind == TROUBLE]
    ['a "," or the closing bracket should stand here', '[ is never closed']
    """
    stack: list[tuple[str, int]] = []
    opened = {"{": 0, "[": 0}
    wanted = _VALUE
    for token in _TOKEN.finditer(text, start, len(text) if end is None else end):
        which = token.lastindex
        assert which is not None
        if which == _PUNCTUATION:
            sign = token[which]
            ready = wanted == (_COLON if sign == ":" else _COMMA)
            if not ready:
                yield Event(TROUBLE, *token.span(which), _WANTED[wanted])
            if sign == ":":
                wanted = _VALUE if ready or wanted == _COMMA else wanted
            elif stack:
                wanted = _NAME if stack[-1][0] == "{" else _VALUE
        elif which == _CLOSED:
            first, last = token.span(which)
            bracket = _OPENING[token[which]]
            fits = bool(stack) and stack[-1][0] == bracket
            if not fits or wanted == _COLON or (wanted == _VALUE and bracket == "{"):
                yield Event(TROUBLE, first, last, _WANTED[wanted] if fits else f"{token[which]} does not fit here")
            if not opened[bracket]:
                continue
            # What was opened in between is closed as well.
            while True:
                inner, _ = stack.pop()
                opened[inner] -= 1
                yield Event(CLOSE, first, last, inner)
                if inner == bracket:
                    break
            wanted = _COMMA if stack else _NOTHING
        elif which == _COMMENT:
            yield Event(COMMENT, *token.span(which))
        elif which == _OTHER:
            yield Event(TROUBLE, *token.span(which), _WANTED[wanted])
        else:
            quoted = which - 1 if which in (_QUOTED, _SINGLE) else which
            first, last = token.span(quoted)
            name = wanted == _NAME or (wanted == _COMMA and bool(stack) and stack[-1][0] == "{")
            if wanted >= _COLON or (name and which == _OPENED):
                yield Event(TROUBLE, first, last, _WANTED[wanted])
            if which == _OPENED:
                bracket = token[which]
                yield Event(OPEN, first, last, bracket)
                stack.append((bracket, first))
                opened[bracket] += 1
                wanted = _NAME if bracket == "{" else _VALUE
                continue
            if quoted == which:
                if not name and not _WORD.fullmatch(token[which]):
                    yield Event(TROUBLE, first, last, _WANTED[_VALUE])
                yield Event(KEY if name else OTHER, first, last)
            else:
                if not token[which]:
                    yield Event(TROUBLE, first - 1, last, "the string is not closed on its line")
                yield Event(KEY if name else STRING, first, last, text[first - 1])
            wanted = _COLON if name else _COMMA if stack else _NOTHING
    if stack:
        bracket, first = stack[-1]
        yield Event(TROUBLE, first, first + 1, f"{bracket} is never closed")
    for bracket, _ in reversed(stack):
        yield Event(CLOSE, len(text) if end is None else end, len(text) if end is None else end, bracket)

"""Parse JSON like `json.loads`, keeping the places of strings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from irigrammar.dataclass import NamedTuple
from irigrammar.lazy import regex
from irigrammar.scan.formats.scalars import Scalar, text_of

OPEN: Final = 0
CLOSE: Final = 1
KEY: Final = 2
STRING: Final = 3
OTHER: Final = 4
COMMENT: Final = 5
PROBLEM: Final = 6


class Event(NamedTuple):
    """A part of a JSON text: its kind, its span (that of a string is between the quotes), and a word on it.

    `note` is the opening bracket of OPEN and CLOSE, the quote of KEY and STRING ("" for a name without quotes), and
    the error of PROBLEM. OTHER is a number, true, false, null or a word of JSON5.
    """

    kind: int
    start: int
    end: int
    note: str = ""


_TOKEN = regex(
    r"\s*+(?:"  # instead of a search at each character between tokens
    r'"([^"\\\r\n]*+(?:\\(?:\r\n|[\s\S])[^"\\\r\n]*+)*+)("?)(\s*+:)?+'
    r"|([,:])|([{\[])|([}\]])|([-+.\w$]++)"
    r"|'([^'\\\r\n]*+(?:\\(?:\r\n|[\s\S])[^'\\\r\n]*+)*+)('?)"
    r"|(//[^\r\n]*+|/\*[\s\S]*?(?:\*/|\Z))|(\S|\Z))"
)
# The groups of it that are matched last.
_QUOTED, _NAMED, _PUNCTUATION, _OPENED, _CLOSED, _WORDS, _SINGLE, _COMMENT, _OTHER = 2, 3, 4, 5, 6, 7, 9, 10, 11
_WORD = regex(
    r"[-+]?(?:0[xX][0-9a-fA-F]+|(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?|Infinity|NaN)"
    r"|true|false|null"
)
_OPENING = {"}": "{", "]": "["}

# The states of the parser, by the next token: a value, a name, a colon, a comma, nothing.
_VALUE, _NAME, _COLON, _COMMA, _NOTHING = range(5)
_REASONS = (
    "expected a value",
    "expected a name in quotes",
    'expected ":"',
    'expected "," or the closing bracket',
    "the document should end here",
)


def events(  # noqa: PLR0915  # one case for each kind of token
    text: str, start: int = 0, end: int | None = None
) -> Iterator[Event]:
    """Yield the parts of a JSON text, or of a span of a text, by place; an error is a part, and parsing goes on.

    Comments, and commas before a closing bracket, are not errors. At the end each open bracket is closed, and the
    innermost is reported. Time is linear, and nothing recurs.

    >>> [(event.kind, event.note) for event in events('{"a": [1]} // b')]
    [(0, '{'), (2, '"'), (0, '['), (4, ''), (1, '['), (1, '{'), (5, '')]
    >>> [event.note for event in events('["a" "b"') if event.kind == PROBLEM]
    ['expected "," or the closing bracket', '[ is never closed']
    """
    stack: list[tuple[str, int]] = []
    open_counts = {"{": 0, "[": 0}
    state = _VALUE
    for token in _TOKEN.finditer(text, start, len(text) if end is None else end):
        which = token.lastindex
        assert which is not None
        if which == _PUNCTUATION:
            sign = token[which]
            ready = state == (_COLON if sign == ":" else _COMMA)
            if not ready:
                yield Event(PROBLEM, *token.span(which), _REASONS[state])
            if sign == ":":
                state = _VALUE if ready or state == _COMMA else state
            elif stack:
                state = _NAME if stack[-1][0] == "{" else _VALUE
        elif which == _CLOSED:
            first, last = token.span(which)
            bracket = _OPENING[token[which]]
            fits = bool(stack) and stack[-1][0] == bracket
            if not fits or state == _COLON or (state == _VALUE and bracket == "{"):
                yield Event(PROBLEM, first, last, _REASONS[state] if fits else f"{token[which]} does not fit here")
            if not open_counts[bracket]:
                continue
            # Everything opened in between is closed as well.
            while True:
                inner, _ = stack.pop()
                open_counts[inner] -= 1
                yield Event(CLOSE, first, last, inner)
                if inner == bracket:
                    break
            state = _COMMA if stack else _NOTHING
        elif which == _COMMENT:
            yield Event(COMMENT, *token.span(which))
        elif which == _OTHER:
            if token[which]:
                yield Event(PROBLEM, *token.span(which), _REASONS[state])
        else:
            quoted = 1 if which <= _NAMED else _SINGLE - 1 if which == _SINGLE else which
            first, last = token.span(quoted)
            name = state == _NAME or (state == _COMMA and bool(stack) and stack[-1][0] == "{")
            if state >= _COLON or (name and which == _OPENED):
                yield Event(PROBLEM, first, last, _REASONS[state])
            if which == _OPENED:
                bracket = token[which]
                yield Event(OPEN, first, last, bracket)
                stack.append((bracket, first))
                open_counts[bracket] += 1
                state = _NAME if bracket == "{" else _VALUE
                continue
            if quoted == which:
                if not name and not _WORD.fullmatch(token[which]):
                    yield Event(PROBLEM, first, last, _REASONS[_VALUE])
                yield Event(KEY if name else OTHER, first, last)
            else:
                if not token[quoted + 1]:
                    yield Event(PROBLEM, first - 1, last, "the string is not closed on its line")
                yield Event(KEY if name else STRING, first, last, text[first - 1])
            state = _COLON if name else _COMMA if stack else _NOTHING
            if which == _NAMED:
                if not name:
                    yield Event(PROBLEM, token.end() - 1, token.end(), _REASONS[state])
                state = _VALUE if state != _NOTHING else _NOTHING
    if stack:
        bracket, first = stack[-1]
        yield Event(PROBLEM, first, first + 1, f"{bracket} is never closed")
    for bracket, _ in reversed(stack):
        yield Event(CLOSE, len(text) if end is None else end, len(text) if end is None else end, bracket)


_CONSTANTS = {"true": True, "false": False, "null": None}


def value_of(parts: Iterable[Event], read: Callable[[Event], Scalar]) -> Any:
    """Return the value that the parts of a JSON text make; for a malformed text, the value of its readable parts.

    `read` reads KEY and STRING, and what is written of OTHER. Of members of one name the last counts, as for most
    readers. Each string is a `Text`. None if there is none. Nothing recurs.
    """
    root: list[Any] = []
    stack: list[tuple[list[Any] | dict[str, Any], str | None]] = []
    inside: list[Any] | dict[str, Any] = root
    key: str | None = None
    for event in parts:
        if event.kind == KEY:
            key = read(event).text
        elif event.kind == CLOSE:
            inside, key = stack.pop()
        elif event.kind in (OPEN, STRING, OTHER):
            value: Any
            if event.kind == OPEN:
                value = {} if event.note == "{" else []
            elif event.kind == STRING:
                value = text_of(read(event), key)
            else:
                value = number(read(event).text)
            if isinstance(inside, dict):
                inside[key or ""] = value
            else:
                inside.append(value)
            if event.kind == OPEN:
                stack.append((inside, key))
                inside = value
    return root[0] if root else None


def number(word: str) -> Any:
    """Return the value of a word of JSON: a constant, or a number as `int` and `float` read it; None for any other
    word.

    >>> number("true"), number("1e2"), number("12"), number("x")
    (True, 100.0, 12, None)
    """
    if word in _CONSTANTS:
        return _CONSTANTS[word]
    for kind in (int, float):
        try:
            return kind(word)
        except ValueError:
            continue
    return None

"""Parse JSON like `json.loads`, keeping the places of strings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from irigrammar.dataclass import NamedTuple
from irigrammar.scan.formats.scalars import Scalar, text_of
from irigrammar.scan.formats.tokens import tokens_of, without_surrogates
from irigrammar.unicode import is_word

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


# Kinds of tokens, of grammar/documents/json.abnf.
COMMENTS = frozenset({"line-comment", "block-comment", "open-comment"})
_OPENING = {"end-object": "{", "end-array": "["}
_OPENS, _STRINGS, _WORDS, _OTHER = (
    ("begin-object", "begin-array"),
    ("string", "open-string"),
    ("literal", "word"),
    "other",
)

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
    stop = len(text) if end is None else end
    for kind, begin, after in _tokens(text, start, stop):
        first, last = begin, after
        if kind in ("colon", "comma"):
            ready = state == (_COLON if kind == "colon" else _COMMA)
            if not ready:
                yield Event(PROBLEM, first, last, _REASONS[state])
            if kind == "colon":
                state = _VALUE if ready or state == _COMMA else state
            elif stack:
                state = _NAME if stack[-1][0] == "{" else _VALUE
        elif kind in _OPENING:
            bracket = _OPENING[kind]
            fits = bool(stack) and stack[-1][0] == bracket
            if not fits or state == _COLON or (state == _VALUE and bracket == "{"):
                yield Event(PROBLEM, first, last, _REASONS[state] if fits else f"{text[first]} does not fit here")
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
        elif kind in COMMENTS:
            yield Event(COMMENT, first, last)
        elif kind in (_OTHER, ""):
            yield Event(PROBLEM, first, last, _REASONS[state])
        else:
            is_string, opens = kind in _STRINGS, kind in _OPENS
            is_closed = kind == "string"
            first, last = begin + is_string, after - is_closed
            name = state == _NAME or (state == _COMMA and bool(stack) and stack[-1][0] == "{")
            if state >= _COLON or (name and opens):
                yield Event(PROBLEM, first, last, _REASONS[state])
            if opens:
                bracket = text[first]
                yield Event(OPEN, first, last, bracket)
                stack.append((bracket, first))
                open_counts[bracket] += 1
                state = _NAME if bracket == "{" else _VALUE
                continue
            if not is_string:
                if not name and kind != "literal":
                    yield Event(PROBLEM, first, last, _REASONS[_VALUE])
                yield Event(KEY if name else OTHER, first, last)
            else:
                if not is_closed:
                    yield Event(PROBLEM, first - 1, last, "the string is not closed on its line")
                yield Event(KEY if name else STRING, first, last, text[first - 1])
            state = _COLON if name else _COMMA if stack else _NOTHING
    if stack:
        bracket, first = stack[-1]
        yield Event(PROBLEM, first, first + 1, f"{bracket} is never closed")
    for bracket, _ in reversed(stack):
        yield Event(CLOSE, stop, stop, bracket)


def _tokens(text: str, start: int, end: int) -> Iterator[tuple[str, int, int]]:
    """Yield the kind and the span of each token; "" is an error. Names without quotation marks are put together of
    words and of letters and numbers that are not ASCII.
    """
    tokens = tokens_of("json")
    word: tuple[str, int, int] | None = None
    for number, first, last, *_ in tokens.every.tokens(without_surrogates(text), start, end):
        kind = tokens.kinds[number] if number else ""
        if kind in _WORDS or (kind == _OTHER and is_word(text[first])):
            is_part = word is not None and word[2] == first
            if word and not is_part:
                yield word
            word = ("word", word[1], last) if word and is_part else (kind if kind in _WORDS else "word", first, last)
            continue
        if word:
            yield word
            word = None
        yield kind, first, last
    if word:
        yield word


_CONSTANTS = {"true": True, "false": False, "null": None}


def value_of(parts: Iterable[Event], read: Callable[[Event], Scalar], opened: list[Any] | None = None) -> Any:
    """Return the value that the parts of a JSON text make; for a malformed text, the value of its readable parts.

    `read` reads KEY and STRING, and what is written of OTHER. Of members of one name the last counts, as for most
    readers. Each string is a `Text`. None if there is none. Nothing recurs. `opened` gets each collection, in the
    order in which they begin.
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
                if opened is not None:
                    opened.append(value)
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

"""Read patterns of Python's re by the standard library's own parser."""

# typed: DIGIT: a category of re's parser
from __future__ import annotations

import importlib
import re
import warnings
from collections.abc import Callable, Sequence
from typing import Any

from irigrammar.automata.charset import MAX, Ranges
from irigrammar.errors import RegexError
from irigrammar.language.regex.pattern import (
    ALL,
    ANY,
    END,
    NEVER,
    START,
    Atomic,
    Chars,
    Choice,
    Look,
    Part,
    Repeat,
    complement,
    final_end,
    line_end,
    line_start,
    scalar_union,
    sequence,
    word_boundary,
)
from irigrammar.language.regex.pattern import Sequence as Row
from irigrammar.language.regex.tables import Tables
from irigrammar.lazy import regex

# re's own parser has no types.
_PARSER: Any = importlib.import_module("re._parser")
_CONSTANTS: Any = importlib.import_module("re._constants")

_LINE_FEED: Ranges = ((0x0A, 0x0A),)
_ASCII: Ranges = ((0, 0x7F),)
_FLAGS = {"i": re.IGNORECASE, "m": re.MULTILINE, "s": re.DOTALL, "x": re.VERBOSE, "a": re.ASCII, "u": re.UNICODE}
_REFUSED = {
    "GROUPREF": "it has a reference to what a group matched, which no regular language has",
    "GROUPREF_EXISTS": "it asks whether a group matched, which is not decided here",
}


def read_python(pattern: str, flags: str, tables: Callable[[str, str], Tables]) -> Part:
    """Return the parts of a pattern of Python's re, for a str; `flags` are letters, as in `(?im)`.

    `tables` has the engine's sets by its name and flags. Parts have no spans. Raises `RegexError` for
    a text that re does not read, with the offset, for a flag that is none, and for references to groups.
    """
    for flag in flags:
        if flag not in _FLAGS:
            raise RegexError(f"unknown flag {flag!r}", pattern, dialect="python", expected=tuple(_FLAGS))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            options = sum(_FLAGS[flag] for flag in set(flags))
            parse_result = _PARSER.parse(pattern, options)
            parse_result.state.flags = _PARSER.fix_flags(pattern, parse_result.state.flags)
    except re.error as error:
        raise RegexError(error.msg, pattern, error.pos, dialect="python") from None
    except (OverflowError, RecursionError, ValueError) as error:
        raise RegexError(str(error), pattern, dialect="python") from None
    return _Reader(pattern, tables).row(parse_result, parse_result.state.flags)


def _place_of_reference(pattern: str) -> int | None:
    """Return the offset of the first reference to a group in a pattern without comments, None where there is none."""
    tokens = _PARSER.Tokenizer(pattern)
    set_start: int | None = None
    while tokens.next is not None:
        offset: int = tokens.tell()
        token = tokens.get()
        if set_start is not None:
            is_first = pattern[set_start + 1 : offset] in ("", "^")
            set_start = None if token == "]" and not is_first else set_start
        elif token == "[":
            set_start = offset
        elif _REFERENCE.match(pattern, offset):
            return offset
    return None


# A number, but not the octal one of a character; a name; a condition.
_REFERENCE = regex(r"\\(?![0-3][0-7][0-7])[1-9]|\(\?(?:P=|\()")


class _Reader:
    def __init__(self, pattern: str, tables: Callable[[str, str], Tables]) -> None:
        self._pattern = pattern
        self._tables = tables

    def row(self, items: Sequence[tuple[Any, Any]], flags: int) -> Part:
        """Return a sequence of Python's parsed items."""
        return sequence(*(self._item(str(operation), argument, flags) for operation, argument in items))

    def _item(self, operation: str, argument: Any, flags: int) -> Part:
        match operation:
            case "LITERAL" | "NOT_LITERAL" | "RANGE" | "IN" | "ANY":
                return Chars(self._set(operation, argument, flags))
            case "BRANCH":
                return Choice(tuple(self.row(branch, flags) for branch in argument[1]))
            case "SUBPATTERN":
                _, on, off, body = argument
                return self.row(body, (flags | on) & ~off)
            case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
                low, high, body = argument
                most = None if high == _CONSTANTS.MAXREPEAT else int(high)
                part = Repeat(self.row(body, flags), int(low), most, lazy=operation == "MIN_REPEAT")
                return Atomic(part) if operation == "POSSESSIVE_REPEAT" else part
            case "ATOMIC_GROUP":
                return Atomic(self.row(argument, flags))
            case "ASSERT" | "ASSERT_NOT":
                direction, body = argument
                least, most = body.getwidth()
                if direction < 0 and least != most:
                    raise RegexError("a lookbehind of re has a fixed width", self._pattern, dialect="python")
                return Look(self.row(body, flags), ahead=direction > 0, negative=operation == "ASSERT_NOT")
            case "AT":
                return self._place(str(argument), flags)
            case "FAILURE":
                return NEVER
        place = _place_of_reference(self._pattern) if not flags & re.VERBOSE else None
        raise RegexError(_REFUSED.get(operation, f"it has {operation}"), self._pattern, place, dialect="python")

    def _place(self, name: str, flags: int) -> Part:
        """Return the places of an anchor or a boundary of words."""
        match name:
            case "AT_BEGINNING":
                return line_start(_LINE_FEED) if flags & re.MULTILINE else START
            case "AT_BEGINNING_STRING":
                return START
            case "AT_END":
                return line_end(_LINE_FEED) if flags & re.MULTILINE else final_end(_LINE_FEED)
            case "AT_END_STRING":
                return END
            case "AT_BOUNDARY":
                return word_boundary(self._sets(flags).word)
        # before Python 3.14, no place of the empty text is one inside or outside words
        some = Choice((Look(ANY, ahead=True), Look(ANY, ahead=False)))
        return Row((some, word_boundary(self._sets(flags).word, negative=True)))

    def _sets(self, flags: int) -> Tables:
        return self._tables("python", "a" if flags & re.ASCII else "")

    def _set(self, operation: str, argument: Any, flags: int) -> Ranges:
        """Return the characters of a parsed literal, range, dot or set."""
        match operation:
            case "NOT_LITERAL":
                return complement(self._fold(((argument, argument),), flags))
            case "ANY":
                return ALL if flags & re.DOTALL else complement(self._sets(flags).line_ends)
            case "IN":
                is_negation = str(argument[0][0]) == "NEGATE"
                ranges = scalar_union(*(self._set(str(kind), value, flags) for kind, value in argument[is_negation:]))
                return complement(ranges) if is_negation else ranges
            case "CATEGORY":
                _, kind = str(argument).split("_", 1)
                sets = self._sets(flags)
                by_name = {"DIGIT": sets.digit, "SPACE": sets.space, "WORD": sets.word}
                ranges = by_name[kind.removeprefix("NOT_")]
                return complement(ranges) if kind.startswith("NOT_") else ranges
        low, high = (argument, argument) if operation == "LITERAL" else argument
        return self._fold(((low, min(high, MAX)),), flags)

    def _fold(self, ranges: Ranges, flags: int) -> Ranges:
        return scalar_union(self._sets(flags).fold(ranges) if flags & re.IGNORECASE else ranges)

"""Read and write escaped strings of JSON and TOML, with places.

The `read` of each takes what is between the quotes, or a part of it that cuts no escape. A `write` raises
`ValueError` for a text that such a string cannot contain.
"""

from __future__ import annotations

import re
import sys
from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from typing import Any, overload

from irigrammar.dataclass import NamedTuple, dataclass
from irigrammar.lazy import regex


class Places(Sequence[int]):
    """The source offset of each code point of a text with its escapes read, and of its end.

    They are worked out when they are asked for: few texts have an identifier. `pieces` has, of each escape that was
    read, the place of what it stands for, its span, and the number of code points that it stands for; `size` is that of
    the source.
    """

    __slots__ = ("_offsets", "_pieces", "_size")

    def __init__(self, pieces: Sequence[tuple[int, int, int, int]], size: int) -> None:
        self._pieces = pieces
        self._size = size
        self._offsets: Sequence[int] | None = None

    def _between(self, first: int, last: int) -> Sequence[int]:
        pieces, place, done = self._pieces, 0, 0
        index = bisect_right(pieces, (first,))
        if index:
            begin, _, end, length = pieces[index - 1]
            if first >= begin + length and (index == len(pieces) or last <= pieces[index][0]):  # no escape is in it
                done = end - begin - length
                return range(done + first, min(done + last, self._size + 1))
            index -= 1
            place, done, *_ = pieces[index]
        offsets = array("q")
        while place < last:
            end = self._size + 1
            begin, start, end, length = pieces[index] if index < len(pieces) else (last, end, end, 0)
            offsets.extend(range(done + max(first - place, 0), min(start, done + last - place)))
            offsets.extend((start,) * (min(last, begin + length) - max(first, begin)))
            place, done, index = begin + length, end, index + 1
        return offsets

    def _all(self) -> Sequence[int]:
        if self._offsets is None:
            self._offsets = self._between(0, sys.maxsize)
        return self._offsets

    def __len__(self) -> int:
        return len(self._all())

    @overload
    def __getitem__(self, place: int) -> int: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[int]: ...
    def __getitem__(self, place: int | slice) -> int | Sequence[int]:
        """Return the offset of a code point, or those of a slice; for one with two ends from 0, no others are worked
        out.
        """
        if isinstance(place, slice) and place.start is not None and place.stop is not None and place.step is None:
            first, last = place.start, place.stop
            if 0 <= first <= last:
                return self._between(first, last)
        return self._all()[place]

    def __iter__(self) -> Iterator[int]:
        """Iterate over the offsets."""
        return iter(self._all())


class Unescaped(NamedTuple):
    """A text with its escapes read, and the source offset of each code point and of the end.

    `offsets` is None where nothing was escaped; `bad` has the spans of escapes that stand for nothing, as written, with
    the reason; they stay in the text as they are.
    """

    text: str
    offsets: Sequence[int] | None = None
    bad: tuple[tuple[int, int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Escapes:
    """A convention of escapes: its reader of strings, and its writer.

    `read` takes what is written between the delimiters; its offsets count from 0 there. `write` takes any text and
    gives what stands for it in any string of the convention, or raises `ValueError` where nothing does.
    """

    read: Callable[[str], Unescaped]
    write: Callable[[str], str]


def unescape(source: str, escape: re.Pattern[str], value: Callable[[re.Match[str]], str | None]) -> Unescaped:
    """Return a text with each match of `escape` replaced by its value, and where each code point was written.

    `value` raises `ValueError`, with the reason, for an escape that stands for nothing, and gives None for what only
    looks like one (`&x=` in a query of HTML), which stays. A value of several code points has all of them at the
    escape's start; an empty one (a line that is continued) leaves no trace. Time is linear.

    >>> text = unescape("a&x;b", re.compile("&(.);"), lambda m: "<>")
    >>> text.text, list(text.offsets)
    ('a<>b', [0, 1, 1, 4, 5])
    """
    parts: list[str] = []
    pieces: list[tuple[int, int, int, int]] = []
    bad: list[tuple[int, int, str]] = []
    done = place = 0
    for match in escape.finditer(source):
        start, end = match.span()
        try:
            replacement = value(match)
        except ValueError as error:
            bad.append((start, end, str(error)))
            continue
        if replacement is None:
            continue
        parts += (source[done:start], replacement)
        place += start - done
        pieces.append((place, start, end, len(replacement)))
        place, done = place + len(replacement), end
    if not parts:
        return Unescaped(source, None, tuple(bad))
    parts.append(source[done:])
    return Unescaped("".join(parts), Places(pieces, len(source)), tuple(bad))


def escapes_by(
    escape: re.Pattern[str], value: Callable[[re.Match[str]], str | None], write: Callable[[str], str] = str
) -> Escapes:
    """Return the convention in which each match of `escape` stands for its value."""
    return Escapes(partial(unescape, escape=escape, value=value), write)


def escapes_of(rows: Sequence[tuple[str, Any]], special: str, mark: str = "\\") -> Escapes:
    """Return the convention in which each match of the first pattern of rows that matches stands for a string, for its
    own text from an offset on, or for units of a codec, whose numbers in a base come after backslashes.

    Where these are no text, or with only a reason, it is invalid for that; without one it stays. A match of `special`
    is written with a mark before it.

    >>> convention = escapes_of(((chr(92) * 2 + ".", 1), ("[ ]+", "")), "[%]")
    >>> convention.read("a b" + chr(92) + "%c").text, convention.write("d%")
    ('ab%c', 'd\\\\%')
    """
    values = [(regex(pattern), value) for pattern, value in rows]

    @lru_cache(1024)
    def value(escape: str) -> str | None:
        of_row = next(value for pattern, value in values if pattern.fullmatch(escape))
        if isinstance(of_row, str | int):
            return of_row if isinstance(of_row, str) else escape[of_row:]
        *units_of, reason = of_row if len(of_row) != 2 else (*of_row, "")
        if units_of:
            codec, base = units_of
            units = (int(unit.strip("xuU{}"), base) for unit in escape.split("\\")[1:])
            with suppress(OverflowError, UnicodeDecodeError):
                return b"".join(unit.to_bytes(_SIZES[codec], "big") for unit in units).decode(codec)
        if reason:
            raise ValueError(reason.format(escape))
        return None

    # Without groups, so that the first characters are looked for at once.
    return escapes_by(
        regex("|".join(pattern for pattern, _ in rows)),
        lambda match: value(match[0]),
        partial(regex(special).sub, lambda match: mark + match[0]) if special else str,
    )


_SIZES = {"utf-8": 1, "latin-1": 1, "utf-16-be": 2, "utf-32-be": 4}  # of a unit, in bytes


@lru_cache(256)
def standing_for(length: int, beginning: str) -> Escapes:
    """Return the convention by which the first `length` characters of a string stand for a beginning; with 0 that is
    put before it. Text is written unchanged.

    >>> text = standing_for(3, "tag:").read("ex:ab")
    >>> text.text, text.offsets
    ('tag:ab', [0, 0, 0, 0, 3, 4, 5])
    """

    def read(source: str) -> Unescaped:
        return Unescaped(beginning + source[length:], [*[0] * len(beginning), *range(length, len(source) + 1)])

    return Escapes(read, str)


# The meaning of a letter after the backslash in all of them.
SIMPLE: Mapping[str, str] = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", '"': '"', "\\": "\\"}
# RFC 8259, 7, and JSON5, 5.1, where the end of a line may be escaped.
_JSON_SIMPLE = {
    **SIMPLE,
    "/": "/",
    "'": "'",
    "v": "\v",
    "0": "\0",
    "\n": "",
    "\r": "",
    "\r\n": "",
    "\u2028": "",
    "\u2029": "",
}
_TOML = {**SIMPLE, "e": "\x1b"}

# A surrogate pair is one escape.
PAIR_ESCAPE = r"u[Dd][89ABab][0-9A-Fa-f]{2}\\u[Dd][C-Fc-f][0-9A-Fa-f]{2}"
HEX_ESCAPE = r"u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|U[0-9A-Fa-f]{8}"
_JSON_ESCAPE = regex(rf"\\(?:{PAIR_ESCAPE}|u[0-9A-Fa-f]{{4}}|x[0-9A-Fa-f]{{2}}|\r\n|[\s\S]|\Z)")
_TOML_ESCAPE = regex(rf"\\(?:{HEX_ESCAPE}|[\s\S]|\Z)")
# A backslash at the end of a line goes with the white space after it, line ends too; CRLF is read as LF.
_TOML_LINES = regex(rf"\\(?:[ \t]*+\r?\n[ \t\r\n]*+|{HEX_ESCAPE}|[\s\S]|\Z)|\r\n")
_CRLF = regex(r"\r\n")
_CONTROL = regex(r"[\"\\\x00-\x08\x0a-\x1f\x7f]")


def character(escape: str, simple: Mapping[str, str]) -> str:
    """Return the character of an escape, given without its backslash; raise `ValueError` for an invalid one.

    >>> character("u00e9", SIMPLE), character("ud83d" + chr(92) + "ude00", SIMPLE) == chr(0x1F600)
    ('é', True)
    >>> character("ud83d", SIMPLE)
    Traceback (most recent call last):
    ValueError: U+D83D is a surrogate, which is not a character
    """
    if escape in simple:
        return simple[escape]
    if len(escape) < 3:
        if escape in ("u", "U", "x"):
            raise ValueError("hexadecimal digits are missing")
        raise ValueError(f"\\{escape} is not an escape" if escape else "the backslash escapes nothing")
    if "\\" in escape:
        halves = (int(half.lstrip("u"), 16).to_bytes(2, "big") for half in escape.split("\\"))
        return b"".join(halves).decode("utf-16-be")
    number = int(escape[1:], 16)
    try:
        chr(number).encode()
    except UnicodeEncodeError:
        raise ValueError(f"U+{number:04X} is a surrogate, which is not a character") from None
    except (ValueError, OverflowError):
        raise ValueError(f"{number:X} is beyond the last code point of Unicode") from None
    return chr(number)


def escaped(text: str, special: re.Pattern[str]) -> str:
    """Return a text with a backslash escape for each match of `special`, which is one code point.

    >>> escaped(chr(34) + chr(1), re.compile("[^a-z]"))
    '\\\\"\\\\u0001'
    """
    return special.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    r"""Return the escape of a character: a backslash before a quote or backslash, else \uXXXX or \UXXXXXXXX."""
    if match[0] in ('"', "\\"):
        return f"\\{match[0]}"
    number = ord(match[0])
    return f"\\u{number:04X}" if number.bit_length() <= 16 else f"\\U{number:08X}"


def as_it_is(text: str, never: re.Pattern[str]) -> str:
    """Return a text unchanged; raise `ValueError` if it has something that is not allowed there.

    >>> as_it_is("a'b", re.compile("'"))
    Traceback (most recent call last):
    ValueError: "'" cannot be written in such a string
    """
    if match := never.search(text):
        raise ValueError(f"{match[0]!r} cannot be written in such a string")
    return text


_JSON_CHARACTERS = {f"\\{letter}": char for letter, char in _JSON_SIMPLE.items()}


def _json_value(match: re.Match[str]) -> str:
    char = _JSON_CHARACTERS.get(match[0])
    return character(match[0][1:], _JSON_SIMPLE) if char is None else char


def _json_strings_value(match: re.Match[str]) -> str:
    return _json_value(match) if match[0][0] == "\\" else ""


def _toml_value(match: re.Match[str]) -> str:
    """Return the text of an escape of a TOML string, "" for an escaped line end, and a line feed for CR LF.

    Raises `ValueError` for an invalid escape.
    """
    if match[0] == "\r\n":
        return "\n"
    return "" if "\n" in match[0] else character(match[0][1:], _TOML)


def _json(text: str, *, in_ascii: bool = False) -> str:
    from json import dumps  # which scans need only for what they fix

    return dumps(text, ensure_ascii=in_ascii)[1:-1]


def _toml_basic(text: str) -> str:
    text.encode()
    return escaped(text, _CONTROL)


_json_ascii = partial(_json, in_ascii=True)
JSON_STRING = escapes_by(_JSON_ESCAPE, _json_value, _json)
JSON_ASCII = escapes_by(_JSON_ESCAPE, _json_value, _json_ascii)
# The strings of an array, as one text: what is between two of them stands for nothing.
_JSON_STRINGS = regex(rf'"[ \t\r\n]*+,[ \t\r\n]*+"|{_JSON_ESCAPE.pattern}')
JSON_STRINGS = escapes_by(_JSON_STRINGS, _json_strings_value, _json)
JSON_STRINGS_ASCII = escapes_by(_JSON_STRINGS, _json_strings_value, _json_ascii)
JSON_SINGLE = escapes_by(_JSON_ESCAPE, _json_value, lambda text: _json(text).replace("'", "\\u0027"))  # JSON5
TOML_BASIC = escapes_by(_TOML_ESCAPE, _toml_value, _toml_basic)
TOML_MULTILINE = escapes_by(_TOML_LINES, _toml_value, _toml_basic)
TOML_LITERAL = escapes_by(_CRLF, _toml_value, partial(as_it_is, never=regex(r"[\x00-\x08\x0a-\x1f\x7f']")))

"""Parse TOML, keeping the place of each string.

tomllib reads a copy of the document, in the syntax of TOML 1.0, in which each string that is a value is replaced by its
number. Of a document that is not TOML, each statement is read by itself. Limits are checked before tomllib reads a
text: it keeps every beginning of a dotted key, which takes memory with the square of its parts, and calls itself for
arrays and inline tables.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from datetime import date, time
from typing import Any

from irigrammar.dataclass import NamedTuple
from irigrammar.lazy import regex
from irigrammar.scan.formats.scalars import Text, scalar, text_of
from irigrammar.scan.formats.strings import TOML_BASIC, TOML_LITERAL, TOML_MULTILINE
from irigrammar.scan.formats.tokens import rows_of, tokens_of, without_surrogates
from irigrammar.shipped.loader import value as part_of

_PLACE = regex(r"\(at line (\d+), column (\d+)\)")
_LINE_END = regex(r"\n")
_DOCUMENT = " (TOML 1.1)"
_HEADER = regex(r"[ \t]*+\[")
# What follows a key, and what a line begins with that cannot go on with the statement of the line before.
_AFTER_KEY = regex(r"[ \t]*+[.=]")
_PATTERNS = part_of("tokens-toml-parts", "patterns")
_PAIR, _MINUTES = regex(_PATTERNS["any-pair"]), regex(_PATTERNS["any-minutes"])
_ZONE = regex(_PATTERNS["any-zone"])
_NEW_ESCAPE = regex(_PATTERNS["new-escape"])
_ANY_ESCAPE = regex(rf"{_PATTERNS['new-escape']}|\\[\s\S]")


class Toml(NamedTuple):
    """The value of a document, its strings in order, the spans of comments, and whether parts were not readable."""

    value: dict[str, Any]
    strings: list[Text]
    comments: list[tuple[int, int]]
    is_broken: bool


def read_toml(text: str) -> Toml:
    """Return the value of a TOML document, with its strings and comments; of a broken one, that of the statements that
    can be read.

    >>> document = read_toml("[a.b]\\nc.d = ['x'] # y")
    >>> document.value, document.comments
    ({'a': {'b': {'c': {'d': ['x']}}}}, [(18, 21)])
    """
    statements, strings, comments = _mask(text, is_numbered=True)
    value = _value("".join(statements), strings)
    if value is not None:
        return Toml(value, strings, comments, is_broken=False)
    root: dict[str, Any] = {}
    table, is_broken = root, False
    for statement in statements:
        part = _value(statement, strings)
        if part is None:
            is_broken = True
            table = {} if _HEADER.match(statement) else table
        elif _HEADER.match(statement):
            table = _open_table(root, part)
        elif part:
            _merge(table, part)
    return Toml(root, strings, comments, is_broken)


def fault(text: str) -> tuple[int, str] | None:
    """Return where a document is not TOML, or goes beyond a limit, in code points from 0, and why; None if it does not.

    >>> fault("a = 1\\na = 2")
    (11, 'Cannot overwrite a value (TOML 1.1)')
    """
    limit = beyond_limit(text)
    if limit is not None:
        return limit
    source = without_surrogates(text)
    try:
        tomllib.loads(source)
    except ValueError:
        source = "".join(_mask(source, is_numbered=False)[0])
    else:
        return None
    try:
        tomllib.loads(source)
    except ValueError as error:
        message = str(error)
        place = _PLACE.search(message)
        if place is None:
            return len(text), message.removesuffix(" (at end of document)") + _DOCUMENT
        line, column = int(place[1]), int(place[2])
        start = 0
        for _, match in zip(range(line - 1), _LINE_END.finditer(source), strict=False):
            start = match.end()
        return min(start + column - 1, len(text)), message[: place.start()].rstrip() + _DOCUMENT
    return None


def _mask(  # noqa: PLR0915  # one pass over the tokens, whose state each branch changes
    text: str, *, is_numbered: bool
) -> tuple[list[str], list[Text], list[tuple[int, int]]]:
    """Return the statements of a document in TOML 1.0, strings that are values, and the spans of comments.

    What TOML 1.1 adds is written as TOML 1.0 has it, in as many characters: spaces for the line ends, comments and last
    commas of inline tables, a value for a time without seconds, and another escape. If `is_numbered`, each string that
    is a value is its number.

    A statement ends at a line end outside of arrays and inline tables. A line that begins with a key begins a statement
    even there, unless an inline table goes on with it, and so does the header of a table in an inline table.
    """
    statements: list[str] = []
    strings: list[Text] = []
    comments: list[tuple[int, int]] = []
    pieces: list[str] = []
    opened: list[str] = []
    # The last sign before a key or value, whether there is something after it; a comma after which nothing has come.
    sign, is_filled, comma, done, last = "", False, -1, 0, 0
    header, pair = _HEADER.match(text), _PAIR.match(text)
    for kind, start, end in _tokens(text):
        is_inline = bool(opened) and opened[-1] == "{"
        rest, last = text[last:start].strip() if is_inline else "", end
        is_filled |= bool(rest) or kind == _STRING
        if kind == _COMMENT:
            comments.append((start, end))
            if is_inline:
                pieces += (text[done:start], " " * (end - start))
                done = end
        elif kind == _STRING:
            comma = -1
            if is_numbered and not header and not _AFTER_KEY.match(text, end):
                pieces += (text[done:start], f'"{len(strings)}"')
                strings.append(string_at(text, start, end, pair and _name(pair[0])))
            else:
                pieces += (text[done:start], _older(text[start:end], as_long=not is_numbered))
            done = end
        elif text[start] == "\n":
            following, opens = _PAIR.match(text, end), is_inline and _HEADER.match(text, end)
            is_whole = is_filled == (sign == "=") and '"' not in rest and "'" not in rest
            if is_inline and is_whole and not opens and not (following and is_filled):
                first = start - text.startswith("\r", start - 1)
                pieces += (text[done:first], " " * (end - first))
                done, pair = end, following or pair
            elif header or not opened or following or opens:
                statements.append("".join((*pieces, text[done:end])))
                pieces, done, comma = [], end, -1
                opened.clear()
                header, pair = _HEADER.match(text, end), following
        else:
            last_comma, comma = comma, -1
            if text[start] in "[{":
                opened.append(text[start])
            elif text[start] in "]}":
                if last_comma >= 0 and not "".join((*pieces[last_comma + 1 :], text[done:start])).strip(" \t"):
                    pieces[last_comma] = " "
                del opened[-1:]
            elif text[start] == "," and is_inline and is_filled and sign == "=":
                pieces += (text[done:start], ",")
                comma, done = len(pieces) - 1, end
            is_filled = text[start] in ".]}"
            sign = text[start] if text[start] in "{,=" else "=" if text[start] in "]}" else sign
        if kind == _MARK and not header and (text[start] == "=" or opened[-1:] == ["["]):
            after = _after_minutes(text, end)
            if after > end:
                pieces += (text[done:end], _without_minutes(text[end:after]))
                done = after
    statements.append("".join((*pieces, text[done:])))
    return statements, strings, comments


def _older(string: str, *, as_long: bool) -> str:
    """Return a string literal without the escapes of TOML 1.1; one that is `as_long` may have another value."""

    def older(match: re.Match[str]) -> str:
        escape = match[0]
        if not _NEW_ESCAPE.match(escape):
            return escape
        return f"\\t{escape[2:]}" if as_long else f"\\u00{escape[2:] or '1B'}"

    return string if string[0] == "'" else _ANY_ESCAPE.sub(older, string)


def _after_minutes(text: str, start: int) -> int:
    """Return the offset after white space and a time without seconds, with its date and offset, else that given."""
    match = _MINUTES.match(text, start)
    if match is None or text.startswith(":", match.end()):
        return start
    zone = _ZONE.match(text, match.end()) if "-" in match[0] else None
    return zone.end() if zone else match.end()


def _without_minutes(value: str) -> str:
    """Return a time without seconds, after white space, as its date or a boolean, in as many characters."""
    time = value.lstrip(" \t")
    shorter = time[:10] if len(time) > len("00:00") else "true"
    return f"{value[: -len(time)]}{shorter:<{len(time)}}"


def _name(pair: str) -> str:
    """Return the name in a key with the equals sign after it."""
    key = pair.removesuffix("=").strip(" \t")
    return key[1:-1] if key[0] in "\"'" else key


def string_at(text: str, start: int, end: int, key: str | None) -> Text:
    """Return the value of a string literal, quotes included, from `start` to `end`, as a `Text` with
    its place and key.
    """
    quote = text[start : start + 3]
    if quote in ('"""', "'''") and end - start >= 6:
        # A line end directly after the quotes is not part of the string.
        start += 3 + (2 if text.startswith("\r\n", start + 3) else text.startswith("\n", start + 3))
        end -= 3
        escapes = TOML_MULTILINE if quote == '"""' else TOML_LITERAL
    else:
        start, end = start + 1, end - 1
        escapes = TOML_BASIC if quote.startswith('"') else TOML_LITERAL
    return text_of(scalar(text, start, end, escapes), key)


def _value(source: str, strings: list[Text]) -> dict[str, Any] | None:
    """Return the table of statements in which `_mask` has put numbers for strings; with the strings, which get
    their keys, and None for dates and times.

    None for the whole if it is not TOML or goes beyond a limit.
    """
    if beyond_limit(source) is not None:
        return None
    try:
        root = tomllib.loads(source)
    except ValueError:
        return None
    todo: list[tuple[Any, str | None]] = [(root, None)]
    while todo:
        inside, around = todo.pop()
        for index, value in inside.items() if isinstance(inside, dict) else enumerate(inside):
            key = index if isinstance(index, str) else around
            if isinstance(value, str):
                inside[index] = text = strings[int(value)]
                text.key = key
            elif isinstance(value, dict | list):
                todo.append((value, key))
            elif isinstance(value, date | time):
                inside[index] = None
    return root


def _open_table(root: dict[str, Any], header: dict[str, Any]) -> dict[str, Any]:
    """Return the table that a parsed header opens, added to `root`; in a broken document a value in its way stays
    unchanged.
    """
    table: dict[str, Any] = root
    while True:
        ((name, inner),) = header.items()
        if isinstance(inner, list):
            tables = table.setdefault(name, [])
            element: dict[str, Any] = inner[0]
            if isinstance(tables, list):
                tables.append(element)
            return element
        table = _below(table, name)
        if not inner:
            return table
        header = inner


def _merge(table: dict[str, Any], part: dict[str, Any]) -> None:
    """Add the definition of a statement to a table, except where another value is already there."""
    while True:
        ((name, value),) = part.items()
        if not isinstance(value, dict) or len(value) != 1 or name not in table:
            break
        table, part = _below(table, name), value
    table.setdefault(name, value)


def _below(table: dict[str, Any], name: str) -> dict[str, Any]:
    """Return the table of a name, added if it is missing; the last of an array of tables; a new one beside any other
    value.
    """
    inner = table.setdefault(name, {})
    if isinstance(inner, list) and inner:
        inner = inner[-1]
    # What is there is not a table: the document is broken, and what belongs below gets lost.
    return inner if isinstance(inner, dict) else {}


KEY_PARTS = 100
NESTING = 100

_COMMENT, _STRING, _, _MARK, _ = range(1, 6)  # kinds of tokens


def _tokens(text: str) -> Iterator[tuple[int, int, int]]:
    """Yield the comments, strings and marks of a text: the number of the kind, and the span."""
    return (row[:3] for row in rows_of(tokens_of("toml-parts").relevant, text))


def beyond_limit(text: str) -> tuple[int, str] | None:
    """Return where a text goes beyond a limit, in code points from 0, and which; None if it does not.

    At most 100 parts are read in a dotted key or in the header of a table, and 100 arrays and inline tables inside of
    each other.

    >>> beyond_limit("a.b = [[1.5]]")
    >>> beyond_limit("a" + ".a" * 100)
    (199, 'a key has more than 100 parts, which are the limit')
    """
    dots = depth = 0
    for kind, start, _ in _tokens(text):
        if kind != _MARK:
            continue
        mark = text[start]
        if mark != ".":
            dots = 0
            depth = max(depth + (mark in "[{") - (mark in "]}"), 0)
            if depth > NESTING:
                reason = f"arrays and inline tables are nested more than {NESTING} deep, which is the limit"
                return start, reason
            continue
        dots += 1
        if dots == KEY_PARTS:
            return start, f"a key has more than {KEY_PARTS} parts, which are the limit"
    return None

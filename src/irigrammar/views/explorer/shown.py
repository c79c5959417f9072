"""Texts in pieces for the page.

Long ones are cut, and invisible characters are shown as code points.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from irigrammar.automata.charset import MAX
from irigrammar.lazy import regex
from irigrammar.report.record import edits
from irigrammar.text.names import visible_characters
from irigrammar.unicode import general_category

_ESCAPE = regex(r"\\u\{([0-9A-Fa-f]{1,6})\}")
_SPACE = "␣"
_KEPT = 80  # characters before and after a change that are shown


def unescape(field: str) -> str:
    r"""Return the text of a field of the page: each \u{HEX} becomes that code point, one beyond 10FFFF stays, and two
    surrogates that make a pair become its code point.

    >>> unescape(r"a\u{E9}\u{110000}")
    'aé\\u{110000}'
    """
    return join_surrogates(
        _ESCAPE.sub(lambda match: chr(point) if (point := int(match[1], 16)) <= MAX else match[0], field)
    )


def join_surrogates(text: str) -> str:
    """Return a text with halves of a pair that meet made one code point, as everywhere in a browser."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")


def field_of(text: str) -> str:
    r"""Return the content of a field for a text: with escapes for characters that fields or addresses change.

    >>> field_of("a\r\\u{41}")
    'a\\u{D}\\u{5C}u{41}'
    """
    text = text if unescape(text) == text else text.replace("\\", _escape("\\"))
    return "".join(_escape(char) if general_category(char) in ("Cc", "Cs") else char for char in text)


def _escape(char: str) -> str:
    return f"\\u{{{ord(char):X}}}"


def cells(text: str) -> list[str]:
    """Return each character for display: itself, "␣" for a space, or its code point if it is invisible.

    >>> cells("a \\u202e")
    ['a', '␣', 'U+202E']
    """
    return [
        _SPACE if char == " " else char if known == char or "!" <= char <= "~" else f"U+{ord(char):04X}"
        for char, known in zip(text, visible_characters(text), strict=True)
    ]


def shown(text: str, most: int = 400) -> str:
    """Return a text for display, of one with more than `most` characters the two ends, with "…" between them.

    >>> shown("a b"), len(shown("a" * 1000))
    ('a␣b', 401)
    """
    if len(text) <= most:
        return "".join(cells(text))
    half = most // 2
    return f"{''.join(cells(text[:half]))}…{''.join(cells(text[-half:]))}"


def edit_of(before: str, after: str) -> tuple[int, int, str]:
    """Return the start and end, in the text before, of the changed part, and its replacement; (0, 0, "") for equal
    texts.
    """
    first: dict[str, Any] = next(iter(edits(before, after)), {"start": 0, "end": 0, "text": ""})
    return first["start"], first["end"], first["text"]


def change(before: str, after: str) -> list[tuple[str, str]]:
    """Return a changed text in pieces (kind, shown): "same", and "new" or, where something is only left out, "gone".
    Long pieces are cut, empty ones left out.

    >>> change("http://[::1/", "http://[::1]/")
    [('same', 'http://[::1'), ('new', ']'), ('same', '/')]
    """
    if before == after:
        return [("same", shown(after))]
    start, end, new = edit_of(before, after)
    middle = ("new", shown(new)) if new else ("gone", shown(before[start:end], _KEPT))
    pieces = [("same", shown(before[:start], 2 * _KEPT)), middle, ("same", shown(before[end:], 2 * _KEPT))]
    return [piece for piece in pieces if piece[1]]


def runs(text: str, start: int, end: int, marks: Iterable[tuple[int, int, str, str]]) -> Iterator[dict[str, Any]]:
    """Yield a text from `start` to `end` as runs of characters with the same marks, each character that nobody would
    see in a separate one, with `special`.

    A mark is start, end, kind ("field" or "role") and value; of a kind the first one counts. A run has `start` and
    `end`, `text` as it is shown, `field` and `role` ("" for none), and `title`: the code point of such a character,
    else the field.
    """
    size = end - start
    fields, roles = [""] * size, [""] * size
    for low, high, kind, value in reversed(list(marks)):
        row = fields if kind == "field" else roles
        inside = range(max(low - start, 0), min(high - start, size))
        row[inside.start : inside.start + len(inside)] = [value] * len(inside)
    run: dict[str, Any] | None = None
    for offset, (char, cell) in enumerate(zip(text[start:end], cells(text[start:end]), strict=True), start):
        field, role, special = fields[offset - start], roles[offset - start], cell != char
        if run and not special and not run["special"] and (run["field"], run["role"]) == (field, role):
            run["text"] += cell
            run["end"] = offset + 1
            continue
        if run:
            yield run
        run = {"start": offset, "end": offset + 1, "text": cell, "field": field, "role": role}
        run |= {"special": special, "title": f"U+{ord(char):04X}" if special else field}
    if run:
        yield run

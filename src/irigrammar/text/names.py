"""Quote and describe strings and characters.

Characters that cannot be shown are escaped.
"""

from __future__ import annotations

from collections.abc import Callable

from irigrammar.unicode import character_name, general_category, is_printable, unicode_version

_BEFORE_COMMAND = " #:"  # one of these begins a printable line that is a command for a CI system
_ENDS = 30  # characters of a long string that are shown at either end


_LONG = 240  # characters of a string that are shown whole in a line of their own


_UNNAMED = {
    "Cc": "control character",
    "Cs": "lone surrogate",
    "Co": "private use character",
    "Cn": "no assigned character",
}


def character(char: str) -> str:
    """Return the code point ("U+0020") and the name of a character, or what it is in parentheses where it has no name.

    >>> character(" "), character("\\n"), character("\\ud800")
    ('U+0020 SPACE', 'U+000A (control character)', 'U+D800 (lone surrogate)')
    """
    kind = _UNNAMED.get(general_category(char), "unnamed character")
    return f"U+{ord(char):04X} {character_name(char, f'({kind})')}"


def not_assigned(char: str) -> str:
    """Return the sentence that a code point is not assigned in the version of Unicode that is known.

    >>> not_assigned("\\U00050000")
    'U+50000 is not assigned in Unicode 18, which this version knows'
    """
    return f"U+{ord(char):04X} is not assigned in Unicode {unicode_version.partition('.')[0]}, which this version knows"


def brief(text: str, show: Callable[[str], str] = str) -> str:
    """Return a string as a line about it names it, with escapes by `show` (none by default): "(empty)" for an empty
    one, and of a very long one the two ends and the length.

    >>> brief("abc"), brief(""), brief("a" * 1_000) == f'{"a" * 60}…{"a" * 60} (1,000 characters)'
    ('abc', '(empty)', True)
    """
    if len(text) <= _LONG:
        return show(text) or "(empty)"
    return f"{show(text[: 2 * _ENDS])}{ellipsis(show)}{show(text[-2 * _ENDS :])} ({len(text):,} characters)"


def ellipsis(show: Callable[[str], str] = str) -> str:
    """Return the mark of an omission: three dots where the character for them would be escaped.

    >>> ellipsis(), ellipsis(lambda text: visible(text, "ascii"))
    ('…', '...')
    """
    return "…" if show("…") == "…" else "..."


def quoted(text: str | None, show: Callable[[str], str] = str) -> str:
    """Return a string in quotation marks, with escapes by `show` (none by default); of a very long one the two ends and
    the length; of None the word "none".

    >>> quoted("abc"), quoted("a" * 50 + "b" * 50) == f'"{"a" * 30}"..."{"b" * 30}" (100 characters)'
    ('"abc"', True)
    """
    if text is None:
        return "none"
    if len(text) <= 2 * _ENDS:
        return f'"{show(text)}"'
    return f'"{show(text[:_ENDS])}"..."{show(text[-_ENDS:])}" ({len(text):,} characters)'


def visible(text: str, encoding: str = "utf-8") -> str:
    """Return a text with `\\u{...}` for the invisible: control, format, private use and unassigned characters,
    surrogates, spaces other than U+0020, characters without a shape, marks without a letter, and those that `encoding`
    lacks.

    A backslash before `u{` is escaped too, so that the result can be read back without loss; and so is the beginning of
    what would be a command at the start of a line in the log of a CI system.

    >>> visible("a\\u202eb\\\\u{41}"), visible("\\u0301a"), visible("::error::no")
    ('a\\\\u{202E}b\\\\u{5C}u{41}', '\\\\u{301}a', '\\\\u{3A}:error::no')
    """
    is_plain = text.isascii() and text.isprintable() and "\\u{" not in text
    if is_plain and (text[:1] not in _BEFORE_COMMAND or _command(text) is None):
        return text
    return "".join(visible_characters(text, encoding))


def visible_characters(text: str, encoding: str = "utf-8") -> list[str]:
    """Return the display of each character, as it is or escaped by its code point; see `visible`."""
    shown: list[str] = []
    command = _command(text)
    every = can_encode(text, encoding)
    base = False  # whether a mark would have something to stand on
    for index, char in enumerate(text):
        mark = general_category(char).startswith("M")
        ambiguous = index == command or (char == "\\" and text.startswith("u{", index + 1))
        plain = is_printable(char) and _has_shape(char) and (base or not mark) and not ambiguous
        if plain and (every or can_encode(char, encoding)):
            shown.append(char)
        else:
            shown.append(f"\\u{{{ord(char):X}}}")
        base = plain
    return shown


def column(text: str, start: int, end: int | None = None) -> str:
    r"""Return where a part of a text is, for people: its column from 1, and its line where the text has several.

    `start` and `end` are offsets in code points from 0, the end exclusive; without it the part is one character.

    >>> column("ab c", 2), column("ab c", 1, 3), column("a\nb c", 3)
    ('column 3', 'columns 2 to 3', '2:2')
    """
    if "\n" in text:
        line = text.count("\n", 0, start) + 1
        return f"{line}:{start - text.rfind(chr(10), 0, start)}"
    return f"column {start + 1}" if end is None or end <= start + 1 else f"columns {start + 1} to {end}"


def _command(text: str) -> int | None:
    """Return the offset of a command for a CI system that would be at the start of a line; None where none is."""
    bare = text.lstrip()
    is_command = bare.startswith("##") or (bare.startswith("::") and "::" in bare[2:])
    return len(text) - len(bare) if is_command else None


def _has_shape(char: str) -> bool:
    """Return whether a printable character can be seen: variation selectors, fillers and the combining grapheme joiner
    cannot, since Python has no property Default_Ignorable_Code_Point.
    """
    if char.isascii():
        return True
    own = character_name(char)
    return not ("VARIATION SELECTOR" in own or "FILLER" in own or own == "COMBINING GRAPHEME JOINER")


def can_encode(char: str, encoding: str) -> bool:
    """Return whether an encoding has all characters of a text. Raises `LookupError` for an unknown encoding."""
    try:
        char.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True

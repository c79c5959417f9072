"""Characters and messages in plain words."""

from __future__ import annotations

from functools import lru_cache

from irigrammar.faults.hinting import hints
from irigrammar.text.names import character, visible
from irigrammar.unicode import is_letter_or_number


@lru_cache(maxsize=1_000)
def character_name(char: str | None) -> str:
    """Return how a message names a character: itself first, with a common name, else by code point and name; None is
    "the end".

    >>> [character_name(char) for char in " \\\\a\u00e9\u200b"]
    ['a space', '"\\\\" (backslash)', '"a"', '"é" (U+00E9)', 'U+200B ZERO WIDTH SPACE']
    """
    if char is None:
        return "the end"
    if (space := hints().spaces.get(char)) is not None:
        return space
    if visible(char) != char:
        return character(char)
    name = hints().names.get(char) or ("" if char.isascii() else f"U+{ord(char):04X}")
    return f'"{char}" ({name})' if name else f'"{char}"'


def is_delimiter(char: str) -> bool:
    """Return whether a character is one that can be shown and is not a letter, a digit, a space or a quotation mark.

    >>> is_delimiter(","), is_delimiter("a"), is_delimiter(" ")
    (True, False, False)
    """
    return bool(char) and not is_letter_or_number(char) and char not in hints().spaces and visible(char) == char


def filled_message(message: str, char: str | None, why: str) -> str:
    """Return a message with "{char}" and "{why}" replaced by the name of a character and a reason."""
    text = message.replace("{why}", why)
    return text.replace("{char}", character_name(char)) if "{char}" in text else text

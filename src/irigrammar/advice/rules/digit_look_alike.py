"""A word mixes digits with the letters that they resemble.

what        A word of small letters of ASCII (the first may be a capital) with a single "0" or "1" before a letter,
            where "o" or "l" would make a word too, or a number with a single "O", "l" or "I" between digits.
            Hexadecimal numbers, codes in capitals and words with other digits are left in peace.
why         Readers take the digit for the letter, and type that.
example     http://example.org/br0ken
            http://example.org/1ame
            http://example.org/2O26
instead     http://example.org/broken
            http://example.org/page1
see         draft-ietf-iri-3987bis-04, 8.5
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from irigrammar.advice.context import Context
from irigrammar.advice.rule import Flaw, Rule
from irigrammar.text.names import quoted

_LETTER_OF = {"0": "o", "1": "l"}
_DIGIT_OF = {"O": "0", "l": "1", "I": "1"}
_DIGITS = re.compile("[01]")
_FEWEST_LETTERS, _FEWEST_DIGITS = 3, 2


def _check(context: Context) -> Iterator[Flaw]:
    for word in context.words:
        text = word.text
        if not text.isascii():
            continue
        digits = sum(map(str.isdecimal, text))
        if not 0 < digits < len(text):
            continue
        meant = _word(text, digits) or _number(text, digits)
        if meant:
            yield Flaw(word.start, word.end, f"{quoted(text)} is easily read as {quoted(meant)}", meant)


def _word(text: str, digits: int) -> str | None:
    """Return a word with letters for its digits, None where that is not what it looks like."""
    places = [found.start() for found in _DIGITS.finditer(text)]
    is_word = text[1:].islower() and len(text) - digits >= _FEWEST_LETTERS
    if len(places) != digits or not is_word or _is_hexadecimal(text):
        return None
    if any(text[at + 1 : at + 2].isdecimal() or at + 1 == len(text) for at in places):
        return None
    return _DIGITS.sub(lambda found: _LETTER_OF[found[0]], text)


def _number(text: str, digits: int) -> str | None:
    """Return a number with digits for its letters, None where that is not what it looks like."""
    if digits < _FEWEST_DIGITS or not (text[0].isdecimal() and text[-1].isdecimal()):
        return None
    made = "".join(_DIGIT_OF.get(char, char) for char in text)
    return made if made.isdecimal() and len(text) - digits == 1 else None


def _is_hexadecimal(text: str) -> bool:
    try:
        int(text[: _FEWEST_LETTERS * 8], 16)
    except ValueError:
        return False
    return True


RULE = Rule(
    "C016",
    "digit-look-alike",
    "advice",
    "draft-ietf-iri-3987bis-04, 8.5",
    __doc__ or "",
    _check,
    profiles=("publish",),
    sees_whole=True,
)

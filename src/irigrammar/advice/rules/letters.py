"""Characters that are easily typed otherwise: another normal form, digits like letters, upper case."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from irigrammar.advice.characters import clusters
from irigrammar.advice.context import Context
from irigrammar.advice.rule import Flaw, rule
from irigrammar.matching.grammar import grammar
from irigrammar.text.names import quoted

_NOT_NFC_PAGE = r"""Characters are not in Normalization Form C.

what        A letter and a mark, or several marks, that Normalization Form C writes in another way, percent-encoded
            ones too.
why         Both look the same and are different identifiers. Form C is what keyboards and conversions give, so the
            other one is hard to type, and somebody else can have it.
example     http://example.org/re\u{301}sume\u{301}
            http://example.org/re%CC%81sume%CC%81
instead     http://example.org/résumé
            http://example.org/r%C3%A9sum%C3%A9
see         RFC 3987, 5.3.2.2; draft-ietf-iri-3987bis-04, 5.3.2.2; UAX #15
"""


@rule("C010", "not-nfc", "warning", "RFC 3987, 5.3.2.2", _NOT_NFC_PAGE)
def _not_nfc(context: Context) -> Iterator[Flaw]:
    whole = context.decoded
    if whole.text.isascii():
        return
    for start, end in clusters(whole.text):
        text = whole.text[start:end]
        if not unicodedata.is_normalized("NFC", text):
            made = unicodedata.normalize("NFC", text)
            points = " ".join(f"U+{ord(char):04X}" for char in text)
            message = f"{points} is not in Normalization Form C; {' '.join(f'U+{ord(char):04X}' for char in made)} is"
            instead = whole.written(start, end, made) if _keeps_delimiter(text, made) else None
            yield Flaw(*whole.span(start, end), message, instead)


def _keeps_delimiter(text: str, made: str) -> bool:
    """Tell whether what may be a delimiter is still there: "=" and U+0338 are U+2260 in Form C."""
    first = text[0]
    return not first.isascii() or made.startswith(first) or grammar("rfc3986")["unreserved"].matches(first)


_DIGIT_LOOK_ALIKE_PAGE = """A word mixes digits with the letters that they resemble.

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
_LETTER_OF = {"0": "o", "1": "l"}
_DIGIT_OF = {"O": "0", "l": "1", "I": "1"}
_DIGITS = re.compile("[01]")
_FEWEST_LETTERS, _FEWEST_DIGITS = 3, 2


@rule(
    "C016",
    "digit-look-alike",
    "advice",
    "draft-ietf-iri-3987bis-04, 8.5",
    _DIGIT_LOOK_ALIKE_PAGE,
    profiles=("publish",),
    sees_whole=True,
)
def _digit_look_alike(context: Context) -> Iterator[Flaw]:
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


_UPPER_CASE_PAGE = """Upper-case letters stand outside the host.

what        A letter in upper case in user information, path, query or fragment, percent-encoded ones too.
why         There case makes another identifier. Readers do not say it aloud and forget it when they type; and
            capitals of Latin, Greek and Cyrillic look more alike than small letters do.
example     http://example.org/PopularPage.html
            http://example.org/%C3%89t%C3%A9
instead     http://example.org/popular-page.html
see         draft-ietf-iri-3987bis-04, 8.5 and 10
"""


@rule(
    "C017",
    "upper-case",
    "advice",
    "draft-ietf-iri-3987bis-04, 8.5",
    _UPPER_CASE_PAGE,
    profiles=("publish",),
    sees_whole=True,
)
def _upper_case(context: Context) -> Iterator[Flaw]:
    for word in context.words:
        if word.text != word.text.lower():
            first = next(char for char in word.text if char != char.lower())
            yield Flaw(word.start, word.end, f"{quoted(first)} is in upper case")

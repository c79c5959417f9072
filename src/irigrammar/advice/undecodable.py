"""Percent-encoded bytes that are not UTF-8, and charsets that fit them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import groupby, pairwise
from math import log2

from irigrammar.advice.context import Context
from irigrammar.dataclass import NamedTuple
from irigrammar.lazy import regex
from irigrammar.processing.percent import encoded, unescape
from irigrammar.unicode import character_name, east_asian_width, general_category, is_upper, is_word

# RFC 3629, 3 and 10: what would encode a character that fewer bytes encode.
OVERLONG = regex(
    rb"[\xc0\xc1][\x80-\xbf]|\xe0[\x80-\x9f][\x80-\xbf]|\xf0[\x80-\x8f][\x80-\xbf]{2}|\xf8[\x80-\x83][\x80-\xbf]{3}"
)

# The charsets that the Web had before UTF-8, by language: those for many letters first, since others read anything.
CHARSETS = (
    "euc_jp",
    "shift_jis",
    "gb18030",
    "big5",
    "euc_kr",
    "windows-1252",
    "windows-1250",
    "windows-1254",
    "windows-1251",
    "koi8-r",
    "windows-1253",
    "windows-1255",
    "windows-1256",
    "tis-620",
)
_MOST = 5  # readings, and charsets for each
_LONGEST = 300  # bytes that are read: enough to decide
_SEPARATORS = regex("/|&|=")


class Unit(NamedTuple):
    """A segment, or a name or value of a query: its place, its bytes, and the place of the first that are not UTF-8."""

    start: int
    end: int
    data: bytes
    bad_start: int
    bad_end: int


def units(context: Context) -> Iterator[Unit]:
    """Yield each unit of the text with percent-encoded bytes that are not UTF-8, in the text's order."""
    if all(isinstance(piece, str) or piece.char for piece in context.pieces):
        return
    for part in context.parts:
        start = 0
        for end in (*(separator.start() for separator in _SEPARATORS.finditer(part.text)), len(part.text)):
            text = part.text[start:end]
            if "%" in text:
                data = unescape(text)
                try:
                    data.decode()
                except UnicodeDecodeError:
                    begin = part.start + start
                    yield Unit(begin, part.start + end, data, *(begin + place for place in _bad_span(text)))
            start = end + 1


def _bad_span(text: str) -> tuple[int, int]:
    """Return start and end of the first run of encoded bytes beyond ASCII of which some are part of no character.

    The others of the run may be UTF-8 by chance, as those of another charset are.
    """
    start, offset, has_bad = -1, 0, False
    for piece in encoded(text):
        is_beyond = not isinstance(piece, str) and not (piece.char and piece.char.isascii())
        if is_beyond:
            start = offset if start < 0 else start
            has_bad = has_bad or (not isinstance(piece, str) and piece.char == "")
        elif has_bad:
            break
        else:
            start = -1
        offset += len(piece if isinstance(piece, str) else piece.triplets)
    return start, offset


@lru_cache(maxsize=256)
def readings(data: bytes) -> tuple[tuple[str, tuple[str, ...]], ...]:
    r"""Return the likely texts of bytes, words of only one script, each with at most five charsets that decode them so.

    There are five readings at most, those first that look most like words. Where none is likely, they are texts that
    charsets read at all. Of more than 300 bytes only the first 300 are read.

    >>> readings(b"D\xfcrst")[0]
    ('Dürst', ('windows-1252', 'windows-1250', 'windows-1254', 'windows-1256'))
    >>> readings(b"\x83e\x83X\x83g")[0]
    ('テスト', ('shift_jis',))
    """
    cut = data[:_LONGEST]
    names_by_text: dict[str, tuple[str, ...]] = {}
    for name in CHARSETS:
        text = _read(cut, name, len(cut) < len(data))
        if text is not None:
            names_by_text[text] = (*names_by_text.get(text, ()), name)
    likely = sorted(filter(_is_text, names_by_text), key=lambda text: _oddity(text, names_by_text[text][0]))
    likely = likely or list(names_by_text)
    return tuple((text, names_by_text[text][:_MOST]) for text in likely[:_MOST])


def _read(data: bytes, charset: str, is_cut: bool) -> str | None:
    """Return the text of bytes in a charset, None if they are not valid in it; with `is_cut` up to 3 bytes at the end
    may be left out.
    """
    for left_out in range(4 if is_cut else 1):
        try:
            return data[: len(data) - left_out].decode(charset)
        except UnicodeDecodeError:
            continue
    return None


def _is_text(text: str) -> bool:
    """Return whether characters beyond ASCII are letters and marks, and words have letters of only one kind."""
    if not all(char.isascii() or general_category(char)[0] in "LM" for char in text):
        return False
    if any(general_category(after)[0] == "M" and before.isascii() for before, after in pairwise(f" {text}")):
        return False
    return all(len(_kinds(word) - _beside_ascii(word)) <= 1 for word in _words(text))


def _words(text: str, fits: Callable[[str], bool] = is_word) -> Iterator[str]:
    return ("".join(run) for is_fit, run in groupby(text, fits) if is_fit)


def _beside_ascii(word: str) -> set[str]:
    """Return {"LATIN"} for a word whose characters beyond ASCII are East Asian, unless ASCII is on both sides of them;
    else the empty set.
    """
    is_inside = re.search(r"[\0-\177][^\0-\177]+[\0-\177]", word) is not None
    is_east_asian = not _kinds(re.sub(r"[\0-\177]+", "", word)) - _EAST_ASIAN
    return _kinds("a") if is_east_asian and not is_inside else set()


def _oddity(text: str, charset: str) -> float:
    """Return how unlikely a text is, in bits, by the charset: the bits of each character, more for rare ones, capitals
    after small letters, words in capitals, and runs of Latin letters with marks; less where a charset was used much.
    """
    first, last, bits_of_letter, bonus = _CHARSETS.get(charset, (0, 0, _OF_LETTER, 0))
    bits = -float(bonus)
    for char in text:
        is_kana = "KANA" in character_name(char, "")
        if char.isascii() or is_kana or not last:
            bits += _OF_LETTER if char.isascii() or is_kana else bits_of_letter
            bits += _ODD if is_kana and (charset in _WITHOUT_KANA or east_asian_width(char) == "H") else 0
        else:
            bits += log2((last - first + 1) * _TRAILS)
            bits += 0 if first <= char.encode(charset, "replace")[0] <= last else _ODD
    words = [
        word
        for word in _words(text, lambda char: is_word(char) and not char.isascii())
        if len(word) > 1 and is_upper(word)
    ]
    capitals = sum(general_category(before) == "Ll" and is_upper(after) for before, after in pairwise(text))
    letters_with_marks = sum(len(run) for run in re.findall(r"[^\0-\177]{3,}", text) if "LATIN" in _kinds(run))
    return bits + _ODD * (capitals + letters_with_marks + len(words))


_ODD, _OF_LETTER, _TRAILS = 5, 5, 94  # bits, bits, and second bytes of characters
# The first bytes of the common ideographs or Hangul, the bits that a letter takes elsewhere, and how much more a
# charset was used than others, in bits.
_CHARSETS: dict[str, tuple[int, int, float, float]] = {
    "euc_jp": (0xB0, 0xCF, 0, 1.5),
    "shift_jis": (0x88, 0x98, 0, 2),
    "gb18030": (0xB0, 0xD7, 0, 3),
    "big5": (0xA4, 0xC6, 0, 1),
    "euc_kr": (0xB0, 0xC8, 0, 2),
    "windows-1251": (0, 0, 5.5, 2),
    "koi8-r": (0, 0, 5.5, 1),
    **dict.fromkeys(("windows-1253", "windows-1255", "windows-1256"), (0, 0, 5.7, 0)),
    "tis-620": (0, 0, 6.5, 0),
}
_WITHOUT_KANA = ("gb18030", "big5", "euc_kr")


def _kinds(word: str) -> set[str]:
    """Return the first words of the names of a word's letters, which say the script; "CJK" for those of Japanese."""
    letters = (char for char in word if general_category(char).startswith("L"))
    names = {character_name(char, "").partition(" ")[0] for char in letters}
    return {"CJK" if name in _JAPANESE else name for name in names}


_EAST_ASIAN = {"CJK", "HANGUL", "BOPOMOFO"}
_JAPANESE = {"HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "IDEOGRAPHIC", "CJK"}

"""Percent-encoded bytes that are not UTF-8, and charsets that fit them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from irigrammar.advice.context import Context
from irigrammar.lazy import regex
from irigrammar.processing.percent import encoded, unescape

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
_LONGEST = 300  # bytes that are read: enough to tell
_SEPARATORS = regex("/|&|=")


class Unit(NamedTuple):
    """A segment, or a name or value of a query: its place, its bytes, and the place of the first that are not UTF-8."""

    field: str
    start: int
    end: int
    data: bytes
    bad_start: int
    bad_end: int


def units(context: Context) -> Iterator[Unit]:
    """Yield each unit of the text with percent-encoded bytes that are not UTF-8, in the text's order."""
    if "%" not in context.text:
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
                    bad = _bad(text)
                    yield Unit(part.field, part.start + start, part.start + end, data, *_moved(bad, part.start + start))
            start = end + 1


def _bad(text: str) -> tuple[int, int]:
    """Return where the first run of bytes that are part of no character stands."""
    start = end = offset = 0
    for piece in encoded(text):
        bad = not isinstance(piece, str) and piece.char == ""
        written = piece if isinstance(piece, str) else piece.written
        if bad and not end:
            start = offset
        if bad:
            end = offset + len(written)
        elif end and written:
            break
        offset += len(written)
    return start, end


def _moved(span: tuple[int, int], by: int) -> tuple[int, int]:
    return span[0] + by, span[1] + by


@lru_cache(maxsize=256)
def readings(data: bytes) -> tuple[tuple[str, tuple[str, ...]], ...]:
    r"""Return what bytes could be as text, each with the charsets that read them so: words of one script alone.

    Where there is none, what charsets read at all; five readings at most, those first that look most like words.

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
    likely = sorted(filter(_is_text, names_by_text), key=_oddity) or list(names_by_text)
    return tuple((text, names_by_text[text][:_MOST]) for text in likely[:_MOST])


def _read(data: bytes, charset: str, is_cut: bool) -> str | None:
    for left_out in range(4 if is_cut else 1):
        try:
            return data[: len(data) - left_out].decode(charset)
        except UnicodeDecodeError:
            continue
    return None


def _is_text(text: str) -> bool:
    """Return whether what is not ASCII are letters and marks, and whether words have letters of one kind alone."""
    if not all(char.isascii() or unicodedata.category(char)[0] in "LM" for char in text):
        return False
    return all(len(_kinds(word)) <= 1 for word in re.findall(r"\w+", text))


def _oddity(text: str) -> int:
    """Return how little a text looks like words: capitals after small letters, and runs of Latin letters with marks."""
    capitals = sum(before.islower() and after.isupper() for before, after in pairwise(text))
    runs = re.findall(r"[^\0-\177]{3,}", text)
    return capitals + sum("LATIN" in _kinds(run) for run in runs)


def _kinds(word: str) -> set[str]:
    """Return the first words of the names of a word's letters, which say the script."""
    letters = (char for char in word if unicodedata.category(char).startswith("L"))
    names = {unicodedata.name(char, "").partition(" ")[0] for char in letters}
    return {"CJK" if name in _JAPANESE else name for name in names}


_JAPANESE = {"HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "IDEOGRAPHIC", "CJK"}

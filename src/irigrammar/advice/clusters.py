"""A text cut so that each piece is normalized by itself."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

_BEYOND = re.compile(r"[^\0-\177]+")  # of what is not ASCII
# A cluster is cut here, so that normalizing, which sorts marks, takes linear time: UAX #15, 13, allows thirty marks.
_LONGEST = 32


def clusters(text: str) -> Iterator[tuple[int, int]]:
    """Yield the places of the pieces of a text that have a character outside ASCII: offsets, the end exclusive.

    A piece is a character and all after it that normalization may join with it: marks, and vowels and final consonants
    of Hangul in single letters. Each is 32 characters long at most.

    >>> list(clusters("ae\\u0301 é\\u1112\\u1161\\u11ab"))
    [(1, 3), (4, 5), (5, 8)]
    """
    for run in _BEYOND.finditer(text):
        start = run.start()
        if start and _continues(text[start]):
            start -= 1
        at = start + 1
        while at < run.end():
            if not _continues(text[at]) or at - start == _LONGEST:
                yield start, at
                start = at
            at += 1
        yield start, at


def _continues(char: str) -> bool:
    if char.isascii():
        return False
    if unicodedata.category(char).startswith("M"):
        return True
    return unicodedata.name(char, "").startswith(("HANGUL JUNGSEONG ", "HANGUL JONGSEONG "))

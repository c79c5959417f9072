"""NFC in linear time, and canonically equivalent spellings (UAX #15)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from irigrammar.unicode import combining_class, decompose, decomposition, normalize

_SHORT = 256  # code points whose order may take quadratic time
_END = 0x2FA1E  # beyond the last character that has a canonical decomposition


def nfc(text: str) -> str:
    """Return a text in Normalization Form C (UAX #15), in time linear in its length, except sorting.

    `unicodedata` takes quadratic time for a long run of combining marks out of order, so they are sorted first.

    >>> nfc("e\\u0323\\u0302") == "\\u1ec7"
    True
    """
    return normalize("NFC", text if len(text) < _SHORT else "".join(decompose(text)))


def clusters(text: str) -> Iterator[str]:
    """Yield the parts of a text that normalization can change one by one: a character with the marks after it, and
    letters of Hangul that compose to a syllable.

    >>> [len(cluster) for cluster in clusters("e\\u0323\\u0302a\\u1100\\u1161\\u11a8")]
    [3, 1, 3]
    """
    start, cluster = 0, ""
    for place, char in enumerate(text):
        if place > start and not combining_class(char):
            both = normalize("NFC", cluster + char) if len(cluster) == 1 else ""
            if len(both) != 1:
                yield text[start:place]
                start, cluster = place, char
            else:
                cluster = both
        elif place == start:
            cluster = char
        else:
            cluster = ""
    if start < len(text):
        yield text[start:]


def equivalents(cluster: str) -> Iterator[str]:
    """Yield the spellings of a cluster that are canonically equivalent to it: its form NFC, then, the shortest first,
    its decomposed form and those that begin with another composed character.

    >>> list(equivalents("\\u1ec7")) == ["\\u1ec7", "\\xea\\u0323", "\\u1eb9\\u0302", "e\\u0323\\u0302"]
    True
    >>> list(equivalents("\\xc5")) == ["\\xc5", "\\u212b", "A\\u030a"]
    True
    """
    yield nfc(cluster)
    base, *marks = decompose(cluster)
    spellings = {base + "".join(marks)}
    for char, of_char in _composites().get(base, ()):
        rest = list(marks)
        for mark in of_char:
            if mark not in rest:
                break
            rest.remove(mark)
        else:
            spelling = char + "".join(rest)
            if "".join(decompose(spelling)) == base + "".join(marks):
                spellings.add(spelling)
    yield from sorted(spellings - {nfc(cluster)}, key=lambda spelling: (len(spelling), spelling))


@cache
def _composites() -> dict[str, list[tuple[str, str]]]:
    """Return, by the first character of a canonical decomposition, the characters that decompose so, each with the
    marks that follow.
    """
    table: dict[str, list[tuple[str, str]]] = {}
    for char in map(chr, range(_END)):
        if decomposition(char)[:1] not in ("", "<"):
            whole = normalize("NFD", char)
            table.setdefault(whole[0], []).append((char, whole[1:]))
    return table

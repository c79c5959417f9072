"""What the page converts and checks labels of domain names by: UTS 46, IDNA2008 and its context rules."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import cache
from itertools import chain
from typing import Any

from idna import IDNAError, idnadata, uts46_remap, valid_contextj

from irigrammar.automata.charset import MAX, Ranges, union
from irigrammar.processing.labels import REASONS
from irigrammar.views.explorer.packing import distances

_VIRAMA = 9  # the class of combining characters
# RFC 5892, A.3 to A.9: where a character may be, and what must be beside it, or not in the label.
_CONTEXT = (
    ("\u00b7", "between", "l"),
    ("\u0375", "before", "Greek"),
    ("\u05f3\u05f4", "after", "Hebrew"),
    ("\u30fb", "with", "Hiragana Katakana Han"),
    ("\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668\u0669", "without", "\u06f0-\u06f9"),
    ("\u06f0\u06f1\u06f2\u06f3\u06f4\u06f5\u06f6\u06f7\u06f8\u06f9", "without", "\u0660-\u0669"),
)
# Where a character lets a non-joiner be (RFC 5892, A.1): before it, after it, or between it and one that does, which is
# BEH here.
_JOINING = {"before": "{}\u200c\u0628", "after": "\u0628\u200c{}", "through": "\u0628{}\u200c\u0628"}


@cache
def domain_names() -> dict[str, Any]:
    """Return the tables of labels; sets are packed.

    `valid` are the characters that IDNA2008 allows, `context` those that it allows beside others, and of all these the
    `joining` ones, the `virama` and the `directions` but "L". `refused`, `kept`, `dropped`, `shifted` (by how much)
    and `mapped` are the characters for which UTS 46 has something else than Normalization Form KC in lower case.

    >>> domain_names()["valid"][:4]
    [45, 0, 3, 9]
    """
    valid = _unpacked(idnadata.codepoint_classes["PVALID"])
    special = _unpacked([*idnadata.codepoint_classes["CONTEXTJ"], *idnadata.codepoint_classes["CONTEXTO"]])
    allowed = union(valid, special)
    chars = [chr(point) for low, high in allowed for point in range(low, high + 1)]
    directions = {char: unicodedata.bidirectional(char) for char in chars}
    return {
        "reasons": REASONS,
        "valid": distances(valid),
        "context": [[chars, where, what] for chars, where, what in _CONTEXT],
        "joining": {where: distances(_of(ord(char) for char in chars if _joins(char, where))) for where in _JOINING},
        "virama": distances(_of(ord(char) for char in chars if unicodedata.combining(char) == _VIRAMA)),
        "directions": {
            kind: distances(_of(ord(char) for char in chars if directions[char] == kind))
            for kind in sorted(set(directions.values()) - {"L"})
        },
        **_mapping(),
    }


def _joins(char: str, where: str) -> bool:
    if unicodedata.east_asian_width(char) == "W" and unicodedata.category(char) == "Lo":
        return False  # ideographs and Hangul, two thirds of all
    text = _JOINING[where].format(char)
    try:
        return unicodedata.combining(char) != _VIRAMA and valid_contextj(text, text.index("\u200c"))
    except ValueError:  # newer than Python's Unicode
        return False


def _of(points: Iterable[int]) -> Ranges:
    return union(tuple((point, point) for point in points))


def _unpacked(rows: Iterable[int]) -> Ranges:
    """Return the ranges of the package's numbers, which have the first point above 32 bits, and below the one after."""
    return union(tuple((row >> 32, (row & 0xFFFFFFFF) - 1) for row in rows))


def _remapped(char: str) -> str | None:
    try:
        return uts46_remap(char, std3_rules=False)
    except IDNAError:
        return None


_EMPTY_PLANES = range(0x40000, 0xE0000)  # in which Unicode has no characters


def _mapping() -> dict[str, Any]:
    """Return what UTS 46 does with characters for which it is not Normalization Form KC in lower case."""
    refused = [*_EMPTY_PLANES]
    kept: list[int] = []
    dropped: list[int] = []
    shifted: dict[int, list[int]] = {}
    mapped: dict[int, str] = {}
    for point in chain(range(_EMPTY_PLANES.start), range(_EMPTY_PLANES.stop, MAX + 1)):
        char = chr(point)
        to = None if unicodedata.category(char) == "Co" else _remapped(char)
        if to is None:
            refused.append(point)
        elif to != unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", char).lower()):
            if to == char:
                kept.append(point)
            elif not to:
                dropped.append(point)
            elif len(to) == 1:
                shifted.setdefault(ord(to) - point, []).append(point)
            else:
                mapped[point] = to
    return {
        **{
            name: distances(_of(points))
            for name, points in (("refused", refused), ("kept", kept), ("dropped", dropped))
        },
        "shifted": {by: distances(_of(points)) for by, points in shifted.items()},
        "mapped": mapped,
    }

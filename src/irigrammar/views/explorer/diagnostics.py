"""What the page's diagnostics are made of: the rows of hints, their conditions as automata, names of characters."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import fields
from functools import cache
from typing import Any

from irigrammar.automata.charset import MAX, Classes, Ranges, union
from irigrammar.automata.dfa import Dfa
from irigrammar.automata.naming import most_readable, rank
from irigrammar.bidi.classes import derived_classes
from irigrammar.bidi.components import SEPARATORS
from irigrammar.bidi.structure import CODES
from irigrammar.faults.hinting import Hinting, hints
from irigrammar.grammars.hints import Hint
from irigrammar.matching.grammar import Grammar
from irigrammar.processing.host import DOTS
from irigrammar.text.bidi_classes import LEFT_TO_RIGHT, MARK, NUMBERS, RIGHT_TO_LEFT
from irigrammar.text.names import visible
from irigrammar.views.explorer.packing import packed

_CONDITIONS = ("found", "part", "then", "rest", "cut", "around")
_ANY_SCRIPT = ("COMBINING ", "VARIATION ")  # how names of marks begin that are not of one script
_LEFT_OUT = (*_CONDITIONS, "wrong", "grammar", "rule", "says")  # of a row, what the page has otherwise or not at all


@cache
def rows() -> list[dict[str, Any]]:
    """Return the rows of hints, without fields that are empty; `tests` are the names of a row's conditions.

    >>> rows()[0]["code"], rows()[0]["tests"]
    ('F002', ['found', 'rest', 'cut'])
    """
    names = [field.name for field in fields(Hint) if field.name not in _LEFT_OUT]
    return [
        {name: value for name in names if (value := getattr(hint, name)) not in ("", None, False, ())}
        | {"tests": list(hint.conditions)}
        | ({"instead": ""} if hint.instead == "" else {})
        for hint in hints().fault
    ]


@cache
def condition_keys() -> list[str]:
    """Return code and field of each condition, in the order of `conditions`."""
    return [f"{hint.code} {field}" for hint in hints().fault for field in hint.conditions]


def conditions(grammar: Grammar, number: Callable[[Dfa], int]) -> list[int | None]:
    """Return the number of each condition's automaton in a grammar, None where it names a rule that the grammar lacks.

    `number` keeps an automaton and returns its number.
    """
    hinting = Hinting(grammar.rules, grammar.entry)
    automata = (hinting.automaton(hint, field) for hint in hints().fault for field in hint.conditions)
    return [None if dfa is None else number(dfa) for dfa in automata]


def letters(classes: Classes) -> list[int]:
    """Return the most readable code point of each class but 0, the most readable first."""
    return sorted((most_readable(classes.ranges(number)) for number in range(1, classes.count)), key=rank)


@cache
def words() -> dict[str, Any]:
    """Return how messages call characters: `names` and `spaces` by the character, `unseen` by the code point.

    `unseen` has the names of characters that are shown by code point and name, those of letters' marks only where they
    are for any script. `digits` are the zeros of all scripts but ASCII, `wide` the wide forms of other characters.
    """
    unseen = {
        point: name
        for point in range(MAX + 1)
        if (name := unicodedata.name(chr(point), ""))
        and visible(chr(point)) != chr(point)
        and (not unicodedata.category(chr(point)).startswith("M") or name.startswith(_ANY_SCRIPT))
    }
    return {
        "names": dict(hints().names),
        "spaces": dict(hints().spaces),
        "unseen": unseen,
        "digits": [point for point in range(0x80, MAX + 1) if unicodedata.decimal(chr(point), None) == 0],
        "wide": _of(lambda char: unicodedata.decomposition(char).startswith("<wide>")),
    }


def _of(is_meant: Callable[[str], bool]) -> Ranges:
    return union(tuple((point, point) for point in range(MAX + 1) if is_meant(chr(point))))


@cache
def bidi() -> dict[str, Any]:
    """Return what the findings on right-to-left text need: classes of characters that are not left-to-right letters
    (R right-to-left, M marks, N numbers, O others), names of ASCII characters, separators of components, severities.
    """
    groups: dict[str, list[int]] = {"R": [], "M": [], "N": [], "O": []}
    for point, bidi_class in enumerate(derived_classes()):
        name = _GROUPS.get(bidi_class, "O")
        if name != "L":
            groups[name].append(point)
    separators = {field: pattern.pattern for field, pattern in SEPARATORS.items()}
    return {
        "classes": packed({name: union(tuple((point, point) for point in points)) for name, points in groups.items()}),
        "names": {point: unicodedata.name(chr(point), "") for point in range(0x21, 0x7F)},
        "separators": separators | {"host": DOTS.pattern},
        "severities": {code: row.severity for code, row in CODES.items()},
    }


_GROUPS = {
    **dict.fromkeys(LEFT_TO_RIGHT, "L"),
    **dict.fromkeys(RIGHT_TO_LEFT, "R"),
    **dict.fromkeys(NUMBERS, "N"),
    MARK: "M",
}

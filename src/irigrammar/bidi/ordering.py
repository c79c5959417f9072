"""The Unicode Bidirectional Algorithm (UAX #9).

Finds where each character of a line is displayed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from irigrammar.bidi.classes import derived_class
from irigrammar.dataclass import NamedTuple
from irigrammar.text.bidi_classes import MARK, moves
from irigrammar.unicode import brackets, normalize

Base = Literal["ltr", "rtl", "auto"]

_DEEPEST = 125  # BD2
_MOST_OPEN = 63  # brackets, BD16
_BASES: dict[Base, int] = {"ltr": 0, "rtl": 1}
_EMBEDDINGS = {"LRE": "", "RLE": "", "LRO": "L", "RLO": "R"}  # with the direction that is forced, X2 to X5
_ISOLATES = frozenset({"LRI", "RLI", "FSI"})
_REMOVED = frozenset({*_EMBEDDINGS, "PDF", "BN"})  # by X9
_SPACES = frozenset({*_ISOLATES, "PDI", "WS"})  # L1
_NEUTRALS = frozenset({*_SPACES, "B", "S", "ON"})  # NI
_AS_STRONG = {"L": "L", "R": "R", "EN": "R", "AN": "R"}  # in N0 and N1


class Place(NamedTuple):
    """A displayed place: the offset of the character, and whether it is written from right to left there."""

    offset: int
    rtl: bool


class _Status(NamedTuple):
    """An entry of the directional status stack (3.3.2): its level, the direction that it forces or "", its kind."""

    level: int
    override: str
    isolates: bool


def ordering(text: str, base: Base = "ltr") -> list[Place]:
    """Return the visual order, from left to right, of a line of any characters (UAX #9, rules P1 to L2).

    `base` is the direction of each paragraph; with "auto" its first letter decides (rules P2 and P3). Characters that
    are not shown, such as formatting characters, have places too, with the level of what is before them (5.2). Classes
    are those of `irigrammar.unicode`; characters that it lacks have those of their blocks.

    >>> [place.offset for place in ordering("a/\\u05d0\\u05d11")]
    [0, 1, 4, 3, 2]
    """
    if base == "ltr" and not moves(text):
        return [Place(index, rtl=False) for index in range(len(text))]
    kinds = [*map(derived_class, text)]
    places: list[Place] = []
    start = 0
    while start < len(text):
        end = next((at + 1 for at in range(start, len(kinds)) if kinds[at] == "B"), len(kinds))
        levels = _levels(text[start:end], kinds[start:end], _BASES.get(base))
        places += [Place(start + offset, levels[offset] % 2 == 1) for offset in _visual(levels)]
        start = end
    return places


def _levels(text: str, kinds: list[str], base: int | None) -> list[int]:
    """Return the level of each character of a paragraph, from its bidi classes (P2 to I2, L1); a `base` of None is
    found by P2 and P3.
    """
    ends = _matching(kinds)
    paragraph = _first_level(kinds, ends, 0, len(kinds)) if base is None else base
    levels, classes = _explicit(kinds, ends, paragraph)
    indexes = [index for index, kind in enumerate(kinds) if kind not in _REMOVED]
    for sequence, before, after in _sequences(kinds, levels, indexes, ends, paragraph):
        level = levels[sequence[0]]
        run_classes = [classes[index] for index in sequence]
        _weak(run_classes, before)
        _resolve_brackets(
            [text[index] for index in sequence], [kinds[index] for index in sequence], run_classes, level, before
        )
        _neutral(run_classes, level, before, after)
        for index, kind in zip(sequence, run_classes, strict=True):  # I1 and I2
            if kind != _direction(level):
                levels[index] += 2 if level % 2 == 0 and kind in ("EN", "AN") else 1
    return _reset(kinds, levels, paragraph)


def _direction(level: int) -> str:
    return "R" if level % 2 else "L"


def _matching(kinds: Sequence[str]) -> dict[int, int]:
    """Return the offset of the matching PDI by that of each isolate initiator that has one (BD9)."""
    ends: dict[int, int] = {}
    initiators: list[int] = []
    for index, kind in enumerate(kinds):
        if kind in _ISOLATES:
            initiators.append(index)
        elif kind == "PDI" and initiators:
            ends[initiators.pop()] = index
    return ends


def _first_level(kinds: Sequence[str], ends: dict[int, int], start: int, end: int) -> int:
    """Return 1 where the first strong character outside isolates is from right to left, else 0 (P2 and P3)."""
    index = start
    while index < end:
        kind = kinds[index]
        if kind in ("L", "R", "AL"):
            return int(kind != "L")
        index = ends.get(index, len(kinds)) + 1 if kind in _ISOLATES else index + 1
    return 0


def _explicit(kinds: Sequence[str], ends: dict[int, int], paragraph: int) -> tuple[list[int], list[str]]:
    """Return the explicit level of each character, and its class, replaced where an override forces another (X1 to X8).
    `ends` has the matching PDI of each isolate initiator. Levels go up to 125; what would be deeper has the level
    around it.
    """
    stack = [_Status(paragraph, "", isolates=False)]
    levels: list[int] = []
    classes: list[str] = []
    overflow_isolates = overflow_embeddings = valid_isolates = 0
    for index, kind in enumerate(kinds):
        last = stack[-1]
        levels.append(last.level)
        classes.append(kind)
        if kind in _EMBEDDINGS or kind in _ISOLATES:
            isolates = kind in _ISOLATES
            if isolates and last.override:
                classes[-1] = last.override
            right = kind[0] == "R"
            if kind == "FSI":  # X5c
                right = _first_level(kinds, ends, index + 1, ends.get(index, len(kinds))) == 1
            deeper = (last.level + 1) | 1 if right else (last.level + 2) & ~1
            if deeper <= _DEEPEST and not overflow_isolates and not overflow_embeddings:
                valid_isolates += isolates
                stack.append(_Status(deeper, _EMBEDDINGS.get(kind, ""), isolates))
            elif isolates:
                overflow_isolates += 1
            elif not overflow_isolates:
                overflow_embeddings += 1
        elif kind == "PDI":  # X6a
            if overflow_isolates:
                overflow_isolates -= 1
            elif valid_isolates:
                overflow_embeddings = 0
                while not stack[-1].isolates:
                    stack.pop()
                stack.pop()
                valid_isolates -= 1
            levels[-1] = stack[-1].level
            classes[-1] = stack[-1].override or kind
        elif kind == "PDF":  # X7
            if overflow_isolates:
                pass
            elif overflow_embeddings:
                overflow_embeddings -= 1
            elif not last.isolates and len(stack) > 1:
                stack.pop()
        elif kind == "B":  # X8
            levels[-1] = paragraph
        elif kind != "BN" and last.override:  # X6
            classes[-1] = last.override
    return levels, classes


def _sequences(
    kinds: Sequence[str], levels: Sequence[int], indexes: list[int], ends: dict[int, int], paragraph: int
) -> list[tuple[list[int], str, str]]:
    """Return the isolating run sequences, as offsets, with the directions before and after them (X10, BD13)."""
    runs: list[tuple[int, int]] = []  # of places in `indexes`
    for place, index in enumerate(indexes):
        if runs and levels[indexes[runs[-1][1] - 1]] == levels[index]:
            runs[-1] = (runs[-1][0], place + 1)
        else:
            runs.append((place, place + 1))
    sequences: list[list[tuple[int, int]]] = []
    continuations: dict[int, list[tuple[int, int]]] = {}  # by the offset of the PDI that goes on with them
    for run in runs:
        sequence = continuations.pop(indexes[run[0]], None)
        if sequence is None:
            sequence = []
            sequences.append(sequence)
        sequence.append(run)
        last = indexes[run[1] - 1]
        if kinds[last] in _ISOLATES and last in ends:
            continuations[ends[last]] = sequence
    result: list[tuple[list[int], str, str]] = []
    for sequence in sequences:
        first, last = sequence[0][0], sequence[-1][1] - 1
        level = levels[indexes[first]]
        before = levels[indexes[first - 1]] if first else paragraph
        is_open = kinds[indexes[last]] in _ISOLATES or last + 1 == len(indexes)
        after = paragraph if is_open else levels[indexes[last + 1]]
        offsets = [index for start, end in sequence for index in indexes[start:end]]
        result.append((offsets, _direction(max(level, before)), _direction(max(level, after))))
    return result


def _weak(kinds: list[str], before: str) -> None:
    """Change the classes of numbers, separators, terminators and marks in a sequence; `before` is the direction before
    it (W1 to W7). `kinds` is changed in place.
    """
    previous = strong = before
    for index, kind in enumerate(kinds):
        if kind != MARK:
            previous = kind
        elif previous in _ISOLATES or previous == "PDI":  # W1
            previous = "ON"
        if previous in ("L", "R", "AL"):
            strong = previous
        kinds[index] = "AN" if previous == "EN" and strong == "AL" else "R" if previous == "AL" else previous  # W2, W3
    for index in range(1, len(kinds) - 1):  # W4
        preceding, kind, following = kinds[index - 1 : index + 2]
        separators = {"EN": ("CS", "ES"), "AN": ("CS",)}.get(preceding, ())
        if preceding == following and kind in separators:
            kinds[index] = preceding
    for start, end in _runs(kinds, {"ET"}):  # W5
        if "EN" in (*kinds[max(start - 1, 0) : start], *kinds[end : end + 1]):
            kinds[start:end] = ["EN"] * (end - start)
    strong = before
    for index, kind in enumerate(kinds):
        if kind in ("L", "R"):
            strong = kind
        elif kind == "EN" and strong == "L":  # W7
            kinds[index] = "L"
        elif kind in ("ES", "ET", "CS"):  # W6
            kinds[index] = "ON"


def _resolve_brackets(chars: Sequence[str], original: Sequence[str], kinds: list[str], level: int, before: str) -> None:
    """Change the classes of bracket pairs in a sequence, and of marks after them, to the direction of the characters
    between them or before them (N0). `kinds` is changed in place; `original` has the classes of the text. A pair
    without a strong direction inside stays.
    """
    own = _direction(level)
    context, done = before, 0
    for opening, closing in _pairs(chars, kinds):
        inside = {_AS_STRONG.get(kinds[index]) for index in range(opening + 1, closing)} - {None}
        for index in range(done, opening):
            context = _AS_STRONG.get(kinds[index], context)
        done = opening
        if not inside:
            continue
        direction = own if own in inside else context
        for bracket in (opening, closing):
            kinds[bracket] = direction
            follower = bracket + 1
            while follower < len(kinds) and original[follower] == MARK:
                kinds[follower] = direction
                follower += 1


def _pairs(chars: Sequence[str], kinds: Sequence[str]) -> list[tuple[int, int]]:
    """Return the pairs of brackets in a sequence, sorted by the first (BD16). The search ends at a 64th bracket that is
    open at a time; a bracket whose class is not ON is none.
    """
    closings = brackets()
    closers = frozenset(closings.values())
    pairs: list[tuple[int, int]] = []
    stack: list[tuple[str, int]] = []
    for index, char in enumerate(chars):
        if kinds[index] != "ON":
            continue
        bracket = normalize("NFD", char)
        if bracket in closings:
            if len(stack) == _MOST_OPEN:
                break
            stack.append((closings[bracket], index))
        elif bracket in closers:
            depth = next((depth for depth in range(len(stack) - 1, -1, -1) if stack[depth][0] == bracket), None)
            if depth is not None:
                pairs.append((stack[depth][1], index))
                del stack[depth:]
    return sorted(pairs)


def _neutral(kinds: list[str], level: int, before: str, after: str) -> None:
    """Change the classes of neutral characters in a sequence to the direction on both sides, or to that of the level
    (N1 and N2).
    """
    for start, end in _runs(kinds, _NEUTRALS):
        preceding = _AS_STRONG[kinds[start - 1]] if start else before
        following = _AS_STRONG[kinds[end]] if end < len(kinds) else after
        kinds[start:end] = [preceding if preceding == following else _direction(level)] * (end - start)


def _runs(kinds: Sequence[str], classes: frozenset[str] | set[str]) -> Iterator[tuple[int, int]]:
    """Yield start and exclusive end of each run of characters of some classes."""
    start = 0
    while start < len(kinds):
        end = start
        while end < len(kinds) and kinds[end] in classes:
            end += 1
        if end > start:
            yield start, end
        start = end + 1


def _reset(kinds: Sequence[str], levels: list[int], paragraph: int) -> list[int]:
    """Return the levels, changed in place: spaces before separators and at the end get that of the paragraph (L1),
    removed characters that of the one before them (5.2).
    """
    previous, start = paragraph, 0  # `start` is that of the spaces up to here
    for index, kind in enumerate(kinds):
        if kind in _REMOVED:
            levels[index] = previous
        elif kind in ("B", "S"):
            levels[start : index + 1] = [paragraph] * (index + 1 - start)
        if kind not in _SPACES and kind not in _REMOVED:
            start = index + 1
        previous = levels[index]
    levels[start:] = [paragraph] * (len(levels) - start)
    return levels


def _visual(levels: list[int]) -> list[int]:
    """Return the offsets of characters in visual order, from left to right, given their levels (L2)."""
    order = [*range(len(levels))]
    odd = [level for level in levels if level % 2]
    for limit in range(max(levels, default=0), min(odd, default=1) - 1, -1):
        start = 0
        while start < len(order):
            end = start
            while end < len(order) and levels[order[end]] >= limit:
                end += 1
            order[start:end] = order[start:end][::-1]
            start = end + 1
    return order

"""Convert automata to plain values that ship, and back."""

from __future__ import annotations

import sys
from operator import lt
from struct import iter_unpack
from struct import pack as pack_row

from irigrammar.automata.charset import MAX, Classes
from irigrammar.automata.dfa import Dfa

TYPE_CHECKING = False  # typing costs more than a first verdict: see irigrammar.lazy
if TYPE_CHECKING:
    from irigrammar.engines.values import Packed


def pack(dfa: Dfa) -> Packed:
    """Return an automaton as plain values: starts and ids of its classes, start state, accepting states and rows in
    hexadecimal, and the width of a state in bytes.
    """
    width = 1 if dfa.states <= 256 else 2
    form = f">{dfa.classes.count}{'BH'[width - 1]}"
    rows = b"".join(pack_row(form, *row) for row in dfa.rows)
    return dfa.classes.starts, dfa.classes.ids, dfa.start, dfa.accepting.hex(), width, rows.hex()


def is_sound(data: Packed) -> bool:
    """Return whether a packed automaton can be walked: every character has a class, every state a row of states.

    Raises `ValueError` or `TypeError` for a value that is not packed.
    """
    starts, ids, start, accepting, width, rows = data
    numbers = (*starts, *ids, start, width)
    if any(type(number) is not int for number in numbers) or not isinstance(accepting, str):
        return False
    final, cells = bytes.fromhex(accepting), bytes.fromhex(rows)
    count, states = max(ids) + 1, len(final)
    if width not in (1, 2) or len(cells) != states * count * width or {*ids} != {*range(count)}:
        return False
    row = memoryview(cells).cast("B" if width == 1 else "H")  # in the byte order of this machine
    largest = max(int.from_bytes(number.to_bytes(width, sys.byteorder)) for number in {*row})
    is_covered = len(starts) == len(ids) and starts[0] == 0 and all(map(lt, starts, starts[1:]))
    return is_covered and starts[-1] <= MAX and 0 <= start < states and largest < states and {*final} <= {0, 1}


def unpack(data: Packed) -> Dfa:
    """Return the automaton that `pack` made plain; the values are not checked."""
    starts, ids, start, accepting, width, rows = data
    cells = bytes.fromhex(rows)
    classes = Classes(starts, ids)
    size = classes.count * width
    if width == 1:
        lines = (cells[start : start + size] for start in range(0, len(cells), size))
        return Dfa(classes, start, tuple(lines), bytes.fromhex(accepting))
    return Dfa(classes, start, tuple(iter_unpack(f">{classes.count}H", cells)), bytes.fromhex(accepting))

"""Rewrite references by the kernel, by component and by scheme.

A plan says what happens to the characters of each component.
"""

from __future__ import annotations

from collections.abc import Mapping

from irigrammar.automata.charset import EMPTY, Classes, Ranges, partition
from irigrammar.dataclass import NamedTuple
from irigrammar.grammars import COMPONENT_FIELDS

# The treatment of percent-encoded characters that stay so: not read, unchanged, or with digits in upper case.
COPIED, DECODED, DECODED_UPPER = range(3)

# The operations on references of a scheme, as bits; see rewrite.h.
LOWER = 1
REMOVE_DOTS = 2
LEAVE_WITHOUT_AUTHORITY = 4
LEAVE_WITHOUT_HOST = 8
LEAVE_ENCODED_HOST = 16
ASK_BEYOND_ASCII = 32
ASK_ACE = 64
DROP_PORT = 128
LEAVE_ALL = 256
LEAVE_CHANGED = 512
LEAVE_CHANGED_WITHOUT_HOST = 1024
LEAVE_WITH_HOST = 2048

_PARTS = COMPONENT_FIELDS[:-1]


class Characters(NamedTuple):
    """The rewriting of a component's characters: `encode` is percent-encoded, `write` is written unencoded where it is
    percent-encoded, `encoded` is the form of other percent-encoded characters. Only Python answers for a text with a
    character of `leave`, or a percent-encoded one of `leave_encoded`.
    """

    encode: Ranges = EMPTY
    leave: Ranges = EMPTY
    write: Ranges = EMPTY
    leave_encoded: Ranges = EMPTY
    encoded: int = COPIED


class Plan(NamedTuple):
    """The rewriting of references of a scheme: their characters by component (copied without an entry), flags, the
    default port to drop, the text of an empty path after an authority, and the prefix before the "//" of references
    whose hosts are asked about (None for none).
    """

    characters: Mapping[str, Characters]
    flags: int = 0
    port: str = ""
    path: str = ""
    ask: str | None = None


class Rows(NamedTuple):
    """The kernel's rewriting tables, as plain values: the starts and ids of classes, a table of characters for each set
    of classes, the plans (of no scheme, of other schemes, then of named schemes) and their numbers by name. The last
    value of a plan is the prefix of references whose hosts are asked about, None for none.
    """

    starts: tuple[int, ...]
    ids: tuple[int, ...]
    tables: tuple[tuple[bytes, int], ...]
    plans: tuple[tuple[tuple[int, ...], int, str, str, str | None], ...]
    names: dict[str, int]
    ends: bytes
    refuses: bool


def rows(
    without_scheme: Plan, other: Plan, by_scheme: Mapping[str, Plan], *, ends: str = "", refuses: bool = True
) -> Rows:
    """Return the tables that rewrite references by plans: without a scheme, of other schemes, and by scheme in lower
    case.

    `ends` are characters of ASCII: a text that begins or ends with one is left to Python. `refuses` says that a text
    that does not match has no result.

    >>> rows(Plan({}), Plan({}), {"a": Plan({}, LOWER)}).names
    {'a': 2}
    """
    plans = [_row(plan) for plan in (without_scheme, other)]
    plans += dict.fromkeys(map(_row, by_scheme.values()))
    tables = list(dict.fromkeys(characters for row in plans for characters in row[0] if characters is not None))
    classes = partition(ranges for characters in tables for ranges in characters[:4])
    numbers = {characters: number for number, characters in enumerate(tables)}
    places = {row: number for number, row in enumerate(plans[2:], 2)}
    return Rows(
        classes.starts,
        classes.ids,
        tuple((_table(characters, classes), characters.encoded) for characters in tables),
        tuple(
            (tuple(-1 if characters is None else numbers[characters] for characters in parts), flags, port, path, ask)
            for parts, flags, port, path, ask in plans
        ),
        {name: places[_row(plan)] for name, plan in by_scheme.items()},
        ends.encode("ascii"),
        refuses,
    )


def _row(plan: Plan) -> tuple[tuple[Characters | None, ...], int, str, str, str | None]:
    return tuple(plan.characters.get(field) for field in _PARTS), *plan[1:]


def _table(characters: Characters, classes: Classes) -> bytes:
    masks = [classes.mask(ranges) for ranges in characters[:4]]
    bits = range(classes.count)
    return bytes(sum((mask >> number & 1) << bit for bit, mask in enumerate(masks)) for number in bits)

"""References written anew by the kernel: what becomes of the characters of each component, by scheme."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from irigrammar.automata.charset import EMPTY, Classes, Ranges, partition
from irigrammar.engines.kernel import kernel
from irigrammar.engines.spans import Spans
from irigrammar.grammars import COMPONENT_FIELDS

if TYPE_CHECKING:
    from irigrammar.engines import _kernel

# What becomes of percent-encoded characters that stay so: not read, as they are, or with digits in upper case.
COPIED, DECODED, DECODED_UPPER = range(3)

# What is done with references of a scheme, as bits; see rewrite.h.
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

# Takes a host, and returns the one that it becomes, None where it cannot say.
Ask = Callable[[str], str | None]


class Characters(NamedTuple):
    """What becomes of the characters of a component: which are percent-encoded, and which of those that are encoded are
    written as they are. For a text with one that is left, encoded or not, only Python has the answer. `encoded` says
    what becomes of the encoded ones that stay.
    """

    encode: Ranges = EMPTY
    leave: Ranges = EMPTY
    write: Ranges = EMPTY
    leave_encoded: Ranges = EMPTY
    encoded: int = COPIED


class Plan(NamedTuple):
    """What becomes of references of a scheme: their characters by component (copied where there is no entry), flags,
    the port that goes, what an empty path after an authority is written as, and who is asked about hosts.
    """

    characters: Mapping[str, Characters]
    flags: int = 0
    port: str = ""
    path: str = ""
    ask: Ask = str


def rewriter(
    spans: Spans,
    without_scheme: Plan,
    other: Plan,
    by_scheme: Mapping[str, Plan],
    *,
    ends: str = "",
    refuses: bool = True,
) -> _kernel.Rewriter | None:
    """Return what writes references anew by plans: for those without a scheme, for schemes by their names in lower
    case, and for other schemes. None without the kernel.

    `ends` are characters of ASCII: a text that begins or ends with one is left to Python. `refuses` says that a text
    that the spans do not match has no result.
    """
    module = kernel()
    if module is None or spans.native is None:
        return None
    plans = list(dict.fromkeys(map(_row, (without_scheme, other, *by_scheme.values()))))
    tables = list(dict.fromkeys(characters for row in plans for characters in row[0] if characters is not None))
    classes = partition(ranges for characters in tables for ranges in characters[:4])
    numbers = {characters: number for number, characters in enumerate(tables)}
    native: _kernel.Rewriter = module.Rewriter(
        spans.native,
        classes.starts,
        classes.ids,
        tuple((_table(characters, classes), characters.encoded) for characters in tables),
        tuple(
            (tuple(-1 if characters is None else numbers[characters] for characters in row[0]), *row[1:])
            for row in (_row(without_scheme), _row(other), *plans)
        ),
        {name: plans.index(_row(plan)) + 2 for name, plan in by_scheme.items()},
        ends.encode("ascii"),
        refuses,
    )
    return native


def _row(plan: Plan) -> tuple[tuple[Characters | None, ...], int, str, str, Ask]:
    return tuple(plan.characters.get(field) for field in _PARTS), *plan[1:]


def _table(characters: Characters, classes: Classes) -> bytes:
    masks = [classes.mask(ranges) for ranges in characters[:4]]
    bits = range(classes.count)
    return bytes(sum((mask >> number & 1) << bit for bit, mask in enumerate(masks)) for number in bits)

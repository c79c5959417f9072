"""The C kernel, if it is built and not switched off."""

from __future__ import annotations

import os

from irigrammar.lazy import cache

TYPE_CHECKING = False  # typing costs more than a first verdict: see irigrammar.lazy
if TYPE_CHECKING:
    from types import ModuleType

    from irigrammar.engines import _kernel
    from irigrammar.engines.values import Packed

_MOST = 65_535  # states, and classes, that cells of two bytes have room for


@cache
def kernel() -> ModuleType | None:
    """Return the module in C, None where it was not built, or the environment variable IRIGRAMMAR_PURE is set.

    "0" and nothing at all mean that it is not set. It is looked at once, when an engine is first needed.
    """
    if os.environ.get("IRIGRAMMAR_PURE", "") not in {"", "0"}:
        return None
    try:
        from irigrammar.engines import _kernel
    except ImportError:
        return None
    return _kernel


def engine() -> str:
    """Return which engine answers: "kernel" (in C), or "pure" where it was not built or IRIGRAMMAR_PURE is set.

    Both give the same answers.

    >>> import irigrammar
    >>> engine() in {"kernel", "pure"}
    True
    """
    return "kernel" if kernel() else "pure"


def automaton(data: Packed, *, runs: bool = True) -> _kernel.Automaton | None:
    """Return the automaton that the kernel walks, None without the kernel or if its tables, of 65,535 classes or
    states, are too small. Without `runs` long texts are read one character at a time; finding runs in a large automaton
    takes milliseconds.
    """
    module = kernel()
    starts, ids, start, accepting, width, rows = data
    if module is None or max(ids) >= _MOST or len(accepting) // 2 > _MOST:
        return None
    automaton: _kernel.Automaton = module.Automaton(
        starts, ids, start, bytes.fromhex(accepting), width, bytes.fromhex(rows), runs
    )
    return automaton

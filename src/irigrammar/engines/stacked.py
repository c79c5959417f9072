"""Walk an automaton with a stack, in Python or by the kernel."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence

from irigrammar.automata.dfa import DEAD
from irigrammar.automata.stacked import Stacked
from irigrammar.engines.kernel import automaton, kernel
from irigrammar.engines.packing import pack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irigrammar.engines import _kernel

_MOST_FRAMES = 65_535  # that two bytes have room for


def fault_offset(automaton: Stacked, text: str) -> int | None:
    """Return where a text leaves the language, in code points from 0; None where it is in it."""
    numbers = automaton.dfa.classes.encode(text)
    offset, state = 0, DEAD
    for offset, state in enumerate(walk(automaton, numbers, [])):  # noqa: B007  # the last ones are used
        pass
    return None if offset == len(numbers) and automaton.dfa.accepting[state] else offset


def walk(automaton: Stacked, numbers: Sequence[int], stack: list[int]) -> Iterator[int]:
    """Yield the state before the first character and after each one, as long as some string in the language begins so;
    after a bracket that closes where it may not, a last 0. The frames of open brackets are on `stack`.
    """
    dfa, first, pushes, pops = automaton.dfa, automaton.first_action, automaton.pushes, automaton.pops
    rows, state = dfa.rows, dfa.start
    if state == DEAD:
        return
    yield state
    for number in numbers:
        state = rows[state][number]
        if state >= first:
            frame, to = pushes[state - first]
            if frame >= 0:
                stack.append(frame)
                state = to
            else:
                state = pops[to][stack.pop()]
        elif state == DEAD:
            return
        yield state


def matches(stacked: Stacked) -> Callable[[str], bool]:
    """Return a function that returns whether a text is in the language of an automaton with a stack."""
    native = in_kernel(stacked)
    return native.matches if native else lambda text: fault_offset(stacked, text) is None


def in_kernel(pushdown: Stacked, passes: object = None) -> _kernel.Nested | None:
    """Return the automaton with a stack that the kernel walks, None without the kernel or if its tables are too small.

    For a parse it asks the passes; without them it only matches.
    """
    module = kernel()
    frames, ends = max((frame + 1 for frame, _ in pushdown.pushes), default=0), len(pushdown.pops)
    walker = automaton(pack(pushdown.dfa)) if max(frames, ends) < _MOST_FRAMES else None
    if module is None or walker is None:
        return None
    pops = 2**32 - 1
    return module.Nested(  # type: ignore[no-any-return]  # the module may be missing
        walker,
        pushdown.first_action,
        array("I", [pops if frame < 0 else frame for frame, _ in pushdown.pushes]),
        array("I", [to for _, to in pushdown.pushes]),
        array("I", [to for row in pushdown.pops for to in row]),
        (frames, ends),
        passes,
    )

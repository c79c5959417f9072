"""Skips of the kernel's tests where it is not built or switched off."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from irigrammar.automata.dfa import Dfa
from irigrammar.engines import kernel, walk
from irigrammar.engines.nested import Nested
from irigrammar.engines.packing import pack
from irigrammar.matching.grammar import Grammar

if TYPE_CHECKING:
    from irigrammar.engines._kernel import Automaton
    from irigrammar.engines.production import Parser

__all__ = ["NEEDS_KERNEL", "bytes_match", "check", "decided", "dfa_of", "pure_nested", "walked"]

NEEDS_KERNEL = pytest.mark.skipif(
    kernel.engine() != "kernel", reason="the kernel was not built, or IRIGRAMMAR_PURE is set"
)


def walked(dfa: Dfa) -> Automaton:
    """Return the automaton as the kernel walks it."""
    automaton = kernel.automaton(pack(dfa))
    assert automaton is not None
    return automaton


def dfa_of(rule: str) -> Dfa:
    """Return the minimal automaton of a rule `r`."""
    return Grammar.from_text(f"r = {rule}\n")._production("r").dfa


def pure_nested(nested: Nested) -> Nested:
    """Return a parser of the same automaton that does without the kernel."""
    return Nested(nested.automaton, in_kernel=False)


def decided(parser: Parser, text: str) -> list[tuple[tuple[int, ...], bool]] | None:
    """Return what a parser reports at each offset: the events, and whether a leaf begins."""
    picks = parser.picks(text)
    return None if picks is None else [(pick.events, pick.leaf) for pick in picks]


def bytes_match(dfa: Dfa, data: bytes) -> bool:
    """Return whether bytes are UTF-8 of a string of the language."""
    try:
        return walk.matches(dfa, data.decode())
    except UnicodeDecodeError:
        return False


def check(automaton: Automaton, dfa: Dfa, text: str) -> None:
    """Ask the kernel all that it answers of a text, as str and as UTF-8, and check it against the plain walk."""
    right = walk.fault_offset(dfa, text)
    assert automaton.fault_offset(text) == right, text
    assert automaton.matches(text) is (right is None), text
    data = text.encode("utf-8", "surrogatepass")
    assert automaton.matches(data) is bytes_match(dfa, data), data

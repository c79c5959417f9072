"""A production with all that is compiled of it, each part made or loaded when it is first wanted."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from functools import cached_property
from typing import Any, TypeVar

from irigrammar.automata.charset import Classes
from irigrammar.automata.dfa import Dfa, determinize
from irigrammar.automata.nfa import compile_program
from irigrammar.automata.regular import Regular, lower
from irigrammar.engines.pattern import pattern
from irigrammar.engines.tree import TreeEngine
from irigrammar.grammars import catalog
from irigrammar.grammars.rulelist import Rulelist

__all__ = ["Production", "compile_dfa", "compile_pattern", "pack", "unpack"]

T = TypeVar("T")

# The automaton as the generated modules hold it: starts and ids of the classes, the start state, accepting states as
# hexadecimal digits, octets a cell, and the rows in hexadecimal.
Packed = tuple[tuple[int, ...], tuple[int, ...], int, str, int, str]


def compile_dfa(rules: Rulelist, name: str) -> Dfa:
    """Return the minimal automaton of a production."""
    return determinize(compile_program(_untracked(rules, name)))


def compile_pattern(rules: Rulelist, name: str) -> str | None:
    """Return a pattern of the `re` module that matches a production in linear time, or None where there is none."""
    return pattern(_untracked(rules, name))


def _untracked(rules: Rulelist, name: str) -> Regular:
    return lower(rules, name, lambda _: False)


def pack(dfa: Dfa) -> Packed:
    """Return an automaton as plain values, two hexadecimal digits an octet."""
    width = 1 if dfa.states <= 256 else 2
    rows = "\n".join("".join(f"{to:0{2 * width}x}" for to in row) for row in dfa.rows)
    return dfa.classes.starts, dfa.classes.ids, dfa.start, dfa.accepting.hex(), width, rows


def unpack(packed: Packed) -> Dfa:
    """Return the automaton that `pack` made plain."""
    starts, ids, start, accepting, width, rows = packed
    cells = bytes.fromhex(rows)
    classes = Classes(starts, ids)
    size = classes.count * width
    lines = (cells[at : at + size] for at in range(0, len(cells), size))
    if width == 1:
        return Dfa(classes, start, tuple(lines), bytes.fromhex(accepting))
    wide = (tuple(int.from_bytes(line[at : at + 2]) for at in range(0, size, 2)) for line in lines)
    return Dfa(classes, start, tuple(wide), bytes.fromhex(accepting))


class Production:
    """One production of a grammar; safe across threads: at worst a part is made twice."""

    def __init__(self, rules: Rulelist, name: str) -> None:
        self.rules = rules
        self.name = rules[name].name

    @cached_property
    def dfa(self) -> Dfa:
        """The minimal automaton."""
        module = self._generated("tables")
        return unpack(self._row(module.TABLES)) if module else compile_dfa(self.rules, self.name)

    @cached_property
    def pattern(self) -> str | None:
        """The text of the linear-time pattern, or None."""
        module = self._generated("patterns")
        return self._row(module.PATTERNS) if module else compile_pattern(self.rules, self.name)

    @cached_property
    def tree(self) -> TreeEngine:
        """The parser at full depth, without a preferred rule."""
        return self.tree_with(None)

    def tree_with(self, prefer: str | None) -> TreeEngine:
        """Return the parser at full depth."""
        return TreeEngine(compile_program(lower(self.rules, self.name, lambda _: True, leaves=True), prefer))

    def marked(self, names: frozenset[str]) -> Regular:
        """Return the analysable form with marks for the rules of those lower-case names."""
        return lower(self.rules, self.name, lambda name: name.lower() in names)

    def _generated(self, kind: str) -> Any:
        """Return the module compiled beforehand for this production's grammar, None for a grammar that is not ours."""
        name = self.rules.name
        if name not in catalog.entries() or catalog.load(name) is not self.rules:
            return None
        return importlib.import_module(f"irigrammar._generated.{kind}.{catalog.module_name(name)}")

    def _row(self, rows: Mapping[str, T]) -> T:
        if self.name not in rows:  # it is left out because it cannot be compiled: say why
            self.marked(frozenset())
        return rows[self.name]

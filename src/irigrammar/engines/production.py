"""A production with all that is compiled of it, each part made or loaded when it is first wanted."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from irigrammar.engines.kernel import automaton, kernel
from irigrammar.engines.recognizer import Pure
from irigrammar.grammars.rulelist import Rulelist
from irigrammar.shipped import loader as catalog

if TYPE_CHECKING:
    from irigrammar.automata.dfa import Dfa
    from irigrammar.automata.regular import Regular
    from irigrammar.engines.compiled import Shipped
    from irigrammar.engines.recognizer import Recognizer
    from irigrammar.engines.tree import TreeEngine
    from irigrammar.engines.values import Packed, Pattern

__all__ = ["Production"]


class Production:
    """One production of a grammar; safe across threads: at worst a part is made twice.

    The compiler is imported only where something is compiled: a catalog grammar's pattern needs none of it.
    """

    def __init__(self, rules: Rulelist, name: str) -> None:
        self.rules = rules
        self.name = rules[name].name

    @cached_property
    def dfa(self) -> Dfa:
        """The minimal automaton."""
        shipped = self._shipped()
        if shipped:
            from irigrammar.engines.packed import unpack

            return unpack(shipped.packed)
        from irigrammar.engines.compile import compile_dfa

        return compile_dfa(self.rules, self.name)

    @cached_property
    def recognizer(self) -> Recognizer:
        """What answers yes or no, and where the fault is: the kernel where it is there."""
        return (automaton(self._packed()) if kernel() else None) or Pure(self)

    @cached_property
    def pattern(self) -> Pattern | None:
        """The texts of the linear-time patterns (for ASCII text, for any text), or None."""
        shipped = self._shipped()
        if shipped:
            return shipped.pattern
        from irigrammar.engines.compile import compile_pattern

        return compile_pattern(self.rules, self.name)

    @cached_property
    def tree(self) -> TreeEngine:
        """The parser at full depth, without a preferred rule."""
        return self.tree_with(None)

    def tree_with(self, prefer: str | None) -> TreeEngine:
        """Return the parser at full depth."""
        from irigrammar.automata.nfa import compile_program
        from irigrammar.automata.regular import lower
        from irigrammar.engines.tree import TreeEngine

        return TreeEngine(compile_program(lower(self.rules, self.name, lambda _: True, leaves=True), prefer))

    def marked(self, names: frozenset[str]) -> Regular:
        """Return the analysable form with marks for the rules of those lower-case names."""
        from irigrammar.automata.regular import lower

        return lower(self.rules, self.name, lambda name: name.lower() in names)

    def _packed(self) -> Packed:
        shipped = self._shipped()
        if shipped:
            return shipped.packed
        from irigrammar.engines.packed import pack

        return pack(self.dfa)

    def _shipped(self) -> Shipped | None:
        """Return what is compiled beforehand of this rule, None for a grammar that is not ours.

        Raises `GrammarError` for a rule that is left out because it cannot be compiled.
        """
        name = self.rules.name
        if name not in catalog.entries() or catalog.load(name) is not self.rules:
            return None
        from irigrammar.engines.compiled import shipped

        rules = shipped(catalog.module_name(name))
        if self.name not in rules:
            self.marked(frozenset())  # says why
        return rules[self.name]

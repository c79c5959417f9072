"""A production with its compiled parts, computed or loaded on first use."""

from __future__ import annotations

from irigrammar.engines.compiled import compiled_rules
from irigrammar.engines.kernel import automaton, kernel
from irigrammar.lazy import cache, cached_property, in_place_of
from irigrammar.shipped.loader import entry, is_shipped, load

TYPE_CHECKING = False  # typing costs more than a first verdict: see irigrammar.lazy
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias, TypeVar

    from irigrammar.automata.dfa import Dfa
    from irigrammar.automata.network import Network
    from irigrammar.automata.program import Program
    from irigrammar.automata.regular import Regular
    from irigrammar.engines.compiled import Shipped
    from irigrammar.engines.derivations import Derivations
    from irigrammar.engines.nested import Nested
    from irigrammar.engines.recognizer import Recognizer
    from irigrammar.engines.search import Search
    from irigrammar.engines.tree import TreeEngine
    from irigrammar.engines.values import Packed, Pattern
    from irigrammar.errors import GrammarError
    from irigrammar.grammars.rulelist import Rulelist
    from irigrammar.store import Store

    T = TypeVar("T")
    Parser: TypeAlias = TreeEngine | Nested | Derivations


@cache
def shipped_production(grammar: str, rule: str) -> Production:
    """Return a production of a catalog grammar by its exact name, that of its parent where it means the same there.

    Raises `KeyError` where nothing is compiled of such a rule.
    """
    from irigrammar._generated.catalog import USUAL

    if rule not in compiled_rules(grammar):
        parent = entry(grammar).extends
        if parent is None:
            raise KeyError(rule)
        return shipped_production(parent, rule)
    usual = grammar if rule in USUAL.get(grammar, ()) else None
    return Production(rule, lambda: load(grammar), compiled_rules(grammar)[rule], usual)


def _refused_once(make: Callable[[Production], T]) -> Callable[[Production], T]:
    """Return a function of a production that raises the `GrammarError` of the first call for it again at once."""

    def memoize(production: Production) -> T:
        """Return the result of the function, or raise a copy of the `GrammarError` that it raised for this production
        before.
        """
        refusals = production.refusals
        try:
            if make.__name__ not in refusals:
                return make(production)
        except Exception as error:
            from irigrammar.errors import GrammarError

            if not isinstance(error, GrammarError):
                raise
            refusals[make.__name__] = error.with_traceback(None)
        from copy import copy

        raise copy(refusals[make.__name__])

    return in_place_of(make, memoize)


class Production:
    """One production of a grammar; safe across threads: at worst a part is computed twice.

    The compiler is imported only where something is compiled: a catalog grammar's pattern needs none of it.
    """

    unread: GrammarError | None = None
    """Why a text is refused where it comes to prose, None without prose; see `irigrammar.engines.partial`."""

    def __init__(
        self,
        name: str,
        rules: Callable[[], Rulelist],
        compiled: Shipped | None = None,
        usual: str | None = None,
        store: Store | None = None,
        content: object = None,
    ) -> None:
        """Take a rule's name in its spelling, a function that returns the grammar's rules, automata compiled
        beforehand, and the name of the grammar with its usual states (`irigrammar.engines.usual`). A store keeps its
        automaton under a key computed from the grammar's content.
        """
        self.name = name
        self.usual = usual
        self._load_rules = rules
        self._compiled = compiled
        self._store = store
        self._key = ("automaton", content, name)
        self.refusals: dict[str, GrammarError] = {}

    @classmethod
    def of(cls, rules: Rulelist, name: str, store: Store | None = None, content: object = None) -> Production:
        """Return a production of rules that are at hand, with the compiled data that ship for rules of the catalog. A
        `store` keeps its automaton under a key of `content` and the name. Raises `UnknownRule`.
        """
        name = rules[name].name
        compiled = compiled_rules(rules.name).get(name) if is_shipped(rules) else None
        return cls(name, lambda: rules, compiled, None, store, content)

    @cached_property
    def rules(self) -> Rulelist:
        """The grammar's rules, loaded when something has to be compiled or explained."""
        return self._load_rules()

    @cached_property
    def _at_hand(self) -> Shipped | None:
        """The packed automaton and the patterns, shipped or stored by an earlier run, None where there are none."""
        if self._compiled or not self._store:
            return self._compiled
        from irigrammar.engines.packing import is_sound
        from irigrammar.shipped.values import from_json

        data = self._store.read(self._key)
        try:
            row = from_json(data) if data else None
            return (row, None) if row and is_sound(row) else None
        except (ValueError, LookupError, TypeError, RecursionError):  # other content than what was written
            return None

    @cached_property
    def is_regular(self) -> bool:
        """Whether it has a minimal automaton: rules lead back to themselves only where they end, and no limit of size
        is reached.

        Raises `GrammarError` where no engine reads it. A refusal for the size is written to the store, if there is one.
        """
        if self._at_hand:
            return True
        key = ("refused", *self._key)
        if self._store and self._store.read(key) is not None:
            return False
        try:
            self._minimal  # noqa: B018  # it is computed when it is read
        except Exception as error:
            is_too_large = getattr(error, "limit", False)
            if not is_too_large and not getattr(error, "cycle", ()):
                raise
            if self._store and is_too_large:
                self._store.write(key, b"")
            return False
        return True

    @cached_property
    def is_recursive(self) -> bool:
        """Whether its rules cannot be put into each other: one leads back to itself, or it would be too large."""
        return self._compiled is None and (bool(self.rules.cycle(self.name)) or self._program is None)

    @property
    def is_expression(self) -> bool:
        """Whether it has a minimal automaton and is one expression without rules, too: none leads back to itself."""
        return self.is_regular and not self.is_recursive

    @cached_property
    def _program(self) -> Program | None:
        """The automaton with marks for all rules, None where it would be too large. Raises `GrammarError` for prose,
        undefined names and recursion.
        """
        from irigrammar.automata.nfa import compile_program
        from irigrammar.automata.regular import lower
        from irigrammar.errors import GrammarError

        try:
            return compile_program(lower(self.rules, self.name, lambda _: True, leaves=True))
        except GrammarError as error:
            if error.limit:
                return None
            raise

    @cached_property
    @_refused_once
    def network(self) -> Network:
        """The automata of the production and of the recursive rules below it, for the general engine."""
        from irigrammar.automata.network import Network

        return Network(self.rules, self.name)

    @cached_property
    def derivations(self) -> Derivations:
        """The parser of the general engine, with the network of recursive rules."""
        from irigrammar.engines.derivations import Derivations

        return Derivations(self.network)

    @cached_property
    def flat(self) -> Network:
        """The automata that read a text, or `network` where these would be too large; the finer ones of `network` say
        which rules are open in it.
        """
        from irigrammar.automata.network import Network
        from irigrammar.errors import GrammarError

        try:
            return Network(self.rules, self.name, flat=True)
        except GrammarError:  # too many nodes, or rules that are parts of each other
            return self.network

    @cached_property
    def nested(self) -> Nested | str:
        """The parser with a stack, or why no automaton with a stack reads this rule, which is not regular. A reason
        other than the size is written to the store, if there is one.
        """
        if not self.rules.cycle(self.name):
            return "its automaton would be too large"
        from irigrammar.automata.pushdown import pushdown
        from irigrammar.engines.nested import Nested

        key = ("not nested", *self._key)
        known = self._store.read(key) if self._store else None
        automaton = known.decode() if known else pushdown(self.network)
        if not isinstance(automaton, str):
            return Nested(automaton)
        if self._store and not known:
            self._store.write(key, automaton.encode())
        return automaton

    @cached_property
    @_refused_once
    def dfa(self) -> Dfa:
        """The minimal automaton; raises `GrammarError` for a recursive production, for one that is too large, and for
        prose and undefined names.
        """
        if self._at_hand:
            from irigrammar.engines.packing import unpack

            return unpack(self._at_hand[0])
        from irigrammar.engines.compile import too_large
        from irigrammar.errors import GrammarError

        try:
            return self._minimal
        except GrammarError as error:
            raise (too_large(self.rules, self.name, error) if error.limit else error) from None

    @cached_property
    @_refused_once
    def _minimal(self) -> Dfa:
        """The minimal automaton of the rules, written to the store where there is one. Raises `GrammarError` where
        there is none.
        """
        from irigrammar.engines.compile import compile_dfa

        dfa = compile_dfa(self.rules, self.name)
        if self._store:
            from irigrammar.engines.packing import pack
            from irigrammar.shipped.values import to_json

            self._store.write(self._key, to_json(pack(dfa)))
        return dfa

    @cached_property
    def recognizer(self) -> Recognizer:
        """The recognizer, which also locates faults: the kernel's or Python's for the automaton, or the engines for
        recursive rules.
        """
        if not self.is_regular:
            from irigrammar.engines.earley import Earley
            from irigrammar.engines.recognizer import ByOffset

            if isinstance(self.nested, str):
                return ByOffset(Earley(self.flat).fault_offset)
            return ByOffset(self.nested.fault_offset, self.nested.native)
        compiled = automaton(self._packed_dfa()) if kernel() else None
        if compiled:
            return compiled
        from irigrammar.engines.recognizer import Pure

        return Pure(self)

    @cached_property
    @_refused_once
    def search(self) -> Search:
        """The search for matches in a text. Raises `GrammarError` for a rule without a minimal automaton."""
        from irigrammar.engines.search import Search

        module = kernel()
        if module is None or not self.is_regular or not isinstance(self.recognizer, module.Automaton):
            dfa = self.dfa
            return Search(lambda: dfa)
        try:
            return Search(lambda: self.dfa, module.Search(self.recognizer))
        except MemoryError:  # over bytes the automaton would be too large
            return Search(lambda: self.dfa)

    @cached_property
    def pattern(self) -> Pattern | None:
        """The texts of the linear-time patterns (for ASCII text, for any text), None where there are none."""
        if self._compiled:
            from irigrammar.engines.values import Pattern

            return Pattern(*self._compiled[1]) if self._compiled[1] else None
        from irigrammar.engines.compile import compile_pattern

        return compile_pattern(self.rules, self.name)

    @cached_property
    @_refused_once
    def tree(self) -> Parser:
        """The parser at full depth, without a preferred rule."""
        return self.tree_with(None)

    def tree_with(self, prefer: str | None) -> Parser:
        """Return the parser at full depth, with the rule that it prefers, computed at each call; the parsers of
        recursive rules prefer none.
        """
        if self.is_recursive:
            if not isinstance(self.nested, str) and self.nested.has_trees:
                return self.nested
            from irigrammar.engines.derivations import Derivations

            return Derivations(self.flat)
        from irigrammar.engines.tree import TreeEngine

        if self.usual and prefer is None:
            from irigrammar.engines.usual import shipped_program

            return TreeEngine(*shipped_program(self.usual, self.name))
        if prefer is None and self._program:
            return TreeEngine(self._program)
        from irigrammar.automata.nfa import compile_program
        from irigrammar.automata.regular import lower

        return TreeEngine(compile_program(lower(self.rules, self.name, lambda _: True, leaves=True), prefer))

    def with_marks(self, names: frozenset[str]) -> Regular:
        """Return the rule as a regular expression with marks for the rules of those lower-case names. Raises
        `GrammarError` for a recursive rule, prose and undefined names.
        """
        from irigrammar.automata.regular import lower

        return lower(self.rules, self.name, lambda name: name.lower() in names)

    @property
    def packed(self) -> Packed | None:
        """The packed automaton that ships or is stored, None where it has to be made."""
        return self._at_hand[0] if self._at_hand else None

    def _packed_dfa(self) -> Packed:
        """The packed automaton: the one that ships or is stored, else the minimal one packed."""
        if self._at_hand:
            return self._at_hand[0]
        from irigrammar.engines.packing import pack

        return pack(self.dfa)

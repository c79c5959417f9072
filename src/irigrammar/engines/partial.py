"""A production with prose that names no rule: exact except for the prose.

A text that needs the prose is refused.
"""

from __future__ import annotations

from irigrammar.automata.charset import MAX
from irigrammar.automata.dfa import Dfa
from irigrammar.automata.regular import Regular
from irigrammar.dataclass import replace
from irigrammar.engines.production import Production
from irigrammar.engines.recognizer import ByOffset, Recognizer
from irigrammar.errors import GrammarError
from irigrammar.grammars.expr import SURROGATES, Alternation, Expr, Prose, Range, Repetition, walk
from irigrammar.grammars.rulelist import Rulelist, prose_reason, with_prose
from irigrammar.lazy import cached_property


def partial(rules: Rulelist, name: str) -> Production | None:
    """Return a production for a rule with prose that names no rule, None for a rule without such prose. Raises
    the errors of `Rulelist.reach`.
    """
    gaps = [
        (rule, expr)
        for rule in rules.reach(name).values()
        for expr in walk(rule.expr)
        if isinstance(expr, Prose) and _is_gap(expr, rules)
    ]
    if not gaps:
        return None

    def completed_with(by: Expr) -> Rulelist:
        def read(prose: Prose) -> Expr:
            return by if _is_gap(prose, rules) else prose

        return rules.overlay({rule.name.lower(): replace(rule, expr=with_prose(rule.expr, read)) for rule, _ in gaps})

    rule, prose = gaps[0]
    reason = GrammarError(prose_reason(prose.text), source=rule.source, line=rule.line)
    return Partial(name, completed_with(_NOTHING), completed_with(_ANYTHING), reason)


_NOTHING = Alternation(())
_ANYTHING = Repetition(Alternation((Range(0, SURROGATES[0] - 1), Range(SURROGATES[1] + 1, MAX))), 0, None)


class Partial(Production):
    """A production with unread prose: its matches are certain with prose that matches nothing, its faults if they are
    the same with prose that matches anything; every other text is refused.
    """

    def __init__(self, name: str, rules: Rulelist, most: Rulelist, reason: GrammarError) -> None:
        """Take the name, the rules with prose that matches nothing, those with prose that matches anything, and the
        error for texts that come to the prose.
        """
        super().__init__(rules[name].name, lambda: rules)
        self._least = Production.of(rules, name)
        self._most = Production.of(most, name)
        self.unread: GrammarError = reason

    is_regular = False

    @property
    def nested(self) -> str:
        """Why no automaton reads this rule."""
        return self.unread.reason

    @property
    def dfa(self) -> Dfa:
        """Not there: raises the `GrammarError` of the first gap, since the automaton would be that of other rules."""
        raise self.unread.with_traceback(None)

    def with_marks(self, names: frozenset[str]) -> Regular:  # noqa: ARG002 - the name that Production has
        """Raise the `GrammarError` of the first gap."""
        raise self.unread.with_traceback(None)

    @cached_property
    def recognizer(self) -> Recognizer:
        """The recognizer, which raises `GrammarError` where a text comes to the prose."""
        least, most = (part.recognizer.fault_offset for part in (self._least, self._most))

        def fault_offset(text: str) -> int | None:
            """Return the offset at which a text fails, None for a match. Raises `GrammarError` where that depends on
            the prose.
            """
            offset = least(text)
            if offset is not None and most(text) != offset:
                raise self.unread.with_traceback(None)
            return offset

        return ByOffset(fault_offset)


def _is_gap(prose: Prose, rules: Rulelist) -> bool:
    return rules.find(prose.text) is None

"""Which productions of a grammar match the same strings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from irigrammar.automata.algebra import first, span
from irigrammar.automata.nfa import compile_program
from irigrammar.automata.regular import Regular
from irigrammar.engines.tree import TreeEngine
from irigrammar.errors import GrammarError
from irigrammar.language.examples import examples
from irigrammar.matching.matcher import Matcher


def equivalents(m: Matcher, *, probes: Iterable[str] | None = None) -> Iterator[str]:
    """Yield the other productions of the grammar, inherited ones too, that match exactly the same strings.

    That is proved on the minimal automata; a production is told apart sooner by what it can begin with, by its lengths,
    or by one of `probes`, any strings (by default the production's examples). One without an automaton (recursion,
    prose, an undefined rule) is passed over.

    >>> import irigrammar
    >>> list(equivalents(irigrammar.grammar("rfc3986")["query"]))
    ['fragment']
    """
    rules = m.grammar.rules
    wanted = _form(m)
    verdicts = [(text, m.matches(text)) for text in (examples(m) if probes is None else probes)]
    for name in dict.fromkeys(rules[name].name for name in rules.names()):
        if name == m.rule:
            continue
        try:
            other = m.grammar[name]
            form = _form(other)
            if (first(form), span(form)) != (first(wanted), span(wanted)):
                continue
            engine = TreeEngine(compile_program(form))
            alike = all((engine.picks(text) is not None) is valid for text, valid in verdicts)
            if alike and other.automaton == m.automaton:
                yield name
        except GrammarError:
            continue


def _form(m: Matcher) -> Regular:
    return m.grammar.production(m.rule).marked(frozenset())

"""Relations of languages, proved on minimal automata.

Of two productions, the equal productions of a grammar, and many by inclusion.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from irigrammar.automata.algebra import first, span
from irigrammar.automata.dfa import Dfa, bits, common_string, counterexample, is_included
from irigrammar.automata.regular import Regular
from irigrammar.automata.stacked import Stacked
from irigrammar.automata.together import shortest
from irigrammar.errors import GrammarError
from irigrammar.matching.matcher import Matcher


def equivalents(m: Matcher) -> Iterator[str]:
    """Yield the other productions of the grammar, inherited ones too, that match exactly the same strings.

    That is proved on the minimal automata; where these have to be made, a quick test comes first, which compares what
    the productions can begin with, and their lengths. One without an automaton (recursion, prose, an undefined rule) is
    passed over.

    >>> import irigrammar
    >>> list(equivalents(irigrammar.grammar("rfc3986")["query"]))
    ['fragment']
    """
    rules = m.grammar.rules
    for name in dict.fromkeys(rules[name].name for name in rules.names()):
        if name == m.rule:
            continue
        other = m.grammar[name]
        try:
            packed = m._production.packed, other._production.packed
            is_equal = packed[0] == packed[1] if all(packed) else _is_alike(m, other) and other.automaton == m.automaton
        except GrammarError:
            continue
        if is_equal:
            yield name


def _is_alike(m: Matcher, other: Matcher) -> bool:
    """Return whether two productions can begin with the same characters, and have the same lengths; of recursive ones
    that is not looked at.
    """
    if not (m._production.is_expression and other._production.is_expression):
        return True
    forms = _form(m), _form(other)
    return len({(first(form), span(form)) for form in forms}) == 1


def _form(m: Matcher) -> Regular:
    return m.grammar._production(m.rule).with_marks(frozenset())


Above = tuple[int, ...]

# Pairs of states: a proof within the catalog takes at most two hundred, one between a user's automaton of the largest
# size and the catalog's some 50,000; between two of that size it could be the square.
_PAIR_LIMIT = 200_000


def inclusion_order(automata: Sequence[Dfa]) -> Above:
    """Return for each language, as bits, those that include it; no two of them are equal."""
    above: Above = ()
    for number, dfa in enumerate(automata):
        above = insert(above, automata[:number], dfa)
    return above


def insert(above: Above, automata: Sequence[Dfa], dfa: Dfa) -> Above:
    """Return an order with one more language, the last, which differs from those of `automata`.

    What includes a language that includes it, and what lies within one that it includes, needs no proof of its own. An
    inclusion counts as none where the proof would take more than 200,000 pairs of states, which no two automata of
    ordinary size do.
    """
    smaller_first = sorted(range(len(above)), key=lambda number: -above[number].bit_count())
    larger = smaller = 0
    for number in smaller_first:
        if not larger >> number & 1 and is_included(dfa, automata[number], _PAIR_LIMIT):
            larger |= 1 << number | above[number]
    for number in reversed(smaller_first):
        if not larger >> number & 1 and (above[number] & smaller or is_included(automata[number], dfa, _PAIR_LIMIT)):
            smaller |= 1 << number
    after = 1 << len(above) | larger  # all of it follows for what lies within, even what was too long to prove before
    return (*(row | after if smaller >> number & 1 else row for number, row in enumerate(above)), larger)


def covers(above: Above) -> tuple[tuple[int, ...], ...]:
    """Return, for each language, those that include it with no other between: the Hasse diagram."""
    diagram: list[tuple[int, ...]] = []
    for row in above:
        beyond = 0
        for number in bits(row):
            beyond |= above[number]
        diagram.append(tuple(bits(row & ~beyond)))
    return tuple(diagram)


def closed(diagram: Sequence[Iterable[int]]) -> Above:
    """Return the order whose Hasse diagram is given, as `covers` does it: for each language, as bits, all others that
    include it.
    """
    above = [sum(1 << number for number in row) for row in diagram]
    is_growing = True
    while is_growing:  # as many rounds as the longest chain has links, at most
        is_growing = False
        for number, row in enumerate(above):
            for index in bits(row):
                above[number] |= above[index]
            is_growing = is_growing or above[number] != row
    return tuple(above)


def transpose(above: Above) -> Above:
    """Return, for each language, those that lie strictly within it, as bits."""
    below = [0] * len(above)
    for number, row in enumerate(above):
        for index in bits(row):
            below[index] |= 1 << number
    return tuple(below)


def restrict(above: Above, numbers: Sequence[int]) -> Above:
    """Return the order of some of the languages, numbered anew as they are given."""
    place = {number: 1 << index for index, number in enumerate(numbers)}
    return tuple(sum(place[index] for index in bits(above[number]) if index in place) for number in numbers)


def linear(above: Above, key: Callable[[int], tuple[int, ...]]) -> list[int]:
    """Return all languages, none before one that lies within it.

    The line is made from its end: last comes the greatest by the key of those that no other includes. So a language of
    a small key is early, after what lies within it: it waits for nothing else.
    """
    waiting = (1 << len(above)) - 1
    line: list[int] = []
    while waiting:
        maximum = max((number for number in bits(waiting) if not above[number] & waiting), key=key)
        waiting ^= 1 << maximum
        line.append(maximum)
    return line[::-1]


def witness(a: Matcher, b: Matcher) -> str | None:
    """Return a shortest string that matches `a` and not `b`, as readable as can be, or None, which proves inclusion.

    Of nested rules it is proved on their automata with stacks. Raises `GrammarError` for a rule that only the general
    engine reads, or none, and for two that push and pop at different places.

    >>> import irigrammar
    >>> uri, bis = irigrammar.grammar("rfc3986")["URI"], irigrammar.grammar("iri-bis")["IRI"]
    >>> witness(uri, bis), witness(uri, irigrammar.grammar("rfc3987")["IRI"])
    ('a://%aa', None)
    """
    if a._production.is_regular and b._production.is_regular:
        return counterexample(a.automaton, b.automaton)
    return shortest(stack_automaton(a), stack_automaton(b), lambda first, second: first and not second, both=False)


def stack_automaton(m: Matcher) -> Stacked:
    """Return the automaton of a rule, with a stack if it is nested. Raises `GrammarError` for a rule that only the
    general engine reads, or none.
    """
    production = m._production
    if production.is_regular:
        return Stacked.of(production.dfa)
    if isinstance(production.nested, str):
        raise GrammarError(
            f"nothing is proved of {m.rule}: {production.nested}; language.equal_up_to compares it up to a length",
            cycle=production.rules.cycle(m.rule) or (),
        )
    return production.nested.automaton


def includes(a: Matcher, b: Matcher) -> bool:
    """Return whether `a` includes `b`: every string that matches `b` matches `a`. Raises `GrammarError` as `witness`
    does.
    """
    return witness(b, a) is None


def equivalent(a: Matcher, b: Matcher) -> bool:
    """Return whether exactly the same strings match both. Raises `GrammarError` as `witness` does.

    >>> import irigrammar
    >>> equivalent(irigrammar.grammar("rfc3986")["segment"], irigrammar.grammar("rfc3987")["segment"])
    True
    """
    if a._production.is_regular and b._production.is_regular:
        return a.automaton == b.automaton
    return includes(b, a) and includes(a, b)


def intersection_example(a: Matcher, b: Matcher) -> str | None:
    """Return a shortest string that matches both, as readable as can be, or None, which proves that there is none.
    Raises `GrammarError` as `witness` does.

    >>> import irigrammar
    >>> uri = irigrammar.grammar("rfc3986")
    >>> intersection_example(uri["IPv4address"], uri["reg-name"])
    '0.0.0.0'
    """
    if a._production.is_regular and b._production.is_regular:
        return common_string(a.automaton, b.automaton)
    return shortest(stack_automaton(a), stack_automaton(b), lambda first, second: first and second, both=True)


def disjoint(a: Matcher, b: Matcher) -> bool:
    """Return whether no string matches both. Raises `GrammarError` as `intersection_example` does."""
    return intersection_example(a, b) is None

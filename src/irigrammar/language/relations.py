"""How the languages of two productions lie to each other, proved on their minimal automata."""

from __future__ import annotations

from irigrammar.automata.product import common_string, counterexample
from irigrammar.matching.matcher import Matcher


def witness(a: Matcher, b: Matcher) -> str | None:
    """Return a shortest string that matches `a` and not `b`, as readable as can be, or None, which proves inclusion.

    >>> import irigrammar
    >>> uri, bis = irigrammar.grammar("rfc3986")["URI"], irigrammar.grammar("iri-bis")["IRI"]
    >>> witness(uri, bis), witness(uri, irigrammar.grammar("rfc3987")["IRI"])
    ('a://%aa', None)
    """
    return counterexample(a.automaton, b.automaton)


def includes(a: Matcher, b: Matcher) -> bool:
    """Tell whether `a` includes `b`: every string that matches `b` matches `a`."""
    return witness(b, a) is None


def equivalent(a: Matcher, b: Matcher) -> bool:
    """Tell whether exactly the same strings match both.

    >>> import irigrammar
    >>> equivalent(irigrammar.grammar("rfc3986")["segment"], irigrammar.grammar("rfc3987")["segment"])
    True
    """
    return a.automaton == b.automaton


def intersection_example(a: Matcher, b: Matcher) -> str | None:
    """Return a shortest string that matches both, as readable as can be, or None, which proves that there is none.

    >>> import irigrammar
    >>> uri = irigrammar.grammar("rfc3986")
    >>> intersection_example(uri["IPv4address"], uri["reg-name"])
    '0.0.0.0'
    """
    return common_string(a.automaton, b.automaton)


def disjoint(a: Matcher, b: Matcher) -> bool:
    """Tell whether no string matches both."""
    return intersection_example(a, b) is None

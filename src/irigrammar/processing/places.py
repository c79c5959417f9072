"""Which characters a grammar allows in which component, and which productions the components are."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from irigrammar.grammars.entry import COMPONENT_FIELDS
from irigrammar.matching.grammar import Grammar
from irigrammar.processing.characters import Characters, alphabet

# The fields that consist of others, or say what another is.
_OVERLAPPING = {"authority", "host_kind"}


@cache
def productions(grammar: Grammar) -> Mapping[str, str]:
    """Return which component each production of a grammar is, by its name in lower case.

    Of components that lie within one another only the inner ones are there.

    >>> import irigrammar
    >>> [name for name, field in productions(irigrammar.grammar("rfc3987")).items() if field == "path"][-2:]
    ['ipath-rootless', 'ipath-empty']
    """
    rows = grammar.entry.components.items()
    return {name.lower(): field for name, field in rows if field not in _OVERLAPPING}


@cache
def allowed(grammar: Grammar) -> Mapping[str, Characters]:
    """Return the characters that occur in each component by a grammar.

    The private use characters of RFC 3987, 2.2, are an example: they are in queries, and nowhere else.

    >>> import irigrammar
    >>> ["\\ue000" in allowed(irigrammar.grammar("rfc3987"))[field] for field in ("path", "query")]
    [False, True]
    """
    found = dict.fromkeys(COMPONENT_FIELDS, Characters())
    for name, field in productions(grammar).items():
        found[field] |= alphabet(grammar[name])
    return found

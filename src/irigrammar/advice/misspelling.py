"""Schemes one typing error away from a common scheme."""

from __future__ import annotations

from functools import cache, lru_cache

from irigrammar.advice.likeness import NOT_MISSPELLED, TYPED_SCHEMES
from irigrammar.shipped.registries import registered_schemes


@cache
def scheme_pairs() -> dict[str, str]:
    """Return two typed schemes in one word ("httphttps"), and the second of them."""
    return {first + second: second for first in TYPED_SCHEMES for second in TYPED_SCHEMES if len(second) > 2}


@lru_cache(1024)
def is_misspelled(name: str) -> bool:
    """Return whether an unregistered scheme, in lower case, is probably one that people type, misspelled.

    >>> [is_misspelled(name) for name in ("htp", "httphttps", "httpx", "git")]
    [True, True, False, False]
    """
    if name in registered_schemes() or name in NOT_MISSPELLED:
        return False
    return name in scheme_pairs() or any(misspelling(name, meant) for meant in TYPED_SCHEMES)


_SHORT = 3  # letters: of a scheme so short only its own letters are taken for a slip


def misspelling(name: str, meant: str) -> str | None:
    """Return what is wrong with a name that is one edit from another, None where it is not.

    >>> misspelling("hhttp", "http"), misspelling("htpt", "http"), misspelling("foo", "http")
    ('has a letter too many', 'has two letters in the wrong order', None)
    """
    if len(meant) < _SHORT or (len(meant) == _SHORT and set(name) != set(meant)):
        return None
    if len(name) == len(meant) + 1:
        return "has a letter too many" if _lacks_one(meant, name) else None
    if len(name) == len(meant) - 1:
        return "lacks a letter" if _lacks_one(name, meant) else None
    places = [index for index, pair in enumerate(zip(name, meant, strict=False)) if pair[0] != pair[1]]
    if len(name) != len(meant) or not 0 < len(places) <= 2:
        return None
    if len(places) == 1:
        return "has a wrong letter"
    first, second = places
    swapped = second == first + 1 and name[first] == meant[second] and name[second] == meant[first]
    return "has two letters in the wrong order" if swapped else None


def _lacks_one(short: str, long: str) -> bool:
    return any(long[:index] + long[index + 1 :] == short for index in range(len(long)))

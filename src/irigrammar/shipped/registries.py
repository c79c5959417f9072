"""Registered names: schemes and top-level domains.

Sources and dates are in `grammar/registries.toml`.
"""

from __future__ import annotations

from functools import cache

from irigrammar._generated.registries import HISTORICAL_SCHEMES, SCHEMES, SCHEMES_AS_OF, TOP_LEVEL_DOMAINS


@cache
def registered_schemes() -> frozenset[str]:
    """Return the schemes that IANA has as permanent or provisional, in lower case (RFC 7595).

    >>> "http" in registered_schemes(), "fax" in registered_schemes()
    (True, False)
    """
    return frozenset(SCHEMES.split())


@cache
def historical_schemes() -> frozenset[str]:
    """Return the schemes that IANA has as historical, in lower case (RFC 7595).

    >>> "fax" in historical_schemes()
    True
    """
    return frozenset(HISTORICAL_SCHEMES.split())


def schemes_as_of() -> str:
    """Return the date of the list of schemes, as YYYY-MM-DD."""
    return SCHEMES_AS_OF


@cache
def top_level_domains() -> frozenset[str]:
    """Return the top-level domains in lower case, internationalized ones in Unicode.

    >>> {"org", "рф"} <= top_level_domains()
    True
    """
    return frozenset(TOP_LEVEL_DOMAINS.split())

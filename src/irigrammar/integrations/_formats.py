"""JSON Schema formats that are productions of the catalog.

JSON Schema 2020-12, Validation, 7.3.4 to 7.3.7.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from irigrammar.integrations._wanted import find

if TYPE_CHECKING:
    from irigrammar.automata.dfa import Dfa
    from irigrammar.matching.matcher import Matcher

# The grammar and the rule of each format.
FORMATS: Mapping[str, tuple[str, str]] = {
    "ipv4": ("rfc3986", "IPv4address"),
    "ipv6": ("rfc3986", "IPv6address"),
    "uri": ("rfc3986", "URI"),
    "uri-reference": ("rfc3986", "URI-reference"),
    "iri": ("rfc3987", "IRI"),
    "iri-reference": ("rfc3987", "IRI-reference"),
    "uri-template": ("rfc6570", "URI-Template"),
    "json-pointer": ("json-pointer", "json-pointer"),
    "relative-json-pointer": ("relative-json-pointer", "relative-json-pointer"),
}
# Formats of names of hosts, and whether these may have U-labels (JSON Schema 2020-12, Validation, 7.3.3).
HOST_FORMATS: Mapping[str, bool] = {"hostname": False, "idn-hostname": True}


def format_of(matcher: Matcher) -> str | None:
    """Return the format whose language is exactly a matcher's, whatever its grammar calls it; None where there is none.

    >>> format_of(find("iri-bis", "IPv6address")), format_of(find("rfc3986", "absolute-URI"))
    ('ipv6', None)
    """
    return _by_automaton().get(matcher.automaton)


@cache
def _by_automaton() -> Mapping[Dfa, str]:
    return {find(*production).automaton: name for name, production in FORMATS.items()}

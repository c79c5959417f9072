"""References for property tests: of a grammar, or short and arbitrary."""

from __future__ import annotations

from hypothesis import strategies as st
from near import members, near

import irigrammar
from irigrammar import ConversionError
from irigrammar.processing.conversions import normalize

__all__ = ["BUILT", "DOTS", "PIECES", "STARTS", "WILD", "bases", "has_a_form", "references"]

# Short strings in which everything can happen.
PIECES = st.sampled_from(
    [
        *"/.:?#@aZ\\",
        *["..", "%2e", "%2F", "%41", "%c3%a9", "%c3", "%E2%80%AE", "%25", "%", "é", "É", "\ue000"],
        *["xn--9ca", "80"],
    ]
)

DOTS = st.sampled_from(["/", "/", ".", "..", "%2e", "%2E%2e", "a"])

WILD = (st.lists(PIECES, max_size=8) | st.lists(DOTS, max_size=12)).map("".join)

STARTS = st.sampled_from(
    ["", "//", "a:", "a://", "HTTP://", "http://", "file:", "file://localhost", "urn:", "/", "/./"]
)

BUILT = st.builds(str.__add__, STARTS, WILD)


def references(name: str) -> st.SearchStrategy[str]:
    matcher = irigrammar.grammar(name).start
    wild = near(matcher.automaton) | BUILT
    return (members(matcher.automaton) | wild.filter(matcher.matches)).filter(lambda text: has_a_form(name, text))


def bases(name: str) -> st.SearchStrategy[str]:
    grammar = irigrammar.grammar(name)
    matcher = grammar[grammar.entry.start[1]]
    return (members(matcher.automaton) | BUILT.filter(matcher.matches)).filter(lambda text: has_a_form(name, text))


def has_a_form(name: str, text: str) -> bool:
    if name != "web-address":
        return True
    try:
        normalize(text, grammar=name)
    except ConversionError:
        return False
    return True

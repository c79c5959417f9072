"""Grammars with the prose of RFC 3987, 4.1."""

from __future__ import annotations

import pytest

import irigrammar
from irigrammar.processing.characters import characters
from irigrammar.processing.profiles import with_profile

CONTROLS = characters("bidi-formatting")


@pytest.mark.parametrize("name", ["rfc3987", "iri-bis", "leiri", "leiri-bis", "web-address"])
def test_no_rule_has_a_bidi_formatting_character(name: str) -> None:
    plain = irigrammar.grammar(name).start
    matcher = with_profile(plain, "rfc3987-4.1")
    for char in CONTROLS:
        for place in ("http://e/{}", "//{}", "?{}", "#{}", "//{}@h"):
            assert plain.matches(place.format(char))
            assert not matcher.matches(place.format(char))
    for text in ("http://\u05d0\u0627/\u061c\u2067?\u05d0#\u05d0", "a", "%E2%80%AE"):
        assert matcher.matches(text) == plain.matches(text)
    assert matcher.rule == plain.rule
    assert matcher.split("//h/a").host == "h"


def test_a_grammar_without_them_is_the_same() -> None:
    matcher = irigrammar.grammar("rfc3986").start
    assert with_profile(matcher, "rfc3987-4.1") is matcher
    with pytest.raises(ValueError, match="unknown profile 'rfc3987'"):
        with_profile(matcher, "rfc3987")  # type: ignore[arg-type]  # on purpose


def test_the_fault_is_at_the_character() -> None:
    matcher = with_profile(irigrammar.grammar("rfc3987")["IRI"], "rfc3987-4.1")
    fault = matcher.check("http://e/a\u202eb").fault
    assert fault is not None
    assert (fault.offset, fault.found) == (10, "\u202e")
    assert fault.fixes[0].text == "http://e/a%E2%80%AEb"

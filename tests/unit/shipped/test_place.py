"""Where rules stand."""

from __future__ import annotations

import pytest

import irigrammar
from irigrammar.matching.grammar import Grammar
from irigrammar.shipped.loader import generic_names, grammar_directory
from irigrammar.shipped.place import Place, cited, defining, entry_of, place_of


@pytest.mark.parametrize(
    ("grammar", "rule", "home", "expected"),
    [
        ("rfc3986", "IPv6address", "rfc3986", "RFC 3986, section 3.2.2 (grammar/rfc3986.abnf:32)"),
        ("rfc3987", "port", "rfc3986", "RFC 3986, section 3.2.3 (grammar/rfc3986.abnf:26)"),
        ("rfc3987", "isegment", "rfc3987", "RFC 3987, section 2.2 (grammar/rfc3987.abnf:41)"),
        ("leiri", "ALPHA", "rfc5234", "RFC 5234, appendix B.1 (grammar/rfc5234.abnf:3)"),
        ("leiri", "ucschar", "leiri", "W3C Note NOTE-leiri-20081103, section 3 (grammar/leiri.abnf:11)"),
        (
            "web-address",
            "path-sep",
            "web-address",
            "draft-ietf-iri-3987bis-04, section 7.2 (grammar/web-address.abnf:8)",
        ),
    ],
)
def test_the_grammar_that_defines_a_rule_gives_its_place(grammar: str, rule: str, home: str, expected: str) -> None:
    opened = irigrammar.grammar(grammar)
    place = place_of(opened.rules, opened.rules[rule])
    assert str(place) == expected
    assert place.grammar == home


def test_a_hidden_rule_has_its_place_too() -> None:
    web = irigrammar.grammar("web-address")
    hidden = irigrammar.grammar("iri-bis").rules["path-sep"]
    assert place_of(web.rules, hidden) == Place(
        "iri-bis", "draft-ietf-iri-3987bis-04", "2.2", "grammar/iri-bis.abnf", 43
    )


def test_a_users_grammar_has_no_document_whatever_it_is_called() -> None:
    text = (grammar_directory() / "rfc3986.abnf").read_text(encoding="utf-8")
    for name in ("mine.abnf", "grammar/rfc3986.abnf", "rfc3986"):
        own = Grammar.from_text(text, name=name)
        assert entry_of(own.rules) is None
        assert place_of(own.rules, own.rules["URI"]) == Place(name, None, None, name, 3)
        assert str(place_of(own.rules, own.rules["URI"])) == f"{name}:3"
        assert place_of(own.rules, own.rules["DIGIT"]).document == "RFC 5234"


def test_every_rule_is_in_the_file_and_line_that_define_it() -> None:
    for name in generic_names():
        grammar = irigrammar.grammar(name)
        for rule in map(grammar.rules.__getitem__, grammar.rules.names()):
            home = defining(grammar.rules, rule)
            assert home.own[rule.name.lower()] is rule
            place = place_of(grammar.rules, rule)
            lines = (grammar_directory() / place.source.removeprefix("grammar/")).read_text("utf-8").splitlines()
            assert lines[place.line - 1].split()[0] == rule.name


def test_sections_and_appendices() -> None:
    assert cited("RFC 3986", "B.1") == "RFC 3986, appendix B.1"
    assert cited("RFC 3986", "3.2.2") == "RFC 3986, section 3.2.2"
    assert cited("RFC 3986", "") == cited("RFC 3986", None) == "RFC 3986"

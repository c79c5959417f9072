"""Which productions are single characters, which are rows of them, and what the others are called."""

from __future__ import annotations

import pytest
from places import GOLDEN

import irigrammar
from irigrammar.faults.naming import Naming
from irigrammar.matching.grammar import Grammar
from irigrammar.shipped import loader as catalog
from irigrammar.shipped.loader import generic_names

OWN = Grammar.from_file(GOLDEN / "versions.abnf")
CHARACTERS = {
    "rfc3986": {"ALPHA", "DIGIT", "HEXDIG", "pchar", "sub-delims", "unreserved"},
    "rfc3987": {"ALPHA", "DIGIT", "HEXDIG", "ipchar", "iprivate", "iunreserved", "sub-delims", "ucschar", "unreserved"},
    "iri-bis": {
        *{"ALPHA", "DIGIT", "HEXDIG", "ipchar", "iprivate", "iunreserved", "path-sep", "sub-delims", "ucschar"},
        "unreserved",
    },
    "web-address": {
        *{"ALPHA", "DIGIT", "DQUOTE", "HEXDIG", "href-path-sep", "href-pct-form", "href-ucschar", "ipchar", "iprivate"},
        *{"iunreserved", "sub-delims", "unreserved"},
    },
}


def naming(grammar: Grammar, rule: str | None = None) -> Naming:
    return Naming(grammar.rules, rule or grammar.entry.start[0], grammar.entry)


@pytest.mark.parametrize("name", CHARACTERS)
def test_rules_of_single_characters_are_found(name: str) -> None:
    grammar = irigrammar.grammar(name)
    names = naming(grammar)
    reached = set(grammar.rules.reach(grammar.entry.start[0]))
    assert {rule for rule in reached if names.is_character(rule)} == CHARACTERS[name]


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("rfc3986", {"pct-encoded"}),
        ("rfc3987", {"pct-encoded"}),
        ("iri-bis", {"pct-form", "pct-encoded"}),
        ("web-address", {"pct-encoded"}),
    ],
)
def test_rows_that_stand_for_one_character_are_found(name: str, rows: set[str]) -> None:
    grammar = irigrammar.grammar(name)
    names = naming(grammar)
    assert {rule for rule in grammar.rules.reach(grammar.entry.start[0]) if names.is_row(rule)} == rows


@pytest.mark.parametrize(
    ("text", "rule", "is_character", "is_row"),
    [
        ('r = s\ns = %x61-7A / "_"\n', "s", True, False),
        ('r = 1*s\ns = "a" / e\ne = "\\" "n"\n', "s", True, False),
        ('r = 1*s\ns = "a" / e\ne = "\\" "n"\n', "e", False, True),
        ('r = 1*s\ns = "a" / e\ne = "\\" *"n"\n', "s", False, False),
        ('r = 1*s\ns = "a" / e\ne = "\\" *"n"\n', "e", False, False),
        ('r = s\ns = "ab" / e\ne = "\\" "n"\n', "s", False, False),
        ('r = s\ns = [ "a" ]\n', "s", False, False),
        ('r = s\ns = 0"a"\n', "s", False, False),
        ('r = s\ns = 1"a"\n', "s", True, False),
        ('r = s\ns = ""\n', "s", False, False),
        ('r = s\ns = t\nt = "a" / u\nu = "\\" ALPHA\n', "u", False, True),
    ],
)
def test_what_a_character_is(text: str, rule: str, is_character: bool, is_row: bool) -> None:
    grammar = Grammar.from_text(text)
    names = naming(grammar, "r")
    assert (names.is_character(rule), names.is_row(rule)) == (is_character, is_row)


@pytest.mark.parametrize(
    ("grammar", "rule", "words", "further", "field"),
    [
        (irigrammar.grammar("rfc3987"), "ireg-name", "the registered name", None, "host_kind"),
        (irigrammar.grammar("rfc3987"), "port", "the port", "a port digit", "port"),
        (irigrammar.grammar("rfc3987"), "ihier-part", None, None, None),
        (irigrammar.grammar("rfc3987"), "irelative-ref", None, None, None),
        (irigrammar.grammar("rfc3986"), "h16", "the group of the IPv6 address", "a hexadecimal digit", None),
        (OWN, "number", "number", None, None),
        (OWN, "ALPHA", "an ASCII letter", None, None),
    ],
)
def test_what_a_production_is_called(
    grammar: Grammar, rule: str, words: str | None, further: str | None, field: str | None
) -> None:
    names = naming(grammar)
    assert (names.words(rule), names.further(rule), names.field(rule)) == (words, further, field)


@pytest.mark.parametrize("name", generic_names())
def test_the_catalogs_words_are_of_rules_that_there_are(name: str) -> None:
    entry, rules = catalog.entry(name), catalog.load(name)
    for rule in {*entry.words, *entry.further}:
        assert rules[rule].name == rule
    assert all(words == words.strip() and words for words in (*entry.words.values(), *entry.further.values()))
    components = {rule for rule, field in entry.components.items() if field != "host_kind"}
    empty = {rule for rule in components if rule.endswith("path-empty")}
    assert {rule for rule in components if rule in set(rules.names())} - set(entry.words) <= empty

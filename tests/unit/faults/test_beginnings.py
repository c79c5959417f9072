"""Texts that begin otherwise than all strings of a grammar."""

from __future__ import annotations

import pytest
from rows import in_one_test

import irigrammar
from irigrammar.faults.beginnings import beginnings
from irigrammar.matching.grammar import Grammar

OTHER, MISSING, MISTYPED = "F113", "F114", "F141"


@in_one_test(
    ("grammar", "text", "code", "message", "fixes"),
    [
        ("http", "https://example.com/", OTHER, "the scheme must be http", []),
        ("http", "ftp://example.com/", OTHER, "the scheme must be http", []),
        ("http", "foo://example.com/", OTHER, "the scheme must be http", []),
        ("http", "htpp://example.com/", OTHER, "the scheme must be http", ["http://example.com/"]),
        ("http", "example.com", MISSING, "http:// is missing", ["http://example.com"]),
        ("http", "//example.com/", MISSING, "http:// is missing", ["http://example.com/"]),
        ("http", "exam ple.com", MISSING, "http:// is missing", []),
        ("ws", "https://example.com/socket", OTHER, "the scheme must be ws", []),
        ("coap", "http://h/", OTHER, "the scheme must be coap", []),
        ("mailto", "jane@example.com", MISSING, "mailto: is missing", ["mailto:jane@example.com"]),
        ("mailto", "mail:jane@example.com", OTHER, "the scheme must be mailto", ["mailto:jane@example.com"]),
        ("mailto", "mialto:jane@example.com", OTHER, "the scheme must be mailto", ["mailto:jane@example.com"]),
        ("tel", "+1-201-555-0123", MISSING, "tel: is missing", ["tel:+1-201-555-0123"]),
        ("geo", "52.5,13.4", MISSING, "geo: is missing", ["geo:52.5,13.4"]),
        ("urn", "isbn:0451450523", MISSING, "urn: is missing", ["urn:isbn:0451450523"]),
        ("did", "example:123", MISSING, "did: is missing", ["did:example:123"]),
        ("data", ",A", MISSING, "data: is missing", ["data:,A"]),
        ("file", "/etc/hosts", MISSING, "file: is missing", ["file:///etc/hosts", "file:/etc/hosts"]),
        ("tel", "+49 30 1234", MISSING, "tel: is missing", ["tel:+49301234"]),
        ("tel", "phone:+4930", OTHER, "the scheme must be tel", ["tel:+4930"]),
        ("geo", "goe:52.5,13.4", OTHER, "the scheme must be geo", ["geo:52.5,13.4"]),
        ("http", "http//e/", MISTYPED, '"http//" must be "http://"', ["http://e/"]),
        ("http", "HTTP;//e/", MISTYPED, '"HTTP;//" must be "HTTP://"', ["HTTP://e/"]),
        ("http", "http:e", MISTYPED, '"http:" must be "http://"', ["http://e"]),
        ("mailto", "mailto;a@e.org", MISTYPED, '"mailto;" must be "mailto:"', ["mailto:a@e.org"]),
        ("tel", "tel://+4930", MISTYPED, '"tel://" must be "tel:"', ["tel:+4930"]),
        ("urn", "urn::isbn:0", MISTYPED, '"urn::" must be "urn:"', ["urn:isbn:0"]),
        ("geo", "geo: 1,2", MISTYPED, '"geo: " must be "geo:"', ["geo:1,2"]),
        ("sip", "alice@example.com", MISSING, "sip: is missing", ["sip:alice@example.com"]),
    ],
)
def test_the_first_sentence_is_about_the_scheme(
    grammar: str, text: str, code: str, message: str, fixes: list[str]
) -> None:
    fault = irigrammar.check(text, grammar=grammar).fault
    assert fault is not None
    assert (fault.code, fault.message, [fix.text for fix in fault.fixes]) == (code, message, fixes)
    assert {fix.applicability for fix in fault.fixes} <= {"unsafe"}


@pytest.mark.parametrize(
    ("grammar", "text"),
    [
        ("http", "HTTP:x"),
        ("http", "http:/"),
        ("http", "http://a b/"),
        ("mailto", "MAILTO:a"),
        ("rfc3986", "a b"),
        ("tel", ""),
        ("http", f"http{':/' * 9}e"),
    ],
)
def test_a_text_that_begins_rightly_has_another_fault(grammar: str, text: str) -> None:
    fault = irigrammar.check(text, grammar=grammar).fault
    assert fault is not None
    assert fault.code not in (OTHER, MISSING)


def test_a_rule_of_the_grammar_that_matches_is_named() -> None:
    fault = irigrammar.check("https://e/", grammar="http").fault
    assert fault is not None
    assert fault.help == "the rule https-URI matches it: -r https-URI"
    assert str(fault).count("https-URI") == 2


@pytest.mark.parametrize(
    ("text", "message", "fixes"),
    [("1234", '"id-" is missing', ["id-1234"]), ("x1234", '"x" is not allowed at the start of id', None)],
)
def test_a_users_grammar_that_begins_with_fixed_text(text: str, message: str, fixes: list[str] | None) -> None:
    fault = Grammar.from_text('id = "ID-" 4DIGIT\n')["id"].check(text).fault
    assert fault is not None
    assert fault.message == message
    assert fixes in (None, [fix.text for fix in fault.fixes])


@in_one_test(
    ("rules", "found"),
    [
        ('a = "ab" 1*DIGIT', ("ab",)),
        ('a = "on" / "off"', ()),
        ('a = ( "x:" / "yz:" ) 1*DIGIT', ("x:", "yz:")),
        ('a = %s"Key=" 1*DIGIT', ("key=",)),
        ("a = 1*DIGIT", ()),
        ('a = "k:" / ALPHA', ()),
        ("a = CRLF 1*DIGIT", ()),
        ('a = "abc"', ("abc",)),
    ],
)
def test_beginnings_are_fixed(rules: str, found: tuple[str, ...]) -> None:
    assert beginnings(Grammar.from_text(f"{rules}\n")["a"].automaton) == found

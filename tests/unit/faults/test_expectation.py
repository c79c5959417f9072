"""Expectations at a fault, in words."""

from __future__ import annotations

from places import GOLDEN
from rows import in_one_test

import irigrammar
from irigrammar.faults.expectation import quoted
from irigrammar.matching.grammar import Grammar

OWN = GOLDEN / "versions.abnf"
END = "the end"
AFTER_PATH = ['"?" for the query', '"#" for the fragment', END]
BEGINNING = ["the scheme", '"//" for the authority', "the path", *AFTER_PATH]
GROUP = '":" for the next group of the IPv6 address'


def expected(grammar: Grammar, rule: str, text: str) -> list[str]:
    fault = grammar[rule].check(text).fault
    assert fault is not None
    return list(fault.expected)


@in_one_test(
    ("rule", "text", "phrases"),
    [
        ("IRI-reference", " ", BEGINNING),
        ("IRI", " ", ["an ASCII letter that begins the scheme"]),
        ("IRI", "ab", ["more of the scheme", '":" after the scheme']),
        ("IRI", "a: ", ['"//" for the authority', "the path", *AFTER_PATH]),
        (
            "IRI-reference",
            "// ",
            ["the user information", "the host", '":" for the port', '"/" that begins the path', *AFTER_PATH],
        ),
        (
            "IRI-reference",
            "//a b",
            ["more of the registered name", '":" for the port', '"/" that begins the path', *AFTER_PATH],
        ),
        ("IRI-reference", "//a:8é/", ["more of the user information", '"@" for the host']),
        ("IRI-reference", "//u@a:8é", ["a port digit", '"/" that begins the path', *AFTER_PATH]),
        ("IRI-reference", "//[::1 ", ["a hexadecimal digit", '"]" that ends the IP literal', GROUP]),
        ("IRI-reference", "//[ ", ["the IPv6 address", '"v" that begins the IP literal of a future version']),
        ("IRI-reference", "//[v ", ["a hexadecimal digit"]),
        ("IRI-reference", "//[v1 ", ["a hexadecimal digit", '"."']),
        ("IRI-reference", "//[v1. ", ["more of the IP literal of a future version"]),
        ("IRI-reference", "//[v1.a ", ["more of the IP literal of a future version", '"]" that ends the IP literal']),
        ("IRI-reference", "/ ", ["the segment", *AFTER_PATH]),
        ("IRI-reference", "/a ", ["more of the segment", '"/" for the next segment', *AFTER_PATH]),
        ("IRI-reference", "/a/ ", ["a character of the segment", '"/" for the next segment', *AFTER_PATH]),
        ("IRI-reference", "a ", ["more of the first segment", '"/" for the next segment', *AFTER_PATH]),
        ("IRI-reference", "/%", ["a hexadecimal digit"]),
        ("IRI-reference", "/%a ", ["a hexadecimal digit"]),
        ("IRI-reference", "? ", ["a character of the query", '"#" for the fragment', END]),
        ("IRI-reference", "?a ", ["more of the query", '"#" for the fragment', END]),
        ("IRI-reference", "#a#", ["more of the fragment", END]),
        ("absolute-IRI", "a:b#", ["more of the segment", '"/" for the next segment', '"?" for the query', END]),
        ("ipath-absolute", "//", ["the segment", END]),
        ("isegment-nz", "", ["a character of the segment"]),
        ("ipath-empty", "a", [END]),
    ],
)
def test_expected_characters_in_an_iri(rule: str, text: str, phrases: list[str]) -> None:
    assert expected(irigrammar.grammar("rfc3987"), rule, text) == phrases


@in_one_test(
    ("name", "rule", "text", "phrases"),
    [
        ("rfc3986", "IPv4address", "25x", ['"." for the next decimal byte', '"0" to "5"']),
        ("rfc3986", "IPv4address", "", ["a digit that begins the decimal byte"]),
        ("rfc3986", "IPv4address", "1.2.3.4.", ["a digit", END]),
        ("rfc3986", "IPv6address", "::g", ["the group of the IPv6 address", "the IPv4 address", END]),
        ("rfc3986", "IPv6address", ":1", ['":"']),
        ("rfc3986", "pct-encoded", "", ['"%"']),
        ("rfc3986", "port", "a", ["a port digit", END]),
        ("rfc3986", "scheme", "a_", ["more of the scheme", END]),
        ("rfc3986", "unreserved", "!", ["a character of unreserved"]),
        ("rfc3986", "reserved", "", ["a character of reserved"]),
        ("rfc5234", "DIGIT", "a", ["a digit"]),
        ("rfc5234", "ALPHA", "", ["an ASCII letter"]),
        ("rfc5234", "HEXDIG", "g", ["a hexadecimal digit"]),
        ("rfc5234", "BIT", "01", [END]),
        ("rfc5234", "LWSP", "\r\n", ["white space"]),
        ("leiri", "LEIRI-reference", "#\ud800", ["a character of the fragment", END]),
        ("iri-bis", "IRI-reference", "/%", ["a hexadecimal digit"]),
        # two readings, and what both of them allow is reported once
        (
            "web-address",
            "IRI-reference",
            "http:\\\\[",
            ["more of the segment", 'one of "/" and "\\"', *AFTER_PATH[:-1], "a character of the segment", END],
        ),
    ],
)
def test_expected_characters_elsewhere(name: str, rule: str, text: str, phrases: list[str]) -> None:
    assert expected(irigrammar.grammar(name), rule, text) == phrases


@in_one_test(
    ("rule", "text", "phrases"),
    [
        ("requirement", "", ["an ASCII letter that begins name"]),
        ("requirement", "a == 1[b", ["more of name", '"," for the next name', '"]" that ends requirement']),
        ("requirement", "a ~", ['one of "!", "<", "=", ">" and "i" that begins operator']),
        ("requirement", "a == 1,", ["white space", "clause"]),
        ("operator", "=", ['"="']),
        ("suffix", "c", ['one of "a", "b" and "r" that begins suffix']),
        ("suffix", "r", ['"c"']),
        ("suffix", "a", ["a digit"]),
        ("version", "1.2.3.", ["a digit", "suffix", END]),
        ("version", "0.", ["a digit that begins number"]),
    ],
)
def test_expected_characters_in_a_custom_grammar(rule: str, text: str, phrases: list[str]) -> None:
    assert expected(Grammar.from_file(OWN), rule, text) == phrases


@in_one_test(
    ("text", "word", "phrases"),
    [
        ('r = "ab" "c"\n', "", ['"ab"']),
        ('r = "ab" "c"\n', "a", ['"b"']),
        ('r = s / t\ns = "x" *DIGIT\nt = "y" *DIGIT\n', "", ['"x" that begins s', '"y" that begins t']),
        ("r = %x61-66\n", "", ['"a" to "f"']),
        ('r = %x61-63 / "z"\n', "", ['one of "a", "b", "c" and "z"']),
        ('r = 1*DIGIT [ "." s ]\ns = 1*DIGIT\n', "1x", ["a digit", '"." for s', END]),
        ("r = DQUOTE s DQUOTE\ns = *ALPHA\n", '"a', ["an ASCII letter", "a quotation mark that ends r"]),
        ('r = *s\ns = "a" "b"\n', "ab!", ['"a" that begins s', END]),
    ],
)
def test_small_grammars(text: str, word: str, phrases: list[str]) -> None:
    assert expected(Grammar.from_text(text), "r", word) == phrases


def test_a_quotation_mark_is_not_quoted() -> None:
    assert [quoted(text) for text in ('"', "a", '""')] == ["a quotation mark", '"a"', '""""']

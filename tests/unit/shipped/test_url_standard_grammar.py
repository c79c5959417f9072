"""Valid URL strings by the grammar of the URL Standard."""

from __future__ import annotations

import pytest
from rows import in_one_test

import irigrammar
from irigrammar import Grammar, language
from irigrammar.matching.browser import domain_fault

URLS = irigrammar.grammar("url-standard")

VALID = [
    "https://example.com/././foo",
    "HTTPS://EXAMPLE.com:65535?x#y",
    "ws://1.2.3.4:00080",
    "ftp://[2001:db8::1.2.3.4]/%7e/;a=b,c!$&'()*+@:",
    "https://b\u00fccher.example/\U0001f600?\ue000#\U0010fffd",
    *["https://0xyz/", "https://a--b.1a/", "file:///c:/x", "file://", "file://host", "foo://"],
    *["foo://h_%41:1/x//y", "foo:///x", "foo:/x//y", "foo:", "foo:x:/y?z?#/?", "hello:world", "httpx:x", "htt:x"],
    *["w:x", "files:x", "", "a/b//c", "/", "/a//b", "//h/x", "?q", "#f", "1:2", "+a:b", ":b", "a@b:c", "\u00e9:b"],
    *["./a:b", "a/b:c"],
]
INVALID = [
    *["https:example.org", "https://////example.com///", "https://user@example.org", "ssh://user@example.org"],
    *["foo://:80", "https://", "https://:443", "https://example.org:65536", "https://example.org:7z"],
    *["https://example.org./", "https://exam%70le.org", "https://my_host.example/", "https://-a.example/"],
    *["https://a-.example/", "https://a..example/", "https://127.0.0x0.1", "https://1.2.3/", "https://01.2.3.4/"],
    *["https://a.0x/", "https://[::01]/", "https://[1:2:3]/", "https://[v1.a]/", "https://example.org/>"],
    *["https://example.org/%s", "https://example.org/a|b", "https://example.org/a b", "https://example.org/a\\b"],
    *["https://example.org/?a[]=b", "https://example.org/#a#b", "https://example.org/\ufdd0"],
    *["https://example.org/\x80", "file:/x", "file:c:/x", "file://c:/x", "file:///c|/x", "foo://a b/", "//"],
    *["///x", "https:", " a", "a\n"],
]


@in_one_test("text", VALID)
def test_a_valid_url_string(text: str) -> None:
    matcher = URLS["valid-URL"]
    components = matcher.split(text)
    assert str(components) == text
    assert URLS["absolute-URL-with-fragment"].matches(text) is (components.scheme is not None)
    assert URLS["relative-URL-with-fragment"].matches(text) is (components.scheme is None)


@in_one_test("text", INVALID)
def test_another_string(text: str) -> None:
    assert not URLS["valid-URL"].matches(text)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("http://h:80/a?b#c", ("http", "h:80", "h", "80", "/a", "b", "c", "valid-domain")),
        ("file:///a", ("file", "", "", None, "/a", None, None, None)),
        ("foo://%41:1", ("foo", "%41:1", "%41", "1", "", None, None, None)),
        ("//[::1]", (None, "[::1]", "[::1]", None, "", None, None, "IPv6address")),
        ("ws://1.2.3.4", ("ws", "1.2.3.4", "1.2.3.4", None, "", None, None, "IPv4address")),
        ("mailto:a@b", ("mailto", None, None, None, "a@b", None, None, None)),
        ("", (None, None, None, None, "", None, None, None)),
    ],
)
def test_components(text: str, parts: tuple[str | None, ...]) -> None:
    scheme, authority, _, host, port, path, query, fragment, kind = URLS["valid-URL"].split(text)
    assert (scheme, authority, host, port, path, query, fragment, kind) == parts


@pytest.mark.parametrize(
    ("rule", "without", "whole"),
    [
        ("other-scheme", "special-scheme / file-scheme", "URL-scheme"),
        ("last-label", '1*DIGIT / "0x" *HEXDIG', "label"),
        ("scheme-less-segment", 'URL-scheme ":" *segment-unit', "1*segment-unit"),
        ("path-absolute-non-authority-URL", '"/" absolute', "absolute"),
        ("absolute-URL", "relative-URL", "absolute-URL / relative-URL"),
        ("IPv4address", "valid-domain", "IPv4address / valid-domain"),
    ],
)
def test_rules_for_all_but_a_set_are_exact(rule: str, without: str, whole: str) -> None:
    """ABNF has no difference: two rules share no string, and together they are the whole."""
    grammar = Grammar.from_text(
        f'absolute = 1*( "/" URL-path-segment )\nwithout = {without}\nboth = {rule} / {without}\nwhole = {whole}\n',
        extends="url-standard",
    )
    assert language.disjoint(grammar[rule], grammar["without"])
    assert language.equivalent(grammar["both"], grammar["whole"])


def test_a_port_is_a_number_of_16_bits() -> None:
    port = URLS["URL-port"]
    assert [number for number in range(70_000) if port.matches(str(number)) != (number < 2**16)] == []
    assert port.matches("")
    assert port.matches("00065535")
    assert language.witness(port, irigrammar.grammar("rfc3986")["port"]) is None


def test_an_ip_address_is_one_of_rfc_3986_without_leading_zeros() -> None:
    ours, theirs = URLS["IPv6address"], irigrammar.grammar("rfc3986")["IPv6address"]
    assert language.witness(ours, theirs) is None
    colon_or_end = '":" *( HEXDIG / ":" / "." )'
    zeros = Grammar.from_text(f'zeros = [ *( HEXDIG / ":" / "." ) ":" ] "0" 1*3HEXDIG [ {colon_or_end} ]\n').start
    assert language.disjoint(ours, zeros)
    assert language.witness(theirs, ours) == "0a::"


@in_one_test(
    ("domain", "reason"),
    [
        ("b\u00fccher.example", None),
        ("\u2603.example", None),
        ("\u05d0.example", None),
        ("xn--bcher-kva.example", None),
        ("a--b", None),
        ("x.1a", None),
        ("xn--a.example", "U+0080 is not allowed in a host"),
        ("ab--c", 'a label of the host begins or ends with "-", or has it in third and fourth place'),
        ("a\uff0e", "a label of the host is empty"),
        ("\u2100.example", "U+002F is not allowed in a domain"),
        ("\u05d0a", "a label of the host breaks the Bidi rule (RFC 5893, 2)"),
        ("1\uff0e2", "the host ends in a number and is not an IPv4 address"),
        ("a" * 64, "a label of the host has more than 63 bytes as a domain name"),
        ("\u00fc" * 60, "a label of the host has more than 63 bytes as a domain name"),
        (".".join(["a" * 50] * 6), "the host has more than 253 bytes as a domain name"),
        ("\u00fc" * 2000, "the host has more than 253 bytes as a domain name"),
    ],
)
def test_a_valid_domain(domain: str, reason: str | None) -> None:
    assert domain_fault(domain) == reason

"""Normal forms: the examples of RFC 3987, 5.3, the decisions, and what holds for every reference."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest
from any_references import bases, references
from examples import examples, some
from hypothesis import assume, given, reject, settings
from hypothesis import strategies as st

import irigrammar
from irigrammar import ConversionError
from irigrammar.processing.browser import needs_host
from irigrammar.processing.choices import Level
from irigrammar.processing.conversions import iri_to_uri, normalize, resolve
from irigrammar.processing.trace import Step, recorded
from irigrammar.shipped.loader import generic_names

GRAMMARS = [name for name in generic_names() if name not in ("rfc5234", "rfc6570")]
LEVELS: list[Level] = ["syntax", "scheme"]

BY_SYNTAX = [
    pytest.param("example://a/b/c/%7Bfoo%7D/rosé", "example://a/b/c/%7Bfoo%7D/rosé", id="5.3.2-first"),
    pytest.param("eXAMPLE://a/./b/../b/%63/%7bfoo%7d/ros%C3%A9", "example://a/b/c/%7Bfoo%7D/rosé", id="5.3.2-second"),
    pytest.param("%3a", "%3A", id="5.3.2.1-digits"),
    pytest.param("HTTP://www.EXAMPLE.com/", "http://www.example.com/", id="5.3.2.1-scheme-and-host"),
    pytest.param("http://e/ÉA?ÉA#ÉA", "http://e/ÉA?ÉA#ÉA", id="5.3.2.1-nothing-else"),
    pytest.param("//Éa.COM/", "//Éa.COM/", id="5.3.2.1-host-not-ascii"),
    pytest.param("http://www.example.org/résumé.html", "http://www.example.org/résumé.html", id="5.3.2.2-nfc"),
    pytest.param(
        "http://www.example.org/re\u0301sume\u0301.html",
        "http://www.example.org/re\u0301sume\u0301.html",
        id="5.3.2.2-not-nfc",
    ),
    pytest.param("http://example.org/%7euser", "http://example.org/~user", id="5.3.2.3-lower"),
    pytest.param("http://example.org/%7Euser", "http://example.org/~user", id="5.3.2.3-upper"),
    pytest.param("http://example.org/~user", "http://example.org/~user", id="5.3.2.3-decoded"),
    pytest.param("http://e/a/./b/../c", "http://e/a/c", id="5.3.2.4"),
    # decisions: order, and twice is once
    pytest.param("%25%34%31", "%2541", id="decisions-twice"),
    pytest.param("http://EX%41MPLE/", "http://example/", id="decisions-host-ascii-after-decoding"),
    pytest.param("http://e/a/%2E%2e/b", "http://e/b", id="decisions-dots-after-decoding"),
    # decisions: dot segments
    pytest.param("../a", "../a", id="decisions-dots-relative"),
    pytest.param("a/../b", "a/../b", id="decisions-dots-inside"),
    pytest.param("./a:b", "./a:b", id="decisions-dots-colon"),
    pytest.param("data:,a/../b", "data:,a/../b", id="decisions-dots-rootless"),
    pytest.param("/a/../b", "/b", id="decisions-dots-absolute"),
    ("%2e%2E/a", "%2E%2E/a"),
    ("a/.%2e/b", "a/.%2E/b"),
    ("foo:%2E/a", "foo:%2E/a"),
    # what resolving sees goes first, so that both lead to the same target
    ("/a/%2E/../b", "/a/b"),
    ("/a/../%2E%2E/b/%2e", "/b/"),
    ("/a/%2E%2E/%2E/../b", "/b"),
    ("a:/%2E/..//b", "a:/.//b"),
    ("http://h/..//%2E/x", "http://h//x"),
    ("a%2Eb", "a.b"),
    ("..%2E/", ".../"),
    ("//h/..", "//h/"),
    # decisions: the guard
    pytest.param("a:/.//b", "a:/.//b", id="decisions-guard"),
    pytest.param("/.//b", "/.//b", id="decisions-guard-relative"),
    ("a:/b/..//c", "a:/.//c"),
    ("a:/%2E//c", "a:/.//c"),
    ("/././/b", "/.//b"),
    ("//h/.//b", "//h//b"),
    ("a:/./b", "a:/b"),
    # one decoder with uri_to_iri
    ("/%2f%3A%40", "/%2F%3A%40"),
    ("/%20%3c%7c", "/%20%3C%7C"),
    ("/%fc%c3", "/%FC%C3"),
    ("/%c0%ae%c0%ae/", "/%C0%AE%C0%AE/"),  # overlong dots
    ("/%ed%a0%80", "/%ED%A0%80"),  # a surrogate
    ("/%e2%80%ae", "/%E2%80%AE"),  # bidi formatting
    ("/%d8%9c%e2%81%a6", "/%D8%9C%E2%81%A6"),
    ("/%c2%a0%e3%80%80%c2%ad", "/%C2%A0%E3%80%80%C2%AD"),  # white space, default ignorable
    ("/%ee%80%80?%ee%80%80", "/%EE%80%80?%EE%80%80"),  # private use, in queries alone
    ("?%c3%a9#%C3%A9", "?é#é"),
    ("//%75%c3%bc@h", "//uü@h"),
    ("foo://%C3%A9/", "foo://é/"),
    ("foo://%C3%A9A/", "foo://éA/"),
    ("foo://A%FF/", "foo://a%FF/"),
    # a domain name that decoding would make another URI
    ("http://r%c3%a9sum%c3%a9.example.org/", "http://r%C3%A9sum%C3%A9.example.org/"),
    ("http://XN--RSUM-BPAD.example.org/", "http://xn--rsum-bpad.example.org/"),
    ("http://R%C3%A9SUM/", "http://R%C3%A9SUM/"),
    ("//R%C3%A9SUM/", "//R%C3%A9SUM/"),
    # other hosts
    ("foo://[2001:DB8::A]/", "foo://[2001:db8::a]/"),
    ("foo://[V1.A]/", "foo://[v1.a]/"),
    ("foo://%31%32%37.0.0.1", "foo://127.0.0.1"),
    # what is there stays there
    ("http://U@H:80?#", "http://U@h:80?#"),
    ("//@:", "//@:"),
    ("", ""),
    ("mailto:A@B", "mailto:A@B"),
    ("urn:ISBN:A", "urn:ISBN:A"),
]


@pytest.mark.parametrize(("text", "expected"), BY_SYNTAX)
def test_by_syntax(text: str, expected: str) -> None:
    assert normalize(text) == expected
    assert normalize(expected) == expected


BY_SCHEME = [
    *(
        pytest.param(text, "http://example.com/", id=f"5.3.3-{text}")
        for text in ("http://example.com", "http://example.com/", "http://example.com:/", "http://example.com:80/")
    ),
    pytest.param("http://example.com/?", "http://example.com/?", id="5.3.3-empty-query"),
    pytest.param("http://example.com/#", "http://example.com/#", id="5.3.3-empty-fragment"),
    pytest.param("http://@example.com/", "http://@example.com/", id="5.3.3-empty-userinfo"),
    pytest.param("http://xn--rsum-bpad.example.org", "http://résumé.example.org/", id="5.3.3-a-label"),
    pytest.param("http://résumé.example.org", "http://résumé.example.org/", id="5.3.3-u-label"),
    pytest.param("file://localhost/x", "file:///x", id="decisions-default-host"),
    pytest.param("file://u@localhost/x", "file://u@localhost/x", id="decisions-default-host-userinfo"),
    pytest.param("file://localhost:1/x", "file://localhost:1/x", id="decisions-default-host-port"),
    pytest.param("foo://localhost:/", "foo://localhost:/", id="decisions-unknown-scheme"),
    ("foo://XN--RSUM-BPAD:80", "foo://xn--rsum-bpad:80"),
    ("file://@localhost/x", "file://@localhost/x"),
    ("file://LOCALHOST:/x", "file:///x"),
    ("file:///x", "file:///x"),
    ("file:/x", "file:///x"),
    ("file:x", "file:x"),
    ("file:", "file:"),
    ("file://localhost", "file:///"),
    ("file:/..//x", "file:////x"),
    ("file://other/x", "file://other/x"),
    ("http://h:080/", "http://h/"),
    ("http://h:8080/", "http://h:8080/"),
    ("http://h:0/", "http://h:0/"),
    ("HTTPS://h:443", "https://h/"),
    ("https://h:80/", "https://h:80/"),
    ("ftp://u:p@h:21", "ftp://u:p@h/"),
    ("wss://h:443?q", "wss://h/?q"),
    ("//h:80", "//h:80"),
    ("http:", "http:"),
    ("http://RÉSUMÉ.Example.org/", "http://résumé.example.org/"),
    ("http://r%C3%A9sum%C3%A9.example.org/", "http://résumé.example.org/"),
    ("http://R%C3%A9sum%C3%A9%2Eorg/", "http://résumé.org/"),
    ("http://My_Host.XN--RSUM-BPAD.org/", "http://my_host.résumé.org/"),
    ("http://ｅｘａｍｐｌｅ。com/", "http://example.com/"),
    ("http://１２７.0.0.1/", "http://127.0.0.1/"),
    ("http://faß.de/", "http://faß.de/"),
    ("http://[::FFFF]:80", "http://[::ffff]/"),
    # a host that IDNA refuses stays
    ("http://☃.com", "http://☃.com/"),
    ("http://a℀b.com/", "http://a℀b.com/"),
    ("http://ａ＠b.com/", "http://ａ＠b.com/"),
    ("http://é%2Fevil.com:80/", "http://é%2Fevil.com/"),
    ("http://%FFé/", "http://%FFé/"),
    ("http://xn--n3h.com/", "http://xn--n3h.com/"),
    ("http://xn--a/", "http://xn--a/"),
    ("http://é..com/", "http://é..com/"),
    # a part of the path in which case does not matter
    ("URN:ISBN:A-b:C", "urn:isbn:A-b:C"),
    ("urn:ISBN", "urn:ISBN"),
    ("urn:É:A", "urn:É:A"),
    ("urn:%ffA:A", "urn:%FFa:A"),
]


@pytest.mark.parametrize(("text", "expected"), BY_SCHEME)
def test_by_scheme(text: str, expected: str) -> None:
    assert normalize(text, level="scheme") == expected
    assert normalize(expected, level="scheme") == expected


@pytest.mark.parametrize(
    ("grammar", "text", "by_syntax", "by_scheme"),
    [
        # unreserved alone are decoded, and the host is ASCII then
        ("rfc3986", "foo://%C3%A9A/%c3%a9%41", "foo://%C3%A9a/%C3%A9A", "foo://%C3%A9a/%C3%A9A"),
        ("rfc3986", "http://R%C3%A9SUM%C3%A9.org", "http://r%C3%A9sum%C3%A9.org", "http://xn--rsum-bpad.org/"),
        ("rfc3986", "http://xn--rsum-bpad.org", "http://xn--rsum-bpad.org", "http://xn--rsum-bpad.org/"),
        ("iri-bis", "http://RÉ.org/%C3%A9##", "http://RÉ.org/é##", "http://ré.org/é##"),
        ("leiri", "HTTP://e/a b/../%20<%3c", "http://e/%20<%3C", "http://e/%20<%3C"),
        ("leiri", "HTTP://A B", "http://a b", "http://a b/"),
        ("leiri-bis", "http://e/\\..\\%5c", "http://e/\\..\\%5C", "http://e/\\..\\%5C"),
        ("web-address", "HTTP:\\\\H\\p", "http:/%5CH/p", "http:/%5CH/p"),
        ("web-address", "http://H\\a\\..\\b?\\", "http://h/b?\\", "http://h/b?\\"),
        ("web-address", "\\\\host", "/%5Chost", "/%5Chost"),
        ("web-address", "\\/host", "%5C/host", "%5C/host"),
        ("web-address", "a:/c\\.\\\\b", "a:/c//b", "a:/c//b"),
        # an opaque path is data
        ("web-address", "A:\\.\\\\b%41?%41", "a:\\.\\\\bA?A", "a:\\.\\\\bA?A"),
        ("web-address", 'JavaScript:alert("a\\n/../%")', *['javascript:alert("a\\n/../%25")'] * 2),
        ("web-address", "data:,a/../b#%zz", "data:,a/../b#%25zz", "data:,a/../b#%25zz"),
        ("web-address", "/%%34%31%4%31%zz?%", "/%2541%2541%25zz?%25", "/%2541%2541%25zz?%25"),
    ],
)
def test_other_grammars(grammar: str, text: str, by_syntax: str, by_scheme: str) -> None:
    assert normalize(text, grammar=grammar, authority="grammar") == by_syntax
    assert normalize(text, grammar=grammar, authority="grammar", level="scheme") == by_scheme


@pytest.mark.parametrize(
    ("text", "by_syntax", "by_scheme"),
    [
        ("http:////good.example/../evil.example/x", *["http:////good.example/../evil.example/x"] * 2),
        ("///good.example/../evil.example/", *["///good.example/../evil.example/"] * 2),
        ("http://://evil.example/", *["http://://evil.example/"] * 2),
        ("HTTP:/a/../%7eb?%7e", "http:/a/../%7eb?~", "http:/a/../%7eb?~"),
        ("WS:///a/./b", "ws:///a/./b", "ws:///a/./b"),
        ("http://:80", "http://:80", "http://:80/"),
        ("file:///a/../b", "file:///b", "file:///b"),
        # a drive, which is a host without its colon
        ("file://C:/a/../b", "file://c:/b", "file://c:/b"),
        ("file://C:", "file://c:", "file://c:/"),
        ("file://u@C:/", "file://u@c:/", "file://u@c/"),
        ("file://CD:/", "file://cd:/", "file://cd/"),
        ("foo:///a/../b", "foo:///b", "foo:///b"),
        ("http://e/a/../b", "http://e/b", "http://e/b"),
    ],
)
def test_the_path_stays_where_browsers_read_a_host_from_it(text: str, by_syntax: str, by_scheme: str) -> None:
    trace: list[Step] = []
    assert recorded(trace, normalize, text) == by_syntax
    assert normalize(text, level="scheme") == by_scheme
    if "/../" in by_syntax or "/./" in by_syntax:
        assert any(step.section == "URL Standard, 4.4" and step.deviation is not None for step in trace)


@pytest.mark.parametrize(
    ("text", "form"), [("/\\H\\.\\p", "//h/p"), ("HTTP:\\\\H\\p", "http://h/p"), (" \t//H\n", "//h")]
)
def test_web_addresses_as_browsers_read_them(text: str, form: str) -> None:
    assert normalize(text, grammar="web-address", authority="browser") == form
    if "\\" in text:
        with pytest.raises(ConversionError, match="browsers read the authority"):
            normalize(text, grammar="web-address")


@pytest.mark.parametrize(
    ("text", "options", "form"),
    [
        ("http://É.org", {"host": "percent"}, "http://É.org/"),
        ("http://É.org:80", {"host": "idna2003"}, "http://é.org/"),
        ("http://É_x.org:80", {"host": "idna2003"}, "http://É_x.org/"),
        ("foo://É.org:80", {"host": "idna-always"}, "foo://é.org:80"),
        ("foo://xn--9ca", {"host": "idna-always"}, "foo://é"),
        ("foo:a", {"host": "idna-always"}, "foo:a"),
    ],
)
def test_the_policy_of_hosts(text: str, options: dict[str, Any], form: str) -> None:
    assert normalize(text, level="scheme", **options) == form
    with pytest.raises(ValueError, match="std3 and allow_unassigned go with"):
        normalize(text, std3=True)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("foo://e:", ["port", "path"]),
        ("foo://e", ["path"]),
        ("foo://e:/", ["port"]),
        ("imap://e/", []),
        ("imap://e", ["path"]),
        ("foo://e/", []),
        ("foo:", []),
        ("//e:", []),
        ("http://e:", []),
    ],
)
def test_bis_5_3_3_in_general_is_a_deviation_where_no_rule_is_known(text: str, parts: list[str]) -> None:
    """An empty path "should be normalized to "/"", an empty port be removed: only where the scheme says so."""
    steps: list[Step] = []
    form = recorded(steps, normalize, text, level="scheme")
    assert (form == text) == (not text.startswith("http:"))
    notes = [step.deviation.text for step in steps if step.deviation is not None]
    assert [note.split(":")[0] for note in notes] == [f"keep the empty {part}" for part in parts]


def test_a_host_that_idna_refuses_stays_with_a_note() -> None:
    trace: list[Step] = []
    recorded(trace, normalize, "http://☃.com/", level="scheme")
    step = trace[-1]
    assert (step.section, step.before, step.after) == ("RFC 3987, 5.3.3", "☃.com", "☃.com")
    assert step.note.startswith('stays: the host label "☃"')
    assert "U+2603" in step.note


@pytest.mark.parametrize("name", some(GRAMMARS, 2))
@pytest.mark.parametrize("level", LEVELS)
@settings(max_examples=examples(150))
@given(data=st.data())
def test_a_reference_and_its_normal_form_lead_to_the_same_target(name: str, level: Level, data: st.DataObject) -> None:
    base, ref = data.draw(bases(name)), data.draw(references(name))
    components = irigrammar.grammar(name).start.split(base)
    assume(components.host or not needs_host(components.scheme))  # else a relative path is resolved to what stays
    try:
        direct = resolve(base, ref, grammar=name)
    except ConversionError:  # a Web Address in which browsers read another authority
        reject()
    by_form = resolve(base, normalize(ref, grammar=name), grammar=name)
    assert normalize(direct, level=level, grammar=name) == normalize(by_form, level=level, grammar=name)


@pytest.mark.parametrize("ref", ["%2e%41", "//%c3%a9\\%41", "/.%c3%a9"])
def test_an_authority_that_stays_does_not_keep_the_path(ref: str) -> None:
    """Reading the host of this base changes with its normal form."""
    base = "A://%c3%a9\\"
    direct, by_form = (resolve(base, text, grammar="leiri") for text in (ref, normalize(ref, grammar="leiri")))
    assert normalize(direct, grammar="leiri") == normalize(by_form, grammar="leiri")


@pytest.mark.parametrize("name", some(GRAMMARS, 2))
@given(data=st.data())
def test_by_syntax_no_component_comes_or_goes(name: str, data: st.DataObject) -> None:
    matcher = irigrammar.grammar(name).start
    text = data.draw(references(name))
    before, after = matcher.split(text), matcher.split(normalize(text, grammar=name))
    assert [part is None for part in before[:8]] == [part is None for part in after[:8]]
    assert after.port == before.port
    assert [bool(part) for part in before[:5]] == [bool(part) for part in after[:5]]


@given(data=st.data())
def test_what_is_decoded_maps_back(data: st.DataObject) -> None:
    """A normal form by syntax maps to the URI that the reference maps to, when unreserved and case are left aside."""
    text = data.draw(references("rfc3987"))
    uris = [
        normalize(iri_to_uri(reference, host="percent"), grammar="rfc3986") for reference in (text, normalize(text))
    ]
    assert uris[0] == uris[1]


def test_no_character_normalization_is_applied() -> None:
    """RFC 3987, 5.3.2.2: what is Unicode stays, and what is decoded is not composed."""
    text = "http://e/e%CC%81e\u0301\u212b"
    assert normalize(text) == "http://e/e\u0301e\u0301\u212b" != unicodedata.normalize("NFC", normalize(text))

"""Host, port and user, as four readers find them, after each rewriting."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rows import in_one_test

import irigrammar
from irigrammar import ConversionError, NoMatch, advise
from irigrammar.advice.registry import choose_rules
from irigrammar.matching import authority
from irigrammar.matching.authority import (
    Authority,
    authority_by,
    authority_change,
    authority_of,
    fix_keeps_authority,
    plain_authority,
    read_in_browser,
    rewriting_keeps_authority,
)
from irigrammar.processing.conversions import normalize, web_address_to_iri
from irigrammar.scan.checking import Checker
from irigrammar.scan.correcting import correct
from irigrammar.scan.formats.items import Candidate, Production
from irigrammar.scan.policies import matcher_of

WEB = irigrammar.grammar("web-address").start
IRI = irigrammar.grammar("rfc3987").start
PIECES = st.sampled_from(
    [
        *["http:", "https:", "file:", "foo:", "/", "//", "\\", "..", ".", ":", "@", "?", "#", "%2e", "%41"],
        *["%2F", "\t"],
        *[" ", "\x1f", "good.example", "evil.example", "\u00e9", "127.1", ":80", "[::1]", "u", "xn--9ca"],
        *["A", "\u3002"],
        *["<", "%zz"],
    ]
)
TEXTS = st.lists(PIECES, max_size=8).map("".join)


def kept(before: str, after: str) -> bool:
    """Return whether browsers read the same, or refuse one of the two."""
    was, now = authority_of(read_in_browser(before)), authority_of(read_in_browser(after))
    return was is None or now is None or was == now


@in_one_test(
    "text",
    [
        *["/\\evil.example/x", "http:/\\evil.example/x", "\x1f//evil.example/x", "//evil.example/x\x1f"],
        *["///good.example/../evil.example/", "http:////good.example/../evil.example/x"],
    ],
)
@in_one_test("grammar", ["rfc3987", "web-address"])
def test_fixes_of_documents_keep_the_host(text: str, grammar: str) -> None:
    """The rows of finding H4."""
    checker = Checker(matcher_of(Production(grammar, "IRI-reference")), choose_rules("all"))
    fixed = correct(Candidate(0, len(text), text), checker)
    assert fixed is None or kept(text, fixed)
    assert fixed is None or "%1F" not in fixed
    for fix in (finding.fix for finding in checker.findings(text)):
        assert fix is None or kept(text, fix)


@in_one_test(
    ("text", "first"),
    [
        ("http://user:p/ss@host/", "http://user:p%2Fss@host/"),
        ("http://user:p?ss@host/", "http://user:p%3Fss@host/"),
        ("http://example.com\\@evil.com/", "http://example.com/@evil.com/"),
        ("/\\evil.example", "//evil.example"),
        ("\\\\evil.example\\x", "file://evil.example/x"),
        ("http://a@b@c/", "http://a%40b@c/"),
        ("http://user:p#ss@host/", "http://user:p%23ss@host/"),
        ("file://C:\\x", "file:///C:/x"),
        ("http://::1/", "http://[::1]/"),
        ("http://[::1/x", "http://[::1]/x"),
    ],
)
def test_the_first_fix_of_a_fault_keeps_the_host(text: str, first: str) -> None:
    fault = IRI.check(text).fault
    assert fault is not None
    assert fault.fixes[0].text == first
    assert all(fix_keeps_authority(text, fix.text) for fix in fault.fixes)


@pytest.mark.parametrize("text", ["http://user:8p/ss@host/", "http://h:8a/", "http://h:8a/?m=a@b", "http://ho st/"])
def test_no_fix_where_the_host_or_the_port_is_not_known(text: str) -> None:
    fault = IRI.check(text).fault
    assert fault is not None
    assert fault.fixes == ()


@in_one_test(
    ("text", "fix", "right"),
    [
        ("http://h/a b", "http://h/a%20b", True),
        ("http://h/a b", "http://g/a%20b", False),
        ("http://h:81/a b", "http://h/a%20b", False),
        ("http://h:80/a b", "http://h/a%20b", True),
        ("http://u@h/a b", "http://h/a%20b", False),
        ("http://1.2/a b", "http://1.0.0.2/a%20b", True),
        ("a b", "a%20b", True),
        ("a b", "//a", True),
        ("//h\\@g/", "//h%5C@g/", False),
    ],
)
def test_fixes_keep_the_authority(text: str, fix: str, right: bool) -> None:
    assert fix_keeps_authority(text, fix) is right


@in_one_test(
    ("before", "after", "same"),
    [
        ("HTTP://R\u00e9:80/./x", "http://xn--r-bga/x", True),
        ("http://127.1/", "http://127.0.0.1/", True),
        ("http://[::0]/", "http://[::]/", True),
        ("foo://%41/", "foo://a/", True),
        ("file://localhost/", "file:///", True),
        ("http://u%41@h/", "http://uA@h/", True),
        ("http://u@h/", "http://U@h/", False),
        ("http://h:8080/", "http://h/", False),
        ("http://h/", "http://h./", False),
        ("http:///a/../b", "http:///b", False),
        ("/a", "//a", False),
        ("a:b", "//b", False),
        ("http://a b/", "http://[", True),
    ],
)
def test_changes_of_the_authority(before: str, after: str, same: bool) -> None:
    assert (authority_change(before, after) is None) is same


def test_own_grammar_counts_where_a_reader_refused() -> None:
    text = "http://ho st/"
    assert authority_by(WEB, text) == Authority("ho st")
    assert authority_change(text, "http://ho%20st/", WEB) is None
    assert authority_change(text, "http://host/", WEB) == 'RFC 3986 reads "ho st" before and "host" afterwards'


def test_characters_that_browsers_drop_stay_or_go_alike() -> None:
    assert not rewriting_keeps_authority("//h/a\tb", "//h/a%09b")
    assert rewriting_keeps_authority("HTTP://h/a\tb", "http://h/a\tb")


def test_normalization_keeps_the_host() -> None:
    """The rows of finding M1."""
    assert normalize("http:////good.example/../evil.example/x") == "http:////good.example/../evil.example/x"
    assert normalize("http://://evil.example/", level="scheme") == "http://://evil.example/"


@pytest.mark.parametrize(
    "text", ["/\\evil.example/x", "\\\\evil.example/x", "http:/\\evil.example/x", "\x1f//evil.example/"]
)
def test_web_addresses_are_refused_where_only_browsers_read_a_host(text: str) -> None:
    """The rows of finding H5."""
    with pytest.raises(ConversionError, match="browsers read the authority"):
        web_address_to_iri(text)
    (finding,) = (finding for finding in advise(text, grammar="web-address") if finding.code == "R010")
    assert "evil.example" in finding.message


def test_a_password_and_a_host_that_looks_like_another_are_not_rewritten() -> None:
    assert [finding.fix for finding in advise("http://u:p@e.corn/", select=["R007", "H004"])] in ([None], [None, None])


@given(TEXTS)
def test_every_reader_reads_the_same_after_a_conversion_and_normalization(text: str) -> None:
    for grammar in ("rfc3986", "rfc3987", "leiri", "web-address"):
        own = irigrammar.grammar(grammar).start
        for level in ("syntax", "scheme"):
            try:
                normalized = normalize(text, grammar=grammar, level=level)
            except (NoMatch, ConversionError):
                continue
            assert authority_change(text, normalized, own) is None
            assert kept(text, normalized)
    try:
        normalized = web_address_to_iri(text)
    except (NoMatch, ConversionError):
        return
    assert authority_change(text, normalized, WEB) is None
    assert kept(text, normalized)


@given(TEXTS)
def test_every_fix_leads_where_the_text_does(text: str) -> None:
    fault = IRI.check(text).fault
    if fault is None:
        for finding in advise(text):
            assert finding.fix is None or kept(text, finding.fix)
        return
    for fix in fault.fixes:
        was = authority_of(read_in_browser(text))
        assert was is None or not was.host or kept(text, fix.text)


@given(TEXTS, TEXTS)
def test_what_is_seen_at_a_glance_is_so(before: str, after: str) -> None:
    """The shortcut is exact: where it says "the same", no reader differs."""
    for left, right in ((before, after), ("http://h/" + before, "http://h/" + after), ("/" + before, "/" + after)):
        plain = plain_authority(left)
        if plain is not None and plain == plain_authority(right):
            assert kept(left, right)
            for name in ("rfc3986", "rfc3987", "web-address"):
                matcher = irigrammar.grammar(name).start
                authorities = {authority_by(matcher, left), authority_by(matcher, right)} - {None}
                assert len(authorities) <= 1


@given(
    st.sampled_from(["http", "wss", "gemini", "x", "file"]),
    *[st.text(st.sampled_from("h8:0[]@.1"), max_size=7) | st.sampled_from(["h", "h:80", "h:", "[::1]:80", "h:443"])]
    * 2,
)
def test_the_default_port_seen_at_a_glance_is_so(scheme: str, first: str, second: str) -> None:
    ports = {"gemini": 1965, "x": None}
    left, right = f"{scheme}://{first}/a", f"{scheme}://{second}/b"
    plain = plain_authority(left), plain_authority(right)
    if plain[0] is None or plain[1] is None:
        return
    if authority._without_default_port(plain[0], ports) == authority._without_default_port(plain[1], ports):
        readings = zip(authority._readings(left, ports), authority._readings(right, ports), strict=True)
        assert all(was is None or now is None or was == now for was, now in readings)

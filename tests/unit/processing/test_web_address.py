"""Web Addresses to IRIs (draft-ietf-iri-3987bis-04, 7.2)."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import irigrammar
from irigrammar import ConversionError, NoMatch
from irigrammar.language import sample
from irigrammar.processing import web_address
from irigrammar.processing.browser import has_hidden_authority
from irigrammar.processing.characters import group_of
from irigrammar.processing.choices import AuthorityChoice
from irigrammar.processing.conversions import iri_to_uri, resolve, web_address_to_iri
from irigrammar.processing.schemes import Scheme, schemes
from irigrammar.processing.trace import Step, recorded

IRI = irigrammar.grammar("rfc3987").start
WEB = irigrammar.grammar("web-address").start
SECTION = "draft-ietf-iri-3987bis-04, 7.2"
BIDI = "\u200e\u200f\u202a\u202b\u202c\u202d\u202e"
SEEDS = st.integers(0, 2**32)


@pytest.mark.parametrize(
    ("text", "want"),
    [
        (r"a\b", "a/b"),
        (r"http://h\a", "http://h/a"),
        (r"http://h\a:b@c/d", "http://h/a:b@c/d"),
        (r"\\host", "/%5Chost"),
        (r"/\host", "/%5Chost"),
        (r"\/host", "%5C/host"),
        (r"\\\h", "/%5C/h"),
        (r"//h\@e/", "//h/@e/"),
        (r"http:\\h\p", "http:/%5Ch/p"),
        (r"a:\..\b", "a:%5C..%5Cb"),
        (r'javascript:alert("a\n")', "javascript:alert(%22a%5Cn%22)"),
        (r"data:,a\..\b/c", "data:,a%5C..%5Cb/c"),
        (r"mailto:a\b@c?d\e", "mailto:a%5Cb@c?d%5Ce"),
        (r"URN:a:b\c", "URN:a:b%5Cc"),
        (r"foo:/a\b", "foo:/a/b"),
        (r"foo://h\a", "foo://h/a"),
        (r"file:\a\b", "file:/a/b"),
        (r"//h:80\@e/", "//h:80/@e/"),
        (r"http://h\\a", "http://h//a"),
        (r"\a\b", "/a/b"),
        (r"a?b\c#d\e", "a?b%5Cc#d%5Ce"),
        (r"http://u@h\p@q", "http://u@h/p@q"),
        (r"//[::1]\a", "//[::1]/a"),
        (r"a:b\c", "a:b%5Cc"),
        ("\\", "/"),
    ],
)
def test_backslashes(text: str, want: str) -> None:
    """Decisions, "Backslash": by the draft, which browsers need not read so."""
    assert web_address_to_iri(text, authority="grammar") == want
    assert (IRI.split(want).authority, IRI.split(want).host) == (WEB.split(text).authority, WEB.split(text).host)


@pytest.mark.parametrize(
    ("text", "want"),
    [
        (r"\\host", "//host"),
        (r"/\host", "//host"),
        (r"\/host", "//host"),
        (r"\\\h", "//h"),
        (r"http:\\h\p", "http://h/p"),
        (r"http:/\u:p@h:81\p q", "http://u:p@h:81/p%20q"),
        (r"/\evil.example/x", "//evil.example/x"),
        ("\x1f//evil.example/", "//evil.example/"),
        ("http:evil.example/ ", "http://evil.example/"),
    ],
    ids=ascii,
)
def test_an_authority_that_only_browsers_read(text: str, want: str) -> None:
    with pytest.raises(ConversionError, match="browsers read the authority"):
        web_address_to_iri(text)
    assert web_address_to_iri(text, authority="browser") == want


@pytest.mark.parametrize("text", ["http:x", "http:/x", "http:///x", "///x"])
@pytest.mark.parametrize("authority", ["refuse", "browser", "grammar"])
def test_iris_come_back_whatever_browsers_read(text: str, authority: AuthorityChoice) -> None:
    assert web_address_to_iri(text, authority=authority) == text


@pytest.mark.parametrize("text", [r"//u:p\@e/", r"//g%2Ec\@e/", r"http://u:p\@e/", r"//a%\b@c", r"http://u:p\x\@e"])
def test_a_backslash_that_fits_only_inside_an_authority(text: str) -> None:
    with pytest.raises(ConversionError, match="fits only inside the authority"):
        web_address_to_iri(text)
    assert "\\" in (WEB.split(text).authority or "")


@pytest.mark.parametrize(
    ("text", "want"),
    [
        (" \t\r\n http://h/ \t\r\n ", "http://h/"),
        ("ht\ntp://h\r/a\tb", "http://h/ab"),
        ("/%\t41", "/%41"),
        ("\u00a0a\u00a0", "\u00a0a\u00a0"),  # a space of another kind
        ("\x0ca", "%0Ca"),
        (" ", ""),
        ("a b", "a%20b"),
        ("/100%", "/100%25"),
        ("/%4", "/%254"),
        ("/%zz%41%4z%", "/%25zz%41%254z%25"),
        ("/%%41", "/%25%41"),
        ("/% 41", "/%25%2041"),
        ("/%\\41", "/%25/41"),
        ("/%é", "/%25é"),
        ("?%#%", "?%25#%25"),
        ("//us%er@h", "//us%25er@h"),
        ('<>"{}|^`', "%3C%3E%22%7B%7D%7C%5E%60"),
        ("\x00\x7f\x9f", "%00%7F%C2%9F"),
        ("http://ho st/", "http://ho%20st/"),
        (BIDI, "%E2%80%8E%E2%80%8F%E2%80%AA%E2%80%AB%E2%80%AC%E2%80%AD%E2%80%AE"),
        ("/\ue000?\ue000#\ue000", "/%EE%80%80?\ue000#%EE%80%80"),
        ("?\U000e0000\U000e0fff\ufdd0\ufffd", "?%F3%A0%80%80%F3%A0%BF%BF%EF%B7%90%EF%BF%BD"),
        ("a#b#c", "a#b%23c"),
        ("http://résumé.example/é?é#é", "http://résumé.example/é?é#é"),
        ("http://a%20b/", "http://a%20b/"),  # no Web Address, but an IRI
        (" http://%41/\u202e ", "http://%41/%E2%80%AE"),
        ("", ""),
    ],
    ids=ascii,
)
def test_the_steps(text: str, want: str) -> None:
    assert web_address_to_iri(text) == want
    assert IRI.matches(want)


@pytest.mark.parametrize(
    ("text", "charset", "want"),
    [
        ("http://h/é?q=é#é", "iso-8859-1", "http://h/é?q=%E9#é"),
        ("HTTPS://h?表", "shift_jis", "HTTPS://h?%95%5C"),
        ("http://h/?a b<é", "windows-1252", "http://h/?a%20b%3C%E9"),
        ("http://h/?%é%41", "iso-8859-1", "http://h/?%25%E9%41"),
        ("http://h/?é", "UTF-16", "http://h/?é"),
        ("http://h/?é", "utf-32", "http://h/?é"),
        ("http://h/?é", "ucs-2", "http://h/?é"),
        ("http://h/?é\u202e", "utf-8", "http://h/?é%E2%80%AE"),
        ("ftp://h/?é", "iso-8859-1", "ftp://h/?é"),
        ("//h/?é", "iso-8859-1", "//h/?é"),
        ("http://h/?a", "iso-2022-jp", "http://h/?a"),
        ("http://e/?q=Vi\u1ec7t", "windows-1258", "http://e/?q=Vi%EA%F2t"),
        ("http://e/?q=re\u0301", "latin1", "http://e/?q=r%E9"),
        # labels are those of the Encoding Standard
        ("http://h/?\u20ac", "iso-8859-1", "http://h/?%80"),
        ("http://h/?\u20ac", "latin-1", "http://h/?%80"),
        ("http://h/?é", "us-ascii", "http://h/?%E9"),
        ("http://h/?\u2460\uff5e", "Shift_JIS", "http://h/?%87%40%81%60"),
        ("http://h/?é\u4e02", "gb2312", "http://h/?%A8%A6%81%40"),
        ("http://h/?\ub620", "euc-kr", "http://h/?%8C%63"),
        # step 3 comes first (7.2)
        ("http://h/?q=\ufffd", "latin-1", "http://h/?q=%EF%BF%BD"),
        ("http://h/?q=\x85", "latin-1", "http://h/?q=%C2%85"),
        ("http://h/?q=\u202e", "latin-1", "http://h/?q=%E2%80%AE"),
        ("http://h/?q=\ufdd0é", "koi8-r", None),
    ],
    ids=ascii,
)
def test_the_charset_of_a_query(text: str, charset: str, want: str | None) -> None:
    """Decisions, "Query charset"."""
    if want is None:
        with pytest.raises(ConversionError, match="lacks U\\+00E9"):
            web_address_to_iri(text, charset=charset)
        return
    assert web_address_to_iri(text, charset=charset) == want
    assert web_address_to_iri(want, charset=charset) == want


@pytest.mark.parametrize(
    ("text", "charset", "want"),
    [
        ("http://h/?q=\u4e2d\u6587é", "latin-1", "http://h/?q=%26%2320013%3B%26%2325991%3B%E9"),
        ("http://h/?q=\ue000", "latin-1", "http://h/?q=%26%2357344%3B"),
        ("http://h/?q=¥é", "shift_jis", "http://h/?q=%26%23165%3B%26%23233%3B"),
        ("http://h/中", "latin-1", "http://h/中"),
    ],
    ids=ascii,
)
def test_what_the_charset_lacks_can_be_a_reference(text: str, charset: str, want: str) -> None:
    assert web_address_to_iri(text, charset=charset, errors="reference") == want
    assert iri_to_uri(text, query_charset=charset, errors="reference") == iri_to_uri(want)
    if "?" in text:
        with pytest.raises(ConversionError, match="charset"):
            web_address_to_iri(text, charset=charset)


@given(st.text(st.characters(exclude_characters="#\\[]\t\r\n ", exclude_categories=["Cs"]), max_size=6))
@pytest.mark.parametrize("charset", ["windows-1252", "windows-1258", "euc-jp", "gb18030", "utf-8"])
def test_a_query_is_the_same_before_and_after_resolving(charset: str, query: str) -> None:
    """Decisions, "Web Addresses outside the conversion": absolute and relative references agree."""
    base = "http://h/a"
    try:
        first = iri_to_uri(web_address_to_iri(f"{base}?{query}", charset=charset))
    except ConversionError as error:
        refused = web_address_to_iri(f"?{query}", charset=charset)
        with pytest.raises(ConversionError):
            iri_to_uri(resolve(base, refused), query_charset=charset)
        assert "charset" in str(error)  # noqa: PT017  # either outcome is right
        return
    last = resolve(base, web_address_to_iri(f"?{query}", charset=charset))
    assert iri_to_uri(last, query_charset=charset) == first


def test_a_later_mapping_cannot_differ() -> None:
    iri = web_address_to_iri("http://h/?表=ー", charset="shift_jis")
    assert iri_to_uri(iri) == iri_to_uri(iri, query_charset="shift_jis") == iri


def test_other_schemes_can_take_the_charset() -> None:
    mine = schemes().with_scheme(Scheme("gemini", document_charset=True))
    assert web_address_to_iri("gemini://h/?é", charset="iso-8859-1", schemes=mine) == "gemini://h/?%E9"


def test_the_trace_says_what_the_charset_did() -> None:
    for text, words in (("http://h/?é", "in latin-1"), ("?é", "in UTF-8")):
        steps: list[Step] = []
        iri = recorded(steps, web_address_to_iri, text, charset="latin-1")
        (step,) = (step for step in steps if step.section == "draft-ietf-iri-3987bis-04, 3.5")
        assert (step.before, step.after, words in step.note) == (text, iri, True)


@given(SEEDS)
def test_every_web_address_has_an_iri_of_the_same_components(seed: int) -> None:
    (text,) = sample(WEB, 1, seed)
    assume(not set(text) & set("\t\r\n") and text == text.strip(" "))
    check_components(text)


@pytest.mark.parametrize("text", ["http://h\\a:b@c/d", "/\\h", "a\\b", "//h/%zz"])
def test_backslashes_and_stray_percent_signs_keep_components(text: str) -> None:
    check_components(text)


def check_components(text: str) -> None:
    before = WEB.split(text)
    try:
        iri = web_address_to_iri(text)
    except ConversionError:
        assert "\\" in (before.authority or "") or has_hidden_authority(text, WEB)
        return
    after = IRI.split(iri)
    assert [part is None for part in before[:8]] == [part is None for part in after[:8]]
    assert (before.scheme, before.port) == (after.scheme, after.port)
    assert not {group.name for char in iri if (group := group_of(char))} - {"private use"}
    assert web_address_to_iri(iri) == iri
    assert recorded([], web_address_to_iri, text) == iri


@given(SEEDS)
def test_iris_come_back(seed: int) -> None:
    (text,) = sample(IRI, 1, seed)
    assume(not set(text) & set(BIDI))
    assert web_address_to_iri(text) == text


@given(st.text(st.sampled_from("\\/:@?#%a4.[] \té\u202e\ue000"), max_size=12))
def test_any_string_of_delimiters_gets_an_answer_or_the_documented_error(text: str) -> None:
    try:
        iri = web_address_to_iri(text)
    except (NoMatch, ConversionError):
        return
    assert IRI.matches(iri)
    assert web_address_to_iri(iri) == iri


@given(st.text(max_size=20), st.sampled_from(["utf-8", "latin-1", "shift_jis", "gb18030", "utf-7"]))
def test_any_string_at_all(text: str, charset: str) -> None:
    for before in ("", "http://h/?"):
        with contextlib.suppress(NoMatch, ConversionError):
            assert IRI.matches(web_address_to_iri(before + text, charset=charset))


@pytest.mark.parametrize(("wrong", "reason"), [("u@h", "different components"), ("a b", "not IRI-reference")])
def test_what_would_change_the_authority_is_caught(monkeypatch: pytest.MonkeyPatch, wrong: str, reason: str) -> None:
    """No input leads there: so the encoder is made wrong."""

    def encode(text: str, field: str, **_: object) -> str:
        return wrong if field == "host" else text

    monkeypatch.setattr(web_address, "encode_refused", encode)
    with pytest.raises(ConversionError, match=reason):
        recorded([], web_address_to_iri, "http://h/")

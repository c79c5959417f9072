"""LEIRIs and Web Addresses to IRIs."""

from __future__ import annotations

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

import irigrammar
from irigrammar import ConversionError, Grammar, GrammarError, NoMatch, UnknownGrammar
from irigrammar.language import sample
from irigrammar.processing import web_address
from irigrammar.processing.browser import has_hidden_authority
from irigrammar.processing.characters import alphabet, group_of, groups
from irigrammar.processing.choices import AuthorityChoice
from irigrammar.processing.conversions import iri_to_uri, leiri_to_iri, resolve, web_address_to_iri
from irigrammar.processing.schemes import Scheme, schemes
from irigrammar.processing.support.refused import checked, encode_grouped, encode_refused
from irigrammar.processing.trace import Step, recorded

IRI = irigrammar.grammar("rfc3987").start
WEB = irigrammar.grammar("web-address").start
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


@pytest.mark.parametrize(("wrong", "reason"), [("u@h", "different components"), ("a b", "not IRI-reference")])
def test_what_would_change_the_authority_is_caught(monkeypatch: pytest.MonkeyPatch, wrong: str, reason: str) -> None:
    """No input leads there: so the encoder is made wrong."""

    def encode(text: str, field: str, **_: object) -> str:
        return wrong if field == "host" else text

    monkeypatch.setattr(web_address, "encode_refused", encode)
    with pytest.raises(ConversionError, match=reason):
        recorded([], web_address_to_iri, "http://h/")


# Legacy Extended IRIs to IRIs (LEIRI Note, 4 and 5; draft-ietf-iri-3987bis-04, 7.1 and 7.3)


LEIRIS = {name: irigrammar.grammar(name).start for name in ("leiri", "leiri-bis")}


@pytest.mark.parametrize("grammar", LEIRIS)
@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("http://example.org/a b", "http://example.org/a%20b"),
        ('<a>"b"', "%3Ca%3E%22b%22"),
        ("\\^`{|}", "%5C%5E%60%7B%7C%7D"),
        ("a\x00\t\r\n\x1f\x7f\x80\x9f", "a%00%09%0D%0A%1F%7F%C2%80%C2%9F"),
        (BIDI, "%E2%80%8E%E2%80%8F%E2%80%AA%E2%80%AB%E2%80%AC%E2%80%AD%E2%80%AE"),
        ("\ufff0\ufffd", "%EF%BF%B0%EF%BF%BD"),
        ("\ue000\uf8ff\U000f0000\U0010fffd", "%EE%80%80%EF%A3%BF%F3%B0%80%80%F4%8F%BF%BD"),
        ("?\ue000\uf8ff\U000f0000\U0010fffd", "?\ue000\uf8ff\U000f0000\U0010fffd"),
        ("#\ue000", "#%EE%80%80"),
        ("\U000e0000", "%F3%A0%80%80"),
        ("?\U000e0001\U000e0fff", "?%F3%A0%80%81%F3%A0%BF%BF"),
        ("?a b\\", "?a%20b%5C"),
        ("#a b\\", "#a%20b%5C"),
        ("\ufdd0\U0001fffe\U0010ffff", "%EF%B7%90%F0%9F%BF%BE%F4%8F%BF%BF"),
        ("http://us er@ho st:80/", "http://us%20er@ho%20st:80/"),
        ("http://good.example\\@evil.example/", "http://good.example%5C@evil.example/"),
        ("http://[::1]/ ", "http://[::1]/%20"),
        ("//é/é?é#é", "//é/é?é#é"),
        ("a%20%fFb", "a%20%fFb"),
        ("\u061c\u2066\u2069", "\u061c\u2066\u2069"),  # not in the list of RFC 3987, 4.1
        ("", ""),
    ],
    ids=ascii,
)
def test_what_iris_do_not_allow_is_encoded(grammar: str, text: str, want: str) -> None:
    assert leiri_to_iri(text, grammar=grammar) == want
    assert IRI.matches(want)


def test_note_3_what_leiris_have_beyond_iris() -> None:
    """Bidi formatting characters are allowed everywhere, and private use, so that iprivate adds nothing."""
    leiri = irigrammar.grammar("leiri")
    everywhere = alphabet(leiri["ucschar"])
    assert set(BIDI) <= set(everywhere)
    assert set(alphabet(leiri["iprivate"])) <= set(everywhere)
    for place in ("/{}", "?{}", "#{}", "//{}@h", "//{}"):
        for char in f"{BIDI}\ue000\U000e0001":
            assert irigrammar.matches(place.format(char), grammar="leiri")
    for char in "\ud800\udfff\ufffe\uffff":
        assert not irigrammar.matches(f"/{char}", grammar="leiri")


def test_note_3_a_format_may_restrict_them_further() -> None:
    """Such as XML system identifiers without fragments."""
    ours = Grammar.from_text('ucschar = %xA0-D7FF\nLEIRI = scheme ":" ihier-part [ "?" iquery ]\n', extends="leiri")
    assert ours["LEIRI"].matches("http://h/\u202e")
    for text in ("http://h/a b", "http://h/#f", "http://h/\ue000"):
        assert irigrammar.matches(text, grammar="leiri")
        assert not ours["LEIRI"].matches(text)


def test_a_number_sign_in_a_fragment_of_the_draft() -> None:
    """Decisions, "LEIRI and Web Address to IRI": "# is never encoded" holds for the delimiter."""
    assert leiri_to_iri("a#b#c##", grammar="leiri-bis") == "a#b%23c%23%23"
    with pytest.raises(NoMatch):
        leiri_to_iri("a#b#c")


@given(SEEDS, st.sampled_from(sorted(LEIRIS)))
def test_every_legacy_extended_iri_has_an_iri(seed: int, grammar: str) -> None:
    (text,) = sample(LEIRIS[grammar], 1, seed)
    iri = leiri_to_iri(text, grammar=grammar)
    assert IRI.matches(iri)
    assert not set(iri) & set(BIDI)
    assert leiri_to_iri(iri, grammar=grammar) == iri
    assert leiri_to_iri(text, grammar=grammar, check=False) == iri
    assert recorded([], leiri_to_iri, text, grammar=grammar) == iri


@given(SEEDS, st.sampled_from(sorted(LEIRIS)))
def test_it_has_the_same_components(seed: int, grammar: str) -> None:
    (text,) = sample(LEIRIS[grammar], 1, seed)
    before, after = LEIRIS[grammar].split(text), IRI.split(leiri_to_iri(text, grammar=grammar))
    for was, now in zip(before[:8], after[:8], strict=True):
        assert (was is None) == (now is None)
    assert (before.scheme, before.port) == (after.scheme, after.port)
    assert str(after) == leiri_to_iri(text, grammar=grammar)


@given(SEEDS, st.sampled_from(sorted(LEIRIS)))
def test_iris_come_back_as_leiris(seed: int, grammar: str) -> None:
    (text,) = sample(IRI, 1, seed)
    assume(not set(text) & set(BIDI))
    assert leiri_to_iri(text, grammar=grammar) == text


@given(st.text(st.characters(), max_size=30), st.sampled_from(sorted(LEIRIS)), st.booleans())
@example("a b%", "leiri", True)
def test_any_string_gets_an_answer_or_the_documented_error(text: str, grammar: str, check: bool) -> None:
    try:
        iri = leiri_to_iri(text, grammar=grammar, check=check)
    except NoMatch:
        assert check
        assert not LEIRIS[grammar].matches(text)
    else:
        assert not {group.name for char in iri if (group := group_of(char))} - {"private use"}
        if check:
            assert IRI.matches(iri)


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("http://[ %zz ?\ue000 #[\ud800\ue000", "http://[%20%zz%20?\ue000%20#[\ud800%EE%80%80"),
        (" a:b c", "%20a:b%20c"),
        ("%#?\ue000", "%#?%EE%80%80"),
        ("%?\ue000?\ue000#\ue000#", "%?\ue000?\ue000#%EE%80%80#"),
        ("\ufffe\uffff\ud800 \udfff", "\ufffe\uffff\ud800%20\udfff"),
        ("% \u202e", "%%20%E2%80%AE"),
    ],
    ids=ascii,
)
def test_without_check_any_string_is_mapped(text: str, want: str) -> None:
    with pytest.raises(NoMatch):
        leiri_to_iri(text)
    assert leiri_to_iri(text, check=False) == want


@pytest.mark.parametrize(
    ("grammar", "section"),
    [("leiri", "W3C Note NOTE-leiri-20081103, 4"), ("leiri-bis", "draft-ietf-iri-3987bis-04, 7.1")],
)
def test_the_trace_has_each_character_with_its_group_and_the_reason(grammar: str, section: str) -> None:
    chars = {group.name: next(iter(group.characters)) for group in groups()}
    text = "a" + "".join(chars.values())
    steps: list[Step] = []
    iri = recorded(steps, leiri_to_iri, text, grammar=grammar)
    assert {step.section for step in steps} == {section}
    assert steps[-1][1:3] == (text, iri)
    for step, (name, char) in zip(steps, chars.items(), strict=False):
        group = group_of(char)
        assert group is not None
        assert (step.before, name in step.note, group.says in step.note) == (char, True, True)
        assert step.after in iri
        assert (step.deviation is not None) == (name == "bidi formatting")
        assert step.note.endswith("; once in the path")


def test_only_the_grammars_of_legacy_extended_iris() -> None:
    with pytest.raises(GrammarError, match="leiri and leiri-bis"):
        leiri_to_iri("a", grammar="web-address")
    with pytest.raises(UnknownGrammar):
        leiri_to_iri("a", grammar="leri")


def test_parts() -> None:
    assert encode_refused("a\ue000 #", "fragment", "") == "a%EE%80%80%20%23"
    assert encode_grouped("a\ue000 #\ud800", "fragment", "") == "a%EE%80%80%20#\ud800"
    assert checked("a") == "a"
    with pytest.raises(ConversionError, match="IRI-reference"):
        checked("a b")

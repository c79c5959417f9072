"""LEIRIs and Web Addresses to IRIs."""

from __future__ import annotations

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from rows import in_one_test
from tables import conversions

import irigrammar
from irigrammar import ConversionError, Grammar, GrammarError, NoMatch, UnknownGrammar
from irigrammar.language import sample
from irigrammar.processing import web_address
from irigrammar.processing.browser import has_hidden_authority
from irigrammar.processing.characters import alphabet, group_of, groups
from irigrammar.processing.choices import AuthorityChoice
from irigrammar.processing.conversions import iri_to_uri, leiri_to_iri, resolve, web_address_to_iri
from irigrammar.processing.schemes import Scheme, schemes
from irigrammar.processing.support.refused import encode_grouped, encode_refused, require_iri_reference
from irigrammar.processing.trace import Step, call_recording

IRI = irigrammar.grammar("rfc3987").start
WEB = irigrammar.grammar("web-address").start
BIDI = "\u200e\u200f\u202a\u202b\u202c\u202d\u202e"
SEEDS = st.integers(0, 2**32)


@in_one_test(*conversions("web_address.backslashes"))
def test_backslashes(text: str, want: str) -> None:
    """Decisions, "Backslash": by the draft, which browsers need not read so."""
    assert web_address_to_iri(text, authority="grammar") == want
    assert (IRI.split(want).authority, IRI.split(want).host) == (WEB.split(text).authority, WEB.split(text).host)


@in_one_test(*conversions("web_address.an_authority_that_only_browsers_read"))
def test_an_authority_that_only_browsers_read(text: str, want: str) -> None:
    with pytest.raises(ConversionError, match="browsers read the authority"):
        web_address_to_iri(text)
    assert web_address_to_iri(text, authority="browser") == want


@in_one_test("text", ["http:x", "http:/x", "http:///x", "///x"])
@in_one_test("authority", ["refuse", "browser", "grammar"])
def test_iris_come_back_whatever_browsers_read(text: str, authority: AuthorityChoice) -> None:
    assert web_address_to_iri(text, authority=authority) == text


@pytest.mark.parametrize("text", [r"//u:p\@e/", r"//g%2Ec\@e/", r"http://u:p\@e/", r"//a%\b@c", r"http://u:p\x\@e"])
def test_a_backslash_that_fits_only_inside_an_authority(text: str) -> None:
    with pytest.raises(ConversionError, match="fits only inside the authority"):
        web_address_to_iri(text)
    assert "\\" in (WEB.split(text).authority or "")


@in_one_test(*conversions("web_address.the_steps"))
def test_the_steps(text: str, want: str) -> None:
    assert web_address_to_iri(text) == want
    assert IRI.matches(want)


@in_one_test(*conversions("web_address.the_charset_of_a_query"))
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
def test_characters_outside_of_the_charset_can_be_references(text: str, charset: str, want: str) -> None:
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
        iri = call_recording(steps, web_address_to_iri, text, charset="latin-1")
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
    assert call_recording([], web_address_to_iri, text) == iri


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
def test_changes_of_the_authority_are_caught(monkeypatch: pytest.MonkeyPatch, wrong: str, reason: str) -> None:
    """No input leads there: so the encoder is made wrong."""

    def encode(text: str, field: str, **_: object) -> str:
        return wrong if field == "host" else text

    monkeypatch.setattr(web_address, "encode_refused", encode)
    with pytest.raises(ConversionError, match=reason):
        call_recording([], web_address_to_iri, "http://h/")


# Legacy Extended IRIs to IRIs (LEIRI Note, 4 and 5; draft-ietf-iri-3987bis-04, 7.1 and 7.3)


LEIRIS = {name: irigrammar.grammar(name).start for name in ("leiri", "leiri-bis")}


@in_one_test("grammar", LEIRIS)
@in_one_test(*conversions("web_address.what_iris_do_not_allow_is_encoded"))
def test_characters_outside_of_iris_are_encoded(grammar: str, text: str, want: str) -> None:
    assert leiri_to_iri(text, grammar=grammar) == want
    assert IRI.matches(want)


@pytest.mark.slow
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
    assert call_recording([], leiri_to_iri, text, grammar=grammar) == iri


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
    iri = call_recording(steps, leiri_to_iri, text, grammar=grammar)
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
    assert require_iri_reference("a") == "a"
    with pytest.raises(ConversionError, match="IRI-reference"):
        require_iri_reference("a b")


def test_legacy_controls_are_a_group() -> None:
    legacy = [*range(0x9), *range(0xB, 0xD), *range(0xE, 0x20), *range(0x7F, 0xA0)]  # RFC 9839, 2.2.2.2
    assert {group.name for point in legacy if (group := group_of(chr(point)))} == {"control"}


def test_noncharacters_are_a_group() -> None:
    points = [*range(0xFDD0, 0xFDF0), *(plane << 16 | low for plane in range(17) for low in (0xFFFE, 0xFFFF))]
    assert len(points) == 66
    assert {group.name for point in points if (group := group_of(chr(point)))} == {"noncharacter"}

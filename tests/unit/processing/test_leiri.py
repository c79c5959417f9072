"""Legacy Extended IRIs to IRIs (LEIRI Note, 4 and 5; draft-ietf-iri-3987bis-04, 7.1 and 7.3)."""

from __future__ import annotations

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from steps import note

import irigrammar
from irigrammar import ConversionError, Grammar, GrammarError, NoMatch, UnknownGrammar
from irigrammar.language import sample
from irigrammar.processing.characters import alphabet, group_of, groups
from irigrammar.processing.conversions import leiri_to_iri
from irigrammar.processing.support.refused import checked, encode_grouped, encode_refused
from irigrammar.processing.trace import Step, recorded

IRI = irigrammar.grammar("rfc3987").start
LEIRIS = {name: irigrammar.grammar(name).start for name in ("leiri", "leiri-bis")}
BIDI = "\u200e\u200f\u202a\u202b\u202c\u202d\u202e"
SEEDS = st.integers(0, 2**32)


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


def test_percent_encoded_hosts_come_back_though_the_draft_has_none() -> None:
    steps: list[Step] = []
    assert recorded(steps, leiri_to_iri, "http://a%20b/", grammar="leiri-bis") == "http://a%20b/"
    assert note(steps[0]).startswith("deviation: not in leiri-bis")


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
def test_iris_come_back(seed: int, grammar: str) -> None:
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


def test_a_failure_leaves_the_trace_alone() -> None:
    steps: list[Step] = []
    with pytest.raises(NoMatch):
        recorded(steps, leiri_to_iri, "a b%")
    assert steps == []


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

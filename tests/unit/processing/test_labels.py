"""Labels of host names, Nameprep, profiles."""

from __future__ import annotations

import encodings.idna
import inspect
import re
import stringprep
from encodings.idna import nameprep as pythons

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rows import in_one_test
from tables import conversions

import irigrammar
from irigrammar import ConversionError
from irigrammar.matching import idna_labels
from irigrammar.processing import labels
from irigrammar.processing.characters import characters
from irigrammar.processing.labels import POLICIES, nameprep, to_ascii_label, to_unicode_label
from irigrammar.processing.profiles import with_profile

CONVERTING = [policy for policy in POLICIES if policy != "percent"]


@in_one_test(*conversions("labels.examples"))
def test_examples(
    label: str, by_idna: str | None, by_idna2008: str | None, by_idna2003: str | None, by_percent: str
) -> None:
    for policy, expected in zip(POLICIES, (by_idna, by_idna2008, by_idna2003, by_percent), strict=True):
        if expected is None:
            with pytest.raises(ConversionError, match=r"the host label \".*has no form in ASCII by"):
                to_ascii_label(label, policy)
        else:
            assert to_ascii_label(label, policy) == expected


@in_one_test(
    ("label", "policy", "reason"),
    [
        ("é" * 60, "idna", "it has more than 63 bytes"),
        ("é" * 2000, "idna", "it has more than 63 bytes"),
        ("é" * 2000, "idna2008", "it has more than 63 bytes"),
        ("é" * 2000, "idna2003", "it has more than 63 bytes"),
        ("ａ" * 64, "idna2003", "it has more than 63 bytes"),
        ("\u00ad", "idna", "it is empty after mapping"),
        ("\u00ad", "idna2003", "it is empty after mapping"),
        ("e\u0301", "idna2008", "it is not in Normalization Form C"),
        ("ab--é", "idna", "hyphens in the third and fourth place"),
        ("-é", "idna", "it begins or ends with a hyphen"),
        ("é-", "idna2008", "it begins or ends with a hyphen"),
        ("\u0301a", "idna", "it begins with a combining mark, U+0301 COMBINING ACUTE ACCENT"),
        ("☃", "idna", "IDNA2008 does not allow U+2603 SNOWMAN (RFC 5892)"),
        ("a℀b", "idna", '(mapped to "aa/cb") has no form in ASCII by idna: IDNA2008 does not allow U+002F SOLIDUS'),
        ("a\u200db", "idna", "U+200D ZERO WIDTH JOINER is not allowed between these neighbours"),
        ("a\u00b7b", "idna", "U+00B7 MIDDLE DOT is not allowed between these neighbours"),
        ("1א", "idna", "(RFC 5893, section 2, condition 1)"),
        ("אaב", "idna", "U+0061 LATIN SMALL LETTER A is not allowed in a right-to-left label"),
        ("א\u00b7", "idna", "U+00B7 MIDDLE DOT is not allowed between"),
        ("א1\u0661ב", "idna", "(RFC 5893, section 2, condition 4)"),
        ("aא", "idna", "U+05D0 HEBREW LETTER ALEF is not allowed in a left-to-right label"),
        ("א-1-", "idna", "it begins or ends with a hyphen"),
        ("\u202e", "idna", "UTS 46 does not allow U+202E RIGHT-TO-LEFT OVERRIDE"),
        ("\ud800", "idna", "UTS 46 does not allow U+D800 (lone surrogate)"),
        ("\ud800", "idna2008", "U+D800 (lone surrogate)"),
        ("\ud800", "idna2003", "prohibited as a surrogate"),
        ("\ud800", "percent", "U+D800 (lone surrogate) has no form in UTF-8"),
        ("ｘn--zzzzzzzzz", "idna", "it is not the ASCII form of any label"),
        ("ｘn---bbk", "idna", "it is not the ASCII form of any label"),
        ("a℀b", "idna2003", '(mapped to "aa/cb") has no form in ASCII by idna2003: U+002F SOLIDUS would end the label'),
        ("é／evil", "idna2003", '(mapped to "xn--/evil-9ra") has no form in ASCII by idna2003: U+002F SOLIDUS would'),
        ("％41", "idna2003", "U+0025 PERCENT SIGN would end the label"),
        ("a…b", "idna2003", "U+002E FULL STOP would end the label"),
        ("a b\u00adc", "idna2003", "U+0020 SPACE would end the label"),
        ("xn--é", "idna2003", "it begins like an A-label but is not one (RFC 3490, section 4.1, step 5)"),
        ("\u0221", "idna2003", "U+0221 LATIN SMALL LETTER D WITH CURL is not assigned in Unicode 3.2"),
    ],
)
def test_a_refusal_names_the_label_and_the_reason(label: str, policy: str, reason: str) -> None:
    with pytest.raises(ConversionError) as caught:
        to_ascii_label(label, policy)
    text = str(caught.value)
    assert reason in text
    assert f'"{label[:30]}' in caught.value.reason
    assert len(text) < 500


def test_each_code_has_words() -> None:
    codes = set(re.findall(r'LabelFault\("(\w+)"', inspect.getsource(idna_labels)))
    codes |= {code for part in (idna_labels._OF_LTR, idna_labels._OF_RTL) for code in (part[1], part[3])}
    assert codes - {"unassigned"} == set(labels.REASONS)


TEXT = st.text(st.characters(), max_size=8) | st.text("aé-_.%ßאב１ａ\u00ad\u200d\u0301/℀", max_size=8)


@pytest.mark.parametrize("policy", CONVERTING)
@given(label=TEXT)
def test_a_converted_label_is_one_label(policy: str, label: str) -> None:
    name = irigrammar.grammar("rfc3986")["reg-name"]
    try:
        converted = to_ascii_label(label, policy)
    except ConversionError:
        return
    if label.isascii():
        assert converted == label
    else:
        assert converted
        assert len(converted) <= 63
        assert name.matches(converted)
        assert not set(".%") & set(converted)


@given(label=TEXT)
@example(label="é")
def test_idna2003_is_toascii_of_python_where_that_is_right(label: str) -> None:
    try:
        converted = to_ascii_label(label, "idna2003")
    except ConversionError:
        return
    if label.isascii() or any(char in label for char in "\u10a0"):
        return
    try:
        assert encodings.idna.ToASCII(label).decode() == converted
    except UnicodeError:
        raise AssertionError("refused by Python") from None


@in_one_test(*conversions("labels.an_a_label_is_shown_only_where_it_maps_back"))
def test_an_a_label_is_shown_only_where_it_maps_back(label: str, policy: str, expected: str) -> None:
    assert to_unicode_label(label, policy) == expected


@pytest.mark.parametrize("policy", ["idna", "idna2008"])
@given(label=st.text("éßאבñ中a1-", min_size=1, max_size=10))
def test_what_is_converted_is_shown_again(policy: str, label: str) -> None:
    try:
        converted = to_ascii_label(label, policy)
    except ConversionError:
        return
    assert to_ascii_label(to_unicode_label(converted, policy), policy) == converted
    if policy == "idna2008":
        assert to_unicode_label(converted, policy) == label


def test_every_character_of_u_labels_is_allowed_in_an_iri() -> None:
    """So that what is shown is an IRI, whatever the A-label was."""
    from idna.idnadata import codepoint_classes

    name = irigrammar.grammar("rfc3987")["ireg-name"]
    checked = 0
    for kind in ("PVALID", "CONTEXTJ", "CONTEXTO"):
        for packed in codepoint_classes[kind]:
            low, high = packed >> 32, packed & 0xFFFFFFFF
            for point in {low, (low + high) // 2, high - 1}:
                assert name.matches(chr(point)), hex(point)
                checked += 1
    assert checked > 1000


@in_one_test(*conversions("labels.nameprep_examples"))
def test_nameprep_examples(section: str, label: str, expected: str) -> None:
    assert nameprep(label) == expected, section


@in_one_test(
    ("label", "reason"),
    [
        ("a\u1680b", "U\\+1680 OGHAM SPACE MARK is prohibited as a space"),
        ("a\x85b", "prohibited as a control character"),
        ("a\u06ddb", "prohibited as a control character"),
        ("a\ue000b", "prohibited as for private use"),
        ("a\ufdd0b", "prohibited as a noncharacter"),
        ("a\ud800b", "prohibited as a surrogate"),
        ("a\ufffdb", "prohibited as not fit for plain text"),
        ("a\u2ff0b", "prohibited as not fit for canonical representation"),
        ("a\u202eb", "prohibited as a control of display"),
        ("a\U000e0041b", "prohibited as a tag"),
        ("a\u0221b", "U\\+0221 LATIN SMALL LETTER D WITH CURL is not assigned in Unicode 3.2"),
        ("a\u0378b", "is not assigned in Unicode 3.2"),
        ("\u2d00", "is not assigned in Unicode 3.2"),
        ("אa", "left-to-right and right-to-left letters"),
        ("א1", "must begin and end with a right-to-left letter"),
        ("1א", "must begin and end with a right-to-left letter"),
    ],
)
def test_refusals_say_why(label: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        nameprep(label)


def is_of_3_2(char: str) -> bool:
    """Return whether Python's mapping of a character needs Unicode 3.2 alone."""
    return not (stringprep.in_table_a1(char) or any(map(stringprep.in_table_a1, stringprep.map_table_b2(char))))


@given(st.text(st.characters(max_codepoint=0x2FFFF).filter(is_of_3_2), max_size=6))
def test_where_unicode_3_2_has_it_all_python_agrees(label: str) -> None:
    try:
        expected = pythons(label)
    except UnicodeError:
        with pytest.raises(ValueError, match="RFC 3"):
            nameprep(label)
    else:
        assert nameprep(label) == expected


def test_python_lets_through_what_is_refused_here() -> None:
    assert pythons("\u0221") == "\u0221"
    assert pythons("\u10a0") == "\u2d00"


CONTROLS = characters("bidi-formatting")


@pytest.mark.parametrize("name", ["rfc3987", "iri-bis", "leiri", "leiri-bis", "web-address"])
def test_no_rule_has_a_bidi_formatting_character(name: str) -> None:
    plain = irigrammar.grammar(name).start
    matcher = with_profile(plain, "rfc3987-4.1")
    for char in CONTROLS:
        for place in ("http://e/{}", "//{}", "?{}", "#{}", "//{}@h"):
            assert plain.matches(place.format(char))
            assert not matcher.matches(place.format(char))
    for text in ("http://\u05d0\u0627/\u061c\u2067?\u05d0#\u05d0", "a", "%E2%80%AE"):
        assert matcher.matches(text) == plain.matches(text)
    assert matcher.rule == plain.rule
    assert matcher.split("//h/a").host == "h"


def test_a_grammar_without_them_is_the_same() -> None:
    matcher = irigrammar.grammar("rfc3986").start
    assert with_profile(matcher, "rfc3987-4.1") is matcher
    with pytest.raises(ValueError, match="unknown profile 'rfc3987'"):
        with_profile(matcher, "rfc3987")  # type: ignore[arg-type]  # on purpose


def test_the_fault_is_at_the_character() -> None:
    matcher = with_profile(irigrammar.grammar("rfc3987")["IRI"], "rfc3987-4.1")
    fault = matcher.check("http://e/a\u202eb").fault
    assert fault is not None
    assert (fault.offset, fault.found) == (10, "\u202e")
    assert fault.fixes[0].text == "http://e/a%E2%80%AEb"

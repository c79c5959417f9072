"""Components built from data (RFC 3986, 2.4; bis 3.3, 8.4)."""

from __future__ import annotations

from urllib.parse import unquote

import pytest
from examples import some
from hypothesis import given
from hypothesis import strategies as st
from near import members
from rows import in_one_test
from tables import conversions

import irigrammar
from irigrammar import ConversionError, Grammar
from irigrammar.processing.characters import alphabet
from irigrammar.processing.support.build import encode, map_component, standing
from irigrammar.shipped.loader import generic_names

URI = irigrammar.grammar("rfc3986")

# Productions that take each of their characters anywhere, and those that have nothing percent-encoded.
TAKING = [
    *(("rfc3986", rule) for rule in ("userinfo", "reg-name", "host", "path", "segment", "segment-nz", "segment-nz-nc")),
    *(("rfc3986", rule) for rule in ("query", "fragment", "path-noscheme", "path-rootless")),
    *(
        (name, f"i{rule}")
        for name in ("rfc3987", "leiri", "iri-bis", "leiri-bis", "web-address")
        for rule in ("userinfo", "segment")
    ),
    *((name, f"i{rule}") for name in ("rfc3987", "iri-bis", "web-address") for rule in ("query", "fragment", "path")),
    ("rfc3987", "ireg-name"),
    ("rfc3987", "isegment-nz"),
    ("rfc3987", "isegment-nz-nc"),
]
PLAIN = [
    *(("rfc3986", rule) for rule in ("scheme", "port", "IPv4address", "IPv6address", "IP-literal", "dec-octet", "h16")),
    *(("rfc3986", rule) for rule in ("unreserved", "sub-delims", "path-empty")),
    *(("rfc5234", rule) for rule in ("VCHAR", "LWSP", "CHAR", "DIGIT")),
    ("rfc3987", "ucschar"),
    ("iri-bis", "ireg-name"),
    ("leiri-bis", "ihost"),
]
PARTS = [
    *(
        ("rfc3986", rule)
        for rule in ("URI", "URI-reference", "hier-part", "authority", "path-abempty", "path-absolute")
    ),
    *(("rfc3987", rule) for rule in ("IRI", "IRI-reference", "irelative-part", "iauthority", "ipath-abempty")),
    ("leiri", "LEIRI"),
    ("web-address", "IRI-reference"),
]


@in_one_test(*conversions("build.bis_8_4_data_becomes_a_string_of_the_production"))
def test_bis_8_4_data_becomes_a_string_of_the_production(text: str, rule: str, expected: str) -> None:
    assert encode(text, rule) == expected
    assert irigrammar.grammar("rfc3987")[rule].matches(expected)


@in_one_test(*conversions("build.which_characters_stay_is_the_grammar_s_business"))
def test_kept_characters_follow_the_grammar(text: str, rule: str, grammar: str, expected: str) -> None:
    assert encode(text, rule, grammar=grammar) == expected
    assert encode(text, rule, grammar=irigrammar.grammar(grammar)) == expected


def test_a_backslash_of_a_web_address_never_becomes_a_separator() -> None:
    web = irigrammar.grammar("web-address")
    user, segment = encode("u:a\\b", "iuserinfo", grammar=web), encode("c\\d", "isegment", grammar=web)
    parts = web.start.split(f"http://{user}@h/{segment}?\\")
    assert (parts.userinfo, parts.host, parts.path, parts.query) == ("u:a%5Cb", "h", "/c%5Cd", "\\")
    with pytest.raises(ConversionError, match=r"U\+005C REVERSE SOLIDUS at offset 1 would be a href-path-sep"):
        encode("a\\b", "ireg-name", grammar=web)


def test_the_users_own_productions_are_encoded_for_too() -> None:
    own = Grammar.from_text('word = *( "a" / "b" / pct-encoded )\n', extends="rfc3986")
    assert encode("abc", "word", grammar=own) == "ab%63"
    some = Grammar.from_text('word = "x" *( "a" / pct-encoded )\n', extends="rfc3986")
    with pytest.raises(ConversionError, match="word has parts"):
        encode("xa", "word", grammar=some)


@pytest.mark.parametrize(("name", "rule"), TAKING)
@given(data=st.data())
def test_data_comes_back_out_of_what_is_built(name: str, rule: str, data: st.DataObject) -> None:
    """The result matches, decodes to the data, is built character by character, and keeps what it can."""
    matcher = irigrammar.grammar(name)[rule]
    text = data.draw(st.text(min_size=1) | members(matcher.automaton).filter(bool))
    encoded = encode(text, rule, grammar=name)
    assert matcher.matches(encoded)
    assert unquote(encoded, errors="strict") == text
    assert encoded == "".join(encode(char, rule, grammar=name) for char in text)
    for char in set(text):
        stays = encode(char, rule, grammar=name) == char
        if stays:
            assert matcher.matches(char)
            assert matcher.matches(char * 3)
        elif char not in "%\\/":
            assert not matcher.matches(char)
    assert encode(text, rule, grammar=name, charset="utf-16") == encoded


@pytest.mark.parametrize(("name", "rule"), some(PLAIN, 5))
@given(data=st.data())
def test_without_percent_encoding_what_matches_stays_and_else_it_is_an_error(
    name: str, rule: str, data: st.DataObject
) -> None:
    matcher = irigrammar.grammar(name)[rule]
    text = data.draw(members(matcher.automaton) | st.text(max_size=5))
    if matcher.matches(text):
        assert encode(text, rule, grammar=name) == text
    else:
        with pytest.raises(ConversionError, match=f"^{rule} does not allow percent-encoding, and at offset \\d+ "):
            encode(text, rule, grammar=name)


@in_one_test(("name", "rule"), PARTS)
@in_one_test("text", ["", "a", "http://h/", "/", "%41"])
def test_a_production_with_parts_is_built_from_its_parts(name: str, rule: str, text: str) -> None:
    with pytest.raises(ConversionError, match=f"^{rule} has parts with delimiters; encode each part"):
        encode(text, rule, grammar=name)


@pytest.mark.slow
def test_every_production_of_the_catalog_is_of_one_of_these_kinds() -> None:
    for name in generic_names():
        owner = irigrammar.grammar(name)
        for rule in owner:
            if rule == "href-strip":
                continue
            try:
                encoded = encode("a", rule, grammar=owner)
            except ConversionError:
                continue
            assert owner[rule].matches(encoded)


@in_one_test(
    ("text", "rule", "message"),
    [
        (
            "8a",
            "port",
            r"port does not allow percent-encoding, and at offset 1 U\+0061 LATIN SMALL LETTER A is not allowed",
        ),
        ("", "scheme", "scheme does not allow percent-encoding, and at offset 0 the text ends too early"),
        ("1a", "scheme", r"scheme does not allow percent-encoding, and at offset 0 U\+0031 DIGIT ONE is not allowed"),
        (
            "80\n",
            "port",
            r"port does not allow percent-encoding, and at offset 2 U\+000A \(control character\) is not allowed",
        ),
        ("", "segment-nz", "segment-nz cannot be empty"),
        ("", "isegment-nz-nc", "isegment-nz-nc cannot be empty"),
        ("ab", "pchar", "pchar cannot be 2 characters long"),
        ("a\ud800", "segment", r'the charset "utf-8" lacks U\+D800 \(lone surrogate\), at offset 1 of .*'),
        ("é\udfff", "isegment", r'the charset "utf-8" lacks U\+DFFF \(lone surrogate\), at offset 1 of .*'),
    ],
)
def test_impossible_components_are_reported(text: str, rule: str, message: str) -> None:
    with pytest.raises(ConversionError, match=f"^{message}$"):
        encode(text, rule)


@pytest.mark.parametrize(
    ("grammar", "rule", "expected"),
    [
        ("rfc3987", "isegment", "אa%E2%80%AE%20"),
        ("iri-bis", "iquery", "אa%E2%80%AE%20"),
        ("leiri", "isegment", "אa\u202e "),
    ],
)
def test_bidi_formatting_characters_are_encoded_in_iris_only(grammar: str, rule: str, expected: str) -> None:
    """RFC 3987, 4.1, forbids them, though its grammar has them; Legacy Extended IRIs are there to hold them."""
    assert encode("אa\u202e ", rule, grammar=grammar) == expected


def test_the_characters_of_a_production_are_derived() -> None:
    """RFC 3986, 3.3: a segment is made of pchar, whose characters are those of one."""
    pchar = set(alphabet(URI["pchar"]))
    alone = {chr(point) for low, high in standing(URI["segment"]) or () for point in range(low, high + 1)}
    assert alone == pchar - {"%"}
    assert all(URI["pchar"].matches(char) for char in alone)
    assert "%" in pchar


# map_component


@in_one_test(*conversions("build.bis_3_3_what_a_uri_does_not_allow_is_encoded"))
def test_bis_3_3_what_a_uri_does_not_allow_is_encoded(text: str, expected: str) -> None:
    assert map_component(text) == expected


@given(st.text() | st.text(st.sampled_from("%4aFgé /?#[]@\\\ue000")))
def test_bis_3_3_the_mapping_is_idempotent_and_gives_what_uris_are_made_of(text: str) -> None:
    result = map_component(text)
    assert map_component(result) == result
    assert result.isascii()
    raw = result.split("%")
    assert all(URI["pct-encoded"].matches(f"%{byte[:2]}") for byte in raw[1:])
    rest = "".join([raw[0], *(byte[2:] for byte in raw[1:])])
    assert all(URI["unreserved"].matches(char) or URI["reserved"].matches(char) for char in rest)
    if "%" not in text:
        assert unquote(result, errors="strict") == text


@pytest.mark.parametrize("rule", ["URI-reference", "userinfo", "host", "path", "query", "fragment"])
@given(data=st.data())
def test_bis_3_3_the_mapping_is_the_identity_on_components_of_uris(rule: str, data: st.DataObject) -> None:
    text = data.draw(members(URI[rule].automaton))
    assert map_component(text) == text


def test_bis_3_3_what_has_no_bytes_is_reported() -> None:
    with pytest.raises(ConversionError, match=r"lacks U\+D83D \(lone surrogate\), at offset 2 of"):
        map_component(" a\ud83d\ude00")

"""URIs to IRIs (RFC 3987, 3.2; draft-ietf-iri-3987bis-04, 3.7)."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from rows import in_one_test
from steps import note
from tables import conversions

import irigrammar
from irigrammar import ConversionError, GrammarError, NoMatch, UnknownGrammar
from irigrammar.language import sample
from irigrammar.processing.characters import characters
from irigrammar.processing.conversions import iri_to_uri, uri_to_iri
from irigrammar.processing.percent import decode, encode_bytes, encoded
from irigrammar.processing.schemes import Scheme, schemes
from irigrammar.processing.to_iri import decode_reference, encoded_by_default
from irigrammar.processing.trace import Step, call_recording

IRI = irigrammar.grammar("rfc3987").start
URI = irigrammar.grammar("rfc3986").start
UNRESERVED = irigrammar.grammar("rfc3986")["unreserved"].matches
SEEDS = st.integers(0, 2**32)

# The numbered lists of RFC 3987, 3.2.1, and of draft-ietf-iri-3987bis-04, 3.7.1.
EXAMPLES = {
    "D%C3%BCrst": """
        http://www.example.org/D%C3%BCrst
        http://www.example.org/D<c3><bc>rst
        http://www.example.org/D<c3><bc>rst
        http://www.example.org/D<c3><bc>rst
        http://www.example.org/Dürst
        http://www.example.org/Dürst
    """,
    "D%FCrst": """
        http://www.example.org/D%FCrst
        http://www.example.org/D<fc>rst
        http://www.example.org/D%FCrst
        http://www.example.org/D%FCrst
        http://www.example.org/D%FCrst
        http://www.example.org/D%FCrst
    """,
    "%e2%80%ae and xn--99zt52a": """
        http://xn--99zt52a.example.org/%e2%80%ae
        http://xn--99zt52a.example.org/<e2><80><ae>
        http://xn--99zt52a.example.org/<e2><80><ae>
        http://xn--99zt52a.example.org/%E2%80%AE
        http://xn--99zt52a.example.org/%E2%80%AE
        http://納豆.example.org/%E2%80%AE
    """,
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_documents_examples_line_by_line(name: str) -> None:
    """RFC 3987, 3.2.1: 1 to 5; bis 3.7.1: 1 to 6."""
    lines = EXAMPLES[name].split()
    steps: list[Step] = []
    assert call_recording(steps, uri_to_iri, lines[0]) == lines[-1] == uri_to_iri(lines[0])
    assert [step.after for step in steps] == lines
    assert [step.before for step in steps] == [lines[0], *lines[:-1]]
    assert [step.section for step in steps] == [
        *(f"RFC 3987, 3.2, step {number}" for number in range(1, 6)),
        "draft-ietf-iri-3987bis-04, 3.7, step 6",
    ]
    assert not any(step.deviation for step in steps)
    kept_steps: list[Step] = []
    assert call_recording(kept_steps, uri_to_iri, lines[0], host="keep") == lines[4]
    assert kept_steps == steps[:5]


@in_one_test(*conversions("to_iri.what_is_decoded"))
def test_decoded_triplets(text: str, want: str | None) -> None:
    assert uri_to_iri(text) == (text if want is None else want)


@in_one_test(
    "data",
    ["%C0%AF", "%C1%BF", "%E0%80%AF", "%F0%80%80%AF", "%C0%80", "%ED%A0%80", "%ED%A0%80%ED%B0%80", "%F4%90%80%80",
     "%C3", "%E3%83", "%80", "%FF", "%C3%28", "%C0%AE%C0%AE%2F"],
)  # fmt: skip
@in_one_test("place", ["/{}", "?{}", "#{}", "//{}@h", "//{}", "foo://{}", "a/{}/b", "http://h/{}%C3%A9"])
def test_triplets_other_than_utf_8_stay(data: str, place: str) -> None:
    """Overlong forms, surrogates, what is cut short."""
    text = place.format(data)
    assert uri_to_iri(text) == text.replace("%C3%A9", "é")
    assert uri_to_iri(place.format(data.lower())).replace("%2f", "%2F") == uri_to_iri(text)


@in_one_test(*conversions("to_iri.characters_that_stay_encoded"))
def test_characters_that_stay_encoded(chars: str) -> None:
    for char in chars:
        written = encode_bytes(char.encode())
        for place in ("/{}", "?{}", "#{}", "//{}@h", "foo://{}"):
            assert uri_to_iri(place.format(written)) == place.format(written)
        assert uri_to_iri(f"?{written.lower()}") == f"?{written}"


def test_keep() -> None:
    text = "/%C3%A9%E3%80%80%E2%80%8D%41%2F%E2%80%AE%D8%9C"
    assert uri_to_iri(text) == "/é%E3%80%80%E2%80%8DA%2F%E2%80%AE%D8%9C"
    assert uri_to_iri(text, keep="") == "/é\u3000\u200dA%2F%E2%80%AE%D8%9C"
    assert uri_to_iri(text, keep="é") == "/%C3%A9\u3000\u200dA%2F%E2%80%AE%D8%9C"
    assert uri_to_iri(text, keep=encoded_by_default() | "éA") == "/%C3%A9%E3%80%80%E2%80%8D%41%2F%E2%80%AE%D8%9C"
    assert uri_to_iri("http://xn--rsum-bpad.org/", keep={"é"}) == "http://xn--rsum-bpad.org/"


@in_one_test("place", ["http://e/{}", "http://e/?{}", "http://e/#{}"])
@in_one_test("char", ["\u2800", "\ue000", "\U0010fffd", "\u3164", "\u00a0", "\u200b", "\ufb01", "\u0e33"])
def test_advice_warns_of_nothing_that_was_decoded(place: str, char: str) -> None:
    """The sets agree: what the rules on characters warn of was there before, or stays encoded."""
    uri = place.format("a" + quote(char) + "b")
    iri = uri_to_iri(uri)
    before, after = ({finding.code for finding in irigrammar.advise(text, grammar="rfc3987")} for text in (uri, iri))
    assert not {code for code in after - before if code.startswith("C0")} - {"C014", "C011"}
    assert (iri == uri) == (char in encoded_by_default())


def test_invisible_characters_and_private_use_stay_encoded() -> None:
    sets = ("white-space", "default-ignorable", "space-look-alike", "private-use")
    assert set(encoded_by_default()) == {char for name in sets for char in characters(name)}
    assert set(characters("bidi-control")) <= set(encoded_by_default())


@in_one_test(*conversions("to_iri.hosts"))
def test_hosts(text: str, want: str | None) -> None:
    """Decisions, "URI to IRI": what would not map back stays."""
    assert uri_to_iri(text) == (text if want is None else want)
    assert canonical(iri_to_uri(uri_to_iri(text))) == canonical(text)


def test_other_schemes_have_domain_names() -> None:
    mine = schemes().with_scheme(Scheme("gemini", domain_name=True))
    assert uri_to_iri("gemini://xn--rsum-bpad/", schemes=mine) == "gemini://résumé/"
    assert uri_to_iri("gemini://r%C3%A9/", schemes=mine) == "gemini://r%C3%A9/"


def test_the_trace_names_the_first_characters_that_stay_for_one_reason() -> None:
    steps: list[Step] = []
    text = "http://e/" + "".join(f"%E2%80%{last:02X}" for last in range(0x80, 0x8B)) + "%E2%80%AE%E2%80%80"
    call_recording(steps, uri_to_iri, text)
    said = "each of U+2000 EN QUAD and U+2001 EM QUAD and U+2002 EN SPACE and 8 more stays encoded: invisible"
    assert steps[3].note.startswith(said)
    assert "U+202E RIGHT-TO-LEFT OVERRIDE stays encoded: bidi formatting" in steps[3].note


@in_one_test(
    ("text", "number", "words"),
    [
        ("http://r%C3%A9/", 4, "deviation: U+00E9 LATIN SMALL LETTER E WITH ACUTE stays encoded: decoded in a domain"),
        ("/%EE%80%80", 4, "U+E000 (private use character) stays encoded: not allowed in the path"),
        ("/%E2%80%8D", 4, "U+200D ZERO WIDTH JOINER stays encoded: invisible"),
        ("/%E2%80%AE", 4, "U+202E RIGHT-TO-LEFT OVERRIDE stays encoded: bidi formatting"),
        ("http://1%32.0.0.1/", 5, "the host was read as ireg-name and is now read as IPv4address"),
        ("/é", 1, "deviation: not a URI (it has non-ASCII characters)"),
        ("foo://xn--rsum-bpad/", 6, "the scheme is foo"),
        ("http://XN--RSUM-BPAD/", 6, "deviation: keep labels that do not map back"),
        ("a", 6, "no host"),
    ],
)  # fmt: skip
def test_the_trace_says_why(text: str, number: int, words: str) -> None:
    steps: list[Step] = []
    assert call_recording(steps, uri_to_iri, text) == uri_to_iri(text)
    assert len(steps) == 6
    assert words in note(steps[number - 1])
    assert all(step.deviation is None for index, step in enumerate(steps, 1) if index != number)


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("http://%41/", "http://A/"),  # no reference of that grammar, but a URI
        ("foo://%C3%A9/%C3%A9", "foo://é/é"),
        ("http://xn--rsum-bpad/%c3%a9", "http://résumé/é"),
        ("/%F3%A0%80%81?%F3%A0%80%81", "/%F3%A0%80%81?%F3%A0%80%81"),
        ("a#%23", "a#%23"),
        ("a#b#%C3%A9", "a#b#é"),
    ],
)
def test_the_revision(text: str, want: str) -> None:
    iri = uri_to_iri(text, grammar="iri-bis")
    assert iri == want
    assert irigrammar.grammar("iri-bis").start.matches(iri)


@pytest.mark.parametrize("text", ["http://a%20b/", "http://r%C3%A9/", "//a%2Fb"])
def test_hosts_that_the_revision_cannot_write(text: str) -> None:
    with pytest.raises(ConversionError, match="no form in iri-bis"):
        uri_to_iri(text, grammar="iri-bis")


def test_grammars() -> None:
    assert decode_reference("http://e/%7e%c3%bc", grammar="rfc3986") == "http://e/~%C3%BC"
    assert uri_to_iri("http://xn--rsum-bpad.org/%7e%c3%bc", grammar="rfc3986") == "http://xn--rsum-bpad.org/~%C3%BC"
    with pytest.raises(NoMatch):
        uri_to_iri("é", grammar="rfc3986")
    with pytest.raises(UnknownGrammar):
        uri_to_iri("a", grammar="rfc3978")
    with pytest.raises(GrammarError):
        uri_to_iri("a", grammar="rfc5234")


def canonical(uri: str) -> str:
    """Return a URI with unreserved characters decoded, and the digits of other triplets in upper case."""
    return "".join(
        unit
        if isinstance(unit, str)
        else decode(unit.triplets, UNRESERVED).upper()
        if not UNRESERVED(unit.char)
        else unit.char
        for unit in encoded(uri)
    )


CHARS = st.one_of(
    st.characters(codec="utf-8"),
    st.sampled_from("aéß納\u200c\u200e\u202e\u3000\ue000\ufffd\ufffe\U000e0001\U000f0000%/?#@:.~<\\"),
)
ENCODED = st.one_of(
    CHARS.map(lambda char: encode_bytes(char.encode())),
    CHARS.map(lambda char: encode_bytes(char.encode()).lower()),
    st.binary(max_size=3).map(encode_bytes),
    st.sampled_from(["a", "%2e", "%C3", "%E2%80", "-", "1"]),
)
TEXTS = st.lists(ENCODED, max_size=5).map("".join)
LABELS = st.one_of(
    TEXTS, st.sampled_from(["xn--rsum-bpad", "XN--RSUM-BPAD", "xn--n3h", "xn--99zt52a", "xn--a", "", "h"])
)
URIS = st.builds(
    lambda scheme, host, path, query, fragment: f"{scheme}{host}{path}{query}{fragment}",
    st.sampled_from(["", "http:", "HTTPS:", "foo:", "urn:"]),
    st.lists(LABELS, max_size=4).map(lambda labels: "//" + ".".join(labels)),
    TEXTS.map("/{}".format),
    TEXTS.map("?{}".format),
    TEXTS.map("#{}".format),
)


@given(st.one_of(URIS, SEEDS.map(lambda seed: sample(URI, 1, seed)[0])))
def test_it_maps_back(text: str) -> None:
    """RFC 3987, 3.2: but for the case of triplets, and for unreserved characters."""
    assert URI.matches(text)
    iri = uri_to_iri(text)
    assert IRI.matches(iri)
    assert canonical(iri_to_uri(iri)) == canonical(text)
    assert uri_to_iri(iri) == iri
    assert call_recording([], uri_to_iri, text) == iri
    assert canonical(iri_to_uri(uri_to_iri(text, host="keep"))) == canonical(text)
    assert not set(iri) & set(characters("bidi-control") | characters("default-ignorable"))


@given(SEEDS)
def test_iris_without_percent_encoding_and_a_labels_come_back(seed: int) -> None:
    (text,) = sample(IRI, 1, seed)
    assume("%" not in text and "xn--" not in text)
    assert uri_to_iri(text) == text


@given(SEEDS, st.sampled_from(["rfc3987", "iri-bis"]))
def test_references_of_the_grammar_are_taken(seed: int, grammar: str) -> None:
    target = irigrammar.grammar(grammar).start
    (text,) = sample(target, 1, seed)
    iri = uri_to_iri(text, grammar=grammar)
    assert target.matches(iri)
    assert uri_to_iri(iri, grammar=grammar) == iri

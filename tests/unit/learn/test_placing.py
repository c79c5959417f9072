"""A character in each component: what conversions make of it there, and what advice says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import irigrammar
from irigrammar.learn.placing import PLACES, Outcome, advised, conversions

IRI = irigrammar.grammar("rfc3987").start


def outcomes(char: str, name: str) -> dict[str, str]:
    """Return of each component what became of the character, a reason in angle brackets."""
    (conversion,) = [conversion for conversion in conversions(char) if conversion.name == name]
    return {
        outcome.field: f"<{outcome.reason}>" if outcome.result is None else outcome.result
        for outcome in conversion.outcomes
    }


ALL = list(PLACES)


@pytest.mark.parametrize(
    ("char", "name", "expected"),
    [
        ("é", "IRI to URI", ["%C3%A9", "xn--9ca", "%C3%A9", "%C3%A9", "%C3%A9"]),
        ("é", "URI to IRI", ["é", "%C3%A9", "é", "é", "é"]),
        ("é", "LEIRI to IRI", ["é"] * 5),
        (" ", "IRI to URI", ["<not allowed>"] * 5),
        (" ", "LEIRI to IRI", ["%20"] * 5),
        (" ", "Web Address to IRI", ["%20"] * 5),
        ("\t", "Web Address to IRI", [""] * 5),
        ("\\", "Web Address to IRI", ["<delimiter>", "<delimiter>", "/", "%5C", "%5C"]),
        ("%", "Web Address to IRI", ["%25", "<not allowed>", "%25", "%25", "%25"]),
        ("/", "IRI to URI", ["<delimiter>", "<delimiter>", "/", "/", "/"]),
        ("?", "IRI to URI", ["<delimiter>", "<delimiter>", "<delimiter>", "?", "?"]),
        ("#", "IRI to URI", ["<delimiter>"] * 4 + ["<not allowed>"]),
        ("@", "IRI to URI", ["<not allowed>", "<delimiter>", "@", "@", "@"]),
        (":", "IRI to URI", [":", "<delimiter>", ":", ":", ":"]),
        ("[", "IRI to URI", ["<not allowed>"] * 5),
        ("A", "IRI to URI", ["A"] * 5),
        ("~", "URI to IRI", ["~"] * 5),
        ("\ue000", "IRI to URI", ["<not allowed>"] * 3 + ["%EE%80%80", "<not allowed>"]),
        ("\ue000", "URI to IRI", ["%EE%80%80"] * 5),
        ("\ud800", "LEIRI to IRI", ["<not allowed>"] * 5),
    ],
)
def test_what_becomes_of_a_character(char: str, name: str, expected: list[str]) -> None:
    assert outcomes(char, name) == dict(zip(ALL, expected, strict=True))


def test_a_conversion_says_why_it_refuses() -> None:
    assert "combining mark" in outcomes("\u0301", "IRI to URI")["host"]
    assert outcomes("\u0301", "IRI to URI")["path"] == "%CC%81"


def test_a_surrogate_has_no_percent_encoding() -> None:
    assert [conversion.name for conversion in conversions("\ud800")] == [
        "IRI to URI",
        "LEIRI to IRI",
        "Web Address to IRI",
    ]
    assert [conversion.original for conversion in conversions("日")] == ["日", "%E6%97%A5", "日", "日"]


@given(st.characters(exclude_categories=["Cs"]))
def test_what_comes_of_it_is_what_the_conversion_gives(char: str) -> None:
    for name, function in (("IRI to URI", irigrammar.iri_to_uri), ("LEIRI to IRI", irigrammar.convert.leiri_to_iri)):
        for field, said in outcomes(char, name).items():
            text = PLACES[field][0].format(char)
            if said == "<not allowed>":
                with pytest.raises(irigrammar.NoMatch):
                    function(text)
            elif not said.startswith("<"):
                assert function(text) == PLACES[field][0].format(said)


@given(st.characters())
def test_there_is_an_outcome_for_every_component(char: str) -> None:
    for conversion in conversions(char):
        assert [outcome.field for outcome in conversion.outcomes] == ALL
        assert all(isinstance(outcome, Outcome) for outcome in conversion.outcomes)
        assert all((outcome.result is None) != (outcome.reason is None) for outcome in conversion.outcomes)


def test_advice() -> None:
    advice = {(finding.code, finding.encoded): finding for finding in advised("\u202e")}
    assert advice["C005", False].fields == tuple(ALL)
    assert advice["C005", False].severity == "error"
    assert ("P007", True) in advice
    assert [(finding.code, finding.fields) for finding in advised("a") if not finding.encoded] == []
    assert {finding.code for finding in advised("a") if finding.encoded} == {"H002", "P004"}
    assert advised("\ud800") == ()


def test_what_is_found_without_the_character_too_is_not_about_it(monkeypatch: pytest.MonkeyPatch) -> None:
    always = irigrammar.Finding("X001", "always", "advice", 0, 4, "it is always there", "nowhere", None)
    monkeypatch.setattr("irigrammar.learn.placing.findings", lambda *_: [always])
    assert advised("a") == ()

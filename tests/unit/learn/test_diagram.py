"""Diagrams as values: what is drawn together."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rows import in_one_test

import irigrammar
from irigrammar.learn.boxes import boxes
from irigrammar.learn.diagram import (
    Choice,
    Diagram,
    Loop,
    Nonterminal,
    Noted,
    Option,
    Terminal,
    Track,
    Words,
    bounds,
    diagram,
)
from irigrammar.learn.placing import PLACES, advice_on, conversions
from irigrammar.matching.grammar import Grammar


def short(item: Diagram) -> str:
    """Return a diagram in few characters: loops in braces with what goes back, `|` between columns."""
    match item:
        case Terminal(label):
            return label
        case Nonterminal(name, linked):
            return name if linked else f"{name}?"
        case Words(text):
            return f"<{text}>"
        case Track(parts):
            return " ".join(map(short, parts)) or "()"
        case Choice(parts, columns):
            return f"({' / '.join(map(short, parts))})" + (f"|{columns}" if columns > 1 else "")
        case Option(inner):
            return f"[{short(inner)}]"
        case Loop(inner, separator):
            words = " ".join(part for part in (short(separator) if separator else "", bounds(item)) if part)
            return f"{{{short(inner)} < {words}}}"
        case Noted(inner, comment):
            return f"{short(inner)} ;{comment};"


@in_one_test(
    ("abnf", "drawn"),
    [
        ('"x"', '"x"'),
        ('"x" / "y" / [ "z" ]', '("x" / "y" / ["z"])'),
        ('( "x" / ( "y" / "z" ) )', '("x" / "y" / "z")'),
        ('"x" ( "y" ( "z" ) )', '"x" "y" "z"'),
        ('[ "x" ]', '["x"]'),
        ('*"x"', '[{"x" < }]'),
        ('1*"x"', '{"x" < }'),
        ('*1"x"', '["x"]'),
        ('1"x"', '"x"'),
        ('0"x"', "<nothing>"),
        ('""', "<nothing>"),
        ('2"x"', '{"x" < 2 times}'),
        ('*4"x"', '[{"x" < 1 to 4 times}]'),
        ('3*1000"x"', '{"x" < 3 to 1,000 times}'),
        ('2*"x"', '{"x" < 2 or more times}'),
        # One item between others is on the way back; only one thing can be there.
        ('"x" *( "," "x" )', '{"x" < ","}'),
        ('*( "x" "," ) "x"', '{"x" < ","}'),
        ('*2( "x" "," ) "x"', '{"x" < "," 1 to 3 times}'),
        ('[ *5( "x" "," ) "x" ]', '[{"x" < "," 1 to 6 times}]'),
        ('2( "x" "," ) "x"', '{"x" < "," 3 times}'),
        ('"a" "x" "y" *( "," "x" "y" ) "b"', '"a" {"x" "y" < ","} "b"'),
        ('"x" *( "," "," "x" )', '"x" [{"," "," "x" < }]'),
        ('"x" *( ( "," / ";" ) "x" )', '"x" [{("," / ";") "x" < }]'),
        ('"x" *( "," "y" )', '"x" [{"," "y" < }]'),
        ('"x" [ "," "x" ]', '{"x" < "," 1 to 2 times}'),
        # What neighbours begin or end with is drawn once, in their order.
        ('"x" "y" / "x" "z"', '"x" ("y" / "z")'),
        ('"x" "y" / "x"', '"x" ["y"]'),
        ('"x" / "x" "y" / "x"', '"x" ["y"]'),
        ('"x" "z" / "y" "z"', '("x" / "y") "z"'),
        ('"z" / "y" "z"', '["y"] "z"'),
        ('"x" "z" / "y" "z" / "w"', '(("x" / "y") "z" / "w")'),
        ('"x" "1" / "y" / "x" "2"', '("x" "1" / "y" / "x" "2")'),
        ('"x" "y" "1" / "x" "y" "2" / "x" "3"', '"x" ("y" ("1" / "2") / "3")'),
        ('"x" / "x"', '"x"'),
        ("<some words>", "<<some words>>"),
        ("b / <b> / c", "(b / c?)"),
        (" / ".join(f'"{char}"' for char in "pqrstuvwx"), '("p" / "q" / "r" / "s" / "t" / "u" / "v" / "w" / "x")|2'),
    ],
)
def test_diagram_of_each_construct(abnf: str, drawn: str) -> None:
    grammar = Grammar.from_text(f'a = {abnf}\nb = "bb"\n')
    assert short(diagram(grammar.rules, grammar.rules["a"])) == drawn


def test_an_ipv6_address_can_be_read() -> None:
    rules = irigrammar.grammar("rfc3986").rules
    again = "; ".join(f'[{{h16 < ":" 1 to {n} times}}]' for n in range(2, 8)).split("; ")
    assert short(diagram(rules, rules["IPv6address"])) == (
        '(({h16 ":" < 6 times} / "::" {h16 ":" < 5 times} / [h16] "::" {h16 ":" < 4 times} / '
        f'{again[0]} "::" {{h16 ":" < 3 times}} / {again[1]} "::" {{h16 ":" < 2 times}} / {again[2]} "::" h16 ":" / '
        f'{again[3]} "::") ls32 / {again[4]} "::" h16 / {again[5]} "::")'
    )


def test_comments_keep_their_alternatives_apart(tmp_path: Path) -> None:
    file = tmp_path / "a.abnf"
    file.write_text('a = "x" "y" ; one\n  / "x" "z"\n; two\n', encoding="utf-8")
    rules = Grammar.from_file(file).rules
    assert short(diagram(rules, rules["a"])) == '("x" "y" ;one; / "x" "z") ;two;'


def test_references_are_those_that_the_grammar_reads() -> None:
    rules = irigrammar.grammar("web-address").rules
    drawn = boxes(diagram(rules, rules["ipath-abempty"]))
    (nonterminal, _) = (box for box in drawn if isinstance(box, Nonterminal))
    assert (nonterminal.name, nonterminal.is_linked) == ("href-path-sep", True)
    assert nonterminal.title.startswith(
        "written path-sep; draft-ietf-iri-3987bis-04, section 7.2 (grammar/web-address.abnf:"
    )


@pytest.mark.slow
def test_shared_parts_go_no_deeper_than_a_reader_follows() -> None:
    text = " / ".join(" ".join(['"x"'] * n + ['"y"']) for n in range(1, 300))
    grammar = Grammar.from_text(f"a = {text}\n")
    result = short(diagram(grammar.rules, grammar.rules["a"]))
    assert result.startswith('"x" ("y" / "x" ("y" / "x" ("y" / "x" ("y" / "x" ("y" / "x" "y" / "x" "x" "y" / ')


@pytest.mark.slow
def test_recursion_and_long_rules_do_no_harm() -> None:
    items = " ".join(['"x"'] * 3_000)
    grammar = Grammar.from_text(f'a = "(" [ a ] ")"\nb = {items}\nc = {items.replace(" ", " / ")}\n')
    assert short(diagram(grammar.rules, grammar.rules["a"])) == '"(" [a] ")"'
    assert short(diagram(grammar.rules, grammar.rules["b"])).count("x") == 3_000
    assert short(diagram(grammar.rules, grammar.rules["c"])) == '"x"'


# A character in each component: what conversions make of it there, and what advice says


IRI = irigrammar.grammar("rfc3987").start


def outcomes(char: str, name: str) -> dict[str, str]:
    """Return of each component what became of the character, a reason in angle brackets."""
    (conversion,) = [conversion for conversion in conversions(char) if conversion["name"] == name]
    return {
        field: f"<{outcome['reason']}>" if outcome["result"] is None else outcome["result"]
        for field, outcome in conversion["components"].items()
    }


ALL = list(PLACES)


@in_one_test(
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
def test_conversions_of_a_character(char: str, name: str, expected: list[str]) -> None:
    assert outcomes(char, name) == dict(zip(ALL, expected, strict=True))


def test_a_conversion_says_why_it_refuses() -> None:
    assert "combining mark" in outcomes("\u0301", "IRI to URI")["host"]
    assert outcomes("\u0301", "IRI to URI")["path"] == "%CC%81"


def test_a_surrogate_has_no_percent_encoding() -> None:
    assert [conversion["name"] for conversion in conversions("\ud800")] == [
        "IRI to URI",
        "LEIRI to IRI",
        "Web Address to IRI",
    ]
    assert [conversion["given"] for conversion in conversions("日")] == ["日", "%E6%97%A5", "日", "日"]


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
        outcomes = conversion["components"]
        assert [*outcomes] == ALL
        assert all((outcome["result"] is None) != (outcome["reason"] is None) for outcome in outcomes.values())


def test_advice() -> None:
    advice = {(finding.code, finding.encoded): finding for finding in advice_on("\u202e")}
    assert advice["C005", False].fields == tuple(ALL)
    assert advice["C005", False].severity == "error"
    assert ("P007", True) in advice
    assert [(finding.code, finding.fields) for finding in advice_on("a") if not finding.encoded] == []
    assert {finding.code for finding in advice_on("a") if finding.encoded} == {"H002", "P004"}
    assert advice_on("\ud800") == ()


def test_findings_independent_of_the_character_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    always = irigrammar.Finding("X001", "always", "advice", 0, 4, "it is always there", "nowhere", None)
    monkeypatch.setattr("irigrammar.learn.placing.is_ordinary", lambda *_, **__: False)
    monkeypatch.setattr("irigrammar.advice.advise.advise", lambda _: [always])
    assert advice_on("a") == ()

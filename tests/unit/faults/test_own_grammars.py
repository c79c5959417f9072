"""Faults in grammars of a user's own: their comments are the reasons, their letters have the grammar's case."""

from __future__ import annotations

import pickle

import pytest

from irigrammar import Grammar

OWN = Grammar.from_text(
    'code   = 3DIGIT "-" 2UPPER ; three digits, a hyphen, two capitals\n'
    "UPPER  = %x41-5A           ; a capital letter\n"
    'quoted = "x" *( %x61-7A / pct )\n'
    'pct    = "%" HEXDIG HEXDIG\n'
)
CHILD = Grammar.from_text('pair = code "," code\n', extends=OWN)


@pytest.mark.parametrize(
    ("grammar", "rule", "text", "reason"),
    [
        (OWN, "code", "12-AB", "three digits, a hyphen, two capitals"),
        (OWN, "UPPER", "x", "a capital letter"),
        (OWN, "quoted", "x!", None),
        (CHILD, "pair", "123-AB,12", "three digits, a hyphen, two capitals"),
    ],
)
def test_the_comment_beside_a_rule_is_the_reason(grammar: Grammar, rule: str, text: str, reason: str | None) -> None:
    fault = grammar[rule].check(text).fault
    assert fault is not None
    assert (fault.code, fault.help) == ("F000", reason)
    assert pickle.loads(pickle.dumps(fault)).help == reason


@pytest.mark.parametrize(
    ("rule", "text", "fix", "how"),
    [
        ("code", "123-ab", "123-AB", 'write "A" and "B" instead of "a" and "b"'),
        ("UPPER", "q", "Q", 'write "Q" instead of "q"'),
        ("quoted", "xa!", "xa%21", 'percent-encode "!"'),
        ("code", "123%-AB", "123-AB", 'remove "%" (percent sign)'),
    ],
)
def test_fixes_have_the_grammars_case_and_encode_only_where_it_says_how(
    rule: str, text: str, fix: str, how: str
) -> None:
    fault = OWN[rule].check(text).fault
    assert fault is not None
    assert fault.fixes[0].text == fix
    assert fault.fixes[0].how.split(" (")[0] == how.split(" (", maxsplit=1)[0]


TIME = Grammar.from_text('time = hours ":" 2DIGIT ":" 2DIGIT zone\nhours = 2DIGIT\nzone = "Z" / "+" hours ":00"\n')


@pytest.mark.parametrize(
    ("text", "how", "fixed"),
    [
        ("23:20Z", 'insert ":00"', "23:20:00Z"),
        ("23:20+01:00", 'insert ":00"', "23:20:00+01:00"),
        ("23Z", 'insert ":00:00"', "23:00:00Z"),
        ("23.20:00Z", 'write ":" instead of "."', "23:20:00Z"),
        ("23:20:00z+", 'remove "+"', "23:20:00z"),
    ],
)
def test_a_part_that_is_missing_is_inserted_and_what_follows_is_kept(text: str, how: str, fixed: str) -> None:
    fault = TIME["time"].check(text).fault
    assert fault is not None
    assert [(fix.how, fix.text) for fix in fault.fixes][:1] == [(how, fixed)]

"""The RFC grammars of the package abnf: its verdicts and ours."""

from __future__ import annotations

import importlib
import random
from functools import cache
from typing import Any

import pytest

from irigrammar import Grammar

pytestmark = pytest.mark.external

BELOW = {"rfc9051": "rfc3629", "rfc8288": "rfc9110", "rfc9651": "rfc9110", "rfc9110": "rfc3986"}

TEXTS = [
    ("rfc3339", "date-time", "1985-04-12T23:20:50.52Z"),
    ("rfc5646", "Language-Tag", "de-CH-1996"),
    ("rfc5646", "Language-Tag", "sl-rozaj-biske-1994-x-a"),
    ("rfc5322", "mailbox", '"Joe Q. Public" <john@example.com>'),
    ("rfc5322", "address-list", "A Group:Ed <joe@w.test>,<jdoe@one.test>;"),
    ("rfc5322", "mailbox", "Pete(A nice \\) chap) <pete(his (own) account)@silly.test>"),
    ("rfc5322", "date-time", "Fri, 21 Nov 1997 09:55:06 -0600 (CST)"),
    ("rfc5322", "msg-id", "<1234@local.machine.example>"),
    ("rfc9110", "User-Agent", "CERN-LineMode/2.15 libwww/2.17b3 (a (b))"),
    ("rfc9110", "Via", "1.0 fred, 1.1 p.example.net (proxy)"),
    ("rfc8288", "Link", '</b>; rel="previous"; title="previous chapter"'),  # "host" would be RFC 9110's header field
    ("rfc9651", "sf-list", "sugar, tea, (rum milk);a=1"),
    ("rfc9051", "body", '("TEXT" "PLAIN" ("CHARSET" "US-ASCII") NIL NIL "7BIT" 3028 92)'),
    ("rfc9051", "body", '(("TEXT" "PLAIN" NIL NIL NIL "7BIT" 1 1)("TEXT" "HTML" NIL NIL NIL "7BIT" 1 1) "MIXED")'),
    ("rfc9051", "search-key", "OR SEEN NOT (OR DELETED (FROM a))"),
]
CORRUPTIONS = 6


@cache
def rules_of(name: str) -> Any:
    return importlib.import_module(f"abnf.grammars.{name}").Rule


@cache
def grammar_of(name: str) -> Grammar:
    source = rules_of(name).grammar
    text = source if isinstance(source, str) else "".join(f"{rule.strip()}\n" for rule in source)
    below = BELOW.get(name)
    return Grammar.from_text(text.replace("\r\n", "\n"), name=name, extends=grammar_of(below) if below else "rfc5234")


@pytest.mark.parametrize(("name", "rule", "text"), TEXTS)
def test_verdicts(name: str, rule: str, text: str) -> None:
    package = pytest.importorskip("abnf")
    matcher = grammar_of(name)[rule]
    assert matcher.matches(text), matcher.check(text).fault
    assert matcher.parse(text).value == text
    parser = rules_of(name)(rule)
    drawn = random.Random(text)
    for _ in range(CORRUPTIONS):
        place = drawn.randrange(len(text))
        corrupt = text[:place] + drawn.choice(["", *'(),;:"a1 -']) + text[place + 1 :]
        try:
            parser.parse_all(corrupt)
            matched = True
        except package.ParseError:
            matched = False
        assert matcher.matches(corrupt) is matched, corrupt
        fault = matcher.check(corrupt).fault
        assert (fault is None) is matched
        assert all(matcher.matches(fix.text) for fix in (fault.fixes if fault else ()))

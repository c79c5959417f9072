"""Where identifiers begin in running text, and by variants of `scheme`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from rows import in_one_test

import irigrammar
from irigrammar import Grammar
from irigrammar._generated import beginnings as generated
from irigrammar.scan.formats.registry import Options, document_type
from irigrammar.scan.formats.text.beginning import beginnings
from irigrammar.scan.formats.text.patterns import scheme_patterns, scheme_rules

ABNF = Path(__file__).parents[3] / "grammar" / "documents" / "beginnings.abnf"
UNDERSCORE = 'scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." / "_" )\n'


@cache
def rules() -> Grammar:
    return Grammar.from_file(ABNF, extends="rfc3987")


def found(text: str, **options: object) -> list[str]:
    return [item.text for item in irigrammar.find(text, **options)]  # type: ignore[arg-type]


@in_one_test(
    "identifier",
    [
        "mailto:a@é.org",
        "mailto:用户@例え.jp",
        "mailto:a@%C3%A9.org",
        "acct:a@é.org",
        "cid:a@é.org",
        "im:a@é.org",
        "mid:a@é.org",
        "news:a@é.org",
        "pres:a@é.org",
        "sip:a@é.org",
        "sip:a@[::1]:5060",
        "sips:a@é.org",
        "xmpp:é@é.org",
        "xmpp:a@مثال.إختبار",
        "tag:é.org,2020:x",
        "tag:用户@例え.jp,2020-01-01:x",
        "did:web:é",
        "pkg:npm/é",
        "jdbc:x:é",
        "http://é.org/",
        "urn:isbn:é",
    ],
)
def test_beyond_ascii(identifier: str) -> None:
    assert found(f"see {identifier}, and ({identifier}).") == [identifier] * 2


@pytest.mark.parametrize(
    "text",
    [
        "mailto:a@…",
        "mailto:a@。",
        "sip:a@\u00a0b.org",
        "xmpp:a@\u3000b",
        "tag:a.org,2020:…",
        "did:web:”",
        "urn:isbn:...",
    ],
)
def test_punctuation_begins_no_host(text: str) -> None:
    assert found(f"see {text} and so on") == []


@pytest.mark.parametrize(
    ("scheme", "text", "expected"),
    [
        (UNDERSCORE, "see my_app://h/x.", ["my_app://h/x"]),
        (UNDERSCORE, "foo_git://e/a git+ssh://h/ my_app:x", ["foo_git://e/a", "git+ssh://h/"]),
        ("scheme = 1*( ALPHA / DIGIT )\n", "3app://h/x 1.http://e/", ["3app://h/x", "http://e/"]),
        ("scheme = 1*( ALPHA / ucschar )\n", "é://h/x x://h", ["é://h/x"]),
        ("scheme = 1*ALPHA\n", "my-app://h a+b://h git+ssh://h/", ["git+ssh://h/"]),
        ('scheme = "x" / "(" scheme ")"\n', "(x)://h http://e/", ["http://e/"]),
    ],
    ids=["underscore", "longer names", "digit first", "beyond ASCII", "narrower", "no automaton"],
)
def test_rule_scheme_of_a_variant(scheme: str, text: str, expected: list[str]) -> None:
    grammar = Grammar.from_text(scheme, extends="rfc3987", start=("IRI-reference",))
    assert found(text, grammar=grammar) == expected
    assert found(text) == [item for item in ("git://e/a", "git+ssh://h/", "http://e/") if item in text]


def test_schemes_of_the_caller() -> None:
    text = "see my_app://h/x and your-app://h/"
    assert found(text, schemes=["your-app"]) == ["your-app://h/"]
    assert [item.text for item in document_type("text").open(Options(schemes=("your-app",)))(text)] == ["your-app://h/"]  # type: ignore[union-attr]


@pytest.mark.parametrize("kind", ["text", "markdown", "po"])
def test_types_of_running_text(kind: str) -> None:
    grammar = Grammar.from_text(UNDERSCORE, extends="rfc3987", start=("IRI-reference",))
    text = 'msgid ""\nmsgstr "see my_app://h/x now"\n' if kind == "po" else "see my_app://h/x now"
    assert found(text, type=kind, grammar=grammar) == ["my_app://h/x"]


def test_rules_of_schemes_begin_with_their_names() -> None:
    grammar = rules()
    assert grammar._rules is not None
    named = scheme_rules(grammar._rules)
    assert {"mailto", "urn", "tag", "did"} < {*named}
    assert sorted(named) == sorted(name for names in generated.AFTER_COLON for name in names.split())
    branches = grammar.rules["beginning"].abnf.split(" / ")
    assert sorted(named) == sorted({*branches} - {"hierarchical"})


def test_scheme_patterns_follow_the_rule() -> None:
    other = Grammar.from_text(UNDERSCORE, extends="rfc3986")
    run, lead = scheme_patterns(other._production("scheme").with_marks(frozenset()))
    assert ("_" in run, "_" in lead) == (True, True)
    assert "_" not in "".join(generated.SCHEME)


@pytest.mark.parametrize(
    "identifier",
    [
        "mailto:a@é.org",
        "tag:é.org,2020:x",
        "did:web:é",
        "http://e",
        "urn:isbn:1",
        "data:text/plain,x",
        "geo:1,2",
        "tel:+12",
    ],
)
def test_one_automaton_has_the_beginnings(identifier: str) -> None:
    matcher = rules()["beginning"]
    (row,) = beginnings(f"({identifier})")
    assert matcher.matches(f"({identifier})"[row.start : row.least])


def test_addresses_take_linear_time() -> None:
    """Each of 40,000 addresses that are none was once read to the end of the text."""
    assert found("mailto:" * 40_000) == []

"""What is known of schemes, and schemes of a user's own."""

from __future__ import annotations

import pickle
from dataclasses import fields

import pytest
from places import ROOT

from irigrammar import GrammarError, NoMatch
from irigrammar.processing.schemes import Scheme, Schemes, scheme, schemes
from tools.sources import parse_schemes

SOURCE = ROOT / "grammar" / "schemes.toml"
RULES = ("domain_name", "default_port", "default_host", "empty_path", "lower_until", "document_charset")

# Each rule that holds, as the documents say it: written again here, not read from the table.
FACTS: dict[str, dict[str, object]] = {
    "http": {"domain_name": True, "default_port": 80, "empty_path": "/", "document_charset": True},
    "https": {"domain_name": True, "default_port": 443, "empty_path": "/", "document_charset": True},
    "ws": {"domain_name": True, "default_port": 80, "empty_path": "/"},
    "wss": {"domain_name": True, "default_port": 443, "empty_path": "/"},
    "ftp": {"domain_name": True, "default_port": 21, "empty_path": "/"},
    "file": {"domain_name": True, "default_host": "localhost", "empty_path": "/"},
    "mailto": {},
    "data": {},
    "javascript": {},
    "urn": {"lower_until": ":"},
}


def test_the_schemes_and_their_order() -> None:
    assert [scheme.name for scheme in schemes()] == list(FACTS)
    assert len(schemes()) == len(FACTS)


@pytest.mark.parametrize("name", FACTS)
def test_each_rule_is_what_its_document_says(name: str) -> None:
    result = scheme(name)
    assert result is not None
    assert {rule: value for rule in RULES if (value := getattr(result, rule)) not in (None, False)} == FACTS[name]
    assert result.document
    assert set(result.sections) == set(FACTS[name])
    assert all("section " in section for section in result.sections.values())


def test_the_rules_are_all_of_the_fields() -> None:
    assert {field.name for field in fields(Scheme)} == {"name", "document", "sections", "syntax", *RULES}


def test_what_is_loaded_is_what_the_table_says() -> None:
    assert parse_schemes(SOURCE.read_text(encoding="utf-8")) == schemes()


@pytest.mark.parametrize("name", ["http", "HTTP", "hTTp"])
def test_names_are_case_insensitive(name: str) -> None:
    assert scheme(name) is schemes().find("http")


@pytest.mark.parametrize("name", ["", "foo", "http:", "htt\u1e57", " http"])
def test_of_other_names_nothing_is_known(name: str) -> None:
    assert scheme(name) is None
    assert schemes().find(None) is None


def test_a_name_that_only_looks_like_one_in_lower_case_is_another() -> None:
    """U+212A in lower case is the letter k."""
    mine = Schemes().with_scheme(Scheme("k"))
    assert mine.find("K") is not None
    assert mine.find("\N{KELVIN SIGN}") is None


def test_a_scheme_of_ones_own_is_in_a_value_of_ones_own() -> None:
    before = schemes()
    mine = before.with_scheme(Scheme("Gemini", domain_name=True, default_port=1965))
    assert mine.find("gemini") == Scheme("gemini", domain_name=True, default_port=1965)
    assert before.find("gemini") is None
    assert len(mine) == len(before) + 1
    assert schemes() is before


def test_a_scheme_takes_the_place_of_one_of_its_name() -> None:
    mine = schemes().with_scheme(Scheme("HTTP", default_port=8080))
    assert mine.find("http") == Scheme("http", default_port=8080)
    assert len(mine) == len(schemes())


@pytest.mark.parametrize(
    ("wrong", "rule"),
    [
        (Scheme("a b"), "scheme"),
        (Scheme(""), "scheme"),
        (Scheme("\N{KELVIN SIGN}"), "scheme"),
        (Scheme("a", default_port=-1), "port"),
        (Scheme("a", default_host="a/b"), "host"),
        (Scheme("a", empty_path="?"), "path"),
    ],
)
def test_a_scheme_that_is_none_is_refused(wrong: Scheme, rule: str) -> None:
    with pytest.raises(NoMatch) as caught:
        schemes().with_scheme(wrong)
    assert caught.value.rule == rule


def test_a_rule_that_there_is_not_is_refused() -> None:
    with pytest.raises(GrammarError, match="the scheme a has a rule that there is not: defualt_port"):
        parse_schemes('[a]\ndocument = "x"\ndefualt_port = { is = 1, section = "y" }\n')


def test_schemes_are_values() -> None:
    mine = schemes().with_scheme(Scheme("a"))
    assert pickle.loads(pickle.dumps(mine)) == mine
    assert hash(pickle.loads(pickle.dumps(mine))) == hash(mine)
    assert mine != schemes()
    with pytest.raises(AttributeError):
        mine.rows = ()  # type: ignore[misc]

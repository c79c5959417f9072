"""The known cases: each row is shown by an example, is for some grammar, and says who says so."""

from __future__ import annotations

from pathlib import Path

import pytest

import irigrammar
from irigrammar.errors import GrammarError
from irigrammar.faults.hinting import Case, Hinting, hints
from irigrammar.grammars.hints import Hint
from irigrammar.matching.grammar import Grammar
from irigrammar.shipped import loader as catalog
from tools.sources import parse_hints

SOURCE = catalog.grammar_directory() / "hints.toml"

# The row, and a string for which it is the one that is reported.
FAULTS = [
    ("line end", "rfc3987", "IRI-reference", "http://h/a\r\n"),
    ("line end", "web-address", "IRI-reference", "//[::1]\n"),
    ("line end of any text", "rfc5234", "CRLF", "\r\n\n"),
    ("white space at the end", "rfc3986", "URI", "http://h:80 \t"),
    ("white space at the start", "rfc3987", "IRI-reference", "  http://h/"),
    ("surrogate", "leiri-bis", "IRI-reference", "http://h/\udfff"),
    ("surrogate", "rfc5234", "ALPHA", "\ud800"),
    ("zone identifier", "rfc3986", "URI", "http://[fe80::1%25en0]/"),
    ("zone identifier", "rfc3986", "IPv6address", "fe80::1%en0"),
    ("IPv6 address without brackets", "rfc3987", "IRI-reference", "::1"),
    ("IPv6 address without brackets", "rfc3986", "URI", "http://2001:db8::1/x"),
    ("IP literal without scheme", "rfc3987", "IRI-reference", "[::1]:80/x"),
    ("name in brackets", "rfc3986", "URI-reference", "//[example.org]/"),
    ("name in brackets", "rfc3986", "host", "[192.0.2.1]"),
    ("prefix length", "rfc3986", "URI", "http://[2001:db8::/32]/"),
    ("prefix length", "rfc3986", "IPv6address", "2001:db8::/32"),
    ("IP literal that goes on", "rfc3986", "URI", "http://[::1/a"),
    ("IPv4 address", "rfc3986", "IPv4address", "1.2.3"),
    ("IPv4 address", "rfc3987", "IRI", "a://[::256.1.1.1]"),
    ("IPv6 address", "rfc3986", "URI", "http://[1::2::3]/"),
    ("IP literal without its end", "rfc3986", "URI", "http://[::1"),
    ("IPvFuture", "rfc3986", "URI", "http://[v1.]/"),
    ("IPvFuture", "rfc3986", "IPvFuture", "v1"),
    ("IP literal", "rfc3986", "URI", "http://[]/"),
    ("after an IP literal", "rfc3986", "URI", "http://u@[::1]80/"),
    ("brackets", "rfc3987", "IRI-reference", "/a[b]"),
    ("percent in a registered name", "iri-bis", "IRI-reference", "http://a%20b/"),
    ("percent at the start of a registered name", "iri-bis", "IRI-reference", "http://%41:80/"),
    ("percent", "rfc3987", "IRI", "a:%zz"),
    ("percent at the end", "rfc3987", "IRI", "a:%4"),
    ("byte order mark", "rfc3987", "IRI-reference", "\ufeffhttp://h/"),
    ("drive", "rfc3987", "IRI-reference", "C:\\dir\\file"),
    ("drive in an authority", "rfc3986", "URI", "file://C:\\dir"),
    ("host with a user, without scheme", "rfc3986", "URI-reference", "u@h:80/x"),
    ("path on a host after a colon", "rfc3986", "URI-reference", "git@example.org:a/b"),
    ("host without scheme", "rfc3986", "URI-reference", "192.0.2.1:80/x"),
    ("host without scheme", "rfc3987", "IRI", "www.example.org"),
    ("authority without scheme", "rfc3987", "absolute-IRI", "//h/p"),
    ("scheme without its colon", "rfc3986", "URI", "http//h"),
    ("relative reference", "rfc3987", "IRI", "é"),
    ("relative reference", "leiri", "LEIRI", "a b"),
    ("relative reference of a URI", "rfc3986", "absolute-URI", "a/b"),
    ("scheme", "rfc3987", "IRI-reference", "ht_tp://h/"),
    ("scheme", "rfc3986", "scheme", "3com"),
    ("number sign in the user information", "rfc3986", "URI", "http://u:p#w@h/"),
    ("URI Template", "rfc3986", "URI", "http://h:{port}/"),
    ("port", "rfc3986", "URI", "http://h:8a/"),
    ("port", "rfc3986", "port", "-1"),
    ("empty first segment", "rfc3986", "path-absolute", "//a"),
    ("scheme that begins with no letter", "rfc3986", "URI-reference", "123http://h/"),
    ("scheme of a relative reference", "rfc3986", "relative-ref", "http://h/"),
    ("scheme of a relative IRI reference", "rfc3987", "irelative-ref", "http://é/"),
    ("colon in the first segment", "rfc3986", "URI-reference", "12:30"),
    ("colon at the start", "rfc3986", "URI-reference", ":x"),
    ("colon at the start", "rfc3987", "IRI", ":x"),
    ("second fragment", "rfc3987", "IRI", "a:b#c#d"),
    ("second at sign", "rfc3986", "URI", "http://u@v@h/"),
    ("tags", "rfc3987", "IRI-reference", "\U000e0041"),
    ("tags", "iri-bis", "IRI-reference", "\U000e0041"),
    ("private use", "rfc3987", "IRI-reference", "\ue000"),
    ("noncharacter", "rfc3986", "URI-reference", "/\ufdd0"),
    ("specials", "rfc3987", "IRI-reference", "/\ufffd"),
    ("controls", "rfc3987", "IRI-reference", "/\x85"),
    ("not ASCII in an IP literal", "rfc3987", "IRI", "http://[v1.é]/"),
    ("not ASCII in a URI", "rfc3986", "URI", "http://résumé/"),
    ("backslash", "rfc3986", "URI", "http://h/a\\b"),
    ("delimiters of plain text", "rfc3987", "IRI", "a:<b>"),
    ("unwise", "rfc3987", "IRI", "a:|"),
    ("space", "rfc3987", "IRI", "a:b c"),
    ("fragment of an absolute form", "rfc3987", "absolute-IRI", "a:b#c"),
    ("delimiter", "rfc3986", "segment", "a/b"),
    ("delimiter", "rfc3986", "host", "h:80"),
]


def told(name: str, rule: str, text: str) -> Hint | None:
    fault = irigrammar.grammar(name)[rule].check(text).fault
    assert fault is not None
    assert fault.explanation is not None
    found = fault.explanation._matched_hint
    assert (fault.help is None) == (found is None)
    if found is None:
        return None
    assert fault.help is not None
    assert (fault.help.text, fault.help.section) == (found.hint.says, found.hint.section)
    return found.hint


@pytest.mark.parametrize(("row", "name", "rule", "text"), FAULTS)
def test_a_case_is_reported_by_its_row(row: str, name: str, rule: str, text: str) -> None:
    hint = told(name, rule, text)
    assert hint is not None
    assert hint.name == row


def test_every_row_has_an_example() -> None:
    assert {row for row, _, _, _ in FAULTS} == {hint.name for hint in hints().fault}


@pytest.mark.parametrize("hint", hints().fault, ids=lambda hint: hint.name)
def test_the_conditions_of_a_row_hold_for_some_grammar(hint: Hint) -> None:
    conditions = [one for one in (hint.part, hint.then, hint.rest, hint.cut) if one is not None]
    grammars = [irigrammar.grammar(name) for name in irigrammar.catalog()]
    hintings = [Hinting(grammar.rules, grammar.entry) for grammar in grammars]
    assert any(all(hinting._dfa(one) is not None for one in conditions) for hinting in hintings)
    fields = {field for grammar in grammars for field in grammar.entry.components.values()}
    for name in (*hint.open, *hint.outside, *hint.lost):
        assert name in fields or any(name in grammar for grammar in grammars)
    if hint.lacks:
        assert any(hint.lacks in grammar for grammar in grammars)


@pytest.mark.parametrize("hint", hints().fault, ids=lambda hint: hint.name)
def test_a_row_is_one_sentence_with_its_section(hint: Hint) -> None:
    assert hint.says == " ".join(hint.says.split())
    assert not hint.says.endswith((".", ";", ","))
    assert "section" in hint.section or "appendix" in hint.section
    assert len(hint.says) <= 180


def test_the_rows_are_those_of_the_file() -> None:
    assert hints() == parse_hints(SOURCE.read_text(encoding="utf-8"))


def test_the_first_row_that_applies_is_reported() -> None:
    grammar = irigrammar.grammar("rfc3987")
    case = Case("a b", 1, " ", frozenset(), {}, (0,), complete=True)
    found = Hinting(grammar.rules, grammar.entry).of_fault(case)
    assert found is not None
    assert (found.hint.name, found.start, found.end) == ("space", 1, 2)


def test_a_grammar_without_components_has_no_rows_about_references() -> None:
    fault = Grammar.from_text('r = "a" "b"\n')["r"].check("a b").fault
    assert fault is not None
    assert fault.help is None


def test_a_users_grammar_that_extends_one_of_the_catalog_has_its_rows() -> None:
    fault = Grammar.from_text('tag = "tag:" authority "," path-rootless\n', extends="rfc3986")["tag"].check("tag:[")
    assert fault.fault is not None
    assert fault.fault.help is not None


RULES = "rules = 'x = \"a\"'\n"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[[fault]]\nname = 'n'\nsays = 's'\nsection = 't'\nfoo = 1\n", "foo"),
        (
            "[[fault]]\nname = 'n'\nsays = 's'\nsection = 't'\n[[fault]]\nname = 'n'\nsays = 's'\nsection = 't'\n",
            "two hints are called 'n'",
        ),
        (
            "[[fault]]\nname = 'n'\nsays = ''\nsection = ''\nfound = '('\n",
            "hints.toml, found",
        ),
    ],
)
def test_a_file_that_is_wrong_is_refused(text: str, says: str) -> None:
    with pytest.raises(GrammarError, match=says):
        parse_hints(RULES + text)


def test_the_source_lies_with_the_grammars() -> None:
    assert isinstance(SOURCE, Path)
    assert SOURCE.is_file()

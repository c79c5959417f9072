"""The known cases: an example, a grammar and a source for each."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from examples import some
from kernels import NEEDS_KERNEL
from rows import in_one_test

import irigrammar
from irigrammar.engines.kernel import engine
from irigrammar.errors import GrammarError
from irigrammar.faults import hinting as hinting_module
from irigrammar.faults.explain import Explainer
from irigrammar.faults.fault import Fault
from irigrammar.faults.hinting import Case, Hinting, MatchedHint, hints
from irigrammar.grammars.hints import Hint, condition_key
from irigrammar.language.relations import equivalent
from irigrammar.matching.grammar import Grammar
from irigrammar.shipped import loader as catalog
from irigrammar.shipped.loader import generic_names
from tools.mistakes import COPIED, DEFAULT
from tools.sources import parse_hints

SOURCE = catalog.grammar_directory() / "hints.toml"

# The row, and a string for which it is the one that is reported; each row has one more, its `wrong`.
FAULTS = [
    ("line-break-at-end", "rfc3987", "IRI-reference", "http://h/a\r\n"),
    ("line-break-at-end", "web-address", "IRI-reference", "//[::1]\n"),
    ("line-break-at-end", "rfc5234", "CRLF", "\r\n\n"),
    ("space-at-end", "rfc3986", "URI", "http://h:80 \t"),
    ("space-at-start", "rfc3987", "IRI-reference", "  http://h/"),
    ("lone-surrogate", "leiri-bis", "IRI-reference", "http://h/\udfff"),
    ("lone-surrogate", "rfc5234", "ALPHA", "\ud800"),
    ("ipv6-zone", "rfc3986", "URI", "http://[fe80::1%25en0]/"),
    ("ipv6-zone", "rfc3986", "IPv6address", "fe80::1%en0"),
    ("ipv6-without-brackets", "rfc3987", "IRI-reference", "::1"),
    ("ipv6-without-brackets", "rfc3986", "URI", "http://2001:db8::1/x"),
    ("ipv6-literal-without-scheme", "rfc3987", "IRI-reference", "[::1]:80/x"),
    ("name-in-brackets", "rfc3986", "URI-reference", "//[example.org]/"),
    ("name-in-brackets", "rfc3986", "host", "[192.0.2.1]"),
    ("ipv6-prefix-length", "rfc3986", "URI", "http://[2001:db8::/32]/"),
    ("ipv6-prefix-length", "rfc3986", "IPv6address", "2001:db8::/32"),
    ("ip-literal-not-closed", "rfc3986", "URI", "http://[::1/a"),
    ("ipv4-octet", "rfc3986", "IPv4address", "1.2.3"),
    ("ipv6-address", "rfc3987", "IRI", "a://[::256.1.1.1]"),
    ("ipv6-address", "rfc3986", "URI", "http://[1::2::3]/"),
    ("ip-literal-ends-early", "rfc3986", "URI", "http://[::1"),
    ("ipv-future", "rfc3986", "URI", "http://[v1.]/"),
    ("ipv-future", "rfc3986", "IPvFuture", "v1"),
    ("ip-literal", "rfc3986", "URI", "http://[]/"),
    ("port-without-colon", "rfc3986", "URI", "http://u@[::1]80/"),
    ("square-bracket", "rfc3987", "IRI-reference", "/a[b]"),
    ("percent-in-registered-name", "iri-bis", "IRI-reference", "http://a%20b/"),
    ("percent-at-start-of-registered-name", "iri-bis", "IRI-reference", "http://%41:80/"),
    ("percent-encoding", "rfc3987", "IRI", "a:%zz"),
    ("percent-encoding-at-end", "rfc3987", "IRI", "a:%4"),
    ("byte-order-mark", "rfc3987", "IRI-reference", "\ufeffhttp://h/"),
    ("windows-path", "rfc3987", "IRI-reference", "C:\\dir\\file"),
    ("windows-path-in-file-uri", "rfc3986", "URI", "file://C:\\dir"),
    ("host-and-user-without-scheme", "rfc3986", "URI-reference", "u@h:80/x"),
    ("scp-shorthand", "rfc3986", "URI-reference", "git@example.org:a/b"),
    ("host-without-scheme", "rfc3986", "URI-reference", "192.0.2.1:80/x"),
    ("host-without-scheme", "rfc3987", "IRI", "www.example.org"),
    ("authority-without-scheme", "rfc3987", "absolute-IRI", "//h/p"),
    ("colon-missing", "rfc3986", "URI", "http//h"),
    ("relative-reference", "rfc3987", "IRI", "é"),
    ("relative-reference", "leiri", "LEIRI", "a b"),
    ("relative-reference-of-uri", "rfc3986", "absolute-URI", "a/b"),
    ("underscore-in-scheme", "rfc3987", "IRI-reference", "ht_tp://h/"),
    ("number-sign-in-userinfo", "rfc3986", "URI", "http://u:p#w@h/"),
    ("uri-template", "rfc3986", "URI", "http://h:{port}/"),
    ("port", "rfc3986", "URI", "http://h:8a/"),
    ("port", "rfc3986", "port", "-1"),
    ("empty-first-segment", "rfc3986", "path-absolute", "//a"),
    ("scheme-begins-with-no-letter", "rfc3986", "URI-reference", "123http://h/"),
    ("absolute-uri", "rfc3986", "relative-ref", "http://h/"),
    ("absolute-iri", "rfc3987", "irelative-ref", "http://é/"),
    ("date-and-time", "rfc3986", "URI-reference", "12:30"),
    ("colon-at-start", "rfc3986", "URI-reference", ":x"),
    ("colon-at-start", "rfc3987", "IRI", ":x"),
    ("second-number-sign", "rfc3987", "IRI", "a:b#c#d"),
    ("second-at-sign", "rfc3986", "URI", "http://u@v@h/"),
    ("tag-characters", "rfc3987", "IRI-reference", "\U000e0041"),
    ("tag-characters", "iri-bis", "IRI-reference", "\U000e0041"),
    ("private-use-character", "rfc3987", "IRI-reference", "\ue000"),
    ("noncharacter-in-reference", "rfc3986", "URI-reference", "/\ufdd0"),
    ("replacement-character", "rfc3987", "IRI-reference", "/\ufffd"),
    ("control-character", "rfc3987", "IRI-reference", "/\x85"),
    ("ip-literal-not-ascii", "rfc3987", "IRI", "http://[v1.é]/"),
    ("not-ascii-host", "rfc3986", "URI", "http://résumé/"),
    ("backslash", "rfc3986", "URI", "http://h/a\\b"),
    ("delimiter-of-text", "rfc3987", "IRI", "a:<b>"),
    ("unwise-character", "rfc3987", "IRI", "a:|"),
    ("space-in-reference", "rfc3987", "IRI", "a:b c"),
    ("fragment-of-absolute-form", "rfc3987", "absolute-IRI", "a:b#c"),
    ("delimiter-in-component", "rfc3986", "segment", "a/b"),
    ("delimiter-in-component", "rfc3986", "host", "h:80"),
]


def reported(name: str, rule: str | None, text: str) -> Hint | None:
    """Return the row that a fault is explained by, which is where its code, help and section come from."""
    grammar = irigrammar.grammar(name)
    fault = (grammar[rule] if rule else grammar.start).check(text).fault
    assert fault is not None
    assert fault.explanation is not None
    matched = fault.explanation._matched_hint
    hint = matched.hint if matched else None
    assert (fault.code, fault.help, fault.section) == (
        (hint.code, hint.help or None, hint.section) if hint else ("F000", None, None)
    )
    return hint


@in_one_test(("row", "name", "rule", "text"), FAULTS)
def test_a_case_is_reported_by_its_row(row: str, name: str, rule: str, text: str) -> None:
    hint = reported(name, rule, text)
    assert hint is not None
    assert hint.name == row


@in_one_test("hint", hints().fault)
def test_the_example_of_a_row_has_its_code(hint: Hint) -> None:
    text = hint.wrong or "\ud800"  # which TOML cannot write
    assert (hint.wrong == "") == (hint.name == "lone-surrogate")
    assert reported(hint.grammar, hint.rule, text) == hint


def test_codes_and_names_are_unique_and_codes_are_not_used_again() -> None:
    """Codes stand in configurations: a row that goes leaves its code unused. `codes.txt` shows every change."""
    codes = [hint.code for hint in hints().fault]
    names = [hint.name for hint in hints().fault]
    assert len({*codes}) == len(codes)
    assert len({*names}) == len(names)
    assert all(re.fullmatch("F[0-9]{3}", code) for code in codes)
    assert all(re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", name) for name in names)
    assert not {"F000", "F001"} & {*codes}


@cache
def hinting(name: str) -> Hinting:
    return of(irigrammar.grammar(name))


def of(grammar: Grammar) -> Hinting:
    return Hinting(grammar._production(grammar.start.rule), grammar.entry)


@in_one_test("hint", hints().fault)
def test_the_conditions_of_a_row_hold_for_some_grammar(hint: Hint) -> None:
    names = dict.fromkeys((*generic_names(), hint.grammar))
    grammars = [irigrammar.grammar(name) for name in names]
    keys = [condition_key(hint.code, field) for field in hint.conditions]
    assert any(all(hinting(name).automaton(key) is not None for key in keys) for name in names)
    fields = {field for grammar in grammars for field in grammar.entry.components.values()}
    for name in (*hint.open, *hint.outside, *hint.lost):
        assert name in fields or any(catalog.load(other).find(name) for other in catalog.names())
    if hint.lacks:
        assert any(hint.lacks in grammar for grammar in grammars)


def test_conditions_that_ship_are_those_that_the_rules_compile_to() -> None:
    grammar = irigrammar.grammar("rfc3987")
    shipped, compiled = (of(grammar) for _ in range(2))
    assert shipped._sources == ("rfc5234", "rfc3987")
    compiled.__dict__["_sources"] = ()
    for hint in hints().fault:
        for field in hint.conditions:
            key = condition_key(hint.code, field)
            assert shipped.automaton(key) == compiled.automaton(key)
    assert {char: shipped._at(char) for char in 'a:"é '} == {char: compiled._at(char) for char in 'a:"é '}


def test_a_grammar_with_another_core_rule_compiles_its_conditions() -> None:
    grammar = Grammar.from_text('ALPHA = "a"\nname = 1*ALPHA\n')
    assert of(grammar)._sources == ()


@in_one_test("hint", hints().fault)
def test_a_row_says_what_is_wrong_and_why(hint: Hint) -> None:
    for line in (hint.message, hint.help, hint.how, hint.label, hint.opened):
        assert line == " ".join(line.split())
        assert not line.removesuffix("...").endswith((".", ";", ",", "!"))
        assert len(line) <= 90
    assert hint.message
    assert hint.why[-1] == "."
    assert hint.section
    assert {"{why}" in hint.message} == {bool(hint.reason or hint.begins)}
    assert hint.applicability in (None, "safe", "unsafe", "display")
    assert hint.at in ("", "fault", "loss", "part", "start", "after")
    assert len(hint.label.split()) <= 4


@in_one_test("hint", hints().fault)
def test_a_page_has_what_would_be_right(hint: Hint) -> None:
    grammar = irigrammar.grammar(hint.grammar)
    matcher = grammar[hint.rule] if hint.rule else grammar.start
    fault = matcher.check(hint.wrong or "\ud800").fault
    assert fault is not None
    assert matcher.matches(hint.right) if hint.right else fault.fixes or hint.code == "F005"


def test_the_first_row_that_applies_is_reported() -> None:
    grammar = irigrammar.grammar("rfc3987")
    case = Case("a b", 1, " ", frozenset(), {}, lambda: (0,), complete=True)
    matched = of(grammar).of_fault(case)
    assert matched is not None
    assert (matched.hint.name, matched.start, matched.end) == ("space-in-reference", 1, 2)


def test_a_grammar_without_components_has_no_rows_about_references() -> None:
    fault = Grammar.from_text('r = "a" "b"\n')["r"].check("a b").fault
    assert fault is not None
    assert fault.help is None


def test_a_users_grammar_that_extends_one_of_the_catalog_has_its_rows() -> None:
    fault = Grammar.from_text('tag = "tag:" authority "," path-rootless\n', extends="rfc3986")["tag"].check("tag:[")
    assert fault.fault is not None
    assert fault.fault.message == 'the "[" is never closed'


HEAD = "rules = 'x = \"a\"'\n[names]\n[spaces]\n"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[[fault]]\nname = 'n'\nsays = 's'\nsection = 't'\nfoo = 1\n", "foo"),
        (
            "[[fault]]\nname = 'n'\nsays = 's'\nsection = 't'\n[[fault]]\nname = 'n'\nsays = 's'\nsection = 't'\n",
            "two hints are called 'n'",
        ),
        (
            "[[fault]]\nname = 'n'\ncode = 'F'\n[[fault]]\nname = 'o'\ncode = 'F'\n[[valid]]\nname='m'\n",
            "two hints are called 'F'",
        ),
        (
            "[[fault]]\nname = 'n'\nsays = ''\nsection = ''\nfound = '('\n[[valid]]\nname='m'\nsays=''\nsection=''\n",
            "hints.toml, found",
        ),
    ],
)
def test_a_file_that_is_wrong_is_refused(text: str, says: str) -> None:
    with pytest.raises(GrammarError, match=says):
        parse_hints(HEAD + text)


def test_source_of_hints_is_in_the_folder_of_grammars() -> None:
    assert isinstance(SOURCE, Path)
    assert SOURCE.is_file()


ROWS = [
    (row.get("grammar", "rfc3987"), row["text"])
    for table in (DEFAULT, COPIED)
    for row in map(json.loads, table.read_text(encoding="utf-8").splitlines())
    if not row["valid"]
]


def faults(around: str) -> list[Fault]:
    grammars = (irigrammar.grammar(name if name in catalog.names() else "rfc3987") for name, _ in ROWS)
    checked = [
        grammar.start.check(around.format(text, text)) for grammar, (_, text) in zip(grammars, ROWS, strict=True)
    ]
    return [verdict.fault for verdict in checked if verdict.fault is not None]


@NEEDS_KERNEL
@pytest.mark.parametrize("around", some(("{}", "{}\n", "({})", "x {} y", '"{}"', "{}/\u00e9/{}", "{}" + " a" * 80), 3))
def test_the_kernel_tries_rows_as_python_does(around: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both find the same row, part and identifier, for each of the mistakes of the tables."""
    first = hinting_module._Plan.first
    tried: list[MatchedHint | None] = []

    def both(plan: hinting_module._Plan, case: Case) -> MatchedHint | None:
        found = first(plan, case)
        assert found == first(plan._replace(rows=None), case), case.text
        tried.append(found)
        return found

    monkeypatch.setattr(hinting_module._Plan, "first", both)
    monkeypatch.setattr(Explainer, "known", lambda *_: None)
    for fault in faults(around):
        assert fault.code
    assert len({found.hint.code for found in tried if found}) > 9


@pytest.mark.parametrize("around", some(("{}", "({})", "x {} y", "{}/\u00e9/{}"), 2))
def test_a_fault_is_known_at_once_as_it_is_explained(around: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line says the same of the first fault of its kind, of the next one, and of one that nothing is known of."""
    known: list[object] = []
    find = Explainer.known

    def noted(*arguments: Any) -> Any:
        known.append(find(*arguments))
        return known[-1]

    monkeypatch.setattr(Explainer, "known", noted)
    first, again = ([fault.brief for fault in faults(around)] for _ in range(2))
    monkeypatch.setattr(Explainer, "known", lambda *_: None)
    assert [*first] == [*again] == [(fault.code, fault.message, *fault.place) for fault in faults(around)]
    assert (sum(map(bool, known)) > len(ROWS) // 2) == (engine() == "kernel")


@pytest.mark.parametrize("name", catalog.names())
def test_core_rules_of_shipped_grammars_have_the_language_of_rfc_5234(name: str) -> None:
    """Compiled conditions of the core rules are those of each grammar; that of URNs writes `Digit` out."""
    own, core = irigrammar.grammar(name), irigrammar.grammar("rfc5234")
    for rule in core.rules:
        assert equivalent(own[rule], core[rule]), rule

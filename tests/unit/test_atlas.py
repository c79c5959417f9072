"""What libraries of other languages do otherwise, by cause."""

from __future__ import annotations

import pytest
from rows import in_one_test

from irigrammar.atlas import ABSOLUTE, BASE, REFUSED, RELATIVE, causes, departures, met, right
from irigrammar.language import sample
from irigrammar.matching.conditions import conditions, rule_name
from irigrammar.matching.grammar import open_grammar

OPERATIONS = ("resolve", "split", "normalize", "to-uri", "to-iri", "relativize")
KNOWN = {row.words: row for row in conditions("ecosystems")}


def libraries(operation: str, *texts: str) -> set[str]:
    """Return the names of the libraries that depart, with their ecosystems."""
    return {f"{ecosystem} {name}" for row in departures(operation, *texts) for ecosystem, name, _ in row.libraries}


@in_one_test("words", [*KNOWN])
def test_the_example_of_a_condition_meets_it(words: str) -> None:
    assert KNOWN[words].meets(KNOWN[words].example)


def test_rules_are_conditions_or_parts_of_others() -> None:
    grammar = open_grammar("world/ecosystems")
    names = {rule_name(words) for words in KNOWN}
    others = {name.removesuffix("-not") for name in grammar.rules.own if name.endswith("-not")}
    assert others <= names
    assert all(rule.comment for name, rule in grammar.rules.own.items() if name in names)


@pytest.mark.parametrize("operation", OPERATIONS)
def test_a_cause_is_found_for_its_own_example(operation: str) -> None:
    for row in causes(operation):
        assert row in departures(operation, *row.example), row
        assert all(result != row.expected for result, _ in row.results)
        assert (
            set(row.example) & {BASE, ABSOLUTE, RELATIVE} or operation != "resolve" or " " in KNOWN[row.cause].example
        )


@in_one_test(
    ("base", "reference", "some", "others"),
    [
        (
            "urn:a:b",
            "#f",
            {"Perl URI", "Java java.net.URI", "Ruby URI"},
            {"Perl IRI", "Ruby Addressable", "Go net/url"},
        ),
        ("http://a/b#f", "", {"Go net/url", "Python urllib.parse", "Ruby Addressable"}, {"Perl IRI", "C uriparser"}),
        ("foo:a/b", "../c", {"C uriparser", "Go net/url", "JavaScript URL of Node.js"}, {"Perl IRI", "Zig std.Uri"}),
        ("http://h/a/b", "%2E%2E/g", {"JavaScript URL of Bun", ".NET System.Uri"}, {"Perl URI", "Ruby URI"}),
        ("http://h/a/b", "?q", {"Java java.net.URI"}, {"Perl URI", "Python yarl"}),
        ("http://H/a", "/é", {"PHP Uri\\Rfc3986\\Uri", "Haskell network-uri"}, {"Perl IRI", "Lua LuaSocket url"}),
    ],
)
def test_libraries_that_resolve_otherwise(base: str, reference: str, some: set[str], others: set[str]) -> None:
    found = libraries("resolve", base, reference)
    assert some <= found
    assert not others & found


@in_one_test(
    ("operation", "text", "some", "others"),
    [
        ("split", "http://h?#", {"Nim std/uri", "C++ POCO"}, {"Perl URI", "Haskell network-uri"}),
        ("split", "HTTP://h:80/", set(), {"JavaScript URL of Node.js", "Perl URI"}),
        ("split", "http://[V1.A]/", {"Go net/url", "Java java.net.URI"}, {"Ruby Addressable"}),
        ("normalize", "http://h/a%2Fb", {"C GLib GUri", "C++ Boost.URL"}, {"Perl URI", "Ruby Addressable"}),
        ("normalize", "HTTP://EXAMPLE.org/A", {"Java java.net.URI", "C GLib GUri"}, {"Ruby URI", "Perl URI"}),
        ("to-uri", "http://h/é", {"Ruby URI", "Elixir URI", "Zig std.Uri"}, {"Perl URI", "C++ Qt QUrl"}),
        ("to-iri", "http://h/%20", {"C++ Qt QUrl"}, {"Perl URI"}),
    ],
)
def test_libraries_that_read_or_write_otherwise(operation: str, text: str, some: set[str], others: set[str]) -> None:
    found = libraries(operation, text)
    assert some <= found
    assert not others & found


def test_nothing_is_known_of_portable_strings() -> None:
    grammar = open_grammar("world/ecosystems")
    for text in sample(grammar["portable-uri"], 40, seed=1):
        assert [departures(operation, text) for operation in OPERATIONS[1:-1]] == [()] * 4, text
    for pair in sample(grammar["portable-pair"], 40, seed=1):
        assert departures("resolve", *pair.split(" ")) == (), pair


def test_a_departure_is_said_in_a_sentence_and_in_json() -> None:
    row = next(row for row in departures("resolve", "urn:a:b", "#f") if "Emacs" in str(row))
    assert '"urn:#f" in ' in str(row)
    assert {*row.as_dict()} == {"cause", "example", "expected", "results"}
    assert {"ecosystem", "library", "version"} == {*row.as_dict()["results"][0]["libraries"][0]}


def test_a_base_is_read_where_a_library_refuses() -> None:
    row = KNOWN["a character beyond ASCII in the host"]
    kinds = [(BASE, row.example), (row.example, ABSOLUTE), (row.example, RELATIVE)]
    texts = ("http://é/a", "b")
    found = [met(row, kind, right("resolve", *kind) or "", texts, right("resolve", *texts)) for kind in kinds]
    assert found == [
        (True, True),
        (False, False),
        (True, True),
    ]


@pytest.mark.parametrize("arguments", [("reslove", "a"), ("resolve", "a"), ("split", "a", "b"), ("split",)])
def test_other_operations_and_numbers_of_texts_are_refused(arguments: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match=r"operation|takes"):
        departures(*arguments)


def test_refusals_are_words() -> None:
    assert any(REFUSED in dict(row.results) for row in causes("split"))

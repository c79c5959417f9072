"""Identifiers that readers of documents read otherwise."""

from __future__ import annotations

import tomllib

import pytest
from document_items import items
from places import ROOT
from rows import in_one_test

from irigrammar._generated.world import READERS
from irigrammar.scan.formats.items import Candidate
from irigrammar.scan.otherwise import _ALONE, _rules, read_otherwise
from irigrammar.text.links import github_end

ROWS = tomllib.loads((ROOT / "grammar" / "world" / "readers.toml").read_text(encoding="utf-8"))["row"]


@pytest.mark.parametrize("operation", READERS)
def test_a_condition_holds_for_what_was_measured_and_for_nothing_else_that_was(operation: str) -> None:
    rows = [row for row in ROWS if row["operation"] == operation]
    for words, matcher, _ in _rules(operation):
        for row in rows:
            base, text = row["example"]["base"], row["example"]["input"]
            read = text if operation in _ALONE else f"{base} {text}"
            assert matcher.matches(read) is (row["condition"] == words), (words, read)


@in_one_test(
    ("text", "link"),
    [(row["example"]["input"], row["example"]["result"]) for row in ROWS if row["operation"] == "link in Markdown"],
)
def test_links_of_github_end_as_was_measured(text: str, link: str) -> None:
    assert text[: github_end(text, 0)] == link


@in_one_test(
    ("text", "word"),
    [
        (row["example"]["input"], row["example"]["result"])
        for row in ROWS
        if row["operation"] == "word in a shell" and row["example"]["result"] != "refused"
    ],
)
def test_words_of_shells_end_as_was_measured(text: str, word: str) -> None:
    (item,) = items("shell", f"curl {text}")
    assert isinstance(item, Candidate)
    assert item.text == word or (word.startswith(item.text) and not word[-1].isalnum())


@in_one_test(
    ("kind", "document", "expected"),
    [
        ("rst", "http://e/é `x <http://e/é>`__ ``http://e/é`` http://e/a", ["a character beyond ASCII"]),
        ("rst", "see http://e/a_ (http://e/b) http://e/c_(d)", ["an underscore after", "a parenthesis at the end"]),
        ("turtle", "@base <http://e/a#f> . <> <http://e/> <b> .", ["an empty reference, by a base with a fragment"]),
        ("turtle", "@base <http://e/a> . <> <?b> <#c> .", ["a query alone"]),
        ("turtle", "@base <http://e/../a> . <?b> <b:c> </d> .", ["a query alone"]),
        (
            "turtle",
            "@base <http://e/../a> . <b> <b:c> <./d> .",
            ["a base with dot segments"] * 2,
        ),
        (
            "json-ld",
            '{"@context": {"@base": "http://e/b#c"}, "@id": "", "http://e/d": {"@id": "#f"}}',
            ["an empty reference"],
        ),
        (
            "json-ld",
            '{"@context": {"@base": "http://e/a/../b"}, "@id": "c", "http://e/d/./f": {"@id": "http://e/g"}}',
            ["an absolute IRI with dot", "a base with dot segments", "an absolute IRI with dot"],
        ),
        (
            "json-ld",
            '{"@context": {"d": {"@id": "http://e/d#"}}, "@id": "d:a", "d:b": {"@id": "d:c"}, "@type": "e:d"}',
            ["a term without @prefix before a colon"] * 3,
        ),
        (
            "json-ld",
            '{"@context": {"d": "http://e/d#", "e": {"@id": "http://e/#", "@prefix": false}}, "@id": "e:f", "d:a": 1}',
            [],
        ),
        ("turtle", "<> <http://e/a/./b> <http://e/a.> .", ["an absolute IRI with dot segments"]),
        ("turtle", "@base <urn:a:b> . <c> <?d> <#e> .", ["a base without an authority", "a query, by a base without"]),
        ("turtle", "@base <http://e> . <a> <http://e/b..c/..d> </b> .", ["a base with an authority and no path"]),
        ("n-triples", "<http://e/../a> <http://e/> <http://e/> .\n", []),
        (
            "xml",
            "<a xmlns:x='http://www.w3.org/2001/XInclude'><x:include href='\u00e9 '/></a>",
            ["a LEIRI that is no URI"],
        ),
        (
            "xml",
            "<a xml:base='\u00e9'><b xml:base='c d'/></a>",
            ["a base with a character beyond", "a base with a space"],
        ),
        ("xml", "<!DOCTYPE a [<!ENTITY b SYSTEM 'c|'>]><a/>", ["a LEIRI that is no URI"]),
        ("markdown", "[a](< http://e/>) ![b](<c\t>) <http://e/> [d](<e f>)", ["white space at its ends"] * 2),
        ("html", "<a href=//\u00e9.b/%25>", ["a link to a host beyond ASCII"]),
        ("html", "<a href=http://a%42/\u00e9>", ["a link to a percent-encoded host"]),
        ("html", "<a href=/\u00e9//\u00e9/><img src=//\u00e9/>", []),
        ("xml", "<a xmlns:x='http://www.w3.org/1999/xlink' x:href='\u00e9'/>", []),
        ("xml", "<?xml version='1.1'?><a xmlns='http://e/\u00e9'/>", ["an IRI that is no URI"]),
        (
            "xml",
            "<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xml:base='http://e/?b'>"
            "<r:Description r:about=''/></r:RDF>",
            ["an empty reference, by a base with a query"],
        ),
    ],
)
def test_documents(kind: str, document: str, expected: list[str]) -> None:
    read = [item for item in items(kind, document) if isinstance(item, Candidate) and item.label != "base"]
    found = [
        text.partition("; ")[2] for item in read for text in read_otherwise(kind, item, document[item.start : item.end])
    ]
    assert [text[: len(words)] for text, words in zip(found, expected, strict=True)] == expected

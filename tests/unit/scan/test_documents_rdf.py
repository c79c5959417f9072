"""N-Triples, N-Quads, Turtle, TriG: what is between `<` and `>`."""

from __future__ import annotations

import json
from collections.abc import Iterable

import pytest
from document_items import check
from documents import hold, items, shown
from hypothesis import given
from hypothesis import strategies as st
from places import SHARED
from rows import in_one_test

import irigrammar
from irigrammar.scan.formats import lexical
from irigrammar.scan.formats.items import Candidate, Item, Malformed
from irigrammar.scan.formats.registry import Options, document_type

NAMES = ["n-triples", "n-quads", "turtle", "trig"]
SUITE = SHARED / "w3c-rdf-tests.jsonl"


def texts(name: str, text: str) -> list[str]:
    return [item.text for item in items(name, text) if isinstance(item, Candidate)]


@in_one_test(
    ("name", "text", "expected"),
    [
        ("n-triples", '<a> <b> "<c> \\" <d>" . # <e>\n<f>', ["a", "b", "f"]),
        ("n-triples", "<a> <it's> <b> .", ["a", "it's", "b"]),
        ("n-triples", '<a> <b> ""@en . <c> <d> "e"^^<f> .', ["a", "b", "c", "d", "f"]),
        ("n-quads", "_:b <a#b> <<( <c> <d> <<(<e> <f> <g>)>> )>> <h> .", ["a#b", "c", "d", "e", "f", "g", "h"]),
        ("turtle", "<< <a> :b <c> >> <d> <<<e> <f> <g>>> .", ["a", "c", "d", "e", "f", "g"]),
        ("turtle", "'<a>' \"<b>\" <c> '<d>\\'<e>'", ["c"]),
        ("turtle", "'''<a>\n'<b>''<c>\\'''<d>''' <e> \"\"\"<f>\"\"\"<g>", ["e", "g"]),
        ("turtle", '""""<a>" <b>""" <c> "" <d> """"""<e>', ["c", "d", "e"]),
        ("turtle", "ex:o\\'neil <a> ex:n\\#b <b> # <c>'\n<d>", ["a", "b", "d"]),
        ("turtle", '<> a <#b>, <//c>, <d e">.', ["", "#b", "//c", 'd e"']),
        ("turtle", "<a<b> < http://c> <d\te>", ["a<b", " http://c", "d\te"]),
        ("turtle", "@prefix : <a> .\nPREFIX b: <b>\nprefix <c>", ["a", "b", "c"]),
        ("turtle", "@prefix:<http://e/>. :%41 PREFIX:<b>", ["http://e/", "http://e/%41", "b"]),
        ("trig", "GRAPH <a> { <b> a <c> } <d>{ }", ["a", "b", "c", "d"]),
    ],
)
def test_text_between_brackets_is_found(name: str, text: str, expected: list[str]) -> None:
    assert texts(name, text) == expected


def test_escapes_are_read_with_their_places() -> None:
    (item,) = items("turtle", "<a\\u00e9\\U0001F600b>")
    assert isinstance(item, Candidate)
    assert (item.text, item.start, item.end) == ("aé😀b", 1, 19)
    assert item.offsets is not None
    assert list(item.offsets) == [1, 2, 8, 18, 19]


@in_one_test(
    ("written", "bad", "reason"),
    [
        ("a\\u00ZZ11", "\\u", "four hexadecimal digits"),
        ("a\\U00ZZ1111", "\\U", "eight hexadecimal digits"),
        ("a\\U00110000", "\\U00110000", "beyond the last code point"),
        ("a\\uD83D", "\\uD83D", "surrogate"),
        ("a\\n", "\\n", "no escapes but"),
        ("a\\", "\\", "no escapes but"),
    ],
)
@in_one_test("name", NAMES)
def test_bad_escapes_are_problems(name: str, written: str, bad: str, reason: str) -> None:
    (item,) = items(name, f"<{written}>")
    assert isinstance(item, Malformed)
    assert item.code == "S006"
    assert f"<{written}>"[item.start : item.end] == bad
    assert reason in item.message


@in_one_test(
    ("name", "text", "offset", "reason"),
    [
        ("n-triples", "<a> <b> <c\n<d>", 8, "no > closes"),
        ("n-triples", '<a> "b\n<d>', 4, 'no " closes'),
        ("n-triples", '<a> "b\\"\n<d>', 4, 'no " closes'),
        ("turtle", "a < b > c\n<d>", 2, "white space"),
        ("turtle", "'a\\\n<d>", 0, "no ' closes"),
        ("turtle", "<d> '''a\\''' <e>\n<f>", 4, "no ''' closes"),
        ("turtle", '<d> """a""', 4, 'no """ closes'),
        ("turtle", '<d> """a\\', 4, 'no """ closes'),
        ("n-triples", "http://e/a> <d> .", 10, "no < opens"),
        ("n-triples", "<<http://e/a> <d> .", 12, "no < opens"),
        ("n-quads", '<< <d> <e> ">" >> > . # >', 18, "no < opens"),
        ("turtle", "<d> '>' '''\n>''' a => <e> .", 20, "no < opens"),
        ("trig", "<d> # >\n>", 8, "no < opens"),
    ],
)
def test_missing_ends_are_reported(name: str, text: str, offset: int, reason: str) -> None:
    (problem,) = [item for item in items(name, text) if isinstance(item, Malformed)]
    assert (problem.start, problem.code) == (offset, "S005")
    assert reason in problem.message
    assert "d" in texts(name, text)


@pytest.mark.parametrize("text", ["<?xml version='1.0'?><rdf:RDF>", "\n<!DOCTYPE html><a href='b'>", "<rdf:RDF a='b'>"])
def test_xml_is_reported_once(text: str) -> None:
    assert [code for _, code in shown("turtle", text)] == ["S005"]


def test_comments_of_ours_are_there() -> None:
    text = "<a> # iri: ignore[S001] <b>\n# other\n'# iri: ignore[S002]' <c#d iri:>"
    assert shown("turtle", text) == [
        ("a", "a"),
        ("# iri: ignore[S001] <b>", "iri: ignore[S001] <b>"),
        ("c#d iri:", "c#d iri:"),
    ]


@in_one_test(
    ("text", "bases"),
    [
        ("<a> @base <http://b/c/d> . <e>", [None, None, "http://b/c/d"]),
        ("BASE <http://b/c/d> @base <e> . <f>", [None, "http://b/c/d", "http://b/c/e"]),
        ("bAsE # <no>\n <http://b/> <e>", [None, "http://b/"]),
        ("@base <c> . <d>", [None, None]),
        ("base:x <http://b/> ex:base <c> :BASE <d>", [None] * 3),
        ("ex:base <http://b/> <c> a:BASE <http://d/> <e>", [None] * 4),
        ('"base" <http://b/> <c>', [None] * 2),
        (f"BASE <http://b/> BASE <{'c' * 5000}/> <d>", [None, "http://b/", None]),
    ],
)
def test_the_base_goes_on_from_where_it_is(text: str, bases: list[str | None]) -> None:
    finder = document_type("turtle").open(Options())
    by_line = [item for line in text.splitlines(keepends=True) for item in finder(line)]
    assert [item.base for item in by_line if isinstance(item, Candidate)] == bases


@pytest.mark.external
@pytest.mark.skipif(not SUITE.exists(), reason="the rows of the W3C's suites are not here")
def test_the_suites_of_the_w3c() -> None:
    rows = [json.loads(line) for line in SUITE.read_text("utf-8").splitlines()]
    rows = [row for row in rows if row["kind"] == "valid"]
    assert len(rows) == 33
    # In these two the IRI at fault is another one, or is bad only where no base is.
    relative = {"nq-syntax-bad-uri-01.nq"}
    for row in rows:
        name = row["src"].rsplit("/", 1)[1]
        kind = {"nt": "n-triples", "nq": "n-quads", "ttl": "turtle", "trig": "trig"}[name.rsplit(".", 1)[1]]
        production = document_type(kind).production
        matcher = irigrammar.grammar(production.grammar)[production.rule]
        (item,) = items(kind, f"<{row['input']}>")
        valid = isinstance(item, Candidate) and matcher.matches(item.text)
        assert valid == (row["valid"] or name in relative), row
        if isinstance(item, Candidate):
            assert item.text == row["unescaped"]


PIECES = [
    *["<http://e/a>", "<", ">", "<<", ">>", '"', "'", '"""', "'''", "\\", "\\u00e9", "\\n", "iri:", "a"],
    *["<#>", "<'>"],
]
PIECES += ["é", "😀", "^^<t>", "{", "<>"]
PIECES += ["\n", "\r\n", "\r", " ", "# c", "@base ", "BASE <http://b/>", "\ud800"]
FRAGMENTS = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)


@pytest.mark.parametrize("name", NAMES)
@given(FRAGMENTS | st.text())
def test_any_text_holds_to_the_contract(name: str, text: str) -> None:
    hold(name, text)


@pytest.mark.parametrize("name", NAMES)
@given(FRAGMENTS)
def test_a_quick_look_sees_what_the_finder_finds(name: str, text: str) -> None:
    kind = document_type(name)
    assert kind.spans is not None
    quick = kind.spans(text)
    result = items(name, text)
    if quick is not None:
        assert not any(isinstance(item, Malformed) for item in result)
        assert [*quick[0]] == [(item.start, item.end, item.text) for item in result if isinstance(item, Candidate)]
        assert quick[1] == len(result)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("n-triples", "<http://a/b> <http://a/c#d> \"e\\n <f>\"@en . # g 'h\n<http://a/i'> <j> _:k .\n"),
        ("turtle", "<b#> a:c 1 .\n<c'> a 'd', \"e<f>'\"; a:b <g> . # h\n"),
    ],
)
def test_a_quick_look_is_enough_for_what_is_common(name: str, text: str) -> None:
    kind = document_type(name)
    assert kind.spans is not None
    assert [row[2] for row in (kind.spans(text) or ([], 0))[0]] == texts(name, text)


LEFT = ["<a\\u0062>", "<a", "a> <b>", '"a\n"', "# iri: ignore\n", "<a> <b\n>", "< a>", "<?xml ?>"]


@in_one_test("text", LEFT)
@in_one_test("name", NAMES)
def test_a_quick_look_leaves_the_rest_to_the_finder(name: str, text: str) -> None:
    kind = document_type(name)
    assert kind.spans is not None
    assert kind.spans(text) is None


@pytest.mark.parametrize("text", ["@prefix a: <b#> .\n", "PREFIX : <b#>\n", "<b> a:%41 <c> .\n", "<b> a:\\~ <c> .\n"])
def test_a_quick_look_leaves_prefixes_to_the_finder(text: str) -> None:
    quick = document_type("turtle").spans
    assert quick is not None
    assert quick(text) is None


NAMESPACES = "@prefix ex: <http://e.org/a#> .\nPREFIX : <http://e.org/>\n"


@in_one_test(
    ("text", "expected"),
    [
        (r"ex:a :b ex:c.d .", []),
        (r"ex:a\~b :x%41.", ["http://e.org/a#a~b", "http://e.org/x%41"]),
        (r":c%zz, ex:d\%zz ; :e%", ["http://e.org/c%zz", "http://e.org/a#d%zz", "http://e.org/e%"]),
        (r"ex:f\.. ex:g\#h", ["http://e.org/a#f.", "http://e.org/a#g#h"]),
        (r"no:a%zz _:b ?c%d e%f", []),
        (r'"ex:a%zz" # ex:b%zz', []),
        (r"@prefix : <http://f.org/x y/> . :a%zz", ["http://f.org/x y/"]),
        (r"@base <http://f.org/> . @prefix : <g#> . :a%zz", ["http://f.org/", "g#", "http://f.org/g#a%zz"]),
        (r"@prefix : <g#> . :a%zz", ["g#"]),
    ],
)
@in_one_test("name", ["turtle", "trig", "n3", "shex"])
def test_prefixed_names_with_escapes(name: str, text: str, expected: list[str]) -> None:
    assert texts(name, NAMESPACES + text)[2:] == expected
    check(name, NAMESPACES + text)


def test_an_escape_that_a_prefixed_name_has_not() -> None:
    problems = [item for item in items("turtle", NAMESPACES + r"ex:a\q") if isinstance(item, Malformed)]
    assert [(item.code, item.end - item.start) for item in problems] == [("S006", 2)]


def test_a_prefix_goes_on_in_other_blocks() -> None:
    finder = document_type("turtle").open(Options())
    assert len(list(finder(NAMESPACES))) == 2
    assert [item.text for item in finder("ex:a%zz .") if isinstance(item, Candidate)] == ["http://e.org/a#a%zz"]


@pytest.mark.parametrize("name", NAMES)
@given(FRAGMENTS, st.integers(1, 20))
def test_blocks_give_what_the_whole_gives(name: str, text: str, size: int) -> None:
    kind = document_type(name)
    assert kind.cut is not None
    if text.lstrip().startswith("<"):  # what begins like XML is reported by the first block
        text = f"\n. {text}"
    finder = kind.open(Options())
    rows = []
    held, before = "", 0
    for start in range(0, len(text), size):
        held += text[start : start + size]
        end = kind.cut(held) if start + size < len(text) else len(held)
        rows += placed(finder(held[:end]), before)
        held, before = held[end:], before + end
    assert rows == placed(items(name, text), 0)


def placed(items: Iterable[Item], before: int) -> list[tuple[int, str]]:
    return [(item.start + before, item.text) for item in items if not isinstance(item, Malformed)]


def test_a_block_does_not_end_in_a_string_that_is_closed() -> None:
    cut = document_type("turtle").cut
    assert cut is not None
    assert cut("<a> <b> <c> .\n<d> <e> \"\"\"f\ng\"\"\", '''h\ni''' ;") == 14
    assert cut('<d> """f\ng"""\n, \'\'\'h\n') == 14


def test_a_string_without_end_is_not_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lexical, "_LONGEST", 100)
    kind = document_type("turtle")
    assert kind.cut is not None
    lines = '<a> """b\n' + "<c>\n" * 50
    assert kind.cut(lines[:60]) == 0
    assert kind.cut("<z>\n" + lines[:60]) == 4
    assert kind.cut(lines) == len(lines)
    finder = kind.open(Options())
    assert [item.text for item in finder(lines) if isinstance(item, Candidate)] == ["a"]
    assert list(finder("<d>\n")) == []
    assert [item.text for item in finder('<e> " \\""" """ <f>\n') if isinstance(item, Candidate)] == ["f"]


@pytest.mark.parametrize("text", ['"""a" <b> "c', "BASE <http://b/> <c>", "@base\n", "'''<a>"])
def test_a_quick_look_leaves_what_goes_on_to_the_finder(text: str) -> None:
    kind = document_type("turtle")
    assert kind.spans is not None
    assert kind.spans(text) is None


@given(st.text())
def test_what_is_written_is_read_again(text: str) -> None:
    convention = lexical.lexicon("turtle").escapes["iri"]
    assert convention is not None
    written = convention.write(text)
    read = convention.read(written)
    assert not read.bad
    assert read.text == text
    assert not set("<>\n\r") & set(written)

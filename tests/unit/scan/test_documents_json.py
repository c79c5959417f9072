"""JSON, JSON-LD and JSON Lines: strings that are chosen, text in the others, comments, and what is wrong."""

from __future__ import annotations

import json

import pytest
from data_formats import PIECES, comments, edited, items, problems, texts
from hypothesis import given
from hypothesis import strategies as st

from irigrammar.scan.formats.items import Candidate
from irigrammar.scan.formats.registry import Options

DOCUMENT = """{
  "url": "a b",
  "items": [{"url": "c|d", "name": "see http://x.example/ now"}, {"url": 3}, "e"],
  "x/y": {"~": "f"}
}
"""


@pytest.mark.parametrize(
    ("pointers", "expected"),
    [
        (("/url",), ["a b"]),
        (("/items/*/url",), ["c|d"]),
        (("/**/url",), ["a b", "c|d"]),
        (("/items/2", "/x~1y/~0"), ["e", "f"]),
        (("/items",), []),
        (("/**",), ["a b", "c|d", "see http://x.example/ now", "e", "f"]),
        ((), ["http://x.example/"]),
    ],
)
def test_pointers_choose(pointers: tuple[str, ...], expected: list[str]) -> None:
    assert texts("json", DOCUMENT, Options(pointers=pointers)) == expected
    lines = DOCUMENT.replace("\n", "") + "\n"
    assert texts("json-lines", lines * 2, Options(pointers=pointers)) == expected * 2


def test_escapes_have_their_places_and_are_written_again() -> None:
    text = r'["see http://a.example/\u00e9\"", "http://b.example/é\/x", "http://c.example/\ud83d\ude00"]'
    assert texts("json", text) == ["http://a.example/é", "http://b.example/é/x", "http://c.example/\U0001f600"]
    changed = edited("json", text, lambda string: f'{string}ü"')
    assert json.loads(changed)[1] == 'http://b.example/é/xü"'
    assert changed == (
        r'["see http://a.example/\u00e9\u00fc\"\"", "http://b.example/é/xü\"", "http://c.example/\ud83d\ude00\u00fc\""]'
    )


def test_in_a_charset_without_all_characters_escapes_are_written() -> None:
    text = '["http://b.example/é"]'
    assert edited("json", text, str.upper, Options(encoding="iso8859-1")) == r'["HTTP://B.EXAMPLE/\u00c9"]'
    assert edited("json", text, str.upper, Options(encoding="utf-16-le")) == '["HTTP://B.EXAMPLE/É"]'


def test_lone_surrogates_are_reported() -> None:
    assert problems("json", r'{"a": "http://e.example/\ud83d!"}') == [
        (24, 30, "S006", "U+D83D is a surrogate, which is not a character (in value of a)")
    ]
    assert problems("json", r'{"a": "\ud83d"}') == []
    assert problems("json", r'{"a": "\ud83d"}', Options(pointers=("/a",)))[0][2] == "S006"


def test_comments_are_read() -> None:
    text = '{\n// iri: ignore[S001]\n"a": 1, /* iri: ignore */ "b": "// iri: ignore" // other\n}'
    assert comments("json", text) == [
        ("// iri: ignore[S001]", "iri: ignore[S001]"),
        ("/* iri: ignore */", "iri: ignore"),
    ]


def test_names_are_not_values_but_in_json_ld() -> None:
    text = '{"http://a.example/": "http://b.example/"}'
    assert texts("json", text) == ["http://b.example/"]
    assert texts("json-ld", text) == ["http://a.example/", "http://b.example/"]


def test_what_is_wrong_is_reported_three_times_at_most() -> None:
    assert [problem[0] for problem in problems("json", "[1 2 3 4 5 6]")] == [3, 5, 7]
    assert len(problems("json-lines", "{\n" * 9)) == 3
    assert problems("json", '{"a": {{ cookiecutter.a }}, "b": "http://b.example/"}') == []
    assert problems("json-lines", '{"a": "{{ x }}"}\n[1 2]\n') == [
        (20, 21, "S005", 'expected "," or the closing bracket')
    ]


def test_broken_documents_lose_little() -> None:
    assert texts("json", '{"a": "http://a.example/", "b": ["http://b.example/"') == [
        "http://a.example/",
        "http://b.example/",
    ]
    assert texts("json", '{"a": "http://a.example/\n"b": "http://b.example/x"}')[0] == "http://a.example/"
    assert texts("json-lines", '{"a": "http://a.example/\n{"b": "http://b.example/x"}\n')[1] == "http://b.example/x"


def test_keywords_are_read_where_they_are_meant() -> None:
    schema = '{"$schema": "https://json-schema.org/draft/2020-12/schema", "$ref": "#/a b", "x": "c d"}'
    assert texts("json", schema) == ["https://json-schema.org/draft/2020-12/schema", "#/a b"]
    assert texts("json", '{"a": {"$schema": "https://json-schema.org/x"}, "$ref": "#/a b"}') == [
        "https://json-schema.org/x",
        "#/a b",
    ]
    assert texts("json", schema, Options(pointers=("/x",))) == ["c d"]
    linked = '{"@context": ["a b", {"x": "c d"}], "@id": "e f", "y": {"@id": "_:b"}, "@type": "g h"}'
    assert texts("json-ld", linked) == ["a b", "e f"]


def test_findings_say_where_they_are() -> None:
    text = '{"a": [{"b": "http://b.example/"}, "http://a.example/"], "c": {}, "d": "http://d.example/"}'
    places = [item.what for item in items("json", text) if isinstance(item, Candidate)]
    assert places == ["value of b", "value of a", "value of d"]
    assert [item.what for item in items("json", '["http://a.example/"]') if isinstance(item, Candidate)] == ["a string"]


def test_a_regular_expression_is_not_an_identifier() -> None:
    text = '{"pattern": "http://a.example/[a-z]+", "x": {"regex": ["http://b.example/.*"]}, "y": "http://c.example/"}'
    assert texts("json", text) == texts("json-ld", text) == ["http://c.example/"]
    assert texts("json", text, Options(pointers=("/pattern",))) == ["http://a.example/[a-z]+"]


def test_lines_are_documents() -> None:
    text = '{"a": "http://a.example/"}\r\n\n"http://b.example/"\n'
    assert texts("json-lines", text) == ["http://a.example/", "http://b.example/"]
    assert texts("json-lines", text, Options(pointers=("",))) == ["http://b.example/"]


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_every_text_is_survived(text: str) -> None:
    for name in ("json", "json-ld", "json-lines"):
        for chosen in (Options(), Options(pointers=("/**",))):
            items(name, text, chosen)
            items(name, f'{{"$schema": "http://json-schema.org/x", "@id": "{text}', chosen)

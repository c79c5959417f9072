"""Identifiers in JSON: values, events, pointers, strings."""

from __future__ import annotations

import json
import tomllib
from itertools import pairwise
from typing import Any

import pytest
from document_items import PIECES, check, edited, identifiers, items, malformed, read_with_places
from examples import examples
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rows import in_one_test

from irigrammar.advice.registry import choose_rules as contexts_chosen
from irigrammar.scan.checking import Checker
from irigrammar.scan.correcting import correct, edits
from irigrammar.scan.formats.items import Candidate, Item, Malformed, Production
from irigrammar.scan.formats.json_values import CLOSE, COMMENT, KEY, OPEN, PROBLEM, STRING, Event, events, value_of
from irigrammar.scan.formats.pointers import Patterns, patterns
from irigrammar.scan.formats.registry import Options, document_type
from irigrammar.scan.formats.scalars import scalar, whole, within
from irigrammar.scan.formats.strings import (
    JSON_ASCII,
    JSON_SINGLE,
    JSON_STRING,
    TOML_BASIC,
    TOML_LITERAL,
    TOML_MULTILINE,
    Escapes,
)
from irigrammar.scan.formats.types.json import JsonFinder
from irigrammar.scan.found import Edit
from irigrammar.scan.policies import matcher_of

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
    assert identifiers("json", DOCUMENT, Options(pointers=pointers)) == expected
    lines = DOCUMENT.replace("\n", "") + "\n"
    assert identifiers("json-lines", lines * 2, Options(pointers=pointers)) == expected * 2


def test_escapes_have_their_places_and_are_written_again() -> None:
    text = r'["see http://a.example/\u00e9\"", "http://b.example/é\/x", "http://c.example/\ud83d\ude00"]'
    assert identifiers("json", text) == ["http://a.example/é", "http://b.example/é/x", "http://c.example/\U0001f600"]
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
    assert malformed("json", r'{"a": "http://e.example/\ud83d!"}') == [
        (24, 30, "S006", "U+D83D is a surrogate, which is not a character (in value of a)")
    ]
    assert malformed("json", r'{"a": "\ud83d"}') == []
    assert malformed("json", r'{"a": "\ud83d"}', Options(pointers=("/a",)))[0][2] == "S006"


def test_names_are_not_values_but_in_json_ld() -> None:
    text = '{"http://a.example/": "http://b.example/"}'
    assert identifiers("json", text) == ["http://b.example/"]
    assert identifiers("json-ld", text) == ["http://a.example/", "http://b.example/"]


def test_at_most_three_faults_are_reported() -> None:
    assert [problem[0] for problem in malformed("json", "[1 2 3 4 5 6]")] == [3, 5, 7]
    assert len(malformed("json-lines", "{\n" * 9)) == 3
    assert malformed("json", '{"a": {{ cookiecutter.a }}, "b": "http://b.example/"}') == []
    assert malformed("json-lines", '{"a": "{{ x }}"}\n[1 2]\n') == [
        (20, 21, "S005", 'expected "," or the closing bracket')
    ]


def test_broken_documents_lose_little() -> None:
    assert identifiers("json", '{"a": "http://a.example/", "b": ["http://b.example/"') == [
        "http://a.example/",
        "http://b.example/",
    ]
    assert identifiers("json", '{"a": "http://a.example/\n"b": "http://b.example/x"}')[0] == "http://a.example/"
    assert (
        identifiers("json-lines", '{"a": "http://a.example/\n{"b": "http://b.example/x"}\n')[1] == "http://b.example/x"
    )


def test_keywords_are_read_where_they_are_meant() -> None:
    schema = '{"$schema": "https://json-schema.org/draft/2020-12/schema", "$ref": "#/a b", "x": "c d"}'
    assert identifiers("json", schema) == ["https://json-schema.org/draft/2020-12/schema", "#/a b"]
    assert identifiers("json", '{"a": {"$schema": "https://json-schema.org/x"}, "$ref": "#/a b"}') == [
        "https://json-schema.org/x",
        "#/a b",
    ]
    assert identifiers("json", schema, Options(pointers=("/x",))) == ["c d"]
    linked = '{"@context": ["a b", {"x": "c d"}], "@id": "e f", "y": {"@id": "_:b"}, "@type": "g h"}'
    assert identifiers("json-ld", linked) == ["a b", "e f"]


def test_a_regular_expression_is_not_an_identifier() -> None:
    text = '{"pattern": "http://a.example/[a-z]+", "x": {"regex": ["http://b.example/.*"]}, "y": "http://c.example/"}'
    assert identifiers("json", text) == identifiers("json-ld", text) == ["http://c.example/"]
    assert identifiers("json", text, Options(pointers=("/pattern",))) == ["http://a.example/[a-z]+"]


def test_lines_are_documents() -> None:
    text = '{"a": "http://a.example/"}\r\n\n"http://b.example/"\n'
    assert identifiers("json-lines", text) == ["http://a.example/", "http://b.example/"]
    assert identifiers("json-lines", text, Options(pointers=("",))) == ["http://b.example/"]


def events_problems(text: str) -> list[tuple[int, int, str]]:
    return [(event.start, event.end, event.note) for event in events(text) if event.kind == PROBLEM]


def value(text: str) -> Any:
    def read(event: Event) -> Any:
        return scalar(text, event.start, event.end, JSON_STRING if event.note else None)

    return value_of(events(text), read)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(JSON, st.sampled_from([None, 2]), st.booleans())
@example([float("inf"), -float("inf"), 1e-7, 1.5e300, -0.0], None, True)
def test_what_the_standard_library_writes_is_well_formed_and_read(
    data: Any, indent: int | None, ascii_only: bool
) -> None:
    text = json.dumps(data, indent=indent, ensure_ascii=ascii_only)
    assert events_problems(text) == []
    # By what is written: NaN does not equal itself.
    assert json.dumps(value(text), indent=indent, ensure_ascii=ascii_only) == text


@example("1true")
@given(
    st.lists(st.sampled_from(["{", "}", "[", "]", ":", ",", '"a"', "1", "true", " ", "\n", '"b']), max_size=12).map(
        "".join
    )
)
def test_what_the_standard_library_refuses_is_reported(text: str) -> None:
    try:
        json.loads(text)
    except json.JSONDecodeError:
        lenient = text.replace(" ", "").replace("\n", "")
        # Nothing at all is let pass, and so are commas before a closing bracket and names without quotes.
        if (
            not lenient
            or ",}" in lenient
            or ",]" in lenient
            or any(f"{sign}{word}" in lenient for sign in "{," for word in ("1", "true"))
        ):
            return
        assert events_problems(text)
    else:
        assert events_problems(text) == []


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_events_every_text_is_survived(text: str) -> None:
    rows = list(events(text))
    depth = 0
    for event in rows:
        assert 0 <= event.start <= event.end <= len(text)
        depth += (event.kind == OPEN) - (event.kind == CLOSE)
        assert depth >= 0
    assert depth == 0
    reported = [event for event in rows if event.kind in (KEY, STRING, COMMENT)]
    assert all(first.end <= second.start for first, second in pairwise(reported))
    value(text)


@in_one_test(
    "text",
    [
        *["", " ", "[1,]", '{"a": 1,}', "// x\n1", "/* x */ [/**/]", "{a: 1, $b_: 'c'}", "['a\\\nb']"],
        *["[+1, .5, 5., 0x1F, NaN]", "1 // x"],
    ],
)
def test_comments_and_json5_are_let_pass(text: str) -> None:
    assert events_problems(text) == []


@in_one_test(
    ("text", "expected"),
    [
        ("[1 2]", [(3, 4, 'expected "," or the closing bracket')]),
        ("[1,,2]", [(3, 4, "expected a value")]),
        ('{"a" 1}', [(5, 6, 'expected ":"')]),
        ('{"a": 1 "b": 2}', [(9, 10, 'expected "," or the closing bracket')]),
        ('{"a"}', [(4, 5, 'expected ":"')]),
        ('{"a":}', [(5, 6, "expected a value")]),
        ("[1}", [(2, 3, "} does not fit here"), (0, 1, "[ is never closed")]),
        ('{"a": [1, 2}', [(11, 12, "} does not fit here")]),
        ('["a', [(1, 3, "the string is not closed on its line"), (0, 1, "[ is never closed")]),
        ("[tru]", [(1, 4, "expected a value")]),
        (
            "[1true, 01, 1e, -]",
            [(start, end, "expected a value") for start, end in ((1, 6), (8, 10), (12, 14), (16, 17))],
        ),
        ("{} {}", [(3, 4, "the document should end here")]),
        ("@", [(0, 1, "expected a value")]),
        ("[[[", [(2, 3, "[ is never closed")]),
    ],
)
def test_faults_are_reported_where_they_are(text: str, expected: list[tuple[int, int, str]]) -> None:
    assert events_problems(text) == expected


def test_a_missing_comma_loses_no_name() -> None:
    assert value('{"a": 1 "b": {"c": 2} "d": 3}') == {"a": 1, "b": {"c": 2}, "d": 3}


@pytest.mark.slow
def test_depth_does_not_matter() -> None:
    for text in ("[" * 100_000, '{"a":' * 100_000, "[" * 100_000 + "}" * 100_000, "[" * 100_000 + "]" * 100_000):
        assert sum(1 for _ in events(text)) >= 200_000
    result = value("[" * 100_000 + "]" * 100_000)
    while result:  # or Python itself takes them apart one within the other
        (result,) = result


def test_white_space_takes_linear_time() -> None:
    # Where each place of it is a beginning, it takes minutes.
    for space in (" ", "\r\n", "\u2028"):
        assert list(events(space * 500_000)) == []


def test_of_equal_names_the_last_counts() -> None:
    assert value('{"a": 1, "a": 2}') == {"a": 2}
    assert value("9" * 5000) == float("inf")


def choose_rules(patterns: Patterns, path: list[str | int]) -> bool:
    state = patterns.start
    for token in path:
        state = patterns.step(state, token)
    return patterns.matches(state)


def defined(tokens: list[str], path: list[str]) -> bool:
    if not tokens:
        return not path
    if tokens[0] == "**":
        return any(defined(tokens[1:], path[index:]) for index in range(len(path) + 1))
    return bool(path) and tokens[0] in ("*", path[0]) and defined(tokens[1:], path[1:])


@in_one_test(
    ("pointer", "path", "expected"),
    [
        ("", [], True),
        ("", ["a"], False),
        ("/", [""], True),
        ("/a/0", ["a", 0], True),
        ("/a/00", ["a", 0], False),
        ("/a~1b~0c", ["a/b~c"], True),
        ("/~01", ["~1"], True),
        ("/*/id", ["x", "id"], True),
        ("/*/id", ["id"], False),
        ("/**/id", ["id"], True),
        ("/**/id", ["a", 3, "id"], True),
        ("/**/id", ["a", "id", "x"], False),
        ("/a/**", ["a"], True),
        ("/a/**", ["a", "b", "c"], True),
        ("/a/**", ["b"], False),
    ],
)
def test_a_pattern_chooses(pointer: str, path: list[str | int], expected: bool) -> None:
    assert choose_rules(patterns([pointer]), path) is expected
    # Beside others it chooses the same.
    assert choose_rules(patterns(["/never/x", pointer, "/y"]), path) is expected


@pytest.mark.parametrize(
    ("pointer", "why"),
    [
        ("a", "does not begin"),
        ("/a~", "offset 2"),
        ("/~2b", "offset 1"),
        ("#/a", "does not begin"),
        ("/~~1", "offset 1"),
    ],
)
def test_invalid_pointers_are_refused(pointer: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        patterns([pointer])


tokens = st.lists(st.sampled_from(["a", "b", "*", "**"]), max_size=6)


@given(st.lists(tokens, min_size=1, max_size=3), st.lists(st.sampled_from(["a", "b", "c"]), max_size=6))
def test_patterns_choose_what_their_definition_says(rows: list[list[str]], path: list[str]) -> None:
    pointers = ["".join(f"/{token}" for token in row) for row in rows]
    assert choose_rules(patterns(pointers), [*path]) is any(defined(row, path) for row in rows)


TEXT = st.text(st.characters(exclude_categories=["Cs"]))


@given(TEXT)
def test_json_is_written_so_that_it_is_read(text: str) -> None:
    for convention in (JSON_STRING, JSON_ASCII):
        written = convention.write(text)
        assert json.loads(f'"{written}"') == text == convention.read(written).text
    assert JSON_ASCII.write(text).isascii()
    assert "'" not in JSON_SINGLE.write(text)
    assert JSON_SINGLE.read(JSON_SINGLE.write(text)).text == text


@given(TEXT)
def test_toml_is_written_so_that_it_is_read(text: str) -> None:
    written = TOML_BASIC.write(text)
    assert tomllib.loads(f'a = "{written}"')["a"] == text == TOML_BASIC.read(written).text
    lines = TOML_MULTILINE.write(text)
    assert tomllib.loads(f'a = """{lines}"""')["a"] == text == TOML_MULTILINE.read(lines).text


@given(st.text(st.sampled_from('a"\\/bfnrtu0dD8cC9\n\r\t \x1f'), max_size=30))
@example("\\ud800")
def test_json_strings_are_read_as_json_reads_them(written: str) -> None:
    try:
        value = json.loads(f'"{written}"', strict=False)
    except ValueError:
        return
    reading = JSON_STRING.read(written)
    if reading.bad:  # the library lets surrogates pass
        assert any("\ud800" <= char <= "\udfff" for char in value)
    else:
        assert reading.text == value


@given(st.text(st.sampled_from("a\"'\\bfnrtuU0dD8 \n\r\t"), max_size=30))
def test_toml_strings_are_read_as_tomllib_reads_them(written: str) -> None:
    for quote, convention in (('"', TOML_BASIC), ("'", TOML_LITERAL), ('"""', TOML_MULTILINE), ("'''", TOML_LITERAL)):
        # A line end right behind three quotes is none of the string's.
        inside = written if len(quote) == 1 else f"x{written}"
        try:
            value = tomllib.loads(f"a = {quote}{inside}{quote}")["a"]
        except (tomllib.TOMLDecodeError, KeyError):
            continue
        reading = convention.read(inside)
        assert not reading.bad
        assert reading.text == value


@in_one_test(
    ("convention", "written", "text", "offsets"),
    [
        (JSON_STRING, r"a\u00e9b", "aéb", [0, 1, 7, 8]),
        (JSON_STRING, r"\ud83d\ude00x", "\U0001f600x", [0, 12, 13]),
        (JSON_STRING, r"\/", "/", [0, 2]),
        (JSON_SINGLE, "a\\\r\nb", "ab", [0, 4, 5]),
        (JSON_SINGLE, r"\x41", "A", [0, 4]),
        (TOML_BASIC, r"\U0001F600\e", "\U0001f600\x1b", [0, 10, 12]),
        (TOML_MULTILINE, "a\\  \n\n  b\r\nc", "ab\nc", [0, 8, 9, 11, 12]),
        (TOML_LITERAL, "a\r\nb", "a\nb", [0, 1, 3, 4]),
    ],
)
def test_each_code_point_has_its_place(convention: Escapes, written: str, text: str, offsets: list[int]) -> None:
    read_with_places(convention, written, text, offsets)


@given(st.lists(st.sampled_from(["ab", r"\n", r"\ud83d\ude00", "\\\n", "c"]), max_size=8), st.data())
@settings(max_examples=examples(100))
def test_places_of_a_part_are_those_of_the_whole(parts: list[str], data: st.DataObject) -> None:
    places = JSON_STRING.read("".join(parts) + r"\/").offsets
    assert places is not None
    first = data.draw(st.integers(0, len(places)))
    last = data.draw(st.integers(first, len(places) + 1))
    assert [*places[first:last]] == [*places][first:last]


@in_one_test(
    ("convention", "written", "bad"),
    [
        (JSON_STRING, r"a\ud83d", [(1, 7, "U+D83D is a surrogate, which is not a character")]),
        (
            JSON_STRING,
            r"\ude00\ud83d",
            [
                (0, 6, "U+DE00 is a surrogate, which is not a character"),
                (6, 12, "U+D83D is a surrogate, which is not a character"),
            ],
        ),
        (
            JSON_STRING,
            r"\ud83d\ud83e",
            [
                (0, 6, "U+D83D is a surrogate, which is not a character"),
                (6, 12, "U+D83E is a surrogate, which is not a character"),
            ],
        ),
        (JSON_STRING, r"\ud83d\u00e9", [(0, 6, "U+D83D is a surrogate, which is not a character")]),
        (JSON_STRING, r"\u12g", [(0, 2, "hexadecimal digits are missing")]),
        (JSON_STRING, r"\q", [(0, 2, r"\q is not an escape")]),
        (JSON_STRING, "a\\", [(1, 2, "the backslash escapes nothing")]),
        (TOML_BASIC, r"\U00110000", [(0, 10, "110000 is beyond the last code point of Unicode")]),
        (TOML_BASIC, r"\UFFFFFFFF", [(0, 10, "FFFFFFFF is beyond the last code point of Unicode")]),
        (TOML_BASIC, r"\uD800", [(0, 6, "U+D800 is a surrogate, which is not a character")]),
        (TOML_BASIC, r"\/", [(0, 2, r"\/ is not an escape")]),
    ],
)
def test_invalid_escapes_are_reported(convention: Escapes, written: str, bad: list[tuple[int, int, str]]) -> None:
    reading = convention.read(written)
    assert list(reading.bad) == bad
    assert reading.text == written.replace(r"\u00e9", "é")


def test_unwritable_values_are_refused() -> None:
    with pytest.raises(ValueError, match="cannot be written"):
        TOML_LITERAL.write("it's")
    assert TOML_LITERAL.write("a\\b\té") == "a\\b\té"


FIND = document_type("text").open(Options())


def within_json(written: str) -> list[Item]:
    return list(within(scalar(f'"{written}"', 1, len(written) + 1, JSON_STRING), "value of a", FIND))


def test_the_whole_is_checked_by_what_asks_for_it() -> None:
    asked = Production("rfc3986", "URI")
    (candidate,) = whole(scalar('["a b"]', 2, 5, JSON_STRING), "value of a", asked)
    assert candidate == Candidate(2, 5, "a b", "value of a", JSON_STRING, None, asked)


def test_a_bad_escape_is_reported_where_it_is_in_an_identifier() -> None:
    (item,) = within_json(r"\ud800 http://example.org/\ud83d \q")
    assert item == Malformed(27, 33, "S006", "U+D83D is a surrogate, which is not a character (in value of a)")
    (other,) = within_json(r"\ud800 http://example.org/ \q")
    assert isinstance(other, Candidate)
    assert other.text == "http://example.org/"


def test_an_identifier_that_is_broken_over_lines_is_read_in_both_conventions() -> None:
    written = r"see <http://example.org/\u00e9\n  b> and more"
    (item,) = within_json(written)
    assert isinstance(item, Candidate)
    assert item.text == "http://example.org/éb"
    assert item.offsets is not None
    assert list(item.offsets)[-3:] == [25, 35, 36]
    assert item.escapes is not None
    assert item.escapes.read(f'"{written}"'[item.start : item.end]).text == item.text
    assert item.escapes.write('ü"') == 'ü\\"'
    (plain,) = within(scalar("x <http://example.org/\n b> y", 0, 27), "text", FIND)
    assert isinstance(plain, Candidate)
    assert (plain.text, plain.start, plain.end) == ("http://example.org/b", 3, 25)


@pytest.mark.slow
def test_many_bad_escapes_take_linear_time() -> None:
    result = within_json(r"\ud800 http://example.org/ " * 20_000)
    assert len(result) == 20_000
    assert all(isinstance(item, Candidate) for item in result)


@in_one_test(
    ("key", "value", "expected"),
    [
        ("url", "http://e.org/a b", ["http://e.org/a b"]),
        ("homepage", "http://e.org/a b and c d", ["http://e.org/a b and c d"]),
        ("termsOfService", "http://e.org/[a b", ["http://e.org/[a b"]),
        ("repository-code", "git+https://e.org/a b", ["git+https://e.org/a b"]),
        ("baseUrl", "www.e.org/a", ["www.e.org/a"]),
        ("href", "http//e.org/x", ["http//e.org/x"]),
        ("uri", "foo://x y", ["foo://x y"]),
        ("url", "http://e.org/{id} x", []),
        ("url", "{{ base }}/x", []),
        ("links", "http://a.org/ http://b.org/", ["http://a.org/", "http://b.org/"]),
        ("link", "see http://a.org/ b", ["http://a.org/"]),
        ("url", "n/a", []),
        ("text", "http://e.org/a b", ["http://e.org/a"]),
        ("$ref", "#/definitions/a b", ["#/definitions/a b"]),
        ("$ref", "other file.json", ["other file.json"]),
        ("$ref", "a%zz.json", ["a%zz.json"]),
        ("feed", "http://e.org/a b", ["http://e.org/a"]),
    ],
)
def test_values_of_keys(key: str, value: str, expected: list[str]) -> None:
    for kind, text in (
        ("json", json.dumps({key: value})),
        ("json", json.dumps([{"a": {key: value}}])),
        ("yaml", f"a:\n- {key!r}: {value!r}\n"),
    ):
        assert identifiers(kind, text) == expected, kind
        check(kind, text)
    if key != "$ref":
        assert identifiers("toml", f"[a]\n{key} = {value!r}\n") == expected
        assert identifiers("csv", f"id,{key}\n1,{value}\n") == expected


def test_keys_beside_keywords() -> None:
    linked = '{"@context": "https://schema.org/", "@id": "c d", "url": "http://e.org/a b"}'
    assert identifiers("json-ld", linked) == ["https://schema.org/", "c d", "http://e.org/a b"]


def test_keys_within_others() -> None:
    for kind, text in (
        ("json", '{"openapi": "3.1.0", "servers": [{"url": "/v1 a"}, {"url": "http://e.org/v2 b"}], "url": "/v3 c"}'),
        ("yaml", "openapi: 3.0.1\nservers:\n- url: /v1 a\n  description: x\n- url: http://e.org/v2 b\nurl: /v3 c\n"),
    ):
        candidates = [item for item in items(kind, text) if isinstance(item, Candidate)]
        assert [item.text for item in candidates] == ["/v1 a", "http://e.org/v2 b"]
        assert [item.production for item in candidates] == [Production("rfc3986", "URI-reference")] * 2


def test_custom_keys() -> None:
    own = Options(keys=("Feed",))
    for kind, text in (
        ("json", '{"feed": "http://e.org/a b"}'),
        ("yaml", "feed: http://e.org/a b\n"),
        ("toml", "feed = 'http://e.org/a b'\n"),
        ("csv", "id,feed\n1,http://e.org/a b\n"),
    ):
        assert [item.text for item in items(kind, text, own) if isinstance(item, Candidate)] == ["http://e.org/a b"]


GEO = "http://www.opengis.net/ont/geosparql#"
SCHEMA = "http://schema.org/"


@in_one_test(
    ("context", "name", "expected"),
    [
        ({"geo": GEO}, "geo:Point", f"{GEO}Point"),
        ([{"geo": {"@id": GEO}}], "geo:Point", "geo:Point"),
        ([{"geo": {"@id": GEO, "@prefix": True}}], "geo:Point", f"{GEO}Point"),
        ({"geo": GEO}, "geo:a b", f"{GEO}a b"),
        ({"my_ns": GEO}, "my_ns:a b", f"{GEO}a b"),
        ({"geo": GEO}, "geo://e.org/", "geo://e.org/"),
        ({"geo": "http://e.org/geo"}, "geo:Point", "geo:Point"),
        ({"geo": "http://e.org/a b#"}, "geo:Point", "geo:Point"),
        ([{"geo": GEO}, {"geo": "http://e.org/"}], "geo:Point", "http://e.org/Point"),
        ({"@vocab": GEO}, "geo:Point", "geo:Point"),
        ({"geo": {"@id": "http://e.org/geo", "@prefix": True}}, "geo:Point", "http://e.org/geoPoint"),
        ({"@base": "http://e.org/a/"}, "b c", "http://e.org/a/b c"),
        ({"@base": "http://e.org/a/#d"}, "b c", "http://e.org/a/b c"),
        ({"@base": "http://e.org/a?b#d"}, "#b c", "http://e.org/a?b#b c"),
        ({"@base": "http://e.org/a"}, "b c", "http://e.org/b c"),
        ({"@base": "http://e.org/a/"}, "../b c", "../b c"),
        ({"@base": "http://e.org/a/"}, "/b c", "/b c"),
        ({"@base": "http://e.org/a/"}, "b/../c d", "b/../c d"),
        ([{"@base": "http://e.org/a/"}, {"@base": "http://e.org/"}], "b c", "http://e.org/b c"),
        ({"geo": f"http://e.org/{'a' * 1000}#"}, "geo:Point", "geo:Point"),
        ({"a": "http://e.org/a#", "b": "a:b/"}, "b:x", "http://e.org/a#b/x"),
        ({"b": "a:b/", "a": "http://e.org/a#"}, "b:x", "http://e.org/a#b/x"),
        ({"a": "b:/", "b": "a:/"}, "a:x", "a:x"),
        ({"a": {"@id": GEO, "@prefix": False}}, "a:x", "a:x"),
        ({"a": {"@id": f"{GEO}x", "@prefix": True}}, "a:x", f"{GEO}xx"),
        ([{"geo": GEO}, None], "geo:x", "geo:x"),
        ([{"geo": {"@id": GEO, "@prefix": True, "@protected": True}}, {"geo": "http://e.org/"}], "geo:x", f"{GEO}x"),
        ([{"geo": GEO}, "http://e.org/context"], "geo:x", "geo:x"),
        (["http://e.org/context", {"geo": GEO}], "geo:x", f"{GEO}x"),
        ({"@import": "http://e.org/context", "geo": GEO}, "geo:x", f"{GEO}x"),
        ({"@base": "http://e.org/a/b"}, "../c", "http://e.org/c"),
        ({"@base": "http://e.org/a/b"}, "/c", "http://e.org/c"),
        ({"@base": "http://e.org/a/b"}, "?c", "http://e.org/a/b?c"),
        ([{"@base": "http://e.org/a/b"}, {"@base": "c/"}], "d", "http://e.org/a/c/d"),
        ([{"@base": "http://e.org/a/b"}, {"@base": None}], "c", "c"),
        ({"@base": "a/"}, "c", "c"),
    ],
)
def test_compact_iris(context: object, name: str, expected: str) -> None:
    for text in (
        json.dumps({"@context": context, "@id": name}),
        json.dumps({"@id": name, "@context": context}),
        json.dumps({"@graph": [{"x": {"@id": name}}], "@context": context}),
    ):
        texts = identifiers("json-ld", text)
        assert expected in texts
        assert texts.count(name) == (expected == name)
        check("json-ld", text)


def test_a_fault_is_where_it_is_written_and_never_fixed() -> None:
    text = f'{{"@context": {{"geo": "{GEO}"}}, "@id": "geo:a b"}}'
    item = next(item for item in check("json-ld", text) if isinstance(item, Candidate) and item.label == "value of @id")
    checker = Checker(matcher_of(Production("rfc3987", "IRI-reference")), contexts_chosen("publish"))
    assert correct(item, checker, unsafe=True) is None
    place = text.index("a b") + 1
    assert edits(item, f"{GEO}a%20b") == (Edit(place, place + 1, "%20"),)


@in_one_test(
    ("context", "members", "expected"),
    [
        ({"geo": GEO}, {"@type": "geo:A b"}, [f"{GEO}A b"]),
        ({"geo": GEO}, {"@type": ["geo:A", "geo:b c", "x:y"]}, [f"{GEO}A", f"{GEO}b c", "x:y"]),
        ({"@vocab": GEO}, {"@type": "A b"}, [f"{GEO}A b"]),
        ({"@vocab": GEO, "A b": "http://e.org/a"}, {"@type": "A b"}, []),
        (["http://e.org/context", {"@vocab": GEO}], {"@type": "A b", "c d": 1}, []),
        (
            "https://www.w3.org/ns/activitystreams",
            {"id": "a b", "type": "A b", "xsd:c d": 1, "e f": 1},
            ["https://www.w3.org/ns/activitystreams", "a b", "http://www.w3.org/2001/XMLSchema#c d"],
        ),
        (
            "https://schema.org",
            {"@type": "A b", "url": "c d", "image": {"license": "e f"}, "schema:a b": "g h", "name": "i j", "x:y z": 1},
            ["https://schema.org", f"{SCHEMA}A b", "c d", "e f", f"{SCHEMA}a b", f"{SCHEMA}name", "x:y z"],
        ),
        (
            [{"a": "http://e.org/a"}, "http://schema.org/", {"url": None}],
            {"a": 1, "url": "c d", "sameAs": "e f"},
            ["http://schema.org/", "e f"],
        ),
        ({}, {"@type": "A b"}, ["A b"]),
        ({}, {"@type": "http://e.org/a b"}, ["http://e.org/a b"]),
        ({}, {"@type": "@json"}, []),
        ({"a": "@type", "geo": GEO}, {"a": "geo:b c"}, [f"{GEO}b c"]),
        ({"a": "@id", "geo": GEO}, {"a": "geo:b c"}, [f"{GEO}b c"]),
        ({"a": {"@type": "@id"}, "geo": GEO}, {"a": ["geo:b", "c d", "_:e"]}, [f"{GEO}b", "c d"]),
        ({"a": {"@type": "@vocab"}, "@vocab": GEO}, {"a": ["b c", "a"]}, [f"{GEO}b c"]),
        ({"a": {"@type": "http://e.org/t"}, "geo": GEO}, {"a": "geo:b c"}, []),
        ({"geo": GEO}, {"geo:a b": "geo:c d"}, [f"{GEO}a b"]),
        ({"geo": GEO, "geo:a b": {"@type": "@id"}}, {"geo:a b": "c d"}, [f"{GEO}a b", "c d"]),
        ({"geo": GEO}, {"geo:a": {"geo:b": "c"}}, [f"{GEO}a", f"{GEO}b"]),
        ({"@vocab": GEO}, {"a b": "c d", "@id": "x"}, [f"{GEO}a b", "x"]),
        ({"@vocab": GEO, "a": {"@container": "@index"}}, {"a": {"b c": {"d e": 1}}}, [f"{GEO}d e"]),
        ({"a": {"@container": "@id"}, "geo": GEO}, {"a": {"b c": 1, "geo:d": 2, "@none": 3}}, ["b c", f"{GEO}d"]),
        ({"a": {"@container": ["@set", "@type"]}, "@vocab": GEO}, {"a": {"b c": 1}}, [f"{GEO}b c"]),
        ({"@vocab": GEO, "a": {"@container": "@set"}}, {"a": {"b c": 1}}, [f"{GEO}b c"]),
        ({"@vocab": GEO, "a": {"@type": "@json"}}, {"a": {"b c": {"@id": "d e"}}}, []),
        ({"geo": GEO, "a": "geo:b c", "d": {"@id": "geo:e f"}}, {}, [f"{GEO}b c", f"{GEO}e f"]),
        ({"geo": GEO, "a": {"@id": "geo:b", "@type": "geo:c d"}}, {}, [f"{GEO}b", f"{GEO}c d"]),
        (
            {"a": {"@context": {"b": {"@type": "@id"}}}, "@vocab": GEO},
            {"b": "c: d e"},
            [f"{GEO}b"],
        ),  # for what is within a
        ({"@vocab": GEO}, {"a": {"@type": "@json", "@value": {"@id": "b c", "d e": 1}}}, [f"{GEO}a"]),
        ([{"ex": GEO}, {"@vocab": "ex:w/"}], {"t": 1}, [f"{GEO}w/", f"{GEO}w/t"]),
        ({"ex": GEO, "@vocab": "ex:w/"}, {"t": 1}, ["ex:w/", "ex:w/t"]),
        ([{"@vocab": GEO}, {"@vocab": "w/"}], {"t": 1}, [f"{GEO}w/", f"{GEO}w/t"]),
        ({"@vocab": ""}, {"a b": 1, "c": {"@type": "d"}}, ["a b", "c", "d"]),
        ({"@base": None, "@vocab": "#"}, {"a b": 1}, ["#"]),
        ({"@vocab": GEO, "a": None}, {"a": {"@id": "b c"}, "d": {"@id": "e f"}}, [f"{GEO}d", "e f"]),
        ({"@vocab": GEO, "i": "@id", "t": "@type"}, {"a": {"i": "b c", "t": "d"}}, [f"{GEO}a", "b c", f"{GEO}d"]),
        ({"@vocab": GEO, "a": {"@reverse": "b c"}}, {"a": {"@id": "d"}}, [f"{GEO}b c", "d"]),
        ({"@vocab": GEO, "a": {"@type": "@id", "@container": "@list"}}, {"a": ["b c"]}, ["b c"]),
        ({"@vocab": GEO, "a": {"@type": "@id"}}, {"a": {"@set": ["b c"]}, "@included": [{"@id": "d"}]}, ["b c", "d"]),
        ({"@vocab": GEO, "a": {"@type": "@id", "@container": "@language"}}, {"a": {"b c": "d e"}}, []),
        (
            {"@vocab": GEO, "a": {"@container": "@index", "@index": "p"}, "p": {"@type": "@id"}},
            {"a": {"b c": {}}},
            ["b c"],
        ),
        ({"@vocab": GEO, "a": {"@container": ["@graph", "@id"]}}, {"a": {"b c": {"d": 1}}}, ["b c", f"{GEO}d"]),
        ({"@vocab": GEO, "a": "@nest"}, {"a": {"b": {"@id": "c d"}}}, [f"{GEO}b", "c d"]),
        (
            {"@vocab": GEO, "a": {"@context": {"@vocab": "tag:"}}},
            {"a": {"b": {"c": 1}}, "d": 1},
            ["tag:", "tag:b", "tag:c", f"{GEO}d"],
        ),
        (
            {"@vocab": GEO, "a": {"@context": {"@vocab": "tag:", "@propagate": False}}},
            {"a": {"b": {"c": 1}}},
            ["tag:", "tag:b", f"{GEO}c"],
        ),
        (
            {"@vocab": GEO, "T": {"@context": {"@vocab": "tag:"}}},
            {"@type": "T", "b": {"c": 1}},
            ["tag:", "tag:b", f"{GEO}c"],
        ),
        (
            {"@vocab": GEO, "T": {"@context": {"@vocab": "tag:", "@propagate": True}}},
            {"@type": "T", "b": {"c": 1}},
            ["tag:", "tag:b", "tag:c"],
        ),
        (
            {"@vocab": GEO, "T": {"@context": {"@vocab": "tag:"}}},
            {"b": {"@id": "x"}, "@type": "T"},
            ["tag:", "tag:b", "x"],
        ),
        (
            {"@vocab": GEO, "a": {"@container": "@type"}, "T": {"@context": {"@vocab": "tag:"}}},
            {"a": {"T": {"b": 1}}},
            ["tag:", "tag:b"],
        ),
        (
            {"@vocab": GEO},
            {"a": [{"@context": {"@vocab": "tag:"}, "b": 1}, {"b": 1}]},
            [f"{GEO}a", "tag:", "tag:b", f"{GEO}b"],
        ),
        ({"@vocab": GEO}, {"a": {"@context": None, "b": 1, "c:d": 1}}, [f"{GEO}a", "c:d"]),
        ({"@vocab": GEO}, {"a": {"@context": "http://e.org/context", "b": 1}, "b": 1}, [f"{GEO}a", f"{GEO}b"]),
        ({"@vocab": "#", "a": {"@id": "b"}, "c": "d"}, {"e f": 1}, ["#", "#b", "#d", "#e f"]),
    ],
)
def test_types_references_and_names(context: object, members: dict[str, object], expected: list[str]) -> None:
    text = json.dumps({"@context": context, **members})
    for kind in ("json-ld", "yaml"):
        texts = [item.text for item in check(kind, text) if isinstance(item, Candidate)]
        others = {GEO, "http://e.org/context", "http://e.org/t", "http://e.org/a"}
        assert [name for name in texts if name not in others] == expected, kind


LINKED_NAMES = [
    *("@context", "@id", "@vocab", "@base", "@type", "@container", "@nest", "@index", "@propagate", "@import", "@x"),
    *("pattern", "a", "b", "a:b", ""),
]
LINKED_VALUES = ["", "a", "a:", "a:b", "b:", "@id", "@type", "@json", "@index", "@nest", "@x", GEO, "#", "../"]
LINKED = st.recursive(
    st.sampled_from([None, True, 3, *LINKED_VALUES]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(LINKED_NAMES), inner, max_size=4),
    max_leaves=25,
)


@given(LINKED, LINKED)
@settings(max_examples=examples(400))
def test_contexts_of_any_value_are_survived(context: Any, value: Any) -> None:
    rows = value if isinstance(value, list | dict) else [value]
    document = {"@context": context, "a": rows} | (rows if isinstance(rows, dict) else {})
    for kind in ("json-ld", "json", "yaml"):
        check(kind, json.dumps(document), Options())


def test_yaml_ld() -> None:
    text = f'"@context":\n  geo: {GEO}\n"@id": geo:a b\n"@type": [geo:A]\ngeo:knows: {{"@id": \'geo:c d\'}}\n'
    expected = [GEO, f"{GEO}a b", f"{GEO}A", f"{GEO}knows", f"{GEO}c d"]
    assert [item.text for item in check("yaml", text) if isinstance(item, Candidate)] == expected
    assert identifiers("yaml", f"geo: {GEO}\nid: geo:a b\n") == [GEO]
    keys = '"@context": {"@vocab": "tag:"}\na: &k b\n"@id": x\n*k : c d\n"@id": y\n? {"@id": e f}\n: g h\n'
    assert identifiers("yaml", keys) == ["tag:", "tag:a", "x", "y", "e f"]
    shared = '- &n {"@context": &c {"@vocab": "tag:"}, a: 1}\n- {"@context": *c, b: 1, c: *n}\n- {a: 1}\n'
    assert identifiers("yaml", shared) == ["tag:", "tag:a", "tag:b", "tag:c"]


@pytest.mark.parametrize("kind", ["json-ld", "yaml"])
@pytest.mark.parametrize("inner", ['{"b c": "http://h/d e"}', '"http://h/d e"', '{"@id": "http://h/d e"}'])
def test_keys_in_more_lists_than_are_looked_at(kind: str, inner: str) -> None:
    document = f'{{"@context": {{"@vocab": "{GEO}"}}, "a": {"[" * 40}{inner}{"]" * 40}}}'
    assert not [item for item in items(kind, document) if isinstance(item, Malformed)]


GLANCED = [
    *("{", "}", "[", "]", ":", ",", "1", "true", "nul", "//", "/*x*/", '"a"', "'b'", '"url"', '"$ref"', '"pattern"'),
    *(
        '"@context"',
        '"bomFormat"',
        '"http://e.org/a b"',
        '"see mailto:a@e.org"',
        '"12:30"',
        '"#/a"',
        '"www.e.example/ x"',
    ),
    *('"http:/e.example/"', '"htp://e.example"', '"http;//e.example/"', '"tag:a@e.org,2020:b"', '"jdbc:a:b"'),
    *(r'"a\n\"http://e.org/x\" b"', r'"x\/\/e.example"', r'"\nmailto:a@e.org"', '"/a/$b.json"', '"http://e.org/a,1"'),
    *(
        '"http:/\\\n/e.example"',
        r'"http\x3a//e.org"',
        r'"https\:\/\/e.org"',
        "'http://e.org/a'",
        '"https://e.org/a?b#c"',
    ),
    *(r'"\u0068ttp://x.example/"', r'"http:\/\/e.org"', r'"urn\u003ax:y"', r'"a\/b:c"', r'"http:\\\\e.example"'),
]


@given(parts=st.lists(st.sampled_from(GLANCED), max_size=25), is_list=st.booleans())
@settings(max_examples=examples(400))
def test_documents_without_errors_are_read_at_a_glance_as_at_length(parts: list[str], is_list: bool) -> None:
    """Strings are left out if an automaton says that nothing is in them; so that may not be said of any other one."""
    values = [part for part in parts if part[0] in "\"'1t"]
    members = [f"{name}:{value}" for name, value in pairwise(values) if name[0] in "\"'"]
    for text in ("".join(parts), f"[{','.join(values)}]" if is_list else f"{{{','.join(members)}}}"):
        with pytest.MonkeyPatch.context() as patch:
            items = [*JsonFinder(Options())(text)]
            patch.setattr(JsonFinder, "_tokens", lambda *_: None)
            assert items == [*JsonFinder(Options())(text)]


# Members with a reading in some vocabulary, at their places and at others, and what names the vocabulary.
NAMES = ("$ref", "$id", "url", "externalReferences", "components", "servers", "a", "extends", "default", "b\\u0063")
TEXTS = (
    "http://e.org/",
    "http://e.org/a,1",
    "#/$defs/a",
    "#/a",
    "a b",
    "x",
    "",
    "e/f.json",
    "{{ x }}",
    "urn:x:y",
    "../a?b",
    "https://json.org/a b",
)
NAMING: tuple[dict[str, str], ...] = (
    {},
    {"$schema": "https://json-schema.org/draft/2020-12/schema"},
    {"$schema": "https://e.example/schema"},
    {"bomFormat": "CycloneDX"},
    {"openapi": "3.1.0"},
)
NESTED = st.recursive(
    st.sampled_from(TEXTS),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=4),
    max_leaves=12,
)


@given(st.sampled_from(NAMING), st.dictionaries(st.sampled_from(NAMES), NESTED, max_size=4), st.integers(0, 70))
@settings(max_examples=examples(400))
def test_members_of_vocabularies_are_read_at_a_glance_as_at_length(
    naming: dict[str, str], members: dict[str, object], depth: int
) -> None:
    inner: object = members
    for level in range(depth):
        inner = [inner] if level % 3 else {"a": inner}
    text = json.dumps({**naming, "deep": inner, **members})
    with pytest.MonkeyPatch.context() as patch:
        items = [*JsonFinder(Options())(text)]
        patch.setattr(JsonFinder, "_tokens", lambda *_: None)
        assert items == [*JsonFinder(Options())(text)]

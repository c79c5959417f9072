"""JSON as a sequence of its parts: what is let pass, what is wrong, and what the standard library says."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest
from data_formats import PIECES
from hypothesis import example, given
from hypothesis import strategies as st

from irigrammar.scan.formats.json_values import CLOSE, COMMENT, KEY, OPEN, PROBLEM, STRING, Event, events, value_of
from irigrammar.scan.formats.scalars import scalar
from irigrammar.scan.formats.strings import JSON_STRING


def problems(text: str) -> list[tuple[int, int, str]]:
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
    assert problems(text) == []
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
        assert problems(text)
    else:
        assert problems(text) == []


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_every_text_is_survived(text: str) -> None:
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


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "[1,]",
        '{"a": 1,}',
        "// x\n1",
        "/* x */ [/**/]",
        "{a: 1, $b_: 'c'}",
        "['a\\\nb']",
        "[+1, .5, 5., 0x1F, NaN]",
        "1 // x",
    ],
)
def test_comments_and_json5_are_let_pass(text: str) -> None:
    assert problems(text) == []


@pytest.mark.parametrize(
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
def test_what_is_wrong_is_reported_where_it_is(text: str, expected: list[tuple[int, int, str]]) -> None:
    assert problems(text) == expected


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

"""Scalars of YAML, against the values that libyaml reads."""

from __future__ import annotations

from typing import Any

import pytest
from document_items import read_with_places
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("yaml")

import yaml

from irigrammar.scan.formats.strings import Escapes
from irigrammar.scan.formats.yaml_values import (
    DOUBLE,
    FLOW_PLAIN,
    KEPT,
    PLAIN,
    SINGLE,
    Placed,
    block_scalar,
    read_scalar,
    stream,
)

LINES = st.lists(
    st.sampled_from(
        [
            *["a", "b", " ", "  ", "\n", "\n\n", "\r\n", "\r", "\n  ", "\n    ", "\t", "#", " #", "''", '\\"'],
            *["\\n", "\\\n", "\\\r\n ", "\\ ", "\\\t", "\\ud83d", "\\u00e9", "\\x41", "\\U0001f600", ": ", "é"],
            *["\x85", "\u2028", "\xa0", "\u3000", "- ", "&x ", "!t "],
        ]
    ),
    max_size=14,
).map("".join)
FRAMES = [
    *["a: {}\n", "a: '{}'\n", 'a: "{}"\n', "- [{}]\n", "a: |\n  {}\n", "a: >-\n  {}\n", "a: |+2 # x\n  {}"],
    *["- >2\n  {}\n", "a: &b !t {}\n"],
]


@settings(max_examples=examples(400))
@given(st.sampled_from(FRAMES), LINES)
def test_the_value_is_that_of_the_parser(frame: str, inside: str) -> None:
    text = frame.format(inside)
    for placed in stream(text):
        if isinstance(placed, Placed) and isinstance(placed.event, yaml.ScalarEvent):
            scalar = read_scalar(text, placed, in_flow=False)
            if scalar is None:  # no text in it at all
                assert placed.event.style in "|>"
                assert not placed.event.value.strip(" \t\r\n")
                continue
            assert placed.start <= scalar.start <= scalar.end <= placed.end
            value = placed.event.value.strip(" \t\r\n") if placed.event.style in ("|", ">") else placed.event.value
            if "\ufffd" not in value and "\\ufffd" not in value:  # what stands for something that libyaml refuses
                assert scalar.text == value
            if scalar.offsets is not None:
                assert len(scalar.offsets) == len(scalar.text) + 1


def loaded(text: str) -> Any:
    return yaml.load(text, Loader=yaml.SafeLoader)


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_double_quotes_hold_everything(text: str) -> None:
    written = DOUBLE.write(text)
    if " " not in text and "\t" not in text:
        assert loaded(f'"{written}"') == text
    assert DOUBLE.read(written).text == text


@given(st.text(st.sampled_from("ab:#'\"\\%,[]{}&*!|>- \n\té"), min_size=1, max_size=8))
def test_what_is_written_into_a_plain_scalar_stays_in_it(text: str) -> None:
    for convention, frame in ((PLAIN, "a: x{}y"), (FLOW_PLAIN, "a: [x{}y]"), (SINGLE, "a: 'x{}y'")):
        try:
            written = convention.write(text)
        except ValueError:
            continue
        result = loaded(frame.format(written))["a"]
        assert (result[0] if isinstance(result, list) else result) == f"x{text}y"
    with pytest.raises(ValueError, match="cannot be written"):
        KEPT.write("%20")
    for unsafe in ("a:", "#a"):
        with pytest.raises(ValueError, match="cannot be written"):
            PLAIN.write(unsafe)
    assert PLAIN.write("%20") == SINGLE.write("%20") == "%20"


@pytest.mark.parametrize(
    ("convention", "written", "text", "offsets"),
    [
        (PLAIN, "a  \n\n  b", "a\nb", [0, 1, 7, 8]),
        (PLAIN, "a \r\n b", "a b", [0, 1, 5, 6]),
        (SINGLE, "a''b", "a'b", [0, 1, 3, 4]),
        (DOUBLE, "a\\\n  b", "ab", [0, 5, 6]),
        (DOUBLE, "a\\ \n b", "a  b", [0, 1, 1, 5, 6]),
        (DOUBLE, r"\ud83d\ude00\/", "\U0001f600/", [0, 12, 14]),
    ],
)
def test_each_code_point_has_its_place(convention: Escapes, written: str, text: str, offsets: list[int]) -> None:
    read_with_places(convention, written, text, offsets)


@pytest.mark.parametrize(
    ("written", "value", "read"),
    [
        ("|\n  a\n   b\n", "a\n b\n", "a\n b"),
        (">\n  a\n  b\n\n  c\n   d\n  e\n", "a b\nc\n d\ne\n", "a b\nc\n d\ne"),
        ("|2-\n   a\n  b", " a\nb", "a\nb"),
        (">\n\n  a\r\n  b\n", "\na b\n", "a b"),
    ],
)
def test_blocks_are_read_by_their_indentation(written: str, value: str, read: str) -> None:
    assert loaded(f"a: {written}")["a"] == value
    result = block_scalar(written, value)
    assert result is not None
    start, end, convention = result
    assert convention.read(written[start:end]).text == read
    with pytest.raises(ValueError, match="cannot be written"):
        convention.write("a b")
    assert block_scalar("|\n\n", "") is None


@pytest.mark.slow
def test_long_runs_of_anything_take_linear_time() -> None:
    for piece in (" ", "\n", " \n", "\\\n", "''", "\\ ", "a \n", "\r", "\t"):
        for convention in (PLAIN, SINGLE, DOUBLE):
            convention.read(piece * 200_000)
        block_scalar(f"|\n  a{piece * 100_000}b", "ab")

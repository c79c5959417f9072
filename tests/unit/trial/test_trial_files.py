"""The files of a trial: cases and known differences."""

from __future__ import annotations

import json

import pytest

import irigrammar
from irigrammar.language.suite import Case, suite
from irigrammar.trial.files import FileError, known_lines, read_cases, read_known
from irigrammar.trial.trial import Difference

PORT = irigrammar.grammar("rfc3986")["port"]


def lines(*rows: object) -> list[bytes]:
    return [json.dumps(row).encode() + b"\n" for row in rows]


def test_a_suite_is_read_back() -> None:
    cases = list(suite(PORT))
    assert list(read_cases(lines(*[case._asdict() for case in cases]), "f", PORT)) == cases


def test_empty_lines_and_other_keys_are_skipped_and_an_offset_may_be_missing() -> None:
    rows = [
        b"\n",
        *lines({"text": "x", "valid": False, "rule": "port"}),
        b" \r\n",
        b'{"text": "\xc3\xa9", "valid": false}',
    ]
    assert list(read_cases(rows, "f", PORT)) == [Case("x", False, None), Case("é", False, None)]
    assert list(read_cases([b'{"text": "\\ud800", "valid": false}'], "f", PORT)) == [Case("\ud800", False, None)]


@pytest.mark.parametrize(
    "row",
    [
        {"text": "1"},
        {"valid": True},
        {"text": 1, "valid": True},
        {"text": "1", "valid": 1},
        {"text": "1", "valid": "true"},
    ]
    + [{"text": "x", "valid": False, "offset": offset} for offset in ("0", 0.5, True)],
)
def test_a_case_must_have_its_fields(row: dict[str, object]) -> None:
    with pytest.raises(FileError, match=r"^f:2: a case is \{"):
        list(read_cases([b"\n", *lines(row)], "f", PORT))


@pytest.mark.parametrize("line", [b"x", b"{", b'"x"', b"[]", b"1", b'{"text": "\xff"}', b"[" * 100_000])
def test_a_line_must_be_an_object(line: bytes) -> None:
    for read in (lambda: list(read_cases([line], "f", PORT)), lambda: read_known([line], "f")):
        with pytest.raises(FileError, match=r"^f:1: (no JSON object|nested too deep)"):
            read()


@pytest.mark.parametrize(("text", "valid", "word"), [("80", False, "invalid"), ("x", True, "valid")])
def test_cases_of_another_production_are_refused(text: str, valid: bool, word: str) -> None:
    with pytest.raises(FileError, match=f"^f:1: the case is said to be {word}, which is not so for port of rfc3986$"):
        list(read_cases(lines({"text": text, "valid": valid}), "f", PORT))


def test_known_differences_are_read_back() -> None:
    differences = [Difference("a\ud800", True, "port", 0), Difference("é\n", False, "port", None)]
    written = list(known_lines(differences))
    assert all(line.isascii() and line.endswith("\n") and line.count("\n") == 1 for line in written)
    assert read_known([line.encode() for line in written], "f") == {"a\ud800": True, "é\n": False}


@pytest.mark.parametrize(
    "row", [{"text": "1"}, {"verdict": True}, {"text": None, "verdict": True}, {"text": "", "verdict": 1}]
)
def test_a_known_difference_must_have_its_fields(row: dict[str, object]) -> None:
    with pytest.raises(FileError, match=r"^f:1: a known difference is \{"):
        read_known(lines(row), "f")

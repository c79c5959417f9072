"""Classes, case and properties of engines of regular expressions."""

from __future__ import annotations

import re
import shutil
import unicodedata

import pytest

from irigrammar.automata.charset import Ranges, intersection
from irigrammar.language.regex.pattern import ALL, SURROGATES, complement
from irigrammar.language.regex.tables import SUBJECTS, tables
from irigrammar.shipped.loader import value
from tools.world.patterns.measure import measure
from tools.world.rows import FOLDER, load

ROWS = value("regex", "rows")


def has(ranges: Ranges | None, char: str) -> bool:
    return any(low <= ord(char) <= high for low, high in ranges or ())


@pytest.mark.parametrize(
    ("engine", "flags", "inside", "outside"),
    [
        ("python", "", "09\u0661\U0001d7ff", "a\xb2\u2160"),
        ("python", "a", "09", "\u0661"),
        ("ecmascript", "iu", "09", "\u0661"),
        ("re2", "", "09", "\u0661"),
        ("go", "", "09", "\u0661"),
        ("rust", "", "09\u0661", "\xb2"),
        ("xsd", "", "09\u0661", "\xb2"),
        ("i-regexp", "", "", "09"),
    ],
)
def test_digits(engine: str, flags: str, inside: str, outside: str) -> None:
    digit = tables(engine, flags).digit
    assert [char for char in inside + outside if has(digit, char)] == [*inside]


@pytest.mark.parametrize(
    ("engine", "flags", "inside", "outside"),
    [
        ("python", "", "az_0\xe9\xb2", "-\u0301\u203f"),
        ("python", "a", "az_0", "\xe9"),
        ("ecmascript", "", "az_0", "\xe9\u017f\u212a"),
        ("ecmascript", "iu", "az_0\u017f\u212a", "\xe9"),
        ("ecmascript", "iv", "\u017f\u212a", "\xe9"),
        ("ecmascript", "i", "az", "\u017f\u212a"),
        ("re2", "", "az_0", "\xe9"),
        ("rust", "", "az_0\xe9\u0301\u203f\u200d", "-\xb2"),
        ("xsd", "", "az0\xe9\u0301+\xb2", "-_\u203f"),
    ],
)
def test_words(engine: str, flags: str, inside: str, outside: str) -> None:
    word = tables(engine, flags).word
    assert [char for char in inside + outside if has(word, char)] == [*inside]


@pytest.mark.parametrize(
    ("engine", "inside", "outside"),
    [
        ("python", "\t\n\v\f\r \x1c\x1f\x85\xa0\u2028\u3000", "\ufeff\u200b\u180e"),
        ("ecmascript", "\t\n\v\f\r \xa0\u2028\u3000\ufeff", "\x1c\x85\u200b\u180e"),
        ("re2", "\t\n\f\r ", "\v\xa0"),
        ("rust", "\t\n\v\f\r \x85\xa0\u2028\u3000", "\x1c\ufeff"),
        ("xsd", "\t\n\r ", "\v\f\xa0"),
    ],
)
def test_white_space(engine: str, inside: str, outside: str) -> None:
    space = tables(engine).space
    assert [char for char in inside + outside if has(space, char)] == [*inside]


@pytest.mark.parametrize(
    ("engine", "ends"),
    [
        ("python", "\n"),
        ("re2", "\n"),
        ("go", "\n"),
        ("rust", "\n"),
        ("xsd", "\n\r"),
        ("i-regexp", "\n\r"),
        ("ecmascript", "\n\r\u2028\u2029"),
    ],
)
def test_line_ends(engine: str, ends: str) -> None:
    chars = "".join(chr(point) for low, high in tables(engine).line_ends for point in range(low, high + 1))
    assert chars == ends


@pytest.mark.parametrize(
    ("engine", "flags", "char", "cases"),
    [
        ("python", "", "k", "Kk\u212a"),
        ("python", "a", "k", "Kk"),
        ("python", "", "i", "Ii\u0130\u0131"),
        ("ecmascript", "u", "i", "Ii"),
        ("ecmascript", "", "k", "Kk"),
        ("ecmascript", "u", "K", "Kk\u212a"),
        ("ecmascript", "u", "\xdf", "\xdf\u1e9e"),
        ("ecmascript", "", "\xdf", "\xdf"),
        ("re2", "", "s", "Ss\u017f"),
        ("go", "", "s", "Ss\u017f"),
        ("rust", "", "\u03c3", "\u03a3\u03c2\u03c3"),
        ("xsd", "", "k", "k"),
        ("rust", "", "1", "1"),
    ],
)
def test_other_cases(engine: str, flags: str, char: str, cases: str) -> None:
    folded = tables(engine, flags).fold(((ord(char), ord(char)),))
    assert "".join(chr(point) for low, high in folded for point in range(low, high + 1)) == cases


@pytest.mark.parametrize(
    ("engine", "name", "text", "inside", "outside"),
    [
        ("ecmascript", "", "Lu", "A\xc9", "a1"),
        ("ecmascript", "gc", "Uppercase_Letter", "A", "a"),
        ("ecmascript", "Script", "Greek", "\u03b1", "a"),
        ("ecmascript", "sc", "Grek", "\u03b1", "a"),
        ("ecmascript", "scx", "Greek", "\u03b1\u0342", "a"),
        ("ecmascript", "", "Alpha", "a\u0345", "1"),
        ("ecmascript", "", "ASCII", "a", "\x80"),
        ("re2", "", "Greek", "\u03b1", "a"),
        ("go", "", "L", "a\u03b1", "1"),
        ("rust", "", "is_greek", "\u03b1", "a"),
        ("rust", "", "Emoji", "\U0001f600", "a"),
        ("xsd", "", "L", "a\xe9", "1"),
        ("xsd", "", "IsBasicLatin", "a", "\x80"),
        ("xsd", "", "IsGreek", "\u03b1", "a"),
        ("i-regexp", "", "Nd", "1", "a"),
    ],
)
def test_properties(engine: str, name: str, text: str, inside: str, outside: str) -> None:
    ranges = tables(engine).property_of(name, text)
    assert [char for char in inside + outside if has(ranges, char)] == [*inside]


@pytest.mark.parametrize(
    ("engine", "name", "text"),
    [
        ("python", "", "L"),
        ("ecmascript", "", "Greek"),
        ("ecmascript", "", "lu"),
        ("ecmascript", "Block", "BasicLatin"),
        ("re2", "", "Grek"),
        ("go", "", "Alphabetic"),
        ("xsd", "", "Cs"),
        ("xsd", "", "IsNothing"),
        ("i-regexp", "", "IsBasicLatin"),
    ],
)
def test_unknown_properties(engine: str, name: str, text: str) -> None:
    assert tables(engine).property_of(name, text) is None


@pytest.mark.parametrize("engine", SUBJECTS)
def test_sets_have_no_surrogates(engine: str) -> None:
    answers = tables(engine)
    for ranges in (answers.digit, answers.space, answers.word, answers.line_ends):
        assert intersection(ranges, SURROGATES) == ()
    assert complement(complement(answers.word)) == answers.word


def test_unknown_engines() -> None:
    with pytest.raises(KeyError):
        tables("pcre")


@pytest.mark.skipif(unicodedata.unidata_version != "14.0.0", reason="another version of Unicode than that of the rows")
def test_python_has_the_classes_of_its_rows() -> None:
    answers = tables("python")
    chars = [chr(point) for low, high in ALL for point in range(low, min(high, 0x17FF) + 1)]
    for pattern, ranges in ((r"\d", answers.digit), (r"\s", answers.space), (r"\w", answers.word)):
        points = {point for low, high in ranges for point in range(low, high + 1)}
        assert [char for char in chars if re.match(pattern, char)] == [char for char in chars if ord(char) in points]


@pytest.mark.external
@pytest.mark.parametrize("engine", ["CPython", "Node.js"])
def test_engines_do_what_their_rows_say(engine: str) -> None:
    if engine == "Node.js" and not shutil.which("node"):
        pytest.skip("Node.js is not installed")
    rows = [row for row in load(FOLDER / "regex.toml") if row.subject == engine and row.operation != "case"]
    measured, missing = measure(rows, [engine])
    assert missing == []
    for before, after in zip(rows, measured, strict=True):
        if before.version == after.version:
            assert before.example == after.example

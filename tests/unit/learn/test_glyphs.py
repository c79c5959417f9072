"""Labels of terminals."""

from __future__ import annotations

import pytest

from irigrammar.grammars.expr import Literal, Range
from irigrammar.learn.diagram import described, label


@pytest.mark.parametrize(
    ("expr", "encoding", "expected"),
    [
        (Literal("//"), "utf-8", '"//"'),
        (Literal("Yes", True), "utf-8", '%s"Yes"'),
        (Literal('"', True), "utf-8", 'U+0022 "'),
        (Literal("A", True), "utf-8", "U+0041 A"),
        (Literal(" ", True), "utf-8", "U+0020"),
        (Literal("é", True), "utf-8", "U+00E9 é"),
        (Literal("é", True), "ascii", "U+00E9"),
        (Literal("\u0301", True), "utf-8", "U+0301"),
        (Literal("\u202e", True), "utf-8", "U+202E"),
        (Range(0x41, 0x5A), "ascii", '"A" to "Z"'),
        (Range(0x20, 0x7E), "utf-8", "U+0020 to U+007E ~"),
        (Range(0x21, 0x22), "utf-8", 'U+0021 ! to U+0022 "'),
        (Range(0x5D0, 0x10FFFD), "utf-8", "U+05D0 א to U+10FFFD"),
        (Range(0x3041, 0x3042), "iso8859-1", "U+3041 to U+3042"),
    ],
)
def test_labels(expr: Literal | Range, encoding: str, expected: str) -> None:
    assert label(expr, encoding) == expected
    assert label(expr, encoding).encode(encoding)


@pytest.mark.parametrize(
    ("expr", "expected"),
    [
        (Literal("/"), "U+002F SOLIDUS"),
        (Literal("k", True), "U+006B LATIN SMALL LETTER K, in this case only"),
        (Literal("1"), "U+0031 DIGIT ONE"),
        (Range(0xE000, 0xF8FF), "U+E000 (private use character) to U+F8FF (private use character)"),
    ],
)
def test_descriptions(expr: Literal | Range, expected: str) -> None:
    assert described(expr) == expected

"""A fault as lines: marks are below their characters."""

from __future__ import annotations

import re

import pytest
from cells import cells
from examples import some
from hypothesis import given
from hypothesis import strategies as st
from rows import in_one_test
from tables import unescape

import irigrammar
from irigrammar.faults.fault import Fault
from irigrammar.faults.page import fault_lines
from irigrammar.matching.matcher import Matcher
from irigrammar.text.sheet import PLAIN, Sheet, one_of
from irigrammar.unicode import is_printable

IRI = irigrammar.grammar("rfc3987")["IRI-reference"]
OVERRIDE, POP = "\u202d", "\u202c"
MARKS = re.compile(r"^ *(?:┬ *)*(\^+)")


def page(matcher: Matcher, text: str | bytes, sheet: Sheet = PLAIN) -> list[str]:
    fault = matcher.check(text).fault
    assert fault is not None
    return list(fault_lines(text, fault, sheet))


def primary(lines: list[str]) -> tuple[int, int]:
    """Return column and width of the primary label."""
    marks = MARKS.match(lines[3])
    assert marks is not None
    return marks.start(1), len(marks[1])


def opened(lines: list[str]) -> int:
    """Return the column of the second label."""
    return lines[3].index("┬")


def shown(line: str) -> str:
    return line.replace(OVERRIDE, "").replace(POP, "")


def pointed(lines: list[str], column: int, width: int) -> str:
    """Return what of the text is in some columns."""
    offset, read = 0, ""
    for char in shown(lines[2]):
        size = cells(char)
        inside = offset < column + width and offset + size > column
        if inside or (size == 0 and read and offset == column + width):
            read += char
        offset += size
    return read


@in_one_test(
    ("text", "char"),
    [
        ("a:b c", " "),
        ("http://e\u0301 /", " "),
        ("a:b\x07c", "\\u{7}"),
        ("a:\ud800", "\\u{D800}"),
        ("a:👩👩 b", " "),
        ("http://日本:８é/", "８"),
        ("a\u0301:b", "\\u{301}"),
        ("http://[::1", ""),
    ],
)
def test_the_primary_mark_is_below_its_character(text: str, char: str) -> None:
    lines = page(IRI, text)
    assert pointed(lines, *primary(lines)) == char


@pytest.mark.parametrize(
    ("text", "char", "below"),
    [
        ("http://[::1/x", "[", "         └ the IP address starts here"),
        ("http://日本@[::1/x", "[", "              └ the IP address starts here"),
        ("http://u:p/w@h/", "p", "           └ not a port because of this"),
    ],
)
def test_a_second_label_is_below_its_character_with_its_words_below(text: str, char: str, below: str) -> None:
    lines = page(IRI, text)
    assert pointed(lines, opened(lines), 1) == char
    assert lines[4] == below


@in_one_test("size", [90, 96, 97, 98, 200, 5_000])
@in_one_test("part", ["a", "日", "e\u0301", "a%20"])
@in_one_test("tail", ["", "b" * 10, "b" * 300])
def test_a_long_text_is_cut_and_the_caret_is_right(size: int, part: str, tail: str) -> None:
    text = "http://h/" + part * (size // len(part)) + "[" + tail
    lines = page(IRI, text)
    assert cells(shown(lines[2])) <= PLAIN.width
    assert pointed(lines, *primary(lines)) == "["
    line = shown(lines[2]).strip()
    part_shown = unescape(line.strip("…"))
    assert part_shown in text
    assert line.startswith("…") == (not text.startswith(part_shown))
    assert line.endswith("…") == (not text.endswith(part_shown))


@in_one_test("width", [80, 100])
@in_one_test("size", some(range(0, 130, 7), 4))
@in_one_test("part", ["a", "日", "\u202e"])
@in_one_test("wrong", ["[", "\ufddf", "\ue000"])
def test_no_line_is_longer_than_the_sheet(width: int, size: int, part: str, wrong: str) -> None:
    lines = page(IRI, "http://h/" + part * size + wrong + "b" * (size % 3), Sheet(width=width))
    assert max(map(cells, map(shown, lines))) <= width


def test_the_words_of_a_label_move_below_without_room_behind_it() -> None:
    def below(size: int) -> list[str]:
        lines = page(IRI, f"http://{'a' * size}@[::1/", Sheet(width=80))
        return lines[3 : lines.index("", 3)]

    opened, expected = "the IP address starts here", '"]" expected before this'
    margin = " " * 9
    assert below(0) == [f"{margin} ┬   ^ {expected}", f"{margin} └ {opened}"]
    assert below(35) == [f"{margin}{' ' * 35} ┬   ^ {expected}", f"{margin}{' ' * 35} └ {opened}"]
    assert below(43) == [
        f"{margin}{' ' * 43} ┬   ^",
        f"{margin}{' ' * 43} └ {opened[:21]}",
        f"{margin}{' ' * 43}   {opened[22:]}",
        f"{' ' * 56}{expected}",
    ]


@pytest.mark.parametrize(
    ("data", "shown_as", "column", "offset"),
    [(b"http://\xff/", "http://\\xff/", 7, 7), ("http://日".encode() + b"\xe9/", "http://日\\xe9/", 9, 10)],
)
def test_bytes_that_are_not_utf_8(data: bytes, shown_as: str, column: int, offset: int) -> None:
    lines = page(IRI, data)
    assert lines == [
        f"error[F001]: byte 0x{data[offset]:02X} is not UTF-8",
        "",
        f"  {shown_as}",
        f"  {' ' * column}^ byte offset {offset}",
    ]


def test_unprintable_characters_are_escaped_and_the_caret_moves() -> None:
    lines = page(IRI, "/é [", Sheet(encoding="ascii"))
    assert lines[2] == "  /\\u{E9} ["
    assert lines[3].index("^") == lines[2].index(" ", 3)
    assert all(line.isascii() for line in lines)


def test_marks_are_in_ascii_for_a_terminal_that_has_no_other() -> None:
    lines = page(IRI, "http://[::1/", Sheet(encoding="ascii"))
    assert lines[3:5] == ['         +   ^ "]" expected before this', "         ` the IP address starts here"]


@pytest.mark.parametrize("width", [40, 60, 100, 200])
def test_words_are_wrapped(width: int) -> None:
    lines = page(irigrammar.grammar("rfc3986")["segment-nz"], "", Sheet(width=width))
    assert any(line.startswith("  expected") for line in lines)
    assert all(len(line) <= width for line in lines[1:] if "3.3" not in line)


def test_roles_are_painted() -> None:
    painted: list[tuple[str, str]] = []

    def paint(text: str, role: str) -> str:
        painted.append((text, role))
        return text

    assert page(IRI, "/a b", Sheet(paint=paint)) == page(IRI, "/a b")
    assert ("^", "error") in painted
    assert ("/a%20b", "valid") in painted
    assert ("a reference cannot contain a space", "summary") in painted
    assert {role for _, role in painted} == {"error", "summary", "valid", "faint"}


def test_a_fault_without_details_is_shown_too() -> None:
    assert list(fault_lines("a b", Fault(1, 1, " "))) == ["error[F000]: the string does not match", "", "  a b", "   ^"]


def test_alternatives_in_words() -> None:
    assert [one_of(words) for words in (("a",), ("a", "b"), ("a", "b", "c"))] == ["a", "a, or b", "a, b, or c"]


@given(text=st.text())
def test_any_text_has_a_page_that_can_be_shown(text: str) -> None:
    fault = IRI.check(text).fault
    if fault is not None:
        for line in fault_lines(text, fault):
            assert is_printable(shown(line))
            line.encode()

"""A fault as lines: the caret stands below its character, however wide what comes before it is shown."""

from __future__ import annotations

import re
import unicodedata

import pytest
from examples import some
from hypothesis import given
from hypothesis import strategies as st
from tables import unescape

import irigrammar
from irigrammar.faults.fault import Fault, fault_at
from irigrammar.faults.page import fault_lines
from irigrammar.matching.matcher import Matcher
from irigrammar.text.names import visible
from irigrammar.text.sheet import PLAIN, Sheet, one_of

IRI = irigrammar.grammar("rfc3987")["IRI-reference"]
OVERRIDE, POP = "\u202d", "\u202c"
CARET = re.compile(r"^( *)(\^+) (.*) \(offset (\d+)\)")
BEFORE = re.compile(r"^( *[^ ^].* \(offset (\d+)\) )(\^+)$")  # what is said is before the caret
OFFSET = re.compile(r"\(offset (\d+)\)$")


def cells(text: str) -> int:
    """Return how many columns a terminal gives a text, by Unicode's own data (UAX 11), and not by any table of rich."""
    wide = sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)
    flat = sum(
        2 if unicodedata.east_asian_width(char) in "WF" else 1
        for char in text
        if unicodedata.category(char) in {"Mn", "Me", "Cf"}
    )
    return wide - flat


def page(matcher: Matcher, text: str | bytes, sheet: Sheet = PLAIN) -> list[str]:
    fault = matcher.check(text).fault
    assert fault is not None
    return list(fault_lines(text, fault, sheet))


def carets(lines: list[str]) -> list[tuple[int, int, int]]:
    """Return column, width and offset of each caret."""
    found: list[tuple[int, int, int]] = []
    alone: tuple[int, int] | None = None
    for line in lines[1 : lines.index("")]:
        if one := CARET.match(line):
            found.append((len(one[1]), len(one[2]), int(one[4])))
        elif one := BEFORE.match(line):
            found.append((len(one[1]), len(one[3]), int(one[2])))
        elif line.strip(" ^") == "":  # what is said stands below
            alone = (line.index("^"), line.count("^"))
        elif (one := OFFSET.search(line)) and alone:
            found.append((*alone, int(one[1])))
            alone = None
    return found


def shown(line: str) -> str:
    return line.replace(OVERRIDE, "").replace(POP, "")


def pointed(lines: list[str], column: int, width: int) -> str:
    """Return what of the text is in some columns."""
    at, found = 0, ""
    for char in shown(lines[0]):
        size = cells(char)
        inside = at < column + width and at + size > column
        if inside or (size == 0 and found and at == column + width):
            found += char
        at += size
    return found


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("a:b c", [(" ", 3)]),
        ("http://日本語 /", [(" ", 10)]),
        ("http://e\u0301 /", [(" ", 9)]),
        ("http://אב ג/", [(" ", 9)]),
        ("http://\u202eא /", [(" ", 9)]),
        ("a:\u200bb c", [(" ", 4)]),
        ("a:b\x07c", [("\\u{7}", 3)]),
        ("a:\ud800", [("\\u{D800}", 2)]),
        ("a:👩👩 ", [(" ", 4)]),
        ("http://h:8a/", [("a", 10), ("/", 11)]),
        ("http://日本:８é/", [("８", 10), ("/", 12)]),
        ("a\u0301:b", [("\\u{301}", 1), (":", 2)]),
        ("http://h/e\u0301\u0301[", [("[", 12)]),
        ("1a:b", [("1", 0), (":", 2)]),
        ("{", [("{", 0)]),
        ("http://[::1", [("", 11)]),
        ("a:%", [("", 3)]),
    ],
)
def test_the_caret_stands_below_the_character(text: str, places: list[tuple[str, int]]) -> None:
    lines = page(IRI, text)
    found = carets(lines)
    assert [(pointed(lines, column, width), offset) for column, width, offset in found] == places


@given(
    text=st.text(
        st.sampled_from("aé日👩אב\u0301\u200b\u202e１8")
        | st.characters(categories=["Ll", "Lu", "Nd"], max_codepoint=0x10FF)
        | st.characters(min_codepoint=0x4E00, max_codepoint=0x9FFF)
    ),
    wrong=st.sampled_from(" []<\x07\ue000\ud800|日\u0301\u200b"),
    tail=st.text(st.sampled_from("aé日\u0301 "), max_size=4),
)
def test_the_caret_is_as_far_right_as_what_is_shown_before_it(text: str, wrong: str, tail: str) -> None:
    text = f"http://h/{text}"
    line, caret = list(fault_lines(text + wrong + tail, fault_at(text + wrong + tail, len(text)), Sheet(width=10_000)))[
        :2
    ]
    before = "  " + visible(text)
    mark = CARET.match(caret)
    assert mark is not None
    assert shown(line).startswith(before)
    assert len(mark[1]) == cells(before)
    below = shown(line)[len(before) :]
    assert below.startswith((wrong, f"\\u{{{ord(wrong):X}}}"))
    assert len(mark[2]) == max(cells(wrong if below.startswith(wrong) else f"\\u{{{ord(wrong):X}}}"), 1)


@pytest.mark.parametrize("size", [90, 96, 97, 98, 200, 5_000])
@pytest.mark.parametrize("part", ["a", "日", "e\u0301", "a%20"])
@pytest.mark.parametrize("tail", ["", "b" * 10, "b" * 300])
def test_a_long_text_is_cut_and_the_caret_is_right(size: int, part: str, tail: str) -> None:
    text = "http://h/" + part * (size // len(part)) + "[" + tail
    lines = page(IRI, text)
    assert cells(shown(lines[0])) <= PLAIN.width
    ((column, width, offset),) = carets(lines)
    assert offset == text.index("[")
    assert pointed(lines, column, width) == "["
    line = shown(lines[0]).strip()
    part_shown = unescape(line.strip("…"))
    assert part_shown in text
    assert line.startswith("…") == (not text.startswith(part_shown))
    assert line.endswith("…") == (not text.endswith(part_shown))


@pytest.mark.parametrize("width", [80, 100])
@pytest.mark.parametrize("size", some(range(0, 130, 7), 4))
@pytest.mark.parametrize("part", ["a", "日", "\u202e"])
@pytest.mark.parametrize("wrong", ["[", "\ufddf", "\ue000"])
def test_no_line_is_longer_than_the_sheet(width: int, size: int, part: str, wrong: str) -> None:
    lines = page(IRI, "http://h/" + part * size + wrong + "b" * (size % 3), Sheet(width=width))
    assert max(map(cells, map(shown, lines))) <= width


def test_what_is_said_of_a_caret_moves_without_room_behind_it() -> None:
    def below(text: str) -> list[str]:
        lines = page(irigrammar.grammar("rfc3986")["path-noscheme"], text, Sheet(width=80))
        return lines[1 : lines.index("")]

    said = "U+0020 SPACE cannot stand in segment-nz-nc (offset {})"
    assert below("a" * 22 + " ") == [f"{' ' * 24}^ {said.format(22)}"]
    assert below("a" * 25 + " ") == [f"{' ' * 27}^", f"  {said.format(25)}"]
    assert below("a" * 54 + " ") == [f"{' ' * 56}^", f"  {said.format(54)}"]
    assert below("a" * 55 + " ") == [f"  {said.format(55)} ^"]
    assert below("a" * 70 + " ") == [f"{' ' * 17}{said.format(70)} ^"]


def test_a_loss_far_before_the_fault_is_reported_without_a_caret_of_its_own() -> None:
    lines = page(IRI, "http://h:8a" + "b" * 300 + "/")
    assert [offset for _, _, offset in carets(lines)] == [311]
    assert "given up   port" in "\n".join(lines)


def test_a_fix_of_a_long_text_shows_what_was_done() -> None:
    text = "http://h/" + "a" * 300 + " b"
    tries = [line for line in page(IRI, text) if "percent-encode" in line]
    assert len(tries) == 1
    assert "a%20b" in tries[0]


@pytest.mark.parametrize(
    ("data", "shown_as", "column"),
    [(b"http://\xff/", "http://\\xff/", 7), ("http://日".encode() + b"\xe9/", "http://日\\xe9/", 9)],
)
def test_bytes_that_are_not_utf_8(data: bytes, shown_as: str, column: int) -> None:
    lines = page(IRI, data)
    assert lines[0] == f"  {shown_as}"
    assert lines[1].startswith(" " * (2 + column) + "^")
    assert "(byte offset" in lines[1]


def test_an_empty_text() -> None:
    matcher = irigrammar.grammar("rfc3987")["IRI"]
    assert page(matcher, "")[:2] == [
        "  (empty)",
        "  ^ the string ends too early: scheme is not complete (offset 0)",
    ]


def test_text_that_runs_from_right_to_left_is_held_in_its_order() -> None:
    assert page(IRI, "/א ב")[0] == f"  {OVERRIDE}/א ב{POP}"
    assert page(IRI, "/a b")[0] == "  /a b"


def test_what_the_terminal_cannot_show_is_escaped_and_the_caret_moves() -> None:
    lines = page(IRI, "/é [", Sheet(encoding="ascii"))
    assert lines[0] == "  /\\u{E9} ["
    assert lines[1].index("^") == lines[0].index(" ", 3)
    assert all(line.isascii() for line in lines)


@pytest.mark.parametrize("width", [40, 60, 100, 200])
def test_words_are_wrapped(width: int) -> None:
    lines = page(IRI, "http://h/a b", Sheet(width=width))
    said = [line for line in lines if line.startswith(("  expected", "  why", " " * 13)) and "RFC 3987" not in line]
    assert all(len(line) <= width for line in said if "%20" not in line and "remove" not in line)


def test_roles_are_painted() -> None:
    painted: list[tuple[str, str]] = []

    def paint(text: str, role: str) -> str:
        painted.append((text, role))
        return text

    assert page(IRI, "/a b", Sheet(paint=paint)) == page(IRI, "/a b")
    assert ("^", "error") in painted
    assert ("/a%20b", "valid") in painted
    assert {role for _, role in painted} == {"error", "valid", "faint"}


def test_a_fault_without_details_is_shown_too() -> None:
    assert list(fault_lines("a b", Fault(1, 1, " "))) == ["  a b", "   ^ U+0020 SPACE cannot stand here (offset 1)", ""]


def test_alternatives_in_words() -> None:
    assert [one_of(words) for words in (("a",), ("a", "b"), ("a", "b", "c"))] == ["a", "a, or b", "a, b, or c"]


@given(text=st.text())
def test_any_text_has_a_page_that_can_be_shown(text: str) -> None:
    fault = IRI.check(text).fault
    if fault is not None:
        for line in fault_lines(text, fault):
            assert line.replace(OVERRIDE, "").replace(POP, "").isprintable()
            line.encode()

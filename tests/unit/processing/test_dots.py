"""Dot segments, percent-encoding, characters."""

from __future__ import annotations

import sys
import unicodedata
import urllib.parse
from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rows import in_one_test
from tables import conversions

import irigrammar
from irigrammar import ConversionError
from irigrammar.automata.charset import MAX
from irigrammar.processing.characters import Characters, allowed_characters, alphabet, characters, productions
from irigrammar.processing.path import check_root, cut, guard, remove_dot_segments, with_guard, without_dots
from irigrammar.processing.percent import encode_strays, outside, triplets, unescape, upper


def by_the_steps(path: str) -> str:
    """Return what RFC 3986, 5.2.4, returns, step by step and in quadratic time."""
    rest, output = path, ""
    while rest:
        if rest.startswith(("../", "./")):  # A
            rest = rest.partition("/")[2]
        elif rest.startswith("/./") or rest == "/.":  # B
            rest = f"/{rest[3:]}"
        elif rest.startswith("/../") or rest == "/..":  # C
            rest = f"/{rest[4:]}"
            output = output.rpartition("/")[0]
        elif rest in (".", ".."):  # D
            rest = ""
        else:  # E
            slash = rest.find("/", 1)
            end = len(rest) if slash < 0 else slash
            output, rest = output + rest[:end], rest[end:]
    return output


@in_one_test(*conversions("dots.dot_segments_are_removed"))
def test_dot_segments_are_removed(path: str, expected: str) -> None:
    assert remove_dot_segments(path) == expected == by_the_steps(path)


@in_one_test("length", range(9))
def test_the_result_is_that_of_the_steps_for_every_short_path(length: int) -> None:
    for chars in product("./a", repeat=length):
        path = "".join(chars)
        once = remove_dot_segments(path)
        assert once == by_the_steps(path)
        assert remove_dot_segments(once) == once


def climbs(path: str) -> bool:
    """Return whether RFC 3986, 5.2.4, leaves a ".." out, by its steps."""
    rest, output = path, ""
    while rest:
        if rest == ".." or rest.startswith("../"):
            return True
        if rest == "/.." or rest.startswith("/../"):
            if not output:
                return True
            output = output.rpartition("/")[0]
            rest = f"/{rest[4:]}"
        elif rest in (".", "/.") or rest.startswith(("./", "/./")):
            rest = f"/{rest[3:]}" if rest[0] == "/" else rest[2:]
        else:
            slash = rest.find("/", 1)
            end = len(rest) if slash < 0 else slash
            output, rest = output + rest[:end], rest[end:]
    return False


@pytest.mark.parametrize("length", range(10))
def test_paths_above_the_root_are_those_of_the_steps(length: int) -> None:
    for chars in product("./a", repeat=length):
        path = "".join(chars)
        if climbs(path):
            with pytest.raises(ConversionError) as caught:
                check_root(cut(path))
            assert path[int(caught.value.reason.partition("offset ")[2].split()[0]) :].startswith("..")
        else:
            check_root(cut(path))


@in_one_test(*conversions("dots.the_guard_is_before_two_slashes"))
def test_the_guard_is_before_two_slashes(path: str, expected: str) -> None:
    assert guard(path) == expected
    assert guard(remove_dot_segments(expected)) == guard(remove_dot_segments(path))


def test_pieces_make_the_path_again_and_keep_their_separators() -> None:
    assert cut("a\\b/c\\", (1, 3, 5)) == ["a", "\\b", "/c", "\\"]
    assert "".join(cut("/a//b/")) == "/a//b/"
    assert without_dots(cut("\\a\\..\\b/.", (0, 2, 5, 7))) == ["", "\\b", "/"]
    assert without_dots(["", "\\a", "\\."]) == ["", "\\a", "\\"]
    assert without_dots(cut("..\\a", (2,))) == ["a"]
    assert with_guard(["", "\\", "/x"]) == ["", "/.", "\\", "/x"]
    assert with_guard(["", "\\\\x"]) == ["", "\\\\x"]


@given(text=st.text(alphabet=st.one_of(st.sampled_from("%4aAfFgG"), st.characters(exclude_categories=["Cs"]))))
def test_what_is_not_a_triplet_stays_as_it_is(text: str) -> None:
    assert unescape(text) == urllib.parse.unquote_to_bytes(text)
    assert [text[start:end] for start, end in triplets(text)] == [text[offset : offset + 3] for offset in _starts(text)]


def _starts(text: str) -> list[int]:
    """Return where triplets start, found one character after the other."""
    result, offset = [], 0
    while offset < len(text):
        digits = text[offset + 1 : offset + 3]
        whole = text[offset] == "%" and len(digits) == 2 and all(char in "0123456789abcdefABCDEF" for char in digits)
        result += [offset] if whole else []
        offset += 3 if whole else 1
    return result


@given(text=st.text(alphabet=st.one_of(st.sampled_from("%4aAfFgG"), st.characters(exclude_categories=["Cs"]))))
def test_triplets_and_what_is_between_them(text: str) -> None:
    plain = encode_strays(text)
    assert unescape(plain) == unescape(text)
    assert encode_strays(plain) == plain
    assert all(plain.startswith("%", start) for start, _ in triplets(plain))
    assert plain.count("%") == len([*triplets(plain)])
    assert outside(text, lambda part: part) == text
    assert outside(text, lambda _: "") == "".join(text[start:end] for start, end in triplets(text))
    assert unescape(upper(text)) == unescape(text)
    assert outside(upper(text), lambda _: "") == outside(text, lambda _: "").upper()


@cache
def categories() -> dict[str, str]:
    return {chr(point): unicodedata.category(chr(point)) for point in range(MAX + 1)}


CHARS = st.characters()


def span(*rows: tuple[int, int]) -> set[str]:
    return {chr(point) for low, high in rows for point in range(low, high + 1)}


def test_white_space_is_the_separators_and_some_controls() -> None:
    separators = {char for char, category in categories().items() if category[0] == "Z"}
    assert set(characters("white-space")) == separators | span((0x9, 0xD), (0x85, 0x85))


def test_default_ignorable_is_as_unicode_derives_it() -> None:
    """DerivedCoreProperties.txt: Other_Default_Ignorable_Code_Point, the format characters and the variation selectors,
    without those format characters that are visible. Of what this Python's Unicode has assigned.
    """
    chars = set(characters("default-ignorable"))
    visible = span((0x600, 0x605), (0x6DD, 0x6DD), (0x70F, 0x70F), (0x890, 0x891), (0x8E2, 0x8E2), (0xFFF9, 0xFFFB))
    visible |= span((0x110BD, 0x110BD), (0x110CD, 0x110CD), (0x13430, 0x1343F))
    formats = {char for char, category in categories().items() if category == "Cf"}
    selectors = {char for char in categories() if "VARIATION SELECTOR" in unicodedata.name(char, "")}
    others = span((0x34F, 0x34F), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x3164, 0x3164), (0xFFA0, 0xFFA0))
    assigned = {char for char in chars if categories()[char] != "Cn"}
    assert assigned == (formats - visible) | selectors | others
    unassigned = span((0x2065, 0x2065), (0xFFF0, 0xFFF8), (0xE0000, 0xE0FFF))
    assert chars - assigned <= unassigned <= chars
    assert not chars & set(characters("white-space"))


def test_bidi_controls_are_the_formatting_classes_and_the_marks() -> None:
    classes = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
    explicit = {char for char in categories() if unicodedata.bidirectional(char) in classes}
    assert set(characters("bidi-control")) == explicit | {"\u061c", "\u200e", "\u200f"}
    assert set(characters("bidi-formatting")) == span((0x200E, 0x200F), (0x202A, 0x202E))


@given(st.sets(CHARS), st.sets(CHARS), CHARS)
def test_a_set_behaves_as_one(left: set[str], right: set[str], char: str) -> None:
    union = Characters() | left
    assert set(union) == left
    assert len(union) == len(left)
    assert (char in union) == (char in left)
    assert set(union | right) == left | right
    assert union | right == union | (Characters() | right) == Characters() | (left | right)
    assert hash(union) == hash(Characters() | sorted(left))


def test_noncharacters_are_in_no_set() -> None:
    everything = Characters(((0, sys.maxunicode),))
    for value in ("", "ab", 97, None, b"a"):
        assert value not in everything


def test_a_set_is_shown_by_its_code_points() -> None:
    assert repr(Characters() | "bac\U0010ffff") == "<Characters U+0061 to U+0063, U+10FFFF>"


@pytest.mark.parametrize("grammar", ["rfc3986", "rfc3987", "iri-bis", "leiri", "leiri-bis", "web-address"])
@given(char=CHARS)
def test_an_alphabet_is_what_occurs(grammar: str, char: str) -> None:
    """By the matcher: a query, and a path after "/", are strings of single characters and percent-encoded bytes."""
    named = irigrammar.grammar(grammar)
    names = {field: name for name, field in productions(named).items() if name in named}
    query, path = named[names["query"]], named[names["path"]]
    if char != "%":
        assert (char in alphabet(query)) == query.matches(char)
        assert (char in allowed_characters(named)["query"]) == query.matches(char)
        rooted = named.start
        assert (char in allowed_characters(named)["path"]) == (rooted.matches(f"/a{char}a") and char not in "?#")
    assert path.rule.lower() in productions(named)

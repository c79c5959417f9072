"""Dot segments: as the document's five steps remove them, in linear time."""

from __future__ import annotations

from itertools import product

import pytest

from irigrammar.processing.path import cut, guard, guarded, remove_dot_segments, without_dots


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


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        pytest.param("/a/b/c/./../../g", "/a/g", id="5.2.4-first"),
        pytest.param("mid/content=5/../6", "mid/6", id="5.2.4-second"),
        ("", ""),
        (".", ""),
        ("..", ""),
        ("./", ""),
        ("../", ""),
        ("../../a", "a"),
        (".//a", "/a"),
        ("/.", "/"),
        ("/..", "/"),
        ("/a/.", "/a/"),
        ("/a/..", "/"),
        ("a/..", "/"),
        ("a/../b", "/b"),
        ("/../../a", "/a"),
        ("/a//../b", "/a/b"),
        ("/a/..//b", "//b"),
        ("/a/.../b", "/a/.../b"),
        ("/a/..b/.c", "/a/..b/.c"),
        ("/a/%2E%2E/b", "/a/%2E%2E/b"),
        ("/a/．．/b", "/a/．．/b"),
        ("/a\\..\\b", "/a\\..\\b"),
        ("\ud800/../\0", "/\0"),
    ],
)
def test_dot_segments_are_removed(path: str, expected: str) -> None:
    assert remove_dot_segments(path) == expected == by_the_steps(path)


@pytest.mark.parametrize("length", range(9))
def test_the_result_is_that_of_the_steps_for_every_short_path(length: int) -> None:
    for chars in product("./a", repeat=length):
        path = "".join(chars)
        once = remove_dot_segments(path)
        assert once == by_the_steps(path)
        assert remove_dot_segments(once) == once


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("//b", "/.//b"),
        ("//", "/.//"),
        ("///", "/.///"),
        ("/b//c", "/b//c"),
        ("/", "/"),
        ("", ""),
        ("a//b", "a//b"),
        ("/.//b", "/.//b"),
    ],
)
def test_the_guard_is_before_two_slashes(path: str, expected: str) -> None:
    assert guard(path) == expected
    assert guard(remove_dot_segments(expected)) == guard(remove_dot_segments(path))


def test_pieces_make_the_path_again_and_keep_their_separators() -> None:
    assert cut("a\\b/c\\", (1, 3, 5)) == ["a", "\\b", "/c", "\\"]
    assert "".join(cut("/a//b/")) == "/a//b/"
    assert without_dots(cut("\\a\\..\\b/.", (0, 2, 5, 7))) == ["", "\\b", "/"]
    assert without_dots(["", "\\a", "\\."]) == ["", "\\a", "\\"]
    assert without_dots(cut("..\\a", (2,))) == ["a"]
    assert guarded(["", "\\", "/x"]) == ["", "/.", "\\", "/x"]
    assert guarded(["", "\\\\x"]) == ["", "\\\\x"]

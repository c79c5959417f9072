"""Patterns of gitignore, against git itself and against pathspec."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from rows import in_one_test

from irigrammar.scan.patterns import Spec, spec

PARTS = ["a", "b", "ab", "ba", "aab", "a-b", ".a", "a]", "[a", "a b", "a.md", "b*"]


def line(numbers: random.Random, atoms: list[str]) -> str:
    """Return a random pattern, without what git matches in another way than it documents: "a**/" as "a", then "**/"."""
    segments = [
        "**" if numbers.random() < 0.25 else "".join(numbers.choices(atoms, k=numbers.randint(1, 4)))
        for _ in range(numbers.randint(1, 4))
    ]
    text = numbers.choice(["", "", "", "/"]) + "/".join(segments) + numbers.choice(["", "", "/"])
    return numbers.choice(["", "", "", "!"]) + re.sub(r"(?<=[^/*])\*{2,}/", "*/", text)


def walked(patterns: Spec, name: str) -> bool:
    """Return whether a walk from the top that enters no ignored folder would pass a path over."""
    parts = name.rstrip("/").split("/")
    above = ["/".join(parts[:size]) + "/" for size in range(1, len(parts))]
    return any(patterns.match_file(path) for path in (*above, name))


def tree() -> Iterator[str]:
    """Yield folders, which end in "/", and files, to a depth of three."""
    for part in PARTS[:9]:
        yield f"{part}/"
        for two in PARTS[:6]:
            yield f"{part}/{two}/"
            yield from (f"{part}/{two}/{three}" for three in PARTS[:2])
        yield from (f"{part}/{two}" for two in PARTS[6:])
    yield from PARTS[9:]


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_git_ignores_the_same(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    names = list(tree())
    for name in names:
        path = tmp_path / name
        path.mkdir(parents=True) if name.endswith("/") else path.write_text("")
    atoms = [*"aab*?-.", "**", "[ab]", "[!a]", "[^b]", "[a-b]", "[b-a]", "[!b-a]", "[]a]", "[!]a]", "[a", "[[]"]
    atoms += [
        *["[-a]", "[a-]", r"[\]a]", "[[:alpha:]]", "[![:punct:]]", "[[:x:]]", r"\a", r"\*", r"\[", "]", " "],
        *[r"\ ", "[a/b]"],
    ]
    numbers = random.Random(5)
    compared = 0
    for _ in range(300):
        lines = tuple(line(numbers, atoms) for _ in range(numbers.randint(1, 4)))
        (tmp_path / ".gitignore").write_text("".join(f"{line}\n" for line in lines))
        done = subprocess.run(
            ["git", "-C", str(tmp_path), "check-ignore", "--no-index", "--stdin", "-z"],
            input="\0".join(name.rstrip("/") for name in names).encode(),
            capture_output=True,
            check=False,
        )
        assert done.stderr == b""
        ignored = set(done.stdout.decode().split("\0"))
        ours = spec(lines)
        wrong = [name for name in names if walked(ours, name) != (name.rstrip("/") in ignored)]
        assert wrong == [], lines
        compared += len(names)
    assert compared > 30_000


@pytest.mark.external
def test_pathspec_says_the_same() -> None:
    """Single patterns, since its backends differ in what a later one takes back. Where it differs, git is right.

    It does not know classes of POSIX, nor escapes and "/" in brackets; its negated brackets match "/"; "***" is not
    "**" to it, and "a/**/" is "a/"; and "a/**" names the folder "a/".
    """
    pathspec = pytest.importorskip("pathspec")
    names = [name for name in tree() if not name.endswith("/")]
    atoms = [*"aab*?-.", "**", "[ab]", "[a-b]", "[]a]", "[-a]", "[a-]", r"\a", r"\*", "]"]
    numbers = random.Random(6)
    for _ in range(1_000):
        text = line(numbers, atoms)
        if not text.endswith("**/") and "***" not in text:
            ours, theirs = spec((text,)), pathspec.GitIgnoreSpec.from_lines((text,))
            assert [n for n in names if ours.match_file(n) != theirs.check_file(n).include] == [], text


@in_one_test(
    ("lines", "name", "include"),
    [
        (("*", "!*/", "!*.txt"), "a/b.md", True),
        (("*", "!*/", "!*.txt"), "a/b.txt", False),
        (("docs/", "!docs/internal/"), "docs/internal/a.md", False),
        (("docs/", "!docs/a.md"), "docs/a.md", False),
        (("!a.md", "docs/"), "docs/a.md", True),
        (("b/", "!a"), "a/b/", True),
        (("a",), "a/b/c", True),
        (("!a",), "b", None),
        (("a/**",), "a/", None),
        (("a/*",), "a/", None),
        (("a/*/c",), "a/b/c", True),
        (("a/*/c",), "a/b/d/c", None),
        (("a/**/c",), "a/b/d/c", True),
        (("a?c",), "abc", True),
        (("a?c",), "a/c", None),
        ((r"a\*",), "a*", True),
        ((r"a\*",), "ab", None),
        ((r"a\/b",), "a/b", True),
        ((r"[\]a]",), "]", True),
        ((r"[\]a]",), "\\", None),
    ],
)
def test_last_matching_pattern_decides(lines: tuple[str, ...], name: str, include: bool | None) -> None:
    assert spec(lines).match_file(name) is include


@pytest.mark.parametrize("stars", [6, 40])
def test_many_stars_end_at_once_where_the_last_piece_fits(stars: int) -> None:
    """The last piece matches here, so that those before it are looked for."""
    pattern = spec(("*a" * stars + "*c*b",))
    assert not pattern.match_file("a" * 240 + "b")
    assert pattern.match_file("a" * 240 + "cb")


@in_one_test("text", ["[a", "a\\", "!", "/", "//", "a//b", "[[:what:]]", "", "# a", "  "])
def test_a_line_that_is_not_a_pattern_names_nothing(text: str) -> None:
    assert not any(spec((text,)).match_file(name) for name in ("a", "a/", "b", "a/b", "#a", "[a"))

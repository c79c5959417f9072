"""Files that are scanned: named, in folders, ignored, unreadable."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from irigrammar.dataclass import replace
from irigrammar.scan.files import targets
from irigrammar.scan.settings import PathRules, Rules, Settings


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def make(folder: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def listed(*paths: str, **settings: Any) -> list[str]:
    return [target.shown for target in targets(paths or (".",), Settings(**settings))]


def test_files_that_are_text_in_the_order_of_names(folder: Path) -> None:
    make(folder, {"b.txt": "", "a/z.txt": "", "a/b/c.txt": "", "a.unknown": "", "B.TXT": ""})
    for name, data in {"a.jpeg": b"\xff\xd8\xff\xe0\0", "old.unknown": b"caf\xe9!", "wide": b"\xff\xfea\0"}.items():
        (folder / name).write_bytes(data)
    assert [target.shown for target in targets((".",), Settings()) if target.kind] == [
        "B.TXT",
        "a/b/c.txt",
        "a/z.txt",
        "a.unknown",
        "b.txt",
        "wide",
    ]
    assert [target.shown for target in targets((".",), Settings()) if target.skip_reason] == ["a.jpeg", "old.unknown"]


def test_a_file_is_scanned_once(folder: Path) -> None:
    make(folder, {"a/b.txt": ""})
    (folder / "c.txt").symlink_to("a/b.txt")
    assert listed("a/b.txt", "a", "./a/b.txt", "c.txt") == ["a/b.txt"]


OLD = ("old/*", "!old/keep.txt")
LISTS = PathRules(("*.list",), Rules(), "text")


@pytest.mark.parametrize(
    ("files", "paths", "settings", "expected"),
    [
        ("a.txt old/b.txt old/keep.txt", "a.txt old/b.txt", {"exclude": OLD}, "a.txt"),
        ("a.txt old/b.txt old/keep.txt", ".", {"exclude": OLD}, "a.txt old/keep.txt"),
        ("a.txt docs/b.txt docs/c.unknown", ".", {"include": ("docs/**",)}, "docs/b.txt docs/c.unknown"),
        ("a.json known.json report.json", ".", {"baseline": "known.json", "outputs": ("report.json",)}, "a.json"),
        (".git/a.txt node_modules/b.txt x/.venv/c.txt d.txt", ".", {}, "d.txt"),
        ("a.list b.lst", ".", {"paths": (LISTS,), "suffixes": {"text": (".lst",)}}, "a.list b.lst"),
        ("-x.txt é.txt", ".", {}, "-x.txt é.txt"),
    ],
)
def test_chosen_files(folder: Path, files: str, paths: str, settings: dict[str, Any], expected: str) -> None:
    make(folder, dict.fromkeys(files.split(), ""))
    assert listed(*paths.split(), **settings) == expected.split()


def test_a_named_file_is_scanned_whatever_its_name(folder: Path) -> None:
    make(folder, {"x.jpeg": "", ".gitignore": "x.jpeg", ".git/config": ""})
    (target,) = targets(["x.jpeg"], Settings())
    assert target.kind is not None
    assert target.kind.name == "text"


def test_files_ignored_by_git(folder: Path) -> None:
    make(
        folder,
        {
            ".git/info/exclude": "private.txt\n",
            ".gitignore": "*.tmp.txt\n/build/\n",
            "build/a.txt": "",
            "private.txt": "",
            "src/build/b.txt": "",
            "src/.gitignore": "!keep.tmp.txt\nc.txt\n",
            "src/c.txt": "",
            "src/keep.tmp.txt": "",
            "d.tmp.txt": "",
        },
    )
    assert listed() == [".gitignore", "src/.gitignore", "src/build/b.txt", "src/keep.tmp.txt"]
    assert listed("src") == ["src/.gitignore", "src/build/b.txt", "src/keep.tmp.txt"]  # what stands above holds, too
    assert listed("build") == ["build/a.txt"]  # it was named
    assert listed(respect_gitignore=False)[1:3] == ["build/a.txt", "d.tmp.txt"]


def test_loops_of_links(folder: Path) -> None:
    make(folder, {"a/b.txt": ""})
    (folder / "a" / "up").symlink_to("..")
    (folder / "loop.txt").symlink_to("loop.txt")
    (folder / "nowhere.txt").symlink_to("not there")
    assert listed() == ["a/b.txt", "loop.txt", "nowhere.txt"]


def test_names_with_spaces_and_line_breaks(folder: Path) -> None:
    make(folder, {"a b.txt": "", "new\nline.txt": ""})
    assert listed() == ["a b.txt", "new\nline.txt"]


def test_other_things_than_files_are_passed_over(folder: Path) -> None:
    os.mkfifo(folder / "pipe.txt")
    assert listed() == []


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads every folder")
def test_a_folder_that_may_not_be_read(folder: Path) -> None:
    (folder / "closed").mkdir(mode=0)
    (target,) = targets(["."], Settings())
    assert (target.kind, target.reason) == (None, "Permission denied")


def test_standard_input_and_a_path_that_is_not_there() -> None:
    target, missing = targets(["-", "no such"], Settings())
    assert (target.shown, target.kind and target.kind.name) == ("<stdin>", "text")
    assert (missing.kind, missing.reason) == (None, "No such file or directory")


def test_folders_deeper_than_calls_go(folder: Path) -> None:
    place = folder
    names = ["d"] * 400
    for name in names:
        place /= name
    place.mkdir(parents=True)
    (place / "a.txt").write_text("")
    assert [Path(shown).name for shown in listed()] == ["a.txt"]


@pytest.mark.parametrize("above", ["..", "../.."])
def test_from_a_folder_below(folder: Path, above: str, monkeypatch: pytest.MonkeyPatch) -> None:
    make(folder, {".git/x": "", ".gitignore": "b.txt\n", "a.txt": "", "b.txt": "", "c/d/e.txt": ""})
    monkeypatch.chdir(folder / "c" / "d" if above == "../.." else folder / "c")
    assert listed(above, root=str(folder)) == [f"{above}/{name}" for name in (".gitignore", "a.txt", "c/d/e.txt")]


@pytest.mark.parametrize("repository", [True, False])
@pytest.mark.parametrize("below", ["", "deep/er"])
@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"respect_gitignore": False},
        {"exclude": ("old/", "!old/keep.txt", "*.tmp.txt")},
        {"include": ("docs/", "*.unknown"), "exclude": ("docs/drafts",)},
    ],
    ids=["all", "git's too", "excluded", "included"],
)
def test_filtered_names_are_what_a_walk_finds(
    folder: Path, monkeypatch: pytest.MonkeyPatch, settings: dict[str, Any], below: str, repository: bool
) -> None:
    """A hook is given the names of all files that changed."""
    files = {
        **dict.fromkeys(("a.txt", "a.jpeg", "a.unknown", "a.tmp.txt", "old/a.txt", "old/keep.txt", "docs/a.txt"), ""),
        **dict.fromkeys(("docs/drafts/a.txt", "docs/a.unknown", "build/a.txt", "build/keep.txt", "out/a/b.txt"), ""),
        **dict.fromkeys(("out/a/keep.txt", "node_modules/a.txt", "x/node_modules/y/a.txt", "deep/er/s/t.txt"), ""),
        ".gitignore": "build/\n!build/keep.txt\nout/a/*\ns/t.txt\n",
        "out/.gitignore": "!a/keep.txt\n",
    }
    make(folder / below, files)
    if repository:
        make(folder, {".git/config": ""})
    options = {**settings, "root": str(folder)}
    every = sorted(str(path) for path in folder.rglob("*") if path.is_file() and ".git" not in path.parts)
    named = [target.path for target in targets(every, Settings(**options), filter_named=True)]
    walked = [target.path for target in targets([str(folder)], Settings(**options))]
    assert sorted(named) == sorted(walked)
    assert len(walked) > 1
    monkeypatch.chdir(folder / below)
    relative = [os.path.relpath(path) for path in every]
    assert len(list(targets(relative, Settings(**options), filter_named=True))) == len(walked)


def test_filtered_names_are_ignored_by_the_repository_above_the_root(folder: Path) -> None:
    make(folder, {"docs/a.txt": "", "docs/draft.txt": "", ".gitignore": "draft.*\n", ".git/config": ""})
    root = str(folder / "docs")
    assert [Path(target.path).name for target in targets([root], Settings(root=root))] == ["a.txt"]
    named = [f"{root}/a.txt", f"{root}/draft.txt"]
    assert [Path(target.path).name for target in targets(named, Settings(root=root), filter_named=True)] == ["a.txt"]


def test_a_nested_configuration_holds_for_its_folder(tmp_path: Path) -> None:
    (tmp_path / "sub" / "deep").mkdir(parents=True)
    (tmp_path / "sub" / "irigrammar.toml").write_text(
        'ignore = ["F093"]\nexclude = ["left.txt"]\n[types.html]\nsuffixes = [".tpl"]\n'
    )
    names = ["a.txt", "a.tpl", "sub/a.txt", "sub/a.tpl", "sub/left.txt", "sub/deep/a.txt"]
    for name in names:
        (tmp_path / name).write_text("http://e.org/a|b")

    def found(settings: Settings, *paths: str) -> dict[str, tuple[str, bool]]:
        rows = targets([str(tmp_path / path) for path in paths], settings)
        return {
            str(row.relative): (row.kind.name, "F093" in row.rules(settings).choice.own)
            for row in rows
            if row.kind and row.relative.suffix != ".toml"
        }

    settings = Settings(root=str(tmp_path))
    everywhere = {"a.txt": ("text", True), "a.tpl": ("text", True), "sub/a.txt": ("text", False)}
    everywhere |= {"sub/a.tpl": ("html", False), "sub/deep/a.txt": ("text", False)}
    assert found(settings, ".") == everywhere
    assert found(settings, *names) == everywhere
    assert set(found(replace(settings, nested=False), ".").values()) == {("text", True)}
    (tmp_path / "sub" / "deep" / "pyproject.toml").write_text("broken = [")
    assert found(settings, ".") == everywhere
    for name, text in (("pyproject.toml", "[tool.irigrammar"), ("irigrammar.toml", "ignor = 1")):
        (tmp_path / "sub" / "deep" / name).write_text(text)
        unusable = [row for row in targets([str(tmp_path)], settings) if row.kind is None]
        assert [(row.path, row.is_named) for row in unusable] == [(str(tmp_path / "sub" / "deep" / name), True)]
        assert found(settings, ".") == {path: row for path, row in everywhere.items() if "deep" not in path}

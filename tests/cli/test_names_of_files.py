"""Names of files are never options."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import run
from places import ROOT

yaml = pytest.importorskip("yaml")  # the group hooks

HOOKS = {row["id"]: row for row in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))}
ENTRIES = {name: (row["entry"].split()[1:], [str(word) for word in row["args"]]) for name, row in HOOKS.items()}
FAULTY = {"iri-check": "http://me:SECRET@h/%zz\n", "iri-scan": "http://me:SECRET@h/%zz\n"}
ABNF = "a=b\n"
# What is an option of some command, or looks like one, as a file or below a folder.
OPTIONS = (
    *("--fix", "--exit-zero", "--fail-on=never", "--exclude=*", "--show-secrets"),
    *("--output=.git/hooks/pre-commit", "--output=../OUT", "--config=x", "--width=20", "--not-an-option"),
    *("-ofile", "-o", "-q", "-h"),
)


def faulty_file(folder: Path, hook: str, name: str) -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(FAULTY.get(hook, ABNF))


def snapshot(folder: Path) -> dict[Path, bytes | None]:
    return {path: path.read_bytes() if path.is_file() else None for path in folder.rglob("*")}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "project").mkdir()
    return tmp_path / "project"


@pytest.mark.parametrize("hook", ENTRIES)
def test_option_like_names_are_refused_without_an_end_of_options(hook: str, project: Path) -> None:
    entry, _ours = ENTRIES[hook]
    faulty_file(project, hook, "named.abnf")
    for name in (*OPTIONS, "-", "--"):
        faulty_file(project, hook, name)
        before = snapshot(project.parent)
        for names in ([name, "named.abnf"], ["named.abnf", name], ["--color", "never", name, "named.abnf"]):
            done = run(*entry, *names, cwd=project)
            assert done.status == 2, (name, done)
            assert f"'{name}' is an option and the name of a file here; write ./{name}" in done.err
            assert "SECRET" not in done.out + done.err
        assert snapshot(project.parent) == before, name
        (project / name).unlink()


@pytest.mark.parametrize("hook", ENTRIES)
def test_option_like_names_are_files_behind_our_end_of_options(hook: str, project: Path) -> None:
    entry, ours = ENTRIES[hook]
    assert ours[-1] == "--"
    check = ["--check"] if hook == "iri-grammar-fmt" else []
    for name in OPTIONS:
        faulty_file(project, hook, name)
        before = snapshot(project.parent)
        done = run(*entry, *check, *ours, name, cwd=project)
        assert done.status == 1, (name, done)
        assert name in done.out + done.err
        assert "SECRET" not in done.out
        assert snapshot(project.parent) == before, name
    for name in ("-", "--"):  # they have a meaning behind the end of options, too
        faulty_file(project, hook, name)
        assert run(*entry, *ours, name, cwd=project).status == 2
        (project / name).unlink()


@pytest.mark.parametrize("hook", ENTRIES)
def test_links_and_folders_with_option_like_names_are_refused(hook: str, project: Path) -> None:
    entry, _ours = ENTRIES[hook]
    faulty_file(project, hook, "named.abnf")
    (project / "--fix").symlink_to("nowhere")
    (project / "--output=..").mkdir()
    for name in ("--fix", "--output=../removed-since"):
        assert run(*entry, "named.abnf", name, cwd=project).status == 2
    assert not (project.parent / "removed-since").exists()


def test_options_are_options_where_no_file_has_their_name(project: Path) -> None:
    faulty_file(project, "iri-scan", "page.txt")
    assert run("scan", "--exit-zero", "--isolated", "page.txt", cwd=project).status == 0
    faulty_file(project, "iri-scan", "--exit-zero")
    assert run("scan", "--exit-zero", "--isolated", "--", "page.txt", cwd=project).status == 0
    assert run("scan", "--isolated", "./--exit-zero", cwd=project).status == 1


def test_a_file_that_has_the_name_of_a_grammar_is_not_passed_over(project: Path) -> None:
    faulty_file(project, "iri-grammar-lint", "rfc3986")
    done = run("grammar", "lint", "rfc3986", cwd=project)
    assert (done.status, "write ./rfc3986 for the file" in done.err) == (2, True)

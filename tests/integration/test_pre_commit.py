"""The hooks of pre-commit: their manifest, and runs of pre-commit."""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from places import ROOT
from published import clean_environment, copy_checkout, git, needs_index

pytest.importorskip("pre_commit")  # the group hooks
yaml = pytest.importorskip("yaml")

MANIFEST = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
HOOKS = ("iri-check", "iri-scan", "iri-grammar-lint")

pytestmark = [
    pytest.mark.external,
    pytest.mark.skipif(shutil.which("git") is None, reason="git is missing, and pre-commit works with it"),
]


def pre_commit(*arguments: str, cwd: Path, home: Path) -> subprocess.CompletedProcess[str]:
    env = {**clean_environment(), "PRE_COMMIT_HOME": str(home), "NO_COLOR": "1"}
    command = [sys.executable, "-m", "pre_commit", *arguments]
    return subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, encoding="utf-8", check=False)


def commit_all(folder: Path) -> str:
    git("init", "-q", ".", cwd=folder)
    git("add", "-A", "-f", cwd=folder)
    git("commit", "-q", "-m", "all", cwd=folder)
    return git("rev-parse", "HEAD", cwd=folder)


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A repository with what this checkout holds, as its user would clone it, and its commit."""
    folder = tmp_path_factory.mktemp("published")
    copy_checkout(folder)
    return folder, commit_all(folder)


DOCUMENTS = {
    "urls.txt": "http://example.org/\nhttp://b c/\n",
    "docs/wrong.txt": "see http://b%zz/ there\n",
    "docs/right.txt": "see http://résumé.example.org/ there\n",
    "old/wrong.txt": "see http://b%zz/ there\n",
    "data.bin": "\0http://b%zz/\n",
    "syntax.abnf": "a = b\n",
    "irigrammar.toml": 'exclude = ["old/", "urls.txt"]\n',
}
FIXED = {
    "urls.txt": "http://example.org/\n",
    "docs/wrong.txt": "see http://b%25zz/ there\n",
    "syntax.abnf": 'a = "b"\n',
}


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def test_the_manifest_is_one(tmp_path: Path) -> None:
    done = pre_commit("validate-manifest", str(ROOT / ".pre-commit-hooks.yaml"), cwd=ROOT, home=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_hooks_find_what_is_wrong_and_pass_what_is_right(published: tuple[Path, str], tmp_path: Path) -> None:
    needs_index()
    repository, revision = published
    home, project = tmp_path / "home", tmp_path / "project"
    write(project, DOCUMENTS)
    hooks = "".join(f"    - id: {hook}\n" for hook in HOOKS)
    configuration = f"repos:\n- repo: {repository.as_posix()}\n  rev: {revision}\n  hooks:\n{hooks}"
    write(project, {".pre-commit-config.yaml": configuration})
    commit_all(project)

    done = pre_commit("run", "--all-files", cwd=project, home=home)
    said = done.stdout
    assert done.returncode == 1, said + done.stderr
    assert said.count("Failed") == 3, said + done.stderr
    assert "urls.txt:2:9: F081 a space is not allowed in a host name: http://b c/" in said
    assert "docs/wrong.txt" in said
    assert "percent-encoding is not finished in a host name" in said
    assert "syntax.abnf:1:5: L002 a refers to b, which no rule defines" in said
    for silent in ("old/wrong.txt", "docs/right.txt", "data.bin", "Traceback"):
        assert silent not in said

    write(project, FIXED)
    git("add", "-A", cwd=project)
    done = pre_commit("run", "--all-files", cwd=project, home=home)
    assert (done.returncode, done.stdout.count("Passed")) == (0, 3), done.stdout + done.stderr


# Files whose names are options, or would be read as something else than a name.
HOSTILE = (
    *("--fix", "--exit-zero", "--fail-on=never", "--exclude=*", "--ignore=F", "--show-secrets"),
    *("--output=.git/hooks/pre-commit", "--output=../outside.txt", "--width=20", "--config=x.toml", "-ofile"),
    *("-o", "-q", "-", "--", "--help", "@page.txt", "$(touch PWNED).txt", "a\nb.txt"),
)
SEEDED = {"page.txt": "http://me:SECRET@h/%zz\n", "links.urls": "http://me:SECRET@h/%zz\n", "g.abnf": "a=b\n"}


@pytest.mark.parametrize("args", [None, ["--color", "never"]], ids=["ours", "of the user"])
@pytest.mark.parametrize("hook", [hook["id"] for hook in MANIFEST])
def test_names_of_files_are_never_options(hook: str, args: list[str] | None, tmp_path: Path) -> None:
    """Each name in a commit of its own, so that no other name makes the hook fail."""
    (row,) = [dict(row) for row in MANIFEST if row["id"] == hook]
    program = f"{shlex.quote(sys.executable)} -m irigrammar"
    row |= {"entry": row["entry"].replace("iri", program, 1), "language": "system", "files": "", "types": []}
    del row["description"]
    row.pop("additional_dependencies", None)
    if args is not None:
        row["args"] = args
    if hook == "iri-grammar-fmt":  # it changes files, and that is not what is tested
        row["entry"] += " --check"
    project = tmp_path / "project"
    write(project, {**SEEDED, ".pre-commit-config.yaml": json.dumps({"repos": [{"repo": "local", "hooks": [row]}]})})
    commit_all(project)
    content = {"iri-scan": "page.txt", "iri-check": "links.urls"}.get(hook, "g.abnf")
    for name in HOSTILE:
        before = snapshot(tmp_path)
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text(SEEDED[content], encoding="utf-8")
        git("add", "-f", "--", name, cwd=project)
        done = pre_commit("run", "--files", content, f"./{name}", cwd=project, home=tmp_path / "home")
        assert done.returncode == 1, (name, done.stdout + done.stderr)
        assert "SECRET" not in done.stdout, name
        assert "Traceback" not in done.stdout, name
        git("rm", "-q", "-f", "--", name, cwd=project)
        assert snapshot(tmp_path) == before, name


def snapshot(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder, except what git and pre-commit keep for themselves."""
    files = {file.relative_to(folder).as_posix(): file for file in folder.rglob("*") if file.is_file()}
    kept = {name for name in files if name.startswith(("home/", "project/.git/")) and "/hooks/" not in name}
    return {name: file.read_bytes() for name, file in files.items() if name not in kept}

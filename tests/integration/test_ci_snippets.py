"""The documentation's recipes for CI, by the schemas of the systems."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from command import run
from documentation import page
from places import ROOT

yaml = pytest.importorskip("yaml")  # the group hooks

SECTION = "".join(map(page, ("how-to/pre-commit", "how-to/github", "how-to/gitlab")))
SNIPPETS = {
    match[1]: match[2] for match in re.finditer(r"^```yaml\n# (\S+)\n(.*?)^```$", SECTION, re.DOTALL | re.MULTILINE)
}
CONFIGURATION, WORKFLOW, PIPELINE = ".pre-commit-config.yaml", ".github/workflows/identifiers.yml", ".gitlab-ci.yml"


def read(name: str) -> Any:
    return yaml.safe_load(SNIPPETS[name])


def test_every_snippet_is_checked() -> None:
    assert SECTION.count("```yaml") == len(SNIPPETS)
    assert set(SNIPPETS) == {CONFIGURATION, WORKFLOW, PIPELINE}


@pytest.mark.external
@pytest.mark.parametrize(
    ("name", "schema"),
    [(WORKFLOW, "vendor.github-workflows"), (PIPELINE, "vendor.gitlab-ci")],
    ids=["github", "gitlab"],
)
def test_a_snippet_is_right_by_the_published_schema(name: str, schema: str, tmp_path: Path) -> None:
    pytest.importorskip("check_jsonschema")
    (tmp_path / "snippet.yml").write_text(SNIPPETS[name])
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, "snippet.yml"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.external
@pytest.mark.parametrize("name", ["ci", "release"])
def test_the_project_s_own_workflows_are_right_by_the_published_schema(name: str) -> None:
    pytest.importorskip("check_jsonschema")
    workflow = str(ROOT / ".github" / "workflows" / f"{name}.yml")
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows", workflow]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_workflows_run_existing_sessions() -> None:
    sessions = set(re.findall(r"^def (\w+)\(session", (ROOT / "noxfile.py").read_text("utf-8"), re.MULTILINE))
    for path in (ROOT / ".github" / "workflows").glob("*.yml"):
        for line in re.findall(r"nox -s ([\w ]+)", path.read_text("utf-8")):
            assert {*line.split()} <= sessions, path.name


USES = [
    (path.relative_to(ROOT).as_posix(), line.strip())
    for pattern in ("action.yml", ".github/**/*.yml", ".github/**/*.yaml", "docs/**/*.md", "README.md")
    for path in ROOT.glob(pattern)
    for line in re.findall(r"^[ -]*uses:(.*)$", path.read_text("utf-8"), re.MULTILINE)
]


def test_actions_are_pinned_by_commit() -> None:
    assert {path for path, _ in USES} >= {"action.yml", ".github/workflows/release.yml", "docs/how-to/github.md"}
    pinned = re.compile(r"[\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")
    assert [row for row in USES if not pinned.fullmatch(row[1]) and not row[1].startswith(("./", "REPOSITORY@"))] == []


def test_an_action_has_one_version() -> None:
    versions: dict[str, set[str]] = {}
    for _, use in USES:
        versions.setdefault(use.partition("@")[0], set()).add(use)
    assert [uses for uses in versions.values() if len(uses) > 1] == []


def test_only_the_job_that_publishes_may_sign_and_attest() -> None:
    workflow = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text("utf-8"))
    assert workflow["permissions"] == {"contents": "read"}
    permissions = {name: job.get("permissions") for name, job in workflow["jobs"].items()}
    publish = {"id-token": "write", "attestations": "write"}
    assert permissions == {**dict.fromkeys(permissions), "publish": publish}
    used = [step["uses"].partition("@")[0] for step in workflow["jobs"]["publish"]["steps"]]
    assert used == ["actions/download-artifact", "actions/attest-build-provenance", "pypa/gh-action-pypi-publish"]


@pytest.mark.external
def test_pre_commit_takes_its_configuration_and_the_hooks_are_there(tmp_path: Path) -> None:
    pytest.importorskip("pre_commit")
    (tmp_path / CONFIGURATION).write_text(SNIPPETS[CONFIGURATION])
    command = [sys.executable, "-m", "pre_commit", "validate-config", CONFIGURATION]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    there = {hook["id"] for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))}
    assert {hook["id"] for repository in read(CONFIGURATION)["repos"] for hook in repository["hooks"]} == there


def test_the_hooks_take_the_arguments_of_the_configuration(tmp_path: Path) -> None:
    hooks = {hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))}
    (tmp_path / "links.txt").write_text("http://example.org/\n")
    (tmp_path / "a.abnf").write_text("a = unreserved\n")
    files = {
        "iri-check": "links.txt",
        "iri-scan": "links.txt",
        "iri-grammar-lint": "a.abnf",
        "iri-grammar-fmt": "a.abnf",
    }
    for hook in read(CONFIGURATION)["repos"][0]["hooks"]:
        words = hooks[hook["id"]]["entry"].split()[1:]
        done = run(*words, *hook.get("args", hooks[hook["id"]]["args"]), files.get(hook["id"], "a.abnf"), cwd=tmp_path)
        assert done.status == 0, done.err


def test_the_workflow_gives_inputs_that_the_action_has() -> None:
    action = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
    (step,) = [step for step in read(WORKFLOW)["jobs"]["scan"]["steps"] if "REPOSITORY" in step["uses"]]
    assert set(step["with"]) <= set(action["inputs"])


def test_commands_of_the_pipeline(tmp_path: Path) -> None:
    pytest.importorskip("pyromark")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/a.txt").write_text("http://b%zz/\n")
    job = read(PIPELINE)["iri-scan"]
    commands = [line.split() for line in job["script"] if line.startswith("iri ")]
    assert [run(*words[1:], cwd=tmp_path).status for words in commands] == [1]
    (issue,) = json.loads((tmp_path / job["artifacts"]["reports"]["codequality"]).read_text("utf-8"))
    assert issue["location"]["path"] == "docs/a.txt"

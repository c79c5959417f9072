"""The GitHub Action, by its schema and as the runner runs its steps.

What cannot be tested here are GitHub's own parts: the actions that it uses, and expressions but for plain inputs and
outputs.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from places import ROOT
from published import copy_checkout, needs_index

yaml = pytest.importorskip("yaml")  # the group hooks
pytest.importorskip("pyromark")  # the extra scan

ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
STEPS = {step["id"]: step for step in ACTION["runs"]["steps"] if "id" in step}

pytestmark = [
    pytest.mark.external,
    pytest.mark.skipif(shutil.which("bash") is None, reason="the steps are for bash, which is not here"),
]

_EXPRESSION = re.compile(r"\$\{\{\s*(.*?)\s*\}\}")


@dataclass
class Runner:
    """Runs steps in a workspace; `outputs` are those of the steps so far."""

    workspace: Path
    temporary: Path
    action: Path = ROOT
    inputs: dict[str, str] = field(default_factory=dict)
    outputs: dict[str, dict[str, str]] = field(default_factory=dict)

    def value(self, text: str) -> str:
        """Return a text with its expressions replaced by what they stand for; `KeyError` for one that is unknown."""
        known = {f"inputs.{name}": row["default"] for name, row in ACTION["inputs"].items()}
        known |= {f"inputs.{name}": value for name, value in self.inputs.items()}
        known |= {
            f"steps.{step}.outputs.{name}": value for step, rows in self.outputs.items() for name, value in rows.items()
        }
        return _EXPRESSION.sub(lambda match: known[match[1]], text)

    def run(self, name: str) -> subprocess.CompletedProcess[str]:
        """Run a step, with the options that GitHub gives to bash, and keep its outputs."""
        step = STEPS[name]
        assert step["shell"] == "bash"
        assert not _EXPRESSION.search(step["run"]), "an input in the text of a script could be a command"
        script, written = self.temporary / "step.sh", self.temporary / "output"
        script.write_text(step["run"], encoding="utf-8")
        written.write_text("")
        env = {
            **os.environ,
            "GITHUB_ACTIONS": "true",
            "GITHUB_ACTION_PATH": str(self.action),
            "GITHUB_OUTPUT": str(written),
            "GITHUB_WORKSPACE": str(self.workspace),
            "RUNNER_TEMP": str(self.temporary),
            **{key: self.value(value) for key, value in step["env"].items()},
        }
        cwd = self.workspace / self.value(step.get("working-directory", "."))
        command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)]
        done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, encoding="utf-8", check=False)
        self.outputs[name] = dict(line.split("=", 1) for line in written.read_text("utf-8").splitlines())
        return done


@pytest.fixture
def runner(tmp_path: Path) -> Runner:
    workspace, temporary = tmp_path / "work space", tmp_path / "temporary"
    for folder in (workspace / "docs", workspace / "more docs", temporary):
        folder.mkdir(parents=True)
    (workspace / "docs/wrong.txt").write_text("see http://b%zz/ there\n")
    (workspace / "more docs/wrong.txt").write_text("\nhttp://c%zz/\n")
    (workspace / "right.txt").write_text("http://example.org/\n")
    iri = temporary / "iri"
    iri.write_text(f"#!/bin/sh\nexec '{sys.executable}' -c 'from irigrammar.cli.main import main; main()' \"$@\"\n")
    iri.chmod(0o755)
    return Runner(workspace, temporary, outputs={"install": {"iri": str(iri)}})


def test_it_is_an_action_by_the_published_schema() -> None:
    pytest.importorskip("check_jsonschema")
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-actions", "action.yml"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_input_is_used_and_every_one_that_is_used_is_there() -> None:
    used = set(re.findall(r"inputs\.([\w-]+)", json.dumps(ACTION["runs"])))
    assert used == set(ACTION["inputs"])


def test_findings_are_annotations_and_the_step_fails(runner: Runner) -> None:
    done = runner.run("scan")
    assert done.returncode == 1, done.stderr
    annotations = [line for line in done.stdout.splitlines() if line.startswith("::error ")]
    assert len(annotations) == 2
    assert any("file=docs/wrong.txt," in line and "line=1," in line for line in annotations)
    assert any("file=more docs/wrong.txt," in line and "line=2," in line for line in annotations)
    assert runner.outputs["scan"] == {"status": "1"}


def test_paths_are_lines(runner: Runner) -> None:
    runner.inputs = {"paths": "right.txt\n\nmore docs\n"}
    done = runner.run("scan")
    assert done.returncode == 1
    assert "more docs/wrong.txt" in done.stdout
    assert "file=docs/wrong.txt" not in done.stdout
    runner.inputs = {"paths": "right.txt"}
    assert runner.run("scan").returncode == 0
    assert runner.outputs["scan"] == {"status": "0"}


def test_options_are_words_and_hold_over_the_format(runner: Runner) -> None:
    runner.inputs = {"args": "--ignore S001\n  --format   concise"}
    done = runner.run("scan")
    assert done.returncode == 0
    assert "::" not in done.stdout


@pytest.mark.parametrize("name", ["--help", "$(touch hacked)", "`touch hacked`", "'; touch hacked; '", "*"])
def test_inputs_are_never_commands(runner: Runner, name: str) -> None:
    runner.inputs = {"paths": name, "sarif": name}
    assert runner.run("scan").returncode == 2
    assert not (runner.workspace / "hacked").exists()
    runner.inputs = {"args": f"--exit-zero {name}", "paths": "right.txt"}
    output = runner.run("scan").stdout
    assert not (runner.workspace / "hacked").exists()
    assert "docs/wrong.txt" not in output  # a pattern in options is not a list of files


def test_a_sarif_report_in_addition(runner: Runner) -> None:
    runner.inputs = {"sarif": "iri.sarif", "paths": "docs", "args": "--format concise"}
    done = runner.run("scan")
    assert done.returncode == 1
    assert "docs/wrong.txt:1:" in done.stdout
    (result,) = json.loads((runner.workspace / "iri.sarif").read_text("utf-8"))["runs"][0]["results"]
    assert result["ruleId"].startswith("F")
    assert runner.outputs["scan"] == {"status": "1"}
    assert STEPS["scan"]["run"].count('"$IRI"') == 1  # one scan for both


def test_it_scans_in_a_folder_with_its_configuration(runner: Runner) -> None:
    (runner.workspace / "docs/irigrammar.toml").write_text('ignore = ["S001"]\n')
    runner.inputs = {"working-directory": "docs"}
    assert runner.run("scan").returncode == 0


def test_status_2_of_scans_that_cannot_start(runner: Runner) -> None:
    runner.inputs = {"paths": "nowhere"}
    done = runner.run("scan")
    assert done.returncode == 2
    assert runner.outputs["scan"] == {"status": "2"}
    assert "nowhere" in done.stdout + done.stderr


def test_it_installs_the_action_with_its_parsers(runner: Runner) -> None:
    needs_index()
    runner.action = runner.temporary / "the action"  # a build leaves files in it
    copy_checkout(runner.action)
    runner.outputs = {"python": {"python-path": sys.executable}}
    done = runner.run("install")
    assert done.returncode == 0, done.stderr
    done = runner.run("scan")
    assert done.returncode == 1, done.stderr
    assert "::error " in done.stdout
    assert Path(runner.outputs["install"]["iri"]).is_relative_to(runner.temporary)


@pytest.mark.parametrize(
    ("version", "wanted"),
    [("", f"{ROOT}[cli]"), ("0.1.0", "irigrammar[cli]==0.1.0"), (">=0.1,<1", "irigrammar[cli]>=0.1,<1")],
)
def test_the_version_that_is_installed(runner: Runner, version: str, wanted: str) -> None:
    """With a Python that tells what it was called with, and makes no environment but for itself."""
    python = runner.temporary / "python"
    report_path = runner.temporary / "told"
    folder = runner.temporary / "irigrammar" / "bin"
    python.write_text(f'#!/bin/sh\nprintf "%s\\n" "$*" >> "{report_path}"\n')
    python.chmod(0o755)
    folder.mkdir(parents=True)
    shutil.copy(python, folder)
    runner.inputs = {"version": version}
    runner.outputs = {"python": {"python-path": str(python)}}
    done = runner.run("install")
    assert done.returncode == 0, done.stderr
    assert report_path.read_text().splitlines()[-1] == f"-m pip install --quiet {wanted}"
    assert runner.outputs["install"] == {"iri": str(folder / "iri")}

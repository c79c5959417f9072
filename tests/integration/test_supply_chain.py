"""Pinned installations of CI, and the licence."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from places import TESTS

ROOT = TESTS.parent
LOCKS = sorted((ROOT / ".ci" / "locks").glob("*.txt"))
INSTALLS = (ROOT / ".ci" / "run", ROOT / "noxfile.py", *sorted((ROOT / ".github" / "workflows").glob("*.yml")))
BUNDLE = ROOT / "src" / "irigrammar" / "views" / "explorer" / "web" / "codemirror.js"


def test_there_are_locks() -> None:
    assert {path.stem for path in LOCKS} == {"build", "cli", "dev", "nox", "sbom", "test"}


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.stem)
def test_every_package_of_a_lock_has_a_version_and_hashes(lock: Path) -> None:
    entries = re.split(r"\n(?=\S)", lock.read_text())
    assert entries
    for entry in entries:
        assert re.match(r"[a-z0-9.-]+==\S+", entry), entry
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", entry), entry


@pytest.mark.parametrize("name", ["cli", "test"])
def test_locks_pin_what_the_project_asks_for(name: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    asked = [*project["dependencies"], *project["optional-dependencies"][name]]
    names = {re.split(r"[\[<>=; ]", row)[0].lower() for row in asked} - {"irigrammar"}
    pinned = set(re.findall(r"^([a-z0-9.-]+)==", (ROOT / ".ci" / "locks" / f"{name}.txt").read_text(), re.MULTILINE))
    assert names <= pinned


@pytest.mark.parametrize("path", INSTALLS, ids=lambda path: path.name)
def test_ci_installs_by_hash(path: Path) -> None:
    for line in path.read_text().splitlines():
        if "pip install" in line and "#" not in line.split("pip install")[0]:
            is_own = re.search(r"pip install(?: -q)? (?:\. pytest|\"\$\(echo dist)", line)  # what a user installs
            assert "--require-hashes" in line or is_own, line


def test_the_session_without_locks_is_outside_of_ci() -> None:
    source = (ROOT / "noxfile.py").read_text()
    decorator, _, rest = source.partition("def newest(")
    assert rest
    assert decorator.rstrip().endswith("@nox.session")
    assert "newest" not in (ROOT / ".ci" / "run").read_text()


def test_the_licence_has_every_text() -> None:
    text = (ROOT / "LICENSE").read_text()
    head = BUNDLE.read_text(encoding="utf-8").partition("*/")[0].partition("do not edit.")[2].strip()
    assert head in text
    for part in ("Apache License", "MIT License", "UNICODE LICENSE V3", "Unicode, Inc."):
        assert part in text
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["license"] == "Apache-2.0 AND MIT AND Unicode-3.0"
    assert project["license-files"] == ["LICENSE"]

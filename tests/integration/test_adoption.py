"""`iri scan` in a git repository whose documents have one fault each."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
from collections.abc import Callable
from pathlib import Path
from types import MappingProxyType
from unittest import mock

import pytest
from command import Result, run

import irigrammar

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is missing")

_FAULT = "http://company.de/a^b?c=d"
_FIXED = "http://company.de/a%5Eb?c=d"
# Each has one fault that --fix corrects: the bytes around it are those that a careless rewrite changes.
DOCUMENTS = MappingProxyType(
    {
        "README.md": f"# Read\n\nSee [the page]({_FAULT} 'title'), <http://company.de/>.  \nEnd without a line end",
        "docs/guide.rst": f"Guide\n=====\n\n`Page <{_FAULT}>`_\n\n.. _home: http://company.de/\n",
        "docs/page.html": f"<!DOCTYPE html>\n<p CLASS=x><a href='{_FAULT}'>a</a > &copy;\n",
        "docs/windows.txt": f"\ufeffeins {_FAULT}\r\nzwei \t\r\n\r\ndrei http://company.de/\r\n",
        "docs/mixed.txt": f"a {_FAULT}\r\nb\nc\r\n\n\n",
        "data/feed.xml": f"<feed xmlns='http://www.w3.org/2005/Atom'><link href='{_FAULT}' /></feed>\n",
        "data/links.csv": f'name;url\r\n"a; b";{_FAULT}\r\n',
        "package.json": f'{{"name":   "x",\n\t"homepage": "{_FAULT}"}}',
        "settings.yaml": f"# kept\nurl:   {_FAULT}   # kept\nlist: [ a,b ]\n",
        "pyproject.toml": f'[project]\nname = "x"\nurls = {{ home = "{_FAULT}" }}\n',
        "src/app.py": f'"""App."""\n\nURL = "{_FAULT}"  # \N{SNOWMAN}\n',
        "style.css": f"a {{ background: url({_FAULT}) }}\n",
        "names.ini": f"[a]\nurl = {_FAULT}\n",
    }
)
_EXECUTABLE = "src/app.py"


Scan = Callable[..., Result]


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with the documents, committed."""
    folder = tmp_path / "repository"
    for name, text in DOCUMENTS.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(text.encode())
    (folder / _EXECUTABLE).chmod(0o755)
    user = ("-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    for arguments in (("init", "-q", "."), ("add", "-A"), ("commit", "-q", "-m", "all")):
        command = ["git", *user, "-c", "core.autocrlf=false", *arguments]
        subprocess.run(command, cwd=folder, env={**os.environ, "GIT_CONFIG_GLOBAL": os.devnull}, check=True)
    return folder


@pytest.fixture
def scan(repository: Path) -> Scan:
    """Run `iri scan` in the repository, outside of any CI system."""

    def scanned(*arguments: str) -> Result:
        kept = {key: value for key, value in os.environ.items() if not key.startswith(("GIT_", "GITHUB_", "CI_"))}
        with mock.patch.dict(os.environ, kept, clear=True):
            return run("scan", *arguments, cwd=repository)

    return scanned


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (("clean.txt",), 0),
        ((".",), 1),
        ((".", "--exit-zero"), 0),
        ((".", "--ignore", "F093"), 0),
        (("nowhere.txt",), 2),
        (("--select", "Z999"), 2),
    ],
)
def test_exit_statuses(repository: Path, scan: Scan, arguments: tuple[str, ...], status: int) -> None:
    (repository / "clean.txt").write_text("http://company.de/\n")
    assert scan(*arguments).status == status


def test_fix_changes_the_faults_and_nothing_else(tmp_path: Path, repository: Path, scan: Scan) -> None:
    victim = tmp_path / "victim.txt"
    victim.write_text(_FAULT)
    (repository / "link.txt").symlink_to(victim)
    mode = stat.S_IMODE((repository / _EXECUTABLE).stat().st_mode)
    before = hosts(scan)
    assert scan("--fix").status == 0
    assert victim.read_text() == _FAULT
    assert stat.S_IMODE((repository / _EXECUTABLE).stat().st_mode) == mode
    for name, text in DOCUMENTS.items():
        assert (repository / name).read_bytes() == text.replace(_FAULT, _FIXED).encode()
    assert hosts(scan) == before
    assert scan().status == 0


def hosts(scan: Scan) -> list[tuple[str, frozenset[tuple[str | None, int | None]]]]:
    """Return the file of each identifier with the hosts and ports that readers find in it; those that follow a grammar
    refuse one with a fault.
    """
    rows = [json.loads(line) for line in scan("--dump", "--format", "jsonl").out.splitlines()]
    readings = ((row["path"], irigrammar.hosts.readings(row["text"])) for row in rows)
    return sorted(
        ((path, frozenset((row.host, row.port) for row in read if row.verdict == "read")) for path, read in readings),
        key=repr,
    )

"""`iri scan` in a git repository with faults, in each way of use once."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple
from unittest import mock
from xml.etree import ElementTree as ET

import pytest
from command import run

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


class Repository(NamedTuple):
    """A repository, and a folder beside it that is not part of it."""

    folder: Path
    outside: Path

    def iri(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run `iri scan` in the repository, in this process."""
        with mock.patch.dict(os.environ, _environment(), clear=True):
            result = run("scan", *arguments, cwd=self.folder)
        return subprocess.CompletedProcess(["iri", *arguments], result.status, result.out, result.err)

    def python(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run Python in the repository."""
        return _run([sys.executable, *arguments], self.folder)

    def write(self, name: str, text: str) -> None:
        """Write a file, with the line ends that its text has."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())


def _environment() -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("GIT_", "GITHUB_", "CI_"))}
    return {**kept, "GIT_CONFIG_GLOBAL": os.devnull, "NO_COLOR": "1", "PYTHONUTF8": "1"}


def _run(command: list[str], folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    env = {**_environment(), **variables}
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, encoding="utf-8", check=False)


def _git(folder: Path, *arguments: str) -> None:
    user = ("-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    _run(["git", *user, "-c", "core.autocrlf=false", *arguments], folder).check_returncode()


def repository(folder: Path) -> Repository:
    """Make a repository with the documents in a folder, and commit them."""
    place = Repository(folder / "repository", folder / "outside")
    place.outside.mkdir()
    for name, text in DOCUMENTS.items():
        place.write(name, text)
    (place.folder / _EXECUTABLE).chmod(0o755)
    _git(place.folder, "init", "-q", ".")
    _git(place.folder, "add", "-A")
    _git(place.folder, "commit", "-q", "-m", "all")
    return place


def _status(done: subprocess.CompletedProcess[str], expected: int) -> Iterator[str]:
    if done.returncode != expected:
        yield f"exit status {done.returncode}, not {expected}: {(done.stderr or done.stdout).strip()[-300:]}"


def _same(what: str, value: object, expected: object) -> Iterator[str]:
    if value != expected:
        yield f"{what}: {value!r}, not {expected!r}"


def _exit_statuses(place: Repository) -> Iterator[str]:
    place.write("clean.txt", "http://company.de/\n")
    rows = (("clean.txt",), 0), ((".",), 1), ((".", "--exit-zero"), 0), ((".", "--ignore", "F093"), 0)
    for arguments, expected in (*rows, (("nowhere.txt",), 2), (("--select", "Z999"), 2)):
        yield from _status(place.iri(*arguments), expected)


def _sarif(place: Repository) -> Iterator[str]:
    done = place.iri("--format", "sarif")
    yield from _status(done, 1)
    (run,) = json.loads(done.stdout)["runs"]
    rows = [result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for result in run["results"]]
    yield from _same("files", sorted(rows), sorted(DOCUMENTS))


def _gitlab(place: Repository) -> Iterator[str]:
    done = place.iri("--format", "gitlab")
    yield from _status(done, 1)
    issues = json.loads(done.stdout)
    yield from _same("files", sorted(issue["location"]["path"] for issue in issues), sorted(DOCUMENTS))
    yield from _same("different fingerprints", len({issue["fingerprint"] for issue in issues}), len(issues))


def _github(place: Repository) -> Iterator[str]:
    done = place.iri("--format", "github")
    yield from _status(done, 1)
    lines = [line for line in done.stdout.splitlines() if line.startswith("::error ")]
    yield from _same("files", sorted(line.split("file=")[1].split(",")[0] for line in lines), sorted(DOCUMENTS))


def _junit(place: Repository) -> Iterator[str]:
    done = place.iri("--format", "junit")
    yield from _status(done, 1)
    cases = ET.fromstring(done.stdout).iter("testcase")
    failures = sorted(case.get("classname", "") for case in cases if case.find("failure") is not None)
    yield from _same("files", failures, sorted(DOCUMENTS))


def _baseline(place: Repository) -> Iterator[str]:
    options = ("--baseline", "iri-baseline.json")
    yield from _status(place.iri(*options, "--write-baseline"), 0)
    yield from _status(place.iri(*options), 0)
    place.write("README.md", f"One more line.\n\n{DOCUMENTS['README.md']}")  # the same fault elsewhere
    yield from _status(place.iri(*options), 0)
    place.write("new.txt", "http://company.de/%zz\n")
    done = place.iri(*options, "--format", "jsonl")
    yield from _status(done, 1)
    yield from _same("new", [json.loads(line)["path"] for line in done.stdout.splitlines()], ["new.txt"])


def _ignores(place: Repository) -> Iterator[str]:
    place.write("line.py", f'A = "{_FAULT}"  # iri: ignore[F093]\n')
    place.write("next.py", f'# iri: ignore[F093]\nA = "{_FAULT}"\n')
    place.write("file.html", f"<!-- iri: ignore-file[F093] -->\n<p><a href='{_FAULT}'>a</a>\n")
    yield from _status(place.iri("line.py", "next.py", "file.html"), 0)
    place.write("other.py", f'A = "{_FAULT}"  # iri: ignore[F094]\n')
    yield from _status(place.iri("other.py"), 1)


def _fix(place: Repository) -> Iterator[str]:
    victim = place.outside / "victim.txt"
    victim.write_text(_FAULT)
    (place.folder / "link.txt").symlink_to(victim)
    mode = stat.S_IMODE((place.folder / _EXECUTABLE).stat().st_mode)
    before = _hosts(place)
    yield from _status(place.iri("--fix"), 0)
    yield from _same("the target of a symbolic link", victim.read_text(), _FAULT)
    yield from _same("permissions", stat.S_IMODE((place.folder / _EXECUTABLE).stat().st_mode), mode)
    for name, text in DOCUMENTS.items():
        yield from _same(name, (place.folder / name).read_bytes(), text.replace(_FAULT, _FIXED).encode())
    yield from _same("hosts", _hosts(place), before)
    yield from _status(place.iri(), 0)


def _hosts(place: Repository) -> list[tuple[str, frozenset[tuple[str | None, int | None]]]]:
    """Return the file of each identifier with the hosts and ports that readers find in it; those that follow a grammar
    refuse one with a fault.
    """
    rows = [json.loads(line) for line in place.iri("--dump", "--format", "jsonl").stdout.splitlines()]
    readings = ((row["path"], irigrammar.hosts.readings(row["text"])) for row in rows)
    return sorted(
        ((path, frozenset((row.host, row.port) for row in read if row.verdict == "read")) for path, read in readings),
        key=repr,
    )


def _diff(place: Repository) -> Iterator[str]:
    done = place.iri("--diff")
    lines = done.stdout.splitlines()
    added = sum(line.startswith("+") and _FIXED in line for line in lines)
    yield from _same("lines added", added, len(DOCUMENTS))
    for name, text in DOCUMENTS.items():
        yield from _same(name, (place.folder / name).read_bytes(), text.encode())


def _dump(place: Repository) -> Iterator[str]:
    place.write("secret.txt", "https://me:sesam@company.de/\n")
    done = place.iri("--dump")
    yield from _status(done, 0)
    yield from _same("faults", done.stdout.splitlines().count(_FAULT), len(DOCUMENTS))
    yield from _same("shows a password", "sesam" in done.stdout, False)


def _plugin(place: Repository) -> Iterator[str]:
    plugin = "irigrammar.integrations.pytest_plugin"
    is_installed = any(row.value == plugin for row in entry_points(group="pytest11"))  # an installation may be older
    arguments = ("-q", "-p", "no:cacheprovider", *(() if is_installed else ("-p", plugin)), "--iri-scan", ".")
    done = place.python("-m", "pytest", *arguments)
    yield from _status(done, 1)
    failed = {line.split()[1].split("::")[0] for line in done.stdout.splitlines() if line.startswith("FAILED ")}
    yield from _same("documents that fail", failed, set(DOCUMENTS))


def _hook(place: Repository) -> Iterator[str]:
    command = f"{Path(sys.executable).as_posix()} -m irigrammar scan --filter-named --"
    hook = {"id": "iri-scan", "name": "iri scan", "entry": command, "language": "system"}
    place.write(".pre-commit-config.yaml", json.dumps({"repos": [{"repo": "local", "hooks": [hook]}]}))
    _git(place.folder, "add", "-A")
    command_line = [sys.executable, "-m", "pre_commit", "run", "--all-files"]
    home = str(place.outside / "home")
    done = _run(command_line, place.folder, PRE_COMMIT_HOME=home)
    yield from _status(done, 1)
    yield from _same("files", [name for name in DOCUMENTS if name not in done.stdout], [])
    place.iri("--fix")
    _git(place.folder, "add", "-A")
    yield from _status(_run(command_line, place.folder, PRE_COMMIT_HOME=home), 0)


CHECKS = MappingProxyType[str, Callable[[Repository], Iterator[str]]](
    {
        "exit statuses": _exit_statuses,
        "--format sarif": _sarif,
        "--format gitlab": _gitlab,
        "--format github": _github,
        "--format junit": _junit,
        "--baseline": _baseline,
        "ignore comments": _ignores,
        "--fix": _fix,
        "--diff": _diff,
        "--dump": _dump,
        "pytest --iri-scan": _plugin,
        "pre-commit": _hook,
    }
)
NEEDS = MappingProxyType({"pre-commit": "pre_commit"})  # packages that a check needs


def problems(name: str, folder: Path) -> list[str]:
    """Return what does not work in a way of use, tried in a folder."""
    return list(CHECKS[name](repository(folder)))


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.external if name in NEEDS else ()) for name in CHECKS]
)
def test_it_works_in_a_repository(name: str, tmp_path: Path) -> None:
    if name in NEEDS and find_spec(NEEDS[name]) is None:
        pytest.skip(f"{NEEDS[name]} is not installed")
    assert problems(name, tmp_path) == []

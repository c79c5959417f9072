"""The wheel alone, in a fresh environment of three packages."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest
from places import ROOT, TESTS

pytestmark = pytest.mark.external


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the interpreter of an environment in which only the wheel and what it needs are installed."""
    folder = tmp_path_factory.mktemp("alone")
    subprocess.run([sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(folder), str(ROOT)], check=True)
    (wheel,) = folder.glob("*.whl")
    subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True)
    python = folder / "venv" / "bin" / "python"
    subprocess.run([str(python), "-m", "pip", "install", "-q", str(wheel)], check=True)
    return python


def run(python: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(python), *arguments], cwd=python.parent, capture_output=True, text=True, check=False)


def test_three_packages_are_installed(python: Path) -> None:
    listed = json.loads(run(python, "-m", "pip", "list", "--format", "json", "--disable-pip-version-check").stdout)
    assert {row["name"] for row in listed} - {"pip", "setuptools"} == {"abnf", "idna", "irigrammar"}


def test_every_public_name_and_example_of_the_library_runs(python: Path) -> None:
    done = run(python, str(TESTS / "support" / "alone_program.py"))
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert done.stdout.endswith(" 0 failed\n")


def test_the_command_says_what_it_needs(python: Path) -> None:
    wanted = "iri: the command needs click: pip install 'irigrammar[cli]'\n"
    for start in ([str(python), "-m", "irigrammar"], [str(python.parent / "iri")]):
        done = subprocess.run([*start, "check", "a:"], cwd=python.parent, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout, done.stderr) == (2, "", wanted)


def test_with_the_extra_of_the_command_the_page_is_served(python: Path) -> None:
    (wheel,) = python.parents[2].glob("*.whl")
    folder = python.parents[2] / "with-cli"
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    subprocess.run([str(folder / "bin" / "python"), "-m", "pip", "install", "-q", f"{wheel}[cli]"], check=True)
    command = [str(folder / "bin" / "iri"), "explorer", "--no-open"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folder) as server:
        try:
            assert server.stdout is not None
            address = re.search(r"http://127\.0\.0\.1:\d+/", server.stdout.readline())
            assert address is not None
            with urlopen(address[0], timeout=60) as page:
                assert b"<title>IRI explorer" in page.read()
        finally:
            server.terminate()

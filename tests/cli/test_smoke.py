"""The command in another process, for what this process cannot show."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from command import PROGRAM, process

posix = pytest.mark.skipif(os.name != "posix", reason="pipes, signals and bash")


def test_exit_statuses_and_streams() -> None:
    assert process("check", "-r", "port", "80") == (0, "80: valid port\n", "")
    assert process("check", "-r", "port", "x")[0] == 1
    status, out, err = process("check", "--nothing")
    assert (status, out) == (2, "")
    assert "--nothing" in err


def test_the_installed_command() -> None:
    command = Path(sys.executable).parent / "iri"
    if not command.exists():
        pytest.skip("the command iri is not installed beside this Python")
    done = subprocess.run([command, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("iri, version ")


@posix
def test_the_locale_c() -> None:
    env = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"}
    status, out, err = process("check", "http://é/\u202e", "http://b c/", env=env)
    assert (status, err) == (1, "")
    assert out.isascii()


@pytest.mark.slow
@posix
@pytest.mark.parametrize("arguments", ["sample -n 20000", "check --file lines.txt", "grep -r iuserinfo lines.txt"])
def test_the_reader_may_go_away(arguments: str, tmp_path: Path) -> None:
    (tmp_path / "lines.txt").write_text("a b\n" * 20_000, encoding="utf-8")
    command = f"{sys.executable} -c '{PROGRAM}' {arguments} | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert len(done.stdout.splitlines()) == 1
    assert done.stderr == ""

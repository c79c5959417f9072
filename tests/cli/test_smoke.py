"""The command in a process of its own: what a run in this process cannot show."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
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
def test_arguments_that_are_not_utf_8() -> None:
    status, out, err = process("check", b"x\xff")
    assert (status, err) == (1, "")
    assert "\\xff" in out


@posix
def test_the_locale_c() -> None:
    env = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"}
    status, out, err = process("check", "http://é/\u202e", "http://b c/", env=env)
    assert (status, err) == (1, "")
    assert out.isascii()


@pytest.mark.slow
@posix
@pytest.mark.parametrize("arguments", ["sample -n 20000", "check --file lines.txt"])
def test_the_reader_may_go_away(arguments: str, tmp_path: Path) -> None:
    (tmp_path / "lines.txt").write_text("a b\n" * 20_000, encoding="utf-8")
    command = f"{sys.executable} -c '{PROGRAM}' {arguments} | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert len(done.stdout.splitlines()) == 1
    assert done.stderr == ""


@posix
def test_ctrl_c() -> None:
    # A process that a script runs in the background begins with the signal ignored.
    heeds = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    start = f"{heeds}; import irigrammar.cli.check; print('ready', flush=True); {PROGRAM}"
    command = [sys.executable, "-c", start, "check"]
    with subprocess.Popen(
        [*command, "--all", "--file", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == b"ready\n"
        time.sleep(0.3)  # it waits for a line by then; earlier or later, the answer is the same
        running.send_signal(signal.SIGINT)
        assert running.stderr is not None
        assert running.stderr.read().split() == [b"iri:", b"interrupted"]
    assert running.returncode == 130

"""Signals that end the command leave nothing behind."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from command import PROGRAM, process
from trial_drivers import alive

from irigrammar.cli import main

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="this system does not have these signals")

SIGNALS = pytest.mark.parametrize(
    "number",
    [signal.SIGTERM, pytest.param(signal.SIGHUP, marks=pytest.mark.slow)],  # which are handled alike
)


def end_when(ready: Callable[[], object], number: signal.Signals, *arguments: str, cwd: Path) -> tuple[int, bytes]:
    """Send a signal to the command once something is so; return its status, and what it wrote on standard error."""
    command = [sys.executable, "-c", PROGRAM, *arguments]
    # A signal that this process ignores, as SIGHUP under nohup, would be ignored there, too.
    default = partial(signal.signal, number, signal.SIG_DFL)
    with subprocess.Popen(
        command,
        cwd=cwd,
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=default,  # noqa: PLW1509  # no threads
    ) as running:
        end = time.monotonic() + 60
        while not ready() and time.monotonic() < end:
            time.sleep(0.01)
        time.sleep(0.5)  # until it waits for its input: what is imported meanwhile would be named on standard error
        running.send_signal(number)
        running.wait(60)
        assert running.stderr is not None
        return running.returncode, running.stderr.read()


@SIGNALS
def test_no_temporary_file_is_left(tmp_path: Path, number: signal.Signals) -> None:
    (tmp_path / "out.txt").write_text("old")
    arguments = ("check", "-o", "out.txt", "--file", "-")  # its input does not end
    done = end_when(lambda: len([*tmp_path.iterdir()]) > 1, number, *arguments, cwd=tmp_path)
    assert done == (-number, b"")
    assert [path.name for path in tmp_path.iterdir()] == ["out.txt"]
    assert (tmp_path / "out.txt").read_text() == "old"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_no_implementation_is_left(tmp_path: Path, number: signal.Signals) -> None:
    script = "echo $$ >leader; sleep 60 & echo $! >other; wait"
    arguments = ("suite", "run", "-g", "rfc3986", "-r", "port", "--exec", f"sh -c {shlex.quote(script)}")
    files = tmp_path / "leader", tmp_path / "other"
    ready = lambda: all(path.exists() and path.read_text().endswith("\n") for path in files)  # noqa: E731
    assert end_when(ready, number, *arguments, cwd=tmp_path)[0] == (130 if number == signal.SIGINT else -number)
    assert not [path.name for path in files if alive(int(path.read_text()))]


def test_signals_that_are_ignored_or_handled_stay_so() -> None:
    handlers: dict[int, Any] = {signal.SIGHUP: signal.SIG_IGN, signal.SIGTERM: lambda *_: None}
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    try:
        with main._ending_by_signals():
            assert {number: signal.getsignal(number) for number in handlers} == handlers
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def test_an_interrupt_is_reported_from_the_first_import_on() -> None:
    program = """
import sys
class Interrupted:
    def find_spec(self, name, *_):
        if name == "irigrammar.cli.main":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupted())
from irigrammar.__main__ import main
main()
"""
    assert process("check", "a:b", program=program) == (130, "", f"iri: interrupted{os.linesep}")


def test_the_command_ends_its_process_once_what_is_registered_is_done() -> None:
    program = """
import atexit, sys
class Kept:
    def __del__(self): print("taken apart")
sys.kept = Kept()
atexit.register(print, "registered")
from irigrammar.__main__ import program
program()
"""
    status, out, _ = process("check", "a:b c", program=program)
    assert (status, out.splitlines()[-1]) == (1, "registered")


@pytest.mark.skipif(os.name != "posix", reason="a shell that closes streams")
def test_streams_that_are_closed() -> None:
    command = f"{sys.executable} -m irigrammar check 'a b' >&-"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "")

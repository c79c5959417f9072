"""`iri grep`: options, output and exit status of GNU grep, streams, binary files, JSON."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest
from command import PROGRAM, Result, run
from examples import some

GREP = shutil.which("grep")
IS_GNU = GREP is not None and "GNU grep" in subprocess.run([GREP, "-V"], capture_output=True, text=True).stdout
GNU_GREP = pytest.mark.skipif(not IS_GNU, reason="GNU grep is not installed")

GRAMMAR = """\
word = %s"a" 1*%s"b" / %xE9
empty = *%s"z"
nested = "(" *nested ")"
date = 4DIGIT 2( "-" 2DIGIT )
"""
WORD = "ab+|é"  # the rule as an extended regular expression
FILES = {
    "plain": b"abb ab\nzz\n\nab\nz\xc3\xa9\n",
    "unended": b"ab1\nzz\nab2",
    "empty": b"",
    "blank": b"\n\n",
    "crlf": b"ab\r\nzz\r\n",
    "nul": b"ab1\nx\0ab\nab2\nzz\n",
    "other": b"q\0q\n",
    "after": b"ab\nzz\0",
    "invalid": b"ab1\nab\xff\nzz\nz\xff\nab\n",
    "cut": b"ab\xc3",
}
FLAGS = ("-o", "-c", "-l", "-n", "-v", "-q", "-z", "-a", "-H", "-m1")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, data in FILES.items():
        (tmp_path / name).write_bytes(data)
    (tmp_path / "g.abnf").write_text(GRAMMAR)
    return tmp_path


def grep(*arguments: str, rule: str = "word", stdin: bytes = b"") -> Result:
    """Run `iri grep`; what it writes is read as Latin-1, so that no byte is lost."""
    return run("grep", "-g", "./g.abnf", "-r", rule, *arguments, stdin=stdin, encoding="latin-1")


def gnu(*arguments: str, pattern: str = WORD, stdin: bytes = b"") -> Result:
    """Run GNU grep; what it says on standard error is rewritten as `iri grep` says it."""
    done = subprocess.run(
        ["grep", "-E", "-e", pattern, *arguments],
        input=stdin,
        capture_output=True,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
    )
    messages = re.sub(r"(?m)^grep: (.*): (No such file or directory)$", r"iri: \1: cannot be read (\2)", done.stderr.decode())
    return Result(done.returncode, done.stdout.decode("latin-1"), re.sub(r"(?m)^grep: ", "iri: ", messages))


def _chosen(choice: tuple[bool, ...]) -> list[str]:
    return [flag for flag, is_chosen in zip(FLAGS, choice, strict=True) if is_chosen]


COMBINATIONS = [
    pytest.param(_chosen(choice), id=" ".join(_chosen(choice)) or "none")
    for choice in product((False, True), repeat=len(FLAGS))
]


@GNU_GREP
@pytest.mark.parametrize("flags", some(COMBINATIONS, 60))
def test_plain_options_are_those_of_gnu_grep(flags: list[str]) -> None:
    for names in (["unended"], ["other"], [*FILES, "none"], ["none", "empty"]):
        assert grep(*flags, *names) == gnu(*flags, *names), names
    for data in FILES.values():
        assert grep(*flags, "-", stdin=data) == gnu(*flags, "-", stdin=data), data


@GNU_GREP
@pytest.mark.parametrize(
    "flags",
    [
        *(["-L"], ["-L", "-v"], ["-l", "-L"], ["-L", "-l"], ["-L", "-q"], ["-L", "-c"], ["-L", "-m0"]),
        *(["-m0"], ["-m0", "-c"], ["-m0", "-l"], ["-m0", "-v"], ["-m2"], ["-m2", "-o"], ["-m", "-1"], ["-m2", "-c"]),
        *(["--no-filename"], ["--no-filename", "-n"], ["--include=un*"], ["--include=*.c"], ["--exclude=un*"]),
    ],
    ids=" ".join,
)
def test_other_options_are_those_of_gnu_grep(flags: list[str]) -> None:
    for names in (["unended"], ["other", "invalid", "unended", "plain"], ["unended", "none"], ["none"]):
        assert grep(*flags, *names) == gnu(*flags, *names), names


@GNU_GREP
@pytest.mark.parametrize("flags", [[], ["-n"], ["-c"], ["-l"], ["-o"], ["--no-filename"], ["--include=*.log"], ["-m1"]])
def test_folders_are_searched_as_by_grep_r(flags: list[str], folder: Path) -> None:
    for name in ("logs/a.log", "logs/deep/b.log", "logs/deep/.hidden", "logs/c.txt"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(FILES["plain"])
    (folder / "logs" / "link").symlink_to(folder / "plain")
    for names in (["logs"], ["logs/"], [str(folder / "logs")], ["logs", "plain"]):
        ours, theirs = grep(*flags, *names), gnu("-r", *flags, *names)
        assert (ours.status, sorted(ours.out.split("\n"))) == (theirs.status, sorted(theirs.out.split("\n"))), names

"""`iri grep`: options and output of GNU grep, streams, JSON."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from itertools import chain, combinations
from pathlib import Path

import pytest
from command import PROGRAM, Result, run
from examples import some

GREP = shutil.which("grep")
IS_GNU = (
    GREP is not None and "GNU grep" in subprocess.run([GREP, "-V"], capture_output=True, text=True, check=False).stdout
)
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
        check=False,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
    )
    messages = re.sub(
        r"(?m)^grep: (.*): (No such file or directory)$", r"iri: \1: cannot be read (\2)", done.stderr.decode()
    )
    return Result(done.returncode, done.stdout.decode("latin-1"), re.sub(r"(?m)^grep: ", "iri: ", messages))


# Up to three options, and all of them.
COMBINATIONS = [
    pytest.param([*flags], id=" ".join(flags) or "none")
    for flags in chain.from_iterable(combinations(FLAGS, size) for size in (0, 1, 2, 3, len(FLAGS)))
]


@GNU_GREP
@pytest.mark.parametrize("flags", some(COMBINATIONS, 16))
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


@GNU_GREP
def test_a_name_that_is_not_utf8_makes_no_file_binary(folder: Path) -> None:
    name = os.fsdecode(b"a\xff")
    (folder / name).write_bytes(FILES["plain"])
    result = grep("-H", name)
    assert (result.out, result.err) == (gnu("-H", name).out, "")


def test_json_has_lines_or_matches(folder: Path) -> None:
    (folder / "a.log").write_bytes("zz\né ab\nz\n".encode() + b"\xffab\n")
    whole, torn = map(json.loads, grep("--json", "a.log").out.splitlines())
    word = {"text": "ab", "column": 3, "end_column": 5, "byte_offset": 6, "end_byte_offset": 8}
    mark = {"text": "é", "column": 1, "end_column": 2, "byte_offset": 3, "end_byte_offset": 5}
    assert whole == {"path": "a.log", "line": 2, "text": "é ab", "matches": [mark, word]}
    assert (torn["line"], torn["text"], torn["matches"][0]["column"]) == (4, "\\xffab", 2)
    rows = [json.loads(line) for line in grep("--json", "-o", "a.log").out.splitlines()]
    assert rows[:2] == [{"path": "a.log", "line": 2} | mark, {"path": "a.log", "line": 2} | word]
    (row,) = map(json.loads, grep("--json", "-v", "-m1", stdin=b"ab\nzz\nz\n").out.splitlines())
    assert row == {"path": "<stdin>", "line": 2, "text": "zz", "matches": []}
    assert "--json cannot be combined with --count" in grep("--json", "-c", "a.log").err


def test_colors_mark_names_numbers_and_matches() -> None:
    done = grep("--color", "always", "-n", "-H", "unended")
    assert done.out.splitlines()[0] == (
        "\x1b[35munended\x1b[0m\x1b[36m:\x1b[0m\x1b[32m1\x1b[0m\x1b[36m:\x1b[0m\x1b[31m\x1b[1mab\x1b[0m1"
    )
    plain = re.compile("\x1b\\[[0-9]*m")
    for flags in (["-n"], ["-o"], ["-v"], ["-c"], ["-l"], ["-a", "-n"], ["-z"]):
        colored = grep("--color", "always", *flags, *FILES)
        assert (colored.status, plain.sub("", colored.out), colored.err) == grep(*flags, *FILES)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo terminals")
def test_a_terminal_gets_escapes_and_colors(folder: Path) -> None:
    import pty

    (folder / "a").write_bytes(b"## ab\x1b[2J\t\xc2\x9b \\u{41}\r\n::x::ab\n")
    reader, terminal = pty.openpty()
    command = [sys.executable, "-c", PROGRAM, "grep", "-g", "./g.abnf", "-r", "word", "a"]
    environment = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR")}
    subprocess.run(command, stdout=terminal, stdin=subprocess.DEVNULL, check=True, env=environment)
    os.close(terminal)
    shown = os.read(reader, 10_000).decode()
    os.close(reader)
    match = "\x1b[31m\x1b[1mab\x1b[0m"
    assert shown == f"## {match}\\u{{1B}}[2J\t\\u{{9B}} \\u{{5C}}u{{41}}\r\n::x::{match}\r\n"


def test_a_pipe_is_answered_as_it_comes_and_left_after_the_last_line() -> None:
    command = [sys.executable, "-c", PROGRAM, "grep", "-g", "./g.abnf", "-r", "word", "-m2"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        running.stdin.write(b"zz\nab 1\na")
        running.stdin.flush()
        assert running.stdout.readline() == b"ab 1\n"
        running.stdin.write(b"b 2\n")
        running.stdin.flush()  # and it stays open
        assert running.stdout.read() == b"ab 2\n"
        assert running.wait(60) == 0


def test_lines_are_whole_wherever_blocks_end(monkeypatch: pytest.MonkeyPatch) -> None:
    data = b"".join(FILES.values()) + b"\nab"
    expected = [grep(*flags, "-a", stdin=data) for flags in ([], ["-n"], ["-c"], ["-o"], ["--json"], ["-m3"])]
    for size in (1, 2, 3, 7):
        monkeypatch.setattr("irigrammar.cli.grep._BLOCK", size)
        rows = [grep(*flags, "-a", stdin=data) for flags in ([], ["-n"], ["-c"], ["-o"], ["--json"], ["-m3"])]
        assert rows == expected


def test_a_line_that_is_too_long_ends_the_file(folder: Path) -> None:
    (folder / "long").write_bytes(b"ab\n" + b"z" * 3_000_000 + b"\nab\n")
    done = grep("--max-line", "2000000", "long", "unended")
    assert done.status == 2
    assert done.out == "long:ab\nunended:ab1\nunended:ab2\n"
    assert done.err == "iri: long: cannot be read (a line has more than 2,000,000 bytes; --max-line allows more)\n"
    assert grep("--max-line", "3000000", "-c", "long").out == "2\n"
    assert grep("--max-line", "1", "long").status == 2


def test_files_that_git_ignores_and_links_are_left_out(folder: Path) -> None:
    for name in (".gitignore", "a.log", "b.txt", ".git/c", "d/e.log"):
        (folder / "tree" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "tree" / name).write_text("ab\n*.log\n")
    assert grep("-l", "tree").out.split() == ["tree/.gitignore", "tree/b.txt"]
    every = ["tree/.gitignore", "tree/a.log", "tree/b.txt", "tree/d/e.log"]
    assert grep("-l", "--no-gitignore", "tree").out.split() == every
    assert grep("-l", "--no-gitignore", "--exclude", "d/", "--include", "*.log", "tree").out == "tree/a.log\n"
    assert grep("-l", "tree/a.log").out == "tree/a.log\n"
    assert "plain\n" in grep("-l", "-R").out
    done = grep("--include", "*.c", "tree")
    assert (done.status, done.err.partition(";")[0]) == (1, "iri: tree: no files to search")


def test_the_output_is_not_searched(folder: Path) -> None:
    with (folder / "out").open("wb") as out:
        command = [sys.executable, "-c", PROGRAM, "grep", "-g", "./g.abnf", "-r", "word", "out", "unended"]
        done = subprocess.run(command, stdout=out, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert b"out: cannot be read (it is also the output)" in done.stderr
    assert (folder / "out").read_bytes() == b"unended:ab1\nunended:ab2\n"
    assert grep("--output", "new", "-R", "--include", "unended").status == 0
    assert (folder / "new").read_bytes() == b"unended:ab1\nunended:ab2\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("plain",), "give the rule to search for with -r RULE"),
        (("-r", "date", "plain"), "rfc3987 has no rule 'date'"),
        (("-r", "date", "plain"), "(-g names the grammar that has it)"),
        (("-g", "./g.abnf", "-r", "dat", "plain"), "./g.abnf has no rule 'dat'; did you mean date"),
        (("-g", "./g.abnf", "-r", "nested", "plain"), "nested"),
        (("-g", "./none.abnf", "-r", "x", "plain"), "none.abnf"),
    ],
)
def test_what_cannot_be_searched_for_is_refused(arguments: tuple[str, ...], message: str) -> None:
    done = run("grep", *arguments)
    assert (done.status, done.out) == (2, "")
    assert message in done.err


@GNU_GREP
@pytest.mark.parametrize("flags", [[], ["-c"], ["-l"], ["-o", "-n"], ["-m2"]], ids=" ".join)
def test_a_rule_of_the_empty_string_selects_every_line(flags: list[str]) -> None:
    for name in FILES:
        assert grep(*flags, name, rule="empty") == gnu(*flags, name, pattern="z*"), name
    rows = [json.loads(line) for line in grep("--json", "unended", rule="empty").out.splitlines()]
    assert [len(row["matches"]) for row in rows] == [0, 1, 0]

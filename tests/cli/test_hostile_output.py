"""No control character and no command of a CI system is printed."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import click
import pytest
from examples import some
from file_options import call_with, file_options

from irigrammar.cli.main import cli, main

HOSTILE = "\x1b]0;PWN\x07\n::error::PWN\r##[error]PWN\u202e\u2028\x9b31m"
RAW = ("\x1b", "\x07", "\r", "\x9b", "\u202e", "\u2028")

# Their results are exact; what they say is escaped all the same.
CONVERSIONS = {
    *(
        "bidi",
        "encode",
        "from-leiri",
        "from-web-address",
        "grep",
        "normalize",
        "prepare",
        "relativize",
        "repair",
        "resolve",
        "to-iri",
    ),
    "to-uri",
}


def commands(group: click.Group, *before: str) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    with click.Context(group) as context:
        for name in group.list_commands(context):
            command = group.get_command(context, name)
            assert command is not None
            if isinstance(command, click.Group):
                yield from commands(command, *before, name)
            else:
                yield (*before, name), command


def test_a_text_at_the_start_of_a_line_is_not_a_command() -> None:
    for command in ("check", "explain", "advise", "trace", "tree", "split", "derive", "bidi"):
        _, out, err = run(command, "::error::PWN")
        assert raw(out) + raw(err) == []
        _, out, err = run(command, "##[error]PWN")
        assert raw(out) + raw(err) == []
    assert run("check", "-r", "IPv6address", "::1")[1] == "::1: valid IPv6address\n"


def calls() -> Iterator[tuple[str, ...]]:
    """Yield command lines: each argument and each option that takes a value hostile once."""
    yield (HOSTILE,)
    yield (f"--{HOSTILE}",)
    for path, command in commands(cli):
        yield (*path, HOSTILE)
        yield (*path, "http://e/", HOSTILE)
        yield (*path, f"--{HOSTILE}")
        for option in command.params:
            if isinstance(option, click.Option) and not option.is_flag and option.nargs == 1:
                yield (*path, option.opts[-1], HOSTILE)
                yield (*path, option.opts[-1], HOSTILE, "http://e/")
                yield (*path, option.opts[-1], HOSTILE, "rfc3986")


def run(*arguments: str) -> tuple[int, str, str]:
    """Run the command as its program does; return status, output, messages."""
    streams = [io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True, newline="") for _ in range(2)]
    saved = sys.argv, sys.stdout, sys.stderr, sys.stdin
    sys.argv = ["iri", *arguments]
    sys.stdout, sys.stderr = streams
    sys.stdin = io.TextIOWrapper(io.BytesIO(f"{HOSTILE}\n".encode()))
    try:
        with pytest.raises(SystemExit) as stop:
            main()
    finally:
        sys.argv, sys.stdout, sys.stderr, sys.stdin = saved
    out, err = (stream.buffer.getvalue().decode() for stream in streams)
    status = stop.value.code or 0
    assert isinstance(status, int)
    return status, out, err


def raw(said: str) -> list[str]:
    """Return what in an output a terminal or the log of a CI system would execute."""
    lines = [line for line in said.split("\n") if line.lstrip().startswith(("::error::", "##["))]
    return [*(char for char in RAW if char in said), *lines]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


GROUPS = {name: list(group) for name, group in groupby(calls(), key=lambda call: call[0])}
_LONG = ("hosts", "quiz", "suite")  # commands that take seconds


@pytest.mark.parametrize(
    "command",
    [
        *some([name for name in GROUPS if name not in _LONG], 8),
        *(pytest.param(name, marks=pytest.mark.slow) for name in _LONG),
    ],
)
def test_nothing_that_is_given_is_repeated_raw(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = []
    for number, call in enumerate(GROUPS[command]):
        (tmp_path / str(number)).mkdir()
        monkeypatch.chdir(tmp_path / str(number))
        status, out, err = run(*call)
        if raw(err) or status not in (0, 1, 2) or (command not in CONVERSIONS and raw(out)):
            wrong.append((call, status, raw(out), raw(err)))
    assert wrong == []


@pytest.mark.parametrize(
    "key", ["X", "schema", "grammar", "baseline", "profile", "rule", "encoding", "include", "exclude", "severities"]
)
@pytest.mark.parametrize("command", [(), ("--write-baseline",), ("--list-files",), ("--print-config",), ("--fix",)])
def test_configuration_is_not_repeated_raw(folder: Path, key: str, command: tuple[str, ...]) -> None:
    quoted = "".join(char if char.isalnum() or char in ":#[];" else f"\\u{ord(char):04x}" for char in HOSTILE)
    name = f'"{quoted}"' if key == "X" else key
    value = {"include": f'["{quoted}"]', "exclude": f'["{quoted}"]', "severities": f'{{"{quoted}" = "error"}}'}
    (folder / "irigrammar.toml").write_text(f"{name} = {value.get(key, f'{chr(34)}./{quoted}{chr(34)}')}\n")
    (folder / "a.md").write_text("[a](http://e/a|b)\n")
    _, out, err = run("scan", *command)
    assert raw(out) + raw(err) == []


@pytest.mark.parametrize(
    "options",
    [("--format", form) for form in ("text", "concise", "json", "jsonl", "sarif", "junit", "github", "gitlab")]
    + [("--diff",), ("--fix",), ("--list-files",), ("--statistics",)],
)
def test_names_of_files_are_not_repeated_raw(folder: Path, options: tuple[str, ...]) -> None:
    for number, name in enumerate((HOSTILE.replace("/", ""), "::error::PWN", " ##[error]PWN")):
        (folder / f"{name}.md").write_text("[a](http://e/a|b)\n" * (number + 1))
    _, out, err = run("scan", "--isolated", *options)
    assert raw(out) + raw(err) == []


NAME = HOSTILE.replace("/", "") + ".abnf"
CONTENTS = {"grammar": 's = "a"\n', "no grammar": "any text"}


@pytest.mark.parametrize("content", CONTENTS)
@pytest.mark.parametrize(("command", "option"), some(file_options(), 12))
def test_every_name_of_a_file_is_escaped(command: str, option: str, content: str, folder: Path) -> None:
    if command == "explorer" and option in ("--grammar", "--import", "--define") and content == "grammar":
        pytest.skip("it serves the page")
    (folder / "g.abnf").write_text('port = "a"\n')
    (folder / "z.html").write_text("a\n")
    if option not in ("--output", "--also", "--write-known", "--cache", "--baseline"):
        (folder / NAME).write_text(CONTENTS[content])
    words = call_with(command, option, f"./{NAME}")
    if option == "--grammar":
        words = [word for word in words if word not in ("-r", "port")]
    more = [[], ["--with-tests", "--output", "made/"]] if command == "grammar generate" else [[]]
    for further in more:
        status, out, err = run(*words, *further)
        assert status in (0, 1, 2)
        exact = option in ("--file", "--whole") and words[0] in CONVERSIONS
        assert raw(err) + ([] if exact else raw(out)) == [], err


def test_a_grammar_is_not_repeated_raw(folder: Path) -> None:
    hostile = HOSTILE.replace("\n", " ").replace("\r", " ")
    (folder / "x.abnf").write_bytes(f"a = b ; {hostile}\r\nb = <{hostile}>\r\n".encode())
    for call in (("show", "-g", "./x.abnf"), ("lint", "./x.abnf"), ("show", "./x.abnf"), ("railroad", "./x.abnf", "a")):
        _, out, err = run("grammar", *call)
        assert raw(out) + raw(err) == []


@pytest.mark.parametrize(
    ("call", "refused"),
    [(("prepare", "http://e/\na"), "line break"), (("resolve", "-g", "leiri", "http://e/", "a\nb"), "line break")],
)
def test_a_result_with_a_line_break_is_refused(call: tuple[str, ...], refused: str) -> None:
    status, out, err = run(*call)
    assert (status, out) == (1, "")
    assert refused in err
    assert "--format jsonl" in err


def test_a_result_is_exact_in_a_pipe_and_escaped_where_that_is_asked_for() -> None:
    text = "http://e/\u200d\u00a0\u0085?\ue000\U0001fae9"
    assert run("resolve", "-g", "leiri", "http://e/", text)[:2] == (0, f"{text}\n")
    shown = "http://e/\\u{200D}\\u{A0}\\u{85}?\\u{E000}\\u{1FAE9}\n"
    assert run("resolve", "--ascii", "-g", "leiri", "http://e/", text)[:2] == (0, shown)
    assert run("resolve", "-g", "leiri", "--escaped", "http://e/", shown.rstrip("\n"))[:2] == (0, f"{text}\n")

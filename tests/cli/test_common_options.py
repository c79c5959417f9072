"""The options that every command has: `--output`, `--quiet`, `--color`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
import command
import pytest

from irigrammar.cli.group import Group
from irigrammar.cli.main import cli


def leaves(group: click.Group, context: click.Context, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, Group):
            yield from leaves(command, context, (*path, name))
        else:
            yield (*path, name)


COMMANDS = [*leaves(cli, click.Context(cli))]


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_options_of_one_name_are_the_same_in_every_command(path: tuple[str, ...]) -> None:
    command: click.Command | None = cli
    for name in path:
        assert isinstance(command, click.Group)
        command = command.get_command(click.Context(command), name)
    assert command is not None
    options = {name: param for param in command.params if isinstance(param, click.Option) for name in param.opts}
    pairs = [("-o", "--output"), ("-q", "--quiet"), ("-g", "--grammar"), ("-r", "--rule"), ("-n", "--count")]
    for short, long in pairs:
        assert options.get(short) is options.get(long), long
    for common in ("--output", "--quiet", "--color"):
        assert sum(common in param.opts for param in command.params) == 1
    assert "--format" in options or path[-1] in ("explorer", "export", "fmt", "generate", "railroad")


@pytest.mark.parametrize(
    ("arguments", "status", "text"),
    [
        (["check", "http://h/", "a b"], 1, "a b: "),
        (["to-uri", "http://h/é"], 0, "http://h/%C3%A9\n"),
        (["to-uri", "--format", "jsonl", "é"], 0, '{"text": '),
        (["split", "//h"], 0, "host"),
        (["grammar", "show", "-r", "port"], 0, "port"),
        (["grammar", "export", "--to", "python", "-r", "port"], 0, "[0-9]"),
        (["suite", "generate", "-r", "port"], 0, '{"text"'),
        (["tree", "-r", "port", "80"], 0, "port"),
        (["bidi", "http://h/א"], 0, "visual"),
    ],
)
def test_output_goes_to_a_file_with_the_same_status(
    arguments: list[str], status: int, text: str, tmp_path: Path
) -> None:
    file = tmp_path / "out"
    plain = command.run(*arguments)
    done = command.run(*arguments, "--output", str(file))
    assert (plain.status, done.status, done.out) == (status, status, "")
    assert text in file.read_text(encoding="utf-8")
    assert file.read_text(encoding="utf-8") == plain.out
    assert command.run(*arguments, "-o", "-").out == plain.out
    quiet = command.run(*arguments, "--quiet")
    assert (quiet.status, quiet.out) == (status, "")


def test_a_file_stays_as_it_was_when_the_command_fails(tmp_path: Path) -> None:
    file = tmp_path / "out"
    file.write_text("before", encoding="utf-8")
    assert command.run("check", "-g", "nothing", "a", "-o", str(file)).status == 2
    assert file.read_text(encoding="utf-8") == "before"
    done = command.run("check", "a", "-o", str(tmp_path / "none" / "out"))
    assert done.status == 2
    assert "cannot be written" in done.err


@pytest.mark.parametrize(
    ("options", "environment", "colored"),
    [
        ([], {}, False),
        ([], {"FORCE_COLOR": "1"}, True),
        ([], {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        (["--color", "always"], {"NO_COLOR": "1"}, True),
        (["--color", "never"], {"FORCE_COLOR": "1"}, False),
    ],
)
def test_colors_follow_the_option_then_the_environment(
    options: list[str], environment: dict[str, str], colored: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert ("\x1b[" in command.run("explain", "a b", *options).out) is colored


def test_pages_are_as_wide_as_columns_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "64")
    narrow = command.run("to-uri", "--steps", "http://résumé.example.org/").out
    monkeypatch.delenv("COLUMNS")
    wide = command.run("to-uri", "--steps", "http://résumé.example.org/").out
    assert max(map(len, narrow.splitlines())) <= 64 < max(map(len, wide.splitlines()))

"""Help, completion, options that commands share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
import command as common_command
import idna
import pytest
from click.shell_completion import ShellComplete
from command import iri
from idna import idnadata
from rows import in_one_test

import irigrammar
from irigrammar.cli import main
from irigrammar.cli.grammar import group
from irigrammar.cli.group import Group
from irigrammar.cli.hosts import command as hosts
from irigrammar.cli.main import cli
from irigrammar.cli.suite import command

GROUPS = {(): cli, ("grammar",): group, ("suite",): command, ("hosts",): hosts}


@pytest.mark.parametrize("path", GROUPS)
def test_no_line_of_the_list_of_commands_is_cut(path: tuple[str, ...]) -> None:
    status, out, _ = iri(*path, "--help")
    assert status == 0
    assert "..." not in out.partition("Usage:")[2].partition("\n")[2]
    for rows in GROUPS[path]._sections.values():
        for name, (_, summary) in rows.items():
            assert len(summary) <= 45, name
            assert f"{name} " in out
            assert summary in out


@pytest.mark.parametrize("path", GROUPS)
def test_each_command_is_where_the_list_says(path: tuple[str, ...]) -> None:
    for name in GROUPS[path].list_commands(None):  # type: ignore[arg-type]  # the context is not asked
        command = GROUPS[path].get_command(None, name)  # type: ignore[arg-type]  # likewise
        assert command is not None
        assert command.name == name


@pytest.mark.parametrize(
    ("arguments", "near"),
    [(["chek"], "check"), (["to-url"], "to-uri"), (["Resolve"], "resolve"), (["grammar", "lst"], "list")],
)
def test_a_command_that_is_typed_wrong_is_proposed(arguments: list[str], near: str) -> None:
    status, _, err = iri(*arguments)
    assert status == 2
    assert f"No such command {arguments[-1]!r}; did you mean {near}" in err


@pytest.mark.parametrize("option", ["-V", "--version"])
def test_the_version_says_what_answers(option: str) -> None:
    status, out, _ = iri(option)
    first, *_, second, third = out.splitlines()
    assert (status, first.startswith("iri, version "), "engine" in first) == (0, True, True)
    assert all(word in second for word in ("Python", "Unicode", "idna"))
    assert third.startswith("grammars: rfc5234, rfc3986")


def test_version_describes_how_to_get_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("IRIGRAMMAR_PURE", raising=False)
    monkeypatch.setattr(main, "engine", lambda: "pure")
    _, out, _ = iri("--version")
    assert out.splitlines()[1].startswith("The kernel was not built: install a C compiler")


def completed(*words: str) -> list[str]:
    """Return what is proposed for the last word."""
    *before, typed = words
    found = ShellComplete(cli, {}, "iri", "_IRI_COMPLETE").get_completions(before, typed)
    return [item.value if item.type == "plain" else f"({item.type})" for item in found]


def test_commands() -> None:
    assert completed("che") == ["check"]
    assert completed("grammar", "sh") == ["show"]


@pytest.mark.parametrize(
    "command", [("check",), ("explain",), ("grammar", "show"), ("suite", "generate"), ("scan",), ("grep",)]
)
def test_grammars_and_files(command: tuple[str, ...]) -> None:
    assert completed(*command, "-g", "rfc39") == ["rfc3986", "rfc3987", "(file)"]


def test_a_grammar_has_its_title() -> None:
    (item, *_) = ShellComplete(cli, {}, "iri", "_IRI_COMPLETE").get_completions(["check", "-g"], "rfc3986")
    assert item.help == "URI"


def test_rules_of_the_grammar_that_is_named_its_start_rules_first() -> None:
    assert completed("check", "-g", "rfc3986", "-r", "UR") == ["URI-reference", "URI"]
    assert completed("check", "-r", "ipv6") == ["IPv6address"]
    assert completed("check", "-r", "IRI") == ["IRI-reference", "IRI"]
    assert completed("grep", "-g", "rfc3986", "-r", "UR") == ["URI-reference", "URI"]
    assert completed("grep", "-r", "IRI", "server") == ["(file)"]


def test_rules_of_a_list() -> None:
    assert completed("derive", "--only", "scheme,ipat") == [
        "scheme,ipath",
        "scheme,ipath-abempty",
        "scheme,ipath-absolute",
        "scheme,ipath-noscheme",
        "scheme,ipath-rootless",
        "scheme,ipath-empty",
    ]


def test_rules_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "a.abnf"
    path.write_text("word = 1*letter\nletter = ALPHA\n")
    assert completed("check", "-g", str(path), "-r", "")[:2] == ["word", "letter"]
    path.write_text("word = (\n")
    assert completed("check", "-g", str(path), "-r", "w") == []


def test_a_command_that_is_called_is_not_changed() -> None:
    command = cli.get_command(click.Context(cli), "tree")
    assert command
    assert all(option._custom_shell_complete is None for option in command.params)


def leaves(group: click.Group, context: click.Context, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for name in group.list_commands(context):
        common_command = group.get_command(context, name)
        assert common_command is not None
        if isinstance(common_command, Group):
            yield from leaves(common_command, context, (*path, name))
        else:
            yield (*path, name)


COMMANDS = [*leaves(cli, click.Context(cli))]


@in_one_test("path", COMMANDS)
def test_options_of_one_name_are_the_same_in_every_command(path: tuple[str, ...]) -> None:
    common_command: click.Command | None = cli
    for name in path:
        assert isinstance(common_command, click.Group)
        common_command = common_command.get_command(click.Context(common_command), name)
    assert common_command is not None
    options = {name: param for param in common_command.params if isinstance(param, click.Option) for name in param.opts}
    pairs = [("-o", "--output"), ("-q", "--quiet"), ("-g", "--grammar"), ("-r", "--rule"), ("-n", "--count")]
    for short, long in pairs:
        if path != ("grep",) or short in ("-q", "-g", "-r"):  # others are those of grep
            assert options.get(short) is options.get(long), long
    for common in ("--output", "--quiet", "--color"):
        assert sum(common in param.opts for param in common_command.params) == (path != ("server",)), common
    assert "--format" in options or path[-1] in ("explorer", "export", "fmt", "generate", "grep", "railroad", "server")


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
    plain = common_command.run(*arguments)
    done = common_command.run(*arguments, "--output", str(file))
    assert (plain.status, done.status, done.out) == (status, status, "")
    assert text in file.read_text(encoding="utf-8")
    assert file.read_text(encoding="utf-8") == plain.out
    assert common_command.run(*arguments, "-o", "-").out == plain.out
    quiet = common_command.run(*arguments, "--quiet")
    assert (quiet.status, quiet.out) == (status, "")


def test_a_file_stays_as_it_was_when_the_command_fails(tmp_path: Path) -> None:
    file = tmp_path / "out"
    file.write_text("before", encoding="utf-8")
    assert common_command.run("check", "-g", "nothing", "a", "-o", str(file)).status == 2
    assert file.read_text(encoding="utf-8") == "before"
    done = common_command.run("check", "a", "-o", str(tmp_path / "none" / "out"))
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
    assert ("\x1b[" in common_command.run("explain", "a b", *options).out) is colored


def test_pages_are_as_wide_as_columns_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "64")
    narrow = common_command.run("to-uri", "--steps", "http://résumé.example.org/").out
    monkeypatch.delenv("COLUMNS")
    wide = common_command.run("to-uri", "--steps", "http://résumé.example.org/").out
    assert max(map(len, narrow.splitlines())) <= 64 < max(map(len, wide.splitlines()))


def test_version_names_each_version_of_unicode() -> None:
    _, out, _ = iri("--version")
    assert f"Unicode {irigrammar.unicode_version} on every Python, look-alikes of UTS #39 18.0.0\n" in out
    assert f"idna {idna.__version__} with Unicode {idnadata.__version__}\n" in out

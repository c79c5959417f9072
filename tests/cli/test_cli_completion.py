"""What the shell completes: commands, grammars with their titles, rules of the grammar that is named, files."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete

from irigrammar.cli.main import cli


def completed(*words: str) -> list[str]:
    """Return what is proposed for the last word."""
    *before, typed = words
    found = ShellComplete(cli, {}, "iri", "_IRI_COMPLETE").get_completions(before, typed)
    return [item.value if item.type == "plain" else f"({item.type})" for item in found]


def test_commands() -> None:
    assert completed("che") == ["check"]
    assert completed("grammar", "sh") == ["show"]


@pytest.mark.parametrize("command", [("check",), ("explain",), ("grammar", "show"), ("suite", "generate"), ("scan",)])
def test_grammars_and_files(command: tuple[str, ...]) -> None:
    assert completed(*command, "-g", "rfc39") == ["rfc3986", "rfc3987", "(file)"]


def test_a_grammar_has_its_title() -> None:
    (item, *_) = ShellComplete(cli, {}, "iri", "_IRI_COMPLETE").get_completions(["check", "-g"], "rfc3986")
    assert item.help == "URI"


def test_rules_of_the_grammar_that_is_named_its_start_rules_first() -> None:
    assert completed("check", "-g", "rfc3986", "-r", "UR") == ["URI-reference", "URI"]
    assert completed("check", "-r", "ipv6") == ["IPv6address"]
    assert completed("check", "-r", "IRI") == ["IRI-reference", "IRI"]


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

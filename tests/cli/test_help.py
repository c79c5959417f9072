"""What people see first: the list of commands, the version, and a command that is typed wrong."""

from __future__ import annotations

import pytest
from command import iri

from irigrammar.cli.grammar import group
from irigrammar.cli.main import cli
from irigrammar.cli.suite import command

GROUPS = {(): cli, ("grammar",): group, ("suite",): command}


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
    first, second, third = out.splitlines()
    assert (status, first.startswith("iri, version "), "engine" in first) == (0, True, True)
    assert all(word in second for word in ("Python", "Unicode", "idna"))
    assert third.startswith("grammars: rfc5234, rfc3986")

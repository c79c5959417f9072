"""Options and arguments of commands that name files."""

from __future__ import annotations

from collections.abc import Iterator

import click

from irigrammar.cli.main import cli

__all__ = ["call_with", "file_options"]


def leaves(command: click.Command, words: tuple[str, ...], above: click.Context) -> Iterator[tuple[str, click.Command]]:
    """Yield the commands below one, each by its words."""
    if not isinstance(command, click.Group):
        yield " ".join(words), command
        return
    for name in command.list_commands(above):
        inner = command.get_command(above, name)
        assert inner is not None
        yield from leaves(inner, (*words, name), click.Context(inner, parent=above, info_name=name))


def file_options() -> list[tuple[str, str]]:
    """Return every option and argument that names a file, "" for the argument, with its command."""
    rows = []
    for words, command in leaves(cli, (), click.Context(cli)):
        for parameter in command.params:
            metavar = str(parameter.metavar or "")
            is_file = any(word in metavar for word in ("FILE", "FOLDER", "PATH"))
            if is_file and (words, parameter.opts[-1]) not in STREAMS:
                rows.append((words, parameter.opts[-1] if isinstance(parameter, click.Option) else ""))
            if parameter.opts == ["--whole"]:
                rows.append((words, "--whole"))
    return rows


# Streams of any length, as docs/reference/limits.md says.
STREAMS = {("check", "--file"), ("grep", "files")}

# What each command needs beside the option.
NEEDS = {
    "bidi": ["http://e/"],
    "compare": ["a", "b"],
    "encode": ["--for", "path", "a"],
    "grammar diff": ["./g.abnf", "rfc3987"],
    "grammar export": ["-r", "port", "--to", "re"],
    "grammar generate": ["--to", "c", "-r", "port", "-g", "rfc3986"],
    "grammar railroad": ["-r", "port"],
    "grammar lint": ["rfc3986"],
    "grep": ["-r", "port"],
    "hosts suite": [],
    "link-target": ["http://e/", "a"],
    "quiz": ["--count", "1"],
    "relativize": ["http://e/", "http://e/a"],
    "resolve": ["http://e/", "a"],
    "suite run": ["--exec", "false", "-r", "port", "-g", "rfc3986"],
    "suite generate": ["-r", "port", "-g", "rfc3986"],
    "grammar coverage": ["-r", "port", "-g", "rfc3986", "--file", "z.html"],
    "grammar list": [],
    "explorer": ["-g", "g.abnf", "--no-open"],
    "interpret": ["a"],
    "rule": ["F001"],
}
TAKE_TEXT = (
    "check advise explain split tree derive trace char to-uri to-iri from-leiri from-web-address prepare normalize"
)
NEEDS |= {words: ["a"] for words in (*TAKE_TEXT.split(), "for-charset", "hosts check", "hosts show")}


def call_with(command: str, option: str, name: str) -> list[str]:
    """Return the words of a command with a file of that name; the files g.abnf and z.html are beside it."""
    words = [*command.split()]
    if option == "--whole":
        return [*words, "--whole", name]
    words += [*NEEDS.get(command, ()), *([option] if option else ()), f"json={name}" if option == "--also" else name]
    if (command, option) == ("explorer", "--output"):
        words += ["--runtime", "."]
    if (command, option) == ("explorer", "--runtime"):
        words += ["--output", "site"]
    return words

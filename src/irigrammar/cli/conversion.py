"""What the commands that convert strings share: where strings come from, steps, formats, errors."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import click

from irigrammar.cli.options import escaped_option, format_option, read_texts
from irigrammar.cli.output import sheet, show, write
from irigrammar.errors import ConversionError, NoMatch
from irigrammar.faults.page import fault_lines
from irigrammar.processing.trace import Step
from irigrammar.processing.ucs import to_ucs
from irigrammar.teaching.steps import as_dicts, as_table

__all__ = ["convert", "grammar_option", "source_options", "sources", "steps_options"]

F = TypeVar("F", bound=Callable[..., Any])


def source_options(command: F) -> F:
    """Add the arguments TEXT..., `--encoding` and `--escaped`, which `sources` reads."""
    encoding = click.option(
        "--encoding", default="utf-8", show_default=True, metavar="NAME", help="The charset of standard input."
    )
    texts = click.argument("texts", nargs=-1, metavar="[TEXT]...")
    return texts(encoding(escaped_option(command)))


def steps_options(command: F) -> F:
    """Add `--steps` and `--format`, which `convert` reads."""
    steps = click.option("--steps", is_flag=True, help="Show each step: section, before, after, why.")
    return steps(format_option("text", "json", "jsonl")(command))


def grammar_option(default: str = "rfc3987") -> Callable[[F], F]:
    """Return what adds `-g`."""
    return click.option(
        "-g", "--grammar", "grammar_name", default=default, show_default=True, metavar="NAME", help="The grammar."
    )


def sources(texts: tuple[str, ...], encoding: str, escaped: bool) -> Iterator[str]:
    """Yield the arguments, or the lines of standard input where there are none or one is "-".

    An argument that is not UTF-8, and input that is not in the encoding, ends the command with status 2.
    """
    for text in read_texts(texts or ("-",), escaped):
        if text == "-":
            yield from _lines(encoding)
        elif isinstance(text, bytes):
            raise click.UsageError(f"an argument is not UTF-8: {text.decode(errors='backslashreplace')}")
        else:
            yield text


def _lines(encoding: str) -> Iterator[str]:
    """Yield the lines of standard input without their line ends, empty ones too; a legacy charset is normalized."""
    try:
        text = to_ucs(sys.stdin.buffer.read(), encoding)
    except ConversionError as error:
        raise click.ClickException(f"standard input cannot be read: {error}") from None
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    yield from (line.removesuffix("\r") for line in lines)


def convert(
    texts: Iterator[str], function: Callable[[str, list[Step]], object], *, steps: bool, form: str
) -> click.exceptions.Exit:
    """Write what a function makes of each text, with the steps where they are wanted, and return the exit to raise.

    The function takes a text and the list that receives the steps. What has no result is told on standard error (in
    JSON as `error`), with the caret below the character where the text is not in the grammar. Status 1 says that some
    text had none.
    """
    failed = False
    rows: list[dict[str, Any]] = []
    for text in texts:
        trace: list[Step] = []
        row: dict[str, Any] = {"text": text, "result": None, "error": None, "offset": None}
        try:
            row["result"] = function(text, trace)
        except (NoMatch, ConversionError) as error:
            failed = True
            row["error"] = str(error)
            row["offset"] = error.fault.offset if isinstance(error, NoMatch) else None
            if form == "text":
                click.echo(f"iri: {show(text) or '(empty)'}: {show(str(error))}", err=True)
                if isinstance(error, NoMatch) and isinstance(error.text, str) and steps:
                    click.echo("\n".join(fault_lines(error.text, error.fault, sheet())), err=True)
        if form != "text":
            rows.append(row | ({"steps": as_dicts(trace)} if steps else {}))
            continue
        if row["error"] is None:
            write("".join(f"{show(line)}\n" for line in _as_lines(row["result"])))
        if steps:
            write(as_table(trace, sheet()))
    if form == "json":
        write(json.dumps(rows[0] if len(rows) == 1 else rows, indent=2) + "\n")
    elif form == "jsonl":
        write("".join(json.dumps(row) + "\n" for row in rows))
    return click.exceptions.Exit(1 if failed else 0)


def _as_lines(result: object) -> list[str]:
    return [str(one) for one in result] if isinstance(result, list) else [str(result)]

"""`iri char`: what a code point is."""

from __future__ import annotations

import json

import click

from irigrammar.cli.conversion import as_texts
from irigrammar.cli.options import escaped_option, format_option
from irigrammar.cli.output import sheet, write
from irigrammar.learn.code_point import code_point, code_points
from irigrammar.views.code_point_page import as_dict, as_lines


@click.command("char")
@click.argument("texts", nargs=-1, required=True, metavar="CHARACTER...")
@format_option("text", "json", "jsonl")
@escaped_option
def command(texts: tuple[str, ...], form: str, escaped: bool) -> None:
    """Show what is known of each CHARACTER: a code point (U+00E9), a range of them (U+00E9-00EF), or characters as they
    are, each once. By component it shows what the conversions make of it; by rule, which grammars have it.

    Exit status: 0 shown, 2 usage.
    """
    given = as_texts(texts, escaped)
    try:
        wanted = [code_points(text) for text in given]
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    if "" in given:
        raise click.UsageError("an argument is empty: there is no character in it")
    found = (code_point(char) for chars in wanted for char in chars)
    match form:
        case "text":
            gap = ""
            for one in found:
                write(gap + "".join(f"{line}\n" for line in as_lines(one, sheet())))
                gap = "\n"
        case "jsonl":
            for one in found:
                write(json.dumps(as_dict(one)) + "\n")
        case _:
            rows = [as_dict(one) for one in found]
            write(json.dumps(rows[0] if len(rows) == 1 else rows, indent=2) + "\n")

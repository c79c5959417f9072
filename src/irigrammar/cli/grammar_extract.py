"""`iri grammar extract`: the ABNF in a document."""

from __future__ import annotations

import json
import sys

import click

from irigrammar.cli.options import FilesCommand, format_option
from irigrammar.cli.output import say, write
from irigrammar.errors import GrammarError
from irigrammar.files import read_regular
from irigrammar.grammars.extract import Extract, Taken, extract
from irigrammar.grammars.reader import LIMITS, decode


@click.command("extract", cls=FilesCommand)
@click.argument("file", metavar="FILE")
@click.option("--line-numbers/--no-line-numbers", default=True, help="Say in comments where the rules are.")
@format_option("text", "json")
def command(file: str, line_numbers: bool, form: str) -> None:
    """Write the ABNF in a document: an RFC or Internet-Draft as text, RFCXML, Markdown or HTML; - is standard input.

    Blocks that are marked as ABNF are taken as they are; in a document without marks, what reads as rules. Page ends,
    running heads and indentation are left out. Comments say in which section and lines the rules are. What looks like
    a rule and cannot be read, and a rule that is there twice and otherwise, is reported.

    Exit status: 0, 1 something was reported, 2 no rule, or the file cannot be read.
    """
    try:
        data = sys.stdin.buffer.read() if file == "-" else read_regular(file, LIMITS.document)
        text = decode(data, file)
    except (OSError, GrammarError) as error:
        say(f"{file}: {error.strerror or error}" if isinstance(error, OSError) else str(error))
        raise click.exceptions.Exit(2) from None
    found = extract(text, file)
    for problem in found.problems:
        say(str(problem))
    if not found.rules:
        say(f"{file}: no rule of ABNF")
        raise click.exceptions.Exit(2)
    if form == "json":
        write(json.dumps([_row(rule) for rule in found.rules], indent=2, ensure_ascii=False) + "\n")
    else:
        write(_text(found, line_numbers))
    raise click.exceptions.Exit(1 if found.problems else 0)


def _row(rule: Taken) -> dict[str, object]:
    first, last = rule.lines[0], rule.lines[-1]
    text = "\n".join(line.text for line in rule.lines)
    return {
        "rule": rule.name,
        "line": first.number,
        "end_line": last.number,
        "section": first.section or None,
        "abnf": text,
    }


def _text(found: Extract, line_numbers: bool) -> str:
    """Return the rules, those that follow each other in a section below a comment that says where they are."""
    parts = []
    blocks: list[list[Taken]] = []
    for rule in found.rules:
        before = blocks[-1][-1].lines[-1] if blocks else None
        near = before and before.section == rule.lines[0].section and rule.lines[0].number - before.number < 12
        if near:
            blocks[-1].append(rule)
        else:
            blocks.append([rule])
    for block in blocks:
        first, last = block[0].lines[0], block[-1].lines[-1]
        where = f"section {first.section}, lines" if first.section else "lines"
        head = [f"; {where} {first.number} to {last.number}"] if line_numbers else []
        parts.append("\n".join([*head, *(line.text for rule in block for line in rule.lines)]))
    return "\n\n".join(parts) + "\n"

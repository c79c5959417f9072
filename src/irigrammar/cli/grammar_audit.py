"""`iri grammar audit`: where a grammar is ambiguous."""

from __future__ import annotations

import json
from dataclasses import asdict

import click

from irigrammar.cli.options import format_option, limit_option, open_named
from irigrammar.cli.output import painter, show, write
from irigrammar.language.audit import audit


@click.command("audit")
@click.option("-g", "--grammar", "name", default="rfc3987", show_default=True, metavar="NAME|FILE", help="The grammar.")
@click.option("--extends", metavar="NAME|FILE", help="The grammar that a file extends.")
@limit_option
@format_option("text", "json", "jsonl")
def command(name: str, extends: str | None, form: str) -> None:
    """List the ambiguities of a grammar: two alternatives of one rule that match the same string, with a shortest such
    string, and what decides between them.

    Exit status: 0 none, 1 some, 2 usage.
    """
    found = list(audit(open_named(name, extends)))
    if form == "json":
        write(json.dumps([asdict(one) for one in found], indent=2) + "\n")
    elif form == "jsonl":
        write("".join(json.dumps(asdict(one)) + "\n" for one in found))
    else:
        paint = painter()
        for one in found:
            place = paint(f"{one.source}:{one.line}", "path")
            witness = show(one.witness) or "(empty)"
            write(f"{place}: {one.rule}: {witness} matches {one.first} and {one.second}; {one.decides}\n")
        if not found:
            write("no two alternatives of one rule share a string\n")
    raise click.exceptions.Exit(1 if found else 0)

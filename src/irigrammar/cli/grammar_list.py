"""`iri grammar list`: the catalog."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable, Iterator
from typing import Any

import click

from irigrammar.cli.options import format_option
from irigrammar.cli.output import painter, write
from irigrammar.matching.grammar import catalog, grammar


@click.command("list")
@format_option("text", "json", "jsonl")
def command(form: str) -> None:
    """List the grammars that come with iri: name, document, start rules, and what each inherits."""
    rows = [_row(name) for name in catalog()]
    if form == "json":
        write(json.dumps(rows, indent=2) + "\n")
    elif form == "jsonl":
        write("".join(json.dumps(row) + "\n" for row in rows))
    else:
        paint = painter()
        for name in catalog():
            write("".join(f"{line}\n" for line in _lines(name, paint)))


def _row(name: str) -> dict[str, Any]:
    entry = grammar(name).entry
    return {
        "name": name,
        "title": entry.title,
        "document": entry.document,
        "section": entry.section,
        "extends": entry.extends,
        "start": list(entry.start),
        "rules": len(grammar(name)),
    }


def _lines(name: str, paint: Callable[[str, str], str]) -> Iterator[str]:
    entry = grammar(name).entry
    extends = f", on {entry.extends}" if entry.extends else ""
    rules = "1 rule" if len(grammar(name)) == 1 else f"{len(grammar(name))} rules"
    yield f"{paint(f'{name:<12}', 'path')} {entry.title}: {entry.document}, section {entry.section} ({rules}{extends})"
    yield from textwrap.wrap(
        f"start with {', '.join(entry.start)}",
        78,
        initial_indent=" " * 13,
        subsequent_indent=" " * 13,
        break_on_hyphens=False,
    )

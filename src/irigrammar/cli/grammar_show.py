"""`iri grammar show`: a grammar at a glance, or everything about one production."""

from __future__ import annotations

import json
from dataclasses import asdict

import click

from irigrammar.cli.options import format_option, open_named, production_options
from irigrammar.cli.output import painter, show, write
from irigrammar.learn.portrait import portrait
from irigrammar.views.overview import overview, overview_lines
from irigrammar.views.portrait_text import portrait_lines


@click.command("show")
@production_options("The production; without it, the grammar itself.")
@format_option("text", "json")
def command(grammar_name: str, rule: str | None, extends: str | None, form: str) -> None:
    """Show a grammar: title, document, what it extends and replaces, start rules, components, errata, and its rules.

    With -r, show a production: its ABNF as its file has it and where that stands; which rules and start rules lead to
    it, and what it uses; what it can begin with, how long it can be, samples, and near misses with their faults; the
    size of its automaton, and productions that match the same strings.

    Exit status: 0, 2 where there is no such grammar or production.
    """
    grammar = open_named(grammar_name, extends)
    if rule is None:
        glance = overview(grammar)
        data, lines = asdict(glance), overview_lines(glance, show, painter())
    else:
        found = portrait(grammar, rule)
        data, lines = asdict(found), portrait_lines(found, show, painter())
    if form == "json":
        write(json.dumps(data, indent=2) + "\n")
    else:
        write("".join(f"{line}\n" for line in lines))

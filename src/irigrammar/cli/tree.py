"""`iri tree`: the parse tree."""

from __future__ import annotations

import json
import sys

import click

from irigrammar.cli.options import escaped_option, format_option, matcher_options, open_matcher, read_texts
from irigrammar.cli.output import reporter, sheet, show, write
from irigrammar.conformance.record import fault_record
from irigrammar.errors import NoMatch
from irigrammar.teaching import tree

__all__ = ["command"]


@click.command("tree")
@click.argument("text", metavar="TEXT")
@matcher_options
@format_option("text", "json", "dot")
@click.option(
    "--depth",
    type=click.Choice(["full", "components"]),
    default="full",
    show_default=True,
    help="Down to each character, or to the productions that are components.",
)
@escaped_option
def command(
    text: str, grammar_name: str, rule: str | None, extends: str | None, form: str, depth: str, escaped: bool
) -> None:
    """Show how TEXT is derived: each production with the part of the string that it matches.

    Where the grammar allows several derivations, the first match wins (RFC 3986, section 4.1), or what the catalog
    says. `--format dot` is for Graphviz.

    Exit status: 0 parsed, 1 TEXT does not match, 2 usage.
    """
    matcher = open_matcher(grammar_name, rule, extends)
    given = read_texts((text,), escaped)[0]
    try:
        node = matcher.parse(given)
    except NoMatch as error:
        reporter("text" if form == "text" else "jsonl").add(fault_record(matcher, given, error.fault, None, None))
        raise click.exceptions.Exit(1) from None
    components = {production.lower() for production in matcher.grammar.entry.components}
    children = tree.children_within(components) if depth == "components" else tree.children_of
    if form == "json":
        write(json.dumps(tree.as_dict(node, children), indent=2) + "\n")
        return
    on = sheet() if sys.stdout.isatty() else None  # in a file or a pipe nothing is left out
    lines = tree.as_dot(node, show, children) if form == "dot" else tree.as_lines(node, show, children, sheet=on)
    for line in lines:
        write(line + "\n")

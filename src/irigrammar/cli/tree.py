"""`iri tree`: the parse tree."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator

import click

from irigrammar.cli.options import Production, escaped_option, format_option, matcher_options, read_texts, whole_option
from irigrammar.cli.output import parse_or_exit, reporting, sheet, with_references, write, write_lines
from irigrammar.engines.node import Node
from irigrammar.text.sheet import Sheet
from irigrammar.views import tree

_MOST = 10  # derivations


def _levels(_context: click.Context, _option: click.Parameter, argument: str | None) -> str | int | None:
    """Return the value of --depth: "full", "components", a number, or None without it.

    Raises `click.BadParameter` for others.
    """
    if argument is None or argument in ("full", "components"):
        return argument
    if not re.fullmatch(r"\d{1,9}", argument, re.ASCII):
        raise click.BadParameter(f"{argument!r} is not full, components or a number of levels")
    return int(argument)


@click.command("tree")
@click.argument("text", metavar="TEXT")
@whole_option
@matcher_options
@format_option("text", "boxes", "json", "dot", "svg")
@click.option(
    "--depth",
    callback=_levels,
    metavar="full|components|N",
    help="Down to each character, to the components, or to N levels below the first; by default to the components, and "
    "of a rule without them to each character.",
)
@click.option("--all", "every", is_flag=True, help=f"Show the first {_MOST} derivations, if there are several.")
@click.option("--ascii", "plain", is_flag=True, help="Draw boxes with ASCII only.")
@escaped_option
def command(text: str, production: Production, form: str, depth: str | int | None, every: bool, plain: bool) -> None:
    """Show how TEXT is derived: each rule with the part of the string that it matches.

    Where the grammar allows several derivations, the first match wins (RFC 3986, section 4.1), or what the catalog
    says; `--all` shows the others too, in the order in which they would be tried. `--format boxes` draws a bracket for
    each rule over its characters, `svg` a picture, `dot` is for Graphviz; boxes and pictures leave out the end of a
    very long TEXT, and say so.

    Exit status: 0 parsed, 1 TEXT does not match, 2 usage.
    """
    if every and form in ("dot", "svg"):
        raise click.UsageError(f"--all does not go with --format {form}, which is one picture")
    matcher = production.open()
    string = read_texts((text,))[0]
    node = parse_or_exit(matcher, string, form)
    components = {production.lower() for production in matcher.grammar.entry.components}
    nearest = tree.children_within(components)
    children = nearest if depth == "components" or (depth is None and nearest(node)) else tree.children_of
    levels = depth if isinstance(depth, int) else None
    look = sheet(plain=plain)
    if every:
        with reporting(matcher, string, form):
            nodes = matcher.parses(string, _MOST)
        if form == "json":
            write(json.dumps([tree.as_dict(each, children, levels) for each in nodes], indent=2) + "\n")
            return
        for number, each in enumerate(nodes, 1):
            more = " or more" if len(nodes) == _MOST else ""
            write(f"derivation {number} of {len(nodes)}{more}\n")
            write_lines(_lines(each, form, children, levels, look))
        return
    output = "".join(f"{line}\n" for line in _lines(node, form, children, levels, look))
    write(with_references(output) if form == "svg" else output)


def _lines(node: Node, form: str, children: tree.Children, levels: int | None, look: Sheet) -> Iterator[str]:
    """Yield the lines of a tree in a form: boxes, svg, json, dot, or else text; text is cut on a terminal only."""
    match form:
        case "boxes":
            from irigrammar.views.tree_picture import as_boxes

            yield from as_boxes(node, look, children=children, depth=levels)
        case "svg":
            from irigrammar.views.tree_picture import as_svg

            yield from as_svg(node, children=children, depth=levels)
        case "json":
            yield json.dumps(tree.as_dict(node, children, levels), indent=2)
        case "dot":
            yield from tree.as_dot(node, look.show, children, levels)
        case _:
            # In a file or a pipe nothing is left out.
            on = look if sys.stdout.isatty() else None
            yield from tree.as_lines(node, look.show, children, levels, sheet=on, paint=look.paint)

"""`iri grammar railroad`: the diagrams of a grammar."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath

import click

from irigrammar.cli.options import file_options, open_named
from irigrammar.cli.output import output_file, sheet, with_references, write
from irigrammar.grammars.expr import Rule
from irigrammar.learn.diagram import diagram
from irigrammar.matching.grammar import Grammar
from irigrammar.shipped.place import place_of
from irigrammar.text.sheet import Sheet

_SUFFIXES = {".svg": "svg", ".html": "html", ".htm": "html"}


@click.command("railroad")
@click.option("-g", "--grammar", "name", default="rfc3987", show_default=True, metavar="NAME|FILE", help="The grammar.")
@click.option("--extends", metavar="NAME|FILE", help="The grammar that a file extends.")
@file_options
@click.option("-r", "--rule", "names", multiple=True, metavar="RULE", help="A rule (repeatable); by default, all.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "svg", "html"]),
    help="Output format; by default from the suffix of --output, else text.",
)
@click.option("--ascii", "plain", is_flag=True, help="Draw text with ASCII only.")
def command(name: str, extends: str | None, names: tuple[str, ...], form: str | None, plain: bool) -> None:
    """Draw the rules of a grammar as railroad diagrams: text, one SVG document, or one HTML page.

    Text and SVG show the named rules, or the grammar's own; the page also has the rules that these use, and each
    nonterminal links to its rule. SVG and HTML follow the reader's choice of light or dark. Recursive
    grammars have diagrams, too.

    Exit status: 0, 2 for an unknown grammar or rule.
    """
    grammar = open_named(name, extends)
    rules = [grammar.rules[name] for name in dict.fromkeys(names)] or [*grammar.rules.own.values()]
    form = form or _SUFFIXES.get(PurePath(output_file() or "").suffix.lower(), "text")
    if form == "text":
        look = sheet(plain=plain)
        output = "\n".join("".join(_text(grammar, rule, look)) for rule in rules)
    elif form == "html":
        from irigrammar.views.railroad import page

        output = with_references(page(grammar, names))
    else:
        from irigrammar.views.railroad import standalone

        title = f"Railroad diagrams of {', '.join(rule.name for rule in rules)} ({grammar.name})"
        output = with_references(standalone({rule.name: diagram(grammar.rules, rule) for rule in rules}, title))
    write(output)


def _text(grammar: Grammar, rule: Rule, look: Sheet) -> Iterator[str]:
    """Yield the lines of a rule's diagram in text, after its name and place."""
    from irigrammar.views.railroad_text import lines

    place = look.show(str(place_of(grammar.rules, rule)))
    yield f"{look.paint(rule.name, 'summary')}  {look.paint(place, 'faint')}\n"
    for line in lines(diagram(grammar.rules, rule, look.encoding), look):
        yield f"{line}\n"

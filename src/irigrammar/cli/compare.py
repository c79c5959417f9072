"""`iri compare`: the comparison ladder."""

from __future__ import annotations

import json

import click

from irigrammar.cli.conversion import grammar_option, steps_options
from irigrammar.cli.options import escaped_option, read_texts
from irigrammar.cli.output import sheet, write
from irigrammar.processing.compare import compare
from irigrammar.processing.trace import Step
from irigrammar.teaching.comparison import as_dict, as_lines

__all__ = ["command"]


@click.command("compare")
@click.argument("first", metavar="FIRST")
@click.argument("second", metavar="SECOND")
@grammar_option()
@click.option("--base", metavar="BASE", help="What relative references are resolved against.")
@click.option(
    "--redirect", "redirects", type=(str, str), multiple=True, metavar="FROM TO", help="A redirect that was seen."
)
@click.option("--ignore-fragment", is_flag=True, help="As network actions do.")
@steps_options
@escaped_option
def command(
    first: str,
    second: str,
    grammar_name: str,
    base: str | None,
    redirects: tuple[tuple[str, str], ...],
    ignore_fragment: bool,
    steps: bool,
    form: str,
    escaped: bool,
) -> None:
    """Tell on which rung of the comparison ladder FIRST and SECOND are equivalent: as strings, by syntax, by the rules
    of their scheme, by the redirects that were seen, or on none (RFC 3987, 5.3).

    Exit status: 0 equivalent, 1 different, 2 usage, or one of them is not in the grammar.
    """
    texts = [
        text if isinstance(text, str) else text.decode(errors="surrogateescape")
        for text in read_texts((first, second), escaped)
    ]
    trace: list[Step] = []
    found = compare(
        *texts,
        base=base,
        redirects=dict(redirects) or None,
        ignore_fragment=ignore_fragment,
        grammar=grammar_name,
        trace=trace,
    )
    if form == "text":
        write("".join(f"{line}\n" for line in as_lines(found, trace if steps else None, sheet())))
    else:
        write(json.dumps(as_dict(found, trace if steps else None), indent=2 if form == "json" else None) + "\n")
    raise click.exceptions.Exit(0 if found else 1)

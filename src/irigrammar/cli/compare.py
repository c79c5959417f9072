"""`iri compare`: the comparison ladder."""

from __future__ import annotations

import json

import click

from irigrammar.cli.conversion import as_texts, checked_base, grammar_option, steps_options, tell
from irigrammar.cli.options import escaped_option
from irigrammar.cli.output import sheet, write
from irigrammar.errors import NoMatch
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

    Exit status: 0 equivalent, 1 different, 2 usage, or they cannot be compared: one is not in the
    grammar, or is relative and there is no BASE.
    """
    one, other = as_texts((first, second), escaped)
    trace: list[Step] = []
    try:
        found = compare(
            one,
            other,
            base=None if base is None else checked_base(base, escaped, grammar_name),
            redirects=dict(redirects) or None,
            ignore_fragment=ignore_fragment,
            grammar=grammar_name,
            trace=trace,
        )
    except NoMatch as error:
        tell(str(error.text), error, trace if steps else None)
        raise click.exceptions.Exit(2) from None
    if form == "text":
        write("".join(f"{line}\n" for line in as_lines(found, trace if steps else None, sheet())))
    else:
        write(json.dumps(as_dict(found, trace if steps else None), indent=2 if form == "json" else None) + "\n")
    raise click.exceptions.Exit(0 if found else 1)

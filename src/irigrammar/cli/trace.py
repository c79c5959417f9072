"""`iri trace`: the automaton walking over a string."""

from __future__ import annotations

import json

import click

from irigrammar.cli.options import escaped_option, format_option, matcher_options, open_matcher, read_texts
from irigrammar.cli.output import sheet, write
from irigrammar.learn.walk import as_dict, as_lines


@click.command("trace")
@click.argument("text", metavar="TEXT")
@matcher_options
@click.option(
    "--from", "start", type=click.IntRange(0), default=0, help="The first character to show: an offset from 0."
)
@click.option("--to", "stop", type=click.IntRange(0), help="The character before which to stop: an offset from 0.")
@click.option("--each", is_flag=True, help="Show every character, not runs over which nothing changes as one.")
@format_option("text", "json")
@escaped_option
def command(
    text: str,
    grammar_name: str,
    rule: str | None,
    extends: str | None,
    start: int,
    stop: int | None,
    each: bool,
    form: str,
    escaped: bool,
) -> None:
    """Show the minimal automaton walking over TEXT: of each character the number of the state after it ("*" where the
    string may end there), the productions that are open, innermost first, those that are given up, and what could
    follow. State 0 is the one from which nothing matches. JSON has every character.

    Exit status: 0 TEXT matches, 1 it does not, 2 usage.
    """
    if stop is not None and stop <= start:
        raise click.UsageError(f"--to {stop} is not after --from {start}")
    matcher = open_matcher(grammar_name, rule, extends)
    given = read_texts((text,), escaped)[0]
    if form == "json":
        write(json.dumps(as_dict(matcher, given, start=start, stop=stop), indent=2) + "\n")
    else:
        for line in as_lines(matcher, given, sheet(), start=start, stop=stop, each=each):
            write(line + "\n")
    raise click.exceptions.Exit(0 if matcher.matches(given) else 1)

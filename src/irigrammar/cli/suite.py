"""`iri suite`: the group of commands about conformance suites."""

from __future__ import annotations

import json

import click

from irigrammar.cli.group import Group
from irigrammar.cli.options import LETTERS, Production, matcher_options
from irigrammar.cli.output import write
from irigrammar.language.cover import cover
from irigrammar.language.suite import guarantee, suite


@click.command("generate")
@matcher_options
@click.option("--cover", "small", type=click.Choice(["rules"]), help="The small suite: each part of the rules once.")
@click.option(
    "--letters", type=click.Choice(list(LETTERS)), default="intervals", show_default=True, help="The alphabet."
)
@click.option(
    "--extra-states", default=0, show_default=True, type=click.IntRange(0, 3), help="Beyond the automaton's own."
)
@click.option("--seed", default=0, show_default=True, help="The same seed gives the same suite.")
def generate_command(production: Production, small: str | None, letters: str, extra_states: int, seed: int) -> None:
    """Write a test suite for a production to standard output: JSON Lines with text, valid, and, when invalid, the
    fault's offset in code points. What agreement on all of it proves is said on standard error.

    The complete suite is by the HSI method (Luo, Petrenko and von Bochmann, 1994), over letters: of each interval of
    code points its low end, its high end and one inside, and characters that are easily taken for others.
    `--letters classes` takes one for each class of code points. `--cover rules` writes the small suite instead:
    every alternative, option and repetition bound at least once, and a near miss for each.
    """
    matcher = production.open()
    if small:
        for covering in cover(matcher):
            site = covering.site
            row = {"text": covering.text, "valid": covering.valid, "offset": covering.offset, "rule": site.rule}
            write(json.dumps({**row, "site": site.label}) + "\n")
        return
    each = LETTERS[letters]
    click.echo(guarantee(matcher, extra_states, each=each), err=True)
    for case in suite(matcher, extra_states, seed=seed, each=each):
        write(json.dumps(case._asdict()) + "\n")


command = Group(
    {"generate": "irigrammar.cli.suite:generate_command", "run": "irigrammar.cli.suite_run"},
    name="suite",
    help="Complete test suites for a production, for anybody's implementation.",
)

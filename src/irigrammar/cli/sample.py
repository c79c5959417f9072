"""`iri sample`: strings that match."""

from __future__ import annotations

import json

import click

from irigrammar.cli.options import format_option, matcher_options, open_matcher
from irigrammar.cli.output import show, write
from irigrammar.language import sample


@click.command("sample")
@matcher_options
@click.option("-n", "--count", default=10, show_default=True, type=click.IntRange(0), help="How many strings.")
@click.option("--seed", default=0, show_default=True, help="The same seed gives the same strings.")
@click.option("--max-length", default=40, show_default=True, type=click.IntRange(0), help="In code points.")
@format_option("text", "jsonl")
def command(
    grammar_name: str, rule: str | None, extends: str | None, count: int, seed: int, max_length: int, form: str
) -> None:
    """Draw strings that match a production: uniformly by length, then by path through its automaton, readable
    characters preferred. One string a line; what the terminal cannot show is written \\u{HEX}.
    """
    for text in sample(open_matcher(grammar_name, rule, extends), count, seed, max_length=max_length):
        write((json.dumps(text) if form == "jsonl" else show(text)) + "\n")

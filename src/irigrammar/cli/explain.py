"""`iri explain`: the reason why a string matches or does not match."""

from __future__ import annotations

import json

import click

from irigrammar.cli.options import (
    Production,
    escaped_option,
    format_option,
    matcher_options,
    profile_option,
    read_texts,
    whole_option,
    with_chosen_profile,
)
from irigrammar.cli.output import sheet, write
from irigrammar.matching.undecided import fault_of
from irigrammar.views.explanation import as_dict, as_lines


@click.command("explain")
@click.argument("texts", nargs=-1, required=True, metavar="TEXT...")
@whole_option
@matcher_options
@profile_option
@format_option("text", "json", "jsonl")
@click.option("--all", "all_matches", is_flag=True, help="List every rule of the generic grammars that a TEXT matches.")
@escaped_option
def command(texts: tuple[str, ...], production: Production, form: str, all_matches: bool) -> None:
    """Explain why each TEXT does not match a rule: the character, the rules that are open there and where they are
    defined, the rules that were ruled out before, the expected characters, the reason, and strings nearby that do
    match.

    For a TEXT that matches, show its kind, its components, and warnings and errors of iri advise. With --all also
    every rule of the generic grammars (and of the one of -g) that it matches, most
    specific first, by proven inclusion.

    Exit status: 0 all match, 1 some do not, 2 usage.
    """
    matcher = with_chosen_profile(production.open())
    arguments = read_texts(texts)
    if form == "text":
        write(
            "\n\n".join("\n".join(as_lines(matcher, text, sheet(), all_matches=all_matches)) for text in arguments)
            + "\n"
        )
    elif form == "jsonl" or len(arguments) > 1:
        rows = [json.dumps(as_dict(matcher, text, all_matches=all_matches)) for text in arguments]
        write("\n".join(rows) + "\n" if form == "jsonl" else "[\n" + ",\n".join(rows) + "\n]\n")
    else:
        write(json.dumps(as_dict(matcher, arguments[0], all_matches=all_matches), indent=2) + "\n")
    raise click.exceptions.Exit(0 if all(fault_of(matcher, text) is None for text in arguments) else 1)

"""`iri derive`: the leftmost derivation of a string."""

from __future__ import annotations

import json

import click

from irigrammar.cli.options import escaped_option, format_option, matcher_options, open_matcher, read_texts
from irigrammar.cli.output import reporter, sheet, write
from irigrammar.faults.fault import NoMatch
from irigrammar.learn.derivation import as_dict, as_lines
from irigrammar.report.record import fault_record


@click.command("derive")
@click.argument("text", metavar="TEXT")
@matcher_options
@click.option("--only", multiple=True, metavar="RULES", help="Show the steps of these rules alone (commas between).")
@format_option("text", "json")
@escaped_option
def command(
    text: str,
    grammar_name: str,
    rule: str | None,
    extends: str | None,
    only: tuple[str, ...],
    form: str,
    escaped: bool,
) -> None:
    """Write the leftmost derivation of TEXT, one step a line: the rule whose production is applied to the leftmost
    nonterminal, and the sentential form after that.

    Terminals stand in quotation marks, and 4DIGIT is DIGIT four times, as in ABNF. Where the grammar allows several
    derivations, the first match wins (RFC 3986, section 4.1), or what the catalog says, as in `iri tree`.

    Exit status: 0 derived, 1 TEXT does not match, 2 usage.
    """
    matcher = open_matcher(grammar_name, rule, extends)
    rules = matcher.grammar.rules
    wanted = frozenset(rules[name.strip()].name.lower() for names in only for name in names.split(","))
    given = read_texts((text,), escaped)[0]
    try:
        tree = matcher.parse(given)
    except NoMatch as error:
        reporter("text" if form == "text" else "jsonl").add(fault_record(matcher, given, error.fault, None, None))
        raise click.exceptions.Exit(1) from None
    if form == "json":
        head = {"grammar": matcher.grammar.name, "rule": matcher.rule}
        write(json.dumps({**head, **as_dict(tree, only=wanted)}, indent=2) + "\n")
        return
    for line in as_lines(tree, list(rules.reach(matcher.rule)), sheet(), only=wanted):
        write(line + "\n")

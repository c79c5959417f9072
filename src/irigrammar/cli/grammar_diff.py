"""`iri grammar diff`: two grammars compared rule by rule."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import NoReturn

import click

from irigrammar.cli.options import file_options, format_option, open_named
from irigrammar.cli.output import painter, say, show, write
from irigrammar.errors import GrammarError
from irigrammar.grammars.limits import is_file_name
from irigrammar.language.diff import RELATIONS, RuleDifference, common_productions, compare, own_productions
from irigrammar.language.up_to import equal_up_to
from irigrammar.matching.grammar import Grammar, open_grammar
from irigrammar.matching.matcher import Matcher
from irigrammar.text.choices import unknown


@click.command("diff")
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option("-r", "--rule", metavar="RULE[:RULE]", help="Compare this rule, or this rule of A with that rule of B.")
@click.option("--extends", metavar="NAME|FILE", help="The grammar that A and B extend, if they are files.")
@file_options
@click.option("--up-to", type=click.IntRange(0), metavar="N", help="Try all strings of at most N letters instead.")
@click.option("--all", "show_all", is_flag=True, help="Show equal rules, too.")
@click.option("--fail-on", metavar="RELATION,...", default="", help=f"Exit 1 on any of: {', '.join(RELATIONS)}.")
@format_option("text", "json")
def command(
    first: str,
    second: str,
    rule: str | None,
    extends: str | None,
    up_to: int | None,
    show_all: bool,
    fail_on: str,
    form: str,
) -> None:
    """Compare the grammars A and B: is each rule of A equal to its counterpart in B, wider, narrower, incomparable or
    disjoint? Each answer is proved on automata and shown by shortest strings.

    Rules are paired as the catalog says (URI with IRI, host with ihost), else by name; of grammars of the catalog,
    those that no start rule reaches are left out. A rule that cannot be compared is reported. Nested rules are proved
    on automata with stacks. For rules that nothing decides, --up-to tries all strings over the letters that the two
    rules tell apart, up to a length; it proves nothing about longer ones.

    Exit status: 0, 1 when a relation given with --fail-on occurs or --up-to finds a difference, 2 usage.
    """
    failing = {relation.strip() for relation in fail_on.split(",") if relation.strip()}
    for relation in sorted(failing - set(RELATIONS)):
        raise click.BadParameter(unknown("relation", relation, RELATIONS), param_hint="--fail-on")
    a, b = (open_named(name, extends) if is_file_name(name) else open_grammar(name) for name in (first, second))
    if rule:
        first_rule, _, second_rule = rule.partition(":")
        pairs = [(a[first_rule], b[second_rule or first_rule])]
    else:
        pairs = list(common_productions(a, b))
    if up_to is not None:
        _compare_up_to(pairs, up_to, form)
    comparisons = []
    for pair in pairs:
        try:
            comparisons.append(compare(*pair))
        except GrammarError as error:  # a document may have rules that are incomplete
            if len(pairs) == 1:
                raise
            say(f"{pair[0].rule} is not compared: {error}")
    alone = ([], []) if rule else (own_productions(a, b), own_productions(b, a))
    if form == "json":
        rows = [asdict(row) for row in comparisons if show_all or rule or row.relation != "equal"]
        write(json.dumps({"rules": rows, "only_in_a": alone[0], "only_in_b": alone[1]}, indent=2) + "\n")
    else:
        _write_table(a, b, comparisons if show_all or rule else [row for row in comparisons if row.relation != "equal"])
        equal = sum(row.relation == "equal" for row in comparisons)
        write(f"{equal} of {len(pairs)} rules are equal\n")
        for grammar, names in zip((a, b), alone, strict=True):
            if names:
                write(f"only {grammar.name} has {', '.join(names)}\n")
    raise click.exceptions.Exit(1 if failing & {row.relation for row in comparisons} else 0)


def _compare_up_to(pairs: Iterable[tuple[Matcher, Matcher]], length: int, form: str) -> NoReturn:
    """Write how rules compare up to a length, and exit: status 0 if all are equal up to it, else 1."""
    rows = [
        (first_rule.rule, second_rule.rule, equal_up_to(first_rule, second_rule, length))
        for first_rule, second_rule in pairs
    ]
    if form == "json":
        fields = [{"a": a, "b": b, "equal": bool(comparison), **asdict(comparison)} for a, b, comparison in rows]
        write(json.dumps({"rules": fields}, indent=2) + "\n")
    else:
        for a, b, comparison in rows:
            only = [
                (name, text) for name, text in (("A", comparison.only_a), ("B", comparison.only_b)) if text is not None
            ]
            shown = "".join(f"; only in {name}: {_cell(text)}" for name, text in only)
            write(f"{a if a == b else f'{a} : {b}'}  {comparison}{shown}\n")
    raise click.exceptions.Exit(0 if all(comparison for *_, comparison in rows) else 1)


def _write_table(a: Grammar, b: Grammar, rows: Iterable[RuleDifference]) -> None:
    """Print the differences as a table with a head; nothing if there are none."""
    heads = ("rule", f"{a.name} : {b.name}", f"only in {a.name}", f"only in {b.name}")
    table = [heads]
    for row in rows:
        name = row.a if row.a == row.b else f"{row.a} : {row.b}"
        table.append((name, row.relation, _cell(row.only_a), _cell(row.only_b)))
    if len(table) == 1:
        return
    widths = [max(len(line[column]) for line in table) for column in range(3)]
    paint = painter()
    for index, line in enumerate(table):
        text = "  ".join(f"{cell:<{width}}" for cell, width in zip(line, [*widths, 0], strict=True)).rstrip()
        write((paint(text, "summary") if index == 0 else text) + "\n")


def _cell(text: str | None) -> str:
    return "" if text is None else show(text) or "(empty)"

"""`iri derive`, `iri trace`, `iri sample` and `iri char`."""

from __future__ import annotations

import json

import click

from irigrammar.cli.options import (
    Production,
    escaped_option,
    format_option,
    matcher_options,
    number_option,
    read_texts,
    whole_option,
)
from irigrammar.cli.output import Rows, parse_or_exit, reporting, sheet, show, write, write_lines


@click.command("derive")
@click.argument("text", metavar="TEXT")
@whole_option
@matcher_options
@click.option("--only", multiple=True, metavar="RULES", help="Show only the steps of these rules (comma-separated).")
@format_option("text", "json")
@escaped_option
def derive_command(text: str, production: Production, only: tuple[str, ...], form: str) -> None:
    """Write the leftmost derivation of TEXT, one step per line: the rule that is applied to the leftmost nonterminal,
    and the sentential form after that.

    Terminals are in quotation marks, and 4DIGIT is DIGIT four times, as in ABNF. Where the grammar allows several
    derivations, the first match wins (RFC 3986, section 4.1), or what the catalog says, as in `iri tree`.

    Exit status: 0 derived, 1 TEXT does not match, 2 usage.
    """
    from irigrammar.learn.derivation import as_dict, as_lines

    matcher = production.open()
    rules = matcher.grammar.rules
    only_rules = frozenset(rules[name.strip()].name.lower() for names in only for name in names.split(","))
    string = read_texts((text,))[0]
    tree = parse_or_exit(matcher, string, form)
    if form == "json":
        head = {"grammar": matcher.grammar.name, "rule": matcher.rule}
        write(json.dumps({**head, **as_dict(tree, only=only_rules)}, indent=2) + "\n")
        return
    write_lines(as_lines(tree, list(rules.reach(matcher.rule)), sheet(), only=only_rules))


@click.command("trace")
@click.argument("text", metavar="TEXT")
@whole_option
@matcher_options
@click.option(
    "--from", "start", type=click.IntRange(0), default=0, help="Offset of the first character to show, from 0."
)
@click.option("--to", "stop", type=click.IntRange(0), help="Offset of the character before which to stop, from 0.")
@click.option("--each", is_flag=True, help="Show every character, even where nothing changes.")
@format_option("text", "json")
@escaped_option
def trace_command(text: str, production: Production, start: int, stop: int | None, each: bool, form: str) -> None:
    """Show the minimal automaton walking over TEXT: for each character the number of the state after it ("*" if the
    string may end there), the rules that are open, innermost first, those that are ruled out, and the characters
    allowed next. State 0 is the one from which nothing matches. JSON has every character.

    Exit status: 0 TEXT matches, 1 it does not, 2 usage.
    """
    from irigrammar.learn.walk import as_dict, as_lines

    if stop is not None and stop <= start:
        raise click.UsageError(f"--to {stop} is not after --from {start}")
    matcher = production.open()
    string = read_texts((text,))[0]
    with reporting(matcher, string, form):
        if form == "json":
            write(json.dumps(as_dict(matcher, string, start=start, stop=stop), indent=2) + "\n")
        else:
            write_lines(as_lines(matcher, string, sheet(), start=start, stop=stop, each=each))
        raise click.exceptions.Exit(0 if matcher.matches(string) else 1)


@click.command("sample")
@matcher_options
@number_option("-n", 10, "--count", least=0, help="Number of strings.")
@click.option("--seed", default=0, show_default=True, help="The same seed gives the same strings.")
@number_option("--max-length", 40, least=0, help="In code points.")
@format_option("text", "jsonl")
def sample_command(production: Production, count: int, seed: int, max_length: int, form: str) -> None:
    """Draw strings that match a rule, one per line: uniformly by length, then by path through its automaton; readable
    characters are preferred, and those that a terminal cannot show are written \\u{HEX}.
    """
    from irigrammar.language import sample

    texts = sample(production.open(), count, seed, max_length=max_length)
    write_lines(map(json.dumps if form == "jsonl" else show, texts))


@click.command("char")
@click.argument("texts", nargs=-1, required=True, metavar="CHARACTER...")
@format_option("text", "json", "jsonl")
@escaped_option
def char_command(texts: tuple[str, ...], form: str) -> None:
    """Show the properties of each CHARACTER: a code point (U+00E9), a range of them (U+00E9-00EF), or the characters
    themselves. It also shows the results of conversions of it in each component, and the rules that allow it.

    Exit status: 0 shown, 2 usage.
    """
    from irigrammar.cli.converting import as_texts
    from irigrammar.learn.code_point import code_point, code_points
    from irigrammar.views.code_point_page import as_dict, as_lines

    strings = as_texts(texts)
    try:
        chars = [char for row in map(code_points, strings) for char in row]
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    if "" in strings:
        raise click.UsageError("the argument is empty")
    rows = Rows(form, alone=len(chars) == 1, gap=True)
    for point in map(code_point, chars):
        rows.add(as_dict(point), as_lines(point, sheet()))
    rows.finish()

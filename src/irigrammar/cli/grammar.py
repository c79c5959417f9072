"""`iri grammar`: the group of grammar commands, and those that read one."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import click

from irigrammar.cli.group import Group
from irigrammar.cli.options import (
    Production,
    file_options,
    format_option,
    matcher_options,
    open_named,
    production_options,
)
from irigrammar.cli.output import painter, say, show, write, write_lines, write_rows
from irigrammar.errors import GrammarError
from irigrammar.matching.grammar import Grammar, catalog, grammar, open_grammar
from irigrammar.matching.matcher import Matcher
from irigrammar.shipped.loader import generic_names
from irigrammar.shipped.place import citation

if TYPE_CHECKING:
    from irigrammar.language.audit import Ambiguity
    from irigrammar.language.coverage import Coverage

_TRIED = 100  # beginnings of strings that are searched for one with two derivations
_WIDTH = 16  # characters of a grammar's name


@click.command("list")
@click.option("--all", "whole", is_flag=True, help="List those of the abnf package, too.")
@format_option("text", "json", "jsonl")
def list_command(form: str, whole: bool) -> None:
    """List the grammars that come with iri: name, document, start rules, and the grammars that each inherits.

    With --all, also those that the abnf package brings, under names such as abnf:rfc5322, with all that they import.
    """
    from irigrammar.shipped.package import package_names

    others = package_names() if whole else ()
    if form != "text":
        write_rows(map(_row, [*catalog(), *others]), form)
    else:
        paint = painter()
        generic = generic_names()
        groups = ("Grammars", generic), ("Grammars of schemes", [name for name in catalog() if name not in generic])
        for number, (title, names) in enumerate(groups):
            write("\n" * number + f"{title}\n")
            write_lines(f"  {line}" for name in names for line in _lines(name, paint))
        if others:
            lines = (f"  {paint(f'{name:<{_WIDTH}}', 'path')} {_rule_count(open_grammar(name))}\n" for name in others)
            write(f"\nGrammars of the abnf package\n{''.join(lines)}")


def _rule_count(grammar: Grammar) -> str:
    return "1 rule" if len(grammar) == 1 else f"{len(grammar)} rules"


def _row(name: str) -> dict[str, Any]:
    grammar = open_grammar(name)
    entry = grammar.entry
    return {
        "name": name,
        "title": entry.title,
        "document": entry.document,
        "section": entry.section,
        "extends": entry.extends,
        "start": list(entry.start),
        "rules": len(grammar),
    }


def _lines(name: str, paint: Callable[[str, str], str]) -> Iterator[str]:
    """Yield the lines of a shipped grammar in the list: its document, number of rules and start rules."""
    entry = grammar(name).entry
    extends = f", on {entry.extends}" if entry.extends else ""
    place = citation(entry.document, entry.section)
    yield f"{paint(f'{name:<{_WIDTH}}', 'path')} {entry.title}: {place} ({_rule_count(grammar(name))}{extends})"
    yield from textwrap.wrap(
        f"start with {', '.join(entry.start)}",
        76,
        initial_indent=" " * (_WIDTH + 1),
        subsequent_indent=" " * (_WIDTH + 1),
        break_on_hyphens=False,
    )


@click.command("show")
@production_options("The rule; without it, the grammar itself.")
@format_option("text", "json")
def show_command(grammar_name: str, rule: str | None, extends: str | None, form: str) -> None:
    """Show a grammar: title, document, the grammar it extends, the rules it replaces, start rules, components,
    errata, and its rules.

    With -r, show a rule: its ABNF and the place in its file; which rules and start rules lead to it, and what it uses;
    what it can begin with, how long it can be, samples, and near misses with their faults; the size of its automaton,
    and rules that match the same strings.

    Exit status: 0, 2 for an unknown grammar or rule.
    """
    from irigrammar.views.overview import description_lines, overview, overview_lines

    grammar = open_named(grammar_name, extends)
    if rule is None and form == "json":
        write(json.dumps(overview(grammar), indent=2) + "\n")
    elif rule is None:
        write_lines(overview_lines(grammar, show, painter()))
    else:
        from irigrammar.learn.description import describe

        facts = describe(grammar, rule)
        if form == "json":
            from dataclasses import asdict

            write(json.dumps(asdict(facts), indent=2) + "\n")
        else:
            write_lines(description_lines(facts, show, painter()))


@click.command("audit")
@click.option("-g", "--grammar", "name", default="rfc3987", show_default=True, metavar="NAME|FILE", help="The grammar.")
@click.option("-r", "--rule", metavar="RULE", help="Only this rule and those that it uses.")
@click.option("--extends", metavar="NAME|FILE", help="The grammar that a file extends.")
@file_options
@format_option("text", "json", "jsonl")
def audit_command(name: str, rule: str | None, extends: str | None, form: str) -> None:
    """List the ambiguities of a grammar: two alternatives of a rule that match the same string, with a shortest such
    string, and which of them is preferred; rules whose parts can share a string in two ways, as 1*( 1*"x" ); and the
    engine that reads each rule that is not regular, and why. Automata decide it; recursive rules that they do not read
    are searched, up to 100 beginnings of strings.

    Exit status: 0 none, 1 some, 2 usage, or none up to the limit of work.
    """
    from dataclasses import asdict

    from irigrammar.language.audit import audit, engines
    from irigrammar.language.up_to import ambiguous

    grammar = open_named(name, extends)
    start = grammar.rules[rule].name if rule else None
    findings: list[Ambiguity] = []
    limit_reason = ""
    try:
        findings.extend(audit(grammar, start))
    except GrammarError as error:  # the limit
        limit_reason = str(error)
    others = [row for row in engines(grammar, start) if row.engine != "automaton"]
    rules = [row.rule for row in others]
    ambiguous_texts = {rule: text for rule in rules if (text := ambiguous(grammar[rule], _TRIED)) is not None}
    if form != "text":
        write_rows(map(asdict, findings), form)
    else:
        paint = painter()
        for finding in findings:
            place = paint(f"{finding.source}:{finding.line}", "path")
            witness = show(finding.witness) or "(empty)"
            both = f"matches {finding.first} and {finding.second}" if finding.second else "is divided in two ways"
            write(f"{place}: {finding.rule}: {witness} {both}; {finding.decides}\n")
        for row in others:
            place = paint(f"{grammar.rules[row.rule].source}:{grammar.rules[row.rule].line}", "path")
            text = ambiguous_texts.get(row.rule)
            more = "" if text is None else f"; {show(text) or '(empty)'} has two derivations (iri tree --all)"
            write(f"{place}: {row.rule}: {row.engine}; {row.why}{more}\n")
        if not findings and not ambiguous_texts and not limit_reason:
            is_general = any(row.engine == "general engine" for row in others)
            words = "found where automata decide it" if is_general else "found"
            write(f"no ambiguity {words}: no two alternatives, and no two divisions, match the same string\n")
    if limit_reason:
        say(limit_reason)
    raise click.exceptions.Exit(1 if findings or ambiguous_texts else 2 if limit_reason else 0)


@click.command("coverage")
@matcher_options
@click.option(
    "--file", "files", multiple=True, required=True, metavar="FILE", help="One identifier per line; - for stdin."
)
@format_option("text", "json")
def coverage_command(production: Production, files: tuple[str, ...], form: str) -> None:
    """Report which rules, alternatives, options and repetition bounds the lines of the files touch, and which not.

    Each valid line counts by the derivation that `iri tree` shows; lines that do not match are only counted.

    Exit status: 0, 2 when a file cannot be read.
    """
    from irigrammar.language.coverage import coverage

    matcher = production.open()
    report = coverage(matcher, (text for name in files for text in _texts(matcher, name)))
    if form == "json":
        sites = [
            {"rule": site.rule, "site": site.label, "source": site.source, "line": site.line, "times": times}
            for site, times in report.sites.items()
        ]
        row = {"matched": report.matched, "unmatched": report.unmatched, "rules": report.rules, "sites": sites}
        write(json.dumps(row, indent=2) + "\n")
    else:
        _write_text(report)


def _texts(matcher: Matcher, name: str) -> Iterator[str | bytes]:
    from irigrammar.cli.converting import open_lines
    from irigrammar.files import lines_of
    from irigrammar.matching.lines import check_lines

    with open_lines(name) as stream:
        for line in check_lines(matcher, lines_of(stream)):
            yield line.text


def _write_text(coverage: Coverage) -> None:
    """Print the counts of a coverage, each rule's, and the places never touched of rules that were."""
    paint = painter()
    rule_count = sum(times > 0 for times in coverage.rules.values())
    places = sum(times > 0 for times in coverage.sites.values())
    write(f"{coverage.matched:,} strings matched, {coverage.unmatched:,} did not\n")
    write(f"rules touched: {rule_count} of {len(coverage.rules)}; places touched: {places} of {len(coverage.sites)}\n")
    width = max(map(len, coverage.rules), default=0)
    for rule, times in coverage.rules.items():
        write(
            f"{rule:<{width}}  {times:>12,}\n" if times else paint(f"{rule:<{width}}  {'never':>12}", "warning") + "\n"
        )
        for site, count in coverage.sites.items():
            if times and site.rule == rule and not count:
                write(f"  never: {show(site.label)} ({site.source}:{site.line})\n")


_COMMANDS = {
    "list": ("grammar:list_command", "List the grammars that come with iri"),
    "show": ("grammar:show_command", "Show a grammar, or all about one rule"),
    "extract": ("grammar_extract", "Take the ABNF out of a document"),
    "fmt": ("grammar_fmt", "Lay out ABNF files"),
    "lint": ("grammar_lint", "Check ABNF files for mistakes"),
    "diff": ("grammar_diff", "Compare two grammars rule by rule"),
    "audit": ("grammar:audit_command", "List ambiguities, with examples"),
    "coverage": ("grammar:coverage_command", "Show what strings in files cover"),
    "export": ("grammar_export", "Write a rule as a regex, schema or grammar"),
    "generate": ("grammar_generate", "Write a rule's validator in a language"),
    "railroad": ("grammar_railroad", "Draw railroad diagrams"),
}
group = Group(
    {"Commands": _COMMANDS},
    name="grammar",
    help="List, show, check, draw and export grammars: the catalog's and your own.",
)

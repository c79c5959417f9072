"""`iri grammar lint`: what is wrong with an ABNF file."""

from __future__ import annotations

from pathlib import Path

import click

from irigrammar.cli.options import format_option
from irigrammar.cli.output import reporter
from irigrammar.conformance.record import lint_record
from irigrammar.errors import GrammarError
from irigrammar.grammars import catalog
from irigrammar.grammars.lint import LintFinding, lint
from irigrammar.grammars.reader import decode
from irigrammar.matching.grammar import open_grammar

__all__ = ["command"]


@click.command("lint")
@click.argument("names", nargs=-1, required=True, metavar="FILE|NAME...")
@click.option("--extends", metavar="NAME|FILE", help="The grammar whose rules a FILE inherits (the core rules anyway).")
@click.option("-r", "--rule", "start", multiple=True, metavar="RULE", help="A start rule of a FILE (repeatable).")
@format_option("text", "json", "jsonl")
def command(names: tuple[str, ...], extends: str | None, start: tuple[str, ...], form: str) -> None:
    """Report what is wrong, or likely to be, in ABNF files: syntax, undefined and unused rules, duplicates, names in
    another case, prose, recursion, characters outside ASCII; each with file, line and column.

    A NAME of the catalog is checked too; what its document publishes that way is shown with the recorded erratum and
    does not count. A FILE's start rule is its first rule unless -r says otherwise.

    Exit status: 0 nothing to say, 1 findings, 2 something could not be read.
    """
    report = reporter(form)
    invalid = notes = 0
    for name in names:
        grammar = name if name in catalog.entries() else None
        for found in _shipped(name) if grammar else _file(name, extends, start):
            report.add(lint_record(found, grammar))
            invalid += not found.erratum
            notes += bool(found.erratum)
    if form != "text":
        report.finish(notes, invalid, "lint findings; valid: covered by a recorded erratum")
    raise click.exceptions.Exit(1 if invalid else 0)


def _shipped(name: str) -> list[LintFinding]:
    entry = catalog.entry(name)
    parent = catalog.load(entry.extends) if entry.extends else None
    return [
        found
        for file in entry.files
        for found in lint(
            (catalog.grammar_directory() / file).read_text(encoding="utf-8"),
            f"grammar/{file}",
            parent=parent,
            replace=entry.replace,
            start=entry.start,
            errata=entry.errata,
        )
    ]


def _file(name: str, extends: str | None, start: tuple[str, ...]) -> list[LintFinding]:
    parent = open_grammar(extends or "rfc5234").rules
    try:
        text = decode(Path(name).read_bytes(), name)
    except OSError as error:
        raise GrammarError(f"cannot be read ({error.strerror})", source=name) from None
    return lint(text, name, parent=parent, start=start)

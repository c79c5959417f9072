"""`iri grammar lint`: mistakes in ABNF files."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Literal

import click

from irigrammar import __version__
from irigrammar.advice.rule import SEVERITIES, fails
from irigrammar.cli.options import (
    DEFINED,
    FilesCommand,
    choice_option,
    configured_files,
    define_option,
    listed_codes,
    only_text,
)
from irigrammar.cli.output import encoding, output_file, painter, reporter, say, write
from irigrammar.errors import GrammarError
from irigrammar.grammars.authors.lint import LINT_CODES, repair_text
from irigrammar.grammars.limits import KINDS, Kind
from irigrammar.matching.grammar import open_grammar
from irigrammar.report.record import Artifacts
from irigrammar.scan.found import Found, Summary
from irigrammar.scan.linting import abnf_files, chosen_codes, lint_file, lint_grammar, rewrite
from irigrammar.scan.reporters.formats import FORMATS, automatic, scan_reporter
from irigrammar.scan.reporters.text import ScanReporter, place
from irigrammar.shipped import loader as catalog

_STANDARD_INPUT = "-"
_UNREADABLE = "S003"


@click.command("lint", cls=FilesCommand)
@click.argument("names", nargs=-1, metavar="FILE|FOLDER|NAME...")
@click.option("--extends", metavar="NAME|FILE", help="The grammar whose rules a FILE inherits (always the core rules).")
@click.option(
    "--import",
    "imports",
    multiple=True,
    metavar="NAME|FILE",
    help="A grammar from which a FILE takes the rules that it lacks (repeatable).",
)
@define_option
@click.option("--from", "kind", type=click.Choice(KINDS), help="What a FILE is (default: by name or content).")
@click.option("-r", "--rule", "start", multiple=True, metavar="RULE", help="A start rule of a FILE (repeatable).")
@click.option("--select", multiple=True, metavar="CODE,...", help="Report only these codes.")
@click.option("--ignore", multiple=True, metavar="CODE,...", help="Do not report these codes.")
@choice_option(
    "--fail-on", among=[*SEVERITIES, "never"], default="warning", help="Exit with status 1 at this severity or above."
)
@click.option("--exit-zero", is_flag=True, help="Exit with 0 despite findings (unreadable files still fail).")
@choice_option("--format", "form", among=FORMATS, default="auto", help="Report format.")
@click.option("--fix", "fixing", flag_value="fix", help="Write foreign notations in ABNF.")
@click.option("--diff", "fixing", flag_value="diff", help="Show what --fix would change, and change nothing.")
@click.option("--list-codes", is_flag=True, help="List the codes, and what they mean.")
def command(
    names: tuple[str, ...],
    start: tuple[str, ...],
    extends: str | None,
    imports: tuple[str, ...],
    kind: Kind | Literal["abnf"] | None,
    **options: Any,
) -> None:
    """Report errors and likely errors in ABNF files: syntax, the notations of EBNF, BNF and regular expressions,
    undefined and unused rules, duplicates, names in another case, prose, recursion; each with file, line and column.

    A FOLDER means its *.abnf files, - is standard input, and patterns may be quoted ('grammars/**/*.abnf'). For a
    NAME of the catalog, mistakes in the published document are reported as advice, with the recorded erratum. Without
    -r the start rules of a FILE are those to which no other rule leads. Documents are read as `iri grammar extract`
    reads them.

    --fix changes what is certain: the result is ABNF, and every rule that could be read before matches the same. With
    --output, the fixed text of one file is written there, the file stays, and findings go to standard error.

    Exit status: 0 no findings, 1 findings of the severity --fail-on or above, 2 something could not be read.
    """
    if options["list_codes"]:
        for code, row in LINT_CODES.items():
            click.echo(f"{code}  {row.severity:8}{row.name}\n      {row.title} {row.help}")
        return
    if not names:
        raise click.UsageError("nothing to check: give a FILE, a FOLDER, or a NAME of the catalog")
    if ambiguous := next((name for name in names if name in catalog.names() and os.path.lexists(name)), None):
        raise click.UsageError(
            f"{ambiguous} is a grammar of the catalog and a file here; write ./{ambiguous} for the file"
        )
    configuration, parent_name = configured_files()
    parent = open_grammar(extends or parent_name or "rfc5234").rules
    define = click.get_current_context().meta.get(DEFINED) or {}
    more, prose = configuration.options(define)
    others = [(open_grammar(name) if isinstance(name, str) else name).rules for name in (*imports, *more)]
    check = partial(lint_file, parent=parent, start=start, imports=others, kind=kind, define={**prose, **define})
    try:
        codes = chosen_codes(listed_codes(options["select"]), listed_codes(options["ignore"]))
        files = [source for name in names for source in ([name] if name in catalog.names() else abnf_files(name))]
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    own = [name for name in files if name not in catalog.names()]
    new_data: bytes | None = None
    if options["fixing"] == "fix" and output_file():
        if options["form"] not in ("auto", "text"):
            raise click.UsageError("--fix with --output writes the fixed text: leave out --format")
        text = repair_text(only_text(own), files[0], codes)
        write(text)
        new_data = text.encode()
    elif options["fixing"]:
        _repair(own, options["fixing"], codes)
    once: dict[str, str] = {}
    for name in files:
        once.setdefault(name if name in catalog.names() else os.path.realpath(name), name)
    summary, has_failed = Summary(of_files=True), False
    form = automatic(os.environ) if options["form"] == "auto" else options["form"]
    report: ScanReporter = (
        _Text(write if new_data is None else sys.stderr.write)
        if form == "text" or new_data is not None
        else scan_reporter(
            form,
            write,
            paint=painter(),
            encoding=encoding(),
            artifacts=Artifacts.around(Path.cwd(), os.environ),
            fail_on=options["fail_on"],
            version=__version__,
            command="iri grammar lint",
        )
    )
    report.start()
    for name in once.values():
        summary.files += 1
        source, data = ("<stdin>", sys.stdin.buffer.read()) if name == _STANDARD_INPUT else (name, new_data)
        for finding in lint_grammar(name) if name in catalog.names() else check(source, data, fix_codes=codes):
            record = finding.record
            if record.code == _UNREADABLE:
                say(f"{place(finding)}: {record.message}")
                summary.unreadable += 1
            elif record.code not in codes:
                continue
            else:
                has_failed = has_failed or fails(record.severity or "", options["fail_on"])
            summary.count(finding)
            report.add(finding)
    report.finish(summary)
    raise click.exceptions.Exit(2 if summary.unreadable else int(has_failed and not options["exit_zero"]))


def _repair(files: list[str], fixing: str, codes: frozenset[str]) -> None:
    """Fix files and report their number; with `fixing` "diff" print the changes, and exit with status 1 if there are
    any.

    Raises `click.UsageError` for standard input; files that cannot be read or replaced are passed over.
    """
    if _STANDARD_INPUT in files:
        raise click.UsageError(f"--{fixing} takes files, not standard input")
    changes = 0
    for name in dict.fromkeys(files):
        try:
            diff = rewrite(name, partial(repair_text, name=name, codes=codes), write=fixing == "fix")
        except (OSError, GrammarError):
            continue  # the lint says why it cannot be read
        changes += bool(diff)
        if fixing == "diff":
            write(diff)
    if fixing == "diff":
        raise click.exceptions.Exit(int(changes > 0))
    if changes:
        say(f"fixed {changes} file{'s' * (changes > 1)}")


class _Text(ScanReporter):
    """A line for each finding; unreadable files are reported elsewhere."""

    def __init__(self, write: Callable[[str], object]) -> None:
        self._lines = reporter("text", write)

    def add(self, finding: Found) -> None:
        """Write the line of a finding, of advice as a note; nothing for an unreadable file."""
        record = finding.record
        if record.code != _UNREADABLE:
            self._lines.add(record._replace(severity="note") if record.severity == "advice" else record)

"""`iri scan`: find and check identifiers in documents.

They are checked against rules and advice.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import IO, Any

import click

from irigrammar import __version__
from irigrammar.advice.rule import PROFILES, SEVERITIES
from irigrammar.cli.options import FilesCommand, choice_option, listed_codes, severity_levels
from irigrammar.cli.output import (
    Screen,
    encoding,
    output_file,
    painter,
    replace_file,
    say,
    sheet,
    show,
    show_line,
    write,
)
from irigrammar.dataclass import replace
from irigrammar.errors import IrigrammarError
from irigrammar.report.record import Artifacts
from irigrammar.scan.config import ConfigError, find, load
from irigrammar.scan.files import Target, targets
from irigrammar.scan.formats.registry import document_types
from irigrammar.scan.found import Summary
from irigrammar.scan.reporters.formats import FORMATS, scan_reporter
from irigrammar.scan.reporters.text import printable_path
from irigrammar.scan.run import Fixing
from irigrammar.scan.session import Session
from irigrammar.scan.settings import Rules, Settings

_NEVER = "never"


def _reports(_: click.Context, option: click.Parameter, values: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Return pairs of format and file of `--also`. Raises `click.BadParameter` for other values than FORMAT=FILE."""
    rows = []
    for value in values:
        form, _equals, file = value.partition("=")
        if form not in FORMATS or not file:
            raise click.BadParameter(f"write FORMAT=FILE, as sarif=iri.sarif, instead of {value!r}", param=option)
        rows.append((form, file))
    return tuple(rows)


@click.command("scan", cls=FilesCommand)
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option("-g", "--grammar", "grammar_name", metavar="NAME|FILE", help="Check identifiers against this grammar.")
@click.option("-r", "--rule", metavar="RULE", help="The rule; by default the grammar's first start rule.")
@click.option("--extends", metavar="NAME", help="The grammar that files of ABNF extend.")
@click.option("--profile", type=click.Choice([*PROFILES, "none"]), help="Advice profile, or none.")
@click.option("--select", multiple=True, metavar="CODE,...", help="Report only these codes.")
@click.option("--extend-select", multiple=True, metavar="CODE,...", help="Report these codes as well.")
@click.option("--ignore", "--extend-ignore", multiple=True, metavar="CODE,...", help="Do not report these codes.")
@click.option("--severity", "severities", multiple=True, metavar="CODE=LEVEL", help="Another severity for codes.")
@click.option("--level", type=click.Choice(SEVERITIES), help="Minimum severity to report.  [default: warning]")
@click.option(
    "--fail-on",
    type=click.Choice([*SEVERITIES, _NEVER]),
    help="Exit with status 1 at this severity or above.  [default: error]",
)
@click.option("--exit-zero", is_flag=True, help="Exit with 0 despite findings (named files that cannot be read fail).")
@click.option("--include", multiple=True, metavar="PATTERN", help="Scan only files in folders that match.")
@click.option(
    "--exclude", "--extend-exclude", multiple=True, metavar="PATTERN", help="Skip what matches, named files too."
)
@click.option("--no-gitignore", is_flag=True, help="Also scan what .gitignore files exclude.")
@click.option("--follow-links", is_flag=True, help="Follow symbolic links that lead out of the folders.")
@click.option("--max-size", type=click.IntRange(1), metavar="BYTES", help="Largest file to read as a whole.")
@click.option(
    "--filter-named", "--force-exclude", is_flag=True, help="Skip named files that a scan of their folder skips."
)
@click.option("--type", "forced_type", metavar="NAME", help="Treat every file as this type (--list-types).")
@click.option("--encoding", "charset", metavar="NAME", help="Charset of documents without a byte order mark.")
@click.option(
    "--pointer", "pointers", multiple=True, metavar="POINTER", help="JSON Pointers of identifiers, * for any."
)
@click.option("--column", "columns", multiple=True, metavar="NAME", help="Columns of identifiers, by name or number.")
@click.option("--config", "config", metavar="FILE", help="Use only this configuration file.")
@click.option("--isolated", is_flag=True, help="Read no configuration file.")
@click.option("--baseline", metavar="FILE", help="Do not report findings listed in this file.")
@click.option("--write-baseline", is_flag=True, help="Record all findings in the baseline instead of reporting them.")
@click.option("--changed-since", metavar="REV", help="Report only findings in lines that were added since then (git).")
@click.option("--fix", "fixing", flag_value="write", help="Apply safe fixes in place.")
@click.option(
    "--unsafe-fixes", is_flag=True, help="With --fix or --diff, also make fixes that are likely, not certain."
)
@click.option("--show-fixes", is_flag=True, help="With --fix, show what it changes.")
@click.option("--diff", "fixing", flag_value="diff", help="Show what --fix would change, and change nothing.")
@choice_option("--format", "form", among=FORMATS, default="auto", help="Report format.")
@click.option(
    "--also",
    multiple=True,
    metavar="FORMAT=FILE",
    help="Write a report in FORMAT to FILE, too (repeatable).",
    callback=_reports,
)
@click.option("--show-secrets", is_flag=True, help="Show passwords in user information, instead of ***.")
@click.option("--statistics", is_flag=True, help="Print the number of findings of each code.")
@click.option("--jobs", type=click.IntRange(1), help="Files to scan in parallel.  [default: the number of cores]")
@click.option("--cache", metavar="FOLDER", help="Keep there which documents were clean, and pass over them next time.")
@click.option("--stdin-filename", metavar="NAME", help="What standard input is called, and its type by that name.")
@click.option("--dump", is_flag=True, help="List the identifiers (as jsonl: with places), check nothing.")
@click.option("--list-skipped", is_flag=True, help="Name files that are skipped because they are not text.")
@click.option("--list-files", is_flag=True, help="List the files, with the rule for each.")
@click.option("--list-types", is_flag=True, help="List the document types, with the rule for each.")
@click.option("--print-config", is_flag=True, help="Print the settings, as JSON.")
def command(**options: Any) -> None:
    """Find identifiers in documents, and check each against a rule and the rules of advice.

    PATHs are files and folders, - is standard input; the default is the current folder. In folders, all files that are
    text are scanned, except those that git ignores. Configuration comes from the nearest irigrammar.toml, or
    pyproject.toml with a table tool.irigrammar; one in a folder below holds for that folder; options override it.

    A comment `iri: ignore[CODE]` suppresses findings in its line or, on a line of its own, in the next one; `iri:
    ignore-file[CODE]` those in the whole document.

    Exit status: 0 clean, 1 findings of the severity --fail-on or above, 2 usage, configuration, or a file that was
    named and cannot be read.
    """
    try:
        status = _run(options)
    except (ConfigError, ValueError) as error:
        if isinstance(error, IrigrammarError):
            raise
        raise click.UsageError(str(error)) from None
    raise click.exceptions.Exit(status)


def _run(options: dict[str, Any]) -> int:
    """Run `iri scan` with the options, in all its forms, and return the exit status.

    Raises `click.UsageError` for options that cannot be combined.
    """
    settings = _settings(options)
    settings.check()
    if options["list_types"]:
        return _list_types(settings)
    if options["print_config"]:
        import json
        from dataclasses import asdict

        path = _configuration(options)
        named_file = {"file": str(path) if path else None}
        click.echo(json.dumps(named_file | asdict(settings), indent=2, default=str))
        return 0
    paths = options["paths"] or ("." if settings.stdin_filename is None else "-",)
    options["filter_named"] = options["filter_named"] or settings.force_exclude
    if options["also"] and (settings.dump or options["list_files"] or options["fixing"] == "diff"):
        raise click.UsageError("--also cannot be combined with --diff, --dump or --list-files, which make no report")
    if options["list_files"]:
        return _list_files(targets(paths, settings, filter_named=options["filter_named"]), settings)
    if settings.dump:
        return _dump(settings, options, paths)
    if options["fixing"] == "write" and paths == ("-",):
        return _fix_standard_input(settings, options)
    with ExitStack() as stack:
        also = [(form, stack.enter_context(replace_file(file)).write) for form, file in options["also"]]
        return _scan(settings, options, paths, also)


def _fix_standard_input(settings: Settings, options: dict[str, Any]) -> int:
    """Write standard input, fixed, to standard output and the remaining findings to standard error; return the exit
    status.

    Input that cannot be fixed, or is of an excluded name, is written unchanged.
    """
    from io import BytesIO

    from irigrammar.scan.fixing import Unwritable, apply_fixes

    target = next(targets(("-",), settings, filter_named=options["filter_named"]), None)
    content = _standard_input(settings)
    if target is None or target.kind is None:
        sys.stdout.buffer.write(content.read())
        return 0
    rules = target.rules(settings)
    try:
        with apply_fixes(content, rules, limit=settings.max_size, show_secrets=settings.show_secrets) as done:
            done.content.seek(0)
            text = done.content.read()
    except Unwritable as error:
        say(f"{target.shown}: not fixed: {error}")
        content.seek(0)
        text = content.read()
    sys.stdout.buffer.write(text)
    sys.stdout.flush()
    session = Session(settings)
    report = scan_reporter("concise", sys.stderr.write, artifacts=Artifacts(), version=__version__)
    for piece in session.pieces(session.targets(("-",)), standard_input=BytesIO(text)):
        for finding in piece.findings:
            report.add(finding)
    report.finish(session.summary)
    return session.status(exit_zero=options["exit_zero"])


def _standard_input(settings: Settings) -> IO[bytes]:
    """Return standard input, or a copy of at most one byte more than `max_size` of a pipe: fixes need
    to read it twice.
    """
    if sys.stdin.buffer.seekable():
        return sys.stdin.buffer
    from io import BytesIO

    return BytesIO(sys.stdin.buffer.read(settings.max_size + 1))


def _dump(settings: Settings, options: dict[str, Any], paths: tuple[str, ...]) -> int:
    """Write the identifiers of files, a line each, or as JSON Lines with their places, and return the exit status.

    What cannot be read is reported on standard error. Raises `click.UsageError` for options that cannot be combined.
    """
    if options["fixing"] or options["write_baseline"] or options["form"] not in ("auto", "text", "jsonl"):
        raise click.UsageError("--dump takes --format text or jsonl, and no --fix, --diff or --write-baseline")
    import json

    session = Session(settings)
    files = session.targets(paths, filter_named=options["filter_named"])
    for piece in session.pieces(files, standard_input=sys.stdin.buffer, jobs=options["jobs"]):
        for finding in piece.findings:
            say(f"{piece.target.shown}: {finding.record.message}")
        for identifier in piece.dump:
            write(
                json.dumps(identifier._asdict()) + "\n" if options["form"] == "jsonl" else show(identifier.text) + "\n"
            )
    return session.status(exit_zero=True)


def _scan(
    settings: Settings,
    options: dict[str, Any],
    paths: tuple[str, ...],
    also: Sequence[tuple[str, Callable[[str], object]]],
) -> int:
    """Scan the paths, write the reports (to the screen, and those of `also`), and return the exit status.

    With "diff", the diff is printed and no report is made; skipped files and notes go to standard error. Files are
    fixed, or the baseline is written, as the options ask.
    """
    fixing: Fixing = options["fixing"] or "no"
    session = Session(settings, fixing=fixing, records_baseline=options["write_baseline"])
    files = session.targets(paths, filter_named=options["filter_named"])
    screen = Screen()
    reporter = partial(
        scan_reporter,
        artifacts=Artifacts.around(Path.cwd(), os.environ),
        statistics=options["statistics"],
        fail_on=settings.fail_on,
        version=__version__,
    )
    shown = reporter(options["form"], screen.write, paint=painter(), encoding=encoding(), width=sheet().width)
    reports = (shown, *(reporter(form, write_more) for form, write_more in also))
    for report in reports if fixing != "diff" else ():
        report.start()
    with screen.progress("scanning", None) as progress:
        for piece in session.pieces(
            files,
            standard_input=_standard_input(settings) if fixing != "no" else sys.stdin.buffer,
            jobs=options["jobs"],
            progress=progress or (lambda _: None),
        ):
            if piece.skip_reason and options["list_skipped"]:
                say(f"{piece.target.shown}: skipped: {piece.skip_reason}")
            if piece.note:
                say(f"{piece.target.shown}: not fixed: {piece.note}")
            if piece.diff:
                lines = piece.diff.splitlines(keepends=True)
                screen.write("".join(map(show_line, lines)) if sys.stdout.isatty() else piece.diff)
            for finding in piece.findings:
                for report in reports:
                    report.add(finding)
    note = session.note_on_old_names()
    if note:
        say(note)
    count = session.close()
    for report in reports if fixing != "diff" else ():
        report.finish(session.summary)
    if options["write_baseline"]:
        known_now = "1 finding" if count == 1 else f"{count:,} findings"
        say(f"recorded {known_now} in {session.baseline_path}")
    if fixing == "diff":
        _say_of_diff(session.summary)
    if not session.summary.files and not session.summary.unreadable:
        say("warning: no files to scan; check the paths, and what exclude, include and .gitignore leave out")
    return session.status(exit_zero=options["exit_zero"])


def _say_of_diff(summary: Summary) -> None:
    """Say on standard error how many identifiers a diff fixes, how much it leaves out, and how many links were
    skipped.
    """
    identifiers = "1 identifier" if summary.fix_count == 1 else f"{summary.fix_count:,} identifiers"
    say(f"{identifiers} would be fixed")
    if summary.hidden_count:
        parts = "1 part" if summary.hidden_count == 1 else f"{summary.hidden_count:,} parts"
        say(f"{parts} of the diff left out because of a password; add --show-secrets")
    if summary.outside:
        say(f"symbolic links that lead out of the folder, skipped: {summary.outside:,}")


def _configuration(options: dict[str, Any]) -> Path | None:
    """Return the configuration file: that of `--config`, or the nearest one; None with `--isolated` or without one."""
    return Path(options["config"]) if options["config"] else None if options["isolated"] else find(Path.cwd())


def _settings(options: dict[str, Any]) -> Settings:
    """Return the settings of the configuration file, if one is used, with the options over them.

    Raises `click.UsageError` for --config with --isolated.
    """
    if options["config"] and options["isolated"]:
        raise click.UsageError("--config and --isolated cannot be combined")
    path = _configuration(options)
    settings = load(path) if path else Settings(root=str(Path.cwd()))
    is_only = options["isolated"] or options["config"] is not None
    override = Rules(
        grammar=options["grammar_name"],
        rule=options["rule"],
        profile=options["profile"],
        select=listed_codes(options["select"]) or None,
        extend_select=listed_codes(options["extend_select"]),
        ignore=listed_codes(options["ignore"]),
        severities=severity_levels(options["severities"]),
        level=options["level"],
        encoding=options["charset"],
        pointers=options["pointers"],
        columns=options["columns"],
    )
    return replace(
        settings,
        override=override,
        extends=options["extends"] or settings.extends,
        include=(*settings.include, *options["include"]),
        exclude=(*settings.exclude, *options["exclude"]),
        respect_gitignore=settings.respect_gitignore and not options["no_gitignore"],
        forced_type=options["forced_type"],
        fail_on=options["fail_on"] or settings.fail_on,
        baseline=options["baseline"] or settings.baseline,
        changed_since=options["changed_since"],
        outputs=tuple(file for _form, file in (("", output_file()), *options["also"]) if file),
        follow_links=options["follow_links"],
        show_secrets=options["show_secrets"],
        unsafe_fixes=options["unsafe_fixes"],
        stdin_filename=options["stdin_filename"],
        dump=options["dump"],
        cache=options["cache"],
        show_fixes=options["show_fixes"],
        nested=not is_only,
        max_size=options["max_size"] or settings.max_size,
    )


def _list_types(settings: Settings) -> int:
    """Print the document types with their production, profile and files; return the exit status 0."""
    from pathlib import PurePosixPath

    for kind in document_types():
        rules = settings.file_rules(PurePosixPath("-"), kind)
        click.echo(f"{kind.name:14}{kind.title}")
        click.echo(f"{'':14}checked against {' '.join(rules.production[:2])}, profile {rules.profile or 'none'}")
        click.echo(f"{'':14}files {' '.join((*kind.names, *kind.suffixes, *settings.suffixes.get(kind.name, ())))}")
        if kind.comment:
            click.echo(f"{'':14}ignore with {kind.comment}")
    return 0


def _list_files(targets: Iterator[Target], settings: Settings) -> int:
    """Print each file with its type, production and profile; return 2 if one cannot be read, else 0.

    Those that cannot be read are named on standard error; other files without a type are left out.
    """
    unreadable = 0
    for target in targets:
        if target.kind is None:
            if target.reason:
                say(f"{target.shown}: cannot be read: {target.reason}")
                unreadable += 1
            continue
        rules = target.rules(settings)
        held = f"{target.kind.name}\t{' '.join(rules.production[:2])}\t{rules.profile or 'none'}"
        click.echo(f"{printable_path(target.shown, show)}\t{held}")
    return 2 if unreadable else 0

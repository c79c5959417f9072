"""`iri check`: validate arguments, lines and files."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from io import BufferedIOBase
from pathlib import Path
from typing import cast

import click

from irigrammar.cli.options import Production, escaped_option, format_option, matcher_options, read_texts
from irigrammar.cli.output import Screen, is_quiet, reporter, say, sheet
from irigrammar.faults.fault import Fault
from irigrammar.faults.page import fault_lines
from irigrammar.files import LONGEST_LINE
from irigrammar.masking import masked, secrets
from irigrammar.matching.lines import Wanted, check_blocks
from irigrammar.report.record import fault_record, valid_record
from irigrammar.views.explanation import notes

_LONG_FILE = 4_000_000  # bytes: shorter files are done before a progress bar could be read


@click.command("check")
@click.argument("texts", nargs=-1, metavar="[TEXT]...")
@matcher_options
@click.option("--file", "files", multiple=True, metavar="FILE", help="Check each line of a file; - for standard input.")
@click.option("--files", "named", is_flag=True, help="Treat each TEXT as the name of a file, as with --file.")
@format_option("text", "json", "jsonl")
@click.option("--explain", is_flag=True, help="Explain each fault in full, as iri explain does.")
@click.option("--all", "show_all", is_flag=True, help="Report valid lines of files, too.")
@click.option("--summary", is_flag=True, help="Print only how many are valid.")
@click.option(
    "--jobs",
    default=1,
    show_default=True,
    type=click.IntRange(1),
    help="Number of blocks of a file to check in parallel (needs the kernel).",
)
@click.option(
    "--max-line", type=click.IntRange(1), default=LONGEST_LINE, show_default=True, metavar="BYTES", help="Longest line."
)
@click.option("--show-secrets", is_flag=True, help="Show passwords in lines of files, instead of ***.")
@escaped_option
def command(
    texts: tuple[str, ...],
    production: Production,
    files: tuple[str, ...],
    named: bool,
    form: str,
    explain: bool,
    show_all: bool,
    summary: bool,
    jobs: int,
    max_line: int,
    show_secrets: bool,
    escaped: bool,
) -> None:
    """Check whether each TEXT, and each line of each --file, matches a rule as a whole.

    A file has one identifier per line, in UTF-8; only LF or CRLF is removed, and empty lines are skipped. The offset
    of a fault is the end of the longest prefix that some valid string begins with, in code points from 0. A finding
    names the character there and the innermost open rule.

    Exit status: 0 all valid, 1 some invalid, 2 something could not be read.
    """
    if named:
        texts, files = (), (*texts, *files)
    if not texts and not files:
        raise click.UsageError("nothing to check: give a TEXT or a --file (- for standard input)")
    quiet = is_quiet()
    if quiet and summary:
        raise click.UsageError("--quiet and --summary cannot be combined")
    if explain and form != "text":
        raise click.UsageError("--explain needs --format text; for other formats use iri explain")
    matcher = production.open()
    screen, page = Screen(), sheet()
    report = reporter(form, screen.write)
    wanted = Wanted.COUNTS if quiet or summary else Wanted.EVERY if show_all else Wanted.INVALID
    counts = {True: 0, False: 0}
    unreadable = False

    def tell(text: str | bytes, fault: Fault | None, path: str | None, line: int | None) -> None:
        shown = text if isinstance(text, str) else text.decode(errors="backslashreplace")
        spans = () if path is None or show_secrets else secrets(shown, whole=True)
        if fault is not None:
            record = fault_record(matcher, text, fault, path, line)
            report.add(replace(record, text=masked(record.text or "", spans).text, fixes=()) if spans else record)
            if explain and spans:
                screen.write("  not explained because it has a password; add --show-secrets\n\n")
            elif explain:
                screen.write("".join(f"{row}\n" for row in (*fault_lines(text, fault, page), "")))
        elif isinstance(text, str):
            found = (replace(note, fix=None) if spans else note for note in notes(matcher, text))
            report.add(valid_record(matcher, masked(text, spans).text, path, line, tuple(found)))

    for text in read_texts(texts, escaped):
        fault = matcher.check(text).fault
        counts[fault is None] += 1
        if wanted:
            tell(text, fault, None, None)
    for name in files:
        path = "<stdin>" if name == "-" else name
        try:
            with _opened(name, screen) as (stream, seen):
                for found in check_blocks(matcher, stream, wanted=wanted, jobs=jobs, limit=max_line, seen=seen):
                    counts[True] += found.valid
                    counts[False] += found.invalid
                    for line in found.lines:
                        tell(line.text, line.fault, path, line.number)
        except OSError as error:
            say(f"{path}: cannot be read ({error.strerror})")
            unreadable = True
    if not quiet and (form == "json" or summary or files or len(texts) > 1):
        report.finish(counts[True], counts[False], f"{matcher.grammar.entry.document} {matcher.rule}")
    raise click.exceptions.Exit(2 if unreadable else 1 if counts[False] else 0)


@contextmanager
def _opened(name: str, screen: Screen) -> Iterator[tuple[BufferedIOBase, Callable[[int], object] | None]]:
    """Open a file or standard input; yield it, and a callback for the number of bytes read (a progress bar) or None."""
    if name == "-":
        yield cast(BufferedIOBase, sys.stdin.buffer), None
        return
    with Path(name).open("rb") as stream:
        found = os.fstat(stream.fileno())
        if stat.S_ISREG(found.st_mode) and found.st_size > _LONG_FILE:
            with screen.progress(name, found.st_size) as seen:
                yield stream, seen
        else:
            yield stream, None

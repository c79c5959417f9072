"""`iri check`: validate arguments, lines and files, in any charset (draft-ietf-iri-3987bis-04, 6.2).

With the profile rfc3987-4.1 bidi formatting characters are refused (RFC 3987, 4.1).
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from io import BufferedIOBase
from pathlib import Path
from typing import cast

import click

from irigrammar.cli.lines import Lines, charset_option, in_utf8
from irigrammar.cli.options import (
    Production,
    escaped_option,
    format_option,
    matcher_options,
    profile_option,
    profiled,
    read_texts,
)
from irigrammar.cli.output import Reporter, Screen, brief, is_quiet, reporter, say, sheet
from irigrammar.faults.fault import Fault
from irigrammar.faults.page import fault_lines
from irigrammar.files import LONGEST_LINE
from irigrammar.masking import masked, secrets
from irigrammar.matching.lines import Checked, Wanted, check_blocks
from irigrammar.matching.matcher import Matcher
from irigrammar.processing.profiles import DocumentProfile
from irigrammar.processing.reference import matchers
from irigrammar.report.record import fault_record, valid_record
from irigrammar.text.sheet import Sheet

_STDIN = "-"
_NOTHING = "nothing to check: give a TEXT, a --file or standard input (-)"
_HOSTS = ("R014", "R015")  # advice on references that look like a host
_LONG_FILE = 4_000_000  # bytes: shorter files are done before a progress bar could be read


@click.command("check")
@click.argument("texts", nargs=-1, metavar="[TEXT]...")
@matcher_options
@click.option("--file", "files", multiple=True, metavar="FILE", help="Check each line of a file; - for standard input.")
@click.option("--files", "named", is_flag=True, help="Treat each TEXT as the name of a file, as with --file.")
@format_option("text", "json", "jsonl")
@profile_option
@click.option("--absolute", is_flag=True, help="Check for an IRI or URI with a scheme, not a reference.")
@charset_option("--encoding", "Charset of files and standard input.")
@click.option("--comments", is_flag=True, help="Skip lines that begin with #.")
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
    profile: DocumentProfile | None,
    absolute: bool,
    encoding: str,
    comments: bool,
    explain: bool,
    show_all: bool,
    summary: bool,
    jobs: int,
    max_line: int,
    show_secrets: bool,
    escaped: bool,
) -> None:
    """Check whether each TEXT, and each line of each --file, matches a rule as a whole. A TEXT of - is standard input,
    which is also read if it is piped and there is nothing else to check.

    A file has one identifier per line, in UTF-8; only LF or CRLF is removed, a byte order mark and empty lines are
    skipped. Warnings and errors of iri advise are shown below each valid string that is reported. The offset
    of a fault is the end of the longest prefix that some valid string begins with, in code points from 0. A finding
    names the character there and the innermost open rule.

    Exit status: 0 all valid, 1 some invalid, 2 something could not be read.
    """
    if named:
        texts, files = (), (*texts, *files)
    is_piped = not texts and not files and sys.stdin is not None and not sys.stdin.isatty()
    if is_piped:
        files = (_STDIN,)
    if not texts and not files:
        raise click.UsageError(_NOTHING)
    quiet = is_quiet()
    if quiet and summary:
        raise click.UsageError("--quiet and --summary cannot be combined")
    if explain and form != "text":
        raise click.UsageError("--explain needs --format text; for other formats use iri explain")
    matcher = profiled(_absolute(production) if absolute else production.open(), profile)
    screen = Screen()
    run = _Run(
        matcher=matcher,
        screen=screen,
        report=reporter(form, screen.write),
        wanted=Wanted.COUNTS if quiet or summary else Wanted.EVERY if show_all else Wanted.INVALID,
        explain=sheet() if explain else None,
        with_fixes=form != "text",
        show_secrets=show_secrets,
        note=(lambda _: None) if quiet else say,
        read=partial(_lines, encoding=encoding, comments=comments),
        blocks=partial(check_blocks, matcher, jobs=jobs, limit=max_line),
    )
    for argument, text in zip(texts, read_texts(texts, escaped), strict=True):
        if argument == _STDIN:
            run.check_file(_STDIN)
        else:
            run.check_text(text, argument)
    for name in files:
        run.check_file(name)
    if is_piped and not run.unreadable and not sum(run.counts.values()):
        raise click.UsageError(_NOTHING)
    if not quiet and (form == "json" or summary or files or len(texts) > 1 or _STDIN in texts):
        run.report.finish(run.counts[True], run.counts[False], f"{matcher.grammar.entry.document} {matcher.rule}")
    raise click.exceptions.Exit(2 if run.unreadable else 1 if run.counts[False] else 0)


@dataclass(slots=True, kw_only=True)
class _Run:
    """What is checked and how it is reported; `counts` are those of valid and invalid strings."""

    matcher: Matcher
    screen: Screen
    report: Reporter
    wanted: Wanted
    explain: Sheet | None
    with_fixes: bool
    show_secrets: bool
    note: Callable[[str], None]
    read: Callable[..., BufferedIOBase]
    blocks: Callable[..., Iterator[Checked]]
    counts: dict[bool, int] = field(default_factory=lambda: {True: 0, False: 0})
    unreadable: bool = False

    def check_text(self, text: str | bytes, argument: str) -> None:
        fault = self.matcher.check(text).fault
        self.counts[fault is None] += 1
        if self.wanted:
            self._report(text, fault, None, None)
        for message in _doubts(self.matcher, argument, text, is_valid=fault is None):
            self.note(message)

    def check_file(self, name: str) -> None:
        path = "<stdin>" if name == _STDIN else name
        try:
            with _opened(name, self.screen) as (stream, seen):
                lines = self.read(stream, marked=lambda: self.note(f"{path}: skipped the byte order mark at its start"))
                for block in self.blocks(lines, wanted=self.wanted, seen=seen):
                    self.counts[True] += block.valid
                    self.counts[False] += block.invalid
                    for line in block.lines:
                        self._report(line.text, line.fault, path, line.number)
        except BrokenPipeError:  # that of the output
            raise
        except OSError as error:
            say(f"{path}: cannot be read ({error.strerror})")
            self.unreadable = True

    def _report(self, text: str | bytes, fault: Fault | None, path: str | None, line: int | None) -> None:
        shown = text if isinstance(text, str) else text.decode(errors="backslashreplace")
        spans = () if path is None or self.show_secrets else secrets(shown, whole=True)
        if fault is not None:
            record = fault_record(self.matcher, text, fault, path, line, with_fixes=self.with_fixes)
            self.report.add(replace(record, text=masked(record.text or "", spans).text, fixes=()) if spans else record)
            if self.explain and spans:
                self.screen.write("  not explained because it has a password; add --show-secrets\n\n")
            elif self.explain:
                self.screen.write("".join(f"{row}\n" for row in (*fault_lines(text, fault, self.explain), "")))
        elif isinstance(text, str):
            from irigrammar.views.explanation import notes

            findings = (replace(note, fix=None) if spans else note for note in notes(self.matcher, text))
            self.report.add(valid_record(self.matcher, masked(text, spans).text, path, line, tuple(findings)))


def _lines(
    stream: BufferedIOBase, *, encoding: str, comments: bool, marked: Callable[[], object] | None
) -> BufferedIOBase:
    return Lines(in_utf8(stream, encoding), comments=comments, marked=marked)


def _absolute(production: Production) -> Matcher:
    """Return the matcher of the second start rule of a grammar of references: IRI, URI or the like."""
    if production.rule is not None:
        raise click.UsageError("--absolute and --rule cannot be combined")
    grammar = production.open().grammar
    reference, absolute = matchers(grammar)
    if absolute is reference:
        raise click.UsageError(f"the grammar {grammar.name} has no second start rule; use --rule")
    return absolute


def _doubts(matcher: Matcher, argument: str, text: str | bytes, *, is_valid: bool) -> Iterator[str]:
    """Yield what a caller may have meant by a TEXT: a file, or a host."""
    if _is_file(argument):
        yield f"{brief(argument)} is also a file here; use --files to check its lines"
    if is_valid and isinstance(text, str):
        from irigrammar.views.explanation import notes

        for note in notes(matcher, text):
            if note.code in _HOSTS:
                yield note.message


def _is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except (OSError, ValueError):  # too long, or with a character that no name has
        return False


@contextmanager
def _opened(name: str, screen: Screen) -> Iterator[tuple[BufferedIOBase, Callable[[int], object] | None]]:
    """Open a file or standard input; yield it, and a callback for the number of bytes read (a progress bar) or None."""
    if name == _STDIN:
        yield cast(BufferedIOBase, sys.stdin.buffer), None
        return
    with Path(name).open("rb") as stream:
        status = os.fstat(stream.fileno())
        if stat.S_ISREG(status.st_mode) and status.st_size > _LONG_FILE:
            with screen.progress(name, status.st_size) as seen:
                yield stream, seen
        else:
            yield stream, None

"""`iri check`: validate arguments, lines and files.

In any charset (draft-ietf-iri-3987bis-04, 6.2). With the profile rfc3987-4.1 bidi formatting characters are refused
(RFC 3987, 4.1).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, TypeAlias, cast

import click

from irigrammar.cli.lines import Lines, charset_option, in_utf8, one_text
from irigrammar.cli.options import (
    FilesCommand,
    Production,
    escaped_option,
    format_option,
    is_escaped,
    is_whole,
    matcher_options,
    profile_option,
    read_texts,
    severity_levels,
    whole_option,
    with_chosen_profile,
)
from irigrammar.cli.output import Reporter, Screen, brief, is_quiet, mask, reporter, say, sheet, summary_reporter
from irigrammar.dataclass import NamedTuple, replace
from irigrammar.errors import ParseLimit
from irigrammar.files import LONGEST_LINE, open_regular
from irigrammar.matching.undecided import fault_of
from irigrammar.report.record import Record, fault_record, finding_record, valid_record

if TYPE_CHECKING:
    from io import BufferedIOBase

    from irigrammar.faults.fault import Fault
    from irigrammar.finding import Finding, Severity
    from irigrammar.matching.matcher import Matcher
    from irigrammar.processing.clients import ClientReadings
    from irigrammar.processing.scheme_rules.check import SchemeCheck
    from irigrammar.report.formats import TextReporter
    from irigrammar.report.summary import Form, SummaryReporter
    from irigrammar.text.sheet import Sheet

# The lines and columns, from 1, of the start and the end of a span of a text.
Place: TypeAlias = "Callable[[int, int], tuple[int, int, int, int]]"

_STDIN = "-"
_NOTHING = "nothing to check: give a TEXT, a --file or standard input (-)"
_HOSTS = ("R014", "R015")  # advice on references that look like a host


@click.command("check", cls=FilesCommand)
@click.argument("texts", nargs=-1, metavar="[TEXT]...")
@matcher_options
@click.option("--file", "files", multiple=True, metavar="FILE", help="Check each line of a file; - for standard input.")
@click.option("--column", metavar="NAME", help="Check each cell of a column of CSV or TSV files, by name or number.")
@click.option("--files", "are_files", is_flag=True, help="Treat each TEXT as the name of a file, as with --file.")
@whole_option
@format_option("text", "json", "jsonl")
@profile_option
@click.option(
    "--scheme", "by_scheme", is_flag=True, help="Check also by the grammar and the prose of the scheme (iri rule X002)."
)
@click.option(
    "--severity",
    "severities",
    multiple=True,
    metavar="CODE=LEVEL",
    help="With --scheme, other severity: error, warning or advice.",
)
@click.option("--strict", is_flag=True, help="With --scheme, a scheme without a known syntax is an error.")
@click.option(
    "--clients", is_flag=True, help="With --scheme, show what clients of the scheme read otherwise than others."
)
@click.option(
    "--fetch", is_flag=True, help="Check also whether a server may fetch it (iri rule R030), by iri hosts check."
)
@click.option("--absolute", is_flag=True, help="Check for an IRI or URI with a scheme, not a reference.")
@charset_option("--encoding", "Charset of files and standard input.")
@click.option("--comments", is_flag=True, help="Skip lines that begin with #.")
@click.option("--explain", is_flag=True, help="Explain each fault in full, as iri explain does.")
@click.option("--all", "show_all", is_flag=True, help="Report valid lines of files, too.")
@click.option("--summary", is_flag=True, help="Print counts and examples by code instead of each.")
@click.option(
    "--max-line", type=click.IntRange(1), default=LONGEST_LINE, show_default=True, metavar="BYTES", help="Longest line."
)
@click.option("--show-secrets", is_flag=True, help="Show passwords in lines of files, instead of ***.")
@escaped_option
def command(
    texts: tuple[str, ...],
    production: Production,
    files: tuple[str, ...],
    column: str | None,
    are_files: bool,
    form: str,
    by_scheme: bool,
    severities: tuple[str, ...],
    strict: bool,
    clients: bool,
    fetch: bool,
    absolute: bool,
    encoding: str,
    comments: bool,
    explain: bool,
    show_all: bool,
    summary: bool,
    max_line: int,
    show_secrets: bool,
) -> None:
    """Check whether each TEXT, and each line of each --file, matches a rule as a whole. A TEXT of - is standard input,
    which is also read if it is piped and there is nothing else to check.

    A file has one identifier per line, in UTF-8; only LF or CRLF is removed, a byte order mark and empty lines are
    skipped. With --column a file is a table, CSV or by its ending TSV, and empty cells are skipped. Warnings and errors
    of iri advise are shown below each valid string that is reported. A fault is at the first character that no valid
    string has after what comes before it; its column counts code points from 1, its offset in JSON from 0.

    With --summary the faults are counted by code, the most frequent first, with at most three examples of each and the
    share that the first fix repairs. A fix that is only a guess ("display") repairs nothing.

    With --whole each TEXT names a file that is one string; only a byte order mark is removed.

    With --scheme, a string must also be valid by the rules of its scheme; warnings are shown below it. A scheme whose
    syntax is not known is reported as not checked, and with --strict as invalid. With --fetch, a string that a server
    must not fetch is invalid.

    With --clients, what is known of clients of the scheme is shown below each string that is reported: what they were
    seen to make of an example like it. It makes no string invalid.

    Exit status: 0 all valid, 1 some invalid, 2 something could not be read.
    """
    if are_files:
        texts, files = (), (*texts, *files)
    if is_whole() and (files or comments or is_escaped()):
        raise click.UsageError("--whole cannot be combined with --file, --files, --comments or --escaped")
    if column is not None and (is_whole() or any(text != _STDIN for text in texts)):
        raise click.UsageError("--column needs files, by --file or --files, or standard input")
    is_piped = not texts and not files and sys.stdin is not None and not sys.stdin.isatty()
    if is_piped and is_whole():
        texts, is_piped = (_STDIN,), False
    if is_piped:
        files = (_STDIN,)
    if not texts and not files:
        raise click.UsageError(_NOTHING)
    quiet = is_quiet()
    if quiet and summary:
        raise click.UsageError("--quiet and --summary cannot be combined")
    if explain and form != "text":
        raise click.UsageError("--explain needs --format text; for other formats use iri explain")
    if severities and not by_scheme:
        raise click.UsageError("--severity needs --scheme")
    if strict and not by_scheme:
        raise click.UsageError("--strict needs --scheme")
    if clients and (summary or not by_scheme):
        raise click.UsageError("--clients cannot be combined with --summary" if summary else "--clients needs --scheme")
    matcher = with_chosen_profile(_absolute(production) if absolute else production.open())
    screen = Screen()
    run = _Run(
        matcher=matcher,
        screen=screen,
        report=reporter(form, screen.write),
        column=column,
        summary=summary_reporter(cast("Form", form), screen.write) if summary else None,
        every=show_all and not summary,
        counts_only=quiet,
        verdict=_verdict_of(matcher, severity_levels(severities), strict=strict, with_fixes=summary or form != "text")
        if by_scheme
        else None,
        refusal=_refusal if fetch else None,
        clients=_readings() if clients else None,
        explain=sheet() if explain and not summary else None,
        with_fixes=summary or form != "text",
        show_secrets=show_secrets,
        note=(lambda _: None) if quiet else say,
        encoding=encoding,
        comments=comments,
        max_line=max_line,
        counts={True: 0, False: 0},
        unreadable=[],
    )
    for argument, text in zip(texts, texts if is_whole() else read_texts(texts), strict=True):
        if is_whole():
            run.check_whole(argument)
        elif argument == _STDIN:
            run.check_file(_STDIN)
        else:
            run.check_text(text, argument)
    for name in files:
        run.check_file(name)
        if run.counts[False] and column is None and name.lower().endswith((".csv", ".tsv")):
            run.note(f"{_shown(name)}: checked by lines; to check a column, use --column NAME")
    if is_piped and not run.unreadable and not sum(run.counts.values()):
        raise click.UsageError(_NOTHING)
    if not quiet and (form == "json" or summary or files or len(texts) > 1 or _STDIN in texts):
        (run.summary or run.report).finish(
            run.counts[True], run.counts[False], f"{matcher.grammar.entry.document} {matcher.rule}"
        )
    raise click.exceptions.Exit(2 if run.unreadable else 1 if run.counts[False] else 0)


class _Run(NamedTuple):
    """The checks of one run and their reports.

    `counts` are those of valid and invalid strings, `unreadable` the files that cannot be read.
    """

    matcher: Matcher
    screen: Screen
    report: Reporter
    column: str | None
    summary: SummaryReporter | None
    every: bool
    counts_only: bool
    verdict: Callable[[str], SchemeCheck] | None
    refusal: Callable[[str], Finding | None] | None
    clients: Callable[[str], tuple[ClientReadings, ...]] | None
    explain: Sheet | None
    with_fixes: bool
    show_secrets: bool
    note: Callable[[str], None]
    encoding: str
    comments: bool
    max_line: int
    counts: dict[bool, int]
    unreadable: list[str]

    def check_text(self, text: str | bytes, argument: str) -> None:
        """Check a text, count and report it. Notes say where `argument`, the text as it was typed, is also the name of
        a file, and where a valid text looks like a host.
        """
        fault = fault_of(self.matcher, text)
        self._add(text, fault, None, None)
        for message in _hints(self.matcher, argument, text, is_valid=fault is None):
            self.note(message)

    def check_whole(self, name: str) -> None:
        """Check the content of a file, "-" for standard input, as one text; count and report it.

        A file that cannot be read, or has more than `max_line` bytes, is reported on standard error and recorded.
        """
        path = _shown(name)
        with self._reading(path), _open(name, self.screen, is_stream=False) as (stream, _):
            text = one_text(self._in_utf8(stream, path), self.max_line)
            self._add(text, fault_of(self.matcher, text), path, None)

    def check_file(self, name: str) -> None:
        """Check each line of a file, or each cell of its `column`, "-" for standard input; count all, and report the
        invalid ones, with `every` all, with `counts_only` none. Scheme rules and refusals make a line invalid, too.

        A file that cannot be read is reported on standard error and added to `unreadable`.
        """
        from irigrammar.matching.lines import Listing, check_blocks, invalid_texts

        path = _shown(name)
        with self._reading(path), _open(name, self.screen) as (stream, progress):
            lines = self._in_utf8(stream, path)
            if self.column is not None:
                self._check_cells(lines, path, self.column, progress or (lambda _: None))
                return
            listing = Listing.COUNTS if self.counts_only else Listing.EVERY if self.every else Listing.INVALID
            if self.verdict is not None or self.refusal is not None:
                listing = Listing.EVERY
            if listing is Listing.INVALID and not (self.with_fixes or self.explain or self.summary):
                report = cast("TextReporter", self.report)  # no other has no fixes
                for valid, _, texts in invalid_texts(self.matcher, lines, progress=progress, limit=self.max_line):
                    self.counts[True] += valid
                    for number, text in texts:
                        self._add_at_once(report, text, path, number)
                return
            for block in check_blocks(self.matcher, lines, listing=listing, progress=progress, limit=self.max_line):
                others = {True: block.valid, False: block.invalid}
                for line in block.lines:
                    others[line.fault is None] -= 1
                    self._add(line.text, line.fault, path, line.number)
                for is_valid, count in others.items():
                    self.counts[is_valid] += count

    def _add_at_once(self, report: TextReporter, text: str | bytes, path: str, line: int) -> None:
        """Count and report an invalid line, as `_add` does."""
        try:
            brief = self.matcher._brief(text) if isinstance(text, str) else None
        except ParseLimit:
            brief = None
        if brief is None or not isinstance(text, str):
            self._add(text, fault_of(self.matcher, text), path, line)
            return
        code, message, start, _ = brief
        self.counts[False] += 1
        report.add_fault(path, line, start + 1, code, message, text if self.show_secrets else mask(text))

    def _check_cells(self, stream: BufferedIOBase, path: str, column: str, progress: Callable[[int], object]) -> None:
        """Check each cell of a column of a table that is not empty, and count and report it as a line.

        Raises `click.UsageError` for an unknown column.
        """
        from irigrammar.scan.columns import column_cells
        from irigrammar.scan.formats.records import UnknownColumn

        every = self.every or self.verdict is not None or self.refusal is not None
        try:
            for cells in column_cells(
                stream,
                path,
                column,
                limit=self.max_line,
                report=lambda problem: self.note(f"{path}:{problem}"),
                progress=progress,
            ):
                rows = [cell for cell in cells if cell.text]
                if self.summary is not None:
                    self.summary.add_empty(len(cells) - len(rows))
                for cell, is_valid in zip(rows, _verdicts(self.matcher, [cell.text for cell in rows]), strict=True):
                    if is_valid and not every:
                        self.counts[True] += 1
                    else:
                        fault = None if is_valid else fault_of(self.matcher, cell.text)
                        self._add(cell.text, fault, path, 1, cell.place)
        except UnknownColumn as error:
            raise click.UsageError(f"{path}: {mask(str(error), whole=False)}") from None

    def _in_utf8(self, stream: BufferedIOBase, path: str) -> BufferedIOBase:
        on_mark = partial(self.note, f"{path}: skipped the byte order mark at its start")
        return Lines(in_utf8(stream, self.encoding), comments=self.comments, on_mark=on_mark)

    @contextmanager
    def _reading(self, path: str) -> Iterator[None]:
        """Run the block; report a file that cannot be read on standard error, add it to `unreadable`, and go on."""
        try:
            yield
        except BrokenPipeError:  # that of the output
            raise
        except OSError as error:
            say(f"{path}: cannot be read ({error.strerror})")
            self.unreadable.append(path)

    def _add(
        self, text: str | bytes, fault: Fault | None, path: str | None, line: int | None, place: Place | None = None
    ) -> None:
        """Count a text, and report it: an invalid one, and with `every` or without a line a valid one; nothing with
        `counts_only`. With `explain` the explanation of a fault follows.

        A text without a fault is invalid, too, if it is refused or its scheme's rules reject it. In texts of files
        secrets are masked unless they are to be shown. `place` returns where a span of a cell is in the file. With
        `summary` invalid texts go there only.
        """
        if self.summary is not None and self.summary.again(text):
            self.counts[False] += 1
            return
        verdict = self.verdict(text) if self.verdict is not None and isinstance(text, str) else None
        refusal = self.refusal(text) if self.refusal and isinstance(text, str) and fault is None else None
        is_valid = fault is None and refusal is None and (verdict is None or bool(verdict))
        self.counts[is_valid] += 1
        is_hidden = self.summary is not None or line is not None
        if self.counts_only or (is_hidden and is_valid and not self.every):
            return
        source_text = text if isinstance(text, str) else text.decode(errors="backslashreplace")
        shown = source_text if path is None or self.show_secrets else mask(source_text)
        has_secret = shown is not source_text
        if fault is not None:
            record = fault_record(self.matcher, text, fault, path, line, with_fixes=self.with_fixes)
            if has_secret:
                record = record._replace(text=shown, fixes=record.fixes if self.summary is not None else ())
            if verdict is not None:
                if verdict.only_scheme:
                    record = record._replace(message=f"{record.message}; it matches {verdict.rule}")
                others = (note for note in verdict.findings if note is not verdict.generic)
                notes_shown = tuple(replace(note, fix=None, fixes=()) if has_secret else note for note in others)
                record = record._replace(notes=notes_shown, checked=verdict.checked)
        elif refusal is not None and not (verdict is not None and verdict.errors):
            record = finding_record(self.matcher, shown, refusal, path, line)
        elif verdict is not None:
            record = _scheme_record(self.matcher, shown, verdict, path, line)
        else:
            from irigrammar.views.explanation import notes

            findings = (replace(note, fix=None) if has_secret else note for note in notes(self.matcher, source_text))
            record = valid_record(self.matcher, shown, path, line, tuple(findings))
        if path is not None and line is None:
            record = _with_place(record, source_text, fault, only_line=not self.with_fixes)
        if place is not None and record.column is not None and record.end_column is not None:
            first, column, last, end = place(record.column - 1, record.end_column - 1)
            record = record._replace(line=first, column=column, end_line=last, end_column=end)
        if self.summary is not None:
            self.summary.add(record, text)
            return
        if self.clients is not None and isinstance(text, str):
            record = record._replace(clients=self.clients(text))
        self.report.add(record)
        if fault is not None and self.explain is not None:
            self.screen.write(_explanation(text, fault, self.explain, has_secret=has_secret))


def _with_place(record: Record, text: str, fault: Fault | None, *, only_line: bool) -> Record:
    """Return the record of a text of many lines with the line and column of its finding, if it has one; if `only_line`,
    only with the line there as its text, None without a finding.
    """
    if fault is not None:
        start, end = fault.place
    elif record.column is not None and record.end_column is not None:
        start, end = record.column - 1, record.end_column - 1
    else:
        return record._replace(text=None if only_line else record.text)
    first, last = text.count("\n", 0, start), text.count("\n", 0, end)
    shown = (record.text or "").split("\n", first + 1)[first].removesuffix("\r") if only_line else record.text
    return record._replace(
        line=first + 1,
        column=start - text.rfind("\n", 0, start),
        end_line=last + 1,
        end_column=end - text.rfind("\n", 0, end),
        text=shown,
    )


def _verdicts(matcher: Matcher, texts: list[str | bytes]) -> list[bool]:
    """Return for each text whether it certainly matches: for none if one of them takes too much work."""
    try:
        return matcher.matches_many(texts)
    except ParseLimit:
        return [False] * len(texts)


def _shown(name: str) -> str:
    return "<stdin>" if name == _STDIN else name


def _explanation(text: str | bytes, fault: Fault, sheet: Sheet, *, has_secret: bool) -> str:
    """Return the explanation of a fault with a blank line after it; a note instead of it for a text with a secret."""
    from irigrammar.faults.page import fault_lines

    if has_secret:
        return "  not explained because it has a password; add --show-secrets\n\n"
    return "".join(f"{row}\n" for row in (*fault_lines(text, fault, sheet), ""))


def _verdict_of(
    matcher: Matcher, severities: dict[str, Severity], *, strict: bool, with_fixes: bool
) -> Callable[[str], SchemeCheck]:
    """Return the function that checks a text by its scheme; with `strict` one that cannot be checked is an error
    (X002). Without `with_fixes` grammars propose none.

    Raises `click.UsageError` for an unknown code or severity.
    """
    from irigrammar.processing.reference import generic
    from irigrammar.processing.scheme_rules.check import check_reference

    check = partial(check_reference, generic(matcher), severities=severities, with_fixes=with_fixes)
    try:
        check("")
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    return (lambda text: _strict(check(text))) if strict else check


def _strict(verdict: SchemeCheck) -> SchemeCheck:
    """Return a verdict with the error X002 added if its scheme could not be checked; else unchanged."""
    from irigrammar.finding import Finding

    if verdict.unchecked is None:
        return verdict
    end = len(verdict.scheme or "")
    error = Finding("X002", "scheme-grammar", "error", 0, end, verdict.unchecked, "RFC 3986, 3.1", None)
    return replace(verdict, syntax=error)


def _refusal(text: str) -> Finding | None:
    """Return the finding R030 with the reason why a server must not fetch a text; None where it may."""
    from irigrammar.advice.registry import rule
    from irigrammar.finding import Finding
    from irigrammar.hosts import check_fetch

    reason = check_fetch(text).reason
    if reason is None:
        return None
    fetch_rule = rule("R030")
    return Finding(fetch_rule.code, fetch_rule.name, "error", 0, len(text), str(reason), fetch_rule.section, None)


def _readings() -> Callable[[str], tuple[ClientReadings, ...]]:
    """Return the function that gives the readings of clients; it takes time to import."""
    from irigrammar.processing.clients import client_readings

    return client_readings


def _scheme_record(matcher: Matcher, text: str, verdict: SchemeCheck, path: str | None, line: int | None) -> Record:
    """Return the record of a text that matches and was checked by its scheme: of its first error, or a valid one; the
    other findings, except advice, are notes.
    """
    from irigrammar.views.explanation import notes

    if verdict.errors:
        first = verdict.errors[0]
        others = tuple(finding for finding in verdict.findings if finding is not first and finding.severity != "advice")
        record = finding_record(matcher, text, first, path, line)
        return record._replace(fixes=first.fixes, notes=others, checked=verdict.checked)
    more = tuple(
        note for note in notes(matcher, text) if note.code not in {finding.code for finding in verdict.findings}
    )
    shown = [finding for finding in (*verdict.findings, *more) if finding.severity != "advice"]
    record = valid_record(matcher, text, path, line, tuple(shown))
    known = f"matches {verdict.rule}" if verdict.rule else verdict.unchecked
    message = f"{record.message}; {known}" if known else record.message
    return record._replace(message=message, checked=verdict.checked)


def _absolute(production: Production) -> Matcher:
    """Return the matcher of the second start rule of a grammar of references: IRI, URI or the like.

    Raises `click.UsageError` beside --rule, and for a grammar without one.
    """
    if production.rule is not None:
        raise click.UsageError("--absolute and --rule cannot be combined")
    from irigrammar.processing.reference import matchers

    grammar = production.open().grammar
    reference, absolute = matchers(grammar)
    if absolute is reference:
        raise click.UsageError(f"the grammar {grammar.name} has no second start rule; use --rule")
    return absolute


def _hints(matcher: Matcher, argument: str, text: str | bytes, *, is_valid: bool) -> Iterator[str]:
    """Yield hints that a TEXT may be meant as the name of a file, or as a host."""
    with suppress(OSError, ValueError):  # too long, or with a character that no name has
        if os.path.isfile(argument):  # noqa: PTH113  # pathlib is slow to import
            yield f"{brief(argument)} is also a file here; use --files to check its lines"
    if is_valid and isinstance(text, str):
        from irigrammar.views.explanation import notes

        for note in notes(matcher, text):
            if note.code in _HOSTS:
                yield note.message


@contextmanager
def _open(
    name: str, screen: Screen, *, is_stream: bool = True
) -> Iterator[tuple[BufferedIOBase, Callable[[int], object] | None]]:
    """Open a file, which may be a pipe if it is a stream, or standard input; yield it, and a callback for the number of
    bytes read (a progress bar, for a large regular file) or None. Raises `OSError`.
    """
    if name == _STDIN:
        yield cast("BufferedIOBase", sys.stdin.buffer), None
        return
    stream = open(name, "rb") if is_stream else cast("BufferedIOBase", open_regular(name))  # noqa: PTH123, SIM115  # pathlib is slow to import
    with stream, screen.progress_of(stream, name) as progress:
        yield stream, progress

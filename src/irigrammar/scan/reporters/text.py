"""The findings of a scan as text.

The line of the document with the place underlined. Also the wording that all reports of a scan share: findings in one
line, and the sums.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from irigrammar.finding import Severity
from irigrammar.scan.found import Found, Summary
from irigrammar.text.caret import strip
from irigrammar.text.names import brief
from irigrammar.text.sheet import PLAIN, Sheet


class ScanReporter:
    """Writes the findings of a scan as they come: `start` once, `add` for each finding, `finish` once."""

    def start(self) -> None:
        """Write the text before the findings; many formats have none, or write it with the first."""

    def add(self, finding: Found) -> None:
        """Write a finding, or keep it."""

    def finish(self, summary: Summary) -> None:
        """Write the rest of the report, and the sums where the format has a place for them."""


class ScanConcise(ScanReporter):
    """`path:line:column: severity CODE message: the identifier`, then the sums."""

    _gap: tuple[str, ...] = ()  # lines between statistics and sums

    def __init__(self, write: Callable[[str], object], sheet: Sheet = PLAIN, *, statistics: bool = False) -> None:
        self._write = write
        self._sheet = sheet
        self._statistics = statistics

    def add(self, finding: Found) -> None:
        """Write the line of a finding, unless one before it in its line has the same cause."""
        if finding.more is None:
            return
        self._write(f"{self._head(finding)} {one_line(finding, self._sheet.show)}{_more(finding)}\n")

    def finish(self, summary: Summary) -> None:
        """Write the counts by code where they were asked for, and then the sums."""
        counts = [*statistics(summary)] if self._statistics else []
        first, *others = sums(summary)
        gap = self._gap if counts else ()
        self._write("".join(f"{line}\n" for line in (*counts, *gap, self._sheet.paint(first, "summary"), *others)))

    def _head(self, finding: Found) -> str:
        """Return the painted "PLACE: SEVERITY CODE" of a finding."""
        sheet, record = self._sheet, finding.record
        head = place(finding, sheet.show)
        code = sheet.paint(f"{record.severity} {record.code}", ROLES.get(record.severity or "", "note"))
        return f"{sheet.paint(head, 'path')}{': ' if head else ''}{code}"


_INDENT = 2
_TAB = 4  # spaces that a tab is shown as


class ScanText(ScanConcise):
    """Place, code and message; the line with a caret below each marked column; where the identifier stands, the section
    or the production that it was checked against, and the fix.

    The line follows its number and a bar, so that no line of a report begins with what a document says: some CI systems
    take lines of their logs for commands.
    """

    _gap = ("",)

    def add(self, finding: Found) -> None:
        """Write a finding, and an empty line, unless one before in its line says the same."""
        if finding.more is not None:
            self._write("\n".join((*self._lines(finding), "", "")))

    def _lines(self, finding: Found) -> Iterator[str]:
        """Yield the lines of a finding: message, source, and the rows that it has of identifier, in, section (or
        "checked as") and try.
        """
        sheet, record = self._sheet, finding.record
        yield f"{self._head(finding)} {sheet.show(record.message)}{_more(finding)}"
        yield from self._source(finding)
        if record.text is not None and not _is_in_line(finding):
            yield sheet.row("identifier", brief(record.text, sheet.show))
        if finding.what:
            yield sheet.row("in", sheet.show(finding.what))
        production = f"{record.rule} of {record.grammar}" if record.rule and record.grammar else ""
        if record.section:
            yield sheet.row("section", sheet.show(f"{record.section} ({production})" if production else record.section))
        elif production:
            yield sheet.row("checked as", sheet.show(production))
        if finding.fix is not None:
            yield sheet.row("try", sheet.paint(brief(finding.fix, sheet.show), "valid"))

    def _source(self, finding: Found) -> Iterator[str]:
        """Yield the finding's line, cut to the width, and the marks under its place; nothing without a line."""
        record, source = finding.record, finding.source
        if record.line is None or record.column is None or not source.text:
            return
        start, end = min(record.column - 1, source.original_length), source.original_length
        if record.end_column and record.end_line in (None, record.line):
            end = max(start, min(record.end_column - 1, end))
        marks = [(source.place(start), source.place(end))]
        gutter = f"{' ' * _INDENT}{record.line} | "
        room = max(self._sheet.width - len(gutter) - 2, 2 * _INDENT)
        shown = strip(source.text, marks, room, self._sheet.encoding, tab=_TAB)
        yield f"{self._sheet.paint(gutter, 'faint')}{shown.line}"
        if shown.places[0]:
            column, width = shown.places[0]
            role = ROLES.get(record.severity or "", "note")
            bar = f"{' ' * (len(gutter) - 2)}| "
            yield f"{self._sheet.paint(bar, 'faint')}{' ' * column}{self._sheet.paint('^' * width, role)}"


def _more(finding: Found) -> str:
    return f"; {finding.more:,} more in this line" if finding.more else ""


def _is_in_line(finding: Found) -> bool:
    """Return whether the line contains the unchanged identifier around the place of the finding, which is in it."""
    record, source = finding.record, finding.source
    if record.text is None or record.line is None or record.column is None:
        return False
    place, length = source.place(record.column - 1), len(record.text)
    return source.text.find(record.text, max(0, place - length), place + length + 1) >= 0


# The colours of severities.
ROLES: dict[str, str] = {"error": "error", "warning": "warning", "advice": "note"}

_SEVERITIES: tuple[tuple[Severity, str, str], ...] = (
    ("error", "error", "errors"),
    ("warning", "warning", "warnings"),
    ("advice", "piece of advice", "pieces of advice"),
)


def place(finding: Found, show: Callable[[str], str] = str) -> str:
    """Return path, line and column, as far as there are such, with colons; `show` escapes the path."""
    record = finding.record
    path = None if record.path is None else printable_path(record.path, show)
    parts = (path, record.line, record.column if record.line else None)
    return ":".join(str(part) for part in parts if part is not None)


def printable_path(path: str, show: Callable[[str], str] = str) -> str:
    """Return a path as `show` writes it, with "./" before one that begins, after white space, with ":" or "##", as
    commands in the logs of CI systems do ("::", "##[").
    """
    return show(f"./{path}" if path.lstrip().startswith((":", "##")) else path)


def one_line(finding: Found, show: Callable[[str], str] = str) -> str:
    """Return a finding in one line, without place and code: the message, and the identifier, a long one shortened."""
    record = finding.record
    return show(record.message) + ("" if record.text is None else f": {brief(record.text, show)}")


def sums(summary: Summary) -> Iterator[str]:
    """Yield the totals of a scan: findings by severity, files and identifiers; then a line for each other count that is
    not 0.

    >>> list(sums(Summary(files=1, identifiers=1200, known=2)))
    ['no findings in 1 file, 1,200 identifiers', '2 findings known from the baseline']
    """
    counts = [
        _number(summary.severities[key], singular, plural)
        for key, singular, plural in _SEVERITIES
        if summary.severities[key]
    ]
    total = summary.severities.total()
    where = _number(summary.files, "file", "files")
    if not summary.of_files:
        where += f", {_number(summary.identifiers, 'identifier', 'identifiers')}"
    words = f"{_number(total, 'finding', 'findings')} ({', '.join(counts)})" if total else "no findings"
    yield f"{words} in {where}"
    for count, singular, plural in (
        (summary.unreadable, "file could not be read", "files could not be read"),
        (
            summary.skip_count,
            "file is not text and was skipped (--list-skipped)",
            "files are not text and were skipped (--list-skipped)",
        ),
        (summary.known, "finding known from the baseline", "findings known from the baseline"),
        (summary.old_count, "finding in lines that are not new", "findings in lines that are not new"),
        (
            summary.gone,
            "finding of the baseline is gone (--write-baseline removes it)",
            "findings of the baseline are gone (--write-baseline removes them)",
        ),
        (summary.fix_count, "fix written", "fixes written"),
        (summary.safe, "finding can be fixed by --fix", "findings can be fixed by --fix"),
        (
            summary.unsafe,
            "finding has a fix that may be wrong: --unsafe-fixes with --diff or --fix",
            "findings have fixes that may be wrong: --unsafe-fixes with --diff or --fix",
        ),
        (
            summary.outside,
            "symbolic link leads out of the folder and was skipped (--follow-links reads it)",
            "symbolic links lead out of the folder and were skipped (--follow-links reads them)",
        ),
    ):
        if count:
            yield _number(count, singular, plural)


def statistics(summary: Summary) -> Iterator[str]:
    """Yield a line for each code that was found: how often, code and name, the most frequent first.

    >>> summary = Summary(names={"S001": "no-match", "C001": "space"})
    >>> summary.codes.update({"S001": 1200, "C001": 3})
    >>> list(statistics(summary))
    ['1,200  S001  no-match', '    3  C001  space']
    """
    rows = sorted(summary.codes.items(), key=lambda row: (-row[1], row[0]))
    width = max((len(f"{count:,}") for _, count in rows), default=0)
    for code, count in rows:
        yield f"{count:>{width},}  {code}  {summary.names.get(code, '')}".rstrip()


def _number(count: int, singular: str, plural: str) -> str:
    return f"{count:,} {singular if count == 1 else plural}"

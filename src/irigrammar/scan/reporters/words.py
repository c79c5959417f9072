"""What the reports of a scan say in the same words: findings in one line, and the sums."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from irigrammar.finding import Severity
from irigrammar.scan.found import Found, Summary
from irigrammar.text.names import brief

# The colours of severities.
ROLES: dict[str, str] = {"error": "error", "warning": "warning", "advice": "note"}

_SEVERITIES: tuple[tuple[Severity, str, str], ...] = (
    ("error", "error", "errors"),
    ("warning", "warning", "warnings"),
    ("advice", "piece of advice", "pieces of advice"),
)


def place(found: Found, show: Callable[[str], str] = str) -> str:
    """Return path, line and column, as far as there are such, with colons; `show` escapes the path."""
    record = found.record
    path = None if record.path is None else named(record.path, show)
    parts = (path, record.line, record.column if record.line else None)
    return ":".join(str(part) for part in parts if part is not None)


def named(path: str, show: Callable[[str], str] = str) -> str:
    """Return a path; one that begins as commands in the logs of CI systems do ("::", "##[") has "./" before it."""
    return show(f"./{path}" if path.lstrip().startswith((":", "##")) else path)


def told(found: Found, show: Callable[[str], str] = str) -> str:
    """Return a finding in one line, without place and code: the message, and the identifier, a long one shortened."""
    record = found.record
    return show(record.message) + ("" if record.text is None else f": {brief(record.text, show)}")


def sums(summary: Summary) -> Iterator[str]:
    """Yield what a scan comes to: findings by severity, files and identifiers; then what else there is to say.

    >>> list(sums(Summary(files=1, identifiers=1200, known=2)))
    ['no findings in 1 file, 1,200 identifiers', '2 findings known from the baseline']
    """
    counts = [_number(summary.severities[key], one, many) for key, one, many in _SEVERITIES if summary.severities[key]]
    total = summary.severities.total()
    where = _number(summary.files, "file", "files")
    if not summary.of_files:
        where += f", {_number(summary.identifiers, 'identifier', 'identifiers')}"
    found = f"{_number(total, 'finding', 'findings')} ({', '.join(counts)})" if total else "no findings"
    yield f"{found} in {where}"
    for count, one, many in (
        (summary.unreadable, "file could not be read, or not all of it", "files could not be read, or not all of them"),
        (summary.known, "finding known from the baseline", "findings known from the baseline"),
        (summary.gone, "finding of the baseline is gone", "findings of the baseline are gone"),
        (summary.fixed, "fix written", "fixes written"),
        (
            summary.outside,
            "symbolic link leads out of the folder and was skipped (--follow-links reads it)",
            "symbolic links lead out of the folder and were skipped (--follow-links reads them)",
        ),
    ):
        if count:
            yield _number(count, one, many)


def statistics(summary: Summary) -> Iterator[str]:
    """Yield a line for each code that was found: how often, code and name, the most frequent first.

    >>> found = Summary(names={"S001": "no-match", "C001": "space"})
    >>> found.codes.update({"S001": 1200, "C001": 3})
    >>> list(statistics(found))
    ['1,200  S001  no-match', '    3  C001  space']
    """
    rows = sorted(summary.codes.items(), key=lambda row: (-row[1], row[0]))
    width = max((len(f"{count:,}") for _, count in rows), default=0)
    for code, count in rows:
        yield f"{count:>{width},}  {code}  {summary.names.get(code, '')}".rstrip()


def _number(count: int, one: str, many: str) -> str:
    return f"{count:,} {one if count == 1 else many}"

"""Documents as pytest tests.

One test for each document; it fails with the findings of the scan.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from irigrammar.errors import IrigrammarError
from irigrammar.scan.config import find, load
from irigrammar.scan.files import STANDARD_INPUT, Target
from irigrammar.scan.found import Found
from irigrammar.scan.reporters.formats import scan_reporter
from irigrammar.scan.session import Session
from irigrammar.scan.settings import Settings

_NAME = "iri-scan"  # of the one test of a document
_MARK = "iri_scan"
_MOST = 100  # findings of a document that a failure shows
_UNREADABLE = "S003"


class Documents:
    """The plugin that collects documents: those of the paths in `arguments`, and those of the paths in `settings` as
    far as pytest's arguments lead to them.

    `arguments` are relative to the folder that pytest was called in, `settings` to that of its configuration. Raises
    `pytest.UsageError` for missing paths, and for a configuration of the scan that cannot be used.
    """

    def __init__(self, config: pytest.Config, arguments: Sequence[str], settings: Sequence[str]) -> None:
        """Read the configuration of the scan. Raises `pytest.UsageError` for one that is wrong, for "-", and for a path
        that does not exist.

        `arguments` are relative to the current folder, `settings` to that of pytest's configuration file.
        """
        folder = config.inipath.parent if config.inipath else config.rootpath
        self._asked = [_existing(config.invocation_params.dir, path) for path in arguments]
        self._configured = [_existing(folder, path) for path in settings]
        has_arguments = config.args_source is pytest.Config.ArgsSource.ARGS
        self._everything = not has_arguments and config.invocation_params.dir == config.rootpath
        try:
            self._source = find(config.rootpath)
            self.session = Session(load(self._source) if self._source else Settings(root=str(config.rootpath)))
        except (ValueError, IrigrammarError) as error:
            raise pytest.UsageError(f"iri scan: {error}") from None
        self._by_path: dict[Path, Target] | None = None
        config.addinivalue_line("markers", f"{_MARK}: documents that --iri-scan collects")

    def pytest_report_header(self, config: pytest.Config) -> str:
        """Return the line of the header: the paths that are scanned, and the configuration file."""
        paths = [_shown(path, config.rootpath) for path in (*self._asked, *self._configured)]
        return f"iri scan: {', '.join(paths)}" + (f" ({_shown(self._source, config.rootpath)})" if self._source else "")

    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> Document | None:
        """Return the document of a path that is an argument of pytest; None for other paths and files that are not
        scanned.
        """
        if not parent.session.isinitpath(file_path):
            return None
        target = self._targets(parent.session).get(file_path)
        return None if target is None else self._document(parent, file_path, target)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_make_collect_report(self, collector: pytest.Collector) -> Generator[None, Any, None]:
        """Add the documents to the session's collection, unless arguments are documents."""
        outcome = yield
        if not isinstance(collector, pytest.Session):
            return
        report: pytest.CollectReport = outcome.get_result()
        if not report.passed:
            return
        targets = self._targets(collector)
        if not any(map(collector.isinitpath, targets)):
            report.result += [self._document(collector, path, target) for path, target in targets.items()]

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print a note if codes are called by an old name in documents that this process scanned."""
        note = self.session.note_on_old_names()
        if note:
            terminalreporter.write_line(f"iri scan: {note}")

    def findings_of(self, target: Target) -> list[Found]:
        """Return the findings of the scan in a document, without those of the baseline."""
        return [finding for piece in self.session.pieces([target]) for finding in piece.findings]

    def _targets(self, session: pytest.Session) -> dict[Path, Target]:
        """Return the targets to collect by path, found once per run.

        Raises `pytest.UsageError` for paths that cannot be scanned.
        """
        if self._by_path is None:
            try:
                pairs = [(True, target) for target in self.session.targets(self._asked)]
                pairs += [(self._everything, target) for target in self.session.targets(self._configured)]
            except ValueError as error:
                raise pytest.UsageError(str(error)) from None
            self._by_path = {}
            for is_argument, target in pairs:
                path = Path(target.path)
                if is_argument or any(map(session.isinitpath, (path, *path.parents))):
                    self._by_path.setdefault(path, target._replace(shown=_shown(path, session.config.rootpath)))
        return self._by_path

    def _document(self, parent: pytest.Collector, path: Path, target: Target) -> Document:
        # Within the root pytest makes the id from the path.
        node_options: dict[str, Any] = {} if path.is_relative_to(parent.config.rootpath) else {"nodeid": target.shown}
        document: Document = Document.from_parent(parent, path=path, target=target, documents=self, **node_options)
        return document


class Document(pytest.File):
    """A document, with one test."""

    def __init__(self, *, target: Target, documents: Documents, **arguments: Any) -> None:
        super().__init__(**arguments)
        self._target = target
        self._documents = documents

    def collect(self) -> Iterator[DocumentItem]:
        """Yield the only test of the document."""
        yield DocumentItem.from_parent(self, name=_NAME, target=self._target, documents=self._documents)


class DocumentItem(pytest.Item):
    """The test of a document: an error where it cannot be read, a failure with the findings where there are such at or
    above `fail-on`; findings below are a section of the report (`-rP` shows those of tests that pass).
    """

    def __init__(self, *, target: Target, documents: Documents, **arguments: Any) -> None:
        super().__init__(**arguments)
        self._target = target
        self._documents = documents
        self._reported: list[Found] | None = None
        self.add_marker(_MARK)

    def setup(self) -> None:
        """Scan the document on the first call, and fail if it cannot be read; baseline findings are
        used up by a scan.
        """
        if self._reported is None:
            self._reported = self._documents.findings_of(self._target)
        for finding in self._reported:
            if finding.record.code == _UNREADABLE:
                pytest.fail(f"{self._target.shown}: {finding.record.message}", pytrace=False)

    def runtest(self) -> None:
        """Fail with the findings if one of them is at or above `fail-on`; else add them to the report as a section."""
        findings = self._reported or []
        if self._failing():
            pytest.fail(_text(findings), pytrace=False)
        elif findings:
            self.add_report_section("call", "iri scan", _text(findings))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return pytest's representation of a failure; its short summary names the first finding at or above `fail-on`,
        and their number if there are several.
        """
        shown = super().repr_failure(excinfo, style)
        crash, failing = getattr(shown, "reprcrash", None), self._failing()
        if crash is not None and failing and isinstance(excinfo.value, pytest.fail.Exception):
            record = failing[0].record
            count = f"{len(failing):,} findings: " if len(failing) > 1 else ""
            crash.path, crash.lineno = self._target.shown, record.line or 1
            crash.message = f"{count}{record.code} {record.message}"
        return shown

    def reportinfo(self) -> tuple[Path, None, str]:
        """Return the path, and the headline of a failure."""
        return self.path, None, f"iri scan {self._target.shown}"

    def _failing(self) -> list[Found]:
        return self._documents.session.severe(self._reported or ())


def _text(findings: list[Found]) -> str:
    """Return the text report of the first findings, with the number of the others."""
    parts: list[str] = []
    report = scan_reporter("text", parts.append)
    report.start()
    for finding in findings[:_MOST]:
        report.add(finding)
    if len(findings) > _MOST:
        parts.append(f"and {len(findings) - _MOST:,} more; run iri scan to see them\n")
    return "".join(parts).rstrip("\n")


def _existing(folder: Path, path: str) -> str:
    """Return a path of a folder, normalized. Raises `pytest.UsageError` for "-" and for a path that does not exist."""
    if path == STANDARD_INPUT:
        raise pytest.UsageError("iri scan: standard input cannot be a test; name files and folders")
    place = os.path.normpath(folder / path)
    if not os.path.lexists(place):
        raise pytest.UsageError(f"iri scan: no such file or folder: {path}")
    return place


def _shown(path: str | Path, root: Path) -> str:
    """Return a path relative to the root, or unchanged if it is on another drive, with "/"."""
    try:
        return Path(os.path.relpath(path, root)).as_posix()
    except ValueError:  # another drive
        return Path(path).as_posix()

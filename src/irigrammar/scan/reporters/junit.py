"""The findings of a scan as JUnit XML, as CI systems read it."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from tempfile import SpooledTemporaryFile
from typing import IO, cast
from xml.etree import ElementTree as ET

from irigrammar.report import xml
from irigrammar.report.record import Artifacts
from irigrammar.scan.found import Found, Summary
from irigrammar.scan.reporters.text import ScanReporter, ScanText, one_line, place
from irigrammar.text.names import brief, visible

_ERRORS = ("S002", "S003")  # the document could not be read, or not all of it
_ORDER: tuple[str, ...] = ("advice", "warning", "error")
_KEPT = 1 << 20  # bytes of a suite that are kept in memory
_PIECE = 1 << 16


class ScanJunit(ScanReporter):
    """A suite for each document with findings, a test for each of them; a last suite for the scan itself.

    What is at or above `fail_on` is a failure ("never": nothing is), what could not be read an error; a finding below
    is a test that passes, with the finding as its output. The name of a test is of the finding, without its line, so
    that a run compares with the last one; what it ends in tells apart findings of a kind. Below it is what the report
    `text` says. All is ASCII. The counts of a suite come before its tests: these wait in memory, and where they grow
    long in a temporary file.
    """

    def __init__(self, write: Callable[[str], object], artifacts: Artifacts, *, fail_on: str, command: str) -> None:
        self._write = write
        self._artifacts = artifacts
        self._command = command
        self._failing = _ORDER[_ORDER.index(fail_on) :] if fail_on in _ORDER else ()
        self._suite: _Suite | None = None

    def start(self) -> None:
        """Write the declaration and the root."""
        self._write("<?xml version='1.0' encoding='us-ascii'?>\n")
        self._write(xml.opening(ET.Element("testsuites", {"name": self._command})))

    def add(self, finding: Found) -> None:
        """Add a finding to the suite of its document as a test case; a finding in another document ends the suite
        before.
        """
        path = "(no document)" if finding.record.path is None else self._artifacts.path(finding.record.path)
        if self._suite is None or self._suite.path != path:
            self._end_suite()
            self._suite = _Suite(path)
        record = finding.record
        name = f"{record.code} {finding.name}" + ("" if record.text is None else f": {brief(record.text)}")
        mark = f" [{blake2b(finding.fingerprint.encode(), digest_size=4).hexdigest()}]" if finding.fingerprint else ""
        case = ET.Element("testcase", {"classname": visible(path), "name": visible(name + mark), "time": "0"})
        element = self._element(finding)
        message = f"{place(finding)}: {one_line(finding)}" if record.path is not None else one_line(finding)
        if element == "system-out":
            reported_as = ET.SubElement(case, element)
        else:
            kind = f"{record.severity} {record.code}"
            reported_as = ET.SubElement(case, element, {"message": visible(message), "type": kind})
        reported_as.text = _detail(finding)
        self._suite.add(case, element)

    def finish(self, summary: Summary) -> None:
        """End the last suite, and write a suite with the counts and one passed test, and the end."""
        self._end_suite()
        suite = ET.Element("testsuite", _counts(self._command, 1, 0, 0))
        properties = ET.SubElement(suite, "properties")
        counts = {"files": summary.files, "unreadable": summary.unreadable}
        if not summary.of_files:
            counts = {"files": summary.files, "identifiers": summary.identifiers, "unreadable": summary.unreadable}
            counts |= {"known": summary.known, "gone": summary.gone, "fixed": summary.fix_count}
        for name, count in counts.items():
            ET.SubElement(properties, "property", {"name": name, "value": str(count)})
        ET.SubElement(suite, "testcase", {"classname": self._command, "name": "runs to the end", "time": "0"})
        self._write(xml.piece(suite, 1))
        self._write("</testsuites>\n")

    def _element(self, finding: Found) -> str:
        """Return the name of the element of a finding: "error", "failure" for a failing severity, else "system-out"."""
        if finding.record.code in _ERRORS:
            return "error"
        return "failure" if finding.record.severity in self._failing else "system-out"

    def _end_suite(self) -> None:
        if self._suite is not None:
            self._suite.end(self._write)
            self._suite = None


class _Suite:
    """The tests of a document, kept until they are counted."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._counts = {"failure": 0, "error": 0, "system-out": 0}
        self._kept = cast(IO[bytes], SpooledTemporaryFile(max_size=_KEPT))  # noqa: SIM115  # `end` closes it

    def add(self, case: ET.Element, element: str) -> None:
        self._counts[element] += 1
        self._kept.write(xml.piece(case, 2).encode("ascii"))

    def end(self, write: Callable[[str], object]) -> None:
        """Write the test suite's element, with its counts and the test cases that were held back; closes the file of
        those.
        """
        total, failures, errors = sum(self._counts.values()), self._counts["failure"], self._counts["error"]
        write(xml.opening(ET.Element("testsuite", _counts(self.path, total, failures, errors)), 1))
        self._kept.seek(0)
        while piece := self._kept.read(_PIECE):
            write(piece.decode("ascii"))
        self._kept.close()
        write("  </testsuite>\n")


def _counts(name: str, tests: int, failures: int, errors: int) -> dict[str, str]:
    counts = {"tests": tests, "failures": failures, "errors": errors, "skipped": 0, "time": 0}
    return {"name": visible(name), **{key: str(count) for key, count in counts.items()}}


def _detail(finding: Found) -> str:
    lines: list[str] = []
    ScanText(lines.append).add(finding)
    return "".join(lines).rstrip("\n")

"""Linear time: many findings in a line, in every type and report."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from io import BytesIO
from pathlib import Path, PurePosixPath

import pytest
from growth import LIMIT, growth

from irigrammar.scan.baseline import Baseline, Ignores, Known
from irigrammar.scan.document import Document
from irigrammar.scan.fixing import apply_fixes, difference
from irigrammar.scan.formats.items import Comment
from irigrammar.scan.formats.registry import document_type
from irigrammar.scan.found import Found, Summary
from irigrammar.scan.reading import Lines
from irigrammar.scan.reporters.formats import FORMATS, scan_reporter
from irigrammar.scan.settings import FileRules, Rules, Settings

pytestmark = pytest.mark.growth

# For each type of document the start, one identifier with a finding, and the end.
SHAPES = {
    "html": ("", '<a href="{}">x</a>', ""),
    "text": ("", "<{}> ", ""),
    "markdown": ("", "[x](<{}>) ", ""),
    "json": ('{"url": ["', '{}", "', '"]}'),
    "yaml": ("a: [", '"{}", ', "]"),
    "toml": ("a = [", '"{}", ', '""]'),
    "xml": ("<r>", '<a href="{}"/>', "</r>"),
    "turtle": ("", "<{}> a <http://e/> . ", ""),
    "csv": ("", '"{}",', "x"),
    "po": ('msgid "', "{} ", '"'),
}
IDENTIFIERS = "http://e.org/{}^b", "http://u:p@e.org/{}^b"


@cache
def rules(kind: str) -> FileRules:
    return Settings(override=Rules(level="advice")).file_rules(PurePosixPath("x"), document_type(kind))


def document(kind: str, count: int, between: str = "") -> bytes:
    """Return a document with a number of identifiers, every other one with user information."""
    start, shape, end = SHAPES[kind]
    parts = (shape.format(IDENTIFIERS[number % 2].format(number)) for number in range(count))
    return (start + between.join(parts) + end).encode()


def findings(kind: str, data: bytes) -> list[Found]:
    scanned = Document("x", BytesIO(data), rules(kind), limit=1 << 24)
    return [finding for part in scanned.blocks() for finding in part.findings]


def report(form: str) -> Callable[[list[Found]], None]:
    def write(rows: list[Found]) -> None:
        reporter = scan_reporter(form, lambda _: None, statistics=True)
        reporter.start()
        summary = Summary()
        for row in rows:
            summary.count(row)
            reporter.add(row)
        reporter.finish(summary)

    return write


@pytest.mark.parametrize("kind", SHAPES)
def test_scans(kind: str) -> None:
    small, large = document(kind, 500), document(kind, 1_000)
    assert len(findings(kind, large)) >= 1_000
    assert growth(lambda data: findings(kind, data), small, large) < LIMIT


@pytest.mark.parametrize("form", sorted(set(FORMATS) - {"auto"}))
def test_reports(form: str) -> None:
    small, large = (findings("html", document("html", count)) for count in (1_000, 2_000))
    assert growth(report(form), small, large) < LIMIT


@pytest.mark.parametrize("between", ["", "\n", "\n\n\n\n\n\n\n\n"])
def test_fixes(between: str) -> None:
    def fix(data: bytes) -> None:
        with apply_fixes(BytesIO(data), rules("html"), limit=1 << 24) as done:
            assert done.fix_count

    small, large = (document("html", count, between) for count in (500, 1_000))
    assert growth(fix, small, large) < LIMIT


@pytest.mark.parametrize("between", [b"", b"\n", b"\n\n\n\n\n\n\n\n"])
def test_differences(between: bytes) -> None:
    def compare(data: bytes) -> None:
        difference(BytesIO(data), BytesIO(data.replace(b"^", b"%5E")), "x", "utf-8")

    small, large = (between.join(b"<http://e/%d^b> " % number for number in range(count)) for count in (10_000, 20_000))
    assert growth(compare, small, large) < LIMIT


@pytest.mark.parametrize(
    "text", ["# iri: ignore{}[F093] ", "# iri: ignore{}[F093]\n", "x # iri: ignore{}[C001, F093]\n"]
)
@pytest.mark.parametrize("mark", ["", "-file"])
def test_ignores(text: str, mark: str) -> None:
    def ignore(document: str) -> None:
        lines, ignores = Lines(document), Ignores()
        for match in re.finditer(r"#[^#]*\]", document):
            ignores.add(Comment(*match.span(), match[0]), lines)
        for match in re.finditer("#", document):
            number = lines.place(match.start())[0]
            assert ignores.covers("F093", number, number)
        ignores.needless(None)

    small, large = (text.format(mark) * count for count in (2_000, 4_000))
    assert growth(ignore, small, large) < LIMIT


def test_baselines() -> None:
    def take(rows: list[Known]) -> None:
        baseline = Baseline(rows)
        assert all(baseline.take(row) for row in rows[::2])
        assert len(baseline.gone({"x"}, Path())) == len(rows) // 2

    small, large = ([Known("x", str(number), "F093", "") for number in range(count)] for count in (10_000, 20_000))
    assert growth(take, small, large) < LIMIT

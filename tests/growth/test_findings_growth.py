"""Linear time: documents with many findings, in one line and in a line each, in every report format, fixes and
diffs."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from io import BytesIO
from pathlib import PurePosixPath

import pytest
from growth import LIMIT, growth

from irigrammar.scan.document import Document
from irigrammar.scan.fixing import difference, fixed
from irigrammar.scan.formats.registry import document_type
from irigrammar.scan.found import Found, Summary
from irigrammar.scan.reporters.formats import FORMATS, scan_reporter
from irigrammar.scan.settings import FileRules, Rules, Settings

pytestmark = pytest.mark.growth

# For each type of document the start, one identifier with a finding, and the end; {} is the identifier, with a number.
SHAPES = {
    "html": ("", '<a href="{}">x</a>', ""),
    "text": ("", "<{}> ", ""),
    "markdown": ("", "[x](<{}>) ", ""),
    "json": ('{"url": ["', '{}", "', '"]}'),
    "jsonl": ('["', '{}", "', '"]'),
    "yaml": ("a: [", '"{}", ', "]"),
    "toml": ("a = [", '"{}", ', '""]'),
    "xml": ("<r>", '<a href="{}"/>', "</r>"),
    "turtle": ("", "<{}> a <http://e/> . ", ""),
    "csv": ("", '"{}",', "x"),
    "css": ("", 'a{{b:url("{}")}} ', ""),
    "python": ("x = [", '"{}", ', "]"),
    "javascript": ("x = [", '"{}", ', "]"),
}
SAFE, SECRET = "http://e.org/{}^b", "http://u:p@e.org/{}^b"


@cache
def rules(kind: str) -> FileRules:
    return Settings(override=Rules(level="advice")).file_rules(PurePosixPath("x"), document_type(kind))


def document(kind: str, identifier: str, count: int, between: str) -> bytes:
    start, shape, end = SHAPES[kind]
    parts = (shape.format(identifier.format(number)) for number in range(count))
    return (start + between.join(parts) + end).encode()


def findings(kind: str, data: bytes) -> list[Found]:
    scanned = Document("x", BytesIO(data), rules(kind), limit=1 << 24)
    return [finding for part in scanned.blocks() for finding in part.findings]


def report(form: str) -> Callable[[list[Found]], None]:
    def write(rows: list[Found]) -> None:
        reporter = scan_reporter(form, lambda _: None)
        reporter.start()
        for row in rows:
            reporter.add(row)
        reporter.finish(Summary())

    return write


@pytest.mark.parametrize("between", ["", "\n"])
@pytest.mark.parametrize("identifier", [SAFE, SECRET])
@pytest.mark.parametrize("kind", SHAPES)
def test_scans(kind: str, identifier: str, between: str) -> None:
    small, large = (document(kind, identifier, count, between) for count in (1_000, 2_000))
    assert len(findings(kind, large)) >= 2_000
    assert growth(lambda data: findings(kind, data), small, large) < LIMIT


@pytest.mark.parametrize("form", sorted(set(FORMATS) - {"auto"}))
@pytest.mark.parametrize("identifier", [SAFE, SECRET])
def test_reports(form: str, identifier: str) -> None:
    small, large = (findings("html", document("html", identifier, count, "")) for count in (2_000, 4_000))
    assert growth(report(form), small, large) < LIMIT


@pytest.mark.parametrize("between", ["", "\n", "\n\n\n\n\n\n\n\n"])
@pytest.mark.parametrize("identifier", [SAFE, SECRET])
def test_fixes_and_diffs(identifier: str, between: str) -> None:
    def fix(data: bytes) -> None:
        with fixed(BytesIO(data), rules("html"), limit=1 << 24) as done:
            assert done.fixed
            done.content.seek(0)
            difference(BytesIO(data), done.content, "x", "utf-8", done.secret_lines)

    small, large = (document("html", identifier, count, between) for count in (1_000, 2_000))
    assert growth(fix, small, large) < LIMIT


@pytest.mark.parametrize(
    "text", ["<!-- iri: ignore[F093] --><a href='http://e/{}|b'>", "<!-- iri: ignore[F093] -->\n{}\n"]
)
def test_ignores(text: str) -> None:
    small, large = ("".join(text.format(number) for number in range(count)).encode() for count in (1_000, 2_000))
    assert growth(lambda data: findings("html", data), small, large) < LIMIT

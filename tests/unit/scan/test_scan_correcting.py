"""--fix on the documents of tests/data/documents: what can be fixed is, and every other line stays byte for byte."""

from __future__ import annotations

from collections import Counter
from io import BytesIO
from pathlib import Path, PurePosixPath

import pytest
from broken_documents import DOCUMENTS, FOLDER, broken
from examples import some

pytest.importorskip("pyromark")

from irigrammar.scan.document import Document, codec_of
from irigrammar.scan.fixing import Unwritable, fixed
from irigrammar.scan.formats.registry import type_of
from irigrammar.scan.found import Found
from irigrammar.scan.reading import Refused
from irigrammar.scan.settings import FileRules, Rules, Settings

# Advice, too: more is fixed.
SETTINGS = Settings(root=str(FOLDER), override=Rules(level="advice"))


def rules_of(path: Path) -> FileRules:
    relative = PurePosixPath(path.relative_to(FOLDER).as_posix())
    kind = type_of(relative)
    assert kind is not None
    return SETTINGS.file_rules(relative, kind)


def scanned(data: bytes, rules: FileRules) -> list[Found]:
    document = Document("x", BytesIO(data), rules, limit=1 << 24)
    return [finding for piece in document.blocks() for finding in piece.findings]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_what_can_be_fixed_is_and_nothing_else_changes(path: Path) -> None:
    data, rules = path.read_bytes(), rules_of(path)
    before = scanned(data, rules)
    with fixed(BytesIO(data), rules, limit=1 << 24) as done:
        done.content.seek(0)
        content = done.content.read()
    after = scanned(content, rules)
    assert not any(finding.edits for finding in after)
    # What has no safe fix is there still, and nothing came new but what a fix brought to light.
    kinds = Counter((finding.record.code, finding.record.line) for finding in before if not finding.edits)
    left = Counter((finding.record.code, finding.record.line) for finding in after)
    assert not kinds - left
    codec = codec_of(BytesIO(data), rules)
    old, new = data.decode(codec).splitlines(keepends=True), content.decode(codec).splitlines(keepends=True)
    assert len(old) == len(new)
    touched = {number for number, (left, right) in enumerate(zip(old, new, strict=True), 1) if left != right}
    said = {line for finding in before if finding.edits for line in _lines(finding)}
    assert touched <= said
    assert touched or not any(finding.edits for finding in before)


@pytest.mark.parametrize("path", some(DOCUMENTS, 4), ids=lambda path: path.name)
def test_a_broken_document_is_fixed_once_and_loses_no_identifier(path: Path) -> None:
    rules = rules_of(path)
    for data in broken(path, 25):
        try:
            with fixed(BytesIO(data), rules, limit=1 << 24) as done:
                done.content.seek(0)
                content = done.content.read()
            assert identifiers(content, rules) == identifiers(data, rules)
            with fixed(BytesIO(content), rules, limit=1 << 24) as again:
                assert again.fixed == 0
        except (Refused, Unwritable):
            continue


def identifiers(data: bytes, rules: FileRules) -> int:
    document = Document("x", BytesIO(data), rules, limit=1 << 24)
    return sum(piece.identifiers for piece in document.blocks())


def _lines(finding: Found) -> range:
    assert finding.record.line is not None
    # An identifier may be written over several lines.
    return range(finding.record.line - 5, (finding.record.end_line or finding.record.line) + 6)

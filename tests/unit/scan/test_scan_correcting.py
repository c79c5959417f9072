"""--fix on the documents of tests/data/documents."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path, PurePosixPath

import pytest
from broken_documents import DOCUMENTS, FOLDER, broken
from examples import some

pytest.importorskip("pyromark")

from irigrammar.scan.document import Document
from irigrammar.scan.fixing import Unwritable, apply_fixes
from irigrammar.scan.formats.registry import type_of
from irigrammar.scan.reading import Refused
from irigrammar.scan.settings import FileRules, Rules, Settings

# Advice, too: more is fixed.
SETTINGS = Settings(root=str(FOLDER), override=Rules(level="advice"))


def rules_of(path: Path) -> FileRules:
    relative = PurePosixPath(path.relative_to(FOLDER).as_posix())
    kind = type_of(relative)
    assert kind is not None
    return SETTINGS.file_rules(relative, kind)


@pytest.mark.parametrize("path", some(DOCUMENTS, 2), ids=lambda path: path.name)
def test_a_broken_document_is_fixed_once_and_loses_no_identifier(path: Path) -> None:
    rules = rules_of(path)
    for data in broken(path, 25):
        try:
            with apply_fixes(BytesIO(data), rules, limit=1 << 24) as done:
                done.content.seek(0)
                content = done.content.read()
            assert identifiers(content, rules) == identifiers(data, rules)
            with apply_fixes(BytesIO(content), rules, limit=1 << 24) as again:
                assert again.fix_count == 0
        except (Refused, Unwritable):
            continue


def identifiers(data: bytes, rules: FileRules) -> int:
    document = Document("x", BytesIO(data), rules, limit=1 << 24)
    return sum(piece.identifiers for piece in document.blocks())

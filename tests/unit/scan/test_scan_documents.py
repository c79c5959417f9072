"""The faults seeded in tests/data/documents, and nothing else."""

from __future__ import annotations

import tomllib
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from places import DATA

pytest.importorskip("pyromark")

from irigrammar.scan.files import targets
from irigrammar.scan.run import scan
from irigrammar.scan.settings import Settings

FOLDER = DATA / "documents"
KEYS = ("line", "column", "end_line", "end_column", "code", "text")


def rows() -> list[Any]:
    tables = [tomllib.loads(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.toml"))]
    return [pytest.param(row, id=row["path"]) for table in tables for row in table["document"]]


def found_in(path: Path, settings: Settings) -> list[dict[str, Any]]:
    pieces = scan(targets([str(path)], settings), settings, standard_input=BytesIO())
    records = [finding.record.as_dict() for piece in pieces for finding in piece.findings]
    return [{key: record[key] for key in KEYS if record[key] is not None} for record in records]


@pytest.mark.parametrize("row", rows())
def test_seeded_faults_are_found_and_nothing_else(row: dict[str, Any]) -> None:
    wanted = [{key: finding[key] for key in KEYS if key in finding} for finding in row["findings"]]
    assert found_in(FOLDER / row["path"], Settings(root=str(FOLDER))) == wanted


def test_every_document_is_listed() -> None:
    listed = {param.values[0]["path"] for param in rows()}
    there = {path.relative_to(FOLDER).as_posix() for path in FOLDER.glob("*/*") if path.name != ".gitattributes"}
    assert there == listed

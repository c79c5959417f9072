"""Documents that are broken in every way are survived."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from io import BytesIO
from pathlib import Path, PurePosixPath

import pytest
from broken_documents import DOCUMENTS, FOLDER, broken
from examples import some
from rows import in_one_test

pytest.importorskip("pyromark")

from irigrammar.scan.document import Document
from irigrammar.scan.files import targets
from irigrammar.scan.formats.registry import document_types, type_of
from irigrammar.scan.found import Found, Piece
from irigrammar.scan.reading import Refused
from irigrammar.scan.run import scan
from irigrammar.scan.settings import Settings

SETTINGS = Settings(root=str(FOLDER))


def scanned(path: Path, data: bytes) -> list[Found]:
    """Return what is found in bytes that are called as that file is."""
    relative = PurePosixPath(path.relative_to(FOLDER).as_posix())
    kind = type_of(relative)
    assert kind is not None
    rules = SETTINGS.file_rules(relative, kind)
    document = Document(path.name, BytesIO(data), rules, limit=1 << 20)
    return [finding for piece in document.blocks() for finding in piece.findings]


@pytest.mark.parametrize("path", some(DOCUMENTS, 6), ids=lambda path: path.name)
def test_truncated_anywhere(path: Path) -> None:
    data = path.read_bytes()
    drawn = random.Random(path.name)
    whole = {(finding.record.line, finding.record.text) for finding in scanned(path, data)}
    for _ in range(12):
        cut = drawn.randrange(len(data))
        for finding in scanned(path, data[:cut]):
            assert finding.record.code
    assert whole == {(finding.record.line, finding.record.text) for finding in scanned(path, data)}


@pytest.mark.parametrize("path", some(DOCUMENTS, 2), ids=lambda path: path.name)
def test_corrupted_anywhere(path: Path) -> None:
    for data in broken(path, 60):
        try:
            result = scanned(path, data)
        except Refused:  # a NUL
            assert b"\0" in data
            continue
        lines = data.count(b"\n") + data.count(b"\r") + 1
        assert all(finding.record.line and 1 <= finding.record.line <= lines for finding in result)


@in_one_test("kind", document_types())
@in_one_test("seed", range(3))
def test_no_document_at_all(kind: object, seed: int) -> None:
    from irigrammar.scan.formats.registry import DocumentType

    assert isinstance(kind, DocumentType)
    drawn = random.Random(seed)
    pieces = [
        *["<", ">", "http://e/ ", '"', "'", "\\", "\n", "[", "](", "{", "}", ":", "&#", "<!--", "-->", "\0", "é"],
        *[",", "#"],
    ]
    text = "".join(drawn.choice(pieces) for _ in range(300)).replace("\0", "")
    rules = SETTINGS.file_rules(PurePosixPath("x"), kind)
    for block in Document("x", BytesIO(text.encode()), rules, limit=1 << 20).blocks():
        for finding in block.findings:
            assert finding.record.line


def pieces_of(*paths: Path) -> list[Piece]:
    return list(scan(targets(map(str, paths), SETTINGS), SETTINGS, standard_input=BytesIO()))


def test_unreadable_documents_are_findings(tmp_path: Path) -> None:
    (tmp_path / "loop.html").symlink_to("loop.html")
    os.mkfifo(tmp_path / "pipe.html")
    (tmp_path / "binary.ttl").write_bytes(b"\x7fELF\0\0\0")
    (tmp_path / "wrong.xml").write_bytes("<a>é</a>".encode("latin-1"))
    (tmp_path / "fine.md").write_text("[a](http://e.org/)\n")
    (tmp_path / "large.json").write_text("[]" + " " * 100)
    settings = Settings(root=str(tmp_path), max_size=50)
    pieces = list(scan(targets([str(tmp_path)], settings), settings, standard_input=BytesIO()))
    reported = {Path(piece.target.path).name: [finding.record for finding in piece.findings] for piece in pieces}
    assert {name: [record.code for record in records] for name, records in reported.items()} == {
        "binary.ttl": [],
        "fine.md": [],
        "large.json": ["S003"],
        "loop.html": ["S003"],
        "wrong.xml": ["S002"],
    }
    assert {Path(piece.target.path).name: piece.skip_reason for piece in pieces if piece.skip_reason} == {
        "binary.ttl": "it holds binary data (a NUL byte)"
    }
    assert "larger than 50 bytes" in reported["large.json"][0].message
    assert "symbolic links" in reported["loop.html"][0].message
    assert reported["wrong.xml"][0].message == "it is not UTF-8 (byte 3): read as windows-1252"
    assert [Path(piece.target.path).name for piece in pieces if piece.unreadable] == ["large.json", "loop.html"]


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [2, 3])
def test_the_findings_are_the_same_for_any_number_of_jobs(jobs: int) -> None:
    def reported(number: int) -> list[tuple[str, list[Found]]]:
        pieces = scan(targets([str(FOLDER)], SETTINGS), SETTINGS, standard_input=BytesIO(), jobs=number)
        return [(piece.target.shown, piece.findings) for piece in pieces]

    assert reported(jobs) == reported(1)


@pytest.mark.slow
def test_an_interrupt_leaves_no_half_written_file(tmp_path: Path) -> None:
    """Files are as they were or fixed, none is half written, and nothing else is left."""
    old, new = "http://e.org/a^b\n" * 200, "http://e.org/a%5Eb\n" * 200
    for number in range(60):
        (tmp_path / f"{number}.txt").write_text(old)
    command = [sys.executable, "-c", "from irigrammar.cli.main import main; main()", "scan", "--isolated", "--fix", "."]
    process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    end = time.monotonic() + 60
    while time.monotonic() < end and not any(path.stat().st_size != len(old) for path in tmp_path.glob("*.txt")):
        time.sleep(0.005)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    texts = [path.read_text() for path in tmp_path.iterdir()]
    assert set(texts) <= {old, new}
    assert len(texts) == 60
    assert new in texts
    if process.returncode:
        assert process.returncode == 130, said
        assert b"Traceback" not in said


def test_metadata_of_a_script_are_read_as_a_whole() -> None:
    lines = [
        "#!/usr/bin/python",
        "# /// script",
        "# dependencies = [",
        *200 * ['#   "d>=1",'],
        '#   "e @ https://e.org/d e",',
    ]
    (finding,) = scanned(FOLDER / "a.py", "\n".join([*lines, "# ]", "# ///", 'x = "a"', ""]).encode())
    assert (finding.record.text, finding.record.line) == ("https://e.org/d e", 204)

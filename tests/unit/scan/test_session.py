"""One scan: what the command and the pytest plugin both drive."""

from __future__ import annotations

import json
import pickle
from io import BytesIO
from pathlib import Path, PurePosixPath

import pytest

from irigrammar.scan.config import ConfigError
from irigrammar.scan.files import Target
from irigrammar.scan.formats.registry import document_types
from irigrammar.scan.session import Session
from irigrammar.scan.settings import Settings

BROKEN = "see http://e/%zz\n"


def session(folder: Path, **options: object) -> Session:
    settings = Settings(
        root=str(folder), baseline=str(folder / "known.json") if options.pop("baseline", False) else None
    )
    return Session(settings, **options)  # type: ignore[arg-type]  # the test gives what the class takes


def codes(scan: Session, *paths: Path, text: bytes = b"") -> list[str | None]:
    pieces = scan.pieces(scan.targets(map(str, paths)), standard_input=BytesIO(text))
    return [finding.record.code for piece in pieces for finding in piece.findings]


def test_new_findings_fail_and_are_counted(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(BROKEN)
    scan = session(tmp_path)
    assert codes(scan, tmp_path) == ["F064"]
    assert (scan.summary.files, scan.summary.identifiers, scan.summary.codes["F064"]) == (1, 1, 1)
    assert (scan.failing, scan.status(), scan.status(exit_zero=True)) == (True, 1, 0)


def test_a_recorded_baseline_silences_and_counts_what_is_gone(tmp_path: Path) -> None:
    page = tmp_path / "a.txt"
    page.write_text(BROKEN * 2)
    recording = session(tmp_path, baseline=True, records_baseline=True)
    assert codes(recording, page) == []
    assert (recording.close(), recording.status()) == (2, 0)
    assert len(json.loads((tmp_path / "known.json").read_text())["findings"]) == 2
    page.write_text(BROKEN)
    again = session(tmp_path, baseline=True)
    assert codes(again, page) == []
    assert again.close() == 0
    assert (again.summary.known, again.summary.gone, again.status()) == (1, 1, 0)


def test_a_file_that_cannot_be_read_is_status_2(tmp_path: Path) -> None:
    (tmp_path / "a.txt").symlink_to(tmp_path / "nothing")
    scan = session(tmp_path)
    assert codes(scan, tmp_path / "a.txt") == ["S003"]
    assert (scan.status(), scan.status(exit_zero=True)) == (2, 2)


def test_a_diff_fails_for_changes(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("[a](<http://e/a^b>)\n")
    scan = session(tmp_path, fixing="diff")
    assert codes(scan, tmp_path) == []
    assert (scan.summary.fixed, scan.status()) == (1, 1)


def test_what_cannot_be_done_is_refused_first(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="where"):
        session(tmp_path, records_baseline=True)
    with pytest.raises(ConfigError, match="cannot be read"):
        session(tmp_path, baseline=True)
    with pytest.raises(ConfigError, match="standard input"):
        session(tmp_path, fixing="write").targets(["-"])


def test_targets_of_all_types_go_to_other_processes() -> None:
    for kind in document_types():
        target = Target("a", "a", PurePosixPath("a"), kind)
        assert pickle.loads(pickle.dumps(target)) == target

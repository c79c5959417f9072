"""The tool that counts lost lines of ABNF, on documents made for this test."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from irigrammar.grammars.authors.extract import Extract
from tools import rfcs

TEXT = """\
1.  ABNF

   a = "b" / c
     where it is said what all of this means
   c = "d" |
       "e"

   x = y
"""


def test_lines_of_rules_are_counted_and_none_is_lost(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "rfc1.txt").write_text(TEXT)
    (tmp_path / "rfc2.txt").write_text("no grammar\n")
    (tmp_path / "rfc3.txt.gz").write_bytes(gzip.compress(TEXT.replace("c = ", "c-d = ").encode()))
    assert list(rfcs.seen(TEXT)) == [3, 4, 5, 6, 8]
    assert rfcs.main([str(tmp_path)]) == 0
    table = capsys.readouterr().out.splitlines()
    assert [line.split() for line in table[1:3]] == [["1", "1", "5", "4", "0"], ["3", "1", "5", "4", "0"]]


def test_a_lost_line_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rfc1.txt").write_text(TEXT)
    row = rfcs.counted(tmp_path / "rfc1.txt")
    monkeypatch.setattr(rfcs, "extract", lambda *_: Extract((), "", {}))
    lost = rfcs.counted(tmp_path / "rfc1.txt")
    assert row
    assert lost
    assert (row.lost, lost.lost) == ((), (3, 4, 5, 6, 8))

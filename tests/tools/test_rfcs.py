"""The tool that counts lost lines of ABNF, on documents made for this test."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from irigrammar.grammars.authors.extract import Extract
from irigrammar.grammars.reader import read
from irigrammar.grammars.rulelist import Rulelist
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
    assert [line.split() for line in table[1:3]] == [[name, "1", "5", "4", "0", "0"] for name in "13"]


def test_a_lost_line_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rfcs, "text_of", lambda _: TEXT)
    row = rfcs.counted(1)
    monkeypatch.setattr(rfcs, "extract", lambda *_: Extract((), "", {}))
    lost = rfcs.counted(1)
    assert row
    assert lost
    assert (row.lost, lost.lost) == ((), (3, 4, 5, 6, 8))


def test_rules_that_can_be_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(rfcs, "_PATHS", {})
    (tmp_path / "rfc101.txt").write_text("1.  ABNF\n\n   b = 1*ALPHA\n   e = *DIGIT\n")
    (tmp_path / "rfc102.txt").write_text('1.  A\n\n   e = 2*DIGIT / "x"\n')
    rules = 'a = "x" / b e\n   f = *g\n   h = "h" / <words>\n   URI = <See RFC 3986>\n   b = <b in RFC 101>\n'
    (tmp_path / "rfc104.txt").write_text(f"1.  ABNF\n\n   The e of RFC 101, not of RFC 102.\n\n   {rules}")
    assert rfcs.main([str(tmp_path), "--usable"]) == 0
    said = "2 RFCs: {'usable': 5, 'a name without a rule': 1, 'prose': 1}\n"
    assert capsys.readouterr().out == said
    assert rfcs.main([str(tmp_path), "--usable", "--compile", "2"]) == 0
    assert "'by an automaton': 3, " in capsys.readouterr().out
    other = Rulelist("", read('a = "x" a "y" a / "x"\n', ""))
    assert rfcs.engine(other, "a") == "by the general engine"
    monkeypatch.setattr(rfcs, "_SECONDS", 1e-4)
    assert rfcs.engine(other, "a") == "not in 0.0001 seconds"

"""The bench of columns: what it writes into README, and how it counts."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest
from places import ROOT

from tools.bench import column_speed
from tools.bench.corpus import REAL_FILE

README = ROOT / "README.md"


def test_the_tables_have_their_place_in_readme() -> None:
    text = README.read_text(encoding="utf-8")
    made = column_speed.written(text, "new\n")
    assert made != text
    assert made.count("<!-- columns:start -->\nnew\n<!-- columns:end -->") == 1
    assert column_speed.written(column_speed.written(text, "another\n"), "new\n") == made


def test_texts_are_distinct(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("IRIGRAMMAR_DATA", str(tmp_path))
    (tmp_path / REAL_FILE).write_text("http://a/\nhttp://é/\n", encoding="utf-8")
    assert column_speed.texts(5) == ["http://a/", "http://é/", "http://a/1", "http://é/1", "http://a/2"]


def test_a_rate_is_in_millions_of_rows_a_second() -> None:
    ticks = iter(range(100))
    assert column_speed.rate(lambda: None, 3_000_000, 3, lambda: float(next(ticks))) == 3.0


def test_shares_of_the_time() -> None:
    found = {"findings": [9.0, 1.0], "read Parquet, nothing else": [9.0, 4.0]}
    said = column_speed.limits(found, 50.0)
    assert "reading Parquet takes 25% and the check\nitself 2%;" in said


def test_the_time_of_processes_that_were_started_counts() -> None:
    if not Path("/proc/self/stat").exists():
        pytest.skip("only /proc tells the time of other processes")
    before = column_speed.tree_time()
    work = "import time\nwhile time.process_time() < 0.3: pass"
    child = subprocess.Popen([sys.executable, "-c", f"{work}\ninput()"], stdin=subprocess.PIPE)
    while column_speed.tree_time() - before < 0.25 and child.poll() is None:  # it is counted while it runs
        time.sleep(0.01)
    assert child.poll() is None
    child.communicate(b"\n")
    assert column_speed.tree_time() - before >= 0.25

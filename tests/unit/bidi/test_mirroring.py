"""The table of mirrored characters: what it must have, and how it was written."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from irigrammar._generated.mirroring import MIRRORED
from tools import mirroring


def test_pairs() -> None:
    for pair in ("()", "[]", "{}", "<>", "«»", "\u2264\u2265", "\u2208\u220b", "\u300c\u300d", "\uff08\uff09"):
        assert MIRRORED[pair[0]] + MIRRORED[pair[1]] == pair[::-1]
    assert "/" not in MIRRORED
    assert all(MIRRORED[MIRRORED[char]] == char for char in MIRRORED)
    assigned = [char for char in MIRRORED if unicodedata.category(char) != "Cn"]
    assert len(assigned) > 420
    # What Unicode made mirrored after this Python's version of it is all that may differ.
    assert sum(not unicodedata.mirrored(char) for char in assigned) < 20


def test_the_table_is_as_the_tool_writes_it() -> None:
    pytest.importorskip("fontTools")
    file = mirroring.source()
    recorded = mirroring.MODULE.read_text(encoding="utf-8")
    if file not in recorded:
        pytest.skip(f"fontTools has {file}, and the table was written from another version")
    assert mirroring.module(mirroring.pairs(), file) == recorded


def test_the_check_finds_another_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("fontTools")
    monkeypatch.setattr(mirroring, "MODULE", tmp_path / "mirroring.py")
    monkeypatch.setattr("sys.argv", ["mirroring.py", "--check"])
    assert mirroring.main() == 1
    assert "--write" in capsys.readouterr().out
    monkeypatch.setattr("sys.argv", ["mirroring.py", "--write"])
    assert mirroring.main() == 0
    monkeypatch.setattr("sys.argv", ["mirroring.py", "--check"])
    assert mirroring.main() == 0

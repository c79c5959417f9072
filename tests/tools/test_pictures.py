"""The documentation's pictures are what the library draws."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tools import pictures

PAGE = (Path(pictures.__file__).parents[1] / "docs/how-to/diagrams.md").read_text(encoding="utf-8")


def test_the_check_names_what_is_stale_and_what_nobody_draws(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pictures, "FOLDER", tmp_path)
    monkeypatch.setattr("sys.argv", ["pictures.py", "--write"])
    assert pictures.main() == 0
    (tmp_path / "tree.svg").write_text("another", encoding="utf-8")
    (tmp_path / "more.svg").write_text("", encoding="utf-8")
    monkeypatch.setattr("sys.argv", ["pictures.py", "--check"])
    assert pictures.main() == 1
    said = capsys.readouterr().out
    assert [line.split()[0] for line in said.splitlines()] == ["tree.svg", "more.svg"]


@pytest.mark.parametrize("name", pictures.pictures())
def test_each_is_shown_says_what_drew_it_and_can_be_read(name: str) -> None:
    text = (pictures.FOLDER / name).read_text(encoding="utf-8")
    assert ET.fromstring(text).findtext("{http://www.w3.org/2000/svg}metadata") == (
        "Written by: python tools/pictures.py --write"
    )
    assert "prefers-color-scheme: dark" in text
    assert re.search(rf"!\[[^\]]+\]\(\.\./\.\./tools/pictures/{re.escape(name)}\)", PAGE)

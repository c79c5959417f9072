"""Saving from the editor: the files that were named, nothing lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from irigrammar import Grammar
from irigrammar.views.explorer.saving import SavedFiles


def saved(files: SavedFiles, **document: object) -> dict[str, str]:
    return dict(json.loads(files.save(json.dumps(document))))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "a.abnf"
    file.write_bytes(b'a = "x"\r\n')
    return file


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_comments_and_line_ends_stay(path: Path, end: str) -> None:
    other = path.with_name("b.abnf")
    other.write_text('b = "y"\n', encoding="utf-8")
    examples = path.with_name("a.txt")
    examples.write_text("# one\nvalid x\n# two\nvalid x\n# of b\nrule b\nvalid y\n", encoding="utf-8")
    files = SavedFiles([Grammar.from_file(path), Grammar.from_file(other)], examples)
    rows = [["z ", "a", True], ["x", "a", False]]
    result = saved(files, base=str(path), source=f'a = "z"{end}', examples=rows)
    assert result == {"saved": f"Saved {path} and {examples}."}
    assert path.read_bytes() == b'a = "z"\r\n'
    assert examples.read_text(encoding="utf-8") == (
        "rule a\nvalid z \ninvalid x\n# of b\nrule b\nvalid y\n# one\n# two\n"
    )
    assert sorted(each.name for each in path.parent.iterdir()) == ["a.abnf", "a.txt", "b.abnf"]


def test_a_file_that_another_program_changed_stays(path: Path) -> None:
    files = SavedFiles([Grammar.from_file(path)], None)
    path.write_text('a = "mine"\n', encoding="utf-8")
    assert "another program changed it" in saved(files, base=str(path), source="", examples=[])["error"]
    assert path.read_text(encoding="utf-8") == 'a = "mine"\n'


def test_a_link_is_not_replaced(path: Path) -> None:
    link = path.with_name("link.abnf")
    link.symlink_to(path)
    files = SavedFiles([Grammar.from_file(link)], None)
    assert "was not saved" in saved(files, base=str(link), source='a = "y"\n', examples=[])["error"]
    assert link.is_symlink()


def test_a_document_is_refused(tmp_path: Path) -> None:
    document = tmp_path / "a.md"
    document.write_text('Words.\n\n~~~ abnf\na = "x"\n~~~\n', encoding="utf-8")
    with pytest.raises(ValueError, match="is a document"):
        SavedFiles([Grammar.from_file(document)], None)


@pytest.mark.parametrize(
    "document",
    [
        {"base": "/elsewhere", "source": "", "examples": []},
        {"base": 1},
        {},
        {"base": None, "source": "\ud800", "examples": []},
        {"base": None, "source": "", "examples": [1]},
    ],
)
def test_other_documents_are_refused(path: Path, document: dict[str, object]) -> None:
    files = SavedFiles([Grammar.from_file(path)], None)
    if document.get("base", "") is None:
        document = {**document, "base": str(path)}
    assert "Nothing was saved" in saved(files, **document)["error"]
    assert path.read_bytes() == b'a = "x"\r\n'

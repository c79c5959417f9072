"""README's tables of processing: each row holds, each deviation is found."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from places import TESTS

import irigrammar.processing
from irigrammar.processing.deviations import Deviations
from tools import sections

ROWS = sections.rows()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.document} {row.section} {row.function.rpartition('.')[2]}")
def test_each_section_has_its_function_and_its_test(row: sections.Row) -> None:
    cited = sections.function(row.function)
    assert callable(cited)
    name = row.function.rpartition(".")[2]
    assert not name.startswith("_")
    assert any(sections.cites(words, row.document, row.section) for words in sections.words_of(row))
    file, _, test = row.test.partition("::")
    (path,) = TESTS.rglob(file)
    text = path.read_text(encoding="utf-8")
    assert test in [node.name for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]
    assert name in text


def test_no_row_comes_twice() -> None:
    keys = [(row.document, row.section, row.function, row.test) for row in ROWS]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize(
    ("document", "wanted"),
    [
        (
            "draft-ietf-iri-3987bis-04",
            {"3.1", "3.2", "3.3", "3.4", "3.5", "3.6", "3.7", "5.1", "5.2", "5.3.1", "5.3.2.1"},
        ),
        ("draft-ietf-iri-3987bis-04", {"5.3.2.2", "5.3.2.3", "5.3.2.4", "5.3.3", "5.3.4", "7.1", "7.2", "7.3"}),
        (
            "RFC 3987",
            {"3.1", "3.2", "5.1", "5.2", "5.3.1", "5.3.2.1", "5.3.2.2", "5.3.2.3", "5.3.2.4", "5.3.3", "5.3.4"},
        ),
        ("RFC 3987", {"4.1", "4.2", "4.4"}),
        ("draft-ietf-iri-bidi-guidelines-03", {"1.3", "2", "3", "5"}),
        ("LEIRI Note", {"4"}),
        ("draft-weber-iri-guidelines-00", {"4", "5.1", "5.2.1", "5.2.2", "5.2.3", "5.3", "5.4", "5.5"}),
        ("RFC 3986", {"5.2", "5.2.4", "5.3", "5.4"}),
    ],
)
def test_every_section_that_defines_processing_is_there(document: str, wanted: set[str]) -> None:
    assert wanted <= {row.section for row in ROWS if row.document == document}


@pytest.mark.parametrize(
    ("words", "document", "section", "cited"),
    [
        ("(RFC 3987, 5.3) then (5.3.1)", "RFC 3987", "5.3.1", True),
        ("(RFC 3987, 5.3)", "RFC 3987", "5.3.2", True),
        ("(RFC 3987, 5.3)", "RFC 3987", "5.3.2.1", False),
        ("(RFC 3987, 5.3)", "RFC 3986", "5.3", False),
        ("(RFC 3987, 3.1; RFC 3490, 4.1)", "RFC 3987", "4.1", False),
        ("draft-ietf-iri-3987bis-04, 3.1 to 3.6", "draft-ietf-iri-3987bis-04", "3.4", True),
        ("draft-ietf-iri-3987bis-04, 3.1 to 3.6", "draft-ietf-iri-3987bis-04", "3.7", False),
        ("RFC 3986, 5.20", "RFC 3986", "5.2", False),
    ],
)
def test_what_words_cite(words: str, document: str, section: str, cited: bool) -> None:
    assert sections.cites(words, document, section) is cited


def test_each_deviation_is_used_and_has_its_words_in_one_place() -> None:
    folder = Path(next(iter(irigrammar.processing.__path__)))
    sources = {
        path.stem: path.read_text(encoding="utf-8") for path in [*folder.glob("*.py"), folder.parent / "html.py"]
    }
    used = {name for text in sources.values() for name in re.findall(r"\bDeviations\.([A-Z0-9_]+)\b", text)}
    assert used == {deviation.name for deviation in Deviations}


def test_readme_has_the_table() -> None:
    text = sections.README.read_text(encoding="utf-8")
    assert sections.written(text.replace("| uts46-mapping |", "| uts |")) == text
    assert sections.BLOCK.search(text)

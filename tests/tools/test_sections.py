"""The tables of processing: each row holds, each deviation is found."""

from __future__ import annotations

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path

from places import TESTS
from rows import in_one_test

import irigrammar.processing
from irigrammar.processing.deviations import Deviations
from tools import sections

ROWS = sections.rows()


@cache
def read(path: Path) -> tuple[str, frozenset[str]]:
    """Return the text of a module and the names of its functions."""
    text = path.read_text(encoding="utf-8")
    return text, frozenset(node.name for node in ast.parse(text).body if isinstance(node, ast.FunctionDef))


@in_one_test("row", ROWS)
def test_each_section_has_its_function_and_its_test(row: sections.Row) -> None:
    cited = sections.function(row.function)
    assert callable(cited)
    name = row.function.rpartition(".")[2]
    assert not name.startswith("_")
    assert any(sections.cites(words, row.document, row.section) for words in sections.words_of(row))
    file, _, test = row.test.partition("::")
    (path,) = TESTS.rglob(file)
    text, functions = read(path)
    assert test in functions
    assert name in text or name.replace("_", "-") in text  # a command


def test_no_row_comes_twice() -> None:
    keys = [(row.document, row.section, row.requirement) for row in ROWS]
    assert len(set(keys)) == len(keys)
    proofs = [(row.document, row.section, row.function, row.test) for row in ROWS]
    assert len(set(proofs)) == len(proofs)


def test_a_section_has_one_title() -> None:
    titles: dict[tuple[str, str], set[str]] = {}
    for row in ROWS:
        titles.setdefault((row.document, row.section), set()).add(row.title)
        assert row.requirement.strip()
    assert not [section for section, names in titles.items() if len(names) > 1]


# How many requirements each section of a document has. What is not software is left out: of draft-ietf-iri-3987bis-04,
# 1.2 (applicability), 4.3 (input methods), 8.8 (upgrading), 9 (IANA), and in 7.2 the charset of a script or DOM node.
REQUIREMENTS = {
    "draft-ietf-iri-3987bis-04": """
        1.4:2 2.1:2 2.2:2 3.1:7 3.2:5 3.3:5 3.4:8 3.5:5 3.6:2 3.7:7 3.7.1:1 4.1:5 4.2:5 4.4:2 5.1:6 5.2:2 5.3:1 5.3.1:2
        5.3.2:1 5.3.2.1:1 5.3.2.2:2 5.3.2.3:3 5.3.2.4:1 5.3.3:3 5.3.4:1 6.1:2 6.2:5 6.3:2 6.4:3 6.5:2 7.1:3 7.2:9 7.3:3
        8.1:1 8.2:3 8.3:1 8.4:1 8.5:3 8.6:1 8.7:2 10:4
    """,
    "RFC 3987": """
        2.2:2 3.1:13 3.2:4 3.2.1:1 4.1:7 4.2:5 4.4:2 5.1:3 5.2:2 5.3:1 5.3.1:2 5.3.2:1 5.3.2.1:1 5.3.2.2:1 5.3.2.3:2
        5.3.2.4:1 5.3.3:3 5.3.4:1 6.1:1 6.5:1 7.5:1 8:1
    """,
    "LEIRI Note": "3:4 4:5 5:2",
    "draft-weber-iri-guidelines-00": """
        4:6 5:3 5.1:1 5.2:1 5.2.1:1 5.2.2:2 5.2.3:1 5.3:1 5.4:1 5.5:1 6.1:2 6.2:1 6.3:1 6.4:1 7:2 7.1:1
    """,
    "draft-ietf-iri-bidi-guidelines-03": "1.3:1 2:3 3:2 5:2 7:1 A:1",
    "RFC 3986": """
        2.4:1 3.3:1 4.2:1 5.1:1 5.2:1 5.2.2:1 5.2.3:1 5.2.4:1 5.3:1 5.4:1 6.2.1:1 6.2.2.1:1 6.2.2.2:1 6.2.2.3:1 6.2.3:1
        6.2.4:1
    """,
    "RFC 9839": "2.2.2:1 2.2.3:1",
    "URL Standard": "4.4:1",
}


@in_one_test("document", REQUIREMENTS)
def test_every_requirement_of_a_document_is_there(document: str) -> None:
    rows = Counter(row.section for row in ROWS if row.document == document)
    assert dict(rows) == {
        section: int(count) for section, _, count in (word.partition(":") for word in REQUIREMENTS[document].split())
    }


def test_no_other_documents() -> None:
    assert {row.document for row in ROWS} == set(REQUIREMENTS)


@in_one_test(
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
        (
            "RFC 3987, 5; (draft-ietf-iri-bidi-guidelines-03, appendix A)",
            "draft-ietf-iri-bidi-guidelines-03",
            "A",
            True,
        ),
        ("RFC 3986, appendix A and 5.2", "RFC 3986", "5.2", True),
        ("RFC 3986, appendix B and 5.2", "RFC 3986", "A", False),
    ],
)
def test_citations_in_comments(words: str, document: str, section: str, cited: bool) -> None:
    assert sections.cites(words, document, section) is cited


def test_each_deviation_is_used_and_has_its_words_in_one_place() -> None:
    folder = Path(next(iter(irigrammar.processing.__path__)))
    sources = {
        path.stem: path.read_text(encoding="utf-8") for path in [*folder.rglob("*.py"), folder.parent / "html.py"]
    }
    used = {name for text in sources.values() for name in re.findall(r"\bDeviations\.([A-Z0-9_]+)\b", text)}
    assert used == {deviation.name for deviation in Deviations}


def test_readme_has_the_table() -> None:
    text = sections.PAGE.read_text(encoding="utf-8")
    assert sections.written(text.replace("| uts46-mapping |", "| uts |")) == text

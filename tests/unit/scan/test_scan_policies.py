"""Policies of namespaces: what begins with a prefix is also checked against a rule of the user's grammar."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path, PurePosixPath

import pytest

from irigrammar.errors import IrigrammarError
from irigrammar.scan.config import ConfigError, load
from irigrammar.scan.document import Document
from irigrammar.scan.formats.registry import document_type
from irigrammar.scan.settings import Settings

POLICY = """
term = namespace ( class / property )
namespace = "https://example.org/ontology/"
class = %x41-5A *ALPHA
property = %x61-7A *( ALPHA / "_" )
"""
TABLE = """
[[namespaces]]
prefix = "https://example.org/ontology/"
grammar = "policy.abnf"
rule = "term"
"""


def configured(folder: Path, table: str = TABLE) -> Settings:
    (folder / "policy.abnf").write_text(POLICY, "utf-8")
    (folder / "irigrammar.toml").write_text(table, "utf-8")
    return load(folder / "irigrammar.toml")


def reported(settings: Settings, name: str, text: str) -> list[tuple[str | None, int | None]]:
    kind = document_type(name)
    rules = settings.file_rules(PurePosixPath(f"a{kind.suffixes[0]}"), kind)
    document = Document("a", BytesIO(text.encode()), rules, limit=1 << 20)
    return [(row.record.code, row.record.column) for block in document.blocks() for row in block.findings]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("https://example.org/ontology/Person", []),
        ("https://example.org/ontology/has_part", []),
        ("https://example.org/ontology/has-part", [("S007", 33)]),
        ("https://example.org/ontology/", [("S007", 30)]),
        ("https://example.org/ontology/a%zz", [("F064", 32)]),
        ("https://example.org/other/has-part", []),
    ],
)
@pytest.mark.parametrize("kind", ["n-triples", "turtle", "text"])
def test_terms(tmp_path: Path, kind: str, text: str, expected: list[tuple[str, int]]) -> None:
    line = f"<{text}> <http://e.org/b> <http://e.org/c> .\n"
    assert reported(configured(tmp_path), kind, line) == [(code, column + 1) for code, column in expected]


@pytest.mark.parametrize(
    ("member", "expected"),
    [
        ('"@type": "o:Person"', []),
        ('"@type": "o:a-b"', [("S007", 67)]),
        ('"o:has-part": 1', [("S007", 60)]),
        ('"@id": "o:has-part"', [("S007", 67)]),
    ],
)
@pytest.mark.parametrize("kind", ["json-ld", "yaml"])
def test_compact_iris(tmp_path: Path, kind: str, member: str, expected: list[tuple[str, int]]) -> None:
    text = f'{{"@context": {{"o": "https://example.org/ontology/"}}, {member}}}'
    policy = POLICY.replace("( class / property )", "[ class / property ]")
    settings = configured(tmp_path)
    (tmp_path / "policy.abnf").write_text(policy, "utf-8")
    assert reported(settings, kind, text) == expected


def test_the_finding_says_which_rule(tmp_path: Path) -> None:
    settings = configured(tmp_path, f"profile = 'none'\n{TABLE}")
    kind = document_type("text")
    rules = settings.file_rules(PurePosixPath("a.txt"), kind)
    document = Document("a", BytesIO(b"https://example.org/ontology/1"), rules, limit=100)
    ((finding,),) = [block.findings for block in document.blocks()]
    assert finding.record.message.startswith(
        "identifiers that begin with https://example.org/ontology/ must match term of policy.abnf: "
    )
    assert finding.record.severity == "error"
    assert finding.edits == ()


def test_it_can_be_ignored(tmp_path: Path) -> None:
    text = "https://example.org/ontology/1\n"
    assert reported(configured(tmp_path), "text", text) == [("S007", 30)]
    assert reported(configured(tmp_path, f"ignore = ['S007']\n{TABLE}"), "text", text) == []


@pytest.mark.parametrize(
    "table",
    [
        TABLE.replace("policy.abnf", "../policy.abnf"),
        TABLE.replace('rule = "term"', "rules = 'x'"),
        "[[namespaces]]\nprefix = 'x'\n",
        TABLE.replace("https://example.org/ontology/", ""),
    ],
)
def test_what_cannot_be_configured(tmp_path: Path, table: str) -> None:
    with pytest.raises(ConfigError):
        configured(tmp_path, table)


@pytest.mark.parametrize("table", [TABLE.replace("term", "word"), TABLE.replace("policy.abnf", "none.abnf")])
def test_what_there_is_not(tmp_path: Path, table: str) -> None:
    with pytest.raises((IrigrammarError, OSError)):
        configured(tmp_path, table).check()

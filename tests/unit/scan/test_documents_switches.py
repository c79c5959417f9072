"""What is read on request only: event handlers of HTML, and literals of RDF."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path, PurePosixPath

import pytest
from document_items import any_text, check, identifiers
from hypothesis import given

from irigrammar.scan.config import parse
from irigrammar.scan.document import Document
from irigrammar.scan.formats.items import Candidate
from irigrammar.scan.formats.registry import Options, document_type

ON = Options(switches=frozenset({"handlers", "literals"}))


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("html", "<a onclick=\"go('http://e.org/a|b')\">", ["http://e.org/a|b"]),
        ("html", "<a onclick=go(&quot;http://e.org/a|b&quot;)>", ["http://e.org/a|b"]),
        ("n-triples", '<a:b> <a:b> "see http://e.org/a|b." .\n', ["a:b", "a:b", "http://e.org/a|b"]),
        ("turtle", "<a> <b> 'http://e.org/\\u007C' .", ["a", "b", "http://e.org/|"]),
        ("turtle", '<a> <b> """\nsee "http://e.org/a b"\n""" .', ["a", "b", "http://e.org/a b"]),
        ("turtle", '<a> <b> "", "a b"^^xsd:anyURI .', ["a", "b", "a b"]),
        ("trig", '<a> <b> "www a" .', ["a", "b"]),
    ],
)
def test_on_request(kind: str, text: str, expected: list[str]) -> None:
    found_items = [item for item in document_type(kind).open(ON)(text) if isinstance(item, Candidate)]
    assert [item.text for item in found_items] == expected
    for item in found_items:
        written = text[item.start : item.end]
        assert (item.escapes.read(written).text if item.escapes else written) == item.text
    usual = [text for text in expected if text in ("a:b", "a", "b")]
    assert identifiers(kind, text) == usual
    check(kind, text)


@pytest.mark.parametrize(("table", "expected"), [({}, 0), ({"literals": True}, 1), ({"literals": False}, 0)])
def test_it_is_configured(table: dict[str, bool], expected: int) -> None:
    settings = parse({"types": {"n-triples": table}}, Path("irigrammar.toml"))
    rules = settings.file_rules(PurePosixPath("a.nt"), document_type("n-triples"))
    document = Document("a.nt", BytesIO(b'<a:b> <a:b> "http://e.org/a|b" .\n'), rules, limit=1 << 20)
    assert sum(len(block.findings) for block in document.blocks()) == expected


def test_a_path_turns_it_off() -> None:
    settings = parse({"literals": True, "paths": [{"match": ["old/"], "literals": False}]}, Path("irigrammar.toml"))
    kind = document_type("turtle")
    assert settings.file_rules(PurePosixPath("a.ttl"), kind).options.switches == {"literals"}
    assert settings.file_rules(PurePosixPath("old/a.ttl"), kind).options.switches == frozenset()


@given(any_text("<a>", '"', "'", '"""', "\\", "\\u007c", "http://e.org/", " ", "\n", "^^xsd:anyURI"))
def test_any_text_at_all(text: str) -> None:
    for kind in ("n-triples", "turtle"):
        for item in document_type(kind).open(ON)(text):
            assert 0 <= item.start <= item.end <= len(text)

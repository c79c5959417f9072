"""Lists of hosts: each is checked, with a finding at its place."""

from __future__ import annotations

import json

import pytest
from document_items import check, identifiers, items

from irigrammar.advice.registry import chosen
from irigrammar.scan.checking import Checker, matcher_of
from irigrammar.scan.correcting import corrected, edits
from irigrammar.scan.formats.items import Candidate, Production, span


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("mongodb://a.org:1,b.org:2/db?x=y,z", ["mongodb://b.org:2/db?x=y,z", "mongodb://a.org:1"]),
        ("mongodb://u:p@a.org,b.org,c.org/", ["mongodb://u:p@c.org/", "mongodb://a.org", "mongodb://b.org"]),
        ("kafka://a.org:1;b.org:2", ["kafka://b.org:2", "kafka://a.org:1"]),
        ("postgresql+psycopg://a.org,b.org/x", ["postgresql+psycopg://b.org/x", "postgresql+psycopg://a.org"]),
        ("redis://[::1]:1,[::2]:2", ["redis://[::2]:2", "redis://[::1]:1"]),
        ("see mongodb://a.org, and", ["mongodb://a.org"]),
        ("nats://a.org:1,nats://b.org:2", ["nats://a.org:1", "nats://b.org:2"]),
        ("http://a.org,b.org/", ["http://a.org,b.org/"]),
        ("mongodb://{a},b.org mongodb://$A,b.org", []),
    ],
)
def test_hosts(text: str, expected: list[str]) -> None:
    assert identifiers("text", text) == expected
    check("text", text)


def faults(kind: str, text: str) -> list[tuple[str, str]]:
    """Return the codes of what is wrong, each with what is written there."""
    checker = Checker(matcher_of(Production("rfc3987", "IRI")), chosen("publish"), local=True)
    rows = []
    for item in items(kind, text):
        assert isinstance(item, Candidate)
        for finding in checker.findings(item.text):
            start, end = span(item, finding.start, finding.end)
            rows.append((finding.code, text[start:end]))
    return rows


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("mongodb://a.org:1,b.org:2a,c.org/db", [("F061", "a")]),
        ("mongodb://a.org:1x,b.org:2/db", [("F061", "x")]),
        ("mongodb://a.org:1,b|c:2/db", [("F081", "|")]),
        ("mongodb://a.org:1,b.org:99999/db", [("X004", "99999")]),
        ("mongodb://a.org:1,[::1:2/db", [("F047", "/")]),
        ("mongodb://a.org:1,b.org:2/d|b", [("F093", "|")]),
        ("mongodb://a.org:1,b.org:2/db", []),
    ],
)
def test_a_finding_is_where_its_host_is(text: str, expected: list[tuple[str, str]]) -> None:
    for kind, document in (("text", f"x = '{text}'"), ("json", json.dumps({"url": text}))):
        assert faults(kind, document) == expected
        check(kind, document)


def test_fixes_leave_the_other_hosts() -> None:
    text = "mongodb://a.org:1,b.org:2/d^b"
    item = next(item for item in items("text", text) if isinstance(item, Candidate))
    better = corrected(item, Checker(matcher_of(Production("rfc3987", "IRI")), chosen("publish")))
    assert better == "mongodb://b.org:2/d%5Eb"
    ((start, end, written),) = edits(item, better)
    assert text[:start] + written + text[end:] == "mongodb://a.org:1,b.org:2/d%5Eb"

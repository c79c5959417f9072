"""Hosts on which all readers agree, against what other programs read or connect to."""

from __future__ import annotations

import os
from itertools import islice

import pytest

from irigrammar.hosts import consensus
from tools.host_differential import compare, programs, strings

pytestmark = pytest.mark.external

COUNT = int(os.environ.get("IRIGRAMMAR_HOSTS", "5000"))


def test_no_program_reads_another_host() -> None:
    asked, missing = programs()
    assert len(asked) + len(missing) == 14
    report = compare(list(islice(strings("1"), COUNT)), asked)
    assert report.otherwise == []
    assert report.counts["with a host", ""] > 0.3 * COUNT
    for program in asked:
        assert report.counts[program.name, "same"] > 0.5 * report.counts["consensual", ""], (program.name, missing)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("http://0127.0.0.1/", "Java URL"),
        ("url:http://127.0.0.1/", "Java URL"),
        ("http://127.0.0.1;.evil.com/", "Node url.parse"),
        ("metadata.google.internal://good.com/", "urllib3"),
        ("http://fa\u00df.de/", "urllib with socket"),
    ],
)
def test_the_comparison_finds_what_is_read_otherwise(text: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without `consensus` in the way, each of these strings is read otherwise by a program."""
    asked, missing = programs()
    if name in missing:
        pytest.skip(f"{name} is not installed")
    assert not consensus(text)
    monkeypatch.setattr("tools.host_differential.consensus", lambda _: True)
    found = [row for row in compare([text], asked).otherwise if row[1] == name]
    assert found

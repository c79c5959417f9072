"""What README says is what happens."""

from __future__ import annotations

import re

import pytest
from places import ROOT
from readme import README, rows

import irigrammar


@pytest.mark.parametrize("row", rows("Surprising, and right"), ids=lambda row: f"{row[0]} {row[1]}")
def test_surprising_verdicts_are_as_the_table_says(row: list[str]) -> None:
    text, (grammar, rule) = row[0].strip("`"), row[1].split()
    assert row[2] in ("valid", "invalid")
    assert irigrammar.grammar(grammar)[rule].matches(text) is (row[2] == "valid")


def test_the_table_of_grammars_is_the_catalog() -> None:
    by_name = {row[0].strip("`"): row[3] for row in rows("The grammars")}
    assert tuple(by_name) == irigrammar.catalog()
    for name, start in by_name.items():
        known = irigrammar.grammar(name).entry.start
        assert start == ("each rule" if name == "rfc5234" else ", ".join(known))


def test_the_python_example_runs() -> None:
    import doctest

    assert doctest.testfile(str(ROOT / "README.md"), module_relative=False).failed == 0


def test_the_console_blocks_hold_commands() -> None:
    assert len(re.findall(r"^\$ iri", README, re.MULTILINE)) >= 5

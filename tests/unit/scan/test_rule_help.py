"""What a report says of a code itself."""

from __future__ import annotations

import pytest

from irigrammar.advice.registry import rules
from irigrammar.bidi.structure import CODES as BIDI
from irigrammar.scan.choice import CODES as SCAN
from irigrammar.scan.reporters.sarif import rule_help

KNOWN = {one.code: (one.name, one.severity) for one in rules()}
KNOWN |= {code: (one.name, one.severity) for code, one in BIDI.items()}
KNOWN |= {code: (one.name, one.severity) for code, one in SCAN.items()}


@pytest.mark.parametrize("code", KNOWN)
def test_every_code_has_its_help(code: str) -> None:
    found = rule_help(code, "unused")
    assert (found.code, found.name, found.severity) == (code, *KNOWN[code])
    for text in (found.title, found.description, found.text, found.markdown):
        assert text.strip() == text
        assert "unused" not in text
    assert found.title.endswith(".")
    assert found.description.endswith(".")


def test_a_page_in_markdown_has_its_strings_as_code() -> None:
    found = rule_help("R005", "")
    assert found.markdown.splitlines()[0] == "A scheme that is not in lower case."
    assert "**Found in:** `HTTP://example.org/`" in found.markdown
    assert "**Not in:** `http://example.org/`" in found.markdown
    assert found.text.startswith("R005 upper-case-scheme (advice; ")


def test_a_code_that_nobody_knows_is_reported_by_its_name() -> None:
    found = rule_help("X1", "")
    assert (found.name, found.severity, found.title, found.markdown) == ("X1", None, "X1.", "X1.")

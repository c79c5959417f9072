"""What a report says of a code itself."""

from __future__ import annotations

import pytest

from irigrammar.finding import Severity
from irigrammar.report.pages import markdown, page_lines, pages
from irigrammar.scan.reporters.sarif import rule_page

PAGES = {page.code: page for page in pages()}


@pytest.mark.parametrize("code", PAGES)
def test_every_code_has_its_page(code: str) -> None:
    page = rule_page(code, "unused", "advice")
    assert page == PAGES[code]
    text = "\n".join(page_lines(page))
    for part in (page.title, page.what, text, markdown(page)):
        assert part
        assert part.strip() == part
        assert "unused-" not in part.replace("unused-rule", "").replace("unused-ignore", "")
    assert text.startswith(f"{code} {page.name} ({page.severity})")
    assert page.what.endswith((".", ")"))


def test_the_pages_are_of_every_kind_of_code() -> None:
    assert {code[0] for code in PAGES} == set("FUCHRPBSLX")
    assert list(PAGES) == sorted(PAGES)
    assert len({page.name for page in PAGES.values()}) == len(PAGES)


def test_a_page_in_markdown_has_its_strings_as_code() -> None:
    page = markdown(PAGES["R005"])
    assert "**Wrong:** `HTTP://example.org/`" in page
    assert "**Right:** `http://example.org/`" in page


@pytest.mark.parametrize("severity", ["error", "advice"])
def test_an_unknown_code_is_reported_by_its_name(severity: Severity) -> None:
    page = rule_page("X1", "", severity)
    assert (page.name, page.severity, page.title, markdown(page)) == ("X1", severity, "X1.", "X1.")

"""What a report says of a code itself: title, description and help, in plain text and in Markdown."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from irigrammar.advice.registry import rules
from irigrammar.advice.rule import Page, page_lines, parse_page
from irigrammar.bidi.structure import CODES as BIDI
from irigrammar.finding import Severity
from irigrammar.grammars.lint import LINT_CODES
from irigrammar.scan.choice import CODES as SCAN


class RuleHelp(NamedTuple):
    """A code: its name, default severity (None for one that nobody knows), a title, a description, and all of it."""

    code: str
    name: str
    severity: Severity | None
    title: str
    description: str
    text: str
    markdown: str


@lru_cache(maxsize=256)
def rule_help(code: str, name: str) -> RuleHelp:
    """Return the help of a code, from the page of its rule where it has one; `name` is for a code without any.

    >>> rule_help("S001", "no-match").title
    'The identifier does not match the production.'
    >>> rule_help("C001", "").name, rule_help("X1", "odd-thing").title
    ('space', 'Odd thing.')
    """
    if row := SCAN.get(code):
        return RuleHelp(code, row.name, row.severity, row.title, row.help, row.help, row.help)
    if lint := LINT_CODES.get(code):
        text = f"{lint.title} {lint.help}"
        return RuleHelp(code, lint.name, lint.severity, lint.title, lint.help, text, text)
    if rule := next((one for one in rules() if one.code == code), None):
        if not rule.page:  # as with python -OO
            return _bare(code, rule.name, rule.severity, rule.section)
        page = parse_page(rule.page)
        what = page.what if page.what.endswith(".") else f"{page.what}."
        return RuleHelp(code, rule.name, rule.severity, page.title, what, "\n".join(page_lines(rule)), _markdown(page))
    if of_bidi := BIDI.get(code):
        return _bare(code, of_bidi.name, of_bidi.severity, of_bidi.section)
    return _bare(code, name, None, "")


def _bare(code: str, name: str, severity: Severity | None, section: str) -> RuleHelp:
    title = (name or code).replace("-", " ")
    title = f"{title[:1].upper()}{title[1:]}."
    text = f"{title} See {section}." if section else title
    return RuleHelp(code, name or code, severity, title, title, text, text)


def _markdown(page: Page) -> str:
    rows = [
        page.what,
        f"**Why:** {page.why}",
        f"**Found in:** {', '.join(map(_code, page.examples))}",
        f"**Not in:** {', '.join(map(_code, page.instead))}",
        f"**See:** {'; '.join(page.see)}",
    ]
    return "\n\n".join(rows)


def _code(text: str) -> str:
    """Return a text as a code span (CommonMark, 6.1)."""
    fence = "`"
    while fence in text:
        fence += "`"
    pad = " " if text[:1] in ("`", " ", "") or text[-1:] in ("`", " ") else ""
    return f"{fence}{pad}{text}{pad}{fence}"

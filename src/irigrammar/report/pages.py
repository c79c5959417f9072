"""The pages of all codes.

Faults (F), advice (U, C, H, R, P), schemes (X), bidi (B), scans (S) and lint (L).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

from irigrammar._generated.codes import CODES
from irigrammar.advice.codes import FORMER
from irigrammar.advice.registry import rules
from irigrammar.advice.rule import Rule
from irigrammar.dataclass import dataclass
from irigrammar.errors import UnknownCode
from irigrammar.faults.hinting import hints
from irigrammar.finding import Severity, page_url
from irigrammar.grammars.hints import Hint
from irigrammar.matching.authority import base, read_in_browser
from irigrammar.matching.grammar import grammar
from irigrammar.text.names import brief, visible
from irigrammar.text.sheet import wrap_lines


@dataclass(frozen=True, slots=True)
class Page:
    """The page of a code.

    `what` says what it is and why it matters, `help` what to do. `wrong` are strings that have it, `right` such that do
    not; `fix` says how safe its fixes are ("safe", "unsafe", "display"; None where there are none), `browsers` how the
    URL Standard reads the first wrong string, "" where that does not matter.
    """

    code: str
    name: str
    severity: Severity
    title: str
    what: str
    help: str = ""
    wrong: tuple[str, ...] = ()
    right: tuple[str, ...] = ()
    fix: str | None = None
    browsers: str = ""
    references: tuple[str, ...] = ()

    @property
    def url(self) -> str | None:
        """The address of the page in the documentation, None while the documentation has no address."""
        return page_url(self.code)


def page(code: str) -> Page:
    """Return the page of a code, or of the name of one; raise `UnknownCode` with those that are near.

    >>> page("F000").name, page("windows-path").code[0], page("c001").severity
    ('no-match', 'F', 'warning')
    """
    build = names().get(code.lower())
    if build is None:
        raise UnknownCode(code, [name.upper() if name[1:].isdigit() else name for name in names()])
    return build()


def pages() -> Iterator[Page]:
    """Yield the pages of all current codes, in the order of codes."""
    codes = {code.upper() for code in names() if len(code) == 4 and code[1:].isdigit()} - set(FORMER)
    for make in (names()[code.lower()] for code in sorted(codes)):
        yield make()


@cache
def names() -> dict[str, Callable[[], Page]]:
    """Return the maker of each code's page, by code, former code and name, all in lower case; a page is made once."""
    makers: dict[str, Callable[[], Page]] = {}
    for code, row in CODES.items():
        makers[code.lower()] = makers[row["name"]] = cache(lambda code=code, row=row: _of_table(code, **row))
    for hint in hints().fault:
        makers[hint.code.lower()] = makers[hint.name] = cache(lambda hint=hint: _of_hint(hint))
    for rule in rules():
        makers[rule.code.lower()] = makers[rule.name] = cache(lambda rule=rule: _of_rule(rule))
    return makers | {former.lower(): makers[code.lower()] for former, code in FORMER.items()}


def page_lines(page: Page, width: int = 80, show: Callable[[str], str] = visible) -> Iterator[str]:
    """Yield a page as lines of text; `show` escapes its characters for display.

    >>> print("\\n".join(page_lines(page("F000"))))
    F000 no-match (error)
    The string does not match the rule.
    <BLANKLINE>
      what       None of the known reasons applies; the message names the character and the
                 component in which it is not allowed. `iri explain` shows the rules that were
                 open there and what they allow next, and `iri trace` each step. Rules of
                 grammars that do not ship have this code most often.
    """
    yield f"{page.code} {page.name} ({page.severity})"
    yield show(page.title)
    yield ""
    for label, text in _rows(page):
        lines = wrap_lines(show(text), width)
        for number, line in enumerate(lines):
            yield f"  {label if number == 0 else '':<11}{line}"


def markdown(page: Page) -> str:
    """Return a page in Markdown (CommonMark), without its title."""
    rows = (
        (f"**{label.capitalize()}:** ", text)
        for label, text in _rows(page, lambda text: code_span(visible(text)), escaped)
        if label != "what"
    )
    return "\n\n".join([escaped(page.what), *map("".join, rows)])


def escaped(text: str) -> str:
    """Return a text escaped for Markdown (CommonMark, 2.4): its marks mean nothing.

    >>> escaped("*x for any number, [x] for one")
    '\\\\*x for any number, \\\\[x] for one'
    """
    return re.sub(r"[\\`*_\[<]", r"\\\g<0>", text)


def code_span(text: str) -> str:
    """Return a text as a code span (CommonMark, 6.1)."""
    fence = "`"
    while fence in text:
        fence += "`"
    pad = " " if text[:1] in ("`", " ", "") or text[-1:] in ("`", " ") else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def _rows(
    page: Page, quote: Callable[[str], str] = str, plain: Callable[[str], str] = str
) -> Iterator[tuple[str, str]]:
    """Yield a label and a text for each row of a page that is not empty; `quote` is for examples, `plain` for prose."""

    def shown(texts: tuple[str, ...]) -> str:
        return "   ".join(quote(brief(text)) for text in texts)

    safety = f" ({page.fix} fix)" if page.fix else ""
    rows = [
        ("what", plain(page.what)),
        ("do", plain(page.help)),
        ("wrong", shown(page.wrong)),
        ("right", f"{shown(page.right)}{safety}" if page.right else ""),
        ("browsers", plain(page.browsers)),
        ("see", plain("; ".join(page.references))),
        ("more", page.url or ""),
    ]
    yield from ((label, text) for label, text in rows if text)


def _of_table(
    code: str,
    name: str,
    severity: Severity,
    title: str,
    help: str,  # noqa: A002  # the name in the table
    section: str = "",
    wrong: str = "",
    right: str = "",
) -> Page:
    columns = (tuple(filter(None, (text,))) for text in (wrong, right, section))
    wrongs, rights, references = columns
    return Page(code, name, severity, title, help, wrong=wrongs, right=rights, references=references)


def _of_rule(rule: Rule) -> Page:
    documentation = rule.page
    return Page(
        rule.code,
        rule.name,
        rule.severity,
        documentation.title,
        f"{documentation.description} {documentation.why}",
        wrong=documentation.examples,
        right=documentation.instead,
        browsers=_in_browsers(documentation.examples[0], documentation.instead),
        references=documentation.see,
    )


def _of_hint(hint: Hint) -> Page:
    """Return the page of a hint; its right example and fix are those of the wrong example's first fix,
    if it has one.
    """
    right: tuple[str, ...] = (hint.right,) if hint.right else ()
    fix = None
    title = hint.title or hint.message.replace("{char}", "this character")
    if hint.wrong:
        source = grammar(hint.grammar)
        fault = (source[hint.rule] if hint.rule else source.start).check(hint.wrong).fault
        if fault is not None:
            right = tuple(fix.text for fix in fault.fixes[:1]) or right
            fix = fault.fixes[0].applicability if fault.fixes else None
    return Page(
        hint.code,
        hint.name,
        "error",
        title,
        hint.why,
        hint.help,
        (hint.wrong,) if hint.wrong else (),
        right,
        fix,
        _in_browsers(hint.wrong, right) if hint.references else "",
        tuple(hint.section.split("; ")),
    )


def _in_browsers(text: str, right: tuple[str, ...]) -> str:
    """Return the action of browsers on a string, in words; "" where they go to the host of a right
    string, or to none.
    """
    read = read_in_browser(text)
    if read.refusal:
        return f"refuse it: {read.refusal}"
    if read.host == base().host:
        return "read it as a path on the site of the page that it stands in"
    meant = {read_in_browser(other).host for other in right}
    return f"go to the host {read.host}" if read.host and read.host not in meant else ""

"""`iri rule`: the pages of codes."""

from __future__ import annotations

from dataclasses import asdict

import click

from irigrammar.advice.codes import covers
from irigrammar.cli.options import format_option
from irigrammar.cli.output import sheet, show, write, write_rows
from irigrammar.report.pages import Page, page, page_lines, pages


@click.command("rule")
@click.argument("codes", nargs=-1, metavar="[CODE]...")
@click.option("--all", "whole", is_flag=True, help="Print every page.")
@format_option("text", "json", "jsonl")
def command(codes: tuple[str, ...], whole: bool, form: str) -> None:
    """Explain the codes of faults (F), advice (U, C, H, R, P), schemes (X), bidi checks (B), scans (S) and lint (L).

    CODE is a code or its name; a prefix such as F or C0 lists the codes that begin with it. Without CODE, list all.

    Exit status: 0, 2 for an unknown code.
    """
    selection = [*pages()] if whole or not codes else [page for code in codes for page in _pages_of(code)]
    if form != "text":
        rows = (asdict(page) | {"url": page.url} for page in selection)
        write_rows(rows, form, alone=len(codes) == 1 and len(selection) == 1)
    elif whole or (all(len(code) >= 4 for code in codes) and codes):
        width = sheet().width - 13
        write("\n".join("".join(f"{line}\n" for line in page_lines(page, width, show)) for page in selection))
    else:
        write("".join(f"{page.code}  {page.severity:<8} {show(page.title)}\n" for page in selection))


def _pages_of(code: str) -> list[Page]:
    """Return the pages that a code, a name or a prefix of codes means; raise `UnknownCode` for none."""
    several = [page for page in pages() if covers(code, page.code)] if len(code) < 4 else []
    return several or [page(code)]

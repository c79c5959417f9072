"""The steps of a conversion as a numbered table to read, and as JSON values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from irigrammar.faults.page import PLAIN, Sheet
from irigrammar.processing.trace import Step

__all__ = ["as_dicts", "as_table"]


def as_table(steps: Sequence[Step], sheet: Sheet = PLAIN) -> str:
    """Return steps as a table: number, section, text before and after, and why; each line ends in a line feed.

    >>> print(as_table([Step("RFC 3987, 3.1", "é", "%C3%A9", "not in URIs")]), end="")
      #  section        before  after   why
      1  RFC 3987, 3.1  é       %C3%A9  not in URIs
    """
    from io import StringIO

    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="")
    for name in ("#", "section", "before", "after", "why"):
        table.add_column(name, overflow="fold", no_wrap=name == "#")
    for number, step in enumerate(steps, 1):
        cells = (str(number), step.section, step.before, step.after, step.note)
        table.add_row(*(Text(sheet.show(cell)) for cell in cells))
    out = StringIO()
    Console(file=out, width=sheet.width, no_color=True, highlight=False, legacy_windows=False).print(table)
    return "".join(f"  {line.rstrip()}\n" for line in out.getvalue().splitlines())


def as_dicts(steps: Sequence[Step]) -> list[dict[str, Any]]:
    """Return steps as JSON has them.

    >>> as_dicts([Step("RFC 3986, 5.2.4", "/a/../b", "/b")])
    [{'section': 'RFC 3986, 5.2.4', 'before': '/a/../b', 'after': '/b', 'note': ''}]
    """
    return [step._asdict() for step in steps]

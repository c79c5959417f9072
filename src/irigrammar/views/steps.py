"""The steps of a conversion as a numbered table to read, and as JSON values."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from irigrammar.processing.trace import Step
from irigrammar.text.sheet import PLAIN, Sheet

_LONGEST = 240  # characters of a text that a table shows; what is left out is in JSON
_MOST = 500  # steps that a table shows
_SECTION = 24  # columns of sections that can be broken
_GLUE = "\ue000"  # a space of a text while the table is made, which breaks lines at others; `Sheet.show` leaves none
_BEFORE = 40  # of these, before the first that changed


def as_table(steps: Sequence[Step], sheet: Sheet = PLAIN) -> str:
    """Return steps as a table: number, section, text before and after, and why; each line ends in a line feed.

    Where steps say which text they are of, a column says it too. What did not change is "(unchanged)" after, text with
    white space at its ends is in quotation marks, and of a long one the part around the first change is shown. No steps
    give no table, and of very many the first are shown.

    >>> print(as_table([Step("RFC 3987, 3.1", "é", "%C3%A9", "not in URIs")]), end="")
      #  section        before  after   why
      1  RFC 3987, 3.1  é       %C3%A9  not in URIs
    """
    from io import StringIO

    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    if not steps:
        return ""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="")
    longest = max(len(step.section) for step in steps[:_MOST])
    word = max(len(word) for step in steps[:_MOST] for word in step.section.split())
    table.add_column("#", no_wrap=True)
    table.add_column("section", width=max(word, len("section"), min(longest, _SECTION)))
    several = any(step.of for step in steps[:_MOST])
    if several:
        table.add_column("of", no_wrap=True)
    for name in ("before", "after", "why"):
        table.add_column(name, overflow="fold")
    for number, step in enumerate(steps[:_MOST], 1):
        before, after = (text.replace(" ", _GLUE) for text in excerpts(step.before, step.after, sheet))
        after = "(unchanged)" if step.before == step.after else after
        of = [step.of or ""] if several else []
        table.add_row(*map(Text, (str(number), sheet.show(step.section), *of, before, after, sheet.show(step.note))))
    out = StringIO()
    Console(file=out, width=sheet.width - 2, no_color=True, highlight=False, legacy_windows=False).print(table)
    more = sheet.show(f"  … and {len(steps) - _MOST} more steps") + "\n" if len(steps) > _MOST else ""
    lines = out.getvalue().replace(_GLUE, " ").split("\n")[:-1]
    return "".join(f"  {line.rstrip()}\n" for line in lines) + more


def excerpts(before: str, after: str, sheet: Sheet = PLAIN) -> tuple[str, str]:
    """Return what is shown of two texts, of long ones the part around their first difference.

    >>> excerpts("", "a" * 300)[0], len(excerpts("", "a" * 300)[1])
    ('(empty)', 241)
    """
    start = 0
    if before != after and max(len(before), len(after)) > _LONGEST:
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, after, strict=False)))
        start = max(0, same - _BEFORE)
    return _cell(before, start, sheet), _cell(after, start, sheet)


def _cell(text: str, start: int, sheet: Sheet) -> str:
    end = start + _LONGEST
    shown = sheet.show(f"{'…' if start else ''}{text[start:end]}{'…' if end < len(text) else ''}")
    quoted = f'"{shown}"' if shown != shown.strip() else shown
    return quoted or "(empty)"


def as_dicts(steps: Sequence[Step]) -> list[dict[str, Any]]:
    """Return steps as JSON has them.

    >>> as_dicts([Step("RFC 3986, 5.2.4", "/a/../b", "/b")])
    [{'section': 'RFC 3986, 5.2.4', 'before': '/a/../b', 'after': '/b', 'note': '', 'of': None}]
    """
    return [step._asdict() for step in steps]

"""Results of conversions and comparisons, as text and as JSON values.

Also those of liberal splits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import takewhile
from typing import Any

from irigrammar.processing.compare import Comparison
from irigrammar.processing.liberal import Liberal
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
    white space at its ends is in quotation marks, and long ones are cut as `excerpts` does it. No steps give no table,
    and of very many the first are shown.

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
        note = f"deviation: {step.note}" if step.deviation else step.note
        table.add_row(*map(Text, (str(number), sheet.show(step.section), *of, before, after, sheet.show(note))))
    out = StringIO()
    Console(file=out, width=sheet.width - 2, no_color=True, highlight=False, legacy_windows=False).print(table)
    more = sheet.show(f"  … and {len(steps) - _MOST} more steps") + "\n" if len(steps) > _MOST else ""
    lines = out.getvalue().replace(_GLUE, " ").split("\n")[:-1]
    return "".join(f"  {line.rstrip()}\n" for line in lines) + more


def excerpts(before: str, after: str, sheet: Sheet = PLAIN) -> tuple[str, str]:
    """Return two texts for display, each cut after 240 characters; where one is longer, both begin 40 characters before
    their first difference, or at their start if they are equal. "…" is for parts left out, "(empty)" for an empty text.

    >>> excerpts("", "a" * 300)[0], len(excerpts("", "a" * 300)[1])
    ('(empty)', 241)
    """
    start = 0
    if before != after and max(len(before), len(after)) > _LONGEST:
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, after, strict=False)))
        start = max(0, same - _BEFORE)
    return _excerpt(before, start, sheet), _excerpt(after, start, sheet)


def _excerpt(text: str, start: int, sheet: Sheet) -> str:
    """Return a text from an offset on, cut after `_LONGEST` characters, for display: with "…" for the rest, in
    quotation marks if white space is at its ends, and "(empty)" for none.
    """
    end = start + _LONGEST
    shown = sheet.show(f"{'…' if start else ''}{text[start:end]}{'…' if end < len(text) else ''}")
    quoted = f'"{shown}"' if shown != shown.strip() else shown
    return quoted or "(empty)"


def as_dicts(steps: Sequence[Step]) -> list[dict[str, Any]]:
    """Return steps as JSON has them: their fields, the deviation as an object, or None.

    >>> as_dicts([Step("RFC 3986, 5.2.4", "/a/../b", "/b")])
    [{'section': 'RFC 3986, 5.2.4', 'before': '/a/../b', 'after': '/b', 'note': '', 'of': None, 'deviation': None}]
    """
    return [step._asdict() | {"deviation": step.deviation and step.deviation._asdict()} for step in steps]


# How each rung is said.
_RUNGS = {
    "identical": "as strings",
    "syntax": "by syntax",
    "scheme": "by scheme rules",
    "protocol": "by observed redirects",
}


def comparison_lines(
    comparison: Comparison, trace: Sequence[Step] | None = None, sheet: Sheet = PLAIN
) -> Iterator[str]:
    """Yield the verdict, where it is known the field that differs, and with a trace (may it be empty) the forms on each
    rung, long ones cut as `excerpts` does it, and the steps that led to them.

    >>> from irigrammar.processing.compare import compare
    >>> print("\\n".join(comparison_lines(compare("HTTP://EXAMPLE.com:80", "http://example.com/"))))
    equivalent by scheme rules (RFC 3987, 5.3.3); different as strings and by syntax
    """
    rungs = [f"{_RUNGS[rung.name]} ({rung.section})" for rung in comparison.steps]
    before = [_RUNGS[rung.name] for rung in comparison.steps if not rung.equal]
    if comparison:
        rest = f"; different {_and(before)}" if before else ""
        yield sheet.paint(f"equivalent {rungs[-1]}{rest}", "valid")
        if comparison.deviation:
            yield sheet.row("but", comparison.deviation)
    else:
        yield sheet.paint(f"different {_and(before)}", "error")
        difference = comparison.difference
        if difference is not None and difference.why and len(comparison.steps) > 1:  # it is known why it counts
            first, second = (sheet.show(text) for text in (difference.first, difference.second))
            yield sheet.row("differs", f'{difference.field}: "{first}" and "{second}"; {difference.why}')
    if trace is None:
        return
    for rung in comparison.steps:
        for label, form in zip((rung.name, ""), excerpts(rung.first, rung.second, sheet), strict=True):
            yield sheet.row(label, form)
    if trace:
        yield "steps:"
        yield from as_table(trace, sheet).splitlines()


def _and(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else words[0]


def comparison_dict(comparison: Comparison, trace: Sequence[Step] | None = None) -> dict[str, Any]:
    """Return the comparison as JSON has it, with the steps where a trace is given."""
    rungs = [rung._asdict() | {"equal": rung.equal} for rung in comparison.steps]
    result = {
        "rung": comparison.rung,
        "equivalent": comparison.equivalent,
        "first": comparison.first,
        "second": comparison.second,
        "rungs": rungs,
        "difference": None if comparison.difference is None else comparison.difference._asdict(),
        "deviation": comparison.deviation or None,
    }
    return result if trace is None else result | {"steps": as_dicts(trace)}


def change_lines(liberal: Liberal, trace: Sequence[Step] | None = None, sheet: Sheet = PLAIN) -> Iterator[str]:
    """Yield the changes, one a line: component, offset in the input, the change, and the section; then the steps.

    >>> from irigrammar.processing.liberal import split_liberal
    >>> print("\\n".join(change_lines(split_liberal("//h:x/ "))))
    changes:
      port  offset 4  "x" removed: a port has only digits (draft-weber-iri-guidelines-00, 5.2.3)
      path  offset 6  " " percent-encoded (draft-weber-iri-guidelines-00, 5.3)
    """
    if liberal.changes:
        yield sheet.paint("changes:", "warning")
    names = max((len(change.component) for change in liberal.changes), default=0)
    digits = max((len(str(change.offset)) for change in liberal.changes), default=0)
    for change in liberal.changes:
        place = f"{change.component:<{names}}  offset {change.offset:<{digits}}"
        yield f"  {place}  {sheet.show(change.what)} ({change.section})"
    if trace:
        yield "steps:"
        yield from as_table(trace, sheet).splitlines()


def change_dict(liberal: Liberal, trace: Sequence[Step] | None = None) -> dict[str, Any]:
    """Return components and changes as JSON has them, with the steps where a trace is given.

    >>> from irigrammar.processing.liberal import split_liberal
    >>> change_dict(split_liberal(":"))["changes"][0]["what"]
    '":" percent-encoded'
    """
    result = {"components": liberal.components.as_dict(), "changes": [asdict(change) for change in liberal.changes]}
    return result if trace is None else result | {"steps": as_dicts(trace)}

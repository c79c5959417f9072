"""A comparison as lines to read and as JSON values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from irigrammar.processing.compare import Comparison
from irigrammar.processing.trace import Step
from irigrammar.text.sheet import PLAIN, Sheet
from irigrammar.views.steps import as_dicts, as_table, excerpts

# How each rung is said.
_RUNGS = {
    "identical": "as strings",
    "syntax": "by syntax",
    "scheme": "by scheme rules",
    "protocol": "by observed redirects",
}


def as_lines(found: Comparison, trace: Sequence[Step] | None = None, sheet: Sheet = PLAIN) -> Iterator[str]:
    """Yield the verdict, and with a trace the forms on each rung, of long ones the part around their first difference,
    and the steps that led to them.

    >>> from irigrammar.processing.compare import compare
    >>> print("\\n".join(as_lines(compare("HTTP://EXAMPLE.com:80", "http://example.com/"))))
    equivalent by scheme rules (RFC 3987, 5.3.3); different as strings and by syntax
    """
    tried = [f"{_RUNGS[rung.name]} ({rung.section})" for rung in found.steps]
    before = [_RUNGS[rung.name] for rung in found.steps if not rung.equal]
    if found:
        rest = f"; different {_and(before)}" if before else ""
        yield sheet.paint(f"equivalent {tried[-1]}{rest}", "valid")
    else:
        yield sheet.paint(f"different {_and(before)}", "error")
    if trace is None:
        return
    for rung in found.steps:
        for label, form in zip((rung.name, ""), excerpts(rung.first, rung.second, sheet), strict=True):
            yield sheet.row(label, form)
    if trace:
        yield "steps:"
        yield from as_table(trace, sheet).splitlines()


def _and(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else words[0]


def as_dict(found: Comparison, trace: Sequence[Step] | None = None) -> dict[str, Any]:
    """Return the comparison as JSON has it, with the steps where a trace is given."""
    rungs = [rung._asdict() | {"equal": rung.equal} for rung in found.steps]
    made = {"rung": found.rung, "first": found.first, "second": found.second, "rungs": rungs}
    return made if trace is None else made | {"steps": as_dicts(trace)}

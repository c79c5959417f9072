"""What a liberal split repaired, as lines to read and as JSON values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from irigrammar.processing.liberal import Liberal
from irigrammar.processing.trace import Step
from irigrammar.text.sheet import PLAIN, Sheet
from irigrammar.views.steps import as_dicts, as_table


def as_lines(found: Liberal, trace: Sequence[Step] | None = None, sheet: Sheet = PLAIN) -> Iterator[str]:
    """Yield the repairs, one a line: component, offset in the input, what was done, and the section; then the steps.

    >>> from irigrammar.processing.liberal import split_liberal
    >>> print("\\n".join(as_lines(split_liberal("//h:x/ "))))
    repairs:
      port  offset 4  "x" left out: a port is digits (draft-weber-iri-guidelines-00, 5.2.3)
      path  offset 6  " " percent-encoded (draft-weber-iri-guidelines-00, 5.3)
    """
    if found.repairs:
        yield sheet.paint("repairs:", "warning")
    names = max((len(one.component) for one in found.repairs), default=0)
    digits = max((len(str(one.offset)) for one in found.repairs), default=0)
    for one in found.repairs:
        place = f"{one.component:<{names}}  offset {one.offset:<{digits}}"
        yield f"  {place}  {sheet.show(one.what)} ({one.section})"
    if trace:
        yield "steps:"
        yield from as_table(trace, sheet).splitlines()


def as_dict(found: Liberal, trace: Sequence[Step] | None = None) -> dict[str, Any]:
    """Return components and repairs as JSON has them, with the steps where a trace is given.

    >>> from irigrammar.processing.liberal import split_liberal
    >>> as_dict(split_liberal(":"))["repairs"][0]["what"]
    '":" percent-encoded'
    """
    repairs = [
        {"component": one.component, "offset": one.offset, "what": one.what, "section": one.section}
        for one in found.repairs
    ]
    made = {"components": found.components._asdict(), "repairs": repairs}
    return made if trace is None else made | {"steps": as_dicts(trace)}

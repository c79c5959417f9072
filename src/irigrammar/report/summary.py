"""The summary of many checks: counts and examples of each code.

How many of its texts the first fix repairs is part of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Literal

from irigrammar.dataclass import dataclass, field
from irigrammar.report.formats import Paint, TextReporter
from irigrammar.report.record import Record
from irigrammar.text.names import brief, visible

_EXAMPLES = 3  # for each code
_KNOWN, _KNOWN_LENGTH = 4_096, 1_000  # texts whose code is cached, and the length in characters up to which they are
_GRADES = ("safe", "unsafe", "display", "none")  # of the first fix; "none" without one

Form = Literal["text", "json", "jsonl"]


@dataclass(slots=True)
class _Tally:
    """The texts with a code: how many by the grade of their first fix, and the first distinct ones, as reported."""

    code: str
    grades: Counter[str] = field(default_factory=Counter)
    examples: list[str] = field(default_factory=list)

    @property
    def repaired(self) -> int:
        """The number of texts whose first fix may be written."""
        return self.grades["safe"] + self.grades["unsafe"]


class SummaryReporter:
    """The faults of all texts together: for each code, the most frequent first, the number of texts, at most three
    of them, and the share that the first fix repairs, as text, one JSON object, or a JSON line for each code; then the
    counts of valid and invalid ones.

    A first fix repairs a text if it may be written, safe or not: a "display" fix is a guess. `paint` and `encoding` are
    those of `TextReporter`. Its size does not depend on the number of texts.
    """

    def __init__(self, form: Form, write: Callable[[str], object], paint: Paint, encoding: str = "utf-8") -> None:
        self._form = form
        self._write = write
        self._paint = paint
        self._encoding = encoding
        self._tallies: dict[str, _Tally] = {}
        self._known: dict[str | bytes, tuple[_Tally, str]] = {}
        self._empty = 0

    def again(self, text: str | bytes) -> bool:
        """Count a text as before, if it was added not too long ago; return whether it was."""
        known = self._known.get(text)
        if known is not None:
            known[0].grades[known[1]] += 1
        return known is not None

    def add(self, record: Record, text: str | bytes | None = None) -> None:
        """Count a record that has a code; `text` is its text unmasked, for `again`."""
        if record.code is None:
            return
        tally = self._tallies.setdefault(record.code, _Tally(record.code))
        grade = record.fixes[0].applicability if record.fixes else _GRADES[-1]
        tally.grades[grade] += 1
        if len(tally.examples) < _EXAMPLES:
            shown = brief(record.text or "", self._show if self._form == "text" else str)
            if shown not in tally.examples:
                tally.examples.append(shown)
        if text is not None and len(text) <= _KNOWN_LENGTH:
            if len(self._known) >= _KNOWN:
                del self._known[next(iter(self._known))]
            self._known[text] = tally, grade

    def add_empty(self, count: int) -> None:
        """Count empty cells, which are neither valid nor invalid."""
        self._empty += count

    def finish(self, valid: int, invalid: int, unit: str) -> None:
        """Write the summary and the counts; `unit` names the counted things."""
        rows = sorted(self._tallies.values(), key=lambda tally: (-tally.grades.total(), tally.code))
        if self._form == "text":
            self._write("".join(f"{line}\n" for line in self._lines(rows)))
            TextReporter(self._write, self._paint, self._encoding).finish(valid, invalid, unit)
            return
        from json import dumps

        codes = [_as_dict(tally) for tally in rows]
        if self._form == "jsonl":
            self._write("".join(f"{dumps(row)}\n" for row in codes))
            return
        counts = {"valid": valid, "invalid": invalid, "unit": unit}
        self._write(dumps({"findings": []} | counts | {"empty": self._empty, "codes": codes}) + "\n")

    def _lines(self, rows: list[_Tally]) -> Iterator[str]:
        """Yield the lines of each code, its examples indented, then those of the fixes of all and of empty cells."""
        width = max((len(f"{tally.grades.total():,}") for tally in rows), default=0)
        for tally in rows:
            count = f"{tally.grades.total():>{width},}"
            yield f"{count}  {self._paint(f'{tally.code} {self._show(_title(tally.code))}', 'error')}"
            yield f"{'':{width}}  {_repairs(tally.grades.total(), tally.repaired, tally.grades['safe'])}"
            yield from (f"{'':{width}}    {example}" for example in tally.examples)
        if len(rows) > 1:
            total, repaired, safe = (
                sum(numbers)
                for numbers in zip(
                    *((tally.grades.total(), tally.repaired, tally.grades["safe"]) for tally in rows), strict=True
                )
            )
            yield f"of all {total:,}, {_repairs(total, repaired, safe)}"
        if self._empty:
            yield f"{self._empty:,} empty {'cell' if self._empty == 1 else 'cells'}"

    def _show(self, text: str) -> str:
        return visible(text, self._encoding)


def _as_dict(tally: _Tally) -> dict[str, Any]:
    """Return the summary of a code as JSON has it; `first_fix` counts texts by the applicability of the first fix."""
    from irigrammar.report.pages import page

    about, count = page(tally.code), tally.grades.total()
    return {
        "code": tally.code,
        "name": about.name,
        "title": about.title,
        "count": count,
        "examples": tally.examples,
        "first_fix": {grade: tally.grades[grade] for grade in _GRADES},
        "repaired": round(tally.repaired / count, 4),
    }


def _title(code: str) -> str:
    from irigrammar.report.pages import page

    return page(code).title.removesuffix(".")


def _repairs(total: int, repaired: int, safe: int) -> str:
    """Return in words which share of texts the first fix repairs, and for which of them it is safe.

    >>> _repairs(200, 199, 24), _repairs(3, 0, 0)
    ('the first fix repairs 99 % (12 % safely)', 'no first fix repairs any')
    """
    if not repaired:
        return "no first fix repairs any"
    return f"the first fix repairs {_share(repaired, total)} ({_share(safe, total)} safely)"


def _share(part: int, total: int) -> str:
    """Return a share in percent, where 0 and 100 mean none and all.

    >>> _share(1, 1_000), _share(999, 1_000), _share(2, 3), _share(3, 3)
    ('1 %', '99 %', '67 %', '100 %')
    """
    whole = round(100 * part / total)
    return f"{min(max(whole, 1), 99) if 0 < part < total else whole} %"

"""A bidirectional IRI as text.

Logical order, visual order with brackets below components, findings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any

from irigrammar.bidi.components import Component
from irigrammar.bidi.display import Shown
from irigrammar.bidi.notation import Symbol
from irigrammar.dataclass import NamedTuple, dataclass, field
from irigrammar.finding import Finding
from irigrammar.text.bidi_classes import moves
from irigrammar.text.caret import columns
from irigrammar.text.names import can_encode, column, visible_characters
from irigrammar.text.sheet import PLAIN, Sheet

_LABEL = 13  # columns before what a row says
_LONGEST = 240  # characters of a fix that are shown; JSON has all of it
# Makes a terminal that reorders show the characters from left to right as they come, as others do anyway.
_OVERRIDE, _POP = "\N{LEFT-TO-RIGHT OVERRIDE}", "\N{POP DIRECTIONAL FORMATTING}"
_FIELDS = ("code", "name", "severity", "start", "end", "message", "section")  # of a finding in JSON
_BRACKETS = ("└", "─", "┘", "┴"), ("[", "-", "]", "|")


@dataclass(frozen=True, slots=True)
class View:
    """A reference with its components and findings, and how it is shown.

    `display` is the text that is shown, the same as `text` unless some of it had to be percent-encoded, and `parts`
    are its components. `spell` writes texts, in Bidi Notation for example.
    """

    text: str
    components: Sequence[Component]
    findings: Sequence[Finding]
    display: str
    parts: Sequence[Component]
    shown: Sequence[Shown]
    spell: Callable[[str], str] = field(default=str, compare=False)


class _Cell(NamedTuple):
    """The content of a place, and the number of its component, None where it is in none."""

    text: str
    component: int | None


def as_lines(view: View, sheet: Sheet = PLAIN) -> Iterator[str]:
    """Yield a view as lines.

    Brackets below the visual order show where each component is; one in pieces has several. Where components are in
    pieces or in another order than in the text, they have numbers.

    >>> from irigrammar.bidi import components, findings
    >>> from irigrammar.bidi.display import visual_line
    >>> parts = components("a/\\u05d0\\u05d1")
    >>> text = "a/\\u05d0\\u05d1"
    >>> view = View(text, parts, findings(text), text, parts, visual_line(text), str)
    >>> [line.replace("\\u05d1\\u05d0", "BA") for line in as_lines(view)][1:]
    ['  visual     \\u202da/BA\\u202c', '             ┴ └┘']
    """
    logical = _cells([Shown(index, char) for index, char in enumerate(view.text)], view.components, view, sheet)
    visual = _cells(view.shown, view.parts, view, sheet)
    order = [number for number, _ in groupby(cell.component for cell in visual) if number is not None]
    has_numbers = order != sorted(set(order))
    yield from _row("logical", logical, sheet, brackets=has_numbers, has_numbers=has_numbers)
    yield from _row("visual", visual, sheet, brackets=True, has_numbers=has_numbers)
    yield from _finding_lines(view, sheet)


def _cells(shown: Sequence[Shown], components: Sequence[Component], view: View, sheet: Sheet) -> list[_Cell]:
    """Return a cell for each character in the order of display, with the number, from 1, of its component or None."""
    inside: dict[int, int] = {}
    for number, component in enumerate(components, 1):
        inside |= dict.fromkeys(range(component.start, component.end), number)
    texts = visible_characters(view.spell("".join(item.char for item in shown)), sheet.encoding)
    return [_Cell(text, inside.get(item.offset)) for text, item in zip(texts, shown, strict=True)]


def _row(label: str, cells: list[_Cell], sheet: Sheet, *, brackets: bool, has_numbers: bool) -> Iterator[str]:
    """Yield the rows of cells, wrapped to the sheet's width, and below each its brackets and numbers if
    there are any.
    """
    for line in _wrap_cells(cells, sheet.width - _LABEL):
        text = "".join(cell.text for cell in line)
        yield sheet.row(label, f"{_OVERRIDE}{text}{_POP}" if moves(text) else text or "(empty)")
        if brackets:
            below = _below(line, sheet, has_numbers=has_numbers)
            yield from (sheet.row("", part) for part in below if part.strip())
        label = ""


def _wrap_cells(cells: list[_Cell], room: int) -> Iterator[list[_Cell]]:
    """Yield the cells in lines of at most `room` columns (a cell that is wider has its own); one empty line for no
    cells.
    """
    line: list[_Cell] = []
    line_width = 0
    for cell in cells:
        width = columns(cell.text)
        if line and line_width + width > room:
            yield line
            line, line_width = [], 0
        line.append(cell)
        line_width += width
    yield line


def _below(line: list[_Cell], sheet: Sheet, *, has_numbers: bool) -> tuple[str, str]:
    """Return the brackets and the numbers of components below a line of cells, each as one string, "" for none; a
    number for which there is no room is left out.
    """
    opening, middle, closing, single = _BRACKETS[not can_encode("".join(_BRACKETS[0]), sheet.encoding)]
    marks = numbers = ""
    column = 0
    for number, group in groupby(line, lambda cell: cell.component):
        width = sum(columns(cell.text) for cell in group)
        if number is not None and width:
            mark = single if width == 1 else f"{opening}{middle * (width - 2)}{closing}"
            marks = f"{marks:<{column}}{mark}"
            start = max(column, len(numbers) + 1) if numbers else column
            if has_numbers and start + len(str(number)) <= column + width:
                numbers = f"{numbers:<{start}}{number}"
        column += width
    return marks, numbers


def _finding_lines(view: View, sheet: Sheet) -> Iterator[str]:
    """Yield the wrapped lines of the findings, and a "try" row for each different fix, cut where it is long, with the
    codes that it is for.
    """
    codes: dict[str, dict[str, None]] = {}
    for finding in view.findings:
        place = column(view.text, finding.start, finding.end)
        words = f"{finding.code} {finding.message} ({place}; {finding.section})"
        first, *rest = sheet.wrap(finding.severity, sheet.show(words))
        role = {"error": "error", "warning": "warning", "advice": "note"}[finding.severity]
        yield first.replace(finding.severity, sheet.paint(finding.severity, role), 1)
        yield from rest
        if finding.fix is not None:
            codes.setdefault(finding.fix, {})[finding.code] = None
    label = "try"
    for fix, codes_of_fix in codes.items():
        shown = view.spell(fix)
        cut = f"{shown[:_LONGEST]}…" if len(shown) > _LONGEST else shown
        yield sheet.row(label, f"{sheet.paint(sheet.show(cut), 'valid')}   for {', '.join(codes_of_fix)}")
        label = ""


def as_dict(view: View) -> dict[str, Any]:
    """Return a view for JSON: text, visual, components and findings, with offsets in code points of the text."""
    spell = view.spell
    return {
        "text": spell(view.text),
        "visual": spell("".join(item.char for item in view.shown)),
        "components": [
            {
                "rule": component.rule,
                "start": component.start,
                "end": component.end,
                "text": spell(view.text[component.start : component.end]),
            }
            for component in view.components
        ],
        "findings": [
            {field: getattr(finding, field) for field in _FIELDS} | {"fix": finding.fix and spell(finding.fix)}
            for finding in view.findings
        ],
    }


def symbol_lines(symbols: Sequence[Symbol], sheet: Sheet = PLAIN) -> Iterator[str]:
    """Yield the table of symbols (draft-ietf-iri-bidi-guidelines-03, appendix A).

    >>> from irigrammar.bidi import symbols
    >>> print("\\n".join([*symbol_lines(symbols())][:2]))
    char  code point  bidi class  name                  syntax
    "#"   U+0023      ET          NUMBER SIGN           gen-delims
    """
    width = max(len(symbol.name) for symbol in symbols)
    yield sheet.paint(f"char  code point  bidi class  {'name':<{width}}  syntax", "faint")
    for symbol in symbols:
        quote = "'" if symbol.char == '"' else '"'
        shown = f"{quote}{symbol.char}{quote}"
        code = f"U+{ord(symbol.char):04X}"
        yield f"{shown}   {code}      {symbol.bidi_class:<10}  {symbol.name:<{width}}  {symbol.syntax}"

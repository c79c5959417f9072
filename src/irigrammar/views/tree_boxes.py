"""A parse tree over its string, in the cells of a terminal: each production is a bracket over its characters."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from irigrammar.engines.node import Node
from irigrammar.text.canvas import BLANK, Cell, cells, fitted, line
from irigrammar.text.caret import columns
from irigrammar.text.names import can_encode, ellipsis, visible_characters
from irigrammar.text.sheet import PLAIN, Sheet
from irigrammar.views.tree import Children, children_of
from irigrammar.views.tree_picture import Part, Spread, spread

_LIMIT = 2_000  # code points that are shown


def as_boxes(
    node: Node, sheet: Sheet = PLAIN, *, children: Children = children_of, depth: int | None = None
) -> Iterator[str]:
    """Yield a tree as lines: a row of brackets for each level, and the string below.

    A string that takes more than `sheet.width` columns goes on further below; brackets that go on are open at that end.
    Of a very long one the beginning is shown, and how much is left out. A space is shown as U+2420 where that can be.

    >>> import irigrammar
    >>> print("\\n".join(as_boxes(irigrammar.grammar("rfc3986")["port"].parse("80"))))
    ┌─── port ───┐
    ┌DIGIT┐┌DIGIT┐
       8      0
    """
    text = _Text(node.value[:_LIMIT], node.start, sheet.encoding)
    made = spread(node, lambda rule: columns(rule) + 2, text.width, children=children, depth=depth, limit=_LIMIT)
    drawing = _Drawing(made, text, sheet)
    start, width = 0, int(made.width)
    while start < width:
        end = drawing.cut(start, sheet.width)
        if start:
            yield ""
        yield from drawing.lines(start, end)
        start = end
    if made.rest:
        yield f"({made.rest:,} more character{'s' if made.rest > 1 else ''})"


class _Text:
    """A string that begins at an offset, as it is shown."""

    def __init__(self, text: str, offset: int, encoding: str) -> None:
        self._text = text
        self._offset = offset
        self._shown = visible_characters(text, encoding)
        self._space = "␠" if can_encode("␠", encoding) else "\\u{20}"

    def cells(self, start: int, end: int) -> list[Cell]:
        """Return the cells of a part, which begins with a cell of its own."""
        found: list[Cell] = []
        for at in range(start - self._offset, end - self._offset):
            shown = self._space if self._text[at] == " " else self._shown[at]
            if not found and not columns(shown):
                shown = f"\\u{{{ord(self._text[at]):X}}}"
            if columns(shown):
                found += cells(shown, "valid")
            else:
                last = max(place for place, cell in enumerate(found[-2:], max(len(found) - 2, 0)) if cell.text)
                found[last] = Cell(found[last].text + shown, "valid")
        return found

    def width(self, start: int, end: int) -> int:
        """Return how many columns a part takes."""
        return len(self.cells(start, end))


class _Drawing:
    """Draws a tree that is spread over its string, in pieces between two columns."""

    def __init__(self, made: Spread, text: _Text, sheet: Sheet) -> None:
        self.made = made
        self.sheet = sheet
        self.dots = ellipsis(sheet.show)
        self.signs = tuple("┌─┐" if all(can_encode(sign, sheet.encoding) for sign in "┌─┐") else "[-]")
        self.width = int(made.width)
        self.row = [BLANK] * self.width
        # How many boxes and runs a cut at each column would go through.
        changes = [0] * (self.width + 2)
        for one in made.parts:
            changes[int(one.x) + 1] += 1
            changes[int(one.x) + int(one.width)] -= 1
            if not one.rule:
                self.row[int(one.x) : int(one.x) + int(one.width)] = text.cells(one.start, one.end)
        self.cost = list(accumulate(changes))

    def cut(self, start: int, room: int) -> int:
        """Return the column where a line that begins at one ends: where the fewest brackets are cut, near its end."""
        if self.width - start <= room:
            return self.width
        places = range(start + room * 2 // 3, start + room + 1)
        whole = [at for at in places if self.row[at].text] or [start + room]
        return min(whole, key=lambda at: (self.cost[at], -at))

    def lines(self, start: int, end: int) -> Iterator[str]:
        """Yield the rows of brackets and the string, from one column to another."""
        rows = [[BLANK] * (end - start) for _ in range(self.made.levels)]
        for box in (part for part in self.made.parts if part.rule):
            low, high = int(box.x), int(box.x) + int(box.width)
            if low < end and high > start:
                first, last = max(low, start), min(high, end)
                rows[box.level][first - start : last - start] = self._bracket(
                    box, low >= start, high <= end, last - first
                )
        for row in (*rows, self.row[start:end]):
            yield line(row, self.sheet.paint, self.sheet.encoding)

    def _bracket(self, box: Part, opens: bool, closes: bool, width: int) -> list[Cell]:
        left, flat, right = self.signs
        room = width - 2
        name = fitted(box.rule, room, self.dots) if room > columns(self.dots) else ""
        free = room - columns(name)
        if free >= 4 and name:
            name, free = f" {name} ", free - 2
        middle = [*cells(flat * (free // 2), "faint"), *cells(name, "note"), *cells(flat * (free - free // 2), "faint")]
        ends = [Cell(left if opens else flat, "faint"), Cell(right if closes else flat, "faint")]
        return [ends[0], *middle, ends[1]][:width]

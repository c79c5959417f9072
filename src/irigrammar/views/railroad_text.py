"""Railroad diagrams in the cells of a terminal.

A track is read from left to right. It turns to the left only where it goes back in a loop, or on to the next line; an
arrow is there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from irigrammar.dataclass import dataclass
from irigrammar.learn.diagram import Choice, Diagram, Loop, Nonterminal, Noted, Option, Terminal, Track, Words, bounds
from irigrammar.text.canvas import BLANK, Cell, cells, fit, line, wide
from irigrammar.text.names import can_encode, ellipsis, visible
from irigrammar.text.sheet import PLAIN, Sheet, wrap_lines

_RAIL = "faint"
_LEAST = 24  # columns, however deep
_COMMENT = 40  # columns


def lines(diagram: Diagram, sheet: Sheet = PLAIN) -> Iterator[str]:
    """Yield the lines of a diagram, of at most `sheet.width` columns where its labels allow that; a comment on
    the whole of it comes first.

    >>> from irigrammar.shipped import loader as catalog
    >>> from irigrammar.learn.diagram import diagram
    >>> uri = catalog.load("rfc3986")
    >>> print("\\n".join(lines(diagram(uri, uri["path-absolute"]))))
    ●─ "/" ──┬────────────────────────────────────────┬─●
             └─ segment-nz ──┬──────────────────────┬─┘
                             └─┬─ "/" ── segment ─┬─┘
                               └◀─────────────────┘
    """
    if isinstance(diagram, Noted):  # of the whole rule
        for words in wrap_lines(sheet.show(diagram.comment), sheet.width - 2, breaks_words=True):
            yield sheet.paint(f"; {words}", "faint")
        diagram = diagram.item
    block = _Drawing(sheet).block(diagram, sheet.width - 4)
    end = signs_of(sheet)
    for index, row in enumerate(block.rows):
        start_cells = [end.dot, end.flat] if index == block.entry else [BLANK, BLANK]
        right = [end.flat, end.dot] if index == block.exit else []
        yield line([*start_cells, *row, *right], sheet.paint, sheet.encoding)


@dataclass(frozen=True, slots=True)
class _Signs:
    flat: Cell
    upright: Cell
    back: Cell
    dot: Cell
    fork: Cell  # from the left, on and down
    left_edge: Cell  # on the left of the middle rows of a choice
    right: Cell
    up_right: Cell
    up_left: Cell
    down_left: Cell
    down_right: Cell


def signs_of(sheet: Sheet) -> _Signs:
    """Return the signs of tracks that the sheet's encoding has."""
    boxes = "─│◀●┬├┤└┘┐┌"
    drawn = boxes if all(can_encode(sign, sheet.encoding) for sign in boxes) else "-|<o+++++++"
    return _Signs(*(Cell(sign, _RAIL) for sign in drawn))


@dataclass(frozen=True, slots=True)
class _Block:
    """A part of the picture: rows of the same width, and those in which the track comes in and goes out."""

    rows: list[list[Cell]]
    entry: int
    exit: int

    @property
    def width(self) -> int:
        return len(self.rows[0])


class _Drawing:
    """Draws diagrams on a sheet."""

    def __init__(self, sheet: Sheet) -> None:
        self.signs = signs_of(sheet)
        self.show = sheet.show
        self.dots = ellipsis(sheet.show)

    def block(self, item: Diagram, room: int) -> _Block:
        """Return the drawing of a diagram, in `room` columns where that is possible (at least `_LEAST`)."""
        room = max(room, _LEAST)
        match item:
            case Terminal(text):
                return self._label(text, "valid", room)
            case Nonterminal(name, is_linked):
                return self._label(name if is_linked else f"{name}?", "note" if is_linked else "error", room)
            case Words(text):
                return self._label(visible(text), "faint", room)
            case Track(parts):
                return self._track([self.block(part, room - 3) for part in parts], room)
            case Choice(parts):
                return self._choice([self.block(part, room - 4) for part in parts])
            case Option(Choice(parts)):
                return self._choice([self._flat(1), *(self.block(part, room - 4) for part in parts)])
            case Option(inner):
                return self._choice([self._flat(1), self.block(inner, room - 4)])
            case Loop(inner, separator):
                words = bounds(item)
                back = [self._label(f"({words})", "faint", room)] if words else []
                back += [self.block(separator, room - 4)] if separator else []
                return self._loop(self.block(inner, room - 4), back)
            case Noted(inner, comment):
                caption = self._label(f"; {fit(self.show(comment), _COMMENT, self.dots)}", "faint", room)
                return self._track([self.block(inner, room - 3), caption], room)

    def _flat(self, width: int) -> _Block:
        return _Block([[self.signs.flat] * width], 0, 0)

    def _label(self, text: str, role: str, room: int) -> _Block:
        return _Block([[BLANK, *cells(fit(text, room - 2, self.dots), role), BLANK]], 0, 0)

    def _track(self, parts: list[_Block], room: int) -> _Block:
        """Return blocks joined one after the other, on several lines if they take more than `room` columns; a line for
        none.
        """
        if not parts:
            return self._flat(1)
        rows: list[list[_Block]] = [[]]
        width = 0
        for part in parts:
            if rows[-1] and width + 2 + part.width > room:
                rows.append([])
                width = 0
            width += part.width + (2 if rows[-1] else 0)
            rows[-1].append(part)
        return self._stack([self._join(row) for row in rows])

    def _join(self, parts: Sequence[_Block]) -> _Block:
        """Return parts side by side, the track of each where that of the one before it ends."""
        result = parts[0]
        for part in parts[1:]:
            result = self._beside(self._beside(result, self._flat(2)), part)
        return result

    def _beside(self, first: _Block, second: _Block) -> _Block:
        """Return two blocks side by side, the first one's exit joined to the second one's entry."""
        drop = first.exit - second.entry  # how much lower the second one begins; each one comes in at its first row
        bottom = max(len(first.rows), drop + len(second.rows))
        rows = [
            (first.rows[index] if index < len(first.rows) else [BLANK] * first.width)
            + (second.rows[index - drop] if 0 <= index - drop < len(second.rows) else [BLANK] * second.width)
            for index in range(bottom)
        ]
        return _Block(rows, first.entry, second.exit + drop)

    def _stack(self, blocks: Sequence[_Block]) -> _Block:
        """Return blocks one below the other, with a track back from each to the next; the only one as it is."""
        if len(blocks) == 1:
            return blocks[0]
        signs = self.signs
        width = max(block.width for block in blocks)
        rows: list[list[Cell]] = []
        entry = leave = 0
        for number, block in enumerate(blocks):
            first, last = number == 0, number == len(blocks) - 1
            start = len(rows)
            for index, row in enumerate(self._widen(block, width).rows):
                lead = trail = BLANK
                if index == block.entry:
                    lead = signs.flat if first else signs.up_right
                elif index < block.entry and not first:
                    lead = signs.upright
                if index == block.exit:
                    trail = signs.flat if last else signs.down_left
                elif index > block.exit and not last:
                    trail = signs.upright
                rows.append([lead, *row, trail])
            entry = start + block.entry if first else entry
            leave = start + block.exit
            if not last:
                rows.append([signs.down_right, signs.back, *[signs.flat] * (width - 1), signs.up_left])
        return _Block(rows, entry, leave)

    def _widen(self, block: _Block, width: int) -> _Block:
        """Return a block as wide as `width`, with the track drawn on at its exit."""
        filler = [self.signs.flat if index == block.exit else BLANK for index in range(len(block.rows))]
        rows = [wide(row, width, filler[index]) for index, row in enumerate(block.rows)]
        return _Block(rows, block.entry, block.exit)

    def _choice(self, blocks: Sequence[_Block]) -> _Block:
        """Return blocks one below the other as alternatives; the first is on the main track."""
        signs = self.signs
        width = max(block.width for block in blocks)
        rows: list[list[Cell]] = []
        for number, block in enumerate(blocks):
            first, last = number == 0, number == len(blocks) - 1
            for index, row in enumerate(self._widen(block, width).rows):
                lead = self._post(index - block.entry, first, last, signs.left_edge, signs.up_right)
                trail = self._post(index - block.exit, first, last, signs.right, signs.up_left)
                sides = signs.flat if index == block.entry else BLANK, signs.flat if index == block.exit else BLANK
                rows.append([lead, sides[0], *row, sides[1], trail])
        return _Block(rows, blocks[0].entry, blocks[0].exit)

    def _post(self, below: int, first: bool, last: bool, middle: Cell, end: Cell) -> Cell:
        """Return the cell beside an alternative at a row `below` its track (negative above it): a turn, a fork, the
        track or blank.
        """
        if below == 0:
            return self.signs.fork if first else end if last else middle
        return BLANK if (below < 0 and first) or (below > 0 and last) else self.signs.upright

    def _loop(self, inner: _Block, back: list[_Block]) -> _Block:
        """Return a block with a track back under it, on which `back` stands, from right to left, each part with its
        first row only.
        """
        signs = self.signs
        way = self._join(back) if back else self._flat(0)
        width = max(inner.width, way.width)
        rows = []
        for index, row in enumerate(self._widen(inner, width).rows):
            lead = signs.fork if index == inner.entry else signs.upright if index > inner.entry else BLANK
            trail = signs.fork if index == inner.exit else signs.upright if index > inner.exit else BLANK
            sides = signs.flat if index == inner.entry else BLANK, signs.flat if index == inner.exit else BLANK
            rows.append([lead, sides[0], *row, sides[1], trail])
        back_row = [signs.back, *wide(way.rows[0] if back else [], width, signs.flat), signs.flat]
        rows.append([signs.up_right, *back_row, signs.up_left])
        return _Block(rows, inner.entry, inner.exit)

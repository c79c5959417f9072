"""A parse tree over its string, as SVG and as brackets in a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape
from itertools import accumulate

from irigrammar.dataclass import dataclass, replace
from irigrammar.engines.node import Node
from irigrammar.text.canvas import BLANK, Cell, cells, fit, line
from irigrammar.text.caret import columns
from irigrammar.text.names import can_encode, ellipsis, quoted, visible, visible_characters
from irigrammar.text.sheet import PLAIN, Sheet
from irigrammar.views.colours import STYLE
from irigrammar.views.tree import Children, children_of


@dataclass(frozen=True, slots=True)
class Part:
    """A node, or with "" for `rule` characters that no shown node has for itself.

    `start` and `end` are offsets in code points, the end exclusive; `level` counts from 0; `parent` is the number of
    the part that it is in, -1 for the root; `x` is where it begins.
    """

    rule: str
    start: int
    end: int
    level: int
    parent: int
    x: float = 0
    width: float = 0

    @property
    def middle(self) -> float:
        """The x of the middle."""
        return self.x + self.width / 2


def spread(
    node: Node,
    name_width: Callable[[str], float],
    text_width: Callable[[int, int], float],
    *,
    gap: float = 0,
    children: Children = children_of,
    depth: int | None = None,
    limit: int | None = None,
) -> tuple[Part, ...]:
    """Return a tree spread over its string, of which `limit` code points at most are shown: the parts, each before
    those inside it and from left to right.

    `name_width` is the width of a node of that name, `text_width` that of the string from one offset to another, `gap`
    what is free between neighbours; `depth` counts the levels below the root that are shown, all for None.

    >>> import irigrammar
    >>> places = spread(irigrammar.grammar("rfc3986")["port"].parse("80"), len, lambda start, end: end - start)
    >>> [(part.rule, part.x, part.width) for part in places]
    [('port', 0, 10), ('DIGIT', 0.0, 5), ('', 2.0, 1), ('DIGIT', 5.0, 5), ('', 7.0, 1)]
    """
    stop = node.end if limit is None else min(node.end, node.start + limit)
    parts: list[Part] = []
    inside: list[list[int]] = []  # the numbers of the parts in each
    todo: list[tuple[Node | tuple[int, int], int, int]] = [(node, -1, 0)]
    while todo:
        subtree, parent, level = todo.pop()
        number = len(parts)
        inside.append([])
        if parent >= 0:
            inside[parent].append(number)
        if isinstance(subtree, tuple):
            parts.append(Part("", *subtree, level, parent))
            continue
        parts.append(Part(subtree.rule, subtree.start, min(subtree.end, stop), level, parent))
        shown = depth is None or level < depth
        below = [child for child in (children(subtree) if shown else ()) if child.rule and child.start <= stop]
        todo += [(piece, number, level + 1) for piece in reversed(_pieces(parts[number], below, stop))]
    ends_by_level = [0.0] * len(parts)
    for number in reversed(range(len(parts))):  # widths from the inside out, then places: what is in a part is centred
        part = parts[number]
        if part.rule:
            ends_by_level[number] = sum(parts[child].width for child in inside[number]) + gap * max(
                len(inside[number]) - 1, 0
            )
            width = max(ends_by_level[number], name_width(part.rule))
        else:
            width = text_width(part.start, part.end)
        parts[number] = replace(part, width=width)
    for number, part in enumerate(parts):
        x = part.x + (part.width - ends_by_level[number]) / 2
        for child in inside[number]:
            parts[child] = replace(parts[child], x=x)
            x += parts[child].width + gap
    return tuple(parts)


def _levels(parts: tuple[Part, ...]) -> int:
    """Return the number of levels of nodes, the root's included."""
    return max(part.level for part in parts if part.rule) + 1


def _rest(node: Node, parts: tuple[Part, ...]) -> str:
    """Return how many characters of the string are left out, in words; "" for none."""
    rest = node.end - parts[0].end
    return f"{rest:,} more character{'s' if rest > 1 else ''}" if rest else ""


def _pieces(part: Part, below: list[Node], stop: int) -> list[Node | tuple[int, int]]:
    """Return the nodes in a part, in order, and spans (start, end) for the characters between them, up to `stop`; nodes
    that begin there are left out.
    """
    pieces: list[Node | tuple[int, int]] = []
    offset = part.start
    for child in below:
        if child.start > offset:
            pieces.append((offset, child.start))
        if child.start < stop or child.end == stop:  # not what begins where the string is cut
            pieces.append(child)
            offset = min(child.end, stop)
    return [*pieces, (offset, part.end)] if offset < part.end else pieces


_LIMIT = 200  # code points that are shown
_CHARACTER, _PADDING, _HEIGHT, _STEP, _GAP, _MARGIN = 8.5, 14, 24, 46, 10, 12


def as_svg(node: Node, *, children: Children = children_of, depth: int | None = None) -> Iterator[str]:
    """Yield a tree as the lines of an SVG document: a box for each production, and the characters at the foot.

    The title of a box says its offsets, in code points from 0, the end exclusive. Of a long string the beginning is
    shown, and how much is left out.

    >>> import irigrammar
    >>> lines = list(as_svg(irigrammar.grammar("rfc3986")["port"].parse("80")))
    >>> sum('class="nonterminal"' in line for line in lines), sum('class="terminal"' in line for line in lines)
    (3, 2)
    """
    text = _Text(node.value[:_LIMIT], node.start, "utf-8")
    parts = spread(
        node,
        lambda rule: columns(rule) * _CHARACTER + _PADDING,
        lambda start, end: text.width(start, end) * _CHARACTER + _PADDING,
        gap=_GAP,
        children=children,
        depth=depth,
        limit=_LIMIT,
    )
    foot = _levels(parts) * _STEP
    width, height = parts[0].width + 2 * _MARGIN, foot + _HEIGHT + 2 * _MARGIN
    rest = _rest(node, parts)
    if rest:
        height += _STEP
    size = f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"'
    yield f'<svg xmlns="http://www.w3.org/2000/svg" {size}>'
    yield f"<title>{escape(node.rule)} {escape(quoted(node.value, visible))}</title>"
    yield f"<style>\n{STYLE}</style>"
    yield '<rect class="paper" width="100%" height="100%"/>'
    yield f'<g transform="translate({_MARGIN} {_MARGIN})">'
    for part in parts:
        if part.parent >= 0:
            above = parts[part.parent]
            y = part.level * _STEP if part.rule else foot
            yield _edge(above.middle, above.level * _STEP + _HEIGHT, part.middle, y)
    for part in parts:
        if part.rule:
            yield _label("nonterminal", part, part.level * _STEP, part.rule)
        else:
            shown = "".join(cell.text for cell in text.cells(part.start, part.end))
            yield _label("terminal", part, foot, shown)
    if rest:
        yield f'<text x="0" y="{foot + _STEP + _HEIGHT / 2 + 5:g}" class="name">{rest}</text>'
    yield "</g>"
    yield "</svg>"


def _edge(x: float, y: float, to_x: float, to_y: float) -> str:
    """Return the SVG path of a curve from the foot of one box to the head of another."""
    bend = y + (_STEP - _HEIGHT) / 2
    below = f" V{to_y:g}" if to_y > y + _STEP - _HEIGHT else ""
    turn = y + _STEP - _HEIGHT
    return f'<path d="M{x:g} {y:g}C{x:g} {bend:g} {to_x:g} {bend:g} {to_x:g} {turn:g}{below}"/>'


def _label(kind: str, part: Part, y: float, text: str) -> str:
    """Return the SVG of a node's box, with its text and a tooltip of rule and offsets; `y` is the top."""
    corners = ' rx="11"' if kind == "terminal" else ""
    # The characters stand from left to right as they come, right-to-left ones too.
    order = ' direction="ltr" unicode-bidi="bidi-override"' if kind == "terminal" else ""
    room = f'textLength="{columns(text) * _CHARACTER:g}" lengthAdjust="spacingAndGlyphs"'
    where = f"{part.rule}, {part.start} to {part.end}" if part.rule else f"{part.start} to {part.end}"
    return (
        f'<g class="{kind}"><title>{escape(where)}</title>'
        f'<rect x="{part.x:g}" y="{y:g}" width="{part.width:g}" height="{_HEIGHT}"{corners}/>'
        f'<text x="{part.middle:g}" y="{y + _HEIGHT / 2 + 5:g}" {room}{order}>{escape(text)}</text></g>'
    )


_WIDEST = 2_000  # code points that are shown


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
    text = _Text(node.value[:_WIDEST], node.start, sheet.encoding)
    parts = spread(node, lambda rule: columns(rule) + 2, text.width, children=children, depth=depth, limit=_WIDEST)
    drawing = _Drawing(parts, text, sheet)
    start = 0
    while start < drawing.width:
        end = drawing.cut(start, sheet.width)
        if start:
            yield ""
        yield from drawing.lines(start, end)
        start = end
    if rest := _rest(node, parts):
        yield f"({rest})"


class _Text:
    """A displayed string that begins at an offset."""

    def __init__(self, text: str, offset: int, encoding: str) -> None:
        self._text = text
        self._offset = offset
        self._shown = visible_characters(text, encoding)
        self._space = "␠" if can_encode("␠", encoding) else "\\u{20}"

    def cells(self, start: int, end: int) -> list[Cell]:
        """Return the cells of the text between two offsets; a character without a width joins the cell before it, and
        is shown as `\\u{...}` if there is none.
        """
        shown_cells: list[Cell] = []
        for index in range(start - self._offset, end - self._offset):
            shown = self._space if self._text[index] == " " else self._shown[index]
            if not shown_cells and not columns(shown):
                shown = f"\\u{{{ord(self._text[index]):X}}}"
            if columns(shown):
                shown_cells += cells(shown, "valid")
            else:
                last = max(
                    place for place, cell in enumerate(shown_cells[-2:], max(len(shown_cells) - 2, 0)) if cell.text
                )
                shown_cells[last] = Cell(shown_cells[last].text + shown, "valid")
        return shown_cells

    def width(self, start: int, end: int) -> int:
        """Return the number of columns of the text between two offsets."""
        return len(self.cells(start, end))


class _Drawing:
    """Draws a tree that is spread over its string, in pieces between two columns."""

    def __init__(self, parts: tuple[Part, ...], text: _Text, sheet: Sheet) -> None:
        """Place the text's cells in the lowest row, and count for each column the brackets that a cut there goes
        through.
        """
        self.parts = parts
        self.sheet = sheet
        self.dots = ellipsis(sheet.show)
        self.signs = tuple("┌─┐" if all(can_encode(sign, sheet.encoding) for sign in "┌─┐") else "[-]")
        self.width = int(parts[0].width)
        self.row = [BLANK] * self.width
        # How many boxes and runs a cut at each column would go through.
        changes = [0] * (self.width + 2)
        for part in parts:
            changes[int(part.x) + 1] += 1
            changes[int(part.x) + int(part.width)] -= 1
            if not part.rule:
                self.row[int(part.x) : int(part.x) + int(part.width)] = text.cells(part.start, part.end)
        self.cost = list(accumulate(changes))

    def cut(self, start: int, room: int) -> int:
        """Return the column at which to end a line from `start` of at most `room` columns: near its end, with the
        fewest cuts.
        """
        if self.width - start <= room:
            return self.width
        places = range(start + room * 2 // 3, start + room + 1)
        whole = [column for column in places if self.row[column].text] or [start + room]
        return min(whole, key=lambda column: (self.cost[column], -column))

    def lines(self, start: int, end: int) -> Iterator[str]:
        """Yield the rows of brackets and then that of the text, between two columns."""
        rows = [[BLANK] * (end - start) for _ in range(_levels(self.parts))]
        for box in (part for part in self.parts if part.rule):
            low, high = int(box.x), int(box.x) + int(box.width)
            if low < end and high > start:
                first, last = max(low, start), min(high, end)
                rows[box.level][first - start : last - start] = self._bracket(
                    box, low >= start, high <= end, last - first
                )
        for row in (*rows, self.row[start:end]):
            yield line(row, self.sheet.paint, self.sheet.encoding)

    def _bracket(self, box: Part, opens: bool, closes: bool, width: int) -> list[Cell]:
        """Return the cells of a node's bracket in `width` columns, its name in the middle.

        `opens` and `closes` tell whether its start and its end are on this line.
        """
        opening, flat, closing = self.signs
        room = width - 2
        name = fit(box.rule, room, self.dots) if room > columns(self.dots) else ""
        free = room - columns(name)
        if free >= 4 and name:
            name, free = f" {name} ", free - 2
        middle = [*cells(flat * (free // 2), "faint"), *cells(name, "note"), *cells(flat * (free - free // 2), "faint")]
        ends = [Cell(opening if opens else flat, "faint"), Cell(closing if closes else flat, "faint")]
        return [ends[0], *middle, ends[1]][:width]

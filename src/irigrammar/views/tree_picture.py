"""A parse tree as a picture: an SVG document with the string at the foot."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from html import escape

from irigrammar.engines.node import Node
from irigrammar.text.caret import columns
from irigrammar.text.names import quoted, visible, visible_characters
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
        """Half way through."""
        return self.x + self.width / 2


@dataclass(frozen=True, slots=True)
class Spread:
    """The parts, each before those inside it and from left to right; how many levels of nodes there are, and the width.

    `rest` counts the code points at the end of the string that are left out.
    """

    parts: tuple[Part, ...]
    levels: int
    width: float
    rest: int


def spread(
    node: Node,
    name_width: Callable[[str], float],
    text_width: Callable[[int, int], float],
    *,
    gap: float = 0,
    children: Children = children_of,
    depth: int | None = None,
    limit: int | None = None,
) -> Spread:
    """Return a tree spread over its string, of which `limit` code points at most are shown.

    `name_width` is the width of a node of that name, `text_width` that of the string from one offset to another, `gap`
    what is free between neighbours; `depth` counts the levels below the root that are shown, all for None.

    >>> import irigrammar
    >>> made = spread(irigrammar.grammar("rfc3986")["port"].parse("80"), len, lambda start, end: end - start)
    >>> [(part.rule, part.x, part.width) for part in made.parts]
    [('port', 0, 10), ('DIGIT', 0.0, 5), ('', 2.0, 1), ('DIGIT', 5.0, 5), ('', 7.0, 1)]
    """
    stop = node.end if limit is None else min(node.end, node.start + limit)
    parts: list[Part] = []
    inside: list[list[int]] = []  # the numbers of the parts in each
    todo: list[tuple[Node | tuple[int, int], int, int]] = [(node, -1, 0)]
    while todo:
        here, parent, level = todo.pop()
        number = len(parts)
        inside.append([])
        if parent >= 0:
            inside[parent].append(number)
        if isinstance(here, tuple):
            parts.append(Part("", *here, level, parent))
            continue
        parts.append(Part(here.rule, here.start, min(here.end, stop), level, parent))
        shown = depth is None or level < depth
        below = [one for one in (children(here) if shown else ()) if one.rule and one.start <= stop]
        todo += [(one, number, level + 1) for one in reversed(_pieces(parts[number], below, stop))]
    _measure(parts, inside, name_width, text_width, gap)
    levels = max(part.level for part in parts if part.rule) + 1
    return Spread(tuple(parts), levels, parts[0].width, node.end - stop)


def _pieces(part: Part, below: list[Node], stop: int) -> list[Node | tuple[int, int]]:
    """Return the nodes in a part, with the characters between them as start and end."""
    pieces: list[Node | tuple[int, int]] = []
    at = part.start
    for child in below:
        if child.start > at:
            pieces.append((at, child.start))
        if child.start < stop or child.end == stop:  # not what begins where the string is cut
            pieces.append(child)
            at = min(child.end, stop)
    return [*pieces, (at, part.end)] if at < part.end else pieces


def _measure(
    parts: list[Part],
    inside: list[list[int]],
    name_width: Callable[[str], float],
    text_width: Callable[[int, int], float],
    gap: float,
) -> None:
    """Give each part its width, from the inside out, and then its place, what is in it standing in its middle."""
    filled = [0.0] * len(parts)
    for number in reversed(range(len(parts))):
        part = parts[number]
        if part.rule:
            filled[number] = sum(parts[one].width for one in inside[number]) + gap * max(len(inside[number]) - 1, 0)
            width = max(filled[number], name_width(part.rule))
        else:
            width = text_width(part.start, part.end)
        parts[number] = replace(part, width=width)
    for number, part in enumerate(parts):
        x = part.x + (part.width - filled[number]) / 2
        for one in inside[number]:
            parts[one] = replace(parts[one], x=x)
            x += parts[one].width + gap


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
    text = _shown(node)
    made = spread(
        node,
        lambda rule: columns(rule) * _CHARACTER + _PADDING,
        lambda start, end: columns(text(start, end)) * _CHARACTER + _PADDING,
        gap=_GAP,
        children=children,
        depth=depth,
        limit=_LIMIT,
    )
    foot = made.levels * _STEP
    width, height = made.width + 2 * _MARGIN, foot + _HEIGHT + 2 * _MARGIN
    rest = f"{made.rest:,} more character{'s' if made.rest > 1 else ''}" if made.rest else ""
    if rest:
        height += _STEP
    size = f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"'
    yield f'<svg xmlns="http://www.w3.org/2000/svg" {size}>'
    yield f"<title>{escape(node.rule)} {escape(quoted(node.value, visible))}</title>"
    yield f"<style>\n{STYLE}</style>"
    yield '<rect class="paper" width="100%" height="100%"/>'
    yield f'<g transform="translate({_MARGIN} {_MARGIN})">'
    for one in made.parts:
        if one.parent >= 0:
            above = made.parts[one.parent]
            y = one.level * _STEP if one.rule else foot
            yield _edge(above.middle, above.level * _STEP + _HEIGHT, one.middle, y)
    for one in made.parts:
        if one.rule:
            yield _label("nonterminal", one, one.level * _STEP, one.rule)
        else:
            yield _label("terminal", one, foot, text(one.start, one.end))
    if rest:
        yield f'<text x="0" y="{foot + _STEP + _HEIGHT / 2 + 5:g}" class="name">{rest}</text>'
    yield "</g>"
    yield "</svg>"


def _shown(node: Node) -> Callable[[int, int], str]:
    """Return what gives the part of the string from one offset to another, as it is shown."""
    start = node.start
    given = node.value[:_LIMIT]
    single = visible_characters(given)

    def text(low: int, high: int) -> str:
        parts = single[low - start : high - start]
        if parts and not columns(parts[0]):
            parts[0] = f"\\u{{{ord(given[low - start]):X}}}"
        return "".join(parts).replace(" ", "\u2420")

    return text


def _edge(x: float, y: float, to_x: float, to_y: float) -> str:
    """Return a curve from the foot of one box to the head of another."""
    bend = y + (_STEP - _HEIGHT) / 2
    below = f" V{to_y:g}" if to_y > y + _STEP - _HEIGHT else ""
    turn = y + _STEP - _HEIGHT
    return f'<path d="M{x:g} {y:g}C{x:g} {bend:g} {to_x:g} {bend:g} {to_x:g} {turn:g}{below}"/>'


def _label(kind: str, part: Part, y: float, text: str) -> str:
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

"""A parse tree spread over its string: each node as wide as its name and what is below it, in any unit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from irigrammar.engines.node import Node
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

"""Parse trees as text, as JSON values and as a graph for Graphviz."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator
from typing import Any

from irigrammar.engines.node import Node
from irigrammar.text.caret import ellipsize, left_to_right
from irigrammar.text.sheet import PLAIN, Paint, Sheet

# The children that a node shows: all of them, or those of some rules.
Children = Callable[[Node], Collection[Node]]


def children_within(rules: Collection[str]) -> Children:
    """Return a function from a node to its nearest descendants that match one of the rules (lower-case names).

    >>> import irigrammar
    >>> tree = irigrammar.grammar("rfc3986")["URI"].parse("a:b")
    >>> [node.rule for node in children_within({"scheme", "path-rootless"})(tree)]
    ['scheme', 'path-rootless']
    """

    def children(node: Node) -> list[Node]:
        """Return the nearest descendants of a node whose rules are in `rules`, in order of text."""
        nodes: list[Node] = []
        stack = list(reversed(node.children))
        while stack:
            child = stack.pop()
            if child.rule.lower() in rules:
                nodes.append(child)
            else:
                stack.extend(reversed(child.children))
        return nodes

    return children


def children_of(node: Node) -> Collection[Node]:
    """Return all the children of a node."""
    return node.children


def as_lines(
    node: Node,
    show: Callable[[str], str],
    children: Children = children_of,
    depth: int | None = None,
    *,
    sheet: Sheet | None = None,
    paint: Paint = PLAIN.paint,
) -> Iterator[str]:
    """Yield the tree as lines: guides, the rule's name, the part of the string; a leaf is only the part.

    `depth` counts the levels below the root that are shown, all for None. Guides that `show` escapes are of ASCII. On a
    `sheet` (none by default) the middle of a part is left out where its line would be too long, and a terminal that
    reorders shows right-to-left characters in the order of the string. `paint` colours guides and names (not at all by
    default).

    >>> import irigrammar
    >>> for line in as_lines(irigrammar.grammar("rfc3986")["port"].parse("80"), str):
    ...     print(line)
    port  "80"
    ├── DIGIT  "8"
    │   └── "8"
    └── DIGIT  "0"
        └── "0"
    """
    boxes = "├── └── │   "
    drawn = boxes if show(boxes) == boxes else "|-- `-- |   "
    middle, end, trunk_on = drawn[:4], drawn[4:8], drawn[8:]
    stack: list[tuple[Node, str, str, int]] = [(node, "", "", 0)]
    while stack:
        subtree, branch, trunk, level = stack.pop()
        name = f"{subtree.rule}  " if subtree.rule else ""
        if sheet is None:
            part = show(subtree.value)
        else:
            whole = max(sheet.width - len(branch) - len(name) - 2, 1)
            part = left_to_right(ellipsize(subtree.value, whole, show), sheet.encoding)
        yield f'{branch and paint(branch, "faint")}{name and paint(name, "note")}"{part}"'
        below = list(children(subtree)) if depth is None or level < depth else []
        for index, child in reversed(list(enumerate(below))):
            last = index == len(below) - 1
            sides = (end, "    ") if last else (middle, trunk_on)
            stack.append((child, trunk + sides[0], trunk + sides[1], level + 1))


def as_dict(node: Node, children: Children = children_of, depth: int | None = None) -> dict[str, Any]:
    """Return the tree as JSON has it: rule (null for a leaf), start and end in code points, value, children down to so
    many levels below the root, all for None.
    """
    below = children(node) if depth is None or depth > 0 else ()
    deeper = None if depth is None else depth - 1
    return {
        "rule": node.rule or None,
        "start": node.start,
        "end": node.end,
        "value": node.value,
        "children": [as_dict(child, children, deeper) for child in below],
    }


def as_dot(
    node: Node, show: Callable[[str], str], children: Children = children_of, depth: int | None = None
) -> Iterator[str]:
    """Yield the lines of the tree as a graph in Graphviz's language; rules are boxes, leaves plain. `depth` counts the
    levels below the root that are shown, all for None.
    """
    yield "digraph tree {"
    yield "  node [shape=box, fontname=monospace]"
    stack = [(node, -1, 0)]
    number = 0
    while stack:
        subtree, above, level = stack.pop()
        label = f"{subtree.rule}\n{show(subtree.value)}" if subtree.rule else show(subtree.value)
        shape = "" if subtree.rule else ", shape=plain"
        # Graphviz reads strings as JSON writes them: a backslash begins an escape.
        yield f"  n{number} [label={json.dumps(label, ensure_ascii=False)}{shape}]"
        if above >= 0:
            yield f"  n{above} -> n{number}"
        below = list(children(subtree)) if depth is None or level < depth else []
        stack.extend((child, number, level + 1) for child in reversed(below))
        number += 1
    yield "}"

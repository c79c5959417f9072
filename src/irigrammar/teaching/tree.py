"""Parse trees as text, as JSON values and as a graph for Graphviz."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator
from typing import Any

from irigrammar.engines.node import Node
from irigrammar.faults.page import Sheet
from irigrammar.faults.strip import left_to_right, shortened

__all__ = ["as_dict", "as_dot", "as_lines", "children_of", "children_within"]

# What a node shows of its children: all of them, or those of some rules.
Children = Callable[[Node], Collection[Node]]


def children_within(rules: Collection[str]) -> Children:
    """Return what gives, of a node, the nearest nodes below that match one of the rules (lower-case names).

    >>> import irigrammar
    >>> tree = irigrammar.grammar("rfc3986")["URI"].parse("a:b")
    >>> [node.rule for node in children_within({"scheme", "path-rootless"})(tree)]
    ['scheme', 'path-rootless']
    """

    def children(node: Node) -> list[Node]:
        found: list[Node] = []
        stack = list(reversed(node.children))
        while stack:
            child = stack.pop()
            if child.rule.lower() in rules:
                found.append(child)
            else:
                stack.extend(reversed(child.children))
        return found

    return children


def children_of(node: Node) -> Collection[Node]:
    """Return all the children of a node."""
    return node.children


def as_lines(
    node: Node, show: Callable[[str], str], children: Children = children_of, *, sheet: Sheet | None = None
) -> Iterator[str]:
    """Yield the tree as lines: guides, the rule's name, the part of the string; a leaf is the part alone.

    On a `sheet` (none by default) the middle of a part is left out where its line would be too long, and a terminal
    that reorders shows right-to-left characters in the order of the string.

    >>> import irigrammar
    >>> for line in as_lines(irigrammar.grammar("rfc3986")["port"].parse("80"), str):
    ...     print(line)
    port  "80"
    ├── DIGIT  "8"
    │   └── "8"
    └── DIGIT  "0"
        └── "0"
    """
    stack: list[tuple[Node, str, str]] = [(node, "", "")]
    while stack:
        here, branch, trunk = stack.pop()
        head = f"{branch}{here.rule}  " if here.rule else branch
        if sheet is None:
            yield f'{head}"{show(here.value)}"'
        else:
            part = shortened(here.value, max(sheet.width - len(head) - 2, 1), show)
            yield f'{head}"{left_to_right(part, sheet.encoding)}"'
        below = list(children(here))
        for at, child in reversed(list(enumerate(below))):
            last = at == len(below) - 1
            stack.append((child, trunk + ("└── " if last else "├── "), trunk + ("    " if last else "│   ")))


def as_dict(node: Node, children: Children = children_of) -> dict[str, Any]:
    """Return the tree as JSON has it: rule (null for a leaf), start and end in code points, value, children."""
    return {
        "rule": node.rule or None,
        "start": node.start,
        "end": node.end,
        "value": node.value,
        "children": [as_dict(child, children) for child in children(node)],
    }


def as_dot(node: Node, show: Callable[[str], str], children: Children = children_of) -> Iterator[str]:
    """Yield the lines of the tree as a graph in Graphviz's language; rules are boxes, leaves plain."""
    yield "digraph tree {"
    yield "  node [shape=box, fontname=monospace]"
    stack = [(node, -1)]
    number = 0
    while stack:
        here, above = stack.pop()
        label = f"{here.rule}\n{show(here.value)}" if here.rule else show(here.value)
        shape = "" if here.rule else ", shape=plain"
        yield f"  n{number} [label={_quoted(label)}{shape}]"
        if above >= 0:
            yield f"  n{above} -> n{number}"
        stack.extend((child, number) for child in reversed(list(children(here))))
        number += 1
    yield "}"


def _quoted(text: str) -> str:
    """Return a string as Graphviz reads it: a backslash begins an escape there, as in JSON."""
    return json.dumps(text, ensure_ascii=False)

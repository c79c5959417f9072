"""Rewrite a string by functions attached to rules."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping

from irigrammar.engines.node import Node
from irigrammar.errors import RewriteError
from irigrammar.faults.fault import Fault
from irigrammar.grammars.rulelist import Rulelist

Table = Mapping[str, Callable[[Node], str]]


def rewrite(tree: Node, table: Table, rules: Rulelist, fault_of: Callable[[str], Fault | None]) -> str:
    """Return the text of a tree as `Matcher.rewrite` does; `fault_of` checks the result. Raises `TypeError` for a
    function's result that is no string, `RewriteError` for a text that does not match, and `UnknownRule`.
    """
    functions = {rules[name].name: function for name, function in table.items()}
    source, done = tree.text, 0
    pieces: list[str] = []
    places: list[tuple[int, Node]] = []  # where each new text begins in the result
    length = 0
    for node in _outermost(tree, functions.keys()):
        new = functions[node.rule](node)
        if not isinstance(new, str):
            raise TypeError(f"the function of {node.rule} returned {type(new).__name__}, not str")
        gap = source[done : node.start]
        places.append((length + len(gap), node))
        pieces += [gap, new]
        length += len(gap) + len(new)
        done = node.end
    result = "".join([*pieces, source[done:]])
    fault = fault_of(result)
    if fault is None:
        return result
    before = [node for start, node in places if start <= fault.offset]
    node = before[-1] if before else places[0][1]
    raise RewriteError(node.rule, (node.start, node.end), result, fault.message)


def _outermost(tree: Node, names: Container[str]) -> Iterator[Node]:
    """Yield the nodes of some rules that are in no other such node, from left to right."""
    todo = [tree]
    while todo:
        node = todo.pop()
        if node.rule and node.rule in names:
            yield node
        else:
            todo += reversed(node.children)

"""Evaluate a string by functions attached to rules: bottom-up."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Generic, TypeVar

from irigrammar.engines.node import Node
from irigrammar.grammars.rulelist import Rulelist, reachable, references, users

T = TypeVar("T")
Function = Callable[[Node, list[T]], T]


class _Frame(Generic[T]):
    """A node that is being evaluated: its children that are left, its function, and where the values below it go."""

    __slots__ = ("children", "function", "node", "values")

    def __init__(self, node: Node, children: Iterator[Node], function: Function[T] | None, values: list[T]) -> None:
        self.node = node
        self.children = children
        self.function = function
        self.values = values


def evaluate(tree: Node, table: Mapping[str, Function[T]], rules: Rulelist) -> T:
    """Return the value of a tree as `Matcher.evaluate` does. Raises `ValueError` where the root has no function and not
    exactly one value is below it, `UnknownRule` for an unknown name in the table, and the errors of the functions.
    """
    functions = {rules[name].name: function for name, function in table.items()}
    above = _above(rules, frozenset(functions))

    def frame(node: Node, values: list[T]) -> _Frame[T]:
        """Return the frame of a node; without a function the values below it go where its own would."""
        function = functions.get(node.rule)
        children = iter(node.children if node.rule in above else ())
        return _Frame(node, children, function, values if function is None else [])

    result: list[T] = []
    stack = [frame(tree, result)]
    while stack:
        current = stack[-1]
        child = next(current.children, None)
        if child is not None:
            if child.rule:
                stack.append(frame(child, current.values))
            continue
        stack.pop()
        if current.function is not None:
            (stack[-1].values if stack else result).append(_value(current.function, current.node, current.values))
    if len(result) != 1:
        raise ValueError(f"{tree.rule} has no function, and {len(result)} values are below it; give it a function")
    return result[0]


@lru_cache(maxsize=64)
def _above(rules: Rulelist, names: frozenset[str]) -> frozenset[str]:
    """Return the rules in whose derivations nodes of some rules may be, among them such a rule only where it leads back
    to itself.
    """
    graph = users(references(rules))
    return frozenset(user for name in names for direct in graph[name] for user in reachable(graph, direct))


def _value(function: Function[T], node: Node, values: list[T]) -> T:
    """Return the result of an action on a node and the values of its children. An error is raised again; it gets the
    node as an attribute and a note with rule and offsets, unless it has a node already.
    """
    try:
        return function(node, values)
    except Exception as error:
        if not isinstance(getattr(error, "node", None), Node):  # else of another evaluation, in the function
            with suppress(AttributeError):  # of an exception with slots
                error.node = node  # type: ignore[attr-defined]  # exceptions take attributes
            error.add_note(f"in {node.rule} at {node.start}:{node.end}")
        raise

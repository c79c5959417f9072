"""Loops that evaluate an expression for each item.

All use the same program text, so that the overhead is equal. A call is written into the loop as its user would write
it; no function of ours is in between.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tools.bench.corpus import fresh
from tools.bench.timing import Answer, Local

__all__ = ["each", "outcome", "verdict", "written"]

Errors = type[Exception] | tuple[type[Exception], ...]

SOURCE = """\
def make(_errors, {names}):
    def _loop(_items):
        for {target} in _items:
            try:
                {expression}
            except _errors:
                pass
    def _call(_item):
        {target} = _item
        return {expression}
    return _loop, _call
"""


def written(
    expression: str, names: dict[str, Any], errors: Errors = (), target: str = "text"
) -> tuple[Callable[[list[Any]], None], Callable[[Any], Any]]:
    """Return the loop that evaluates an expression for each item, and the function of one item.

    `names` are the objects that the expression is about, `errors` what it raises where it refuses, `target` what it
    calls an item, or the parts of one.
    """
    source = SOURCE.format(names=", ".join(names), target=target, expression=expression)
    space: dict[str, Any] = {}
    exec(source, space)
    loop, call = space["make"](errors, *names.values())
    return loop, call


def each(call: Callable[[str], object], errors: Errors = ()) -> Callable[[list[str]], None]:
    """Return the loop of a function."""
    return written("call(text)", {"call": call}, errors)[0]


def verdict(
    name: str,
    expression: str,
    names: dict[str, Any],
    errors: Errors = (),
    *,
    by_construction: bool = False,
    remark: str | None = None,
) -> Local:
    """Return a contestant that says whether a text is valid: by what an expression gives, or makes without error."""
    loop, call = written(expression, names, errors)

    def answer(text: str) -> bool:
        try:
            value = call(text)
        except errors:
            return False
        return True if by_construction else bool(value)

    return Local(name, loop, answer, expression if remark is None else remark)


def outcome(
    name: str,
    expression: str,
    names: dict[str, Any],
    result: Callable[[Any], Answer],
    errors: Errors = (),
    *,
    target: str = "text",
    prepare: Callable[[list[str]], list[Any]] = fresh,
    remark: str = "",
) -> Local:
    """Return a contestant whose answer is a result made comparable, None where it refuses."""
    loop, call = written(expression, names, errors, target)

    def answer(item: Any) -> Answer:
        try:
            return result(call(item))
        except errors:
            return None

    return Local(name, loop, answer, remark or expression, prepare)

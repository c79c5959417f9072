"""Light replacements for functools.cache and cached_property.

A first verdict takes 4.4 ms of processor time over a bare interpreter; importing typing, functools and dataclasses
would add 17.9 (CPython 3.11). Where functools is imported already, `cache` is its own, and faster; `once` keeps one
result where two threads ask at once. `cached_property` has no lock, as in Python 3.12. That of Python 3.11 has one for
all objects of a class, and a process forked while another thread holds it waits for ever. `in_place_of` is like
`functools.wraps`. A `regex` is compiled when it is first used: compiled on import, the expressions of all modules are
9 % of the instructions of `iri check`, and 16 % of those of `iri scan`. For commands the others save nothing that can
be measured: they are for a first verdict in a program, and for processes that fork.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # instead of typing's, as in every module that a first verdict imports
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    F = TypeVar("F", bound=Callable[..., Any])


def in_place_of(function: F, other: Any) -> F:
    """Give the other function the name, the docstring and, for `inspect`, the signature of a function, and
    return it.
    """
    other.__wrapped__ = function
    other.__name__, other.__doc__, other.__module__ = function.__name__, function.__doc__, function.__module__
    other.__qualname__, other.__annotations__ = function.__qualname__, function.__annotations__
    return other  # type: ignore[no-any-return]  # it is called as the function is


_functools = sys.modules.get("functools")

if TYPE_CHECKING:
    from functools import cached_property  # noqa: TID251  # what type checkers know
    from re import compile as regex
else:

    class regex:  # noqa: N801  # in place of `re.compile`
        """A regular expression: its methods are those of the compiled one, once one of them has been read."""

        def __init__(self, pattern, flags=0):
            self.pattern = pattern
            self._flags = flags

        def __getattr__(self, name):
            """Compile the pattern at the first use of one of its methods, keep all methods, and return the one asked
            for. Raises `AttributeError` for a private name.
            """
            if name[0] == "_":
                raise AttributeError(name)
            import re

            compiled = re.compile(self.pattern, self._flags)
            self.__dict__.update((method, getattr(compiled, method)) for method in dir(compiled) if method[0] != "_")
            return getattr(compiled, name)

    class cached_property(_functools.cached_property if _functools else object):  # noqa: N801
        """An attribute that is computed when it is first read, and then kept in the object's `__dict__`.

        Two threads may compute it at once; the first value is kept. Its base is for what inspects classes.
        """

        def __init__(self, function):
            self.func = function
            self.__doc__ = function.__doc__

        def __set_name__(self, owner, name):
            self.attrname = name

        def __get__(self, instance, owner=None):
            if instance is None:
                return self
            return instance.__dict__.setdefault(self.attrname, self.func(instance))


def once(function: F) -> F:
    """Return the function with its results kept by its positional arguments: equal arguments have one result for ever.

    With `functools.cache` two threads that ask at once may get two results. That matters where results are compared by
    identity.
    """
    results: dict[Any, Any] = {}

    def memoize(*arguments: Any) -> Any:
        """Return the function's result for some arguments, computed at the first call; two threads may compute it at
        once, and get the result that is kept first. Errors are not remembered.
        """
        try:
            return results[arguments]
        except KeyError:
            pass  # what the function raises is not to have this error as its context
        return results.setdefault(arguments, function(*arguments))

    memoize.cache_clear = results.clear  # type: ignore[attr-defined]  # as functools has it
    return in_place_of(function, memoize)


if TYPE_CHECKING or _functools:
    from functools import cache
else:
    cache = once


__all__ = ["cache", "cached_property", "in_place_of", "once", "regex"]

"""Fields of dataclasses, and of structs of msgspec, checked by the productions that their annotations name."""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from irigrammar.faults.fault import NoMatch
from irigrammar.integrations.annotation import IRI, URI, IRIReference, Matching, URIReference, matching

__all__ = ["IRI", "URI", "IRIReference", "Matching", "URIReference", "check_fields", "matching"]

_ITEMS = (list, tuple, set, frozenset)


class _Check(NamedTuple):
    """The check of an annotation: `run` raises for a value, which is named in a note; it is for values of `kind`."""

    kind: type
    run: Callable[[Any, str], None]


def check_fields(instance: object) -> None:
    """Check the fields of a dataclass, or struct of msgspec, that are annotated with productions, in their order; call
    it in `__post_init__`.

    The annotation may be used alone, in a union (its other types pass, None too), or in a list, tuple, set, frozenset
    or mapping, whose items are checked. Works with frozen and slotted classes, `dataclasses.replace` and inheritance.
    Raises `NoMatch` (a `ValueError`) with a note that names the field for a string that does not match, and `TypeError`
    for a value that is not a string where nothing else is allowed, and for what is neither; `NameError` as
    `typing.get_type_hints` does, for an annotation whose names are not those of its module.

    >>> @dataclasses.dataclass(frozen=True)
    ... class Link:
    ...     target: IRI
    ...     port: Annotated[str, matching("rfc3986", "port")] | None = None
    ...     def __post_init__(self) -> None:
    ...         check_fields(self)
    >>> Link("http://résumé.example.org/")
    Link(target='http://résumé.example.org/', port=None)
    >>> Link("a b")
    Traceback (most recent call last):
    irigrammar.faults.fault.NoMatch: not IRI (RFC 3987), offset 1: a reference cannot contain a space
    the value of Link.target
    """
    kind: type = type(instance)
    for name, check in _checks(kind):
        check(getattr(instance, name), f"{kind.__name__}.{name}")


@lru_cache(maxsize=1024)
def _checks(kind: type) -> tuple[tuple[str, Callable[[Any, str], None]], ...]:
    """Return the checks of the fields that have one, by name."""
    names: tuple[str, ...] | None = getattr(kind, "__struct_fields__", None)  # msgspec's
    if dataclasses.is_dataclass(kind):
        names = tuple(field.name for field in dataclasses.fields(kind))
    if names is None:
        raise TypeError(f"{kind.__name__} is neither a dataclass nor a struct of msgspec")
    hints = get_type_hints(kind, include_extras=True)
    checks = [(name, _check(hints[name])) for name in names]
    return tuple((name, check.run) for name, check in checks if check)


def _check(hint: Any) -> _Check | None:
    """Return the check of an annotation, None where it names no production."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        own = [_string(argument) for argument in arguments[1:] if isinstance(argument, Matching)]
        inner = _check(arguments[0])
        return _each_of([*([inner] if inner else []), *own])
    if origin in (Union, types.UnionType):
        return _one_of(arguments)
    if origin in _ITEMS or (isinstance(origin, type) and issubclass(origin, Mapping)):
        return _within(origin, arguments)
    return None


def _string(matching: Matching) -> _Check:
    matcher = matching.matcher

    def run(value: Any, name: str) -> None:
        _demand(value, str, name)
        if not matcher.matches(value):
            error = matcher._no_match(value)
            error.add_note(f"the value of {name}")
            raise error

    return _Check(str, run)


def _demand(value: Any, kind: type, name: str) -> None:
    if not isinstance(value, kind):
        raise TypeError(f"{name} must be a {kind.__name__}, not {type(value).__name__}")


def _each_of(checks: list[_Check]) -> _Check | None:
    def run(value: Any, name: str) -> None:
        for check in checks:
            check.run(value, name)

    return _Check(checks[0].kind, run) if checks else None


def _one_of(hints: tuple[Any, ...]) -> _Check | None:
    """Return the check of a union: a value for which some members have checks must pass one of them."""
    checks = [check for hint in hints if (check := _check(hint))]
    others = tuple(hint for hint in hints if isinstance(hint, type))

    def run(value: Any, name: str) -> None:
        refused: NoMatch | None = None
        for check in checks:
            if isinstance(value, check.kind):
                try:
                    return check.run(value, name)
                except NoMatch as error:
                    refused = refused or error
        if refused and not isinstance(value, others):
            raise refused
        return None

    return _Check(object, run) if checks else None


def _within(kind: type, hints: tuple[Any, ...]) -> _Check | None:
    """Return the check of what a container holds."""
    if kind is tuple and hints[-1:] != (...,):
        places = [_check(hint) for hint in hints]
    else:
        places = [_check(hint) for hint in hints if hint is not ...]
    if not any(places):
        return None

    def run(value: Any, name: str) -> None:
        _demand(value, kind, name)
        if issubclass(kind, Mapping):
            for key, item in value.items():
                _run(places[0], key, f"a key of {name}")
                _run(places[-1], item, f"{name}[{key!r}]")
        elif kind is tuple and len(places) > 1:
            for index, (check, item) in enumerate(zip(places, value, strict=False)):
                _run(check, item, f"{name}[{index}]")
        else:
            for index, item in enumerate(value):
                _run(places[0], item, f"{name}[{index}]" if kind in (list, tuple) else f"an item of {name}")

    return _Check(kind, run)


def _run(check: _Check | None, value: Any, name: str) -> None:
    if check:
        check.run(value, name)

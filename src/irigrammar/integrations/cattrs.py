"""Annotated strings, checked where cattrs structures data."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, get_args, get_origin

from irigrammar.integrations.annotation import IRI, URI, IRIReference, URIReference, matching
from irigrammar.integrations.hints import check_of, is_typed_dict
from irigrammar.integrations.wanted import TextRule

if TYPE_CHECKING:
    from cattrs import BaseConverter

__all__ = ["IRI", "URI", "IRIReference", "URIReference", "matching", "register"]


def register(converter: BaseConverter) -> None:
    """Let a converter check what is annotated with a production (`IRI`, `URI`, `matching(...)`), in attrs' classes,
    dataclasses, containers and unions alike.

    A string that does not match is a `NoMatch` (a `ValueError`), which cattrs puts into its `ClassValidationError` with
    the place; another value is a `TypeError`, as is an annotation of what is not a `str`, or a `str` that may be None.

    >>> import attrs, cattrs
    >>> @attrs.frozen
    ... class Link:
    ...     target: IRI
    >>> converter = cattrs.Converter()
    >>> register(converter)
    >>> converter.structure({"target": "http://é/"}, Link)
    Link(target='http://é/')
    >>> try:
    ...     converter.structure({"target": "http://b c/"}, Link)
    ... except cattrs.ClassValidationError as group:
    ...     print(group.exceptions[0])
    not IRI (RFC 3987), offset 8: a space is not allowed in a host name
    """
    from cattrs import Converter

    converter.register_structure_hook_factory(_is_checked, lambda kind: _hook(converter, kind))
    if not isinstance(converter, Converter):  # which takes a TypedDict for any dict
        converter.register_structure_hook_factory(_is_checked_typed_dict, _typed_dict_hook)


def _is_checked(kind: Any) -> bool:
    return get_origin(kind) is Annotated and any(isinstance(part, TextRule) for part in get_args(kind)[1:])


def _hook(converter: BaseConverter, kind: Any) -> Callable[[Any, Any], Any]:
    check = check_of(kind, "an annotation of cattrs")
    assert check is not None
    run, base = check.run, get_args(kind)[0]

    def structure(value: Any, _: Any) -> Any:
        if not isinstance(value, str | None):
            raise TypeError(f"a str is needed, not {type(value).__name__}")
        # cattrs makes any value a str: what is one, or None, stays as it is.
        made = value if base in (str, str | None) else converter.structure(value, base)
        run(made, "a value", [])
        return made

    return structure


def _is_checked_typed_dict(kind: Any) -> bool:
    return is_typed_dict(kind) and check_of(kind, kind.__name__) is not None


def _typed_dict_hook(kind: Any) -> Callable[[Any, Any], Any]:
    check = check_of(kind, kind.__name__)
    assert check is not None

    def structure(value: Any, _: Any) -> Any:
        check.run(value, kind.__name__, [])
        return dict(value)

    return structure

"""Annotated strings, checked where cattrs structures data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, get_args, get_origin

from irigrammar.integrations.annotation import IRI, URI, IRIReference, Matching, URIReference, matching

if TYPE_CHECKING:
    from cattrs import BaseConverter

__all__ = ["IRI", "URI", "IRIReference", "URIReference", "matching", "register"]


def register(converter: BaseConverter) -> None:
    """Let a converter check what is annotated with a production (`IRI`, `URI`, `matching(...)`), in attrs' classes,
    dataclasses, containers and unions alike.

    A string that does not match is a `NoMatch` (a `ValueError`), which cattrs puts into its `ClassValidationError` with
    the place; another value is a `TypeError`.

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
    converter.register_structure_hook_func(_is_ours, _structure)


def _is_ours(kind: Any) -> bool:
    return get_origin(kind) is Annotated and any(isinstance(part, Matching) for part in get_args(kind)[1:])


def _structure(value: Any, kind: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"a str is needed, not {type(value).__name__}")
    for part in get_args(kind)[1:]:
        if isinstance(part, Matching) and not part.matcher.matches(value):
            raise part.matcher._no_match(value)
    return value

"""Fields of dataclasses, and of structs of msgspec, checked by the productions that their annotations name."""

from __future__ import annotations

from irigrammar.integrations.annotation import IRI, URI, IRIReference, Matching, URIReference, matching
from irigrammar.integrations.hints import check_record, is_record

__all__ = ["IRI", "URI", "IRIReference", "Matching", "URIReference", "check_fields", "matching"]


def check_fields(instance: object) -> None:
    """Check the fields of a dataclass, or struct of msgspec, that are annotated with rules; call it in `__post_init__`.

    The rule may be anywhere in the annotation: in a union (its other types pass, None too), container, mapping, tuple,
    new type, alias, type variable's bound, `TypedDict`, named tuple, or nested class with fields, which is checked too
    unless its own `__post_init__` calls `check_fields`, or its names are unknown outside of it. Containers are read,
    and so must be readable twice: an iterator is refused. In a union, a more general type (`Any`, `Sequence[str]`) lets
    no string pass that the rule refuses; `str` does. A subclass of `str` is checked by its characters.

    Works with frozen and slotted classes, `dataclasses.replace` and inheritance; what is assigned later is not checked.
    Raises `NoMatch` (a `ValueError`) with a note that names the field for a string that does not match (for
    `Consensual` a `FetchRefused`), and `TypeError` for a value of another type, for an annotation that holds a rule
    and cannot be checked (`Iterator[IRI]`, `Callable`, `InitVar`, generic classes) at the first instance, and for what
    is neither dataclass nor struct; `NameError` as `typing.get_type_hints` does.

    >>> import dataclasses
    >>> @dataclasses.dataclass(frozen=True)
    ... class Link:
    ...     target: IRI
    ...     base: URI | None = None
    ...     def __post_init__(self) -> None:
    ...         check_fields(self)
    >>> Link("http://résumé.example.org/")
    Link(target='http://résumé.example.org/', base=None)
    >>> Link("a b")
    Traceback (most recent call last):
    irigrammar.faults.fault.NoMatch: not IRI (RFC 3987), offset 1: a reference cannot contain a space
    the value of Link.target
    """
    if not is_record(type(instance)):
        raise TypeError(f"{type(instance).__name__} is neither a dataclass nor a struct of msgspec")
    check_record(instance)

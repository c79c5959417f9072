"""A text with another path."""

from __future__ import annotations

from irigrammar.advice.context import Context, Part
from irigrammar.processing.decode import decode
from irigrammar.processing.dots import cut, guard, is_dots, remove_dot_segments

_LONGEST = len("%2E%2E")


def dots(segment: str) -> str | None:
    """Return the dot segment that a segment is, with dots percent-encoded or not; None where it is none.

    >>> dots("%2e."), dots("a%2E")
    ('..', None)
    """
    meant = decode(segment, ".".__eq__) if len(segment) <= _LONGEST else segment
    return meant if is_dots(meant) else None


def hidden_dots(context: Context) -> list[Part]:
    """Return the dot segments that have a dot percent-encoded."""
    if "%" not in context.text:
        return []
    return [one for one in context.segments if "%" in one.text and dots(one.text)]


def with_path(context: Context, path: str) -> str:
    """Return the text with another path; "/." keeps one without an authority from being read as an authority."""
    guarded = path if context.components.authority is not None else guard(path)
    return str(context.components._replace(path=guarded))


def without_dot_segments(context: Context) -> str | None:
    """Return the text without dot segments, those with percent-encoded dots too (RFC 3986, 5.2.4 and 6.2.2).

    None for a path that does not begin with "/": what its dots mean depends on the base.
    """
    path = context.components.path or ""
    if not path.startswith("/"):
        return None
    pieces = [piece[:1] + (dots(piece[1:]) or piece[1:]) for piece in cut(path)]
    return with_path(context, remove_dot_segments("".join(pieces)))

"""Split a path at its separators, and resolve it.

RFC 3986, 5.2.3 and 5.2.4.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from irigrammar.errors import ConversionError
from irigrammar.text.names import quoted

_DOTS = (".", "..")
_GUARD = "/."


def remove_dot_segments(path: str) -> str:
    """Return a path without its dot segments (RFC 3986, 5.2.4), in time linear in its length.

    Takes any string; only "/" separates segments, and "%2E" is not a dot here. ".." beyond the root is left out. A path
    without an authority needs `guard` afterwards.

    >>> remove_dot_segments("/a/b/c/./../../g"), remove_dot_segments("mid/content=5/../6")
    ('/a/g', 'mid/6')
    """
    may_have_dots = "/." in path or path.startswith(".")
    return "".join(without_dots(cut(path))) if may_have_dots else path


def guard(path: str) -> str:
    """Return the path of a reference that has no authority, with "/." before it where it begins with "//".

    Otherwise it would be read as an authority (RFC 3986, 3.3). Resolving and normalizing remove "/." again. The
    document has no such step.

    >>> guard("//b"), guard("/b//c")
    ('/.//b', '/b//c')
    """
    return f"{_GUARD}{path}" if path.startswith("//") else path


def cut(path: str, separators: Iterable[int] | None = None) -> list[str]:
    """Return a path cut before each separator: the first piece has none and may be empty, the others begin with theirs.

    `separators` are their offsets, in order; by default those of each "/".

    >>> cut("a/b"), cut("/a//"), cut("")
    (['a', '/b'], ['', '/a', '/', '/'], [''])
    """
    if separators is None:
        first, *others = path.split("/")
        return [first, *[f"/{other}" for other in others]]
    return [path[start:end] for start, end in pairwise((0, *separators, len(path)))]


def is_dots(segment: str) -> bool:
    """Return whether a segment is a dot segment (RFC 3986, 3.3).

    >>> is_dots(".."), is_dots("..."), is_dots("%2E")
    (True, False, False)
    """
    return segment in _DOTS


def without_dots(pieces: Sequence[str]) -> list[str]:
    """Return the pieces of a path (see `cut`) without dot segments; the others keep their own separators.

    >>> without_dots(["", "/a", "/..", "/b", "/."])
    ['', '/b', '/']
    """
    first, after = pieces[0], 1
    while is_dots(first):  # steps A and D: no segment to remove
        if after == len(pieces):
            return [""]
        first, after = pieces[after][1:], after + 1
    result = [first]
    for piece in pieces[after:]:
        segment = piece[1:]
        if not is_dots(segment):  # step E
            result.append(piece)
        elif segment == ".." and len(result) > 1:  # step C
            result.pop()
        elif segment == "..":
            result[0] = ""
    if after < len(pieces) and is_dots(pieces[-1][1:]):  # steps B and C leave the separator
        result.append(pieces[-1][:1])
    return result


def check_root(pieces: Sequence[str]) -> None:
    """Raise `ConversionError` for the pieces of a path (see `cut`) in which a ".." has no segment to remove, so that
    `without_dots` would leave it out; it names the place in the path, in code points.

    >>> check_root(cut("/a/../b"))
    >>> check_root(cut("/a/../../b"))
    Traceback (most recent call last):
        ...
    irigrammar.errors.ConversionError: the path "/a/../../b" climbs above the root: ".." at offset 6 has no segment to \
remove (RFC 3986, 5.2.4)
    """
    depth = offset = 0
    is_first = True  # as the one after "." at the start, where it is removed with the separator (step A)
    for index, piece in enumerate(pieces):
        segment = piece[1:] if index else piece
        if segment == "..":
            depth -= 1
        elif segment != ".":
            depth += bool(segment) or not is_first
            is_first = False
        if depth < 0:
            path, place = "".join(pieces), offset + len(piece) - len(segment)
            raise ConversionError(
                f'the path {quoted(path)} climbs above the root: ".." at offset {place} has no segment to remove '
                "(RFC 3986, 5.2.4)"
            )
        offset += len(piece)


def with_guard(pieces: Sequence[str]) -> list[str]:
    """Return the pieces of a path (see `cut`), with the `guard` "/." first where it begins with two separators, as if
    an authority came.

    >>> with_guard(["", "/", "/b"])
    ['', '/.', '/', '/b']
    """
    begins_with_two = len(pieces) > 2 and pieces[0] == "" and len(pieces[1]) == 1
    return ["", _GUARD, *pieces[1:]] if begins_with_two else list(pieces)


def directory(pieces: Sequence[str]) -> list[str]:
    """Return the pieces of a path (see `cut`) without its last segment: of the last piece only the separator.

    >>> directory(cut("/b/c")), directory(cut("b"))
    (['', '/b', '/'], [''])
    """
    return [*pieces[:-1], pieces[-1][:1]] if len(pieces) > 1 else [""]

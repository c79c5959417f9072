"""Split a path at its separators, and resolve it.

RFC 3986, 5.2.3 and 5.2.4.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise

from irigrammar.dataclass import NamedTuple

_DOTS = (".", "..")
_GUARD = "/."


def remove_dot_segments(path: str) -> str:
    """Return a path without its dot segments (RFC 3986, 5.2.4), in time linear in its length.

    Takes any string; only "/" separates segments, and "%2E" is not a dot here. ".." beyond the root is left out. A path
    without an authority needs `guard` afterwards.

    >>> remove_dot_segments("/a/b/c/./../../g"), remove_dot_segments("mid/content=5/../6")
    ('/a/g', 'mid/6')
    """
    return "".join(without_dots(cut(path)))


def guard(path: str) -> str:
    """Return the path of a reference that has no authority, with "/." before it where it begins with "//".

    Otherwise it would be read as an authority (RFC 3986, 3.3). Resolving and normalizing remove "/." again. The
    document has no such step.

    >>> guard("//b"), guard("/b//c")
    ('/.//b', '/b//c')
    """
    return "".join(guarded(cut(path)))


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


def may_have_dots(path: str) -> bool:
    """Return, by a quick test, whether a path may have dot segments; False is certain (RFC 3986, 3.3).

    >>> may_have_dots("/a.b/c"), may_have_dots("/.hidden"), may_have_dots("a/..")
    (False, True, True)
    """
    return "/." in path or path.startswith(".")


def without_dots(pieces: Sequence[str]) -> list[str]:
    """Return the pieces of a path (see `cut`) without dot segments; what stays keeps its own separator.

    >>> without_dots(["", "/a", "/..", "/b", "/."])
    ['', '/b', '/']
    """
    first, after = pieces[0], 1
    while is_dots(first):  # steps A and D: no segment to remove
        if after == len(pieces):
            return [""]
        first, after = pieces[after][1:], after + 1
    kept = [first]
    for piece in pieces[after:]:
        segment = piece[1:]
        if not is_dots(segment):  # step E
            kept.append(piece)
        elif segment == ".." and len(kept) > 1:  # step C
            kept.pop()
        elif segment == "..":
            kept[0] = ""
    if after < len(pieces) and is_dots(pieces[-1][1:]):  # steps B and C leave the separator
        kept.append(pieces[-1][:1])
    return kept


def guarded(pieces: Sequence[str]) -> list[str]:
    """Return the pieces of a path (see `cut`) with the `guard` before them where they need it.

    >>> guarded(["", "/", "/b"])
    ['', '/.', '/', '/b']
    """
    begins_with_two = len(pieces) > 2 and pieces[0] == "" and len(pieces[1]) == 1
    return ["", _GUARD, *pieces[1:]] if begins_with_two else list(pieces)


class SegmentedPath(NamedTuple):
    """A path; `separators` are the offsets at which pieces begin, None where every "/" separates and nothing else.

    >>> SegmentedPath("a/./b").dotless().text, SegmentedPath("a:.:b", (1, 3)).dotless()
    ('a/b', SegmentedPath(text='a:b', separators=(1,)))
    """

    text: str
    separators: tuple[int, ...] | None = None

    @classmethod
    def of(cls, pieces: list[str]) -> SegmentedPath:
        """Return the path that is made of pieces (see `cut`).

        >>> SegmentedPath.of(["", "/a", ":b"])
        SegmentedPath(text='/a:b', separators=(0, 2))
        """
        *starts, _ = accumulate(map(len, pieces))
        return cls("".join(pieces), tuple(starts))

    @property
    def pieces(self) -> list[str]:
        """The path cut before each separator (see `cut`)."""
        return cut(self.text, self.separators)

    @property
    def is_absolute(self) -> bool:
        """Whether the path begins with a separator."""
        return self.text.startswith("/") if self.separators is None else self.separators[:1] == (0,)

    def directory(self) -> SegmentedPath:
        """Return the path without its last segment: of the last piece the separator alone.

        >>> SegmentedPath("/b/c").directory(), SegmentedPath("b").directory()
        (SegmentedPath(text='/b/', separators=None), SegmentedPath(text='', separators=None))
        """
        if self.separators is None:
            return SegmentedPath(self.text[: self.text.rfind("/") + 1])
        end = self.separators[-1] + 1 if self.separators else 0
        return SegmentedPath(self.text[:end], self.separators)

    def joined(self, other: SegmentedPath) -> SegmentedPath:
        """Return the path with another one after it; both have separators of one kind."""
        text = self.text + other.text
        if self.separators is None or other.separators is None:
            return SegmentedPath(text)
        return SegmentedPath(text, self.separators + tuple(offset + len(self.text) for offset in other.separators))

    def dotless(self) -> SegmentedPath:
        """Return the path remove dot segments (RFC 3986, 5.2.4); what stays keeps its own separator."""
        if self.separators is not None:
            return SegmentedPath.of(without_dots(self.pieces))
        return SegmentedPath("".join(without_dots(self.pieces))) if may_have_dots(self.text) else self

    def guarded(self) -> SegmentedPath:
        """Return the path of a reference without authority, with the `guard` before it where it needs one."""
        if self.separators is not None:
            return SegmentedPath.of(guarded(self.pieces))
        return SegmentedPath("".join(guarded(self.pieces))) if self.text.startswith("//") else self

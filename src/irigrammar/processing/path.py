"""A path with what separates its segments, and what resolving does with it (RFC 3986, 5.2.3 and 5.2.4)."""

from __future__ import annotations

from itertools import accumulate
from typing import NamedTuple

from irigrammar.processing.dots import cut, guarded, may_have_dots, without_dots


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
        return SegmentedPath(text, self.separators + tuple(at + len(self.text) for at in other.separators))

    def dotless(self) -> SegmentedPath:
        """Return the path without dot segments (RFC 3986, 5.2.4); what stays keeps its own separator."""
        if self.separators is not None:
            return SegmentedPath.of(without_dots(self.pieces))
        return SegmentedPath("".join(without_dots(self.pieces))) if may_have_dots(self.text) else self

    def guarded(self) -> SegmentedPath:
        """Return the path of a reference without authority, with the `guard` before it where it needs one."""
        if self.separators is not None:
            return SegmentedPath.of(guarded(self.pieces))
        return SegmentedPath("".join(guarded(self.pieces))) if self.text.startswith("//") else self

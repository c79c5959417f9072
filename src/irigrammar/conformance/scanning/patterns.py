"""Patterns of paths in the syntax of gitignore."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

__all__ = ["spec"]


@lru_cache(maxsize=1024)
def spec(patterns: tuple[str, ...]) -> GitIgnoreSpec:
    """Return what tells which paths, relative and with "/", some patterns name.

    Raises `ValueError` for what is no pattern.

    >>> spec(("*.tmp", "!keep.tmp", "build/")).match_file("a/keep.tmp")
    False
    """
    from pathspec import GitIgnoreSpec

    return GitIgnoreSpec.from_lines(patterns)

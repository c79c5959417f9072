"""Limits of the text of a grammar, and the kinds of its files."""

from __future__ import annotations

from typing import Literal, get_args

from irigrammar.dataclass import NamedTuple

Kind = Literal["text", "xml", "html", "markdown", "rst"]
KINDS: tuple[str, ...] = ("abnf", *get_args(Kind))


class GrammarLimits(NamedTuple):
    """Upper limits for the text of a grammar; a text beyond a limit is a `GrammarError`, which names the limit.

    Reading takes time in proportion to `size`, and compiling has other limits, which no option changes: one is
    that 100 groups and rules may be inside of each other, so that more `nesting` helps only groups of one element.

    >>> GrammarLimits(size=4_000_000)
    GrammarLimits(size=4000000, nesting=100)
    """

    size: int = 1_000_000
    """Characters of the text; for a file, its bytes."""
    nesting: int = 100
    """Groups and options inside of each other."""

    @property
    def document(self) -> int:
        """Bytes of a document, which has much beside its ABNF: sixteen times `size`."""
        return 16 * self.size


LIMITS = GrammarLimits()

SPACES = "elements that follow each other are separated by spaces"  # as readers and linters say it


def is_file_name(name: str) -> bool:
    """Return whether the name of a grammar is that of a file: it has a separator or a dot, which no other has.

    >>> is_file_name("rfc8259.txt"), is_file_name("./b"), is_file_name("rfc3986"), is_file_name("abnf:rfc5322")
    (True, True, False, False)
    """
    return any(mark in name for mark in "/\\.")

"""Errata: faults in a published text."""

from __future__ import annotations

from irigrammar.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Erratum:
    """A place where the text as used differs from the text as published, or needs a word."""

    rule: str
    published: str
    used: str
    why: str

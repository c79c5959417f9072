"""What the catalog says of a grammar."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Erratum:
    """A place where the text as used differs from the text as published, or needs a word."""

    rule: str
    published: str
    used: str
    why: str


@dataclass(frozen=True)
class Entry:
    """One grammar of the catalog; `extends` is None for the core rules alone.

    `components`, `kinds`, `words`, `further` and `pairs` hold the inherited rows too; `generic` is false for rows of
    `grammar/schemes/catalog.toml`. The fields are described at the head of `grammar/catalog.toml`, `splits` in
    `grammar/schemes/catalog.toml`; a section of another document has that one's name and a comma before it.
    """

    name: str
    title: str
    document: str
    section: str
    files: tuple[str, ...]
    start: tuple[str, ...]
    extends: str | None = None
    replace: Mapping[str, str] = field(default_factory=dict)
    components: Mapping[str, str] = field(default_factory=dict)
    kinds: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    sections: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    further: Mapping[str, str] = field(default_factory=dict)
    pairs: Mapping[str, str] = field(default_factory=dict)
    prefer: str | None = None
    splits: bool = True
    generic: bool = True
    errata: tuple[Erratum, ...] = ()

    @property
    def redirects(self) -> dict[str, str]:
        """`replace` in lower case, as `irigrammar.grammars.rulelist.Rulelist` reads it."""
        return {old.lower(): new.lower() for old, new in self.replace.items()}

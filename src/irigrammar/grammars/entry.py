"""Catalog entries: the metadata of a grammar."""

from __future__ import annotations

from irigrammar.lazy import cached_property

TYPE_CHECKING = False  # typing costs more than a first verdict: see irigrammar.lazy
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from irigrammar.grammars.erratum import Erratum


class Entry:
    """One grammar of the catalog; `extends` is None for the core rules only.

    `components`, `kinds`, `words`, `further` and `pairs` hold the inherited rows too; `generic` is false for rows of
    `grammar/schemes/catalog.toml`. The fields are described at the head of `grammar/catalog.toml`, `splits` in
    `grammar/schemes/catalog.toml`; a section of another document has that one's name and a comma before it.
    """

    # Not a dataclass: the module dataclasses takes more than all else of a first verdict.
    name: str
    title: str
    document: str
    section: str
    files: tuple[str, ...]
    start: tuple[str, ...]
    extends: str | None = None
    replace: Mapping[str, str] = {}
    components: Mapping[str, str] = {}
    kinds: Mapping[str, tuple[str, ...]] = {}
    sections: Mapping[str, str] = {}
    words: Mapping[str, str] = {}
    further: Mapping[str, str] = {}
    pairs: Mapping[str, str] = {}
    prefer: str | None = None
    splits: bool = True
    generic: bool = True
    row: Mapping[str, Any]

    def __init__(self, row: Mapping[str, Any]) -> None:
        """Give the fields by name; "errata" is a sequence of the fields of each erratum."""
        self.__dict__.update({field: value for field, value in row.items() if field != "errata"}, row=row)

    def __setattr__(self, name: str, _: object) -> None:
        raise AttributeError(f"cannot change {name!r}: entries are immutable")

    def __eq__(self, other: object) -> bool:
        return self.row == other.row if isinstance(other, Entry) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # its mappings have none

    @cached_property
    def errata(self) -> tuple[Erratum, ...]:
        """The errata of the published text."""
        from irigrammar.grammars.erratum import Erratum

        return tuple(Erratum(**erratum) for erratum in self.row.get("errata", ()))

    def citation(self, rule: str) -> tuple[str, str]:
        """Return the document and section of a rule that it defines; of any other name, those of the entry."""
        document, _, section = self.sections.get(rule, self.section).rpartition(", ")
        return document or self.document, section

    @property
    def redirects(self) -> dict[str, str]:
        """`replace` in lower case, as `irigrammar.grammars.rulelist.Rulelist` reads it."""
        return {old.lower(): new.lower() for old, new in self.replace.items()}

    def but(self, **fields: Any) -> Entry:
        """Return the entry with other values of some fields."""
        return Entry({**self.row, **fields})

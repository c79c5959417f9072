"""Where a rule is written: document, section, file and line."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from irigrammar.grammars import catalog
from irigrammar.grammars.expr import Rule

__all__ = ["Place", "place"]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a rule is written: `source` names the ABNF file, `line` counts from 1.

    `document` and `section` are those of the catalog; None for a rule of a user's own file.
    """

    document: str | None
    section: str | None
    source: str
    line: int

    @property
    def cited(self) -> str:
        """Document and section in words, "" for a rule of a user's own file."""
        section = self.section or ""
        word = "section" if section[:1].isdecimal() else "appendix"
        return f"{self.document}, {word} {section}" if self.document else ""

    def __str__(self) -> str:
        """Return the place in words."""
        file = f"{self.source}:{self.line}"
        return f"{self.cited} ({file})" if self.cited else file


def place(rule: Rule) -> Place:
    """Return where a rule is written.

    >>> from irigrammar.grammars import catalog
    >>> str(place(catalog.load("rfc3987")["port"]))
    'RFC 3986, section 3.2.3 (grammar/rfc3986.abnf:26)'
    """
    name = _sources().get(rule.source)
    if name is None:
        return Place(None, None, rule.source, rule.line)
    entry = catalog.entry(name)
    return Place(entry.document, entry.sections.get(rule.name, entry.section), rule.source, rule.line)


@cache
def _sources() -> dict[str, str]:
    """Return, for each ABNF file of the catalog, the grammar whose own rules it holds."""
    return {f"grammar/{file}": name for name, entry in catalog.entries().items() for file in entry.files}

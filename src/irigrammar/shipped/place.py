"""The place of a rule: document, section, and line of its ABNF file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irigrammar.dataclass import dataclass
from irigrammar.shipped import loader as catalog

if TYPE_CHECKING:
    from irigrammar.grammars.entry import Entry
    from irigrammar.grammars.expr import Rule
    from irigrammar.grammars.rulelist import Rulelist


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a rule: `grammar` defines it; `document` and `section` are None for a user's own ABNF.

    `source` names the file and `line` counts from 1. `str()` says it in one line.
    """

    grammar: str
    document: str | None
    section: str | None
    source: str
    line: int

    @property
    def citation(self) -> str:
        """The document and section, or file and line of a user's own ABNF."""
        return citation(self.document, self.section) if self.document else f"{self.source}:{self.line}"

    def __str__(self) -> str:
        """Return the place as a reader would cite it, with the file."""
        return f"{self.citation} ({self.source}:{self.line})" if self.document else self.citation


def citation(document: str, section: str | None) -> str:
    """Return a document and section in words; without a section only the document.

    >>> citation("RFC 3986", "A"), citation("RFC 3987", "2.2")
    ('RFC 3986, appendix A', 'RFC 3987, section 2.2')
    """
    if not section:
        return document
    return f"{document}, {'appendix' if section[0].isupper() else 'section'} {section}"


def place_of(rules: Rulelist, rule: Rule) -> Place:
    """Return the place of a rule of a grammar, or of one that the grammar inherits, hidden ones too.

    >>> iri = catalog.load("rfc3987")
    >>> str(place_of(iri, iri["port"]))
    'RFC 3986, section 3.2.3 (grammar/rfc3986.abnf:26)'
    """
    home = defining(rules, rule)
    entry = entry_of(home)
    document, section = entry.citation(rule.name) if entry else (None, None)
    return Place(home.name, document, section, rule.source, rule.line)


def defining(rules: Rulelist, rule: Rule) -> Rulelist:
    """Return the grammar, of `rules` and those that it extends, whose own rule this is, the farthest one where none has
    it.
    """
    home: Rulelist = rules
    while home.own.get(rule.name.lower()) is not rule and home.parent is not None:
        home = home.parent
    return home


def entry_of(rules: Rulelist) -> Entry | None:
    """Return the catalog entry of a grammar, None for a user's own, whatever its name."""
    known = catalog.is_shipped(rules)
    return catalog.entry(rules.name) if known else None

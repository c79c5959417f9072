"""Read the grammars of users.

Rules of texts, the ABNF in documents and in the abnf package, kept in a store.
"""

# typed: alphabets: how prose names documents
from __future__ import annotations

import re
from os import PathLike
from typing import TYPE_CHECKING, cast

from irigrammar.dataclass import replace
from irigrammar.lazy import regex
from irigrammar.store import Store

if TYPE_CHECKING:
    from irigrammar.grammars.authors.documents import Included
    from irigrammar.grammars.expr import Rule
    from irigrammar.grammars.limits import GrammarLimits, Kind
    from irigrammar.grammars.rulelist import Rulelist

# Whose code decides about what is read and compiled.
_MADE_BY = ("_generated", "automata", "engines", "grammars", "shipped", "text")


def store_of(cache: str | PathLike[str] | None) -> Store:
    """Return the store in a folder; for None, one that keeps nothing."""
    return Store(cache, _MADE_BY)


def rules_of(text: str, name: str, limits: GrammarLimits, store: Store) -> dict[str, Rule]:
    """Return the rules of a text as `irigrammar.grammars.reader.read` does, or as the store has them, which are then
    not read again.
    """
    from irigrammar.grammars.expr import KINDS
    from irigrammar.shipped.values import from_json, to_json

    def read() -> dict[str, Rule]:
        from irigrammar.grammars import reader

        return reader.read(text, name, limits)

    def restore(data: bytes) -> dict[str, Rule]:
        """Return the rules that the store has, with the name of this source. Raises `ValueError` if there are none."""
        rules = from_json(data, KINDS)
        if not rules:
            raise ValueError("no rules")
        return {key: replace(rule, source=name) for key, rule in rules.items()}

    return store.recall(("rules", text, limits), read, to_json, restore)


def abnf_in(text: str, path: str, store: Store, kind: str) -> tuple[str, Included | None]:
    """Return the ABNF in a document of a kind, and the document with the files that it includes, if any; None for a
    document that has neither "{::include" nor "src".
    """
    whole = None
    if "{::include" in text or "src" in text:
        from irigrammar.grammars.authors.documents import include_files

        whole = include_files(text, path, cast("Kind", kind))

    def extract_text() -> str:
        from irigrammar.grammars.authors.extract import extract

        return extract(whole or text, path, cast("Kind", kind)).text

    return store.recall(("document", whole.text if whole else text, kind), extract_text, _data, _text), whole


def in_document(rules: Rulelist, document: Included) -> Rulelist:
    """Return the rules of a document, each with the file and lines that it is in."""

    def in_file(rule: Rule) -> Rule:
        (source, line), end = document.place(rule.line), document.place(rule.end_line)[1]
        return replace(rule, source=source, line=line, end_line=end)

    own = {key: in_file(rule) if rule.source == rules.name else rule for key, rule in rules.own.items()}
    return replace(rules, own=own)


def abnf_of_package(name: str, store: Store) -> str:
    """Return the ABNF of a grammar of the abnf package, from the store if it has it."""

    def text() -> str:
        from irigrammar.shipped.package import package_text

        return package_text(name)

    return store.recall(("package", name), text, _data, _text)


def cited_grammars(text: str) -> list[str]:
    """Return the names of the grammars of the catalog, and of the abnf package, whose RFCs prose in ABNF cites, each
    once, in the order of the text.

    >>> cited_grammars("a = <host, see RFC 3986> <addr-spec in [RFC5322]>")
    ['rfc3986', 'abnf:rfc5322']
    """
    names = {f"rfc{number}": None for prose in _PROSE.findall(text) for number in _RFC.findall(prose)}
    if not names:
        return []
    from irigrammar.shipped.loader import names as shipped_names
    from irigrammar.shipped.package import package_names

    known = {name.removeprefix("abnf:"): name for name in (*package_names(), *shipped_names())}
    return [known[name] for name in names if name in known]


_PROSE = regex(r"<[^<>\n]*>")
_RFC = regex(r"\bRFC[ -]?0*(\d+)\b", re.IGNORECASE)


def _data(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogatepass")

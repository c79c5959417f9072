"""Read the grammars of users.

Rules of texts, the ABNF in documents and in the abnf package, kept in a store.
"""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING, cast

from irigrammar.dataclass import replace
from irigrammar.store import Store

if TYPE_CHECKING:
    from irigrammar.grammars.expr import Rule
    from irigrammar.grammars.limits import GrammarLimits, Kind

# Whose code decides about what is read and compiled.
_MADE_BY = ("_generated", "automata", "engines", "grammars", "shipped", "text")


def store_of(cache: str | PathLike[str] | None) -> Store:
    """Return the store in a folder; for None, one that keeps nothing."""
    return Store(cache, _MADE_BY)


def rules_of(text: str, name: str, limits: GrammarLimits, store: Store) -> dict[str, Rule]:
    """Return the rules of a text as `irigrammar.grammars.reader.read` does, which a kept text does not need."""
    from irigrammar.grammars.expr import KINDS
    from irigrammar.shipped.values import dump, load

    def read() -> dict[str, Rule]:
        from irigrammar.grammars import reader

        return reader.read(text, name, limits)

    def recalled(data: bytes) -> dict[str, Rule]:
        rules = load(_text(data), KINDS)
        if not rules:
            raise ValueError("no rules")
        return {key: replace(rule, source=name) for key, rule in rules.items()}

    return store.recalled(("rules", text, limits), read, lambda rules: _data(dump(rules)), recalled)


def abnf_in(text: str, path: str, store: Store, kind: str | None = None) -> str:
    """Return the ABNF in a document of a kind; without one, its name or content says which."""

    def extracted() -> str:
        from irigrammar.grammars.authors.extract import extract

        return extract(text, path, cast("Kind | None", kind)).text

    return store.recalled(("document", text, kind or path.rpartition(".")[2]), extracted, _data, _text)


def abnf_of_package(name: str, store: Store) -> str:
    """Return the ABNF of a grammar of the abnf package."""

    def text() -> str:
        from irigrammar.shipped.package import package_text

        return package_text(name)

    return store.recalled(("package", name), text, _data, _text)


def _data(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogatepass")

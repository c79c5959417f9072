"""The catalog: its grammars, their texts and their compiled rules.

`grammar/catalog.toml` and the ABNF files are the source; what a running program loads is generated from them, so that
nothing is parsed at run time.
"""

from __future__ import annotations

from irigrammar.lazy import cache, once

TYPE_CHECKING = False  # typing costs more than a first verdict: see irigrammar.lazy
if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from typing import Any

    from irigrammar.grammars.entry import Entry
    from irigrammar.grammars.expr import Rule
    from irigrammar.grammars.rulelist import Rulelist


def names() -> tuple[str, ...]:
    """Return the names of the grammars, in the catalog's order."""
    from irigrammar._generated.catalog import STARTS

    return tuple(STARTS)


def first_start(name: str) -> str:
    """Return the first start rule of a grammar, sooner than its entry is loaded."""
    from irigrammar._generated.catalog import STARTS

    return STARTS[name]


def generic_names() -> tuple[str, ...]:
    """Return the names of the grammars of `grammar/catalog.toml`, in its order: not those of schemes and the like."""
    from irigrammar._generated.catalog import GENERIC

    return GENERIC


def entries() -> Mapping[str, Entry]:
    """Return the catalog's entries by name, in the catalog's order."""
    return {name: entry(name) for name in names()}


@cache
def entry(name: str) -> Entry:
    """Return one entry; raise `UnknownGrammar`, with near names, where there is none."""
    from irigrammar.grammars.entry import Entry

    if name not in names():
        from irigrammar.errors import UnknownGrammar

        raise UnknownGrammar(name, names())
    return Entry(generated("entries", name).ENTRY)


def module_name(name: str) -> str:
    """Return the name of the generated module that holds what is compiled of a grammar."""
    return name.replace("-", "_")


def generated(folder: str, name: str) -> Any:
    """Return the generated module of a grammar in a folder of such."""
    return __import__(f"irigrammar._generated.{folder}.{module_name(name)}", fromlist=["_"])


@once
def load(name: str) -> Rulelist:
    """Return the rules of a catalog grammar, with those it inherits."""
    from irigrammar.grammars.rulelist import Rulelist

    catalog_entry = entry(name)
    module = generated("rules", name)
    parent = load(catalog_entry.extends) if catalog_entry.extends else None
    return Rulelist(name, module.RULES, parent, catalog_entry.redirects)


def is_shipped(rules: Rulelist) -> bool:
    """Return whether these are the rules of a catalog grammar, and not of another one of that name."""
    return rules.name in entries() and load(rules.name) is rules


def grammar_directory() -> Path:
    """Return the folder of the ABNF files: inside the installed package, or in the checkout of an editable install."""
    from pathlib import Path

    package = Path(__file__).resolve().parents[1]
    for folder in (package / "_grammar", package.parents[1] / "grammar"):
        if (folder / "catalog.toml").is_file():
            return folder
    from irigrammar.errors import GrammarError

    raise GrammarError("the ABNF files are not installed with this package")


def source_file(rule: Rule) -> Path:
    """Return the ABNF file of a rule of the catalog."""
    return grammar_directory() / rule.source.removeprefix("grammar/")

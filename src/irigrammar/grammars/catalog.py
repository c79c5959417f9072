"""The catalog: which grammars there are, where their texts lie, and their rules as compiled.

`grammar/catalog.toml` and the ABNF files are the source; what a running program loads is generated from them, so that
nothing is parsed at run time.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from irigrammar.errors import GrammarError, UnknownGrammar
from irigrammar.grammars.entry import COMPONENT_FIELDS, Entry, Erratum
from irigrammar.grammars.reader import read
from irigrammar.grammars.rulelist import Rulelist

__all__ = ["entries", "entry", "grammar_directory", "load", "module_name", "parse_catalog", "read_rulelist"]

_CORE = "rfc5234"


def entries() -> Mapping[str, Entry]:
    """Return the catalog's entries by name, in the catalog's order."""
    from irigrammar._generated.catalog import ENTRIES

    return ENTRIES


def entry(name: str) -> Entry:
    """Return one entry; raise `UnknownGrammar`, with near names, where there is none."""
    known = entries()
    if name not in known:
        raise UnknownGrammar(name, known)
    return known[name]


def module_name(name: str) -> str:
    """Return the name of the generated module that holds what is compiled of a grammar."""
    return name.replace("-", "_")


@cache
def load(name: str) -> Rulelist:
    """Return the rules of a catalog grammar, with those it inherits."""
    found = entry(name)
    module = importlib.import_module(f"irigrammar._generated.rules.{module_name(name)}")
    parent = load(found.extends) if found.extends else None
    return Rulelist(name, module.RULES, parent, _lower(found.replace))


def grammar_directory() -> Path:
    """Return the folder of the ABNF files: inside the installed package, or in the checkout of an editable install."""
    package = Path(__file__).resolve().parents[1]
    for folder in (package / "_grammar", package.parents[1] / "grammar"):
        if (folder / "catalog.toml").is_file():
            return folder
    raise GrammarError("the ABNF files are not installed with this package")


def read_rulelist(found: Entry, folder: Path, parent: Rulelist | None) -> Rulelist:
    """Return the rules of an entry, read from its ABNF files."""
    own = {
        key: rule
        for file in found.files
        for key, rule in read((folder / file).read_text(encoding="utf-8"), f"grammar/{file}").items()
    }
    return Rulelist(found.name, own, parent, _lower(found.replace))


def parse_catalog(text: str) -> dict[str, Entry]:
    """Return the entries of a catalog in TOML, inherited rows filled in; a parent stands before what extends it."""
    import tomllib

    parsed: dict[str, Entry] = {}
    for name, row in tomllib.loads(text).items():
        extends = row.get("extends", _CORE) if name != _CORE else None
        parent = parsed[extends] if extends else None
        parsed[name] = Entry(
            name=name,
            title=row["title"],
            document=row["document"],
            section=row["section"],
            files=tuple(row["files"]),
            start=tuple(row["start"]),
            extends=extends,
            replace=row.get("replace", {}),
            components=_components(name, row, parent),
            kinds={**(parent.kinds if parent else {}), **{k: tuple(v) for k, v in row.get("kinds", {}).items()}},
            sections=row.get("sections", {}),
            words=_inherited(parent.words if parent else None, row.get("words")),
            further=_inherited(parent.further if parent else None, row.get("further")),
            pairs=_inherited(parent.pairs if parent else None, row.get("pairs")),
            prefer=row.get("prefer"),
            errata=tuple(Erratum(**erratum) for erratum in row.get("erratum", ())),
        )
    return parsed


def _inherited(rows: Mapping[str, str] | None, own: Mapping[str, str] | None) -> dict[str, str]:
    return {**(rows or {}), **(own or {})}


def _components(name: str, row: Mapping[str, Any], parent: Entry | None) -> dict[str, str]:
    own = row.get("components", {})
    for production, field in own.items():
        if field not in COMPONENT_FIELDS:
            raise GrammarError(f"{name}: {production} is given the component {field!r}, which there is not")
    return _inherited(parent.components if parent else None, own)


def _lower(replace: Mapping[str, str]) -> dict[str, str]:
    return {old.lower(): new.lower() for old, new in replace.items()}

"""The catalog: its grammars, their texts and their compiled rules.

`grammar/catalog.toml` and the ABNF files are the source; what a running program loads is generated from them, so that
nothing is parsed at run time. A grammar is one file, whose parts are compressed apart: a line of their names and sizes,
`NAME:BYTES` with commas, and then the parts.
"""

from __future__ import annotations

import zlib

from irigrammar import _generated
from irigrammar.lazy import cache, once
from irigrammar.shipped.values import load as read_value

TYPE_CHECKING = False  # typing costs more than a first verdict: see irigrammar.lazy
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path
    from typing import Any

    from irigrammar.grammars.entry import Entry
    from irigrammar.grammars.expr import Rule
    from irigrammar.grammars.rulelist import Rulelist


MEMBERS = "members"  # the part of a generic grammar's file with the characters of its rules for single ones


def names() -> tuple[str, ...]:
    """Return the names of the grammars, in the catalog's order."""
    from irigrammar._generated.catalog import STARTS

    return tuple(STARTS)


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
    return Entry(value(name, "entry"))


def parts(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the parts of a data file by name, each compressed."""
    start = data.index(b"\n") + 1
    for row in data[: start - 1].decode("ascii").split(","):
        name, _, size = row.rpartition(":")
        yield name, data[start : start + int(size)]
        start += int(size)


def value(file: str, name: str, records: Iterable[type] = ()) -> Any:
    """Return the value of a part of a data file, by the name of its grammar or subject, with the dataclasses that may
    be in it (`irigrammar.shipped.values`); raise `KeyError` where it has no such part, and `OSError` where there is no
    such file.
    """
    data = _generated.__loader__.get_data(f"{_generated.__path__[0]}/{file}.z")  # type: ignore[union-attr]  # it has one
    for known, content in parts(data):
        if known == name:
            return read_value(zlib.decompress(content), records)
    raise KeyError(name)


@once
def load(name: str) -> Rulelist:
    """Return the rules of a catalog grammar, with those it inherits. Raises `UnknownGrammar` for another name."""
    from irigrammar.grammars.expr import KINDS
    from irigrammar.grammars.rulelist import Rulelist

    catalog_entry = entry(name)
    parent = load(catalog_entry.extends) if catalog_entry.extends else None
    return Rulelist(name, value(name, "rules", KINDS), parent, catalog_entry.redirects)


def is_shipped(rules: Rulelist) -> bool:
    """Return whether these are the rules of a catalog grammar, and not of another one of that name."""
    return rules.name in names() and load(rules.name) is rules


def grammar_directory() -> Path:
    """Return the folder of the ABNF files: inside the installed package, or in the checkout of an editable install.
    Raises `GrammarError` where they are not installed.
    """
    from pathlib import Path

    package = Path(__file__).resolve().parents[1]
    for folder in (package / "_grammar", package.parents[1] / "grammar"):
        if (folder / "catalog.toml").is_file():
            return folder
    from irigrammar.errors import GrammarError

    raise GrammarError("the ABNF files are not installed with this package")


def folder_file(name: str) -> Path | None:
    """Return the path of a grammar that is not of the catalog: of documents, `documents/turtle`, of notations,
    `notations/re2`, or of conditions, `world/clients`; None for other names, and where there is a file of that name.
    """
    from pathlib import Path

    if not name.startswith(("documents/", "notations/", "world/")) or Path(name).exists():
        return None
    path = grammar_directory() / f"{name}.abnf"
    return path if path.is_file() else None


def source_file(rule: Rule) -> Path:
    """Return the path of the ABNF file of a rule of the catalog. Raises `GrammarError` where these files are not
    installed.
    """
    return grammar_directory() / rule.source.removeprefix("grammar/")

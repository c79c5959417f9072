"""Read the sources of shipped data in `grammar/`.

The catalog and the ABNF files, hints, schemes, sets of characters. `compile_grammars.py` compiles it: a running program
loads what is compiled. The files describe their fields.
"""

from __future__ import annotations

import collections
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from irigrammar.errors import GrammarError
from irigrammar.grammars import COMPONENT_FIELDS
from irigrammar.grammars.entry import Entry
from irigrammar.grammars.expr import Concatenation, Expr, Ref, Rule, abnf
from irigrammar.grammars.hints import Conditions, Hint, Hints, condition_key
from irigrammar.grammars.reader import read
from irigrammar.grammars.rulelist import Rulelist, bound

_CORE = "rfc5234"


def read_rulelist(entry: Entry, folder: Path, parent: Rulelist | None) -> Rulelist:
    """Return the rules of an entry, read from its ABNF files."""
    own = {
        key: rule
        for file in entry.files
        for key, rule in read((folder / file).read_text(encoding="utf-8"), f"grammar/{file}").items()
    }
    return Rulelist(entry.name, bound(own, parent), parent, entry.redirects)


# A comment that says where the rules below it are from, and one that quotes the text that a rule replaces.
_HEADING = re.compile(r"; (?P<document>[^:;]*?), (?:sections?|appendix) (?P<section>[A-Z]?[\d.]*[\dA-Z])\b(?!\.\w)")
_PUBLISHED = re.compile(r"; published: (?:[^\s=:]+\s*:{0,2}=\s*)?(.*)")


def annotated(entry: Entry, row: Mapping[str, Any], folder: Path, own: Mapping[str, Rule]) -> Entry:
    """Return the entry of a row with what the comments of its files say: where each rule is from, and what errata."""
    sections = dict(entry.sections)
    errata = [*entry.row["errata"]]
    why = collections.defaultdict(lambda: row["transcribed"], row.get("why", {}))
    lines = {file: (folder / file).read_text(encoding="utf-8").splitlines() for file in entry.files}
    for rule in own.values():
        above = lines[rule.source.removeprefix("grammar/")][: rule.line - 1]
        heading = next((match for line in reversed(above) if (match := _HEADING.match(line))), None)
        if heading:
            cited = heading["section"] if heading["document"] == entry.document else ", ".join(heading.group(1, 2))
            sections.setdefault(rule.name, cited)
        published = _PUBLISHED.fullmatch(above[-1]) if above else None
        if published:
            used = abnf(rule.expr)
            errata.append({"rule": rule.name, "published": published[1], "used": used, "why": why[rule.name]})
    return entry.but(sections=sections, errata=tuple(errata))


def parse_catalog(text: str) -> dict[str, Entry]:
    """Return the entries of a catalog in TOML, inherited rows filled in; a parent comes before what extends it."""
    return catalog_of(tomllib.loads(text))


def catalog_of(rows: Mapping[str, Mapping[str, Any]]) -> dict[str, Entry]:
    """Return the entries of rows, as `parse_catalog` does."""
    parsed: dict[str, Entry] = {}
    for name, row in rows.items():
        extends = row.get("extends", _CORE) if name != _CORE else None
        parent = parsed[extends] if extends else None
        fields = {
            "name": name,
            "title": row["title"],
            "document": row["document"],
            "section": row["section"],
            "files": tuple(row["files"]),
            "start": tuple(row["start"]),
            "extends": extends,
            "replace": row.get("replace", {}),
            "components": _components(name, row, parent),
            "kinds": {**(parent.kinds if parent else {}), **{k: tuple(v) for k, v in row.get("kinds", {}).items()}},
            "sections": row.get("sections", {}),
            "words": _inherited(parent.words if parent else None, row.get("words")),
            "further": _inherited(parent.further if parent else None, row.get("further")),
            "pairs": _inherited(parent.pairs if parent else None, row.get("pairs")),
            "prefer": row.get("prefer"),
            "splits": row.get("splits", True),
            "generic": True,
            "errata": tuple(row.get("erratum", ())),
        }
        parsed[name] = Entry(fields)
    return parsed


def _inherited(rows: Mapping[str, str] | None, own: Mapping[str, str] | None) -> dict[str, str]:
    return {**(rows or {}), **(own or {})}


def _components(name: str, row: Mapping[str, Any], parent: Entry | None) -> dict[str, str]:
    own = row.get("components", {})
    for production, field in own.items():
        if field not in COMPONENT_FIELDS:
            raise GrammarError(f"{name}: {production} is given the component {field!r}, which there is not")
    return _inherited(parent.components if parent else None, own)


_HINTS = "grammar/hints.toml"


_CONDITIONS = ("found", "part", "then", "rest", "cut")
_AROUND = ("before", "middle", "after")


def parse_hints(text: str) -> tuple[Hints, Conditions]:
    """Return the rows of a text in TOML; raise `GrammarError` for an unknown field, or a name or code used twice."""
    parsed = tomllib.loads(text)
    known = {field.name for field in fields(Hint)} - {"conditions"} | {*_CONDITIONS, "around"}
    seen: set[str] = set()
    for row in parsed["fault"]:
        unknown = row.keys() - known
        if unknown:
            raise GrammarError(f"the hint {row['name']!r} has a field that there is not: {min(unknown)}")
        for word in {row["name"], row.get("code", row["name"])}:
            if word in seen:
                raise GrammarError(f"two hints are called {word!r}")
            seen.add(word)
    exprs: dict[str, Expr] = {}
    rows: list[Hint] = []
    for row in parsed["fault"]:
        plain: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}
        texts = {key: plain.pop(key) for key in _CONDITIONS if key in plain}
        around = dict(zip(_AROUND, plain.pop("around", ()), strict=False))
        given = {key: read(f"x = {text}\n", f"{_HINTS}, {key}")["x"].expr for key, text in (texts | around).items()}
        if around:
            given["following"] = Concatenation((given["middle"], given["after"]))
        hint = Hint(**plain, conditions=tuple(given))
        exprs |= {condition_key(hint.code, key): expr for key, expr in given.items()}
        rows.append(hint)
    own = read(parsed["rules"], _HINTS)
    refers = {key: expr.name for key, expr in exprs.items() if isinstance(expr, Ref) and expr.name.lower() not in own}
    return Hints(parsed["names"], parsed["spaces"], refers, tuple(rows)), Conditions(own, exprs)


_CHARACTERS = "grammar/characters.toml"


_FIELDS = {"name", "characters", "says", "section"}


_URL_STANDARD = "grammar/url-standard.toml"


_SET_FIELDS = {"name", "characters", "section"}


_SCHEME_FIELDS = {"name", "default_port", "utf8_query", "section"}


@dataclass(frozen=True, slots=True)
class GroupRow:
    """One group; `rule` is the lower-case name of the rule of its characters."""

    name: str
    rule: str
    says: str
    section: str


@dataclass(frozen=True, slots=True)
class CharacterTable:
    """The version of Unicode, the rules by lower-case name, those of the groups among them, and the groups in the
    file's order.
    """

    unicode: str
    rules: Mapping[str, Rule]
    groups: tuple[GroupRow, ...]


def parse_characters(text: str) -> CharacterTable:
    """Return the table of a text in TOML; raise `GrammarError` for fields that are not the described ones, or a name
    used twice.
    """
    parsed = tomllib.loads(text)
    rules = dict(read(parsed["rules"], _CHARACTERS))
    groups: list[GroupRow] = []
    for row in parsed["group"]:
        rule = f"group-{row.get('name', '').replace(' ', '-')}"
        _add(rules, rule, row, _FIELDS, _CHARACTERS)
        groups.append(GroupRow(row["name"], rule, row["says"], row["section"]))
    return CharacterTable(parsed["unicode"], rules, tuple(groups))


@dataclass(frozen=True, slots=True)
class UrlStandardTable:
    """The URL Standard's sets as rules by name, the section of each, and its special schemes with their default ports
    (None where a scheme has none); `utf8` are those whose queries are in UTF-8.
    """

    rules: Mapping[str, Rule]
    sections: Mapping[str, str]
    special: Mapping[str, int | None]
    utf8: tuple[str, ...]


def parse_url_standard(text: str) -> UrlStandardTable:
    """Return the table of a text in TOML; raise `GrammarError` for fields that are not the described ones, or a name
    used twice.
    """
    parsed = tomllib.loads(text)
    rules: dict[str, Rule] = {}
    for row in parsed["set"]:
        _add(rules, row.get("name", ""), row, _SET_FIELDS, _URL_STANDARD)
    for row in parsed["scheme"]:
        if not {"name", "section"} <= row.keys() <= _SCHEME_FIELDS:
            raise GrammarError(f"a scheme has other fields than {_listed(_SCHEME_FIELDS)}: {_listed(row)}")
    return UrlStandardTable(
        rules,
        {row["name"]: row["section"] for row in parsed["set"]},
        {row["name"]: row.get("default_port") for row in parsed["scheme"]},
        tuple(row["name"] for row in parsed["scheme"] if row.get("utf8_query")),
    )


def _add(rules: dict[str, Rule], name: str, row: Mapping[str, Any], fields: set[str], source: str) -> None:
    """Add the characters of a row to the rules, under a name."""
    if row.keys() != fields:
        raise GrammarError(f"a group has other fields than {_listed(fields)}: {_listed(row)}")
    if name in rules:
        raise GrammarError(f"two groups are called {row['name']!r}")
    rules.update(read(f"{name} = {row['characters']}\n", f"{source}, {row['name']}"))


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names))

"""Sets and groups of characters that no production names.

`grammar/characters.toml` and `grammar/url-standard.toml` are the sources and describe the fields; a running program
loads what is generated from them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from irigrammar.errors import GrammarError
from irigrammar.grammars.expr import Rule
from irigrammar.grammars.reader import read

__all__ = ["CharacterTable", "GroupRow", "UrlStandardTable", "parse_characters", "parse_url_standard"]

_SOURCE = "grammar/characters.toml"
_FIELDS = {"name", "characters", "says", "section"}
_URL_SOURCE = "grammar/url-standard.toml"
_SET_FIELDS = {"name", "characters", "section"}
_SCHEME_FIELDS = {"name", "default_port", "section"}


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
    import tomllib

    parsed = tomllib.loads(text)
    rules = dict(read(parsed["rules"], _SOURCE))
    groups: list[GroupRow] = []
    for row in parsed["group"]:
        rule = f"group-{row.get('name', '').replace(' ', '-')}"
        _add(rules, rule, row, _FIELDS, _SOURCE)
        groups.append(GroupRow(row["name"], rule, row["says"], row["section"]))
    return CharacterTable(parsed["unicode"], rules, tuple(groups))


@dataclass(frozen=True, slots=True)
class UrlStandardTable:
    """The URL Standard's sets as rules by name, the section of each, and its special schemes with their default ports
    (None where a scheme has none).
    """

    rules: Mapping[str, Rule]
    sections: Mapping[str, str]
    special: Mapping[str, int | None]


def parse_url_standard(text: str) -> UrlStandardTable:
    """Return the table of a text in TOML; raise `GrammarError` for fields that are not the described ones, or a name
    used twice.
    """
    import tomllib

    parsed = tomllib.loads(text)
    rules: dict[str, Rule] = {}
    for row in parsed["set"]:
        _add(rules, row.get("name", ""), row, _SET_FIELDS, _URL_SOURCE)
    for row in parsed["scheme"]:
        if not {"name", "section"} <= row.keys() <= _SCHEME_FIELDS:
            raise GrammarError(f"a scheme has other fields than {_listed(_SCHEME_FIELDS)}: {_listed(row)}")
    return UrlStandardTable(
        rules,
        {row["name"]: row["section"] for row in parsed["set"]},
        {row["name"]: row.get("default_port") for row in parsed["scheme"]},
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

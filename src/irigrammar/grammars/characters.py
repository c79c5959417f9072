"""Sets and groups of characters that no production names.

`grammar/characters.toml` is the source and describes the fields; a running program loads what is generated from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from irigrammar.errors import GrammarError
from irigrammar.grammars.expr import Rule
from irigrammar.grammars.reader import read

__all__ = ["CharacterTable", "GroupRow", "parse_characters"]

_SOURCE = "grammar/characters.toml"
_FIELDS = {"name", "characters", "says", "section"}


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
        if row.keys() != _FIELDS:
            raise GrammarError(f"a group has other fields than {', '.join(sorted(_FIELDS))}: {', '.join(sorted(row))}")
        rule = f"group-{row['name'].replace(' ', '-')}"
        if rule in rules:
            raise GrammarError(f"two groups are called {row['name']!r}")
        rules.update(read(f"{rule} = {row['characters']}\n", f"{_SOURCE}, {row['name']}"))
        groups.append(GroupRow(row["name"], rule, row["says"], row["section"]))
    return CharacterTable(parsed["unicode"], rules, tuple(groups))

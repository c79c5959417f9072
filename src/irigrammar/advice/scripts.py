"""Scripts of texts and how they may mix, and look-alikes (UTS #39), by the Unicode data of the extra `advice`.

Scripts and their extensions come from fontTools, which follows each version of Unicode; look-alikes from
confusable-homoglyphs, which ships the pairs of confusables.txt.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import cache, reduce
from importlib.util import find_spec

MISSING = "the data on scripts and look-alikes is missing; pip install 'irigrammar[advice]'"

_PACKAGES = ("fontTools", "confusable_homoglyphs")
_MARK = "\N{LEFT-TO-RIGHT MARK}"  # around right-to-left characters in the data
# UTS #39, 5.1: the systems in which a script is written together with others.
TOGETHER = {
    "Hani": ("Hanb", "Jpan", "Kore"),
    "Hira": ("Jpan",),
    "Kana": ("Jpan",),
    "Hang": ("Kore",),
    "Bopo": ("Hanb",),
}
_SYSTEMS = frozenset({"Hanb", "Jpan", "Kore"})
_ANY = frozenset({"Zyyy", "Zinh"})  # Common and Inherited
_LATIN = "Latn"

Scripts = frozenset[str]


@cache
def is_available() -> bool:
    """Return whether the packages of the extra are installed."""
    return all(find_spec(name) is not None for name in _PACKAGES)


def scripts(text: Iterable[str]) -> Scripts | None:
    """Return the scripts that all characters share (UTS #39, 5.1, the resolved script set), None where any will do.

    Four-letter codes of ISO 15924; Hanb, Jpan and Kore stand for Han with Bopomofo, Japanese and Korean writing.

    >>> sorted(scripts("かカ漢")), scripts("ab\\u0430"), scripts("1-2") is None
    (['Jpan'], frozenset(), True)
    """
    sets = [char_scripts for char in frozenset(text) if (char_scripts := _scripts_of(char)) is not None]
    return reduce(frozenset.intersection, sets) if sets else None


def is_highly_restrictive(text: str) -> bool:
    """Return whether a text is in a single script, or mixes Latin with Japanese, Korean or Chinese writing alone.

    That is UTS #39, 5.2, up to its level "Highly Restrictive", without the condition on single characters.

    >>> [is_highly_restrictive(text) for text in ("резюме", "Wi-Fi接続", "p\\u0430ypal", "Ωmega")]
    [True, True, False, False]
    """
    chars = frozenset(text)
    common = scripts(chars)
    if common is None or common:
        return True
    rest = scripts(char for char in chars if _LATIN not in (_scripts_of(char) or ()))
    return bool(rest and rest & _SYSTEMS)


def script_names(text: str) -> tuple[str, ...]:
    """Return the names of the scripts of a text's characters, in the order in which they occur.

    >>> script_names("p\\u0430y-1")
    ('Latin', 'Cyrillic')
    """
    from fontTools import unicodedata as ucd

    codes = dict.fromkeys(ucd.script(char) for char in text)
    return tuple(str(ucd.script_name(code)).replace("_", " ") for code in codes if code not in _ANY)


def skeleton(text: str) -> str:
    """Return what a text looks like: equal for texts that are confusable (UTS #39, 4, up to the choice of prototypes).

    >>> skeleton("сом") == skeleton("com"), skeleton("corn") == skeleton("com"), skeleton("co") == skeleton("com")
    (False, True, False)
    >>> skeleton("\\u0441\\u043e") == skeleton("co")
    True
    """
    mapped = "".join(map(_prototype, unicodedata.normalize("NFD", text)))
    return unicodedata.normalize("NFD", mapped)


@cache
def _scripts_of(char: str) -> Scripts | None:
    """Return the augmented script set of a character, None for one that goes with every script."""
    from fontTools import unicodedata as ucd

    own = frozenset(ucd.script_extension(char))
    if own & _ANY:
        return None
    return own.union(*(TOGETHER.get(code, ()) for code in own))


@cache
def _prototype(char: str) -> str:
    """Return what stands for a character and all that look like it.

    The data has each pair of confusables.txt in both directions: a character has one partner, its prototype, or is a
    prototype itself. Of a pair that is alone the sequence is the prototype, else the character that comes first.
    """
    partners = _partners().get(char, ())
    if len(partners) != 1:
        return char
    (partner,) = partners
    alone = len(partner) == 1 and len(_partners().get(partner, ())) == 1
    return min(char, partner) if alone else partner


@cache
def _partners() -> dict[str, list[str]]:
    """Return the pairs by each of their members, without the marks around what is right-to-left."""
    from confusable_homoglyphs.confusables import confusables_data

    return {text.strip(_MARK): [row["c"].strip(_MARK) for row in rows] for text, rows in confusables_data.items()}

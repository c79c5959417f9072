"""Scripts of texts, how they may mix, and look-alikes (UTS #39)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, reduce

from irigrammar.unicode import normalize, prototypes, script, script_extensions, script_name

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


def scripts(text: Iterable[str]) -> Scripts | None:
    """Return the scripts that all characters share (UTS #39, 5.1, the resolved script set), None where any will do.

    Four-letter codes of ISO 15924; Hanb, Jpan and Kore stand for Han with Bopomofo, Japanese and Korean writing.

    >>> sorted(scripts("かカ漢")), scripts("ab\\u0430"), scripts("1-2") is None
    (['Jpan'], frozenset(), True)
    """
    sets = set(map(scripts_of, frozenset(text))) - {None}
    return reduce(frozenset.intersection, sets) if sets else None  # type: ignore[arg-type]  # None is left out


def is_highly_restrictive(text: str) -> bool:
    """Return whether a text is in a single script, or mixes Latin only with Japanese, Korean or Chinese writing.

    That is UTS #39, 5.2, up to its level "Highly Restrictive", without the condition on single characters.

    >>> [is_highly_restrictive(text) for text in ("резюме", "Wi-Fi接続", "p\\u0430ypal", "Ωmega")]
    [True, True, False, False]
    """
    return not is_mixed(reduce(mixed_with, map(scripts_of, frozenset(text)), UNMIXED))


# The scripts that all characters of a text share, and those that all share that are not Latin; None where any will do.
Mixture = tuple[Scripts | None, Scripts | None]
UNMIXED: Mixture = (None, None)  # that of no text


def mixed_with(mixture: Mixture, own: Scripts | None) -> Mixture:
    """Return the mixture of a text with one more character, by the scripts of that; None for one that goes with all."""
    if own is None:
        return mixture
    common, beside_latin = mixture
    if _LATIN not in own:
        beside_latin = own if beside_latin is None else beside_latin & own
    return own if common is None else common & own, beside_latin


def is_mixed(mixture: Mixture) -> bool:
    """Return whether a text with a mixture, and any longer one, is not "highly restrictive"."""
    common, beside_latin = mixture
    return common is not None and not common and not (beside_latin and beside_latin & _SYSTEMS)


def script_names(text: str) -> tuple[str, ...]:
    """Return the names of the scripts of a text's characters, each once, in the order in which they occur; without
    Common and Inherited.

    >>> script_names("p\\u0430y-1")
    ('Latin', 'Cyrillic')
    """
    codes = dict.fromkeys(map(script, text))
    return tuple(script_name(code) for code in codes if code not in _ANY)


def skeleton(text: str) -> str:
    """Return the skeleton of a text: equal for texts that are confusable (UTS #39, 4).

    >>> skeleton("сом") == skeleton("com"), skeleton("corn") == skeleton("com"), skeleton("co") == skeleton("com")
    (False, True, False)
    >>> skeleton("\\u0441\\u043e") == skeleton("co")
    True
    """
    stands_for = prototypes()
    look_alike = "".join([stands_for.get(char, char) for char in normalize("NFD", text)])
    return normalize("NFD", look_alike)


@cache
def scripts_of(char: str) -> Scripts | None:
    """Return the augmented script set of a character, None for one that goes with every script."""
    own = script_extensions(char)
    if own & _ANY:
        return None
    return own.union(*(TOGETHER.get(code, ()) for code in own))

"""What the page's advice is made of: the rules that it has, sets of characters, and names of schemes and domains."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from irigrammar._generated.suspicious import BLOCKS, DOMAINS, EXTENSIONS, HOLDERS
from irigrammar.advice.characters import continues, kind_of
from irigrammar.advice.likeness import defanged_schemes, folders, not_misspelled, typed_schemes
from irigrammar.advice.registries import historical_schemes, registered_schemes, schemes_as_of, top_level_domains
from irigrammar.advice.registry import rules
from irigrammar.advice.rules.characters import SIGNS
from irigrammar.advice.rules.mistakes import mark_name, opening
from irigrammar.advice.rules.percent_encoding import ANY_ENCODED_SCHEME, ENCODED_SCHEME
from irigrammar.advice.rules.references import COMMON
from irigrammar.advice.scripts import TOGETHER, skeleton
from irigrammar.advice.undecodable import CHARSETS, OVERLONG
from irigrammar.automata.charset import MAX, Ranges, difference, union
from irigrammar.processing.characters import characters, groups
from irigrammar.processing.schemes import schemes
from irigrammar.text.unicode import prototypes, script_names_by_code
from irigrammar.views.explorer.diagnostics import words
from irigrammar.views.explorer.packing import packed


@cache
def advice() -> dict[str, Any]:
    """Return what the page's advice needs.

    That is the severity of each rule (`rules`), the codes of groups of characters, sets of characters and names of
    some, look-alikes of delimiters (`signs`) and marks that close, default ports, domains and blocks of addresses with
    a special purpose (`holders` are those that hold an IPv4 address), and what `mistakes` are recognized by.

    >>> advice()["rules"]["R004"], advice()["ports"]["http"]
    ('warning', 80)
    """
    by_kind: dict[str, list[str]] = {}
    for char in map(chr, range(0x80, MAX + 1)):
        if (unicodedata.decomposition(char) or char in characters("space-look-alike")) and (kind := kind_of(char)):
            by_kind.setdefault(kind, []).append(char)
    named = ("default-ignorable", "deprecated", "space-look-alike", *(f"{name}-look-alike" for name in SIGNS))
    hangul = [
        char for char in map(chr, range(0x1100, 0xD800)) if continues(char) and unicodedata.category(char) == "Lo"
    ]
    of_names = [characters(name).ranges for name in named]
    of_names += [group.characters.ranges for group in groups() if group.name in ("space", "special")]
    unseen = union(characters("bidi-control").ranges, characters("space-look-alike").ranges)
    sets = {name: characters(name).ranges for name in _ADVICE_SETS}
    codes = {rule.name: rule.code for rule in rules()}
    return {
        "rules": {rule.code: rule.severity for rule in rules() if not rule.code.startswith(_LEFT_OUT)},
        "sayMore": next(rule.unless for rule in rules() if rule.code == "X002"),
        "groups": {name: codes[name.replace(" ", "-")] for name in _GROUPS_OF_ADVICE},
        "sets": packed(
            sets
            | {kind: _ranges(chars) for kind, chars in by_kind.items()}
            | {"hangul-part": _ranges(hangul), "invisible": difference(characters("default-ignorable").ranges, unseen)}
        ),
        "signs": [{"sign": sign, "ranges": characters(f"{name}-look-alike").ranges} for name, sign in SIGNS.items()],
        "names": _names_in(union(*of_names)),
        "ports": {scheme.name: scheme.default_port for scheme in schemes() if scheme.default_port is not None},
        "domains": {name: (use, section) for name, use, section in DOMAINS},
        "closing": {char: (mark_name(char), opening(char)) for char in map(chr, _points(characters("closing").ranges))},
        "charsets": CHARSETS,
        "patterns": {
            "overlong": OVERLONG.pattern.decode("ascii"),
            "scheme": ENCODED_SCHEME.pattern,
            "anyScheme": _without_possession(ANY_ENCODED_SCHEME.pattern),
        },
        "scripts": {"names": script_names_by_code(), "together": TOGETHER},
        "looks": _looks(),
        "blocks": BLOCKS,
        "holders": HOLDERS,
        "mistakes": {
            "typed": typed_schemes(),
            "meant": sorted(not_misspelled()),
            "defanged": defanged_schemes(),
            "registered": sorted(registered_schemes()),
            "historical": sorted(historical_schemes()),
            "asOf": schemes_as_of(),
            "common": COMMON,
            "local": [scheme.name for scheme in schemes() if scheme.default_host],
            "domains": sorted(top_level_domains()),
            "extensions": EXTENSIONS.split(),
            "folders": sorted(folders()),
        },
    }


# Right-to-left text has a view of its own; rules of single schemes, and what needs other readers, are for `iri advise`.
_LEFT_OUT = ("B", "H010", "H011", "R029", "R030", *(f"X{number:03}" for number in range(7, 21)))
_GROUPS_OF_ADVICE = tuple(group.name for group in groups() if group.name != "bidi formatting")  # which has more rules
_ADVICE_SETS = ("deprecated", "joiner", "joined", "tag", "variation-selector")


def _without_possession(pattern: str) -> str:
    """Return a pattern that matches the same in JavaScript, which has no possessive quantifiers."""
    return pattern.replace("*+", "*")


def _ranges(chars: Iterable[str]) -> Ranges:
    return union(tuple((ord(char), ord(char)) for char in chars))


def _points(ranges: Ranges) -> Iterator[int]:
    return (point for low, high in ranges for point in range(low, high + 1))


def _names_in(ranges: Ranges) -> dict[int, str]:
    """Return the names of the characters of a set that have one, but those that `words` has."""
    known = words()["unseen"]
    return {
        point: name for point in _points(ranges) if point not in known and (name := unicodedata.name(chr(point), ""))
    }


def _looks() -> dict[str, str]:
    """Return characters whose skeleton is ASCII, with it."""
    chars = [char for char in prototypes() if unicodedata.category(char)[0] in "LMNP"]
    looks = {char: skeleton(char) for char in chars if unicodedata.normalize("NFKC", char) == char}
    return {char: look for char, look in sorted(looks.items()) if look.isascii()}

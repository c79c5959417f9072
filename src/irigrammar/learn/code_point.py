"""Facts about a code point.

In Unicode, in the rules of the grammars, in IDNA, in conversions, in advice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from irigrammar.automata.charset import MAX
from irigrammar.dataclass import dataclass
from irigrammar.lazy import regex
from irigrammar.learn.placing import Advised, advice_on, conversions
from irigrammar.matching.idna_labels import LabelFault, idna2008_property, map_by_uts46
from irigrammar.processing.characters import Characters, Group, group_of
from irigrammar.shipped.loader import MEMBERS, generic_names, value
from irigrammar.text.names import character
from irigrammar.unicode import bidi_class, general_category, is_mirrored, mirror_pairs, normalize, unicode_version

# General categories by Unicode's own long names (UAX #44, table 12), and bidi classes (UAX #9, table 4).
_CATEGORIES = {
    "Lu": "uppercase letter",
    "Ll": "lowercase letter",
    "Lt": "titlecase letter",
    "Lm": "modifier letter",
    "Lo": "other letter",
    "Mn": "nonspacing mark",
    "Mc": "spacing mark",
    "Me": "enclosing mark",
    "Nd": "decimal number",
    "Nl": "letter number",
    "No": "other number",
    "Pc": "connector punctuation",
    "Pd": "dash punctuation",
    "Ps": "open punctuation",
    "Pe": "close punctuation",
    "Pi": "initial punctuation",
    "Pf": "final punctuation",
    "Po": "other punctuation",
    "Sm": "math symbol",
    "Sc": "currency symbol",
    "Sk": "modifier symbol",
    "So": "other symbol",
    "Zs": "space separator",
    "Zl": "line separator",
    "Zp": "paragraph separator",
    "Cc": "control",
    "Cf": "format",
    "Cs": "surrogate",
    "Co": "private use",
    "Cn": "unassigned",
}
_BIDI = {
    "L": "left-to-right",
    "R": "right-to-left",
    "AL": "right-to-left, Arabic letter",
    "EN": "European number",
    "ES": "European number separator",
    "ET": "European number terminator",
    "AN": "Arabic number",
    "CS": "common number separator",
    "NSM": "nonspacing mark",
    "BN": "boundary neutral",
    "B": "paragraph separator",
    "S": "segment separator",
    "WS": "white space",
    "ON": "other neutral",
    "LRE": "left-to-right embedding",
    "LRO": "left-to-right override",
    "RLE": "right-to-left embedding",
    "RLO": "right-to-left override",
    "PDF": "pop directional format",
    "LRI": "left-to-right isolate",
    "RLI": "right-to-left isolate",
    "FSI": "first strong isolate",
    "PDI": "pop directional isolate",
}


@dataclass(frozen=True, slots=True)
class CodePoint:
    """Facts about a code point.

    `says` is what it is where it is not a character that may be exchanged, else None. `utf8` are its bytes, None
    for a surrogate. `category` and `bidi_class` are Unicode's short names, `bidi_class` "" where there is none;
    `mirrored` is what it is shown as from right to left, itself where it is not mirrored, None where it is mirrored and
    no other character looks so. `nfc` and `nfkc` are its normal forms. `idna2008` is the derived property (RFC 5892),
    `uts46` what the non-transitional mapping makes of it, None where it refuses it. `group` is that of
    draft-ietf-iri-3987bis-04, 7.3. `rules` has, by grammar, the rules for single characters that it is in.
    """

    char: str
    name: str
    says: str | None
    utf8: bytes | None
    category: str
    category_name: str
    bidi_class: str
    bidi_name: str
    mirrored: str | None
    nfc: str
    nfkc: str
    idna2008: str
    uts46: str | None
    group: Group | None
    rules: dict[str, tuple[str, ...]]
    conversions: list[dict[str, Any]]
    advice: tuple[Advised, ...]


def code_point(char: str) -> CodePoint:
    """Return facts about one code point; those of Unicode and IDNA are by `irigrammar.unicode_version`.

    >>> point = code_point("é")
    >>> point.name, point.category, point.bidi_class, point.idna2008
    ('U+00E9 LATIN SMALL LETTER E WITH ACUTE', 'Ll', 'L', 'PVALID')
    >>> point.rules["rfc3987"]
    ('iunreserved', 'ucschar')
    """
    category = general_category(char)
    bidi = bidi_class(char)
    try:
        utf8 = char.encode()
    except UnicodeEncodeError:
        utf8 = None
    return CodePoint(
        char,
        character(char),
        _nature(char, category),
        utf8,
        category,
        _CATEGORIES[category],
        bidi,
        _BIDI.get(bidi, "none"),
        _mirror(char),
        normalize("NFC", char),
        normalize("NFKC", char),
        idna2008_property(char),
        _uts46(char),
        group_of(char),
        _in_rules(char),
        conversions(char),
        advice_on(char),
    )


# A code point, or the first and the last one of a range, which needs no sign of its own.
_SIGN = r"(?:U\+|\\u\{)"
_NAMED = regex(rf"{_SIGN}(\w+)}}?(?:(?:-|\.\.){_SIGN}?(\w+)}}?)?", re.IGNORECASE | re.ASCII)


def code_points(text: str) -> Iterator[str]:
    """Yield the characters that a text names: `U+00E9`, the range `U+00E9-00EF` (or with `..`), or else its own, each
    once.

    Raises `ValueError` for what begins as a code point does and is none.

    >>> list(code_points("U+E9")), list(code_points("U+41-43")), list(code_points("aba"))
    (['é'], ['A', 'B', 'C'], ['a', 'b'])
    """
    match = _NAMED.fullmatch(text)
    if match is None:
        if len(text) > 2 and text[:2].upper() == "U+":
            raise _no_code_point(text)
        return iter(dict.fromkeys(text))
    low, high = (_number(text, digits) for digits in (match[1], match[2] or match[1]))
    if max(low, high) > MAX:
        raise ValueError(f"{text} names no code point: the last one is U+{MAX:X}")
    if low > high:
        raise ValueError(f"{text} ends before it begins")
    return map(chr, range(low, high + 1))


def _number(text: str, digits: str) -> int:
    """Return the number that hexadecimal digits write. Raises the error of `_no_code_point` for more than 6, or for
    others.
    """
    if len(digits) > 6 or "_" in digits:
        raise _no_code_point(text)
    try:
        return int(digits, 16)
    except ValueError:
        raise _no_code_point(text) from None


def _no_code_point(text: str) -> ValueError:
    return ValueError(f"{text} names no code point; write U+ and up to six hexadecimal digits, or a range")


def _nature(char: str, category: str) -> str | None:
    """Return the nature of a code point that is not a character to exchange, in words; None for a character."""
    match category:
        case "Cs":
            return "half of a pair in UTF-16, and no character by itself: it has no UTF-8, and nothing matches it"
        case "Co":
            return "a private use character: what it means is agreed upon in private"
        case "Cn" if _is_noncharacter(char):
            return "a noncharacter: it never becomes a character, and is for use inside one program"
        case "Cn":
            return f"unassigned in Unicode {unicode_version}; a later version may have it"
    return None


def _is_noncharacter(char: str) -> bool:
    """Return whether a code point is one of the last two of a plane, or of those that the documents' group names."""
    group = group_of(char)
    return (ord(char) + 2) % (1 << 16) < 2 or (group is not None and group.name == "noncharacter")


def _mirror(char: str) -> str | None:
    """Return the character that mirrors one: itself if it is not mirrored, None if it is mirrored as a glyph only."""
    if char in mirror_pairs():
        return mirror_pairs()[char]
    return None if is_mirrored(char) else char


def _uts46(char: str) -> str | None:
    """Return the mapping of a character by UTS 46; None where it is refused."""
    try:
        return map_by_uts46(char)
    except LabelFault:
        return None


def _in_rules(char: str) -> dict[str, tuple[str, ...]]:
    """Return the names of the rules that a character is a member of, by generic grammar, without inherited rules that
    mean what they mean there; only grammars with some.
    """
    names_by_grammar = {
        name: tuple(rule for rule, ranges in value(name, MEMBERS).items() if char in Characters(ranges))
        for name in generic_names()
    }
    return {name: names for name, names in names_by_grammar.items() if names}

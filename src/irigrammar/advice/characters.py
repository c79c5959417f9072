"""Helpers for rules on characters.

Runs of characters, compatibility characters by kind, and pieces of a text that are normalized independently (UAX #15;
draft-ietf-iri-3987bis-04, 6.1 and 8.5).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache

from irigrammar.advice.context import Context
from irigrammar.finding import Flaw
from irigrammar.lazy import regex
from irigrammar.matching.grammar import grammar
from irigrammar.processing.characters import characters, group_of
from irigrammar.processing.percent import encode
from irigrammar.text.names import character, quoted
from irigrammar.unicode import character_name, decomposition, general_category, normalize

_BEYOND = regex(r"[^\0-\177]+")  # of what is not ASCII
# A cluster is cut here, so that normalizing, which sorts marks, takes linear time: UAX #15, 13, allows thirty marks.
_LONGEST = 32


def clusters(text: str) -> Iterator[tuple[int, int]]:
    """Yield the places of the pieces of a text that have a character outside ASCII: offsets, the end exclusive.

    A piece is a character and all after it that normalization may join with it: marks, and vowels and final consonants
    of Hangul in single letters. Each is 32 characters long at most.

    >>> list(clusters("ae\\u0301 é\\u1112\\u1161\\u11ab"))
    [(1, 3), (4, 5), (5, 8)]
    """
    for run in _BEYOND.finditer(text):
        start = run.start()
        if start and continues(text[start]):
            start -= 1
        offset = start + 1
        while offset < run.end():
            if not continues(text[offset]) or offset - start == _LONGEST:
                yield start, offset
                start = offset
            offset += 1
        yield start, offset


def continues(char: str) -> bool:
    """Return whether normalization may join a character with the one before it."""
    if char.isascii():
        return False
    if general_category(char).startswith("M"):
        return True
    return character_name(char, "").startswith(("HANGUL JUNGSEONG ", "HANGUL JONGSEONG "))


@cache
def kind_of(char: str) -> str | None:
    """Return the kind of a character that changes under NFKC, or looks like a space; None for any other.

    Kinds: "space", "full-width" (of ASCII), "half-width" (of Katakana), "ligature" and "other". Characters that
    ordinary words of Thai, Lao and Armenian are written with have none (UAX #31, 5.1; `grammar/characters.toml`).

    >>> [kind_of(char) for char in "\\u3000Ａｶﬁ²é\\u0e33"]
    ['space', 'full-width', 'half-width', 'ligature', 'other', None, None]
    """
    if char in characters("space-look-alike"):
        return "space"
    mapping = decomposition(char)
    if not mapping.startswith("<") or char in characters("plain-letter"):
        return None
    name = character_name(char, "")
    if name.startswith("FULLWIDTH ") and normalize("NFKC", char).isascii():
        return "full-width"
    if name.startswith("HALFWIDTH KATAKANA "):
        return "half-width"
    return "ligature" if " LIGATURE " in f" {name} " else "other"


def plain(text: str) -> str | None:
    """Return a text in NFKC, None where that has other characters than `iunreserved` of RFC 3987, which could end a
    component.

    >>> plain("ﬁ²"), plain("？") is None
    ('fi2', True)
    """
    normalized = normalize("NFKC", text)
    stays = grammar("rfc3987")["iunreserved"].matches
    return normalized if all(map(stays, normalized)) else None


def runs(text: str, chars: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Yield start and end of each run of some characters in a text, in time linear in the text.

    >>> list(runs("a--b-", "-"))
    [(1, 3), (4, 5)]
    """
    members = "".join(map(re.escape, sorted(chars)))
    if members:
        yield from (run.span() for run in re.finditer(f"[{members}]+", text))


def is_joined(text: str, offset: int) -> bool:
    """Return whether an invisible character is part of how a word or an emoji is written.

    That is a joiner in a script whose words are spelled with it, or between emoji; a variation selector after a symbol,
    an ideograph or such a letter; and the tags of an emoji flag.

    >>> [is_joined(text, 1) for text in ("\u2764\ufe0f", "a\u200db", "\u06a9\u200c\u0646", "1\ufe0f\u20e3")]
    [True, False, True, True]
    """
    char, before, after = text[offset], text[offset - 1 : offset], text[offset + 1 : offset + 2]
    if not before:
        return False
    if char in characters("joiner"):
        if before in characters("joined") or after in characters("joined"):
            return True
        is_of_emoji = general_category(before).startswith("S") or before in characters("variation-selector")
        return is_of_emoji and bool(after) and general_category(after).startswith("S")
    if char in characters("variation-selector"):
        kind = general_category(before)
        keycap = after == _KEYCAP and before.isascii()
        return kind.startswith("S") or kind == "Lo" or (kind.startswith("P") and not before.isascii()) or keycap
    return char in characters("tag") and (before in characters("tag") or before == _FLAG)


_KEYCAP, _FLAG = "\N{COMBINING ENCLOSING KEYCAP}", "\N{WAVING BLACK FLAG}"


def group_flaws(name: str) -> Callable[[Context], Iterator[Flaw]]:
    """Return the check for a group of characters that are not percent-encoded (draft-ietf-iri-3987bis-04, 7.3).

    What to write instead is the same bytes percent-encoded, which every IRI can hold.
    """

    def check(context: Context) -> Iterator[Flaw]:
        """Yield a flaw for each run of the group's characters, with its percent-encoding as the replacement."""
        text = context.text
        members = context.groups.get(name)
        for start, end in runs(text, members) if members else ():
            first = text[start]
            group = group_of(first)
            assert group is not None
            message = f"{character(first)}: {group.says}"
            yield Flaw(start, end, message, encode(text[start:end], lambda _: False))

    return check


def kind_flaws(
    kind: str, says: str, instead: Callable[[str], str | None] = plain
) -> Callable[[Context], Iterator[Flaw]]:
    """Return the check for a kind of characters in the decoded text, percent-encoded ones too.

    `says` follows the first of a run in the message, with `{nfkc}` for what NFKC makes of it, and `instead` makes what
    to write in the place of the run.
    """

    def check(context: Context) -> Iterator[Flaw]:
        """Yield a flaw for each run of characters of the kind in the decoded text, with `instead` of it as the
        replacement.
        """
        whole = context.decoded
        members = [char for char in context.alphabet if kind_of(char) == kind]
        for start, end in runs(whole.text, members) if members else ():
            first = whole.text[start]
            meant = instead(whole.text[start:end])
            replacement = None if meant is None else whole.replacement(start, end, meant)
            message = f"{character(first)} {says.format(nfkc=quoted(normalize('NFKC', first)))}"
            yield Flaw(*whole.span(start, end), message, replacement)

    return check

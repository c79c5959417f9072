"""Decide whether an invalid text is surely a single identifier.

Only then a fix may be made without a question.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from irigrammar.unicode import general_category, is_letter_or_number, is_mirrored

_OPENING, _CLOSING = {"Ps", "Pi"}, {"Pe", "Pf"}
_UNREADABLE = {"Cc", "Cf", "Cn", "Co", "Cs"}
_AND = " and "
_NEAR = 200  # characters before a part that are looked at
_PERCENT, _BYTE = "%", len("%41")
_OPENING_BRACKET, _CLOSING_BRACKET = "[]"


def is_one_identifier(text: str, *, spaces: bool = False) -> bool:
    """Return whether a text is one identifier for sure: nothing in it looks like a second one, a list, a template, or
    the surroundings of an identifier in other text. "" is none.

    That is: no second scheme with ":" after a delimiter, no "//" except that of the authority, and at most one "#"; no
    separator of lists; no quotation mark or bracket at an end without its partner; no brace, angle bracket, backslash,
    and no character that is invisible, lost or means nothing; no "[" but that of an index, behind a name or another
    index: elsewhere it begins a placeholder; no "%" that may begin one or a truncated byte; and no white space, except
    with `spaces` single spaces between letters or digits, as in an attribute of HTML whose value is one URL.

    >>> [is_one_identifier(text) for text in ("http://e/a^b", "?tags[]=a", "50%", "http://e/a|b", "http://e/a b")]
    [True, True, True, False, False]
    >>> is_one_identifier("http://e/a[0][b]"), is_one_identifier("http://e/[name]/x"), is_one_identifier("a\ufffd")
    (True, False, False)
    >>> is_one_identifier("my file.html", spaces=True), is_one_identifier("http://a and http://b", spaces=True)
    (True, False)
    """
    if not text or not _has_certain_ends(text) or text.count("#") > 1 or has_second_start(text):
        return False
    if (spaces and not _has_certain_spaces(text)) or not _has_certain_brackets(text):
        return False
    if not all(_is_certain(char) or (spaces and char == " ") for char in {*text} - {_PERCENT}):
        return False
    return all(_is_certain_percent(text, offset) for offset, char in enumerate(text) if char == _PERCENT)


def has_second_start(text: str) -> bool:
    """Return whether another identifier seems to begin after the scheme and authority of a text.

    >>> [has_second_start(text) for text in ("http://e:80/a", "urn:a:b", "DOI:a,DOI:b", "/a?u=//b")]
    [False, False, True, True]
    """
    match = _head().match(text)
    after = match.end() if match else 0
    return text.find("//", after) >= 0 or _scheme().search(text, after) is not None


def is_apart(text: str, start: int, end: int) -> bool:
    """Return whether a part of a text is apart from the text beside it: no other identifier begins behind it, or ends
    before it, with only a quotation mark or a separator of lists between them. Of the text before it, 200 characters
    are looked at.

    >>> text = "a='http://e/^' http://e/^'http://f"
    >>> is_apart(text, 3, 13), is_apart(text, 15, 25)
    (True, False)
    """
    if _begins().match(text, end):
        return False
    before = text[max(0, start - _NEAR) : start]
    return not (_ends().search(before) and "//" in before.split()[-1])


@lru_cache(maxsize=4096)
def _is_certain(char: str) -> bool:
    return char not in _set("uncertain") and not char.isspace() and general_category(char) not in _UNREADABLE


def _has_certain_ends(text: str) -> bool:
    """Return whether neither the first nor the last character of a text, which is not empty, may be punctuation around
    it.
    """
    first, last = text[0], text[-1]
    if (
        {first, last} & _set("quotation")
        or general_category(first) in _OPENING | _CLOSING
        or general_category(last) in _OPENING
    ):
        return False
    return general_category(last) not in _CLOSING or text.count(last) <= text.count(_partner(last))


def _has_certain_brackets(text: str) -> bool:
    """Return whether every "[" behind the authority is behind a letter, a digit or a closing bracket."""
    head = _head().match(text)
    pieces = text[head.end() if head else 0 :].split(_OPENING_BRACKET)
    return all(is_letter_or_number(piece[-1:]) or piece.endswith(_CLOSING_BRACKET) for piece in pieces[:-1])


def _partner(closing: str) -> str:
    """Return the bracket that a closing one closes, which is one or two code points before it; NUL, which no text has,
    for other characters.
    """
    before = (chr(ord(closing) - distance) for distance in (1, 2) if is_mirrored(closing))
    return next((char for char in before if general_category(char) in _OPENING), "\0")


def _has_certain_spaces(text: str) -> bool:
    """Return whether every space is between letters or digits, and none separates a list."""
    pieces = text.split(" ")
    ends = [char for piece in pieces for char in (piece[:1], piece[-1:])][1:-1]
    return len(pieces) == 1 or (_AND not in text.lower() and all(map(is_letter_or_number, ends)))


def _is_certain_percent(text: str, offset: int) -> bool:
    """Return whether a "%" begins a byte, or is only a percent sign: behind it is neither a letter nor a digit nor
    the beginning of a format, and it does not go on from a byte.
    """
    after = text[offset + 1 : offset + _BYTE]
    if len(after) == _BYTE - 1 and _set("hexadecimal-digit").issuperset(after):
        return True
    goes_on = text.startswith(_PERCENT, max(0, offset - _BYTE)) and offset >= _BYTE
    return not goes_on and not is_letter_or_number(after[:1]) and after[:1] not in _set("format")


@cache
def _set(name: str) -> frozenset[str]:
    """Return the characters of a set of `grammar/characters.toml` or `grammar/url-standard.toml`. Raises `KeyError` for
    another name.
    """
    from irigrammar._generated import characters, url_standard

    ranges = characters.SETS.get(name) or url_standard.SETS[name]
    return frozenset(chr(point) for low, high in ranges for point in range(low, high + 1))


def _inside(*names: str) -> str:
    """Return the characters of some sets, escaped, for the inside of brackets in a pattern."""
    return "".join(re.escape(char) for name in names for char in sorted(_set(name)))


@cache
def _head() -> re.Pattern[str]:
    scheme = f"[{_inside('scheme-start')}][{_inside('scheme-part')}]*:"
    return re.compile(rf"(?:{scheme})?(?://[^{_inside('authority-end')}\s]*)?")


@cache
def _begins() -> re.Pattern[str]:
    """Return a pattern of a quotation mark or separator and another identifier that begins right behind it."""
    scheme = f"[{_inside('scheme-start')}][{_inside('scheme-part')}]*:"
    return re.compile(rf"[{_inside('quotation', 'uncertain')}](?:{scheme}|//)")


@cache
def _ends() -> re.Pattern[str]:
    """Return a pattern of a quotation mark or separator right behind a letter, a digit or a slash, at the end of a
    text.
    """
    return re.compile(rf"[\w\x80-\U0010ffff/][{_inside('quotation', 'uncertain')}]\Z")


@cache
def _scheme() -> re.Pattern[str]:
    return re.compile(rf"(?<![:{_inside('scheme-part')}])[{_inside('scheme-start')}][{_inside('scheme-part')}]*:")

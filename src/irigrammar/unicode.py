"""Properties of characters by one version of Unicode, on every Python.

`unicode_version` answers, by the tables that `tools/unicode_tables.py` wrote. What was assigned in Unicode 14, the
version of the oldest Python that is supported, and has not changed since, is asked of `unicodedata`; what came later,
has changed, or is unassigned, of the tables. No other module asks `unicodedata`, nor methods of `str` whose answer
follows its version (`tests/unit/text/test_one_unicode.py`): the functions here stand for them. `lower` and `upper` of
`str` do for what is compared with ASCII, and so do `isspace`, `strip` and `split`: no character became white space, or
the other case of a letter of ASCII, after Unicode 14.

Also scripts, look-alikes, mirrored characters and brackets, and the labels of encodings, which Python lacks.
"""

from __future__ import annotations

import marshal
import sys
import unicodedata
import zlib
from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import groupby
from types import MappingProxyType
from typing import Any, Literal

from irigrammar import _generated

unicode_version = "18.0.0"
"""The version of Unicode that answers in all functions, on every Python."""

_FIRST = "\u0295"  # before it, nothing has changed since Unicode 14
_CACHED = 1 << 12  # characters
_UNPRINTED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs"})

Form = Literal["NFC", "NFD", "NFKC", "NFKD"]

# General_Category, Bidi_Class, Canonical_Combining_Class, East_Asian_Width, Bidi_Mirrored.
_Record = tuple[str, str, int, str, int]


def shipped_tables(name: str) -> dict[str, Any]:
    """Return the tables that a tool wrote into `_generated`, by the name of their file (`shipped.values`).

    >>> shipped_tables("unicode")["names"]["Cyrl"]
    'Cyrillic'
    """
    data = _generated.__loader__.get_data(f"{_generated.__path__[0]}/{name}.z")  # type: ignore[union-attr]  # it has one
    tables: dict[str, Any] = marshal.loads(zlib.decompress(data))
    return tables


@cache
def _tables() -> dict[str, Any]:
    """Return the tables of names, scripts, look-alikes, mirrored characters and encodings, which few questions need."""
    return shipped_tables("unicode")


@cache
def _properties() -> dict[str, Any]:
    """Return the tables that every character beyond `_FIRST` is looked up in."""
    return shipped_tables("properties")


def confusables_version() -> str:
    """Return the version of the look-alikes (UTS #39).

    >>> confusables_version()
    '18.0.0'
    """
    return str(_tables()["confusables"])


@lru_cache(maxsize=_CACHED)
def _record(char: str) -> _Record | None:
    """Return the properties of a character that Python may not know, None where it does."""
    if char < _FIRST:
        return None
    tables = _properties()
    starts, indices = tables["runs"]
    record: _Record | None = tables["records"][indices[bisect(starts, ord(char)) - 1]]
    return record


@lru_cache(maxsize=_CACHED)
def general_category(char: str) -> str:
    """Return the General_Category of a character, "Cn" for one that is not assigned.

    >>> general_category("\\u0897"), general_category("a"), general_category("\\U000323af"), general_category("\\u0378")
    ('Mn', 'Ll', 'Lo', 'Cn')
    """
    record = _record(char)
    return unicodedata.category(char) if record is None else record[0]


@lru_cache(maxsize=_CACHED)
def bidi_class(char: str) -> str:
    """Return the Bidi_Class of a character, "" for one that is not assigned.

    >>> bidi_class("\\u05d0"), bidi_class("\\U00010d4a"), bidi_class("\\u0378")
    ('R', 'R', '')
    """
    record = _record(char)
    return unicodedata.bidirectional(char) if record is None else record[1]


@lru_cache(maxsize=_CACHED)
def combining_class(char: str) -> int:
    """Return the Canonical_Combining_Class of a character, 0 for one that is not reordered.

    >>> combining_class("\\u0897"), combining_class("a")
    (230, 0)
    """
    record = _record(char)
    return unicodedata.combining(char) if record is None else record[2]


@lru_cache(maxsize=_CACHED)
def east_asian_width(char: str) -> str:
    """Return the East_Asian_Width of a character (UAX #11).

    >>> east_asian_width("\\u2630"), east_asian_width("a")
    ('W', 'Na')
    """
    record = _record(char)
    return unicodedata.east_asian_width(char) if record is None else record[3]


def is_mirrored(char: str) -> bool:
    """Return whether a character is shown mirrored from right to left (Bidi_Mirrored).

    >>> is_mirrored("("), is_mirrored("a")
    (True, False)
    """
    record = _record(char)
    return bool(unicodedata.mirrored(char) if record is None else record[4])


def is_assigned(char: str) -> bool:
    """Return whether a code point is assigned: to a character, for private use, for control, or as a surrogate.

    >>> is_assigned("a"), is_assigned("\\u0378")
    (True, False)
    """
    return general_category(char) != "Cn"


def is_letter(text: str) -> bool:
    """Return whether a text has characters, and only letters (L), as `str.isalpha` does.

    >>> is_letter("\\ua7dc"), is_letter("a1"), is_letter("")
    (True, False, False)
    """
    return text.isalpha() if not has_newer(text) else all(general_category(char)[0] == "L" for char in text)


def is_letter_or_number(text: str) -> bool:
    """Return whether a text has characters, and only letters and numbers (L, N), as `str.isalnum` does.

    >>> is_letter_or_number("a\\u0661"), is_letter_or_number("_")
    (True, False)
    """
    return text.isalnum() if not has_newer(text) else all(general_category(char)[0] in "LN" for char in text)


def is_printable(text: str) -> bool:
    """Return whether a text has no controls, separators except U+0020, surrogates, private use and unassigned
    characters, as `str.isprintable` does.

    >>> is_printable("a b\\u0897"), is_printable("\\u0378"), is_printable("\\xa0")
    (True, False, False)
    """
    if not has_newer(text):
        return text.isprintable()
    return all(char == " " or general_category(char) not in _UNPRINTED for char in text)


def is_decimal(text: str) -> bool:
    """Return whether a text has characters, and only decimal digits (Nd), as `str.isdecimal` does.

    >>> is_decimal("1\\u0661\\U00010d43"), is_decimal("\\xb2"), is_decimal("")
    (True, False, False)
    """
    return text.isdecimal() if not has_newer(text) else all(general_category(char) == "Nd" for char in text)


def is_upper(text: str) -> bool:
    """Return whether a text has a capital letter, and no small or title-case one.

    >>> is_upper("\\ua7dc1"), is_upper("Aa"), is_upper("1")
    (True, False, False)
    """
    kinds = set(map(general_category, text))
    return "Lu" in kinds and kinds.isdisjoint(("Ll", "Lt"))


def is_word(char: str) -> bool:
    """Return whether a character is a letter, a number or "_", as the word characters of patterns are.

    >>> is_word("\\u0661"), is_word("-")
    (True, False)
    """
    return char == "_" or general_category(char)[0] in "LN"


def plain_characters(low: int, high: int) -> str:
    """Return the letters and numbers of a range of code points that Normalization Form KC leaves as they are.

    >>> plain_characters(0xB0, 0xC0)
    'À'
    """
    chars: list[str] = []
    for text, record in _stretches(low, high):
        if record is None:
            letters = "".join(filter(str.isalnum, text))
            is_plain = unicodedata.is_normalized("NFKC", letters)
            chars += letters if is_plain else (char for char in letters if unicodedata.is_normalized("NFKC", char))
        elif record[0][0] in "LN":
            chars += (char for char in text if is_normalized("NFKC", char))
    return "".join(chars)


def printable_characters(low: int, high: int) -> str:
    """Return the characters of a range of code points of which `is_printable` is true.

    >>> printable_characters(0x7E, 0xA1)
    '~\xa1'
    """
    chars: list[str] = []
    for text, record in _stretches(low, high):
        if record is None:
            chars += filter(str.isprintable, text)
        elif record[0] not in _UNPRINTED:
            chars += text
    return "".join(chars)


def _stretches(low: int, high: int) -> Iterator[tuple[str, _Record | None]]:
    """Yield the texts that a range of code points consists of, each with the properties that its characters share, or
    None where Python knows them.
    """
    tables = _properties()
    starts, indices = tables["runs"]
    number = bisect(starts, low) - 1
    while low <= high:
        end = min(high, starts[number + 1] - 1) if number + 1 < len(starts) else high
        yield "".join(map(chr, range(low, end + 1))), tables["records"][indices[number]]
        low, number = end + 1, number + 1


def of_words(pattern: str) -> str:
    r"""Return a pattern whose `\w`, none of which is in brackets, are the characters of `is_word`.

    >>> import re
    >>> re.fullmatch(of_words(r"\w+"), "a_1\U000323af") is not None
    True
    """
    return pattern.replace(r"\w", _word_class())


@cache
def _word_class() -> str:
    """Return a class for patterns of word characters, with the letters and numbers that Python's Unicode does not have
    yet.
    """
    tables = _properties()
    starts, indices = tables["runs"]
    records = [tables["records"][index] for index in indices]
    runs = zip(starts, [*starts[1:], sys.maxunicode + 1], records, strict=True)
    newer = "".join(f"{chr(low)}-{chr(end - 1)}" for low, end, record in runs if record and record[0][0] in "LN")
    return rf"[\w{newer}]"


def decimal(char: str) -> int | None:
    """Return the value of a decimal digit (Nd), None for another character.

    >>> decimal("\\u0663"), decimal("\\U00010d43"), decimal("a")
    (3, 3, None)
    """
    if _record(char) is None:
        return unicodedata.decimal(char, None)
    zeros = _properties()["zeros"]
    return next((ord(char) - ord(zero) for zero in zeros if 0 <= ord(char) - ord(zero) < 10), None)


def lower(text: str) -> str:
    """Return a text in lower case, as `str.lower` does.

    >>> lower("\\ua7dcA\\xc9") == "\\u019ba\\xe9"
    True
    """
    return _in_case(text, str.lower)


def casefold(text: str) -> str:
    """Return a text folded for comparison without case, as `str.casefold` does.

    >>> casefold("\\ua7dc\\xdf") == "\\u019bss"
    True
    """
    return _in_case(text, str.casefold)


def _in_case(text: str, convert: Callable[[str], str]) -> str:
    """Return a text converted by the function, and letters that Python's Unicode does not have yet in lower case by
    this package's table.
    """
    if not has_newer(text):
        return convert(text)
    lower_case = _properties()["lower"]
    runs = groupby(text, lambda char: _record(char) is not None)
    return "".join(
        "".join(lower_case.get(char, char) for char in run) if new else convert("".join(run)) for new, run in runs
    )


def swapcase(char: str) -> str:
    """Return a letter in its other case, another character unchanged, as `str.swapcase` does.

    >>> swapcase("a"), swapcase("\\u019b") == "\\ua7dc"
    ('A', True)
    """
    other = _other_case().get(char)
    return other or (char if _record(char) else char.swapcase())


@cache
def _other_case() -> dict[str, str]:
    pairs: dict[str, str] = _properties()["lower"]
    return pairs | {small: capital for capital, small in pairs.items()}


def character_name(char: str, default: str = "") -> str:
    """Return the name of a character by this version of Unicode, `default` for one that has none: a control, a
    surrogate, one for private use, a noncharacter, one that is not assigned.

    >>> character_name("a"), character_name("\\u0897"), character_name("\\U000323af"), character_name("\\n", "none")
    ('LATIN SMALL LETTER A', 'ARABIC PEPET', 'CJK UNIFIED IDEOGRAPH-323AF', 'none')
    """
    if not is_assigned(char):
        return default
    if known := unicodedata.name(char, ""):  # names never change
        return known
    if char in (single := _tables()["characters"]):
        return str(single[char])
    point = ord(char)
    of_ranges = _tables()["families"].items()
    return next(
        (f"{family}-{point:X}" for family, ranges in of_ranges if any(low <= point <= high for low, high in ranges)),
        default,
    )


def character_of_name(name: str) -> str | None:
    """Return the character with a name of before Unicode 15, None where none has it.

    >>> character_of_name("LEFT PARENTHESIS"), character_of_name("?")
    ('(', None)
    """
    try:
        char = unicodedata.lookup(name)
    except KeyError:
        return None
    return char if len(char) == 1 and _record(char) is None else None


def decomposition(char: str) -> str:
    """Return the decomposition of a character as UnicodeData.txt has it, "" for none, and for Hangul syllables, which
    are decomposed by arithmetic (The Unicode Standard, 3.12).

    >>> decomposition("\\u1ec7"), decomposition("\\ua7f1"), decomposition("\\ud55c")
    ('1EB9 0302', '<super> 0053', '')
    """
    if _record(char):
        return str(_properties()["decompositions"].get(char, ""))
    return "" if "\uac00" <= char <= "\ud7a3" else unicodedata.decomposition(char)


def normalize(form: Form, text: str) -> str:
    """Return a text in a normalization form (UAX #15): "NFC", "NFD", "NFKC" or "NFKD".

    What is not assigned in this version of Unicode is left where it is. A long run of combining marks out of order
    takes quadratic time, but in `normal_forms.nfc`.

    >>> normalize("NFC", "\\U00016d67\\U00016d67") == "\\U00016d68"
    True
    >>> normalize("NFD", "x\\u0897\\u0316") == "x\\u0316\\u0897"
    True
    """
    if not has_newer(text):
        return unicodedata.normalize(form, text)
    chars = decompose(text, compatibility="K" in form)
    return "".join(chars if form.endswith("D") else _composition(chars))


def nfkc_of_unicode_3_2(text: str) -> str:
    """Return a text in Normalization Form KC of Unicode 3.2 (RFC 3454, 4), in which characters that were assigned later
    stay where they are.

    >>> nfkc_of_unicode_3_2("\\uff21") == "A", nfkc_of_unicode_3_2("\\ua7f1") == "\\ua7f1"
    (True, True)
    """
    old = unicodedata.ucd_3_2_0
    runs = groupby(text, lambda char: old.category(char) != "Cn")  # by itself it sorts and composes later ones, too
    return "".join(old.normalize("NFKC", "".join(run)) if known else "".join(run) for known, run in runs)


def is_normalized(form: Form, text: str) -> bool:
    """Return whether a text is in a normalization form (UAX #15).

    >>> is_normalized("NFC", "x\\u0897\\u0316"), is_normalized("NFC", "a")
    (False, True)
    """
    return normalize(form, text) == text if has_newer(text) else unicodedata.is_normalized(form, text)


def decompose(text: str, *, compatibility: bool = False) -> Iterator[str]:
    """Yield the characters of a text in Normalization Form D, or, with `compatibility`, KD: decomposed, and each run of
    combining marks sorted by combining class.

    >>> list(decompose("\\u1ec7")) == ["e", "\\u0323", "\\u0302"]
    True
    """
    marks: list[tuple[int, str]] = []
    for char in text:
        for part in _parts(char, compatibility):
            if part[0]:
                marks.append(part)
                continue
            if marks:
                yield from _canonical_order(marks)
                marks.clear()
            yield part[1]
    yield from _canonical_order(marks)


def _canonical_order(marks: list[tuple[int, str]]) -> list[str]:
    return [mark for _, mark in sorted(marks, key=lambda mark: mark[0])]


@lru_cache(maxsize=_CACHED)
def _parts(char: str, compatibility: bool) -> tuple[tuple[int, str], ...]:
    """Return the characters that a character decomposes into, each with its combining class."""
    if _record(char) is None:
        chars: Iterable[str] = unicodedata.normalize("NFKD" if compatibility else "NFD", char)
        return tuple((unicodedata.combining(part), part) for part in chars)
    kind, _, points = decomposition(char).rpartition(">")
    if not points or (kind and not compatibility):
        return ((combining_class(char), char),)
    parts = (chr(int(point, 16)) for point in points.split())
    return tuple(part for char in parts for part in _parts(char, compatibility))


def _composition(source: Iterable[str]) -> list[str]:
    """Return the characters of a text in canonical composition, given those of its decomposition in canonical order
    (The Unicode Standard, 3.11).
    """
    chars: list[str] = []
    starter = -1  # index of the last one in `chars`
    previous = 0  # combining class of the last of `chars`
    for char in source:
        combining = combining_class(char)
        is_open = starter >= 0 and (starter == len(chars) - 1 or previous < combining)
        if is_open and (both := _pair(chars[starter], char)):
            chars[starter] = both
            continue
        if not combining:
            starter = len(chars)
        previous = combining
        chars.append(char)
    return chars


def _pair(first: str, second: str) -> str | None:
    """Return the primary composite of two characters, None where they do not compose."""
    if newer := _properties()["compositions"].get(first + second):
        return str(newer)
    both = unicodedata.normalize("NFC", first + second)  # what was assigned before does not compose later
    return both if len(both) == 1 and is_assigned(first) and is_assigned(second) else None


def has_surrogates(text: str) -> bool:
    """Return whether a text has lone surrogates, as those that stand for bytes that were not decoded.

    >>> has_surrogates("a\\u0416"), has_surrogates("a\\udc80")
    (False, True)
    """
    if text.isascii():
        return False
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


def has_newer(text: str) -> bool:
    """Return whether a text has characters on which versions of Python differ: such as came after Unicode 14, have
    changed since, or are not assigned.

    >>> has_newer("a\\u0416"), has_newer("\\u0897")
    (False, True)
    """
    if len(text) == 1:
        return text >= _FIRST and _record(text) is not None
    return not text.isascii() and any(map(_record, text))


@lru_cache(maxsize=_CACHED)
def script(char: str) -> str:
    """Return the script of a character (Scripts.txt), as a code of four letters (ISO 15924).

    >>> script("\\u0430"), script("1")
    ('Cyrl', 'Zyyy')
    """
    return _value("scripts", char)


def script_extensions(char: str) -> frozenset[str]:
    """Return the scripts that a character is used with (ScriptExtensions.txt).

    >>> sorted(script_extensions("\\u30fc"))
    ['Hira', 'Kana']
    """
    return frozenset(_value("extensions", char).split())


def script_name(code: str) -> str:
    """Return the name of a script by its code of four letters. Raises `KeyError` for an unknown one.

    >>> script_name("Cyrl")
    'Cyrillic'
    """
    return str(_tables()["names"][code])


@cache
def categories() -> Mapping[str, tuple[tuple[int, int], ...]]:
    """Return the code points of each General_Category, as ranges whose ends are included.

    >>> categories()["Zs"][:2], categories()["Zl"]
    (((32, 32), (160, 160)), ((8232, 8232),))
    """
    ranges: dict[str, list[tuple[int, int]]] = {}
    low = 0
    for text, record in _stretches(0, sys.maxunicode):
        runs = groupby(text, unicodedata.category) if record is None else [(record[0], text)]
        for category, chars in runs:
            high = low + (len(chars) if isinstance(chars, str) else sum(1 for _ in chars))
            before = ranges.setdefault(category, [])
            start = before.pop()[0] if before and before[-1][1] == low - 1 else low
            before.append((start, high - 1))
            low = high
    return MappingProxyType({category: (*pairs,) for category, pairs in ranges.items()})


def ranges_by_value(table: Literal["scripts", "extensions", "blocks"]) -> dict[str, tuple[tuple[int, int], ...]]:
    """Return the code points of each script (as its code), set of scripts (as codes with spaces) or block, as ranges
    whose ends are included.

    >>> ranges_by_value("blocks")["Basic Latin"], ranges_by_value("scripts")["Ogam"]
    (((0, 127),), ((5760, 5788),))
    """
    starts, values = _tables()[table]
    ranges: dict[str, list[tuple[int, int]]] = {}
    for low, end, value in zip(starts, (*starts[1:], sys.maxunicode + 1), values, strict=True):
        ranges.setdefault(value, []).append((low, end - 1))
    return {value: (*pairs,) for value, pairs in ranges.items()}


def script_names() -> dict[str, str]:
    """Return the name of each script by its code.

    >>> script_names()["Ital"]
    'Old Italic'
    """
    names: dict[str, str] = _tables()["names"]
    return names


def prototypes() -> dict[str, str]:
    """Return the prototype of each character that looks like another one, where it is not itself (UTS #39, 4).

    >>> prototypes()["\\u0430"]
    'a'
    """
    return _tables()["prototypes"]  # type: ignore[no-any-return]  # JSON


def mirror_pairs() -> dict[str, str]:
    """Return the character that each one becomes where it is shown from right to left (UAX #9, L4; BidiMirroring.txt).

    >>> mirror_pairs()["("]
    ')'
    """
    return _tables()["mirrored"]  # type: ignore[no-any-return]  # JSON


@cache
def brackets() -> dict[str, str]:
    """Return the closing bracket by each opening one (BidiBrackets.txt, which follows from other data), decomposed.

    >>> brackets()["["]
    ']'
    """
    return {
        normalize("NFD", char): normalize("NFD", other)
        for char, other in mirror_pairs().items()
        if general_category(char) == "Ps" and bidi_class(char) == "ON"
    }


def encoding_of_label(label: str) -> str | None:
    """Return the name of an encoding by a label of the Encoding Standard (4.2), None for an unknown label.

    >>> encoding_of_label(" Latin1 "), encoding_of_label("latin-1")
    ('windows-1252', None)
    """
    name = _tables()["encodings"].get(label.strip("\t\n\f\r ").lower()) if label.isascii() else None
    return None if name is None else str(name)


def _value(table: str, char: str) -> str:
    starts, values = _tables()[table]
    return str(values[bisect(starts, ord(char)) - 1])

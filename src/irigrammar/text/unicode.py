"""Unicode data that Python lacks.

Scripts, look-alikes, mirrored characters and brackets, labels of encodings. The version of Unicode may be a
later one than Python's.
"""

from __future__ import annotations

import json
import unicodedata
import zlib
from bisect import bisect
from functools import cache
from typing import Any

from irigrammar import _generated


def shipped_json(name: str) -> dict[str, Any]:
    """Return the tables that a tool wrote into `_generated`, by the name of their file.

    >>> shipped_json("unicode")["names"]["Cyrl"]
    'Cyrillic'
    """
    data = _generated.__loader__.get_data(f"{_generated.__path__[0]}/{name}.z")  # type: ignore[union-attr]  # it has one
    tables: dict[str, Any] = json.loads(zlib.decompress(data))
    return tables


@cache
def _tables() -> dict[str, Any]:
    """Return the tables that `tools/unicode_tables.py` wrote."""
    return shipped_json("unicode")


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
    """Return the name of a script.

    >>> script_name("Cyrl")
    'Cyrillic'
    """
    return str(_tables()["names"][code])


def prototypes() -> dict[str, str]:
    """Return what stands for each character that looks like another one, where it is not itself (UTS #39, 4).

    >>> prototypes()["\\u0430"]
    'a'
    """
    return _tables()["prototypes"]  # type: ignore[no-any-return]  # JSON


def mirrored() -> dict[str, str]:
    """Return the character that each one becomes where it is shown from right to left (UAX #9, L4; BidiMirroring.txt).

    >>> mirrored()["("]
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
        unicodedata.normalize("NFD", char): unicodedata.normalize("NFD", other)
        for char, other in mirrored().items()
        if unicodedata.category(char) == "Ps" and unicodedata.bidirectional(char) == "ON"
    }


def encoding_of_label(label: str) -> str | None:
    """Return the name of an encoding by a label of the Encoding Standard (4.2), None for what is not a label.

    >>> encoding_of_label(" Latin1 "), encoding_of_label("latin-1")
    ('windows-1252', None)
    """
    name = _tables()["encodings"].get(label.strip("\t\n\f\r ").lower()) if label.isascii() else None
    return None if name is None else str(name)


def _value(table: str, char: str) -> str:
    starts, values = _tables()[table]
    return str(values[bisect(starts, ord(char)) - 1])

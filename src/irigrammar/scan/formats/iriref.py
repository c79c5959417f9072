"""How Turtle and its family write an IRI between `<` and `>` (RDF 1.2 Turtle, 7.3; N-Triples, 4).

What may stand there is the grammar's to say. Here is only how it is written: UCHAR, a backslash and `u` with four
hexadecimal digits or `U` with eight, and no other escape.
"""

from __future__ import annotations

import re
import sys
import unicodedata

from irigrammar.scan.formats.escapes import Escapes, Unescaped, unescaped

_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.?))", re.DOTALL)
# What would end an IRIREF, or begin an escape; and what nobody sees (categories of spaces, controls, format).
# Surrogates stay: they stand for octets that were not decoded.
_NEVER_ITSELF = frozenset(" <>\\")
_UNSEEN = frozenset(["Cc", "Cf", "Cn", "Co", "Zl", "Zp", "Zs"])


def _value(found: re.Match[str]) -> str:
    digits = found[1] or found[2]
    if digits is None:
        if found[3] in ("u", "U"):
            wanted = {"u": "four", "U": "eight"}[found[3]]
            raise ValueError(f"\\{found[3]} wants {wanted} hexadecimal digits (RDF 1.2 Turtle, 7.3: UCHAR)")
        raise ValueError("an IRI has no escapes but \\uXXXX and \\UXXXXXXXX (RDF 1.2 Turtle, 7.2)")
    point = int(digits, 16)
    if point > sys.maxunicode:
        raise ValueError(f"{found[0]} lies beyond the last code point (RDF 1.2 Turtle, 7.3: UCHAR)")
    if unicodedata.category(chr(point)) == "Cs":
        raise ValueError(f"{found[0]} is a surrogate, and no character of its own (RDF 1.2 Turtle, 7.3: UCHAR)")
    return chr(point)


def _read(written: str) -> Unescaped:
    return unescaped(written, _ESCAPE, _value)


def _written(char: str) -> str:
    if char not in _NEVER_ITSELF and unicodedata.category(char) not in _UNSEEN:
        return char
    return f"\\u{ord(char):04X}" if len(f"{ord(char):X}") <= len("XXXX") else f"\\U{ord(char):08X}"


def _write(text: str) -> str:
    return text if text.isprintable() and not _NEVER_ITSELF & set(text) else "".join(map(_written, text))


IRIREF = Escapes("IRIREF", _read, _write)

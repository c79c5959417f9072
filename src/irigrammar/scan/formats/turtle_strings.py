"""Escapes and keywords of Turtle and its family.

Their patterns are those of rules of `grammar/documents/turtle.abnf`.
"""

from __future__ import annotations

import re
import sys

from irigrammar.lazy import regex
from irigrammar.scan.formats.strings import escapes_by
from irigrammar.shipped.loader import value
from irigrammar.unicode import general_category, is_printable

# typed: delimiters: quotation marks, and what patterns of rules are put together with

_PATTERNS: dict[str, str] = value("tokens-turtle", "patterns")
_ESCAPE = regex(rf"({_PATTERNS['UCHAR']})|\\(.?)", re.DOTALL)
# Characters that would end an IRIREF or begin an escape; and invisible ones (categories of spaces, controls, format).
# Surrogates stay: they stand for bytes that were not decoded.
_NEVER_ITSELF = frozenset(" <>\\")
_UNSEEN = frozenset(["Cc", "Cf", "Cn", "Co", "Zl", "Zp", "Zs"])
_NUMBERS = {"u": "four", "U": "eight"}


def _value(match: re.Match[str]) -> str:
    """Return the character of a UCHAR escape.

    Raises `ValueError` for other escapes, surrogates and numbers beyond Unicode.
    """
    if match[1] is None:
        if match[2] in _NUMBERS:
            number = _NUMBERS[match[2]]
            raise ValueError(f"\\{match[2]} wants {number} hexadecimal digits (RDF 1.2 Turtle, 7.3: UCHAR)")
        raise ValueError("an IRI has no escapes but \\uXXXX and \\UXXXXXXXX (RDF 1.2 Turtle, 7.2)")
    point = int(match[1].lstrip("\\uU"), 16)
    if point > sys.maxunicode:
        raise ValueError(f"{match[0]} lies beyond the last code point (RDF 1.2 Turtle, 7.3: UCHAR)")
    if general_category(chr(point)) == "Cs":
        raise ValueError(f"{match[0]} is a surrogate, not a character (RDF 1.2 Turtle, 7.3: UCHAR)")
    return chr(point)


def _spelling(char: str) -> str:
    """Return a character as an IRI in angle brackets has it: itself, or a UCHAR escape if it is special or unseen."""
    if char not in _NEVER_ITSELF and general_category(char) not in _UNSEEN:
        return char
    return f"\\u{ord(char):04X}" if len(f"{ord(char):X}") <= len("XXXX") else f"\\U{ord(char):08X}"


def _write(text: str) -> str:
    return text if is_printable(text) and not _NEVER_ITSELF & set(text) else "".join(map(_spelling, text))


IRIREF = escapes_by(_ESCAPE, _value, _write)

_CHARACTERS = {"t": "\t", "b": "\b", "n": "\n", "r": "\r", "f": "\f", '"': '"', "'": "'", "\\": "\\"}


def _character(match: re.Match[str]) -> str:
    """Return the character of an ECHAR or UCHAR escape of a literal. Raises `ValueError` for others."""
    if match[2] is not None and match[2] not in _NUMBERS:
        if match[2] not in _CHARACTERS:
            raise ValueError(f"a literal has no escape {match[0]} (RDF 1.2 Turtle, 7.3: ECHAR)")
        return _CHARACTERS[match[2]]
    return _value(match)


_NOT_ITSELF_IN_LITERALS = regex(r"[\\\"']")
LITERAL = escapes_by(_ESCAPE, _character, lambda text: _NOT_ITSELF_IN_LITERALS.sub(r"\\\g<0>", text))

_LOCAL_ESCAPE = regex(rf"({_PATTERNS['PN-LOCAL-ESC']})|\\.", re.DOTALL)
_NOT_ITSELF_IN_NAMES = regex(rf"(?!{_PATTERNS['PERCENT']}){_PATTERNS['local-special']}")


def _local(match: re.Match[str]) -> str:
    """Return the character of an escape in a prefixed name; raise `ValueError` for one that has no escape."""
    if match[1] is None:
        raise ValueError(f"a prefixed name has no escape {match[0]} (RDF 1.2 Turtle, 7.2: PN_LOCAL_ESC)")
    return match[1][1]


LOCAL = escapes_by(_LOCAL_ESCAPE, _local, lambda text: _NOT_ITSELF_IN_NAMES.sub(r"\\\g<0>", text))

# Where a keyword may begin, and what follows that of a directive, and no other word.
APART = regex(rf"(?<!{_PATTERNS['attached']})")
DIRECTED = regex(r"\s*+(?:[<#]|\Z)")

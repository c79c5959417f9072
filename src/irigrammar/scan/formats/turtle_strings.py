"""Write identifiers and names of Turtle and its family; its keywords.

Patterns are those of rules of `grammar/documents/turtle.abnf`.
"""

from __future__ import annotations

from irigrammar.lazy import regex
from irigrammar.shipped.loader import value
from irigrammar.unicode import general_category, is_printable

_PATTERNS: dict[str, str] = value("tokens-turtle", "patterns")
# Characters that would end an IRIREF or begin an escape; and invisible ones (categories of spaces, controls, format).
# Surrogates stay: they stand for bytes that were not decoded.
_NEVER_ITSELF = frozenset(" <>\\")
_UNSEEN = frozenset(["Cc", "Cf", "Cn", "Co", "Zl", "Zp", "Zs"])
_NOT_ITSELF_IN_NAMES = regex(rf"(?!{_PATTERNS['PERCENT']}){_PATTERNS['local-special']}")

# Where a keyword may begin, and what follows that of a directive, and no other word.
APART = regex(rf"(?<!{_PATTERNS['attached']})")
DIRECTED = regex(r"\s*+(?:[<#]|\Z)")


def _spelling(char: str) -> str:
    """Return a character as an IRI in angle brackets has it: itself, or a UCHAR escape if it is special or unseen."""
    if char not in _NEVER_ITSELF and general_category(char) not in _UNSEEN:
        return char
    return f"\\u{ord(char):04X}" if len(f"{ord(char):X}") <= len("XXXX") else f"\\U{ord(char):08X}"


def write_iri(text: str) -> str:
    """Return an IRI escaped for angle brackets."""
    return text if is_printable(text) and not _NEVER_ITSELF & set(text) else "".join(map(_spelling, text))


def write_name(text: str) -> str:
    """Return the local part of a prefixed name with its escapes."""
    return _NOT_ITSELF_IN_NAMES.sub(r"\\\g<0>", text)

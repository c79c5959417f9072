"""What is put in place of a character that is at fault, and what is said of that."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from irigrammar.faults.expectation import quoted


def encoded(char: str) -> str | None:
    """Return the percent-encoded octets of a character in UTF-8 (RFC 3986, 2.1), None for a surrogate.

    >>> encoded("é")
    '%C3%A9'
    """
    return "".join(f"%{octet:02X}" for octet in char.encode(errors="ignore")) or None


def nothing(_: str) -> str:
    """Return what is left of a character that is removed."""
    return ""


def in_ascii(char: str) -> str:
    """Return the ASCII character that a digit of another script, or a wide form, stands for; "" where it does not.

    >>> in_ascii("８"), in_ascii("٣"), in_ascii("é")
    ('8', '3', '')
    """
    digit = unicodedata.decimal(char, None)
    made = str(digit) if digit is not None else unicodedata.normalize("NFKC", char)
    is_meant = digit is not None or unicodedata.decomposition(char).startswith("<wide>")
    return made if is_meant and made.isascii() and not char.isascii() else ""


def described(verb: str, edited: Mapping[str, str]) -> str:
    """Return what was done, given what was put in place of which characters."""
    chars = " and ".join(map(quoted, edited))
    if verb != "write":
        return f"{verb} {chars}"
    made = " and ".join(map(quoted, dict.fromkeys(edited.values())))
    return f"write {made} instead of {chars}" if any(edited.values()) else f"remove {chars}"


def shortened(text: str) -> str:
    """Return a text as it is told: no longer than a few words."""
    return text if len(text) <= 40 else f"{text[:39]}…"

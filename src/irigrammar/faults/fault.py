"""The place where a string leaves the language, as data."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Fault", "decoding_fault", "fault_at"]


@dataclass(frozen=True, slots=True)
class Fault:
    """Where and by what a string leaves the language.

    `offset` is the end of the longest viable prefix in code points from 0, `byte_offset` the same in UTF-8 octets.
    `found` is the character there, None where the string ends too early, and one octet (`bytes`) where the input was
    bytes that are not UTF-8.
    """

    offset: int
    byte_offset: int
    found: str | bytes | None


def fault_at(text: str, offset: int) -> Fault:
    """Return the fault of a text at an offset in code points.

    >>> fault_at("http://é b/", 8)
    Fault(offset=8, byte_offset=9, found=' ')
    """
    # A viable prefix holds no surrogates, so it can be encoded.
    return Fault(offset, len(text[:offset].encode()), text[offset] if offset < len(text) else None)


def decoding_fault(data: bytes, error: UnicodeDecodeError) -> Fault:
    """Return the fault of octets that are not UTF-8."""
    at = error.start
    return Fault(len(data[:at].decode()), at, data[at : at + 1])

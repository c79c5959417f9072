"""The bad strings."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["BAD", "Bad"]


@dataclass(frozen=True, slots=True)
class Bad:
    """A string that is not an IRI, and in which way, in a reader's words."""

    text: str
    what: str


# Each is bad in a way of its own, and has a fix of its own kind.
BAD = (
    Bad("http://example.org/a b", "a character that an IRI cannot have"),
    Bad("http://ex.org/%zz", "an escape without its digits"),
    Bad("http://[::1/", "something is missing"),
    Bad("http://h:8a/", "a port, or else user information and no `@`"),
    Bad("http://[::1.2.3.00]/", "an address that looks right"),
)

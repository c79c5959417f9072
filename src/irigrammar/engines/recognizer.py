"""Answer yes or no: by the patterns of a production, or by its automaton."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from irigrammar.engines import table

if TYPE_CHECKING:
    from irigrammar.automata.dfa import Dfa

__all__ = ["Pattern", "by_pattern", "by_table", "decoded_text"]


class Pattern(NamedTuple):
    """The texts of two patterns: `ascii` for text that is all ASCII, which runs faster, and `any` for any text."""

    ascii: str
    any: str


def by_pattern(pattern: Pattern) -> Callable[[str | bytes], bool]:
    """Return `matches` by the patterns; the one for any text, whose sets are large, is compiled when it is needed."""
    ascii_only = re.compile(pattern.ascii).fullmatch
    any_text: Callable[[str], object] | None = None

    def matches(text: str | bytes) -> bool:
        nonlocal any_text
        try:
            if text.isascii():
                return ascii_only(text) is not None  # type: ignore[arg-type]  # octets are a TypeError
            if any_text is None:
                any_text = re.compile(pattern.any).fullmatch
            return any_text(text) is not None  # type: ignore[arg-type]
        except (AttributeError, TypeError):
            decoded = decoded_text(text)
            return decoded is not None and matches(decoded)

    return matches


def by_table(dfa: Dfa) -> Callable[[str | bytes], bool]:
    """Return `matches` by the automaton."""

    def matches(text: str | bytes) -> bool:
        decoded = text if isinstance(text, str) else decoded_text(text)
        return decoded is not None and table.matches(dfa, decoded)

    return matches


def decoded_text(text: object) -> str | None:
    """Return UTF-8 octets as text, None where they are not UTF-8; raise `TypeError` for what is neither."""
    if not isinstance(text, bytes | bytearray | memoryview):
        raise TypeError(f"a text is str or bytes, not {type(text).__name__}")
    try:
        return bytes(text).decode()
    except UnicodeDecodeError:
        return None

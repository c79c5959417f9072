"""Decide whether a text matches, and find the fault.

By the kernel; without it, by patterns or by the automaton.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Protocol, cast

from irigrammar.errors import check_text
from irigrammar.lazy import cached_property

if TYPE_CHECKING:
    from irigrammar.automata.dfa import Dfa
    from irigrammar.engines import _kernel
    from irigrammar.engines.values import Pattern

# The input of a match: code points, or bytes in strict UTF-8.
Text = str | bytes | bytearray | memoryview


class Recognizer(Protocol):
    """The recognizer of one production: the kernel's automaton, or `Pure`."""

    origin: tuple[Callable[..., object], tuple[object, ...]]

    @property
    def matches(self) -> Callable[[Text], bool]:
        """Return whether a text matches as a whole."""

    @property
    def matches_many(self) -> Callable[[Iterable[Text]], list[bool]]:
        """Return for each text whether it matches, in order."""

    @property
    def fault_offset(self) -> Callable[[str], int | None]:
        """Return where a text leaves the language, in code points from 0; None where it is in it."""


class Compiled(Protocol):
    """The data of a rule that `Pure` needs."""

    @property
    def pattern(self) -> Pattern | None:
        """The patterns, None where the automaton is walked instead."""

    @property
    def dfa(self) -> Dfa:
        """The minimal automaton."""


class Pure:
    """The answers without the kernel, from automata that are compiled on first use.

    `origin` is what it is pickled as: a callable and its arguments, which give an equal one.
    """

    origin: tuple[Callable[..., object], tuple[object, ...]]

    def __init__(self, production: Compiled) -> None:
        self._production = production

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return self.origin

    @cached_property
    def matches(self) -> Callable[[Text], bool]:
        """A function that returns whether a text matches: by the production's patterns where it has some, else by its
        automaton.
        """
        pattern = self._production.pattern
        return Matches(by_pattern(pattern) if pattern else by_offset(self.fault_offset), self)

    def matches_many(self, texts: Iterable[Text]) -> list[bool]:
        """Return for each text whether it matches, one after the other."""
        return list(map(self.matches, texts))

    @cached_property
    def fault_offset(self) -> Callable[[str], int | None]:
        """A function that returns the offset at which a text leaves the language, None where it is in it, by the
        automaton.
        """
        from irigrammar.engines.walk import Walker

        return Walker(self._production.dfa).fault_offset


class ByOffset(Pure):
    """The answers by where a text leaves the language; `native` is the automaton with a stack in the kernel, if any."""

    def __init__(self, fault_offset: Callable[[str], int | None], native: _kernel.Nested | None = None) -> None:
        self._fault_offset = fault_offset
        self._native = native

    @cached_property
    def matches(self) -> Callable[[Text], bool]:
        """A function that returns whether a text matches: that of the kernel, or one that asks for the fault."""
        if self._native:
            if "origin" in self.__dict__:
                self._native.origin = self.origin
            return self._native.matches
        return Matches(by_offset(self._fault_offset), self)

    def matches_many(self, texts: Iterable[Text]) -> list[bool]:
        """Return for each text whether it matches."""
        return self._native.matches_many(texts) if self._native else super().matches_many(texts)

    @property
    def fault_offset(self) -> Callable[[str], int | None]:
        """The function of an engine for recursive rules, which returns the offset at which a text leaves the language,
        None where it is in it.
        """
        return self._fault_offset


class Matches:
    """The function `matches` of a recognizer, which can be pickled."""

    __slots__ = ("_function", "_recognizer")

    def __init__(self, function: Callable[[Text], bool], recognizer: Pure) -> None:
        self._function = function
        self._recognizer = recognizer

    def __call__(self, text: Text, /) -> bool:
        """Return whether a text matches."""
        return self._function(text)

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return getattr, (self._recognizer, "matches")


def by_pattern(pattern: Pattern) -> Callable[[Text], bool]:
    """Return a function that returns whether a text matches by the patterns. Bytes are decoded as UTF-8, and do not
    match if they are not. The pattern for any text, whose sets are large, is compiled when it is needed.
    """
    import re

    ascii_only = re.compile(pattern.ascii).fullmatch
    any_text: Callable[[str], object] | None = None
    is_ascii = str.isascii  # not a method of the text: what a subclass makes of it does not count

    def matches(text: Text) -> bool:
        """Return whether a text matches, by the pattern for ASCII where it is enough; bytes are decoded, and do not
        match if they are not UTF-8.
        """
        nonlocal any_text
        try:
            if is_ascii(text):  # type: ignore[arg-type]  # bytes are a TypeError, and decoded below
                return ascii_only(text) is not None  # type: ignore[arg-type]
            if any_text is None:
                any_text = re.compile(pattern.any).fullmatch
            return any_text(text) is not None  # type: ignore[arg-type]
        except TypeError:
            decoded = decoded_text(text)
            return decoded is not None and matches(decoded)

    return matches


def by_offset(fault_offset: Callable[[str], int | None]) -> Callable[[Text], bool]:
    """Return a function that returns whether a text, or bytes in UTF-8, has no fault offset."""

    def matches(text: Text) -> bool:
        decoded = str.__str__(text) if isinstance(text, str) else decoded_text(text)
        return decoded is not None and fault_offset(decoded) is None

    return matches


def decoded_text(text: object) -> str | None:
    """Return UTF-8 bytes as text, None for bytes that are not UTF-8; raise `TypeError` for a value that is neither text
    nor bytes.
    """
    check_text(text, (bytes, bytearray, memoryview))
    try:
        return bytes(memoryview(cast(bytes, text))).decode()
    except UnicodeDecodeError:
        return None

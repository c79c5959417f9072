from collections.abc import Iterable
from types import NotImplementedType
from typing import final

from irigrammar.automata.reverse import Pick, Reverse
from irigrammar.automata.tagged import Tagged
from irigrammar.engines.recognizer import Text

@final
class Automaton:
    def __new__(
        cls, starts: tuple[int, ...], ids: tuple[int, ...], start: int, accepting: bytes, width: int, rows: bytes
    ) -> Automaton: ...
    def matches(self, text: Text, /) -> bool: ...
    def matches_many(self, texts: Iterable[Text], /) -> list[bool]: ...
    def fault_offset(self, text: str, /) -> int | None: ...

@final
class Spans:
    def __new__(
        cls,
        starts: tuple[int, ...],
        ids: tuple[int, ...],
        tagged: Tagged,
        names: tuple[str, ...],
        type: type[tuple[str | None, ...]],  # noqa: A002  # the name that the kernel gives it
        fields: int,
    ) -> Spans: ...
    def components(self, text: str, /) -> tuple[str | None, ...] | NotImplementedType | None: ...

@final
class Tree:
    def __new__(cls, starts: tuple[int, ...], ids: tuple[int, ...], start: int, reverse: Reverse) -> Tree: ...
    def picks(self, text: str, /) -> list[Pick] | NotImplementedType | None: ...

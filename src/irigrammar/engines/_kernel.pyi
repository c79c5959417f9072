from collections.abc import Iterable
from types import NotImplementedType
from typing import final

from irigrammar.automata.reverse import Pick, Reverse
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
class Tree:
    def __new__(
        cls,
        starts: tuple[int, ...],
        ids: tuple[int, ...],
        start: int,
        reverse: Reverse,
        marks: tuple[str, ...],
        fields: tuple[int, ...],
        last: int,
        type: type[tuple[object, ...]],  # noqa: A002  # the name that the kernel gives it
    ) -> Tree: ...
    def picks(self, text: str, /) -> list[Pick] | NotImplementedType | None: ...
    def components(self, text: str, /) -> tuple[str | None, ...] | NotImplementedType | None: ...

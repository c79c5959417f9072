from collections.abc import Callable, Iterable
from types import NotImplementedType
from typing import Literal, TypeVar, final, overload

from typing_extensions import Buffer

from irigrammar.automata.tagged import Pick, Reverse, Tagged
from irigrammar.engines.nested import Passes, Step
from irigrammar.engines.node import Node
from irigrammar.engines.recognizer import Text
from irigrammar.engines.usual import UsualTagged

T = TypeVar("T")

# How many values, how many nulls, the map of those that are not null (None: all), and a bit for each.
Answers = tuple[int, int, bytes | None, bytes]
# How many values, how many nulls, the map of those that are not null, and a number of 64 bits for each.
Numbers = tuple[int, int, bytes, bytes]

# A column of texts: how many nulls, the map of what is not null, where the texts end, and the texts.
Texts = tuple[int, bytes, bytes, bytes]

# How many values, how many nulls, the map of those that are not null, whether ends are of 64 bits, and the fields.
Table = tuple[int, int, bytes, bool, tuple[Texts, ...]]

def arrow_array(answers: Answers, /) -> tuple[object, object]: ...
def arrow_stream(chunks: list[Answers], /) -> object: ...

@final
class Automaton:
    origin: tuple[Callable[..., object], tuple[object, ...]]
    def __new__(
        cls,
        starts: tuple[int, ...],
        ids: tuple[int, ...],
        start: int,
        accepting: bytes,
        width: int,
        rows: bytes,
        runs: bool = True,
    ) -> Automaton: ...
    def matches(self, text: Text, /) -> bool: ...
    def matches_many(self, texts: Iterable[Text], /) -> list[bool]: ...
    def fault_offset(self, text: str, /) -> int | None: ...
    def match_fixed(self, data: Buffer, count: int, points: bool, /) -> bytes: ...
    def match_lines(self, text: Buffer, wanted: int, /) -> tuple[int, int, int, bytes]: ...
    def match_arrow_array(self, schema: object, array: object, /) -> Answers: ...
    def match_arrow_stream(self, stream: object, /) -> list[Answers]: ...
    def fault_arrow_array(self, schema: object, array: object, /) -> Numbers: ...

# A row of reasons: its kind, what it needs, and the automata of its conditions (see faults.hinting).
Row = tuple[int, str, str, Automaton | None, Automaton | None, Automaton | None, Automaton | None, Automaton | None]

@final
class Rows:
    def __new__(cls, rows: tuple[Row, ...]) -> Rows: ...
    def find(self, text: str, fault: int, row: int, /) -> tuple[int, int, int, int, int] | None: ...

@final
class Nested:
    origin: tuple[Callable[..., object], tuple[object, ...]]
    def __new__(
        cls,
        automaton: Automaton,
        first: int,
        frames: Buffer,
        targets: Buffer,
        pops: Buffer,
        sizes: tuple[int, int],
        passes: Passes | None,
    ) -> Nested: ...
    def matches(self, text: Text, /) -> bool: ...
    def matches_many(self, texts: Iterable[Text], /) -> list[bool]: ...
    def fault_offset(self, text: str, /) -> int | None: ...
    @overload
    def steps(self, text: str, size: int, live: int, only_picks: Literal[True], /) -> list[Pick] | None: ...
    @overload
    def steps(self, text: str, size: int, live: int, only_picks: Literal[False], /) -> list[Step] | None: ...

# The place of a walk over a tree: an offset, the numbers of an event and of a mark, and where a leaf began.
Place = tuple[int, int, int, int]

@final
class Nodes:
    def __new__(cls, picks: list[Pick], marks: tuple[str, ...], type: type[Node]) -> Nodes: ...  # noqa: A002
    def inside(self, tree: object, mark: int, deep: bool, place: Place, /) -> tuple[list[Node], Place | None]: ...

@final
class Found:
    def __iter__(self) -> Found: ...
    def __next__(self) -> tuple[int, int]: ...

@final
class Search:
    def __new__(cls, automaton: Automaton) -> Search: ...
    def spans(self, text: str, /) -> Found: ...
    def byte_spans(self, data: bytes, /) -> Found: ...
    def lines(
        self,
        data: Buffer,
        output: int,
        *,
        feed: bytes = b"\n",
        invert: bool = False,
        most: int = -1,
        prefix: bytes = b"",
        number: int = -1,
    ) -> tuple[int, int, int, bytes]: ...

@final
class Spans:
    def __new__(
        cls,
        starts: tuple[int, ...],
        ids: tuple[int, ...],
        tagged: Tagged | UsualTagged,
        names: tuple[str, ...],
        type: type[tuple[str | None, ...]],  # noqa: A002  # the name that the kernel gives it
        fields: int,
    ) -> Spans: ...
    def components(self, text: str, /) -> tuple[str | None, ...] | NotImplementedType | None: ...
    def or_else(self, otherwise: Callable[[str | bytes], T], /) -> Callable[[str | bytes], T]: ...
    def components_arrow_array(self, schema: object, array: object, /) -> Table | NotImplementedType: ...

# What a rewriter does with the characters of each class, a byte for each, and with encoded ones.
CharacterTable = tuple[bytes, int]
# The numbers of the tables of the fields, -1 where one is copied; flags; the default port; what an empty path becomes;
# what takes a host and returns another one.
Plan = tuple[tuple[int, ...], int, str, str, Callable[[str], str | None]]

@final
class Rewriter:
    def __new__(
        cls,
        spans: Spans,
        starts: tuple[int, ...],
        ids: tuple[int, ...],
        tables: tuple[CharacterTable, ...],
        plans: tuple[Plan, ...],
        names: dict[str, int],
        ends: bytes,
        refuses: bool,
        stays: Automaton | None = None,
        unencoded: bool = False,
    ) -> Rewriter: ...
    def text(self, text: str, /) -> str | NotImplementedType: ...
    def coded(self, text: str, /) -> bytes | NotImplementedType: ...
    def texts(self, texts: list[str], other: Callable[[str], T], /) -> list[str | T]: ...
    def target(self, base: str, text: str, /) -> str | NotImplementedType: ...
    def lines(self, text: Buffer, other: Callable[[bytes, int], bytes | None], /) -> bytes: ...
    def rewrite_arrow_array(
        self, schema: object, array: object, other: Callable[[bytes], bytes | None], /
    ) -> tuple[int, bool, Texts] | NotImplementedType: ...

@final
class Tokens:
    def __new__(cls, tokens: Automaton, holds: Automaton, roles: bytes, parts: Tokens | None = None) -> Tokens: ...
    def tokens(self, text: str, start: int, end: int, wanted: Callable[[str], int], /) -> tuple[bytes, int, int]: ...

@final
class Tree:
    def __new__(cls, starts: tuple[int, ...], ids: tuple[int, ...], start: int, reverse: Reverse) -> Tree: ...
    def picks(self, text: str, /) -> list[Pick] | NotImplementedType | None: ...

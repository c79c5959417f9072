"""Answers to a column: bits, with a map of what is not null, given out as an Arrow array or stream of bool."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from irigrammar.engines.kernel import kernel

if TYPE_CHECKING:
    from irigrammar.engines._kernel import Answers


class BooleanArray:
    """Answers to the texts of one array: True, False, or None for a null.

    >>> list(BooleanArray(pack_answers([True, None, False])))
    [True, None, False]
    """

    def __init__(self, answers: Answers) -> None:
        self._answers = answers

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]:
        """Return the capsules of the schema and of a copy of the array; without the kernel pyarrow makes them."""
        module: Any = kernel()
        array = module.arrow_array(self._answers) if module else _by_pyarrow(self._answers).__arrow_c_array__()
        capsules: tuple[object, object] = array
        return capsules

    def __len__(self) -> int:
        return self._answers[0]

    def __iter__(self) -> Iterator[bool | None]:
        length, _, valid, bits = self._answers
        for at in range(length):
            yield _is_set(bits, at) if valid is None or _is_set(valid, at) else None


class BooleanChunks:
    """Answers to the texts of a stream, array by array; the same when they are iterated."""

    def __init__(self, chunks: list[Answers]) -> None:
        self._chunks = chunks

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Return the capsule of a stream of copies; without the kernel pyarrow makes it."""
        module: Any = kernel()
        if module:
            return module.arrow_stream(self._chunks)
        import pyarrow

        chunks = map(_by_pyarrow, self._chunks)
        return pyarrow.chunked_array(list(chunks), pyarrow.bool_()).__arrow_c_stream__()

    def __len__(self) -> int:
        return sum(answers[0] for answers in self._chunks)

    def __iter__(self) -> Iterator[bool | None]:
        for answers in self._chunks:
            yield from BooleanArray(answers)


def pack_answers(values: Sequence[bool | None]) -> Answers:
    """Return answers as the kernel gives them: length, nulls, the map of what is not null or None, and bits.

    >>> pack_answers([True, None])
    (2, 1, b'\\x01', b'\\x01')
    """
    nulls = sum(value is None for value in values)
    return len(values), nulls, _bits([value is not None for value in values]) if nulls else None, _bits(values)


def _bits(values: Sequence[bool | None]) -> bytes:
    number = int("".join("1" if value else "0" for value in reversed(values)) or "0", 2)
    return number.to_bytes((len(values) + 7) // 8, "little")


def _is_set(bits: bytes, at: int) -> bool:
    return bool(bits[at >> 3] >> (at & 7) & 1)


def _by_pyarrow(answers: Answers) -> Any:
    import pyarrow

    length, nulls, valid, bits = answers
    buffers = [None if valid is None else pyarrow.py_buffer(valid), pyarrow.py_buffer(bits)]
    return pyarrow.Array.from_buffers(pyarrow.bool_(), length, buffers, nulls)

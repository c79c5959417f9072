"""Arrow memory with impossible lengths, or broken: an error that says so, before anything is added or read."""

from __future__ import annotations

import ctypes
import importlib
from collections.abc import Callable
from typing import Any

import pytest
from arrow_memory import Memory, Released, Source, elsewhere, offsets
from kernels import NEEDS_KERNEL

import irigrammar
from irigrammar.processing.support.rewriters import rewriter

pytestmark = NEEDS_KERNEL

IRI = irigrammar.grammar("rfc3987")["IRI"]
MOST = 2**63 - 1


def ask(way: str, memory: Memory) -> Any:
    recognizer: Any = IRI.grammar._production(IRI.rule).recognizer
    if way == "components":
        return IRI._splitter.spans.find_arrow(*memory.__arrow_c_array__())
    if way == "rewrite":
        rewrites: Any = rewriter("uri_to_iri", "rfc3987")
        schemas, arrays = memory.__arrow_c_array__()
        return rewrites.rewrite_arrow_array(schemas, arrays, bytes)
    return getattr(recognizer, f"{way}_arrow_array")(*memory.__arrow_c_array__())


WAYS = pytest.mark.parametrize("way", ["match", "fault", "components", "rewrite"])


@WAYS
@pytest.mark.parametrize("length", [MOST, MOST - 7, MOST // 8 + 1])
def test_nulls_without_memory_may_be_more_than_memory_holds(way: str, length: int) -> None:
    """The columnar format has no buffers for them, so that such an array is valid."""
    memory = Memory("n", length)
    with pytest.raises(MemoryError):
        ask(way, memory)
    assert sorted(memory.released) == ["array", "schema"]


@WAYS
@pytest.mark.parametrize(
    ("form", "length", "offset"),
    [("n", 2, MOST), ("n", MOST, MOST), ("u", 1, MOST), ("U", 1, MOST // 8), ("vu", 2, MOST // 16), ("n", 1, -1)],
)
def test_what_lies_behind_all_memory_is_refused(way: str, form: str, length: int, offset: int) -> None:
    buffers = () if form == "n" else (None, bytes(16), b"")
    with pytest.raises((ValueError, MemoryError)):
        ask(way, Memory(form, length, buffers, offset=offset))


@pytest.mark.parametrize(("outer", "inner"), [((2, MOST), (MOST, 0)), ((2, 0), (-MOST, 0)), ((2, 0), (2, MOST))])
def test_structs_around_texts(outer: tuple[int, int], inner: tuple[int, int]) -> None:
    child = Memory("n", inner[0], offset=inner[1])
    with pytest.raises(ValueError, match=r"does not have the buffers and children of its type"):
        ask("match", Memory("+s", outer[0], [None], offset=outer[1], children=[child]))


def test_a_dictionary_that_is_larger_than_memory() -> None:
    for values in (Memory("n", MOST), Memory("u", MOST, [None, bytes(16), b""])):
        with pytest.raises((ValueError, MemoryError)):
            ask("match", Memory("i", 1, [None, bytes(4)], dictionary=values))


def no_format(memory: Memory) -> None:
    memory.schema.format = None


def released(memory: Memory) -> None:
    memory.schema.release = Released()


def a_child_that_is_missing(memory: Memory) -> None:
    memory.schema.format, memory.schema.n_children = b"+s", 1


def no_children(memory: Memory) -> None:
    a_child_that_is_missing(memory)
    memory.schema.children = None


def a_cycle(memory: Memory) -> None:
    a_child_that_is_missing(memory)
    memory.schema.children[0] = ctypes.pointer(memory.schema)


def a_cycle_by_the_dictionary(memory: Memory) -> None:
    memory.schema.dictionary = ctypes.pointer(memory.schema)


def a_dictionary_that_was_released(memory: Memory) -> None:
    values = Memory("u", 0)
    values.schema.release = Released()
    memory.schema.dictionary = ctypes.pointer(values.schema)
    memory._kept.append(values)


BROKEN = [
    no_format,
    released,
    a_child_that_is_missing,
    no_children,
    a_cycle,
    a_cycle_by_the_dictionary,
    a_dictionary_that_was_released,
]


@pytest.mark.parametrize("spoil", BROKEN)
@WAYS
def test_broken_schemas_are_refused(way: str, spoil: Callable[[Memory], None]) -> None:
    memory = Memory("u", 1, [None, offsets(0, 1), b"a"])
    spoil(memory)
    with pytest.raises((ValueError, TypeError), match=r"Arrow|structs|capsule|texts are a (column|plain)"):
        ask(way, memory)


@pytest.mark.parametrize("spoil", BROKEN)
def test_broken_schemas_of_streams_are_refused(spoil: Callable[[Memory], None]) -> None:
    """A child or dictionary that its structure shares with nothing is what a stream gives here."""
    memory = Memory("u", 1, [None, offsets(0, 1), b"a"])
    spoil(memory)
    source = Source(memory, [])
    with pytest.raises((ValueError, TypeError), match=r"Arrow|structs|texts are a column"):
        IRI.matches_many(source)
    assert source.released == ["stream"]


@pytest.mark.parametrize(("fails", "why"), [(-1, None), (-1, b"no"), (0, None), (0, b"no"), (1, b"no")])
def test_errors_of_streams_are_raised(fails: int, why: bytes | None) -> None:
    memory = Memory("u", 1, [None, offsets(0, 1), b"a"])
    source = Source(memory, [memory], fails=fails, why=why)
    with pytest.raises(OSError, match=r"no|does not say why"):
        IRI.matches_many(source)
    assert source.released == ["stream"]


@pytest.mark.parametrize("missing", ["get_schema", "get_next", "get_last_error"])
def test_streams_without_a_function_are_refused(missing: str) -> None:
    source = Source(Memory("u", 0), [], fails=-1)
    setattr(source.stream, missing, type(getattr(source.stream, missing))())
    with pytest.raises((ValueError, OSError), match=r"Arrow stream"):
        IRI.matches_many(source)


@WAYS
@pytest.mark.parametrize(
    ("form", "buffers"),
    [
        ("u", [None, None, b"a"]),
        ("u", [None, offsets(0, 1), None]),
        ("U", [None, offsets(0, 1, form="q"), None]),
        ("vu", [None, None, b""]),
        ("vu", [None, elsewhere(13, 0, 0), None, offsets(13, form="q")]),
        ("vu", [None, elsewhere(13, 0, 0), b" " * 13, None]),
    ],
)
def test_arrays_without_buffers_are_refused(way: str, form: str, buffers: list[bytes | None]) -> None:
    with pytest.raises(ValueError, match=r"an Arrow array (does not have the buffers|has a view)"):
        ask(way, Memory(form, 1, buffers))
    memory = Memory(form, 1, buffers)
    memory.array.buffers = None
    with pytest.raises(ValueError, match=r"does not have the buffers"):
        ask(way, memory)


def test_arrays_without_children_or_dictionary_are_refused() -> None:
    texts = Memory("u", 1, [None, offsets(0, 1), b"a"])
    keys = Memory("i", 1, [None, None], dictionary=texts)
    table, gone, without = (Memory("+s", 1, [None], children=[texts]) for _ in range(3))
    table.array.children[0] = ctypes.POINTER(type(texts.array))()
    without.array.children = None
    gone.array.children[0].contents.release = Released()
    for memory in (keys, table, without, gone):
        with pytest.raises(ValueError, match=r"does not have the buffers and children"):
            ask("match", memory)


def test_the_kernel_names_its_types() -> None:
    kernel: Any = importlib.import_module("irigrammar.engines._kernel")
    assert kernel.__all__ == ["Automaton", "Nodes", "Rewriter", "Spans", "Tree"]
    assert kernel.arrow_array.__module__ == "irigrammar.engines._kernel"

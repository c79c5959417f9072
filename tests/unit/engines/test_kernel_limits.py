"""Lengths and offsets of Arrow arrays near the limits of numbers: an error that says so, before anything is added."""

from __future__ import annotations

import importlib
from typing import Any

import pytest
from arrow_memory import Memory
from kernels import NEEDS_KERNEL

import irigrammar
from irigrammar.processing.rewriters import rewriter

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
    with pytest.raises(ValueError, match="does not have the buffers and children of its type"):
        ask("match", Memory("+s", outer[0], [None], offset=outer[1], children=[child]))


def test_a_dictionary_that_is_larger_than_memory() -> None:
    for values in (Memory("n", MOST), Memory("u", MOST, [None, bytes(16), b""])):
        with pytest.raises((ValueError, MemoryError)):
            ask("match", Memory("i", 1, [None, bytes(4)], dictionary=values))


def test_the_kernel_names_its_types() -> None:
    kernel: Any = importlib.import_module("irigrammar.engines._kernel")
    assert kernel.__all__ == ["Automaton", "Nodes", "Rewriter", "Spans", "Tree"]
    assert kernel.arrow_array.__module__ == "irigrammar.engines._kernel"

"""Faults and components in Arrow's memory, by the kernel's methods."""

from __future__ import annotations

import struct
from typing import Any

import pytest
from arrow_memory import Memory, elsewhere, inline, offsets
from kernels import NEEDS_KERNEL
from rows import in_one_test

import irigrammar
from irigrammar.grammars import COMPONENT_FIELDS

IRI = irigrammar.grammar("rfc3987")["IRI"]
HOST = COMPONENT_FIELDS.index("host")

pytestmark = NEEDS_KERNEL

WAYS = ["faults", "components"]


def faults(memory: Memory) -> list[int | None]:
    recognizer: Any = IRI.grammar._production(IRI.rule).recognizer
    length, nulls, valid, numbers = recognizer.fault_arrow_array(*memory.__arrow_c_array__())
    offsets = [
        number if is_set(valid, index) else None for index, number in enumerate(struct.unpack(f"<{length}q", numbers))
    ]
    assert offsets.count(None) == nulls
    return offsets


def hosts(memory: Memory) -> list[str | None]:
    table = IRI._splitter.spans.find_arrow(*memory.__arrow_c_array__())
    assert table is not None
    length, _, _, large, fields = table
    nulls, valid, ends, texts = fields[HOST]
    places = struct.unpack(f"<{length + 1}{'q' if large else 'i'}", ends)
    strings = [
        texts[places[index] : places[index + 1]].decode() if is_set(valid, index) else None for index in range(length)
    ]
    assert strings.count(None) == nulls
    return strings


def is_set(valid: bytes, index: int) -> bool:
    return bool(valid[index >> 3] >> (index & 7) & 1)


def ask(way: str, memory: Memory) -> list[Any]:
    return faults(memory) if way == "faults" else hosts(memory)


@in_one_test(
    ("form", "length", "more", "where", "host"),
    [
        ("u", 0, {"buffers": [None, None, None]}, [], []),
        ("u", 0, {"buffers": []}, [], []),
        ("vu", 0, {"buffers": [None, None, None]}, [], []),
        ("u", 2, {"buffers": [None, offsets(9, 0, 0, 0), None], "offset": 1}, [0, 0], [None, None]),
        ("u", 2, {"buffers": [b"\x02", offsets(7, 0, 5, 9), b"a://ha b "], "offset": 1}, [None, None], ["h", None]),
        ("u", 2, {"buffers": [b"\x00", offsets(0, 5, 9), b"a://ha:b "], "nulls": 0}, [None, 3], ["h", None]),
        ("Z", 1, {"buffers": [None, offsets(1, 8, form="q"), " a://é ".encode()]}, [5], [None]),
        ("z", 1, {"buffers": [None, offsets(0, 7), b"a://\xc3\xa9\xff"]}, [5], [None]),
        ("vu", 2, {"buffers": [None, inline(b"a://hh") + inline(b"a b"), b""]}, [None, 1], ["hh", None]),
        ("vu", 2, {"buffers": [b"\x01", inline(b"a://h") + elsewhere(99, 77, 5), b""]}, [None, None], ["h", None]),
        (
            "vz",
            2,
            {
                "buffers": [
                    None,
                    elsewhere(13, 1, 1) + elsewhere(13, 0, 0),
                    b" " * 13,
                    b" a://bbbbbbbbb",
                    offsets(13, 14, form="q"),
                ]
            },
            [None, 0],
            ["b" * 9, None],
        ),
        ("n", 2, {}, [None, None], [None, None]),
    ],
)
def test_memory_that_is_right(
    form: str, length: int, more: dict[str, Any], where: list[int | None], host: list[str | None]
) -> None:
    for way, right in (("faults", where), ("components", host)):
        memory = Memory(form, length, **more)
        assert ask(way, memory) == right
        assert sorted(memory.released) == ["array", "schema"]


@in_one_test("way", WAYS)
@in_one_test(
    ("form", "length", "buffers", "offset", "why"),
    [
        ("u", 2, [None, offsets(0, 2, 1), b"a:"], 0, "offsets that fall"),
        ("u", 1, [None, offsets(-1, 2), b"a:"], 0, "offsets that fall"),
        ("U", 1, [None, offsets(-1, 2, form="q"), b"a:"], 0, "offsets that fall"),
        ("u", 1, [None, offsets(0, 2)], 0, "buffers and children"),
        ("vu", 1, [None, inline(b"a")], 0, "buffers and children"),
        ("u", -1, [None, offsets(0), None], 0, "buffers and children"),
        ("u", 1, [None, offsets(0, 0), None], -1, "buffers and children"),
        ("vu", 1, [None, elsewhere(13, 1, 0), b" " * 13, offsets(13, form="q")], 0, "a view"),
        ("vu", 1, [None, elsewhere(13, 0, 1), b" " * 13, offsets(13, form="q")], 0, "a view"),
        ("vu", 1, [None, elsewhere(-1, 0, 0), b" " * 13, offsets(13, form="q")], 0, "a view"),
    ],
)
def test_memory_that_is_wrong_is_refused(
    way: str, form: str, length: int, buffers: list[bytes | None], offset: int, why: str
) -> None:
    memory = Memory(form, length, buffers, offset=offset)
    with pytest.raises(ValueError, match=why):
        ask(way, memory)
    assert sorted(memory.released) == ["array", "schema"]


@pytest.mark.parametrize("way", WAYS)
def test_only_plain_columns_are_taken(way: str) -> None:
    texts = Memory("u", 1, [None, offsets(0, 0), None])
    for memory, what in (
        (Memory("c", 1, [None, b"\x00"], dictionary=texts), "a plain column here, not a dictionary"),
        (Memory("+s", 1, [None], children=[texts]), "a plain column here, not a struct"),
        (Memory("i", 1, [None, offsets(1)]), "texts are a column of strings, .* not of int32"),
    ):
        with pytest.raises(TypeError, match=what):
            ask(way, memory)
        assert sorted(memory.released) == ["array", "schema"]


def test_long_fields_grow() -> None:
    """Texts of a field are more than any of them, and than what there was room for."""
    texts = [b"a://" + b"h" * (index * 37) + b"/" for index in range(300)]
    ends = [0]
    for text in texts:
        ends.append(ends[-1] + len(text))
    memory = Memory("u", 300, [None, offsets(*ends), b"".join(texts)])
    assert hosts(memory) == ["h" * (index * 37) for index in range(300)]


def test_names_are_those_of_the_productions() -> None:
    memory = Memory("u", 1, [None, offsets(0, 9), b"a://[::1]"])
    spans = IRI._splitter.spans
    table = spans.find_arrow(*memory.__arrow_c_array__())
    assert table is not None
    assert spans.names[table[4][-1][3][0]] == "IPv6address"


def test_a_preferred_rule_is_followed() -> None:
    web = irigrammar.grammar("web-address").start
    memory = Memory("u", 1, [None, offsets(0, 8), b"//h\\a@bc"])
    table = web._splitter.spans.find_arrow(*memory.__arrow_c_array__())
    assert table is not None
    assert web.split("//h\\a@bc").host == "h"

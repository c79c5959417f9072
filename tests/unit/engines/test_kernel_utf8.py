"""Bytes in the kernel: UTF-8 as strict as Python's decoder."""

from __future__ import annotations

from itertools import product

import pytest
from examples import some
from kernels import NEEDS_KERNEL, bytes_match, dfa_of, walked

import irigrammar
from irigrammar.automata.dfa import Dfa

pytestmark = NEEDS_KERNEL

EVERY = "%x0-D7FF / %xE000-10FFFF"
ANY = dfa_of(f"*({EVERY})")
# What is around the bytes in question: at the start, the end, and on both sides of a block of 16.
AROUND = [
    (b"", b""),
    (b"", b"a"),
    (b"a" * 14, b""),
    (b"a" * 15, b"a" * 20),
    (b"a" * 16, "é".encode()),
    ("日".encode(), b"aa"),
]
SECOND = (0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xE0, 0xFF)
LATER = (0x00, 0x7F, 0x80, 0xA5, 0xBF, 0xC0, 0xFF)

AUTOMATA = {
    "a run": ANY,
    "no run": dfa_of(f"*(({EVERY}) ({EVERY}))"),
    "wide cells": dfa_of(f"300({EVERY}) / *299({EVERY})"),
    "a run that leaves some out": dfa_of("*(%x61-7A / %xE9 / %x3042 / %x65E5 / %x1F469)"),
}


def all_short() -> list[bytes]:
    return [bytes(row) for size in (0, 1, 2) for row in product(range(256), repeat=size)]


def some_long() -> list[bytes]:
    three = [bytes(row) for row in product(range(0xDF, 256), SECOND, LATER)]
    return [*three, *(bytes(row) for row in product(range(0xEF, 0xF7), SECOND, LATER, LATER))]


@pytest.mark.parametrize("dfa", some(AUTOMATA.values(), 2), ids=list(AUTOMATA))
def test_it_is_as_strict_as_pythons_decoder(dfa: Dfa) -> None:
    automaton = walked(dfa)
    raw = all_short() if dfa is ANY else [*map(bytes, product(range(0x7E, 256, 3), range(0x7E, 256, 3)))]
    for middle in (*raw, *some_long()):
        for before, after in AROUND if len(middle) > 2 else AROUND[2:4]:
            data = before + middle + after
            assert automaton.matches(data) is bytes_match(dfa, data), data


def test_every_code_point_and_where_it_is_cut_off() -> None:
    automaton = walked(ANY)
    for first in range(0, 0x110000, 61):
        data = chr(first).encode("utf-8", "surrogatepass")
        assert automaton.matches(data) is not (0xD800 <= first < 0xE000)
        for end in range(1, len(data)):
            assert automaton.matches(data[:end]) is False
            assert automaton.matches(data[end:]) is False
    for first in (0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF):
        assert automaton.matches(chr(first).encode()) is True


@pytest.mark.parametrize(
    ("data", "offset", "byte_offset"),
    [
        (b"http://b c/\xff", 8, 8),
        (b"http://b/\xff c", 9, 9),
        ("http://é/".encode() + b"a" * 40 + b" " + b"a" * 40 + b"\xc3", 49, 50),
        ("http://é/".encode() + b"a" * 40 + b"\xc3" + b"a" * 40 + b" ", 49, 50),
        ("日本".encode() + b"\xed\xa0\x80 ", 2, 6),
        (b":\xff", 0, 0),
    ],
)
def test_the_text_before_the_bytes_at_fault_comes_first(data: bytes, offset: int, byte_offset: int) -> None:
    fault = irigrammar.grammar("rfc3987")["IRI-reference"].check(data).fault
    assert fault is not None
    assert (fault.offset, fault.byte_offset) == (offset, byte_offset)

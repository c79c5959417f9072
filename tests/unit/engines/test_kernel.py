"""The kernel against the plain walk, for str and for UTF-8."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import TYPE_CHECKING

import pytest
import tables
from examples import some
from kernels import NEEDS_KERNEL, check, dfa_of, walked

import irigrammar
from irigrammar import language
from irigrammar.automata.dfa import DEAD, Dfa
from irigrammar.engines import walk
from irigrammar.engines.kernel import automaton
from irigrammar.engines.packing import pack
from irigrammar.matching.matcher import Matcher
from irigrammar.shipped.loader import generic_names
from tools.kernel import agree, fuzz
from tools.kernel.texts import STORAGES, Loop, encoded, loops, stretched

if TYPE_CHECKING:
    from irigrammar.engines._kernel import Automaton

pytestmark = NEEDS_KERNEL

STARTS = agree.matchers()
GENERIC = [matcher for matcher in STARTS if matcher.grammar.name in generic_names()]  # the others' have their own test
# The whole suite of these; every n-th string of the others.
WHOLE = {("rfc3986", "URI-reference"), ("rfc3987", "ipath"), ("rfc5234", "LWSP"), ("leiri", "LEIRI")}
EVERY = 13

IRI = irigrammar.grammar("rfc3987")._production("IRI-reference").dfa


@pytest.mark.parametrize("matcher", some(GENERIC, 2), ids=str)
def test_complete_suites(matcher: Matcher) -> None:
    automaton, dfa = walked(matcher.automaton), matcher.automaton
    every = 1 if (matcher.grammar.name, matcher.rule) in WHOLE or dfa.states < 60 else EVERY
    for case in islice(language.suite(matcher, each="class"), 0, None, every):
        assert automaton.fault_offset(case.text) == case.offset, case
        assert automaton.matches(case.text) is case.valid, case
        assert automaton.matches(encoded(case.text)) is case.valid, case


def test_automata_without_runs() -> None:
    plain = automaton(pack(IRI), runs=False)
    assert plain is not None
    for text in (
        "http://example.org/" + "a%C3%A9" * 20,
        "/" + "a" * 90,
        "\u4f8b" * 40 + "<",
        "a" * 40 + "%4",
        "\U0001f600" * 9,
    ):
        check(plain, IRI, text)


@pytest.mark.slow
def test_tables() -> None:
    automata: dict[tuple[str, str], tuple[Automaton, Dfa]] = {}
    for case in tables.load():
        key = case.grammar, case.rule
        if key not in automata:
            dfa = irigrammar.grammar(case.grammar)._production(case.rule).dfa
            automata[key] = walked(dfa), dfa
        check(*automata[key], case.text)


@pytest.mark.parametrize("matcher", some(STARTS, 1), ids=str)
def test_kernel_and_pure_engines_agree(matcher: Matcher) -> None:
    """A short run of tools/kernel/agree.py: every target, on a part of the suite and some random strings."""
    strings = (case.text for case in language.suite(matcher, each="class"))
    for texts in (islice(strings, 0, 8_000, 41), agree.random_texts(matcher, 100, Random(str(matcher)))):
        assert [message for _, message in agree.asked(matcher, texts) if message] == []


@pytest.mark.slow
def test_a_round_of_the_fuzzer_finds_no_difference() -> None:
    """Changed strings, loops of the catalog, random grammars and automata: a short run of tools/kernel/fuzz.py."""
    assert fuzz.main(["--seconds", "0", "--seed", "1"]) == 0


# Where the kernel reads 8, 16 or 64 characters at once, what is left of them, and three characters across a border.
LOOPS = {
    "path": (IRI, "//h/", "a", "%C3"),
    "query": (IRI, "?", "é", "%a0"),
    "first segment": (IRI, "x/", "日", "%00"),
    "no escape": (dfa_of('"<" *(%x61-7A) ">"'), "<", "q", ""),
    "no single": (dfa_of('"<" *("{" %x41-5A %x80-FF) ">"'), "<", "", "{Bé"),
    "Latin-1": (dfa_of('"<" *(%xA0-BF / %xC0 %xC1-C8 %xD0-FF) ">"'), "<", "\xa7", "\xc0\xc2\xfe"),
    "overlap": (dfa_of('"<" *(%x61-7A / "%" %x61-7F %x30-62) ">"'), "<", "b", "%aa"),
    "second is the first of another": (dfa_of('"<" *(%x61 / "%" ("a" / "b") "c" / "$" "%" "d") ">"'), "<", "a", "$%d"),
    "wide": (dfa_of('"<" *("a" / "%" 2HEXDIG / %x3B1-3C9) 300"z"'), "<", "a", "%0A"),
}
SIZES = (1, 7, 8, 13, 14, 15, 16, 17, 30, 31, 32, 33, 47, 48, 61, 62, 63, 64, 65, 66, 79, 80, 127, 128, 129)


@pytest.mark.slow
@pytest.mark.parametrize(("dfa", "start", "single", "row"), LOOPS.values(), ids=list(LOOPS))
def test_a_fault_at_every_place_about_the_borders_of_blocks(dfa: Dfa, start: str, single: str, row: str) -> None:
    automaton = walked(dfa)
    for size in SIZES:
        fills = {single * size, (row * size)[:size], ((row + single) * size)[:size], single * 9 + (row * size)[:size]}
        for fill in filter(None, fills):
            for place in {*range(min(size, 20)), *range(44, size), size}:
                for fault in ("", " ", "%", "%4", "é", "\x7f", "\ud800", "<"):
                    check(automaton, dfa, f"{start}{fill[:place]}{fault}{fill[place:]}")


@pytest.mark.parametrize(
    ("dfa", "start", "single", "row"),
    [case for case in LOOPS.values() if case[3]],
    ids=[key for key in LOOPS if LOOPS[key][3]],
)
@pytest.mark.parametrize("tail", some(STORAGES, 1))
def test_rows_of_three_broken_at_each_place_in_each_storage(
    dfa: Dfa, start: str, single: str, row: str, tail: str
) -> None:
    automaton = walked(dfa)
    for before in range(70):
        head = start + ((single or row) * before)[:before]
        for broken in (
            row,
            row[:1],
            row[:2],
            " " + row[1:],
            row[0] + " " + row[2],
            row[:2] + " ",
            row[0] + row,
            row + row[2],
        ):
            for after in ("", row * 6, single * 20):
                check(automaton, dfa, head + broken + after + tail)


def test_every_storage_of_a_str() -> None:
    automaton = walked(IRI)
    for tail in STORAGES:
        for size in range(70):
            for text in (
                "a" * size + tail,
                "a" * size + "/" + tail + "a" * size,
                "é" * size + tail,
                "%41" * size + tail,
            ):
                check(automaton, IRI, text)


def having(bit: int) -> str:
    """Return the set of 256 of 512 characters whose number has a bit, so that nine such sets tell all 512 apart."""
    size = 1 << bit
    return " / ".join(f"%x{0x4E00 + index:X}-{0x4E00 + index + size - 1:X}" for index in range(size, 512, 2 * size))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rule", "states", "classes"),
    [
        ('300"z" *"y"', True, False),
        (" / ".join(f'%x{0x4E00 + index:X} {index}"a" *%x{0x4E00 + index:X}' for index in range(1, 23)), True, False),
        (" / ".join(f'"{bit}" *({having(bit)})' for bit in range(9)), False, True),
        ('*("a" / "%" 2HEXDIG) ' + " ".join(f"[%x{0x4E00 + 2 * index:X}]" for index in range(270)), True, True),
    ],
    ids=["states", "middle", "classes", "both"],
)
def test_tables_of_cells_of_two_bytes(rule: str, states: bool, classes: bool) -> None:
    dfa = dfa_of(rule)
    assert (dfa.states > 255, dfa.classes.count > 255) == (states, classes)
    automaton, rng = walked(dfa), Random(rule)
    for loop in loops(dfa, rng, 100) or [Loop("", ("z",), ())]:
        check(automaton, dfa, loop.start)
        check(automaton, dfa, stretched(loop, rng))
    for text in (
        "z" * 299,
        "z" * 300,
        "z" * 301,
        "z" * 300 + "y" * 70,
        "a%4Fa" * 30 + "一丂一",
        "龥" * 9,
        "\u4e2e" + "\u8017" * 5,
    ):
        check(automaton, dfa, text)


def test_no_string_and_nothing_but_the_empty_string() -> None:
    empty = dfa_of('""')
    for text in ("", "a", "é", "日", "\U0010ffff", "a" * 100):
        check(walked(empty), empty, text)
    nothing = Dfa(empty.classes, DEAD, empty.rows, empty.accepting)
    for text in ("", "a", "日" * 100):
        assert walked(nothing).matches(text) is False
        assert walked(nothing).matches(text.encode()) is False
        assert walked(nothing).fault_offset(text) == walk.fault_offset(nothing, text) == 0


@pytest.mark.slow
def test_the_whole_of_a_long_text_is_read() -> None:
    """It is walked without the lock of the interpreter."""
    automaton = walked(IRI)
    for part in ("a", "%C3%A9", "é", "日本", "a%20b", "👩"):
        text = "//h/" + part * (200_000 // len(part))
        for end in ("", " ", "%4", "\ud800"):
            check(automaton, IRI, text + end)
            check(automaton, IRI, text[:66_000] + end + text[66_000:])

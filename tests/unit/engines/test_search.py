"""Leftmost-longest matches in a text, against brute force."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from kernels import NEEDS_KERNEL
from random_grammars import grammars
from rows import in_one_test

import irigrammar
from irigrammar import Matcher
from irigrammar.engines import search
from irigrammar.engines.kernel import kernel
from irigrammar.engines.search import Output, Search
from irigrammar.matching.grammar import Grammar


def pure(matcher: Matcher) -> Search:
    return Search(lambda: matcher.automaton)


def by_kernel(matcher: Matcher) -> Search:
    return matcher._production.search


ENGINES = [pure, by_kernel] if kernel() else [pure]
Engine = Callable[[Matcher], Search]
every_engine = pytest.mark.parametrize("engine", ENGINES)


def brute(matcher: Matcher, text: str) -> list[tuple[int, int]]:
    """Return the spans by asking for each substring whether it matches, the longest first."""
    spans, offset = [], 0
    while offset < len(text):
        end = next((end for end in range(len(text), offset, -1) if matcher.matches(text[offset:end])), None)
        if end is None:
            offset += 1
        else:
            spans.append((offset, end))
            offset = end
    return spans


RULES = {
    "one": '"a"',
    "longest": '"a" / *"a" "b"',
    "empty": '*"a"',
    "choice": '"ab" / "abcd" / "cd"',
    "overlap": '"aba" / "bab"',
    "late": '"a" *( "b" / "c" ) "d" / "b"',
    "range": "%xE9-2FFFF",
}


@every_engine
@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_all_short_texts(rule: str, engine: Engine) -> None:
    matcher = Grammar.from_text(f"r = {rule}\n")["r"]
    spans = engine(matcher).spans
    for length in range(6):
        for number in range(4**length):
            text = "".join("abcd"[number >> 2 * place & 3] for place in range(length))
            assert [*spans(text)] == brute(matcher, text)


@every_engine
@given(generated=grammars(), texts=st.lists(st.text("abc\u00e9", max_size=12), max_size=10))
@settings(max_examples=examples(200))
def test_random_grammars(engine: Engine, generated: tuple[str, Grammar], texts: list[str]) -> None:
    _, grammar = generated
    matcher = grammar[next(iter(grammar))]
    for text in texts:
        assert [*engine(matcher).spans(text)] == brute(matcher, text)


@every_engine
@in_one_test("rule", ["IPv4address", "dec-octet", "URI", "authority"])
def test_rules_of_the_catalog(rule: str, engine: Engine) -> None:
    matcher = irigrammar.grammar("rfc3986")[rule]
    rng = random.Random(rule)
    for _ in range(60):
        text = "".join(
            rng.choice(["1", "25", "255", ".", ":", "/", " ", "a", "http:", "@", "\u00e9"]) for _ in range(14)
        )
        assert [*engine(matcher).spans(text)] == brute(matcher, text)


@pytest.mark.parametrize("block", [1, 2, 3, 7])
def test_blocks(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "_BLOCK", block)
    matcher = Grammar.from_text('r = "a" / *"a" "b"\n')["r"]
    for text in ("", "a", "b", "aab", "aaaab aa b", "aabaabaaa"):
        assert [*pure(matcher).spans(text)] == brute(matcher, text)


@every_engine
@pytest.mark.parametrize("size", [16_383, 16_384, 16_385, 50_000])
def test_matches_over_the_ends_of_blocks(size: int, engine: Engine) -> None:
    """The kernel and its counterpart read 16,384 bytes or characters at a time."""
    spans = engine(Grammar.from_text('r = "a" / *"a" "b"\n')["r"]).spans
    assert [*spans("a" * size + "b")] == [(0, size + 1)]
    assert sum(1 for _ in spans("a" * size)) == size
    assert [*spans("c" * size + "aab\u00e9b")] == [(size, size + 3), (size + 4, size + 5)]


DATE = '4DIGIT "-" 2DIGIT "-" 2DIGIT'
LOG = b"x 2026-11-27 y 2026-11-28\n\nnone\n2026-11-2\xff 2026-11-29\r\nlast 2026-11-30"


@every_engine
def test_lines(engine: Engine) -> None:
    lines = engine(Grammar.from_text(f"r = {DATE}\n")["r"]).lines
    assert lines(LOG, Output.NOTHING) == (len(LOG), 5, 3, b"")
    assert lines(LOG, Output.LINES).output == LOG.replace(b"\nnone", b"").replace(b"\n\n", b"\n") + b"\n"
    assert lines(LOG, Output.MATCHES).output == b"2026-11-27\n2026-11-28\n2026-11-29\n2026-11-30\n"
    assert lines(LOG, Output.MATCHES, prefix=b"f:", number=7).output.split()[1:3] == [
        b"f:7:2026-11-28",
        b"f:10:2026-11-29",
    ]
    assert lines(LOG, Output.LINES, invert=True).output == b"\nnone\n"
    assert lines(LOG, Output.MATCHES, invert=True) == (len(LOG), 5, 2, b"")
    assert lines(LOG, Output.NOTHING, most=1) == (LOG.index(b"\n") + 1, 1, 1, b"")
    assert lines(LOG, Output.NOTHING, most=0) == (0, 0, 0, b"")
    assert [row.match_start for row in lines(LOG, Output.ROWS).rows()] == [
        2,
        15,
        LOG.index(b"2026-11-29"),
        len(LOG) - 10,
    ]
    assert [row[:3] for row in lines(LOG, Output.ROWS, invert=True).rows()] == [(1, 26, 26), (2, 27, 31)]


@every_engine
def test_an_empty_match_selects_a_line_and_is_no_part_of_the_output(engine: Engine) -> None:
    lines = engine(Grammar.from_text('r = *"a"\n')["r"]).lines
    assert lines(b"b\nbaab\n", Output.MATCHES) == (7, 2, 2, b"aa\n")
    assert [row[:1] + row[3:] for row in lines(b"b\nbaab\n", Output.ROWS).rows()] == [(0, -1, -1), (1, 3, 5)]
    assert lines(b"b\nbaab\n", Output.LINES, invert=True) == (7, 2, 0, b"")


@every_engine
@pytest.mark.parametrize("rule", ['*"a"', '"a" %x0A "b"', "1*OCTET"])
def test_matches_do_not_go_over_the_end_of_a_line(rule: str, engine: Engine) -> None:
    lines = engine(Grammar.from_text(f"r = {rule}\n")["r"]).lines
    data = b"a\nb\0a\n" * 3
    for feed in (b"\n", b"\0"):
        for row in lines(data, Output.ROWS, feed=feed).rows():
            assert row.start <= row.match_start < row.match_end <= row.end
            assert feed not in data[row.start : row.end]


@every_engine
@in_one_test("sample", ["at", "t a", "xyz ", "\n"])
@in_one_test("rule", ['"at " 1*ALPHA', '*"t" "a" *"t" "x"', '1*ALPHA ":" 1*2DIGIT ";"', '"q" / "zz"'])
def test_lines_that_lack_required_bytes(rule: str, sample: str, engine: Engine) -> None:
    """The kernel skips lines without bytes that each match has; which it looks for depends on the text."""
    matcher = Grammar.from_text(f"r = {rule}\n")["r"]
    rng = random.Random(rule)
    data = b"".join(
        rng.choices(
            [sample.encode(), b"at b", b"a:12;", b"q", b"tax\n", b"AT ", b"\n"], [90, 1, 1, 1, 1, 1, 6], k=3_000
        )
    )
    rows = {row.line for row in engine(matcher).lines(data, Output.ROWS).rows()}
    assert rows == {number for number, line in enumerate(data.split(b"\n")) if any(matcher.finditer(line))}
    assert engine(matcher).lines(data, Output.NOTHING)[1:3] == (data.count(b"\n") + (data[-1:] != b"\n"), len(rows))


@NEEDS_KERNEL
@pytest.mark.parametrize("filler", ["x", "lorem ", "\n", "\u65e5 "])
@pytest.mark.parametrize("rule", [DATE, '*%x0-10FFFF "@" *%x61-7A', '"q" 1*ALPHA / %xE9 [ "!" ]', '*"a"'])
def test_parts_of_long_texts_that_lack_required_bytes(rule: str, filler: str) -> None:
    """The kernel searches only parts, up to bytes that no match has; its counterpart searches everything."""
    matcher = Grammar.from_text(f"r = {rule}\n")["r"]
    part, inner = filler * (40_000 // len(filler)), "2026-11-27 2026-11-2 @ab q\u00e9!qab aa@"
    for text in (part + part, part + inner + part, inner + part + inner + part + inner):
        assert [*by_kernel(matcher).spans(text)] == [*pure(matcher).spans(text)]

"""Linear time of matching, recursion, faults and reading of grammars."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from typing import Any

import pytest
from growth import LIMIT, SIZE, answer, growth, once
from hypothesis import strategies as st
from kernels import NEEDS_KERNEL
from places import TESTS

import irigrammar
from irigrammar import Grammar, Matcher
from irigrammar.engines import kernel
from irigrammar.engines.search import Output, Search
from irigrammar.engines.walk import Walker
from irigrammar.errors import GrammarError
from irigrammar.faults.fault import Fault
from irigrammar.grammars.authors.extract import extract
from irigrammar.grammars.reader import read
from irigrammar.learn.derivation import as_lines

pytestmark = pytest.mark.growth

MATCHERS = {name: irigrammar.grammar(name)["IRI-reference"] for name in ("rfc3987", "web-address")}


# What to repeat, and what is before and after it.
KINDS: dict[str, tuple[str, str, str]] = {
    "path": ("/", "segment/", ""),
    "query": ("?", "key=value&", ""),
    "percent-encodings": ("/", "%C3%A9", ""),
    "percent-encodings cut off": ("/", "%C3%A9", "%C"),
    "colons": ("", ":", ""),
    "opening brackets": ("//", "[", ""),
    "an address without its bracket": ("//[", "1:", ""),
    "at signs": ("//", "a@", ""),
    "dots": ("//", "1.", ""),
    "backslashes": ("", "\\", ""),
    "backslashes in an authority": ("//", "a\\", "@"),
    "what is not ASCII": ("//", "é", "/👩"),
    "a bad last character": ("http://u@h:1/", "a%20b/", "\ud800"),
}


def text_of(kind: str, size: int) -> str:
    before, part, after = KINDS[kind]
    return before + part * (size // len(part)) + after


@pytest.mark.parametrize("name", MATCHERS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_megabyte_gets_an_answer(name: str, kind: str) -> None:
    matcher, text = MATCHERS[name], text_of(kind, SIZE)
    valid = matcher.matches(text)
    fault = matcher.check(text).fault
    assert (fault is None) == valid
    assert answer(matcher.split, text) == answer(matcher.parse, text) == valid
    short = text_of(kind, 1_000)
    assert valid == matcher.matches(short)
    if fault is not None:
        small = matcher.check(short).fault
        assert small is not None
        assert small.found == fault.found
        assert (fault.offset == len(text)) == (small.offset == len(short))
        assert fault.byte_offset == len(text[: fault.offset].encode())
    elif valid:
        assert str(matcher.split(text)) == text


@pytest.mark.parametrize("name", MATCHERS)
@pytest.mark.parametrize("kind", KINDS)
def test_twice_the_length_takes_about_twice_the_time(name: str, kind: str) -> None:
    """At most two and a half times, where quadratic would be four; what is answered at once has no growth."""
    matcher, short, long = MATCHERS[name], text_of(kind, 20_000), text_of(kind, 40_000)
    for ask in (matcher.matches, matcher.split, matcher.parse):
        if once(ask, long) > 1e-4:  # and what is compiled at first use is compiled now
            assert growth(ask, short, long) < LIMIT


def test_a_tree_of_a_long_string_is_read_in_linear_time() -> None:
    def read(matcher: Matcher, text: str) -> int:
        return sum(1 for _ in matcher.parse(text).walk())

    matcher = MATCHERS["rfc3987"]
    texts = [text_of("path", size) for size in (10_000, 20_000)]
    assert growth(lambda text: read(matcher, text), *texts) < LIMIT


RULES = {
    "right": 'a = "x" a / "x"\n',
    "right, through what may be empty": 'a = "x" a b / "x"\nb = [c]\nc = "" / "" c\n',
    "left": 'a = a "x" / "x"\n',
    "hidden left": 'a = [b] a "x" / "x"\nb = "y" / b "y"\n',
    "two": 'a = "x" b / "x"\nb = "x" a / "x"\n',
}


@pytest.mark.parametrize("abnf", RULES.values(), ids=RULES)
def test_long_texts(abnf: str) -> None:
    matcher = Grammar.from_text(abnf)["a"]
    assert growth(matcher.matches, "x" * 20_000, "x" * 40_000) < LIMIT
    assert growth(matcher.parse, "x" * 5_000, "x" * 10_000) < LIMIT


def test_deep_texts() -> None:
    matcher = Grammar.from_text('a = "(" *a ")"\n')["a"]
    short, long = ("(" * count + ")" * count for count in (10_000, 20_000))
    assert growth(matcher.matches, short, long) < LIMIT
    assert growth(matcher.parse, short, long) < LIMIT
    assert growth(lambda text: matcher.check(text).fault, short[:-1], long[:-1]) < LIMIT


def test_json() -> None:
    matcher = Grammar.from_file(TESTS / "data" / "lectures" / "json.abnf").start
    short, long = (
        json.dumps(
            [{"name": f"item {number}", "value": [number, None, {"deep": [True]}]} for number in range(count)], indent=4
        )
        for count in (1_000, 2_000)
    )
    assert growth(matcher.matches, short, long) < LIMIT
    assert growth(matcher.parse, short, long) < LIMIT
    assert growth(matcher.matches, " " * 50_000 + "1", " " * 100_000 + "1") < LIMIT


@pytest.mark.parametrize(
    ("start", "part"),
    [("http://", "%C3%A9"), ("http://h/", "a%20bc"), ("//h/?", "日本語"), ("//", "1."), ("", "a/"), ("//[", "1:")],
)
def test_walker_twice_the_length_takes_about_twice_the_time(start: str, part: str) -> None:
    walker = Walker(irigrammar.grammar("rfc3987")._production("IRI-reference").dfa)
    short, long = (start + part * (size // len(part)) + " " for size in (200_000, 400_000))
    assert growth(walker.fault_offset, short, long) < LIMIT


numbers = st.integers(0, 9) | st.sampled_from(
    [-1, 254, 255, 256, 257, 0xD800, 0x10FFFF, 0x110000, 65_535, 2**63, -(2**63)]
)


@NEEDS_KERNEL
def test_an_automaton_of_many_classes_is_made_in_time_linear_in_its_table() -> None:
    """Looking for rows of three ends after a number of steps, whatever the table."""
    module = kernel.kernel()
    assert module is not None
    values: dict[str, tuple[Any, ...]] = {}
    for count in (1_000, 2_000):
        numbers, to_two = tuple(range(count)), (2).to_bytes(2) * count
        values[str(count)] = numbers, numbers, 1, bytes(30), 2, bytes(2 * count) + to_two * 29
    assert growth(lambda count: module.Automaton(*values[count]), "1000", "2000") < LIMIT


IRI = irigrammar.grammar("rfc3987")


def test_time_grows_with_the_text() -> None:
    short, long = (IRI["ipath-absolute"].parse("/" + "ab/" * count) for count in (500, 1_000))
    assert growth(lambda tree: list(as_lines(tree, ["ipath-absolute"])), short, long) < LIMIT


@pytest.mark.parametrize(
    "make", [lambda count: "(" * count + ")" * count, lambda count: "()" * count], ids=["deep", "wide"]
)
def test_evaluation_grows_with_the_text(make: Callable[[int], str]) -> None:
    matcher = Grammar.from_text('s = *( "(" s ")" )\n')["s"]
    table: dict[str, Any] = {"s": lambda _, values: sum(values) + 1}
    assert growth(lambda text: matcher.evaluate(text, table), make(2_000), make(4_000)) < LIMIT


def read_or_refused(text: str) -> None:
    with contextlib.suppress(GrammarError):  # what is too long may be refused
        read(text, "f")


@pytest.mark.parametrize(
    "make",
    [
        lambda size: f"a = b ; {'x' * size}\n",
        lambda size: f"a = <{'x' * size}>\n",
        lambda size: f'a = "{"x" * size}"\n',
        lambda size: f"a = {'x' * size}\n",
        lambda size: f"a = %x{'.'.join(['41'] * (size // 3))}\n",
        lambda size: "a = " + " / ".join(['"b"'] * (size // 6)) + "\n",
        lambda size: "".join(f'a{index} = "b"\n' for index in range(size // 10)),
    ],
    ids=["comment", "prose", "string", "name", "number", "alternatives", "rules"],
)
def test_reading_takes_time_in_proportion_to_the_text(make: Callable[[int], str]) -> None:
    """Four times the text, at most twelve times the time, where sixteen would be quadratic; or it is refused."""
    assert growth(read_or_refused, make(500), make(2_000), limit=12) < 12


@pytest.mark.parametrize(
    ("begin", "part"),
    [
        ("<!doctype html>", "<pre>\n"),
        ("<!doctype html><pre>", "<b>a"),
        ("<!doctype html><pre>", "<!--"),
        ("<rfc>", "<artwork>\n"),
        ("<rfc><artwork>", "a<b/>"),
        ("<rfc><artwork>", "&a;"),
        ("", '   a = "b"\n'),
        ("", '   a = "b\n'),
        ("RFC 1", "    "),
        ("# A\n", '```\na = "b"\n```\n'),
    ],
)
def test_extraction_takes_time_in_proportion_to_the_document(begin: str, part: str) -> None:
    assert growth(extract, begin + part * 2_000 + "x", begin + part * 4_000 + "x") < 3


AROUND = [
    ("'", 1_900, "|"),
    ("'a b|", 375, ""),
    ("(http://a", 210, ""),
    ("a=http://", 210, ""),
    ("see ", 300, "http://a|"),
]


@pytest.mark.parametrize(("part", "times", "end"), AROUND)
def test_surroundings_of_a_reference_in_linear_time(part: str, times: int, end: str) -> None:
    """Of texts of this length: in longer ones it is not looked for."""
    matcher = irigrammar.grammar("rfc3987")["IRI-reference"]

    def ask(text: str) -> bool:
        fault = matcher.check(text).fault
        assert fault is not None
        return bool(fault.message)

    assert growth(ask, part * (times // 4) + end, part * times + end) < 8


def details(fault: Fault) -> tuple[object, ...]:
    return fault.message, fault.labels, fault.open, fault.ruled_out, fault.expected, fault.help, fault.fixes


@pytest.mark.parametrize(
    ("start", "part", "end"),
    [
        ("http://h/", "a/", " x"),
        ("http://h/", "%C3%A9", "%zz"),
        ("http://h:", "1", "a/"),
        ("//[", "1:", ""),
        ("http://h/?", "[]", ""),
        ("", "a", " b"),
        ("//", "é.", "\ud800"),
    ],
)
def test_details_are_read_in_linear_time(start: str, part: str, end: str) -> None:
    """Twice the length takes at most three and a half times as long: the limit is wide, quadratic would be four."""
    matcher = irigrammar.grammar("rfc3987")["IRI-reference"]
    short, long = (start + part * (size // len(part)) + end for size in (50_000, 100_000))

    def ask(text: str) -> bool:
        fault = matcher.check(text).fault
        assert fault is not None
        return bool(details(fault))

    assert growth(ask, short, long) < 3.5


@pytest.mark.parametrize("depth", ["flat", "deep"])
@pytest.mark.parametrize("name", ["matches", "parse"])
def test_nested_rules_take_linear_time(name: str, depth: str) -> None:
    matcher = Grammar.from_file(TESTS / "data" / "lectures" / "json.abnf")["JSON-text"]

    def text(size: int) -> str:
        if depth == "deep":
            return "[" * (size // 2) + "]" * (size // 2)
        return "[" + '{"a": [1, 2.5e3, "x"], "b": null}, ' * (size // 35) + "1]"

    assert growth(getattr(matcher, name), text(SIZE // 2), text(SIZE)) < LIMIT


# A rule, and what to repeat: each match, or the lack of one, could be read to the end of the text again and again.
SEARCHES = {
    "longer matches that do not come": ('"a" / *"a" "b"', "a"),
    "matches that are never closed": ('"<" *%x20-3D ">"', "< "),
    "starts of one match": ('1*( "a" / "c" ) "b"', "ac"),
    "a match after each": ('"a" / "a" *( "b" / "c" ) "d"', "ab"),
    "many endings": ('1*( 1*"a" "b" ) "c"', "aab"),
    "many parts that have a required byte": ('"q" 1*ALPHA [ ";" ]', "q" + 99 * " "),
    "many required bytes in one part": ('"q" 1*( ALPHA / "." ) ";"', "q" + 99 * "."),
}


@pytest.mark.parametrize("in_kernel", [pytest.param(True, marks=NEEDS_KERNEL), False])
@pytest.mark.parametrize("name", SEARCHES)
def test_all_matches_together_take_linear_time(name: str, in_kernel: bool) -> None:
    rule, part = SEARCHES[name]
    matcher = Grammar.from_text(f"r = {rule}\n")["r"]
    search = matcher._production.search if in_kernel else Search(lambda: matcher.automaton)
    size = (4_000_000 if in_kernel else 40_000) // len(part)
    assert growth(lambda text: sum(1 for _ in search.spans(text)), part * size, part * 2 * size) < LIMIT
    data = [part.encode() * size, part.encode() * 2 * size]
    assert growth(lambda text: search.lines(text, Output.NOTHING), *data) < LIMIT

"""Lines, fields and rewriting."""

from __future__ import annotations

import io
import os
import pickle
import threading
from collections.abc import Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from near import near
from peak_memory import peak
from places import TESTS

import irigrammar
from irigrammar import Grammar, GrammarError, NoMatch, RewriteError, UnknownRule, rewrite
from irigrammar.engines.kernel import kernel
from irigrammar.engines.node import Node
from irigrammar.matching.lines import Line, Listing, check_blocks, check_lines
from irigrammar.processing.rewrite import rewrite as rewritten_by_marks

IRI = irigrammar.grammar("rfc3987").start


def faults(data: bytes) -> list[tuple[int, int | None]]:
    result = check_lines(IRI, io.BytesIO(data))
    return [(line.number, line.fault.byte_offset if line.fault else None) for line in result]


def test_only_the_line_end_is_removed() -> None:
    assert faults(b"a\nb\r\nc") == [(1, None), (2, None), (3, None)]
    assert faults(b"a \n") == [(1, 1)]
    assert faults(b"a\r\r\n") == [(1, 1)]
    assert faults(b"a\rb\n") == [(1, 1)]
    assert faults("a\u2028b\u0085c\n".encode()) == [(1, 5)]  # U+2028 is a ucschar, U+0085 is not, neither ends a line
    assert faults(b"a\x0cb\n") == [(1, 1)]


def test_empty_lines_are_skipped_and_counted() -> None:
    assert faults(b"\n\r\na\n\n b\n") == [(3, None), (5, 0)]
    assert faults(b"") == []


def test_bytes_that_are_not_utf_8_are_a_finding_with_their_offset() -> None:
    assert faults(b"\xc3\xa9\xff\n") == [(1, 2)]
    assert faults(b"a b\xff\n") == [(1, 1)]
    (line,) = check_lines(IRI, io.BytesIO(b"x\xc3\n"))
    assert line.text == b"x\xc3"
    assert line.fault is not None
    assert line.fault.found == b"\xc3"


def test_bytes_read_are_reported() -> None:
    seen: list[int] = []
    list(check_lines(IRI, io.BytesIO(b"a\n\nbc"), progress=seen.append))
    assert seen == [2, 1, 2]


@pytest.mark.slow
def test_memory_does_not_grow_with_the_file() -> None:
    def lines(count: int) -> Iterator[bytes]:
        for number in range(count):
            yield b"http://example.org/%d\n" % number

    def read(count: int) -> None:
        for _ in check_lines(IRI, lines(count)):
            pass

    read(100)
    assert peak(lambda: read(20_000)) < peak(lambda: read(1_000)) + 100_000


VERSION = Grammar.from_file(TESTS / "data" / "lectures" / "semver.abnf").start


PARTS = {"major": "major", "pre": "PRE-RELEASE", "build": "build"}


def test_parts_by_name() -> None:
    assert VERSION.fields("1.22.3-rc.1+a", PARTS) == {"major": "1", "pre": "rc.1", "build": "a"}
    assert VERSION.fields(b"1.22.3", PARTS) == {"major": "1", "pre": None, "build": None}


def test_invalid_lines_are_reported_with_their_fault() -> None:
    with pytest.raises(NoMatch) as caught:
        VERSION.fields("1.02.3", PARTS)
    assert caught.value.fault.offset == 3


@pytest.mark.parametrize(
    ("abnf", "text", "message"),
    [
        ('a = b "." b\nb = 1*DIGIT\n', "1.1", "b can be in a string of a more than once"),
        ('a = b c\nb = *"x"\nc = *"x"\n', "x", "a string of a can be split into part in two ways"),
        ('a = [b] [c]\nb = *"x"\nc = "y"\n', "x", "a string of a can be split into part in two ways"),
    ],
)
def test_ambiguous_fields_are_refused(abnf: str, text: str, message: str) -> None:
    with pytest.raises(GrammarError, match=message):
        Grammar.from_text(abnf).start.fields(text, {"part": "b"})


def test_unknown_rules_and_one_rule_twice() -> None:
    with pytest.raises(UnknownRule):
        VERSION.fields("1.2.3", {"x": "nowhere"})
    with pytest.raises(GrammarError, match="host is not a part of IRI-reference"):  # which has an ihost
        irigrammar.grammar("rfc3987").start.fields("http://h/", {"host": "host"})
    with pytest.raises(GrammarError, match="two components are the same rule"):
        VERSION.fields("1.2.3", {"x": "major", "y": "MAJOR"})


def test_parts_of_a_recursive_rule() -> None:
    grammar = Grammar.from_text('call = name "(" [ call ] ")"\nname = 1*ALPHA\n')
    assert grammar.start.fields("f()", {"name": "name"}) == {"name": "f"}
    with pytest.raises(GrammarError, match="name is in this string of call more than once"):
        grammar.start.fields("f(g())", {"name": "name"})
    twice = Grammar.from_text('a = "(" a ")" / b c\nb = *"x"\nc = *"x"\n')
    with pytest.raises(GrammarError, match="in two ways"):
        twice.start.fields("(xx)", {"first": "b"})


@given(st.integers(0, 999), st.integers(0, 99), st.from_regex(r"[a-z]{1,5}", fullmatch=True))
def test_parts_are_where_the_tree_has_them(major: int, minor: int, pre: str) -> None:
    text = f"{major}.{minor}.0-{pre}"
    fields = VERSION.fields(text, {"minor": "minor", "pre": "pre-release"})
    nodes = {node.rule: node.value for node in VERSION.parse(text).walk()}
    assert fields == {"minor": nodes["minor"], "pre": nodes["pre-release"]}


def test_components_of_a_reference_are_those_of_split() -> None:
    matcher = irigrammar.grammar("rfc3986")["URI"]
    text = "http://u@h:80/p?q#f"
    fields = matcher.fields(text, {"scheme": "scheme", "port": "port", "query": "query"})
    components = matcher.split(text)
    assert fields == {"scheme": components.scheme, "port": components.port, "query": components.query}


LOG = Grammar.from_text('log = date SP text\ndate = 4DIGIT "-" 2DIGIT\ntext = *( word / SP )\nword = 1*ALPHA\n')["log"]


NESTED = Grammar.from_text('list = "(" *( item / list ) ")"\nitem = ALPHA\n').start


URI = irigrammar.grammar("rfc3986")["URI"]


def test_the_outermost_nodes_are_replaced_from_left_to_right() -> None:
    seen: list[tuple[str, str]] = []

    def mark(node: Node) -> str:
        seen.append((node.rule, node.text))
        return node.text.upper()

    assert LOG.rewrite("2026-11 so it is", {"WORD": mark, "date": lambda _: "2000-01"}) == "2000-01 SO IT IS"
    assert seen == [("word", "so"), ("word", "it"), ("word", "is")]
    seen.clear()
    assert (
        NESTED.rewrite("(a(b)(c))", {"list": lambda node: f"({node.text.count('(')}".replace("3", "x") + ")"}) == "(x)"
    )
    assert NESTED.rewrite("(a(b))", {"item": mark}) == "(A(B))"


def test_a_function_may_look_into_its_node() -> None:
    def sorted_words(node: Node) -> str:
        return " ".join(sorted(word.text for word in node.find_all("word")))

    assert LOG.rewrite("2026-11 so it is", {"text": sorted_words}) == "2026-11 is it so"
    assert LOG.parse("2026-11 so").find("word").text == "so"  # type: ignore[union-attr]


def test_refused_arguments() -> None:
    with pytest.raises(NoMatch):
        LOG.rewrite("2026 so", {"date": lambda _: ""})
    with pytest.raises(UnknownRule, match="did you mean word"):
        LOG.rewrite("2026-11 so", {"words": lambda _: ""})
    with pytest.raises(TypeError, match="the function of date returned int, not str"):
        LOG.rewrite("2026-11 so", {"date": lambda _: 1})  # type: ignore[return-value, dict-item]


@pytest.mark.parametrize(
    ("table", "rule", "span", "result"),
    [
        ({"date": lambda _: "2026-1x"}, "date", (0, 7), "2026-1x so it"),
        ({"word": lambda node: "1" if node.text == "it" else "a"}, "word", (11, 13), "2026-11 a 1"),
        ({"word": lambda _: "a", "date": lambda _: ""}, "date", (0, 7), " a a"),
    ],
)
def test_a_result_that_does_not_match_names_the_node(
    table: dict[str, object], rule: str, span: tuple[int, int], result: str
) -> None:
    with pytest.raises(RewriteError, match=f"the new text of {rule} at {span[0]}:{span[1]} does not fit: ") as caught:
        LOG.rewrite("2026-11 so it", table)  # type: ignore[arg-type]
    error = caught.value
    assert (error.rule, error.span, error.result) == (rule, span, result)
    assert pickle.loads(pickle.dumps(error)).span == span
    assert isinstance(error, ValueError)


@given(near(URI.automaton, 30))
def test_it_is_what_the_conversions_are_made_of(text: str) -> None:
    """Functions of the text of a part, by the marks that conversions use, give the same."""
    if not URI.matches(text):
        return
    table = {"host": str.upper, "segment": str.upper, "segment-nz": str.upper, "query": str.swapcase}
    by_nodes = {name: (lambda node, function=function: function(node.text)) for name, function in table.items()}
    assert URI.rewrite(text, by_nodes) == rewritten_by_marks(URI, text, table)


@given(st.sampled_from(["http://u@EXAMPLE.org:80/A/%7e?q#f", "mailto:A@B", "urn:X:y", "//[::1]/"]))
def test_at_the_top(text: str) -> None:
    assert rewrite(text, {"ihost": lambda node: node.text.lower()}) == text.replace("EXAMPLE", "example")


# Files of lines, block by block: the same lines as one by one, whatever the blocks and threads


PIECES = [
    *[b"\n", b"\r\n", b"\r", b"\0", b" ", b"a", b"http://h/p?q#f", b"\xef\xbb\xbf"],
    "é日".encode(),
    b"\xff",
    b"\xc3",
    b"%4",
]

files = st.lists(st.sampled_from(PIECES), max_size=60).map(b"".join)
needs_kernel = pytest.mark.skipif(kernel() is None, reason="the kernel was not built, or is switched off")


def checked(data: bytes, wanted: Listing, **options: int) -> list[tuple[int, int, list[Line]]]:
    result = check_blocks(IRI, io.BytesIO(data), listing=wanted, **options)  # type: ignore[arg-type]  # numbers alone
    return [(valid, invalid, list(lines)) for valid, invalid, lines in result]


def reported(blocks: list[tuple[int, int, list[Line]]]) -> list[Line]:
    return [line for _, _, lines in blocks for line in lines]


def counts(blocks: list[tuple[int, int, list[Line]]]) -> tuple[int, int]:
    return sum(valid for valid, _, _ in blocks), sum(invalid for _, invalid, _ in blocks)


@given(files, st.integers(1, 40))
@example(b"a\r", 9)
@example(b"\r", 9)
@example(b"\n\r\n\xef\xbb\xbfa\0\n", 3)
def test_blocks_give_the_lines_that_are_there_one_by_one(data: bytes, block: int) -> None:
    right = list(check_lines(IRI, io.BytesIO(data)))
    wrong = [line for line in right if line.fault]
    every = checked(data, Listing.EVERY, block=block)
    invalid = checked(data, Listing.INVALID, block=block)
    none = checked(data, Listing.COUNTS, block=block)
    assert reported(every) == right
    assert reported(invalid) == wrong
    assert reported(none) == []
    assert counts(every) == counts(invalid) == counts(none) == (len(right) - len(wrong), len(wrong))


def test_many_lines_are_counted_and_reported_in_order() -> None:
    """More lines than the kernel takes in at a time, in few blocks and in many."""
    data = b"".join(b"a:%d\r\n\n%s" % (number, b"b c\n" * (number % 7 == 0)) for number in range(20_000))
    right = [line for line in check_lines(IRI, io.BytesIO(data)) if line.fault]
    for options in ({}, {"block": 5000}):
        result = checked(data, Listing.INVALID, **options)
        assert reported(result) == right
        assert counts(result) == (20_000, len(right))


def test_a_line_longer_than_a_block() -> None:
    long = b"http://h/" + b"a" * 1_500_000
    result = checked(long + b"\n" + long + b" \nb", Listing.INVALID, block=1000)
    assert counts(result) == (2, 1)
    (line,) = reported(result)
    assert line.number == 2
    assert line.fault is not None
    assert line.fault.offset == len(long)


def test_bytes_done_are_reported() -> None:
    data = b"http://h/\n" * 50_000
    seen: list[int] = []
    for _ in check_blocks(IRI, io.BytesIO(data), block=10_000, progress=seen.append):
        pass
    assert sum(seen) == len(data)
    assert len(seen) > 10


@needs_kernel
def test_lines_of_a_pipe_are_checked_before_it_ends() -> None:
    """A reader that waits for a whole block would wait for ever here."""
    end, start = os.pipe()
    with os.fdopen(end, "rb") as stream, os.fdopen(start, "wb", buffering=0) as writer:
        result = check_blocks(IRI, stream)
        timer = threading.Timer(60, writer.close)  # so that a failure ends
        timer.start()
        writer.write(b"a:\nb c\n")
        first = next(result)
        assert (first.valid, first.invalid) == (1, 1)
        timer.cancel()
        writer.write(b"half")
        writer.write(b" a line\n")
        assert next(result).invalid == 1
        writer.write(b"a:")
        writer.close()
        assert [(rest.valid, rest.invalid) for rest in result] == [(1, 0)]


@pytest.mark.slow
def test_memory_of_blocks() -> None:
    class File(io.RawIOBase):
        """A file of a given size, made while it is read."""

        def __init__(self, size: int) -> None:
            self._left = size

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]  # what it is given
            size = min(len(buffer), self._left)
            buffer[:size] = (b"http://h/ \n" * (size // 11 + 1))[:size]
            self._left -= size
            return size

    def read(size: int) -> None:
        for block in check_blocks(IRI, io.BufferedReader(File(size)), block=20_000):
            for _ in block.lines:
                pass

    read(100_000)
    assert peak(lambda: read(1_000_000)) < peak(lambda: read(200_000)) + 200_000


def test_a_failing_file_ends_it() -> None:
    class Failing(io.RawIOBase):
        reads = 0

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
            self.reads += 1
            if self.reads > 2:
                raise OSError(5, "lost")
            buffer[:3] = b"a:\n"
            return 3

    result = check_blocks(IRI, io.BufferedReader(Failing()))
    with pytest.raises(OSError, match="lost"):
        for _ in result:
            pass

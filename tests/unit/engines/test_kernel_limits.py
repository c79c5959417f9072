"""Limits of the kernel, what it remembers of hosts, and threads."""

from __future__ import annotations

import ctypes
import importlib
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from arrow_memory import Memory, Released, Source, elsewhere, offsets
from kernels import NEEDS_KERNEL
from rows import in_one_test

import irigrammar
from irigrammar.engines.kernel import automaton
from irigrammar.engines.packing import pack
from irigrammar.engines.production import Production
from irigrammar.engines.tree import TreeEngine
from irigrammar.matching.components import Splitter, shipped_splitter
from irigrammar.matching.grammar import Grammar
from irigrammar.processing.support.rewriters import native, rewriter
from irigrammar.shipped.loader import value

pytestmark = NEEDS_KERNEL

IRI = irigrammar.grammar("rfc3987")["IRI"]
DIGITS = automaton(pack(irigrammar.grammar("rfc5234")["DIGIT"].automaton))


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
@in_one_test("length", [MOST, MOST - 7, MOST // 8 + 1])
def test_nulls_without_memory_may_be_more_than_memory_holds(way: str, length: int) -> None:
    """The columnar format has no buffers for them, so that such an array is valid."""
    memory = Memory("n", length)
    with pytest.raises(MemoryError):
        ask(way, memory)
    assert sorted(memory.released) == ["array", "schema"]


@WAYS
@in_one_test(
    ("form", "length", "offset"),
    [("n", 2, MOST), ("n", MOST, MOST), ("u", 1, MOST), ("U", 1, MOST // 8), ("vu", 2, MOST // 16), ("n", 1, -1)],
)
def test_offsets_beyond_memory_are_refused(way: str, form: str, length: int, offset: int) -> None:
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


@in_one_test("spoil", BROKEN)
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
@in_one_test(
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
    names = ["Automaton", "Found", "Nested", "Nodes", "Rewriter", "Rows", "Search", "Spans", "Tokens", "Tree"]
    assert kernel.__all__ == names
    assert kernel.arrow_array.__module__ == "irigrammar.engines._kernel"


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (None, "a row is a tuple of an int, two str and five automata"),
        ((1, "", ""), "takes exactly 8 arguments"),
        ((1, "", "", "a", *[None] * 4), "an automaton of a row is one of the kernel, or None"),
        ((6, "", "", *[None] * 5), "a row has a kind from 0 to 5, and the automata of its kind"),
        ((-1, "", "", *[None] * 5), "a row has a kind from 0 to 5, and the automata of its kind"),
        ((3, "", "", *[None] * 5), "a row has a kind from 0 to 5, and the automata of its kind"),
        ((4, "", "", None, DIGITS, DIGITS, DIGITS, None), "a row has a kind from 0 to 5, and the automata of its kind"),
    ],
)
def test_rows_without_what_their_kind_needs_are_refused(row: Any, reason: str) -> None:
    kernel: Any = importlib.import_module("irigrammar.engines._kernel")
    with pytest.raises((ValueError, TypeError), match=reason):
        kernel.Rows((row,))
    with pytest.raises(TypeError):
        kernel.Rows([])


@pytest.mark.parametrize(("fault", "row"), [(-1, 0), (3, 0), (0, -1)])
def test_offsets_outside_of_the_text_of_rows_are_refused(fault: int, row: int) -> None:
    kernel: Any = importlib.import_module("irigrammar.engines._kernel")
    with pytest.raises(ValueError, match="outside of the text"):
        kernel.Rows(()).find("a1", fault, row)
    assert kernel.Rows(()).find("a1", 2, 9) is None


def test_a_host_is_asked_about_once() -> None:
    """Also one that Python leaves. Without a scheme, and with one, it is another question."""
    questions: list[str] = []

    def asked(_: str) -> Callable[[str], str | None]:
        def host_of(host: str) -> str | None:
            questions.append(host)
            return None if host == "\xfc" else host.encode("punycode").decode()

        return host_of

    rows = value("rfc3987", "plan iri_to_uri")
    rewrites: Any = native(shipped_splitter("rfc3987", "IRI-reference").spans, rows, asked)
    texts = ["http://\xe9/", "http://\xfc/", "http://\xe9/a", "//\xe9/"]
    for _ in range(3):
        assert [rewrites.text(text) for text in texts] == ["http://9ca/", NotImplemented, "http://9ca/a", "//9ca/"]
    assert questions == ["\xe9", "\xfc", "\xe9"]


@pytest.mark.slow
def test_more_hosts_than_are_remembered() -> None:
    rewrites: Any = rewriter("iri_to_uri", "rfc3987")
    texts = [f"http://\xe9{number}.org/" for number in range(20_000)]
    mapped = [rewrites.text(text) for text in texts]
    assert mapped[:2] == ["http://xn--0-9fa.org/", "http://xn--1-9fa.org/"]
    assert [rewrites.text(text) for text in texts] == mapped


THREADS = 6


TEXTS = [
    f"http://u{number}@h{number % 7}.é:8{number}/a%2{number % 10}b/{'c' * number}?q={number}#f" for number in range(60)
]


def together(work: Callable[[int], object]) -> list[object]:
    """Return what a function returns in each of some threads that begin at once."""
    barrier = Barrier(THREADS)

    def begin(number: int) -> object:
        barrier.wait()
        return work(number)

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(begin, range(THREADS)))


def production() -> Production:
    return Production.of(irigrammar.grammar("iri-bis").rules, "IRI-reference")


def test_a_splitter_that_is_new() -> None:
    splitter = Splitter(production(), irigrammar.grammar("iri-bis").entry.components, None)
    wanted = [tuple(irigrammar.split(text)) for text in TEXTS]
    for rows in together(
        lambda number: [tuple(splitter.split(text) or ()) for text in TEXTS[number:] + TEXTS[:number]]
    ):
        assert isinstance(rows, list)
        assert {*rows} == {*wanted}


def test_a_parser_that_is_new() -> None:
    engine = TreeEngine(production().tree.program)
    single = TreeEngine(production().tree.program)

    def picks(engine: TreeEngine, text: str) -> list[tuple[tuple[int, ...], int, bool]]:
        return [(pick.events, pick.after, pick.leaf) for pick in engine.picks(text) or ()]

    wanted = [picks(single, text) for text in TEXTS]
    for rows in together(lambda _: [picks(engine, text) for text in TEXTS]):
        assert rows == wanted


def test_a_table_that_is_full_while_others_read() -> None:
    """More states than the kernel keeps: the tables are emptied again and again."""
    grammar = Grammar.from_text('r = *( "a" / "b" ) one 12( "a" / "b" )\none = "a"\n')
    engine = grammar["r"]._production.tree
    texts = [f"{number:014b}".replace("0", "a").replace("1", "b") for number in range(0, 2**14, 23)]

    def verdicts(number: int) -> list[tuple[str, bool]]:
        return [(text, engine.picks(text) is not None) for text in texts[number:] + texts[:number]]

    for rows in together(verdicts):
        assert isinstance(rows, list)
        assert all(answer == (text[-13] == "a") for text, answer in rows)


def test_an_automaton_that_makes_its_table_of_bytes() -> None:
    automaton = production().recognizer
    texts = [*TEXTS, "http://a b/"] * 40
    wanted = [True] * len(TEXTS) + [False]
    for answers in together(
        lambda number: automaton.matches_many(texts if number % 2 else [text.encode() for text in texts])
    ):
        assert answers == wanted * 40


def test_a_list_that_changes_meanwhile() -> None:
    """It is read as it was at some time, or refused; nothing that is gone is read."""
    automaton = production().recognizer
    texts = [*TEXTS] * 20

    def work(number: int) -> object:
        for turn in range(40):
            if number % 2:
                texts.pop()
                texts.append(f"http://h/{turn}")
                texts[turn] = "a b"
                texts[turn] = "http://h/" + "a" * turn
                continue
            try:
                answers = automaton.matches_many(texts)
            except RuntimeError:
                continue
            assert len(answers) in range(len(TEXTS) * 20 - THREADS, len(TEXTS) * 20 + THREADS)
        return None

    together(work)


@pytest.mark.parametrize("convert", [irigrammar.normalize, irigrammar.iri_to_uri, irigrammar.uri_to_iri])
def test_conversions_of_texts_that_lead_to_new_states(convert: Callable[[str], str]) -> None:
    texts = [f"HTTP://H{number}.É:8{number}/a/../%7e%c3%a9é{number}?q#f" for number in range(60)]
    wanted = {text: convert(text) for text in texts[::7]}
    for rows in together(lambda number: [(text, convert(text)) for text in texts[number:] + texts[:number]]):
        assert isinstance(rows, list)
        assert wanted.items() <= dict(rows).items()


SUBINTERPRETER = """
import sys
try:
    import _interpreters as interpreters  # from 3.13
except ImportError:
    import _xxsubinterpreters as interpreters
WORK = '''
import irigrammar, irigrammar.engines.kernel
assert irigrammar.engines.kernel.engine() == "kernel"
assert irigrammar.split("http://h/é?q").host == "h"
assert irigrammar.matches("a b") is False
'''
exec(WORK)
for config in (("isolated",) if hasattr(interpreters, "new_config") else ()):
    for turn in range(2):
        number = interpreters.create(config)
        error = interpreters.exec(number, f"import sys; sys.path[:] = {sys.path!r}\\n{WORK}")
        assert error is None, error
        interpreters.destroy(number)
exec(WORK)
print("well")
"""


@pytest.mark.skipif(sys.version_info < (3, 13), reason="this Python has no interpreters with a GIL of their own to ask")
def test_interpreter_with_another_gil() -> None:
    done = subprocess.run([sys.executable, "-c", SUBINTERPRETER], capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("well\n", 0), done.stderr


@pytest.mark.skipif(not hasattr(sys, "_is_gil_enabled"), reason="this Python always has the GIL")
def test_the_kernel_does_not_bring_the_gil_back() -> None:
    program = """
import sys
before = sys._is_gil_enabled()
from irigrammar.engines import _kernel
assert sys._is_gil_enabled() == before
"""
    subprocess.run([sys.executable, "-W", "error", "-c", program], check=True)

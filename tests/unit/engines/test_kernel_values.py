"""Values for the kernel: kinds of text, lists, iterators, threads."""

from __future__ import annotations

import array
import copy
import ctypes
import gc
import pickle
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from itertools import repeat
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kernels import NEEDS_KERNEL, check, walked
from rows import in_one_test

import irigrammar
from irigrammar.automata.charset import MAX, Classes
from irigrammar.automata.dfa import Dfa
from irigrammar.engines import kernel
from irigrammar.engines.recognizer import Pure, Recognizer, by_offset

PRODUCTION = irigrammar.grammar("rfc3987")._production("IRI")
BY_TABLE = Pure(PRODUCTION)
vars(BY_TABLE)["matches"] = by_offset(BY_TABLE.fault_offset)  # as without a pattern

ENGINES: list[Any] = [
    pytest.param(PRODUCTION.recognizer, id="kernel", marks=NEEDS_KERNEL),
    pytest.param(Pure(PRODUCTION), id="patterns"),
    pytest.param(BY_TABLE, id="table"),
]
each_engine = pytest.mark.parametrize("engine", ENGINES)


class Text(str):
    """A str whose methods say something else than what it holds."""

    __slots__ = ()

    def isascii(self) -> bool:
        return not str.isascii(self)

    def encode(self, encoding: str = "utf-8", errors: str = "strict") -> bytes:  # noqa: ARG002  # as str has it
        return b"\xff"

    def __iter__(self) -> Iterator[str]:
        return iter("no text")

    def __len__(self) -> int:
        return 1

    def __str__(self) -> str:
        return "no text"


class Bytes(bytes):
    """Likewise of bytes."""

    def decode(self, encoding: str = "utf-8", errors: str = "strict") -> str:  # noqa: ARG002  # as bytes has it
        return "no text"

    def __bytes__(self) -> bytes:
        return b"no text"


@each_engine
@in_one_test("text", ["http://e/", "http://é/", "http://日本/", "http://👩/"])
def test_kinds_of_text(engine: Recognizer, text: str) -> None:
    data = text.encode()
    padded = bytes(byte for value in data for byte in (value, 0))
    kinds = (str, Text, str.encode, lambda _: Bytes(data), lambda _: bytearray(data), lambda _: memoryview(data))
    for kind in (*kinds, lambda _: memoryview(padded)[::2], lambda _: memoryview(array.array("B", data))):
        assert engine.matches(kind(text)) is True
    for bad in (" ", "\ud800"):
        spoilt = (text + bad).encode("utf-8", "surrogatepass")
        for wrong in (text + bad, Text(text + bad), spoilt, Bytes(spoilt), bytearray(spoilt), memoryview(spoilt)):
            assert engine.matches(wrong) is False


@each_engine
@in_one_test(
    ("value", "name"),
    [
        (None, "NoneType"),
        (5, "int"),
        (["a:"], "list"),
        (array.array("B", b"a:"), "array"),
        (type("a.b", (), {})(), "a.b"),
        (re.compile("a"), "Pattern"),
        (str, "type"),
    ],
)
def test_other_values_than_text_are_type_errors(engine: Recognizer, value: Any, name: str) -> None:
    message = f"^{re.escape(f'a text is str or bytes, not {name}')}$"
    with pytest.raises(TypeError, match=message):
        engine.matches(value)
    for values in ([value], (value,), iter(["a:", value, "a:"]), ["a:"] * 30 + [value]):
        with pytest.raises(TypeError, match=message):
            engine.matches_many(values)


@each_engine
def test_a_memoryview_that_was_released_is_reported(engine: Recognizer) -> None:
    view = memoryview(b"a:")
    view.release()
    with pytest.raises(ValueError, match="released memoryview"):
        engine.matches(view)


@NEEDS_KERNEL
@pytest.mark.parametrize("value", [b"a:", None, 5])
def test_fault_offset_needs_str(value: Any) -> None:
    with pytest.raises(TypeError, match=f"^a text is str, not {type(value).__name__}$"):
        PRODUCTION.recognizer.fault_offset(value)


class Own(list[Any]):
    """A list that is not just a list."""


@each_engine
def test_many_texts_of_any_iterable(engine: Recognizer) -> None:
    texts: list[Any] = ["a:", "", b"a:", " ", "http://日本/"] * 9
    right = [True, False, True, False, True] * 9
    kinds: list[Callable[[list[Any]], Iterable[Any]]] = [list, tuple, iter, lambda values: (value for value in values)]
    for kind in (*kinds, Own):
        assert engine.matches_many(kind(texts)) == right
    assert engine.matches_many([]) == engine.matches_many(()) == engine.matches_many("") == []
    assert engine.matches_many({"a:": 1}) == engine.matches_many({"a:"}) == [True]
    assert engine.matches_many("a:") == [False, False]
    for item in engine.matches_many(texts):
        assert isinstance(item, bool)


@each_engine
@in_one_test("value", [5, None, object])
def test_values_without_iteration_are_type_errors(engine: Recognizer, value: Any) -> None:
    with pytest.raises(TypeError, match="not iterable"):
        engine.matches_many(value)


@each_engine
@in_one_test("error", [KeyError, KeyboardInterrupt, MemoryError])
def test_exceptions_of_iterators_are_passed_on(engine: Recognizer, error: type[BaseException]) -> None:
    def texts() -> Iterator[str]:
        yield "a:"
        raise error("mine")

    with pytest.raises(error, match="mine"):
        engine.matches_many(texts())


def _alarm(handler: Callable[..., None], texts: Iterable[str]) -> None:
    before = signal.signal(signal.SIGALRM, handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.02)
        PRODUCTION.recognizer.matches_many(texts)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


needs_alarm = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no alarm on this system")


@needs_alarm
@pytest.mark.parametrize("texts", [["a:"] * 8_000_000, repeat("a:", 20_000_000)], ids=["list", "iterator"])
def test_a_signal_stops_it(texts: Iterable[str]) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        _alarm(stop, texts)


@NEEDS_KERNEL
@needs_alarm
def test_a_list_that_becomes_shorter_while_it_is_read() -> None:
    texts = ["a:"] * 8_000_000
    with pytest.raises(RuntimeError, match="the list changed its size while it was read"):
        _alarm(lambda *_: texts.clear(), texts)


def test_many_threads_on_one_matcher() -> None:
    """Long texts are walked without the lock of the interpreter, side by side."""
    matcher = irigrammar.grammar("rfc3987")["IRI"]
    texts = ["http://h/" + "a%20é" * 30_000 + end for end in ("", " ", "日本", "%4")] + ["a:", " "]
    right = [True, False, True, False, True, False]
    rows: list[list[bool]] = []

    def ask() -> None:
        rows.extend(matcher.matches_many(texts) for _ in range(10))
        rows.extend([*map(matcher.matches, (text.encode() for text in texts))] for _ in range(10))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert rows == [right] * 160


LOOKING = """
import gc
def look():
    for found in gc.get_objects():
        if type(found) is list and len(found) == 200:
            [*found]  # no process would survive to read what is not there yet
"""
VERDICTS = """
import threading, irigrammar
many = irigrammar.grammar("rfc3987")["IRI"].matches_many
texts = ["a:" + "b" * 300_000] * 200
worker = threading.Thread(target=lambda: [many(texts) for _ in range(5)])
worker.start()
while worker.is_alive():
    look()
"""
PICKS = """
import irigrammar
from irigrammar.automata.tagged import Reverse
ask = Reverse.pick
def pick(*values):
    look()
    return ask(*values)
Reverse.pick = pick
assert irigrammar.grammar("rfc3987")["IRI"].parse("http://" + "a" * 192)
"""


@pytest.mark.slow
@pytest.mark.parametrize("what", [VERDICTS, PICKS], ids=["verdicts", "picks"])
def test_list_of_answers_is_hidden_until_filled(what: str) -> None:
    subprocess.run([sys.executable, "-c", LOOKING + what], check=True)


def test_the_list_of_verdicts_is_like_any_other() -> None:
    assert gc.is_tracked(PRODUCTION.recognizer.matches_many(["a:"]))


@NEEDS_KERNEL
@pytest.mark.skipif(sys.version_info >= (3, 12), reason="such strings no longer exist")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_str_whose_storage_is_not_made_yet() -> None:
    api = ctypes.pythonapi
    make, fill = api.PyUnicode_FromUnicode, api.PyUnicode_AsUnicode
    make.restype, make.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_ssize_t]
    fill.restype, fill.argtypes = ctypes.c_void_p, [ctypes.py_object]
    for text in ("a:" + "b" * 70, "a:é", "a:日本", "a b"):
        for ask in (PRODUCTION.recognizer.matches, lambda text: PRODUCTION.recognizer.matches_many([text])[0]):
            legacy = make(None, len(text))
            ctypes.memmove(fill(legacy), ctypes.create_unicode_buffer(text), len(text) * ctypes.sizeof(ctypes.c_wchar))
            assert ask(legacy) is (text != "a b")


@NEEDS_KERNEL
def test_an_automaton_is_neither_copied_nor_changed_nor_inherited_from() -> None:
    automaton = walked(PRODUCTION.dfa)
    for refused in (
        copy.copy,
        copy.deepcopy,
        pickle.dumps,
        lambda item: setattr(item, "a", 1),
        lambda item: type(item)(),
    ):
        with pytest.raises((TypeError, AttributeError)):
            refused(automaton)
    with pytest.raises(TypeError):
        type("Own", (type(automaton),), {})
    with pytest.raises(TypeError):
        object.__new__(type(automaton))


class Changing:
    """A number that is another one each time."""

    def __init__(self) -> None:
        self.asked = 0

    def __index__(self) -> int:
        self.asked += 1
        return 1 if self.asked == 1 else 60_000

    def __repr__(self) -> str:
        return "changing"


GOOD: dict[str, Any] = {
    "starts": (0, 0x61, 0x62),
    "ids": (0, 1, 0),
    "start": 1,
    "accepting": b"\0\1",
    "width": 1,
    "rows": b"\0\0\0\1",
}


@NEEDS_KERNEL
@in_one_test(
    "changed",
    [
        {"starts": ()},
        {"starts": (), "ids": ()},
        {"starts": (0, 5)},
        {"starts": (1, 2, 3)},
        {"starts": (0, 5, 5)},
        {"starts": (0, 5, 0x110000)},
        {"starts": (0, 5, 2**70)},
        {"starts": (0, 5, -(2**70))},
        {"starts": (0, 5, 7.0)},
        {"starts": (0, "5", 7)},
        {"ids": (0, -1, 0)},
        {"ids": (0, 65_535, 0)},
        {"ids": (0, 2**70, 0)},
        {"ids": (0, None, 0)},
        {"ids": (0, Changing(), 0)},
        {"starts": (0, Changing(), 98)},
        {"start": 2},
        {"start": -1},
        {"accepting": b""},
        {"accepting": bytes(65_536)},
        {"accepting": b"\0\1\1"},
        {"width": 0},
        {"width": 2},
        {"width": 3},
        {"rows": b""},
        {"rows": b"\0\0\0"},
        {"rows": b"\0\0\0\2"},
        {"rows": b"\0\0\0\1\0"},
    ],
)
def test_other_values_than_automata_are_value_errors(changed: dict[str, Any]) -> None:
    module = kernel.kernel()
    assert module is not None
    assert module.Automaton(**GOOD).matches("aaa") is True
    with pytest.raises(ValueError, match=r"^(classes are intervals|there is a row|a row leads|a cell has)"):
        module.Automaton(**(GOOD | changed))


@NEEDS_KERNEL
@pytest.mark.parametrize(
    "changed",
    [{"starts": [0]}, {"ids": None}, {"start": 2**40}, {"accepting": "01"}, {"rows": 5}, {"more": 1}],
    ids=str,
)
def test_values_of_other_types_are_refused(changed: dict[str, Any]) -> None:
    module = kernel.kernel()
    assert module is not None
    with pytest.raises((TypeError, OverflowError)):
        module.Automaton(**(GOOD | changed))


numbers = st.integers(0, 9) | st.sampled_from(
    [-1, 254, 255, 256, 257, 0xD800, 0x10FFFF, 0x110000, 65_535, 2**63, -(2**63)]
)


@NEEDS_KERNEL
@given(
    starts=st.lists(numbers, max_size=5).map(lambda starts: tuple(sorted({0, *starts}))) | st.lists(numbers).map(tuple),
    ids=st.lists(st.integers(0, 5), max_size=6) | st.lists(numbers, max_size=6),
    start=numbers,
    accepting=st.binary(max_size=6),
    width=st.sampled_from([1, 1, 1, 2, 0]),
    data=st.data(),
)
def test_values_that_are_hardly_an_automaton(
    starts: tuple[int, ...], ids: list[int], start: int, accepting: bytes, width: int, data: st.DataObject
) -> None:
    """They are refused, or walked as they stand."""
    module = kernel.kernel()
    assert module is not None
    ids = (ids * len(starts))[: len(starts)] if data.draw(st.booleans()) else ids
    if data.draw(st.booleans()):  # most are refused without this
        starts = tuple(sorted({0, *(first for first in starts if 0 <= first <= MAX)}))
        ids = ([abs(number) % 6 for number in ids or [0]] * len(starts))[: len(starts)]
        accepting, width = accepting or b"\0\1", 1
        start %= len(accepting)
    count, states = max([0, *ids]) + 1, max(1, len(accepting))
    size = states * count if count < 300 else 4
    cells = data.draw(
        st.lists(
            st.integers(0, states - 1) if data.draw(st.integers(0, 3)) else st.integers(0, 255),
            min_size=size,
            max_size=size,
        )
    )
    rows = b"".join(cell.to_bytes(max(1, width)) for cell in cells)
    try:
        automaton = module.Automaton(starts, tuple(ids), start, accepting, width, rows)
    except (ValueError, OverflowError):
        return
    assert len(rows) == states * count * width
    walk = tuple([0] * count if state == 0 else cells[state * count : (state + 1) * count] for state in range(states))
    dfa = Dfa(Classes(starts, tuple(ids)), start, walk, b"\0" + bytes(map(bool, accepting[1:])))
    points = [*(chr(point) for first in starts for point in (first, max(0, first - 1))), "a"]
    for text in data.draw(st.lists(st.lists(st.sampled_from(points), max_size=40).map("".join), max_size=5)):
        check(automaton, dfa, text)

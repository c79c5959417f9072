"""Many texts at once, also by recursive rules."""

from __future__ import annotations

import gc
import io
import subprocess
import sys
import weakref
from collections.abc import Callable
from typing import Any

import pytest
from arrow_memory import Memory, Source, elsewhere, inline, offsets
from documentation import page, programs
from hypothesis import given
from hypothesis import strategies as st
from places import TESTS
from rows import in_one_test

import irigrammar
from irigrammar import Grammar
from irigrammar.engines.kernel import kernel
from irigrammar.matching.bulk import BooleanArray, BooleanChunks, pack_answers
from irigrammar.matching.lines import Listing, check_blocks, check_lines

IRI = irigrammar.grammar("rfc3987")["IRI"]


TEXTS = ["http://a/", "b c", None, "urn:" + "x" * 300, "", "http://日本/", "urn:\xe4", "urn:é%41", "a:\U00010000 "]


RIGHT = [True, False, None, True, False, True, True, True, False]


needs_kernel = pytest.mark.skipif(kernel() is None, reason="the kernel was not built, or is switched off")


def lists(kind: str) -> Any:
    return pytest.importorskip(kind, reason=f"{kind} is not installed")


def test_the_table_is_right() -> None:
    assert [None if text is None else IRI.matches(text) for text in TEXTS] == RIGHT


# Lists and other iterables


@pytest.mark.parametrize("count", [1, 5000])
def test_a_value_that_is_not_text_is_refused_wherever_it_is(count: int) -> None:
    for texts in (["a"] * count + [1], [None] + ["a"] * count, (*["a:" * 99] * count, 1.5)):
        with pytest.raises(TypeError, match="a text is str or bytes, not"):
            IRI.matches_many(texts)  # type: ignore[arg-type]  # on purpose


@needs_kernel
def test_a_list_that_changes_while_it_is_read() -> None:
    """A buffer's own Python code (from 3.12) may run only for what is neither str nor bytes."""
    if sys.version_info < (3, 12):
        pytest.skip("Python classes have no buffers before 3.12")
    texts: list[Any] = ["a:"] * 10

    class Hostile(bytearray):
        def __buffer__(self, flags: int) -> memoryview:
            texts.clear()
            return memoryview(b"a:")

    texts.insert(3, Hostile())
    with pytest.raises(RuntimeError, match="changed its size"):
        IRI.matches_many(texts)


PRODUCTIONS = [("rfc3987", "IRI-reference"), ("web-address", None), ("leiri", None), ("rfc3986", "IPv6address")]


LETTERS = [
    *":/?#[]@!$&'()*+,;=-._~% \\aAfg019\x00\x7f\n",
    *["\xa0", "\xff", "日", "\ue000", "\ufffe", "\U0010ffff", "%41"],
]


@pytest.mark.parametrize(("name", "rule"), PRODUCTIONS)
@given(
    texts=st.lists(
        st.lists(st.sampled_from(LETTERS), max_size=12).map("".join)
        | st.sampled_from(["http://", "//[::", "a:"]).flatmap(
            lambda start: st.lists(st.sampled_from(LETTERS), max_size=30).map(lambda rest: start + "".join(rest))
        ),
        min_size=1,
        max_size=40,
    )
)
def test_many_texts_are_answered_as_each_alone(name: str, rule: str | None, texts: list[str]) -> None:
    """Enough that the table of bytes is made; texts too long for it are between."""
    grammar = irigrammar.grammar(name)
    matcher = grammar[rule] if rule else grammar.start
    texts.append(texts[0] * 40)
    right = [matcher.matches(text) for text in texts]
    times = 5000 // len(texts) + 1
    assert matcher.matches_many(texts * times) == right * times
    assert matcher.matches_many([text.encode() for text in texts] * times) == right * times


def test_bytes_are_strict_utf_8() -> None:
    """Every lead with the edges of what may follow it, where any code point is right."""
    matcher = irigrammar.Grammar.from_text("any = *( %x0-D7FF / %xE000-10FFFF )").start
    edges = [0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF]
    texts = [bytes([lead, *rest]) for lead in range(256) for rest in ([], *([byte] for byte in range(256)))]
    texts += [bytes([lead, second, third]) for lead in range(0xC0, 256) for second in edges for third in edges]
    texts += [bytes([lead, second, third, 0x80]) for lead in range(0xE0, 256) for second in edges for third in edges]
    texts += [b"a" + text + b"z" for text in texts]
    assert matcher.matches_many(texts) == [is_utf_8(text) for text in texts]


@needs_kernel
def test_bytes_are_strict_utf_8_where_surrogates_could_match() -> None:
    """An automaton for anything at all; no grammar makes it, since surrogates are refused there."""
    module: Any = kernel()
    anything = module.Automaton((0,), (0,), 1, b"\0\1", 1, b"\0\1")
    assert (
        anything.matches_many([b"\xed\xa0\x80", b"\xed\x9f\xbf", b"\xee\x80\x80"] * 2000) == [False, True, True] * 2000
    )


def is_utf_8(text: bytes) -> bool:
    try:
        return bool(text.decode()) or True
    except UnicodeDecodeError:
        return False


def test_an_automaton_of_many_states_and_classes() -> None:
    """Cells of two bytes, and more states between the bytes than classes."""
    points = [*range(0x61, 0x7B), *range(0x3B1, 0x3C9), *range(0x4E00, 0x4E40), *range(0x10400, 0x10440)]
    grammar = irigrammar.Grammar.from_text("a = 300b\nb = " + " / ".join(f"%x{point:X}" for point in points[::3]))
    matcher = grammar["a"]
    whole = "".join(map(chr, points[::3])) * 7
    texts = [whole[:300], whole[:299], whole[:301], whole[:150] + "b" + whole[:149], whole[1:301]] * 1100
    right = [True, False, False, False, True] * 1100
    assert matcher.matches_many([text.encode() for text in texts]) == right
    assert matcher.matches_many(texts) == right
    short = irigrammar.Grammar.from_text("a = 60b\nb = " + " / ".join(f"%x{point:X}" for point in points[::3]))["a"]
    texts = [text[:60] for text in texts] + ["ab"]
    assert short.matches_many([text.encode() for text in texts]) == list(map(short.matches, texts))


# NumPy
def numpy_arrays() -> list[Any]:
    numpy = lists("numpy")
    plain = [text for text in TEXTS if text is not None]
    rows = [numpy.array(plain, dtype=object), numpy.array(plain), numpy.array([text.encode() for text in plain])]
    rows += [rows[1].astype(rows[1].dtype.newbyteorder(">"))]
    if hasattr(numpy.dtypes, "StringDType"):
        rows.append(numpy.array(plain, dtype=numpy.dtypes.StringDType()))
    return rows


def test_numpy_arrays_of_each_kind_keep_their_shape() -> None:
    numpy = lists("numpy")
    right = [verdict for verdict in RIGHT if verdict is not None]
    for array in numpy_arrays():
        verdicts = IRI.matches_many(array)
        assert (type(verdicts), verdicts.dtype, verdicts.tolist()) == (numpy.ndarray, numpy.bool_, right)
        assert IRI.matches_many(array.reshape(2, 2, 2)).tolist() == numpy.array(right).reshape(2, 2, 2).tolist()
        assert IRI.matches_many(array[::-2]).tolist() == right[::-2]
        assert IRI.matches_many(array.reshape(2, 4).T).tolist() == numpy.array(right).reshape(2, 4).T.tolist()
        assert IRI.matches_many(array[:1].reshape(())).tolist() is right[0]
        assert IRI.matches_many(array[:0].reshape(0, 3)).shape == (0, 3)
        verdicts[0] = not verdicts[0]  # it is the caller's own
        assert IRI.matches_many(numpy.concatenate([array] * 600)).tolist() == right * 600


def test_numpy_texts_without_width_and_with_nuls() -> None:
    numpy = lists("numpy")
    port = irigrammar.grammar("rfc3986")["port"]
    assert port.matches_many(numpy.zeros(3, "U0")).tolist() == [True] * 3
    assert port.matches_many(numpy.zeros((0, 2), "S0")).tolist() == []
    assert port.matches_many(numpy.array(["1\0", "\0001", "1\0002"])).tolist() == [True, False, False]
    assert port.matches_many(numpy.array([b"1\0", b"\0001", b"1\0002"])).tolist() == [True, False, False]


def test_numpy_texts_that_are_not_aligned() -> None:
    numpy = lists("numpy")
    data = b"\0" + "".join(["a:é ", "a:é"]).encode("utf-32-le") + bytes(4)
    assert IRI.matches_many(numpy.frombuffer(data, "<U4", offset=1)).tolist() == [False, True]


@needs_kernel
def test_numpy_memory_that_holds_no_code_points_matches_nothing() -> None:
    numpy = lists("numpy")
    words = numpy.array([0x61, 0x3A, 0x110000, 0x61, 0x3A, 0xFFFFFFFF, 0x61, 0x3A, 0xD800], numpy.uint32)
    assert IRI.matches_many(words.view("U3")).tolist() == [False, False, False]


def test_numpy_arrays_of_other_things_are_refused() -> None:
    numpy = lists("numpy")
    for array in (numpy.array([1]), numpy.array([1.5]), numpy.array(["2020-01-01"], "M8[D]"), numpy.zeros(2, "V4")):
        with pytest.raises(TypeError, match="texts are an array of strings"):
            IRI.matches_many(array)
    with pytest.raises(TypeError, match="not NoneType"):
        IRI.matches_many(numpy.array(["a", None], dtype=object))


# pyarrow
def pyarrow_types() -> list[Any]:
    pa = lists("pyarrow")
    return [pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.large_binary(), pa.binary_view()]


def test_pyarrow_arrays_of_each_type_with_nulls_and_slices() -> None:
    pa = lists("pyarrow")
    for kind in pyarrow_types():
        array = pa.array(TEXTS).cast(kind)
        verdicts = IRI.matches_many(array)
        assert (type(verdicts), verdicts.to_pylist(), verdicts.null_count) == (pa.BooleanArray, RIGHT, 1)
        verdicts.validate(full=True)
        for start in range(len(TEXTS) + 1):
            for end in range(start, len(TEXTS) + 1):
                assert IRI.matches_many(array[start:end]).to_pylist() == RIGHT[start:end]
        assert IRI.matches_many(pa.array([], kind)).to_pylist() == []
        assert IRI.matches_many(pa.nulls(3, kind)).to_pylist() == [None] * 3
        assert IRI.matches_many(pa.array(["", ""], kind)).to_pylist() == [False] * 2


def test_pyarrow_arrays_longer_than_a_part() -> None:
    pa = lists("pyarrow")
    for kind in pyarrow_types():
        array = pa.array(TEXTS * 3000).cast(kind)
        assert IRI.matches_many(array).to_pylist() == RIGHT * 3000
        assert IRI.matches_many(array[8191:]).to_pylist() == (RIGHT * 3000)[8191:]


def test_pyarrow_chunks_are_kept() -> None:
    pa = lists("pyarrow")
    column = pa.chunked_array([TEXTS[:2], [], TEXTS[2:]], pa.string())
    verdicts = IRI.matches_many(column)
    assert isinstance(verdicts, pa.ChunkedArray)
    assert [chunk.to_pylist() for chunk in verdicts.chunks] == [RIGHT[:2], [], RIGHT[2:]]
    assert IRI.matches_many(column[1:5]).to_pylist() == RIGHT[1:5]
    none = IRI.matches_many(pa.chunked_array([], pa.string()))
    assert (none.num_chunks, none.type) == (0, pa.bool_())


def test_pyarrow_dictionaries_are_answered_once_and_taken() -> None:
    pa = lists("pyarrow")
    for kind in (pa.int8(), pa.uint8(), pa.int16(), pa.uint16(), pa.int32(), pa.uint32(), pa.int64(), pa.uint64()):
        keys = pa.array([1, None, 0, 2, 1], kind)
        array = pa.DictionaryArray.from_arrays(keys, pa.array(["a:", "b c", None]))
        assert IRI.matches_many(array).to_pylist() == [False, None, True, None, False]
        assert IRI.matches_many(array[2:4]).to_pylist() == [True, None]
    for kind, most in ((pa.int8(), 127), (pa.uint8(), 255), (pa.int16(), 32767), (pa.uint16(), 65535)):
        long = pa.array(["a:"] * most + [" "])
        array = pa.DictionaryArray.from_arrays(pa.array([most, most - 1], kind), long)
        assert IRI.matches_many(array).to_pylist() == [False, True]
    sliced = pa.DictionaryArray.from_arrays(pa.array([0, 1], pa.int8()), pa.array(["x y", "a:", "b c"])[1:])
    assert IRI.matches_many(sliced).to_pylist() == [True, False]
    assert IRI.matches_many(pa.chunked_array([sliced, sliced[1:]])).to_pylist() == [True, False, False]


def test_invalid_utf_8_matches_nothing() -> None:
    pa = lists("pyarrow")
    raw = [
        b"a:\xff",
        b"a:\xc3",
        b"a:\xc3\xa9",
        b"a:\xed\xa0\x80",
        b"\x80" + b"a" * 20,
        b"a:" + b"x" * 300 + b"\xe2\x82",
    ]
    for kind in (pa.binary(), pa.large_binary(), pa.binary_view()):
        assert IRI.matches_many(pa.array(raw, kind)).to_pylist() == [False, False, True, False, False, False]
    broken = pa.StringArray.from_buffers(1, pa.py_buffer(offsets(0, 3)), pa.py_buffer(b"a:\xff"))
    assert IRI.matches_many(broken).to_pylist() == [False]


def test_pyarrow_columns_of_nulls_and_of_one_field() -> None:
    pa = lists("pyarrow")
    assert IRI.matches_many(pa.nulls(3)).to_pylist() == [None] * 3
    inner = pa.array(TEXTS)
    mask = pa.array([index % 4 == 3 for index in range(len(TEXTS))])
    array = pa.StructArray.from_arrays([inner], ["iri"], mask=mask)
    right = [None if index % 4 == 3 else verdict for index, verdict in enumerate(RIGHT)]
    assert IRI.matches_many(array).to_pylist() == right
    assert IRI.matches_many(array[2:7]).to_pylist() == right[2:7]
    outer = pa.StructArray.from_arrays([array], ["inner"], mask=pa.array([index == 6 for index in range(len(TEXTS))]))
    right[6] = None
    assert IRI.matches_many(outer).to_pylist() == right
    assert IRI.matches_many(outer[1:8]).to_pylist() == right[1:8]
    nested = pa.StructArray.from_arrays([array[2:]], ["inner"], mask=mask[:-2])
    right = [
        None if index % 4 == 3 else verdict for index, verdict in enumerate(IRI.matches_many(array[2:]).to_pylist())
    ]
    assert IRI.matches_many(nested[1:]).to_pylist() == right[1:]
    assert list(IRI.matches_many(pa.table({"iri": inner}))) == RIGHT
    assert list(IRI.matches_many(pa.record_batch({"iri": inner})[3:])) == RIGHT[3:]


# polars
def test_polars_series_keep_name_and_nulls() -> None:
    pl = lists("polars")
    raw = [None if text is None else text.encode() for text in TEXTS]
    for series in (
        pl.Series("iri", TEXTS),
        pl.Series("iri", raw),
        pl.Series("iri", TEXTS, dtype=pl.Categorical),
        pl.Series("iri", TEXTS, dtype=pl.Enum([text for text in TEXTS if text is not None])),
    ):
        verdicts = IRI.matches_many(series)
        assert (type(verdicts), verdicts.name, verdicts.dtype, verdicts.to_list()) == (
            pl.Series,
            "iri",
            pl.Boolean,
            RIGHT,
        )
        assert IRI.matches_many(series[2:6]).to_list() == RIGHT[2:6]
        assert IRI.matches_many(series.append(series)).to_list() == RIGHT * 2
        assert IRI.matches_many(series.clear()).to_list() == []
    assert IRI.matches_many(pl.Series("n", [None, None])).to_list() == [None, None]


# Any object with the interface
class OnlyArray:
    """Only what the interface asks for."""

    def __init__(self, give: Callable[[], tuple[object, object]]) -> None:
        self._give = give

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]:
        return self._give()


class OnlyStream:
    """The same for a stream."""

    def __init__(self, give: Callable[[], object]) -> None:
        self._give = give

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._give()


def test_an_object_with_the_interface_gives_one_that_has_it() -> None:
    pa = lists("pyarrow")
    array = pa.array(TEXTS)
    verdicts = IRI.matches_many(OnlyArray(array[1:].__arrow_c_array__))
    assert isinstance(verdicts, BooleanArray)
    assert (len(verdicts), list(verdicts)) == (len(TEXTS) - 1, RIGHT[1:])
    for _ in range(2):
        assert pa.array(verdicts).to_pylist() == RIGHT[1:]
    chunks = IRI.matches_many(OnlyStream(pa.chunked_array([array, array[:0], array[:3]]).__arrow_c_stream__))
    assert isinstance(chunks, BooleanChunks)
    assert (len(chunks), list(chunks)) == (len(TEXTS) + 3, RIGHT + RIGHT[:3])
    for _ in range(2):
        again = pa.chunked_array(chunks)
        assert [len(chunk) for chunk in again.chunks] == [len(TEXTS), 0, 3]
        assert again.to_pylist() == RIGHT + RIGHT[:3]


@given(st.lists(st.none() | st.booleans()))
def test_answers_are_packed_and_read_back(values: list[bool | None]) -> None:
    assert list(BooleanArray(pack_answers(values))) == values
    assert list(BooleanChunks([pack_answers(values), pack_answers(values)])) == values * 2


@needs_kernel
def test_arrow_output_needs_nothing_of_ours() -> None:
    pa = lists("pyarrow")
    verdicts = IRI.matches_many(OnlyStream(pa.chunked_array([TEXTS, TEXTS]).__arrow_c_stream__))
    capsule = verdicts.__arrow_c_stream__()
    gone = weakref.ref(verdicts)
    del verdicts
    gc.collect()
    assert gone() is None
    assert pa.chunked_array(OnlyStream(lambda: capsule)).to_pylist() == RIGHT * 2
    IRI.matches_many(OnlyArray(pa.array(TEXTS).__arrow_c_array__)).__arrow_c_array__()  # not taken out of its capsules
    IRI.matches_many(OnlyStream(pa.chunked_array([TEXTS]).__arrow_c_stream__)).__arrow_c_stream__()
    gc.collect()


@needs_kernel
def test_a_capsule_that_was_used_or_is_another() -> None:
    memory = Memory("u", 1, [None, offsets(0, 1), b"a"])
    schema, array = memory.__arrow_c_array__()
    IRI.matches_many(OnlyArray(lambda: (schema, array)))
    with pytest.raises(ValueError, match="used already"):
        IRI.matches_many(OnlyArray(lambda: (schema, array)))
    with pytest.raises(ValueError, match="PyCapsule"):
        IRI.matches_many(OnlyArray(lambda: (array, schema)))
    assert sorted(memory.released) == ["array", "schema"]


@needs_kernel
@in_one_test(
    ("memory", "right"),
    [
        (Memory("u", 0, [None, None, None]), []),
        (Memory("u", 0, [None, offsets(0), None]), []),
        (Memory("vu", 0, [None, None, None]), []),
        (Memory("u", 2, [None, offsets(9, 0, 0, 0), None], offset=1), [False, False]),
        (Memory("u", 2, [b"\x02", offsets(7, 0, 2, 4), b"a:b:"], offset=1), [True, None]),
        (Memory("u", 2, [b"\x00", offsets(0, 2, 4), b"a:b:"], nulls=0), [True, True]),
        (Memory("U", 1, [None, offsets(1, 3, form="q"), b" a:"]), [True]),
        (Memory("vu", 2, [None, inline(b"a:bbbbbbbbbb") + inline(b""), b""]), [True, False]),
        (Memory("vu", 2, [b"\x01", inline(b"a:") + elsewhere(99, 77, 5), b""]), [True, None]),
        (
            Memory(
                "vz",
                2,
                [
                    None,
                    elsewhere(13, 1, 1) + elsewhere(13, 0, 0),
                    b" " * 13,
                    b" a:bbbbbbbbbbb",
                    offsets(13, 14, form="q"),
                ],
            ),
            [True, False],
        ),
        (
            Memory("C", 3, [None, b"\x00\x01\x00"], dictionary=Memory("u", 2, [None, offsets(0, 0, 2), b"a:"])),
            [False, True, False],
        ),
        (Memory("n", 2), [None, None]),
        (
            Memory(
                "+s", 1, [None], offset=1, children=[Memory("u", 3, [None, offsets(0, 1, 1, 3, 3), b" a:"], offset=1)]
            ),
            [True],
        ),
    ],
)
def test_memory_that_is_right(memory: Memory, right: list[bool | None]) -> None:
    assert list(IRI.matches_many(memory)) == right
    assert sorted(memory.released) == ["array", "schema"]


@needs_kernel
@in_one_test(
    ("memory", "why"),
    [
        (Memory("u", 2, [None, offsets(0, 2, 1), b"a:"]), "offsets that fall"),
        (Memory("u", 1, [None, offsets(-1, 2), b"a:"]), "offsets that fall"),
        (Memory("U", 1, [None, offsets(-1, 2, form="q"), b"a:"]), "offsets that fall"),
        (Memory("u", 1, [None, offsets(0, 2)]), "buffers and children"),
        (Memory("vu", 1, [None, inline(b"a")]), "buffers and children"),
        (Memory("u", -1, [None, offsets(0), None]), "buffers and children"),
        (Memory("u", 1, [None, offsets(0, 0), None], offset=-1), "buffers and children"),
        (Memory("vu", 1, [None, elsewhere(13, 1, 0), b" " * 13, offsets(13, form="q")]), "a view"),
        (Memory("vu", 1, [None, elsewhere(13, -1, 0), b" " * 13, offsets(13, form="q")]), "a view"),
        (Memory("vu", 1, [None, elsewhere(13, 0, 1), b" " * 13, offsets(13, form="q")]), "a view"),
        (Memory("vu", 1, [None, elsewhere(13, 0, -1), b" " * 13, offsets(13, form="q")]), "a view"),
        (Memory("vu", 1, [None, elsewhere(-1, 0, 0), b" " * 13, offsets(13, form="q")]), "a view"),
        (Memory("c", 1, [None, b"\x01"], dictionary=Memory("u", 1, [None, offsets(0, 0), None])), "a key"),
        (Memory("c", 1, [None, b"\xff"], dictionary=Memory("u", 1, [None, offsets(0, 0), None])), "a key"),
        (Memory("c", 1, [None], dictionary=Memory("u", 1, [None, offsets(0, 0), None])), "buffers and children"),
        (Memory("c", 1, [None, b"\x00"], dictionary=Memory("u", 1, [None, offsets(3, 0), None])), "offsets that fall"),
        (Memory("+s", 2, [None], children=[Memory("u", 1, [None, offsets(0, 0), None])]), "buffers and children"),
    ],
)
def test_memory_that_is_wrong_is_refused(memory: Memory, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        IRI.matches_many(memory)
    assert sorted(memory.released) == ["array", "schema"]


def arrays(count: int) -> list[Memory]:
    return [Memory("u", 1, [None, offsets(0, 2), b"a:"]) for _ in range(count)]


@needs_kernel
def test_a_stream_is_read_to_its_end() -> None:
    result = arrays(3)
    source = Source(result[0], result)
    assert list(IRI.matches_many(source)) == [True] * 3
    assert source.released == ["stream"]
    assert [memory.released for memory in result] == [["array", "schema"], ["array"], ["array"]]
    assert list(IRI.matches_many(Source(arrays(1)[0], []))) == []


@needs_kernel
@pytest.mark.parametrize(
    ("fails", "why", "said"),
    [(-1, b"no schema", "no schema"), (1, b"lost", "lost"), (2, None, "does not say why"), (0, b"at once", "at once")],
)
def test_a_stream_that_fails_says_why(fails: int, why: bytes | None, said: str) -> None:
    result = arrays(2)
    source = Source(result[0], result, fails, why)
    with pytest.raises(OSError, match=said) as caught:
        IRI.matches_many(source)
    assert caught.value.errno == (22 if fails == -1 else 5)
    assert source.released == ["stream"]
    count = 0 if fails == -1 else min(fails, 2)
    assert [memory.released.count("array") for memory in result] == [1] * count + [0] * (2 - count)
    assert result[0].released.count("schema") == (fails != -1)


@needs_kernel
def test_answers_to_give_out_are_checked() -> None:
    module: Any = kernel()
    for answers in ((9, 0, None, b"\1"), (1, 0, b"", b"\1"), (-1, 0, None, b""), (1, 0, "x", b"\1")):
        with pytest.raises(ValueError, match="a bit for each"):
            module.arrow_array(answers)
        with pytest.raises(ValueError, match="a bit for each"):
            module.arrow_stream([(1, 0, None, b"\1"), answers])
    with pytest.raises(TypeError):
        module.arrow_array((1, 0, None))
    with pytest.raises(TypeError):
        module.arrow_stream(())


# Threads, both engines, and what is imported


def test_the_example_of_the_documentation() -> None:
    lists("polars")
    (example,) = (text for text in programs(page("how-to/columns")) if "matches_many" in text)
    exec(example, {})


def test_no_library_is_imported_for_what_is_not_its_own() -> None:
    program = (
        "import sys, irigrammar\n"
        "port = irigrammar.grammar('rfc3986')['port']\n"
        "print(port.matches_many(['1']), port.matches_many(iter('1')), port.matches_many(('1',)))\n"
        "print(*{'numpy', 'pyarrow', 'polars'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[True] [True] [True]\n\n"


SUM = Grammar.from_file(TESTS / "data" / "lectures" / "sum.abnf").start


RECURSIVE_TEXTS = ["1+(2)", "", "(1", "1\xe9"]


RECURSIVE_RIGHT = [True, False, False, False]


def test_lines() -> None:
    data = b"1+(2)\n\n(1\r\n1+\xff2\n"
    expected = [(1, None), (3, 2), (4, 2)]
    checked = [*check_blocks(SUM, io.BytesIO(data), listing=Listing.EVERY)]
    lines = [line for block in checked for line in block.lines]
    assert [(line.number, line.fault and line.fault.offset) for line in lines] == expected
    assert (sum(block.valid for block in checked), sum(block.invalid for block in checked)) == (1, 2)
    lines = [*check_lines(SUM, io.BytesIO(data))]
    assert [(line.number, line.fault and line.fault.offset) for line in lines] == expected


def test_columns() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    from irigrammar.integrations import _arrow as arrow

    column = pyarrow.array([*RECURSIVE_TEXTS, None])
    assert SUM.matches_many(column).to_pylist() == [*RECURSIVE_RIGHT, None]
    assert arrow.faults(SUM, column).to_pylist() == [None, 0, 2, 1, None]


@pytest.mark.parametrize("kind", ["U", "O"])
def test_arrays_of_numpy(kind: str) -> None:
    numpy = pytest.importorskip("numpy")
    assert SUM.matches_many(numpy.array(RECURSIVE_TEXTS, dtype=kind)).tolist() == RECURSIVE_RIGHT

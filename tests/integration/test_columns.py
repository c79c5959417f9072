"""Columns of Arrow have the answers that each text alone gets."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from typing import Any

import pytest
from column_rows import (
    BROKEN,
    BY_RULE,
    CONVERSIONS,
    EXPLAINED,
    FIELDS,
    LENIENT,
    PARAMETERS,
    RIGHT,
    TEXTS,
    UNFAILING,
    one_by_one,
    real_texts,
)
from hypothesis import example, given
from hypothesis import strategies as st
from places import TESTS
from rows import in_one_test

import irigrammar
from irigrammar import ConversionError, GrammarError, NoMatch, UnknownGrammar, UnknownRule
from irigrammar.engines.kernel import kernel

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")

from irigrammar.integrations import _arrow as arrow  # noqa: E402
from irigrammar.integrations import columns  # noqa: E402
from irigrammar.integrations.columns import ColumnError  # noqa: E402

pytestmark = pytest.mark.extra

NAMES = tuple(RIGHT)
KINDS = [pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.large_binary(), pa.binary_view()]


def ask(name: str, column: Any, **parameters: Any) -> Any:
    return getattr(columns, name)(column, **{**LENIENT[name], **parameters})


@in_one_test("kind", KINDS)
@in_one_test("name", NAMES)
def test_each_type_of_column(name: str, kind: Any) -> None:
    array = pa.array(TEXTS).cast(kind)
    result = ask(name, array)
    result.validate(full=True)
    assert result.to_pylist() == RIGHT[name]
    texts = pa.string() if kind in (pa.string(), pa.binary()) else pa.large_string()
    types = {
        "matches": pa.bool_(),
        "consensus": pa.bool_(),
        "fault_offset": pa.int64(),
        "explain": pa.struct([(field, pa.int64() if field in ("start", "end") else texts) for field in EXPLAINED]),
        "split": pa.struct([(field, texts) for field in FIELDS]),
    }
    assert result.type == types.get(name, texts)
    for start in (0, 1, 5):
        assert ask(name, array[start:-2]).to_pylist() == RIGHT[name][start:-2]
    assert ask(name, array[:0]).type == result.type
    assert ask(name, pa.nulls(3, kind)).to_pylist() == [None] * 3


@in_one_test("name", NAMES)
def test_chunks_and_nulls_are_kept(name: str) -> None:
    column = pa.chunked_array([TEXTS[:3], [], TEXTS[3:]], pa.string())
    result = ask(name, column)
    assert [chunk.to_pylist() for chunk in result.chunks] == [RIGHT[name][:3], [], RIGHT[name][3:]]
    none = ask(name, pa.chunked_array([], pa.large_string()))
    assert (none.num_chunks, none.type) == (0, ask(name, pa.array([], pa.large_string())).type)
    assert ask(name, pa.nulls(2)).to_pylist() == [None] * 2


@in_one_test("name", NAMES)
def test_dictionaries(name: str) -> None:
    array = pa.array(TEXTS).dictionary_encode()
    assert ask(name, array).equals(ask(name, pa.array(TEXTS)))
    assert ask(name, array[4:9]).to_pylist() == RIGHT[name][4:9]
    column = pa.chunked_array([array, array[2:5]])
    assert ask(name, column).to_pylist() == RIGHT[name] + RIGHT[name][2:5]
    with_null = pa.DictionaryArray.from_arrays(pa.array([1, None, 0, 1], pa.uint8()), pa.array(["//h", None]))
    assert ask(name, with_null).to_pylist() == one_by_one(name, [None, None, "//h", None])
    views = pa.DictionaryArray.from_arrays(pa.array([1, 0]), pa.array(["//h", "a b"], pa.string_view()))
    assert ask(name, views).to_pylist() == one_by_one(name, ["a b", "//h"])


@pytest.mark.parametrize("name", CONVERSIONS)
def test_each_value_of_a_dictionary_is_converted_once(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """And without the kernel each distinct one of a plain column; with it, only what it leaves is looked at here: that
    is all for `resolve`.
    """
    seen: list[bytes] = []
    convert = arrow.Conversion.of

    def noted(self: arrow.Conversion, data: bytes) -> str:
        seen.append(data)
        return convert(self, data)

    monkeypatch.setattr(arrow.Conversion, "of", noted)
    texts = ["HTTP://XN--RSUM-BPAD/é/../%7e", "http://é/%7e"] * 50
    for column in (pa.array(texts), pa.array(texts).dictionary_encode()):
        seen.clear()
        assert ask(name, column).to_pylist() == one_by_one(name, texts)
        left_here = not kernel() or name == "resolve"
        assert sorted(seen) == (sorted({text.encode() for text in texts}) if left_here else [])


@pytest.mark.parametrize("name", CONVERSIONS)
def test_values_beyond_the_kernel_are_converted_one_by_one(name: str) -> None:
    texts = ["file:///C:/./é/%7E", "a b", "http:/a/../%41é", "mailto:é@é.org", None, "//h"] * 2
    assert ask(name, pa.array(texts)).to_pylist() == one_by_one(name, texts)


@in_one_test("kind", [pa.binary(), pa.large_binary(), pa.binary_view()])
@in_one_test("name", NAMES)
def test_bytes_that_are_not_utf_8(name: str, kind: Any) -> None:
    array = pa.array([*BROKEN, b"http://e/"], kind)
    result = ask(name, array)
    result.validate(full=True)
    assert result.to_pylist() == one_by_one(name, [*BROKEN, b"http://e/"])
    if name not in UNFAILING:
        with pytest.raises(ColumnError, match="row 0: ") as caught:
            ask(name, array, errors="raise")
        assert caught.value.text == BROKEN[0]
        assert isinstance(caught.value.__cause__, NoMatch)


LETTERS = [
    *":/?#[]@.%~aAZ09xn-",
    *["%7e", "%C3%A9", "/../", "/./", "xn--", "é", "Ü", "日", "\U0001f469", " ", "\u202e", "http://", "HTTP://"],
    *["file://", "//[::", "K"],
]


@given(st.lists(st.none() | st.lists(st.sampled_from(LETTERS), max_size=12).map("".join), max_size=20))
def test_each_text_gets_what_it_gets_alone(texts: list[str | None]) -> None:
    for name in NAMES:
        result = ask(name, pa.array(texts, pa.string()))
        result.validate(full=True)
        assert result.to_pylist() == one_by_one(name, texts), name


@given(st.lists(st.lists(st.sampled_from(LETTERS), max_size=10).map("".join), max_size=20))
@example(["http://h\\a", "http://h\\.."])
@example(["http://h:80", "file://localhost/"])
def test_conversions_with_other_parameters(texts: list[str]) -> None:
    ways: list[tuple[str, dict[str, Any]]] = [
        ("iri_to_uri", {"host": "percent", "query_charset": "latin-1"}),
        ("iri_to_uri", {"grammar": "iri-bis"}),
        ("uri_to_iri", {"host": "keep"}),
        ("uri_to_iri", {"grammar": "iri-bis"}),
        ("normalize", {"level": "scheme"}),
        ("normalize", {"grammar": "rfc3986"}),
        ("normalize", {"grammar": "web-address"}),
    ]
    for name, parameters in ways:
        right: list[str | None] = []
        for text in texts:
            try:
                right.append(getattr(irigrammar, name)(text, **parameters))
            except (NoMatch, ConversionError):
                right.append(None)
        assert ask(name, pa.array(texts, pa.string()), **parameters).to_pylist() == right, (name, parameters)


@pytest.mark.parametrize("name", ["split", *CONVERSIONS])
def test_errors_name_the_row_and_the_fault(name: str) -> None:
    plain = pa.array(["//h", None, "http://b c/", "a b"])
    for column in (plain, plain.dictionary_encode(), pa.chunked_array([plain[:2], plain[:0], plain[2:]])):
        with pytest.raises(
            ColumnError, match=r"^row 2: not IRI-reference .*, offset 8: a space is not allowed"
        ) as caught:
            getattr(columns, name)(column, **PARAMETERS[name])
        assert (caught.value.row, caught.value.text) == (2, "http://b c/")
        cause = caught.value.__cause__
        assert isinstance(cause, NoMatch)
        assert cause.fault.offset == 8
        again = pickle.loads(pickle.dumps(caught.value))
        assert (str(again), again.row, again.text) == (str(caught.value), 2, "http://b c/")


def test_values_without_uri_name_the_reason() -> None:
    with pytest.raises(ColumnError, match=r"row 1: .*a℀b") as caught:
        columns.iri_to_uri(pa.array(["//h", "http://a℀b.com/"]))
    assert isinstance(caught.value.__cause__, ConversionError)


def test_a_value_of_a_dictionary_that_no_row_has_is_not_an_error() -> None:
    array = pa.DictionaryArray.from_arrays(pa.array([1, None]), pa.array(["a b", "//h"]))
    with_null = pa.DictionaryArray.from_arrays(pa.array([1, 0]), pa.array([None, "//h"]))
    for name in ("split", *CONVERSIONS):
        assert getattr(columns, name)(array, **PARAMETERS[name]).null_count == 1
        assert getattr(columns, name)(with_null, **PARAMETERS[name]).is_null().to_pylist() == [False, True]


def test_productions_are_named_or_given() -> None:
    column = pa.array(["80", "é"])
    port = irigrammar.grammar("rfc3986")["port"]
    own = irigrammar.Grammar.from_text("r = 2DIGIT")
    for parameters in (("port", "rfc3986"), (port,), ("PORT", port.grammar), ("r", own)):
        assert columns.matches(column, *parameters).to_pylist() == [True, False]
        assert columns.fault_offset(column, *parameters).to_pylist() == [None, 0]
    uri = irigrammar.grammar("rfc3986")["URI-reference"]
    assert columns.split(pa.array(["a:b"]), uri).to_pylist() == [uri.split("a:b").as_dict()]
    web = irigrammar.grammar("web-address").start
    texts = ["http://h\\a", "a b", None]
    assert columns.split(pa.array(texts), web).to_pylist() == [text and web.split(text).as_dict() for text in texts]


def test_wrong_parameters_are_named() -> None:
    column = pa.array(["a"])
    with pytest.raises(UnknownGrammar):
        columns.matches(column, "IRI", "rfc")
    with pytest.raises(UnknownRule):
        columns.fault_offset(column, "prt", "rfc3986")
    with pytest.raises(GrammarError, match="no unique components"):
        columns.split(column, "port", "rfc3986")
    for name in ("split", *CONVERSIONS):
        with pytest.raises(ValueError, match="unknown errors 'ignore'; choose 'raise' or 'null'"):
            getattr(columns, name)(column, **{**PARAMETERS[name], "errors": "ignore"})
    empty = pa.array([], pa.string())
    for name, parameters in (
        ("iri_to_uri", {"host": "dns"}),
        ("uri_to_iri", {"host": "dns"}),
        ("normalize", {"level": "dns"}),
        ("iri_to_uri", {"grammar": "rfc5234"}),
        ("normalize", {"grammar": "nothing"}),
    ):
        with pytest.raises((ValueError, irigrammar.IrigrammarError), match=r"dns|rfc5234|nothing"):
            getattr(columns, name)(empty, **parameters)


@in_one_test("name", NAMES)
def test_other_columns_are_refused(name: str) -> None:
    for array in (pa.array([1]), pa.array([["a"]]), pa.array([{"a": "b"}]), pa.array([1.5]).dictionary_encode()):
        for column in (array, pa.chunked_array([array])):
            with pytest.raises(TypeError, match="texts are a column of strings"):
                ask(name, column)
    with pytest.raises(TypeError, match="a column is a pyarrow Array or ChunkedArray, not list"):
        ask(name, ["a"])


def test_rules_have_no_default() -> None:
    for name in BY_RULE:
        with pytest.raises(TypeError, match="rule"):
            getattr(columns, name)(pa.array(["hello"]))


def test_columns_of_missing_values_only_may_be_of_any_type() -> None:
    for column in (pa.array([float("nan"), None]), pa.nulls(2, pa.int8()), pa.chunked_array([[float("nan")], [None]])):
        for name in NAMES:
            assert ask(name, column).to_pylist() == [None, None]
            assert ask(name, column, **({} if name in UNFAILING else {"errors": "raise"})).null_count == 2


def test_real_texts() -> None:
    texts = real_texts()
    column = pa.chunked_array([texts[:70_000], texts[70_000:]])
    result = columns.split(column, errors="null").to_pylist()
    assert [result[index] for index in range(0, len(texts), 97)] == one_by_one("split", texts[::97])
    offsets = columns.fault_offset(column, "IRI-reference")
    assert len(offsets) - offsets.null_count == 3
    for name in CONVERSIONS:
        assert ask(name, column).to_pylist()[::97] == one_by_one(name, texts[::97])


@pytest.mark.slow
def test_without_the_kernel_all_is_the_same() -> None:
    program = (
        "import sys, pyarrow, column_rows, irigrammar\n"
        "from irigrammar.integrations import columns\n"
        "for name, right in column_rows.RIGHT.items():\n"
        "    more = column_rows.LENIENT[name]\n"
        "    for kind in ('string', 'large_binary', 'string_view'):\n"
        "        array = pyarrow.array(column_rows.TEXTS).cast(getattr(pyarrow, kind)())\n"
        "        for column in (array, array[:3], pyarrow.chunked_array([array])):\n"
        "            found = getattr(columns, name)(column, **more).to_pylist()\n"
        "            assert found == right[:len(found)], (name, kind)\n"
        "    broken = pyarrow.array(column_rows.BROKEN)\n"
        "    right = column_rows.one_by_one(name, column_rows.BROKEN)\n"
        "    assert getattr(columns, name)(broken, **more).to_pylist() == right\n"
        "from irigrammar.engines.kernel import engine\nprint(engine())\n"
    )
    tests = str(TESTS / "support")
    env = {
        **os.environ,
        "IRIGRAMMAR_PURE": "1",
        "PYTHONPATH": os.pathsep.join([tests, os.environ.get("PYTHONPATH", "")]),
    }
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, env=env)
    assert (done.stdout, done.stderr) == ("pure\n", "")


@pytest.mark.parametrize(
    ("module", "package", "extra"),
    [
        ("columns", "pyarrow", "pyarrow"),
        ("pyarrow", "pyarrow", "pyarrow"),
        ("polars", "polars", "polars"),
        ("pandas", "pandas", "pandas"),
        ("duckdb", "duckdb", "duckdb"),
    ],
)
def test_a_module_says_which_extra_is_missing(module: str, package: str, extra: str) -> None:
    """Its own, which brings pyarrow too."""
    program = (
        f"import irigrammar, sys; sys.modules.update(dict.fromkeys([{package!r}, 'pyarrow']))\n"
        "try:\n"
        f"    import irigrammar.integrations.{module}\n"
        "except irigrammar.MissingExtra as error:\n"
        "    print(error.extra, error.package)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == [extra, package]

"""pandas: dtypes, index, name, missing values, the accessor, errors."""

from __future__ import annotations

from typing import Any

import pytest
from column_rows import CONVERSIONS, EXPLAINED, FIELDS, LENIENT, PARAMETERS, RIGHT, TEXTS, UNFAILING
from rows import in_one_test

import irigrammar

pd = pytest.importorskip("pandas", reason="pandas is not installed")
pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")

import irigrammar.integrations.pandas as iri  # noqa: E402
from irigrammar.integrations import _arrow as arrow  # noqa: E402
from irigrammar.integrations.columns import ColumnError  # noqa: E402

pytestmark = pytest.mark.extra

NAMES = tuple(RIGHT)
INDEX = [index // 2 for index in range(len(TEXTS))]  # no value of it is alone
ARROW = [pa.string(), pa.large_string(), pa.binary(), pa.dictionary(pa.int32(), pa.string())]
DTYPES = [
    object,
    "str",
    "string",
    "string[python]",
    "string[pyarrow]",
    "category",
    pd.CategoricalDtype(pd.Index([text for text in dict.fromkeys(TEXTS) if text is not None], dtype=object)),
    *map(pd.ArrowDtype, ARROW),
]


def values(column: Any) -> list[Any]:
    return [None if pd.isna(value) else value for value in column.tolist()]


def series_of(dtype: Any) -> Any:
    return pd.Series(TEXTS, index=INDEX, name="link", dtype=dtype)


def own(series: Any) -> Any:
    """Return the dtype of strings that are made of a series."""
    dtype = series.dtype
    if isinstance(dtype, pd.CategoricalDtype):
        return dtype.categories.dtype
    if isinstance(dtype, pd.ArrowDtype):
        return pd.ArrowDtype(pa.large_string() if dtype.pyarrow_dtype == pa.large_string() else pa.string())
    return dtype


@in_one_test("dtype", DTYPES)
@in_one_test("name", [*sorted({*UNFAILING, *CONVERSIONS} - {"explain"})])
def test_each_dtype(name: str, dtype: Any) -> None:
    series = series_of(dtype)
    by_arrow = isinstance(series.dtype, pd.ArrowDtype)
    kinds = {
        "matches": (pa.bool_(), "boolean"),
        "consensus": (pa.bool_(), "boolean"),
        "fault_offset": (pa.int64(), "Int64"),
    }
    for column in (getattr(iri, name)(series, **LENIENT[name]), getattr(series.iri, name)(**LENIENT[name])):
        assert values(column) == RIGHT[name]
        assert (column.name, column.index.tolist()) == ("link", INDEX)
        if name in kinds:
            assert column.dtype == (pd.ArrowDtype(kinds[name][0]) if by_arrow else kinds[name][1])
        else:
            assert column.dtype == own(series)
    assert values(getattr(iri, name)(series[3:9], **LENIENT[name])) == RIGHT[name][3:9]
    assert getattr(iri, name)(series[:0], **LENIENT[name]).tolist() == []


@in_one_test("dtype", DTYPES)
def test_explanations_are_a_frame(dtype: Any) -> None:
    series = series_of(dtype)
    by_arrow = isinstance(series.dtype, pd.ArrowDtype)
    for frame in (iri.explain(series, "IRI-reference"), series.iri.explain("IRI-reference")):
        assert (frame.columns.tolist(), frame.index.tolist()) == ([*EXPLAINED], INDEX)
        for field in EXPLAINED:
            assert values(frame[field]) == [row and row[field] for row in RIGHT["explain"]]
        assert frame["start"].dtype == (pd.ArrowDtype(pa.int64()) if by_arrow else "Int64")
        assert frame["code"].dtype == own(series)


@in_one_test("dtype", DTYPES)
def test_components_are_a_frame(dtype: Any) -> None:
    series = series_of(dtype)
    for column in (iri.split(series, errors="null"), series.iri.split(errors="null")):
        assert (column.columns.tolist(), column.index.tolist()) == ([*FIELDS], INDEX)
        for field in FIELDS:
            assert column[field].dtype == own(series)
            assert values(column[field]) == [row and row[field] for row in RIGHT["split"]]


def test_chunks_of_arrow() -> None:
    series = pd.concat([series_of("string[pyarrow]")] * 2)
    assert values(series.iri.normalize(errors="null")) == RIGHT["normalize"] * 2
    assert values(series.iri.split(errors="null")["host"]) == [row and row["host"] for row in RIGHT["split"] * 2]


def test_each_category_is_converted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[bytes] = []
    convert = arrow.Conversion.of

    def noted(self: arrow.Conversion, data: bytes) -> str:
        seen.append(data)
        return convert(self, data)

    monkeypatch.setattr(arrow.Conversion, "of", noted)
    series = pd.Series(["a:/..//b", "a:/..//c"] * 40, dtype="category")  # which the kernel leaves
    assert series.iri.normalize().tolist() == ["a:/.//b", "a:/.//c"] * 40
    assert sorted(seen) == [b"a:/..//b", b"a:/..//c"]


def test_categories_that_no_row_has_are_not_errors() -> None:
    series = pd.Series(["//h", None], dtype=pd.CategoricalDtype(["a b", "//h"]))
    assert series.iri.normalize()[0] == "//h"


def test_objects_with_surrogates_and_bytes() -> None:
    series = pd.Series(["a:\ud800", b"a:\xff", "é", b"a b", None, float("nan")], dtype=object)
    assert values(series.iri.matches("IRI-reference")) == [False, False, True, False, None, None]
    assert values(series.iri.fault_offset("IRI-reference")) == [2, 2, None, 1, None, None]
    with pytest.raises(ColumnError, match=r"row 0: .*, offset 2: a lone surrogate"):
        series.iri.iri_to_uri()
    python = pd.Series(["é"], dtype="string[python]")
    assert values(python.iri.iri_to_uri()) == ["%C3%A9"]


def test_productions_and_parameters() -> None:
    series = pd.Series(["80", "é"])
    assert series.iri.matches("port", "rfc3986").tolist() == [True, False]
    assert values(series.iri.fault_offset(irigrammar.grammar("rfc3986")["port"])) == [None, 0]
    assert pd.Series(["http://é/"]).iri.iri_to_uri(host="percent").tolist() == ["http://%C3%A9/"]
    assert pd.Series(["http://xn--9ca/"]).iri.uri_to_iri(host="keep").tolist() == ["http://xn--9ca/"]
    assert pd.Series(["http://h:80"]).iri.normalize(level="scheme").tolist() == ["http://h/"]


@pytest.mark.parametrize("name", ["split", *CONVERSIONS])
def test_errors_name_the_row_and_the_fault(name: str) -> None:
    for dtype in (object, "str", "category"):
        series = pd.Series(["//h", None, "http://b c/"], dtype=dtype, index=[7, 8, 9])
        with pytest.raises(ColumnError, match=r"^row 2: not IRI-reference .*, offset 8") as caught:
            getattr(series.iri, name)(**PARAMETERS[name])
        assert (caught.value.row, caught.value.text) == (2, "http://b c/")


def test_other_things_are_refused() -> None:
    for series in (
        pd.Series([1]),
        pd.Series([1.5]),
        pd.Series([1], dtype="category"),
        pd.Series([1], dtype="int8[pyarrow]"),
    ):
        with pytest.raises(TypeError, match="texts are a column of strings"):
            series.iri.matches("IRI")
    with pytest.raises(TypeError, match="a text is str or bytes, not int"):
        iri.matches(pd.Series(["a", 1], dtype=object), "IRI")
    with pytest.raises(TypeError, match="a pandas Series, not list"):
        iri.matches(["a"], "IRI")


@in_one_test("name", [*sorted({*UNFAILING, *CONVERSIONS} - {"explain"})])
def test_a_series_of_missing_values_only(name: str) -> None:
    for missing in ([None, None], [float("nan")] * 2, [pd.NA, None], [pd.NaT] * 2):
        for series in (pd.Series(missing), pd.Series(missing, dtype=object)):
            assert values(getattr(series.iri, name)(**PARAMETERS[name])) == [None, None]


@in_one_test("dtype", DTYPES)
def test_matches_many_gives_a_series(dtype: Any) -> None:
    matches_many = irigrammar.grammar("rfc3987")["IRI-reference"].matches_many
    series = series_of(dtype)
    pd.testing.assert_series_equal(matches_many(series), series.iri.matches("IRI-reference").astype("boolean"))
    assert matches_many(pd.Series([None, float("nan")])).isna().all()

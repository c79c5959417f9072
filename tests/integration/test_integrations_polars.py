"""polars: expressions and series, eager, lazy and streaming."""

from __future__ import annotations

from typing import Any

import pytest
from column_rows import CONVERSIONS, EXPLAINED, FIELDS, LENIENT, PARAMETERS, RIGHT, TEXTS

import irigrammar

pl = pytest.importorskip("polars", reason="polars is not installed")
pytest.importorskip("pyarrow", reason="pyarrow is not installed")

import irigrammar.integrations.polars as iri  # noqa: E402
from irigrammar.integrations.columns import ColumnError  # noqa: E402

pytestmark = pytest.mark.extra

NAMES = tuple(RIGHT)
TYPES = {
    "matches": pl.Boolean,
    "consensus": pl.Boolean,
    "fault_offset": pl.Int64,
    "explain": pl.Struct({**dict.fromkeys(EXPLAINED, pl.String), **dict.fromkeys(("start", "end"), pl.Int64)}),
    "split": pl.Struct(dict.fromkeys(FIELDS, pl.String)),
}
DISTINCT = list(dict.fromkeys(text for text in TEXTS if text is not None))


def frames() -> list[Any]:
    data = [None if text is None else text.encode() for text in TEXTS]
    return [
        pl.Series("link", TEXTS, dtype=pl.String),
        pl.Series("link", data, dtype=pl.Binary),
        pl.Series("link", TEXTS, dtype=pl.Categorical),
        pl.Series("link", TEXTS, dtype=pl.Enum(DISTINCT)),
    ]


@pytest.mark.parametrize("name", NAMES)
def test_series(name: str) -> None:
    for series in frames():
        for column in (getattr(iri, name)(series, **LENIENT[name]), getattr(series.iri, name)(**LENIENT[name])):
            assert (column.name, column.dtype, column.to_list()) == ("link", TYPES.get(name, pl.String), RIGHT[name])
        two = getattr(iri, name)(series.append(series)[3:], **LENIENT[name])
        assert two.to_list() == (RIGHT[name] * 2)[3:]
        assert getattr(iri, name)(series.clear(), **LENIENT[name]).dtype == TYPES.get(name, pl.String)
    assert getattr(iri, name)(pl.Series("n", [None, None]), **LENIENT[name]).to_list() == [None] * 2


@pytest.mark.parametrize("engine", ["in-memory", "streaming"])
@pytest.mark.parametrize("name", NAMES)
def test_expressions(name: str, engine: Any) -> None:
    for series in frames():
        frame = series.to_frame().lazy()
        for column in (
            getattr(pl.col("link").iri, name)(**LENIENT[name]),
            getattr(iri, name)("link", **LENIENT[name]),
            getattr(iri, name)(pl.col("link"), **LENIENT[name]),
        ):
            query = frame.select(column)
            assert query.collect_schema() == {"link": TYPES.get(name, pl.String)}
            assert query.collect(engine=engine)["link"].to_list() == RIGHT[name]


def test_expressions_are_used_as_others_are() -> None:
    frame = pl.DataFrame({"link": TEXTS, "kind": ["a", "b"] * (len(TEXTS) // 2)})
    invalid = frame.lazy().filter(~pl.col("link").iri.matches("IRI-reference")).collect(engine="streaming")
    assert invalid["link"].to_list() == [
        text for text, right in zip(TEXTS, RIGHT["matches"], strict=True) if right is False
    ]
    hosts = frame.with_columns(host=pl.col("link").iri.split(errors="null").struct.field("host"))
    assert hosts["host"].to_list() == [row and row["host"] for row in RIGHT["split"]]
    counts = frame.group_by("kind").agg(pl.col("link").iri.matches("IRI-reference").sum().alias("valid")).sort("kind")
    assert counts["valid"].to_list() == [sum(map(bool, RIGHT["matches"][index::2])) for index in (0, 1)]
    assert (
        frame.select(pl.col("link").iri.matches("IRI-reference").over("kind")).to_series().to_list() == RIGHT["matches"]
    )


def test_productions_and_parameters() -> None:
    series = pl.Series(["80", "é"])
    port = irigrammar.grammar("rfc3986")["port"]
    assert series.iri.matches("port", "rfc3986").to_list() == [True, False]
    assert pl.select(iri.fault_offset(pl.lit(series), port)).to_series().to_list() == [None, 0]
    host = pl.Series(["http://résumé.example.org/"]).iri.iri_to_uri(host="percent")
    assert host.to_list() == ["http://r%C3%A9sum%C3%A9.example.org/"]
    assert pl.Series(["http://xn--rsum-bpad.org/"]).iri.uri_to_iri(host="keep").to_list() == [
        "http://xn--rsum-bpad.org/"
    ]
    assert pl.Series(["http://h:80"]).iri.normalize(level="scheme").to_list() == ["http://h/"]


def test_errors_come_before_a_query_runs() -> None:
    with pytest.raises(irigrammar.UnknownRule):
        pl.col("link").iri.matches("prt", "rfc3986")
    with pytest.raises(ValueError, match="unknown errors 'ignore'"):
        pl.col("link").iri.split(errors="ignore")
    with pytest.raises(ValueError, match="unknown host policy"):
        iri.iri_to_uri("link", host="dns")  # type: ignore[arg-type]  # it is what the test is about
    with pytest.raises(irigrammar.GrammarError, match="no unique components"):
        iri.split("link", "port", "rfc3986")


@pytest.mark.parametrize("name", ["split", *CONVERSIONS])
def test_errors_name_the_row_and_the_fault(name: str) -> None:
    series = pl.Series("link", ["//h", None, "http://b c/"])
    with pytest.raises(ColumnError, match=r"^row 2: not IRI-reference .*, offset 8") as caught:
        getattr(series.iri, name)(**PARAMETERS[name])
    assert caught.value.text == "http://b c/"
    with pytest.raises(ColumnError, match=r"row 2: not IRI-reference .*, offset 8"):
        series.to_frame().select(getattr(pl.col("link").iri, name)(**PARAMETERS[name]))


def test_other_columns_are_refused() -> None:
    for series in (pl.Series([1]), pl.Series([["a"]]), pl.Series([{"a": "b"}])):
        for name in NAMES:
            with pytest.raises(TypeError, match="texts are a column of strings"):
                getattr(series.iri, name)(**PARAMETERS[name])

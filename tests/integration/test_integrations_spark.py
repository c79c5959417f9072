"""Spark, on this machine with two workers: each kind of function gives what one machine gives; records; SQL; errors."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from column_rows import FIELDS, RIGHT, TEXTS, UNFAILING, real_texts

import irigrammar
from irigrammar.report.record import fault_record

pytest.importorskip("pyspark", reason="pyspark is not installed")
pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
pytest.importorskip("pandas", reason="pandas is not installed")
if not (shutil.which("java") or "JAVA_HOME" in os.environ):
    pytest.skip("Spark needs Java, which is not here", allow_module_level=True)

from pyspark.sql import functions  # noqa: E402

import irigrammar.integrations.spark as iri  # noqa: E402
from irigrammar.integrations import columns  # noqa: E402

# pyspark warns of pandas 3, and leaves sockets to the collector.
pytestmark = [
    pytest.mark.filterwarnings("ignore::FutureWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.external,
]

SQL = [
    "iri_matches",
    "iri_fault_offset",
    "iri_fault_message",
    "iri_split",
    "iri_to_uri",
    "uri_to_iri",
    "iri_normalize",
    "iri_consensus",
]
BY = ["arrow", "pandas"] if hasattr(functions, "arrow_udf") else ["pandas"]


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    session = (
        SparkSession.builder.master("local[2]")
        .appName("irigrammar")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "5000")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


@pytest.fixture(scope="module")
def links(spark: Any) -> Any:
    return spark.createDataFrame(list(enumerate(TEXTS)), "id int, link string").repartition(3)


def lenient(name: str) -> dict[str, Any]:
    return {} if name in UNFAILING else {"errors": "null"}


def plain(value: Any) -> Any:
    return value.asDict() if hasattr(value, "asDict") else value


@pytest.mark.parametrize("by", BY)
def test_functions_of_columns(links: Any, by: Any) -> None:
    columns = [getattr(iri, name)("link", by=by, **lenient(name)).alias(name) for name in RIGHT]
    frame = links.select("id", *columns)
    types = {field.name: field.dataType.simpleString() for field in frame.schema.fields}
    fields = ",".join(f"{field}:string" for field in FIELDS)
    assert (types["matches"], types["fault_offset"], types["split"]) == ("boolean", "bigint", f"struct<{fields}>")
    rows = frame.orderBy("id").collect()
    for name, right in RIGHT.items():
        assert [plain(row[name]) for row in rows] == right


def test_functions_used_as_others_are(links: Any) -> None:
    assert links.where(~iri.matches(functions.col("link"))).count() == RIGHT["matches"].count(False)
    hosts = links.groupBy(iri.split("link", errors="null").host.alias("host")).count().collect()
    assert {row["host"] for row in hosts} == {row and row["host"] for row in RIGHT["split"]}
    ports = links.select(iri.matches(functions.lit("80"), "rfc3986", "port"), iri.matches("link", "rfc3986", "port"))
    assert {row[0] for row in ports.collect()} == {True}


@pytest.mark.parametrize("by", BY)
def test_functions_of_sql(spark: Any, links: Any, by: Any) -> None:
    assert list(iri.register(spark, errors="null", by=by)) == SQL
    links.createOrReplaceTempView("links")
    rows = spark.sql(f"SELECT {', '.join(f'{name}(link) AS {name}' for name in SQL)} FROM links ORDER BY id").collect()
    for name, right in zip(SQL, RIGHT.values(), strict=True):
        values = [plain(row[name]) for row in rows]
        if by == "pandas" and name == "iri_split":
            values = [None if set(value.values()) == {None} else value for value in values]
        assert values == right


def test_columns_added_by_batches_of_arrow(links: Any) -> None:
    frame = iri.add_columns(links, "link", [*RIGHT], errors="null")
    assert frame.columns == ["id", "link", *SQL]
    rows = frame.orderBy("id").collect()
    for name, right in zip(SQL, RIGHT.values(), strict=True):
        assert [plain(row[name]) for row in rows] == right
    assert iri.add_columns(links, "link").columns == ["id", "link", "iri_matches", "iri_fault_offset"]
    with pytest.raises(ValueError, match="unknown function 'match'; did you mean 'matches'"):
        iri.add_columns(links, "link", ["match"])


def test_findings_are_records(spark: Any, tmp_path: Path) -> None:
    """From Parquet to records of the shape that `iri check --format jsonl` writes."""
    matcher = irigrammar.grammar("rfc3987")["IRI-reference"]
    rows = [(f"k{index}", "links.txt", index + 1, text) for index, text in enumerate(TEXTS)]
    table = spark.createDataFrame(rows, "key string, file string, row long, link string").repartition(2)
    table.write.parquet(str(tmp_path / "links"))
    frame = spark.read.parquet(str(tmp_path / "links"))
    findings = iri.findings(frame, "link", keep=["key"], path="file", line="row")
    right = {}
    for index, text in enumerate(TEXTS):
        fault = None if text is None else matcher.check(text).fault
        if text is not None and fault is not None:
            right[f"k{index}"] = fault_record(matcher, text, fault, "links.txt", index + 1).as_dict()
    findings.write.parquet(str(tmp_path / "found"))
    records = {row["key"]: row.asDict() for row in spark.read.parquet(str(tmp_path / "found")).collect()}
    scalars = {
        key: {name: value for name, value in record.items() if name in iri.RECORD.names}
        for key, record in right.items()
    }
    assert {key: {"key": key, **record} for key, record in scalars.items()} == records
    assert {"code", "message", "help"} <= {*iri.RECORD.names}
    assert len(right) == RIGHT["matches"].count(False)
    bare = iri.findings(frame, "link", "rfc3986", "URI-reference").collect()
    assert {row["grammar"] for row in bare} == {"rfc3986"}
    assert {(row["path"], row["line"], row["column"]) for row in bare} == {(None, None, None)}
    assert len(bare) == sum(
        text is not None and not irigrammar.grammar("rfc3986").start.matches(text) for text in TEXTS
    )


@pytest.mark.parametrize("by", BY)
def test_errors_name_the_row_and_the_fault(spark: Any, by: Any) -> None:
    frame = spark.createDataFrame([("//h",), (None,), ("http://b c/",)], "link string").coalesce(1)
    for column in (iri.split("link", by=by), iri.normalize("link", by=by)):
        with pytest.raises(Exception, match=r"ColumnError: row 2: not IRI-reference .*, offset 8"):
            frame.select(column).collect()
    with pytest.raises(Exception, match=r"ColumnError: row 2: not IRI-reference .*, offset 8"):
        iri.add_columns(frame, "link", ["iri_to_uri"]).collect()


def test_what_is_wrong_is_said_before_a_job_runs(links: Any) -> None:
    with pytest.raises(irigrammar.UnknownRule):
        iri.matches("link", "rfc3986", "prt")
    with pytest.raises(irigrammar.UnknownGrammar):
        iri.findings(links, "link", "nothing")
    with pytest.raises(ValueError, match="unknown errors 'x'"):
        iri.split("link", errors="x")
    with pytest.raises(ValueError, match="unknown kind of UDF 'java'"):
        iri.matches("link", by="java")
    with pytest.raises(irigrammar.GrammarError, match="no unique components"):
        iri.split("link", "rfc3986", "port")


def test_the_java_pattern(links: Any) -> None:
    if not hasattr(irigrammar, "export"):
        pytest.skip("irigrammar.exports.export is not there yet")
    rows = links.select("id", links.link.rlike(iri.java_pattern()).alias("found")).orderBy("id").collect()
    assert [row["found"] for row in rows] == RIGHT["matches"]


def test_the_example_of_the_documentation(spark: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from documentation import INTEGRATIONS

    monkeypatch.chdir(tmp_path)
    frame = spark.createDataFrame([(1, "http://a/"), (2, "http://b c/")], "id int, link string")
    frame.write.parquet((tmp_path / "links.parquet").as_uri())
    example = INTEGRATIONS["spark"]
    for name in ("links.parquet", "findings"):  # the folder of Spark's Java is not this one
        example = example.replace(f'"{name}"', repr((tmp_path / name).as_uri()))
    exec(example, {"spark": spark})


def test_real_texts_as_on_one_machine(spark: Any, tmp_path: Path) -> None:
    import pyarrow.parquet

    texts = real_texts()
    table = pa.table({"id": range(len(texts)), "link": texts})
    pyarrow.parquet.write_table(table, tmp_path / "links.parquet", row_group_size=30_000)
    frame = spark.read.parquet(str(tmp_path / "links.parquet")).repartition(8)
    added = iri.add_columns(frame, "link", [*RIGHT], errors="null").orderBy("id").toArrow()
    for name, column in zip(RIGHT, SQL, strict=True):
        right = getattr(columns, name)(table["link"], **lenient(name))
        values = added[column].combine_chunks()
        assert values.cast(right.type).equals(right.combine_chunks()), name
    assert {row["text"] for row in iri.findings(frame, "link").collect()} == {
        text for text in texts if not irigrammar.grammar("rfc3987").start.matches(text)
    }
    assert spark.sparkContext.defaultParallelism == 2

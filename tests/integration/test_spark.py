"""The program of the page on Spark, over two million rows."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from documentation import page, programs

pyspark = pytest.importorskip("pyspark", reason="pyspark is not installed")
pytest.importorskip("pyarrow", reason="pyarrow is not installed")
if not (shutil.which("java") or "JAVA_HOME" in os.environ):
    pytest.skip("Spark needs Java 17 or newer, which is not here", allow_module_level=True)

# pyspark warns of pandas 3, and leaves sockets to the collector.
pytestmark = [
    pytest.mark.filterwarnings("ignore::FutureWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.external,
]

ROWS = int(os.environ.get("IRIGRAMMAR_SPARK_ROWS", "2000000"))  # a multiple of 1,000

# Two spellings for each target; of a thousand rows one is invalid and one is null.
LINK = """
CASE WHEN id % 1000 = 7 THEN 'http://b c/' WHEN id % 1000 = 8 THEN NULL
WHEN id % 2 = 0 THEN concat('HTTP://Host.example:80/a/../%7e', id div 2)
ELSE concat('http://host.example/~', id div 2) END AS link
"""


@pytest.fixture
def spark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    from pyspark.sql import SparkSession

    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    monkeypatch.setenv("SPARK_HOME", str(Path(pyspark.__file__).parent))
    monkeypatch.setenv("SPARK_WORKER_DIR", str(tmp_path / "workers"))
    session = (
        SparkSession.builder.master("local-cluster[2,1,1024]")
        .appName("irigrammar")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.local.dir", str(tmp_path / "local"))
        .config("spark.sql.shuffle.partitions", "8")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


def test_the_program_on_two_workers(spark: Any, tmp_path: Path) -> None:
    spark.range(ROWS).selectExpr("id", LINK).write.parquet((tmp_path / "links.parquet").as_uri())
    (program,) = programs(page("how-to/spark"))
    for name in ("links.parquet", "checked"):  # the folder of the workers is not this one
        program = program.replace(f'"{name}"', repr((tmp_path / name).as_uri()))
    space: dict[str, Any] = {"spark": spark, "__name__": "__main__"}
    exec(compile(program, "<docs/how-to/spark.md>", "exec", dont_inherit=True), space)

    assert space["rows"].count() == ROWS
    thousands = ROWS // 1000
    assert space["invalid"].count() == thousands
    (fault,) = space["invalid"].select("fault", "link").distinct().collect()
    assert tuple(fault) == ("F081 a space is not allowed in a host name", "http://b c/")
    assert space["distinct"].count() == ROWS // 2
    normal = spark.read.parquet((tmp_path / "checked").as_uri()).where("id < 10").orderBy("id").select("normal", "key")
    rows = [tuple(row) for row in normal.collect()]
    assert rows[:2] == [("http://host.example:80/~0", "http://host.example/~0"), ("http://host.example/~0",) * 2]
    assert rows[7:9] == [(None, None)] * 2
    executors = spark.sparkContext._jsc.sc().getExecutorMemoryStatus().size() - 1  # without the driver
    assert executors == 2

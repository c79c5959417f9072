"""README's examples of columns run, each with the package that it is for."""

from __future__ import annotations

import re

import pytest
from readme import EXAMPLES

PACKAGES = [module for example in EXAMPLES for module in re.findall(r"irigrammar\.integrations\.(\w+)", example)]


def test_each_package_has_an_example() -> None:
    assert PACKAGES == ["polars", "pandas", "pyarrow", "duckdb", "spark"]


@pytest.mark.external
@pytest.mark.parametrize("package", [package for package in PACKAGES if package != "spark"])
def test_the_example_runs(package: str) -> None:
    """Spark's is run where there is a session: test_integrations_spark.py."""
    pytest.importorskip(package, reason=f"{package} is not installed")
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    example = EXAMPLES[PACKAGES.index(package)]
    assert "assert" in example
    exec(example, {})

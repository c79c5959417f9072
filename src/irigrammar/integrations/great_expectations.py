"""An expectation for Great Expectations: the values of a column match a production."""

from __future__ import annotations

from typing import Any

from irigrammar.errors import MissingExtra
from irigrammar.integrations.wanted import find

try:
    from great_expectations.execution_engine import PandasExecutionEngine
    from great_expectations.expectations.expectation import ColumnMapExpectation
    from great_expectations.expectations.metrics import ColumnMapMetricProvider, column_condition_partial
except ImportError:
    raise MissingExtra("an expectation", "great-expectations", "great_expectations") from None

__all__ = ["ExpectColumnValuesToMatchGrammar"]


class _ValuesMatch(ColumnMapMetricProvider):  # type: ignore[misc,unused-ignore]  # the package has no types here
    """Which values of a column of pandas match."""

    condition_metric_name = "column_values.match_grammar"
    condition_value_keys = ("grammar", "rule")

    @column_condition_partial(engine=PandasExecutionEngine)  # type: ignore[misc,untyped-decorator,unused-ignore]
    def _pandas(cls, column: Any, grammar: str, rule: str | None, **_: Any) -> Any:  # noqa: N805  # it becomes a method of the class
        from irigrammar.integrations.pandas import well_formed

        return well_formed(column, find(grammar, rule))


class ExpectColumnValuesToMatchGrammar(ColumnMapExpectation):  # type: ignore[misc,unused-ignore]  # as above
    """Expect the values of a column to match a production: of `grammar`, a catalog name or an ABNF file, and of its
    `rule`; by default RFC 3987's `IRI`. Missing values are not checked, other values that are neither str nor bytes do
    not match, and `mostly` is the share that has to match.

    It is for data of pandas.
    """

    grammar: str = "rfc3987"
    rule: str | None = "IRI"

    map_metric = "column_values.match_grammar"
    success_keys = ("grammar", "rule", "mostly")

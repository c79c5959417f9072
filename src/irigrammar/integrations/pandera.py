"""A check for columns of pandera's schemas."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from irigrammar.integrations.wanted import find, package

if TYPE_CHECKING:
    from irigrammar.matching.grammar import Grammar

__all__ = ["matching"]


def matching(grammar: str | Grammar, rule: str | None = None, **options: Any) -> Any:
    """Return a check by a production: of a grammar, a catalog name or an ABNF file, and of its rule (by default the
    grammar's first start rule); further keywords are those of pandera's `Check`.

    It is for Series of pandas, whose missing values pass, as in pandera's own checks (`ignore_na=False` changes that).
    `SchemaErrors.failure_cases` has the values that do not match. Raises `MissingExtra` where pandera is not installed,
    and `UnknownGrammar`, `UnknownRule` and `GrammarError` as `irigrammar.grammar` and `Grammar` do.

    >>> import pandas, pandera.pandas
    >>> schema = pandera.pandas.DataFrameSchema({"link": pandera.pandas.Column(str, matching("rfc3987", "IRI"))})
    >>> try:
    ...     schema.validate(pandas.DataFrame({"link": ["http://é/", "http://b c/"]}), lazy=True)
    ... except pandera.errors.SchemaErrors as errors:
    ...     print(errors.failure_cases[["check", "failure_case", "index"]].to_string(index=False))
          check failure_case  index
    rfc3987 IRI  http://b c/      1
    """
    from irigrammar.integrations.pandas import matches

    check = package("pandera.api.checks", "pandera", "a check of a column").Check
    matcher = find(grammar, rule)
    name = f"{matcher.grammar.name} {matcher.rule}"

    def matched(series: Any) -> Any:
        return matches(series, matcher.grammar, matcher.rule)

    return check(matched, **{"name": name, "error": name, **options})

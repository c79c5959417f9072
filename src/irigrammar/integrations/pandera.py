"""A check for columns of pandera's schemas."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from irigrammar.integrations.wanted import find, package

if TYPE_CHECKING:
    from irigrammar.matching.grammar import Grammar

__all__ = ["matching"]


def matching(grammar: str | Grammar, rule: str | None = None, **options: Any) -> Any:
    """Return a check by a production: of a grammar, a catalog name or an ABNF file, and of its rule (by default the
    grammar's first start rule); further keywords are those of pandera's `Check`.

    It is for Series of pandas, whose missing values pass, as in pandera's own checks; with `ignore_na=False` they do
    not. `SchemaErrors.failure_cases` has the values that do not match, or are neither str nor bytes in UTF-8; lone
    surrogates, which pandas has no strings for, are escaped there. Raises `MissingExtra` where pandera is not
    installed, and `UnknownGrammar`, `UnknownRule` and `GrammarError` as `irigrammar.grammar` and `Grammar` do.

    >>> import pandas, pandera.pandas
    >>> schema = pandera.pandas.DataFrameSchema({"link": pandera.pandas.Column(str, matching("rfc3987", "IRI"))})
    >>> try:
    ...     schema.validate(pandas.DataFrame({"link": ["http://é/", "http://b c/"]}), lazy=True)
    ... except pandera.errors.SchemaErrors as errors:
    ...     print(errors.failure_cases[["check", "failure_case", "index"]].to_string(index=False))
          check failure_case  index
    rfc3987 IRI  http://b c/      1
    """
    from irigrammar.integrations.pandas import well_formed

    matcher = find(grammar, rule)
    name = f"{matcher.grammar.name} {matcher.rule}"

    def matched(series: Any) -> Any:
        return well_formed(series, matcher)

    return _check_class()(matched, **{"name": name, "error": name, **options})


@cache
def _check_class() -> Any:
    """Return the class of checks whose failure cases pandas can show."""
    check = package("pandera.api.checks", "pandera", "a check of a column").Check

    class MatchingCheck(check):  # type: ignore[misc,valid-type]  # it is there where the package is
        get_backend = check.get_backend  # which looks up a class, and not its parents

        def __call__(self, check_obj: Any, column: str | None = None) -> Any:
            result = super().__call__(check_obj, column)
            cases = result.failure_cases
            return result if cases is None else result._replace(failure_cases=cases.map(_escaped))

    return MatchingCheck


def _escaped(case: Any) -> Any:
    return str.encode(case, errors="backslashreplace").decode() if isinstance(case, str) else case

"""An annotation of `str` by a rule, for pydantic and hypothesis."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Annotated, Any, TypeAlias

from irigrammar.dataclass import dataclass
from irigrammar.integrations._wanted import find
from irigrammar.matching.grammar import Grammar
from irigrammar.matching.matcher import Matcher

__all__ = ["IRI", "URI", "IRIReference", "Matching", "URIReference", "matching"]


@dataclass(frozen=True)
class Matching:
    """The metadata of an annotated `str`: `matcher` is the production that it must match as a whole.

    Made by `matching`. For pydantic it is a type of its own, too.
    """

    matcher: Matcher

    # Readers of annotations unpack what is grouped: so pydantic finds what it validates by, and hypothesis a strategy.
    __is_annotated_types_grouped_metadata__ = True

    def __iter__(self) -> Iterator[object]:
        """Yield what this stands for: the strategy, where hypothesis is loaded, and what pydantic validates by."""
        if "hypothesis" in sys.modules:
            from irigrammar.integrations.hypothesis import deferred_strings

            yield deferred_strings(self.matcher)
        yield _Single(self.matcher)

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        """Return the core schema of pydantic: an unchanged string, then the production."""
        from irigrammar.integrations._pydantic_schema import core_schema, inner_schema

        inner = None if isinstance(source, Matching) else inner_schema(source, handler)
        return core_schema(self.matcher, inner, handler.resolve_ref_schema)

    def __get_pydantic_json_schema__(self, schema: Any, handler: Any) -> Any:
        """Return the JSON Schema of it."""
        from irigrammar.integrations._pydantic_schema import json_schema

        return json_schema(self.matcher, handler(schema))


class _Single(Matching):
    """The same, not grouped."""

    __is_annotated_types_grouped_metadata__ = False


def matching(grammar: str | Grammar, rule: str | None = None) -> Matching:
    """Return the annotation of a production: of a grammar, a catalog name or an ABNF file, and of its rule (by default
    the grammar's first start rule).

    Raises `UnknownGrammar`, `UnknownRule` and `GrammarError` as `irigrammar.grammar` and `Grammar` do.

    >>> Port = Annotated[str, matching("rfc3986", "port")]
    """
    return Matching(find(grammar, rule))


URI: TypeAlias = Annotated[str, matching("rfc3986", "URI")]
URIReference: TypeAlias = Annotated[str, matching("rfc3986", "URI-reference")]
IRI: TypeAlias = Annotated[str, matching("rfc3987", "IRI")]
IRIReference: TypeAlias = Annotated[str, matching("rfc3987", "IRI-reference")]

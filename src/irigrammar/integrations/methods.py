"""The functions of columns as methods, which polars and pandas offer under `.iri`."""

from __future__ import annotations

from types import ModuleType
from typing import Any, ClassVar, Literal

from irigrammar.integrations.columns import Errors, Production
from irigrammar.processing.normalize import Level

__all__ = ["Methods"]


class Methods:
    """What a namespace or accessor inherits: `functions`, which it names, is the module whose functions these are.

    They take texts in that library's kind of column, and return such (offsets in code points from 0, nulls kept).

    >>> import irigrammar.integrations.pyarrow as ours
    >>> class Column(Methods):
    ...     functions = ours
    >>> Column(ours.pyarrow.array(["a:b", "a b"])).matches().to_pylist()
    [True, False]
    """

    functions: ClassVar[ModuleType]

    def __init__(self, texts: Any) -> None:
        self._texts = texts

    def matches(self, grammar: Production = "rfc3987", rule: str | None = None) -> Any:
        """See `matches`."""
        return self.functions.matches(self._texts, grammar, rule)

    def fault_offset(self, grammar: Production = "rfc3987", rule: str | None = None) -> Any:
        """See `fault_offset`."""
        return self.functions.fault_offset(self._texts, grammar, rule)

    def split(self, grammar: Production = "rfc3987", rule: str | None = None, *, errors: Errors = "raise") -> Any:
        """See `split`."""
        return self.functions.split(self._texts, grammar, rule, errors=errors)

    def iri_to_uri(
        self,
        *,
        host: str = "idna",
        query_charset: str = "utf-8",
        grammar: str = "rfc3987",
        errors: Errors = "raise",
    ) -> Any:
        """See `iri_to_uri`."""
        return self.functions.iri_to_uri(
            self._texts, host=host, query_charset=query_charset, grammar=grammar, errors=errors
        )

    def uri_to_iri(
        self, *, host: Literal["unicode", "keep"] = "unicode", grammar: str = "rfc3987", errors: Errors = "raise"
    ) -> Any:
        """See `uri_to_iri`."""
        return self.functions.uri_to_iri(self._texts, host=host, grammar=grammar, errors=errors)

    def normalize(self, *, level: Level = "syntax", grammar: str = "rfc3987", errors: Errors = "raise") -> Any:
        """See `normalize`."""
        return self.functions.normalize(self._texts, level=level, grammar=grammar, errors=errors)

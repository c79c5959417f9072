"""What the kernel answers of the conversions, by name, as tables that ship or that are made when they are asked for."""

from __future__ import annotations

from irigrammar.engines.kernel import kernel
from irigrammar.lazy import cache, remembered
from irigrammar.matching.components import shipped_splitter
from irigrammar.matching.grammar import grammar_of
from irigrammar.shipped.loader import generated

TYPE_CHECKING = False  # as in typing, whose import is half of the time of a first verdict
if TYPE_CHECKING:
    from collections.abc import Callable

    from irigrammar.engines._kernel import Rewriter
    from irigrammar.engines.rewriter import Rows
    from irigrammar.engines.spans import Spans
    from irigrammar.matching.grammar import Grammar

SHIPPED = ("rfc3986", "rfc3987")
_HOSTS = 1 << 14  # that are remembered


@cache
def rewriter(name: str, grammar: str | Grammar) -> Rewriter | None:
    """Return what does a conversion of references of a grammar in the kernel, by default parameters; None where nothing
    does.

    The names are those of the conversions (of `web_address_to_iri` with the grammar leiri), "percent" for `iri_to_uri`
    with that policy of hosts, and the levels of normalization. Raises `UnknownGrammar`.

    >>> rewrites = rewriter("iri_to_uri", "rfc3987")
    >>> rewrites is None or rewrites.text("/\\xe9") == "/%C3%A9"
    True
    """
    if kernel() is None:
        return None
    if grammar in SHIPPED:
        assert isinstance(grammar, str)
        shipped: dict[str, Rows] = generated("plans", grammar).PLANS
        if name not in shipped:
            return None
        return native(
            shipped_splitter(grammar, grammar_of(grammar).entry.start[0]).spans, shipped[name], _asked(name, grammar)
        )
    from irigrammar.processing.plans import rows_of

    named = grammar_of(grammar)
    rows = rows_of(name, named)
    return None if rows is None else native(named.start._splitter.spans, rows, _asked(name, named.name))


def native(spans: Spans, rows: Rows, asked: Callable[[str], Callable[[str], str | None]]) -> Rewriter | None:
    """Return what rewrites by rows; `asked` takes what comes before the "//" of a host, and returns who is asked."""
    module = kernel()
    if module is None or spans.native is None:
        return None
    starts, ids, tables, plans, names, ends, refuses = rows
    whole = tuple((*plan[:-1], str if plan[-1] is None else asked(plan[-1])) for plan in plans)
    made: Rewriter = module.Rewriter(spans.native, starts, ids, tables, whole, names, ends, refuses)
    return made


def _asked(name: str, grammar: str) -> Callable[[str], Callable[[str], str | None]]:
    """Return what makes who is asked about hosts."""

    def asked(before: str) -> Callable[[str], str | None]:
        @remembered(_HOSTS)
        def host_of(host: str) -> str | None:
            from irigrammar.processing.plans import converted_host

            return converted_host(name, grammar, before, host)

        return host_of

    return asked

"""The kernel's conversions by name, as tables.

They ship or are made on first use.
"""

from __future__ import annotations

from irigrammar.engines.compiled import compiled_rules
from irigrammar.engines.kernel import kernel
from irigrammar.engines.production import Production
from irigrammar.lazy import cache
from irigrammar.matching.components import shipped_splitter
from irigrammar.matching.grammar import grammar_of
from irigrammar.shipped.loader import load, value

TYPE_CHECKING = False  # typing costs more than a first verdict: see irigrammar.lazy
if TYPE_CHECKING:
    from collections.abc import Callable

    from irigrammar.engines._kernel import Rewriter
    from irigrammar.engines.rewriter import Rows
    from irigrammar.engines.spans import Spans
    from irigrammar.matching.grammar import Grammar

SHIPPED = ("rfc3986", "rfc3987")
NAMES = ("iri_to_uri", "percent", "uri_to_iri", "syntax", "scheme", "resolve")  # of what ships
LEVELS = ("syntax", "scheme")  # of normalization, by which its rewriters are named
STAYING = "staying"  # the part with the references that a normal form is sure to leave unchanged


@cache
def rewriter(name: str, grammar: str | Grammar, many: bool = False) -> Rewriter | None:
    """Return what does a conversion of references of a grammar in the kernel, by default parameters; None where nothing
    does. For `many` references it takes longer to make, and less for each of them.

    The names are those of the conversions (of `web_address_to_iri` with the grammar leiri), "percent" for `iri_to_uri`
    with that policy of hosts, and the levels of normalization. Raises `UnknownGrammar`.

    >>> rewrites = rewriter("iri_to_uri", "rfc3987")
    >>> rewrites is None or rewrites.text("/\\xe9") == "/%C3%A9"
    True
    """
    if kernel() is None:
        return None
    named = grammar_of(grammar)
    if grammar in SHIPPED:
        rows: Rows | None = value(named.name, f"plan {name}") if name in NAMES else None
        spans: Spans | None = shipped_splitter(named.name, named.entry.start[0]).spans
    else:
        from irigrammar.processing.support.plans import rows_of

        rows = rows_of(name, named)
        spans = None if rows is None else named.start._splitter.spans
    if rows is None or spans is None:
        return None
    stays = None
    if name in ("iri_to_uri", "percent", "uri_to_iri"):
        target = named if name == "uri_to_iri" else grammar_of("rfc3986")
        stays = target._production(target.entry.start[0])
    elif many and grammar in SHIPPED and name in LEVELS:
        compiled = compiled_rules(named.name, STAYING)[name]
        stays = Production(name, lambda: load(named.name), compiled)
    return native(spans, rows, _asked(name, named.name), stays, unencoded=name == "uri_to_iri")


def native(
    spans: Spans,
    rows: Rows,
    asked: Callable[[str], Callable[[str], str | None]],
    stays: Production | None = None,
    *,
    unencoded: bool = False,
) -> Rewriter | None:
    """Return what rewrites by rows; `asked` takes what comes before the "//" of a host, and returns who is asked.

    Texts that match `stays` stay what they are, if they have neither percent-encoding nor A-labels where that is
    `unencoded`.
    """
    module = kernel()
    if module is None or spans.native is None:
        return None
    starts, ids, tables, plans, names, ends, refuses = rows
    whole = tuple((*plan[:-1], str if plan[-1] is None else asked(plan[-1])) for plan in plans)
    recognizer = None if stays is None else stays.recognizer
    made: Rewriter = module.Rewriter(
        spans.native, starts, ids, tables, whole, names, ends, refuses, recognizer, unencoded
    )
    return made


def _asked(name: str, grammar: str) -> Callable[[str], Callable[[str], str | None]]:
    """Return what makes who is asked about hosts."""

    def host_of(before: str, host: str) -> str | None:
        from irigrammar.processing.support.plans import converted_host

        return converted_host(name, grammar, before, host)

    return lambda before: lambda host: host_of(before, host)

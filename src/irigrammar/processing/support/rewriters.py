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
    """Return the kernel's rewriter of references of a grammar for a conversion with default parameters; None where
    there is none. For `many` references it takes longer to make, and less for each of them.

    The names are those of the conversions (of `web_address_to_iri` with the grammar leiri), "percent" for `iri_to_uri`
    with that policy of hosts, and the levels of normalization. Raises `UnknownGrammar`.

    >>> rewrites = rewriter("iri_to_uri", "rfc3987")
    >>> rewrites is None or rewrites.text("/\\xe9") == "/%C3%A9"
    True
    """
    if kernel() is None:
        return None
    source_grammar = grammar_of(grammar)
    if grammar in SHIPPED:
        rows: Rows | None = value(source_grammar.name, f"plan {name}") if name in NAMES else None
        spans: Spans | None = shipped_splitter(source_grammar.name, source_grammar.entry.start[0]).spans
    else:
        from irigrammar.processing.support.plans import rows_of

        rows = rows_of(name, source_grammar)
        spans = None if rows is None else source_grammar.start._splitter.spans
    if rows is None or spans is None:
        return None
    stays = None
    if name in ("iri_to_uri", "percent", "uri_to_iri"):
        target = source_grammar if name == "uri_to_iri" else grammar_of("rfc3986")
        stays = target._production(target.entry.start[0])
    elif many and grammar in SHIPPED and name in LEVELS:
        compiled = compiled_rules(source_grammar.name, STAYING)[name]
        stays = Production(name, lambda: load(source_grammar.name), compiled)
    return native(spans, rows, _host_answers(name, source_grammar.name), stays, needs_plain=name == "uri_to_iri")


def native(
    spans: Spans,
    rows: Rows,
    host_answers: Callable[[str], Callable[[str], str | None]],
    stays: Production | None = None,
    *,
    needs_plain: bool = False,
) -> Rewriter | None:
    """Return the kernel's rewriter by rows; `host_answers` maps the text before the "//" of a host to a converter of
    hosts. None without the kernel.

    Texts that match `stays` stay unchanged; with `needs_plain` only those without percent-encoding and A-labels.
    """
    module = kernel()
    if module is None or spans.native is None:
        return None
    starts, ids, tables, plans, names, ends, refuses = rows
    whole = tuple((*plan[:-1], str if plan[-1] is None else host_answers(plan[-1])) for plan in plans)
    recognizer = None if stays is None else stays.recognizer
    result: Rewriter = module.Rewriter(
        spans.native, starts, ids, tables, whole, names, ends, refuses, recognizer, needs_plain
    )
    return result


def _host_answers(name: str, grammar: str) -> Callable[[str], Callable[[str], str | None]]:
    """Return a function from the text before the "//" of a host to a converter of hosts, which returns None where there
    is no form.
    """
    return lambda before: lambda host: converted_host(name, grammar, before, host)


def converted_host(name: str, grammar: str, before: str, host: str) -> str | None:
    """Return the host of a reference that has nothing else after a conversion, None where it has no result. `before` is
    the scheme with its colon, or "", by which the host counts as a domain name; "iri_to_uri" converts every host, in
    whatever grammar.

    >>> converted_host("uri_to_iri", "rfc3987", "http:", "xn--r-bga")
    'r\xe9'
    """
    if name == "iri_to_uri":
        from irigrammar.processing.to_uri import ascii_host

        return ascii_host(host)
    from irigrammar.errors import ConversionError
    from irigrammar.faults.fault import NoMatch
    from irigrammar.processing.normalize import normal_host
    from irigrammar.processing.to_iri import decode_by_steps

    text, source_grammar = f"{before}//{host}/", grammar_of(grammar)
    try:
        result = (
            decode_by_steps(text, "unicode", None, source_grammar, None, None)
            if name == "uri_to_iri"
            else normal_host(source_grammar, text)
        )
        return grammar_of("rfc3987").start.split(result).host
    except (NoMatch, ConversionError):
        return None

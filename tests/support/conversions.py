"""Each public function that processes, called with a trace."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from resolution import BASE

import irigrammar
from irigrammar import ConversionError, NoMatch
from irigrammar.processing.trace import Step

__all__ = ["FUNCTIONS", "steps_of"]

FUNCTIONS: dict[str, Callable[[str, list[Step]], object]] = {
    "compare": lambda text, trace: irigrammar.compare(
        text, "http://a/é", base=f"{BASE}#f", redirects={"é": text}, ignore_fragment=True, trace=trace
    ),
    "encode": lambda text, trace: irigrammar.encode(text, "isegment", charset="windows-1258", trace=trace),
    "hostport": lambda text, trace: irigrammar.html.hostport(text, trace=trace),
    "hostspecific": lambda text, trace: irigrammar.html.hostspecific(text, trace=trace),
    "iri_to_uri": lambda text, trace: irigrammar.iri_to_uri(
        text, query_charset="latin-1", scheme_rules=True, trace=trace
    ),
    "iri_to_uri of the revision": lambda text, trace: irigrammar.iri_to_uri(
        text, grammar="iri-bis", host="percent", query_charset="latin-1", trace=trace
    ),
    "leiri_to_iri": lambda text, trace: irigrammar.leiri_to_iri(text, trace=trace),
    "link_target": lambda text, trace: irigrammar.link_target(text, BASE, "latin-1", trace=trace),
    "leiri_to_iri of the draft": lambda text, trace: irigrammar.leiri_to_iri(
        text, grammar="leiri-bis", check=False, trace=trace
    ),
    "map_component": lambda text, trace: irigrammar.map_component(text, trace=trace),
    "normalize": lambda text, trace: irigrammar.normalize(text, level="scheme", trace=trace),
    "normalize a Web Address": lambda text, trace: irigrammar.normalize(text, grammar="web-address", trace=trace),
    "path": lambda text, trace: irigrammar.html.path(text, trace=trace),
    "prepare": lambda text, trace: irigrammar.prepare(text, references="html", trace=trace),
    "prepare_list": lambda text, trace: irigrammar.prepare_list(text, references="numeric", trace=trace),
    "relativize": lambda text, trace: irigrammar.relativize(f"{BASE}#f", text, trace=trace),
    "resolve": lambda text, trace: irigrammar.resolve(f"{BASE}#f", text, strict=False, trace=trace),
    "resolve a Web Address": lambda text, trace: irigrammar.resolve(BASE, text, grammar="web-address", trace=trace),
    "split_liberal": lambda text, trace: irigrammar.split_liberal(text, trace=trace),
    "split_liberal as a URI": lambda text, trace: irigrammar.split_liberal(text, form="uri", trace=trace),
    "split_liberal of bytes": lambda text, trace: irigrammar.split_liberal(
        text.encode("latin-1", "replace"), trace=trace
    ),
    "to_ucs": lambda text, trace: irigrammar.to_ucs(text, source="typed", trace=trace),
    "to_ucs of bytes": lambda text, trace: irigrammar.to_ucs(text.encode("latin-1"), "latin-1", trace=trace),
    "uri_to_iri": lambda text, trace: irigrammar.uri_to_iri(text, trace=trace),
    "web_address_to_iri": lambda text, trace: irigrammar.web_address_to_iri(text, charset="latin-1", trace=trace),
}


def steps_of(name: str, text: str) -> list[Step]:
    """Return the steps of one conversion, those before an error too."""
    steps: list[Step] = []
    with suppress(NoMatch, ConversionError, UnicodeEncodeError):  # what latin-1 lacks is the test's own business
        FUNCTIONS[name](text, steps)
    return steps

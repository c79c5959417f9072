"""Each public function that processes, called with a trace."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial

from resolution import BASE

import irigrammar
from irigrammar import ConversionError, NoMatch, convert
from irigrammar.processing.prepare import prepare_list
from irigrammar.processing.trace import Step, Trace, call_recording

__all__ = ["NAMES", "called", "steps_of"]


_FUNCTIONS: dict[str, Callable[..., object]] = {
    "encode": partial(irigrammar.encode, rule="isegment", charset="windows-1258"),
    "hostport": irigrammar.html.hostport,
    "hostspecific": irigrammar.html.hostspecific,
    "iri_to_uri": partial(irigrammar.iri_to_uri, query_charset="latin-1", scheme_rules=True),
    "iri_to_uri of the revision": partial(
        irigrammar.iri_to_uri, grammar="iri-bis", host="percent", query_charset="latin-1"
    ),
    "leiri_to_iri": convert.leiri_to_iri,
    "link_target": partial(convert.link_target, BASE, charset="latin-1"),
    "leiri_to_iri of the draft": partial(convert.leiri_to_iri, grammar="leiri-bis", check=False),
    "map_component": convert.map_component,
    "normalize": partial(irigrammar.normalize, level="scheme"),
    "normalize a Web Address": partial(irigrammar.normalize, grammar="web-address"),
    "path": irigrammar.html.path,
    "prepare": partial(convert.prepare, references="html"),
    "prepare_list": partial(prepare_list, references="numeric"),
    "relativize": partial(irigrammar.relativize, f"{BASE}#f"),
    "resolve": partial(irigrammar.resolve, f"{BASE}#f", strict=False),
    "resolve a Web Address": partial(irigrammar.resolve, BASE, grammar="web-address"),
    "split_liberal": convert.split_liberal,
    "split_liberal as a URI": partial(convert.split_liberal, form="uri"),
    "to_ucs": partial(convert.to_ucs, source="typed"),
    "uri_to_iri": irigrammar.uri_to_iri,
    "web_address_to_iri": partial(convert.web_address_to_iri, charset="latin-1"),
}
# Those that take something else than the text.
_OTHERS: dict[str, Callable[[str], Callable[[], object]]] = {
    "compare": lambda text: partial(
        irigrammar.compare, text, "http://a/é", base=f"{BASE}#f", redirects={"é": text}, ignore_fragment=True
    ),
    "split_liberal of bytes": lambda text: partial(convert.split_liberal, text.encode("latin-1", "replace")),
    "to_ucs of bytes": lambda text: partial(convert.to_ucs, text.encode("latin-1"), "latin-1"),
}
NAMES = sorted([*_FUNCTIONS, *_OTHERS])


def called(name: str, text: str, trace: Trace) -> object:
    """Return the result of a function for a text; its steps are appended to the trace."""
    return (
        call_recording(trace, _OTHERS[name](text)) if name in _OTHERS else call_recording(trace, _FUNCTIONS[name], text)
    )


def steps_of(name: str, text: str) -> list[Step]:
    """Return the steps of one conversion, those before an error too."""
    steps: list[Step] = []
    with suppress(NoMatch, ConversionError, UnicodeEncodeError):  # what latin-1 lacks is the test's own business
        called(name, text, steps)
    return steps

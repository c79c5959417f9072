r"""Browsers read another host than the grammar.

what        A string in which the URL Standard reads a host, and the grammar reads none, or another one: after "http:"
            browsers accept any number of slashes, none included, and take "\" for "/"; before "//" they drop spaces
            and controls. Strings without a scheme are read as in a document on http.
why         A check that goes by the grammar finds no host ("the link stays on this site"), and the browser goes to
            another site. That is how open redirects get past filters.
example     ///evil.example/
            ws:/evil.example/
            ftp:evil.example
instead     //evil.example/
            ws://evil.example/
            /evil.example/
see         URL Standard, 4.4 (special authority ignore slashes state); draft-ietf-iri-3987bis-04, 7.2
"""

from __future__ import annotations

from collections.abc import Iterator

from irigrammar.advice.context import Context
from irigrammar.advice.rule import Flaw, Rule
from irigrammar.processing.browser import authority_by, authority_of, plain_authority, read_in_browser
from irigrammar.text.names import quoted


def _check(context: Context) -> Iterator[Flaw]:
    text = context.text
    if plain_authority(text) is not None:
        return
    read = read_in_browser(text)
    browsers, own = authority_of(read), authority_by(context.matcher, text)
    if read.refused is not None or browsers is None or own is None or not browsers.host or browsers.host == own.host:
        return
    at = text.find(read.authority or "")
    start, end = (at, at + len(read.authority or "")) if at >= 0 else (0, len(text))
    other = f"another than the grammar, {quoted(own.host)}" if own.host else "and the grammar none"
    yield Flaw(start, end, f"browsers read the host {quoted(browsers.host)} here, {other}")


RULE = Rule("R010", "hidden-authority", "error", "URL Standard, 4.4", __doc__ or "", _check)

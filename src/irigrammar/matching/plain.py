"""URLs that every reader reads alike, known by one automaton.

Grammars, browsers and other readers find the same scheme, host and path in them, and conversions return them unchanged.
"""

from __future__ import annotations

from irigrammar.engines.compiled import QUIET, compiled_rules
from irigrammar.engines.kernel import automaton
from irigrammar.engines.production import Production
from irigrammar.lazy import cache
from irigrammar.shipped.loader import load

TYPE_CHECKING = False  # typing costs more than a first verdict: see irigrammar.lazy
if TYPE_CHECKING:
    from irigrammar.engines.recognizer import Recognizer

_LONGEST_HOST = 253  # bytes (RFC 1035, 2.3.4)


@cache
def quiet_recognizer(rule: str, part: str = "", *, runs: bool = True) -> Recognizer:
    """Return the recognizer of a rule of `grammar/quiet.abnf`, in a part of the file, by default that of its name; for
    short texts without `runs`.
    """
    compiled = compiled_rules(QUIET, part or rule)[rule]
    walker = automaton(compiled[0], runs=runs)
    return walker or Production(rule, lambda: load("rfc5234"), compiled).recognizer


def plain_host(text: str) -> tuple[int, int] | None:
    """Return the span of the host in a URL that all readers read alike; None where that is not seen at once.

    Its scheme is special and its host a domain name in lower case; it has no user information, no port, no dot segment.

    >>> plain_host("http://example.org/a/b?c"), plain_host("http://example.org:80/"), plain_host("/a")
    ((7, 18), None, None)
    """
    if not quiet_recognizer("plain").matches(text):
        return None
    start = text.index("://") + 3
    end = min((index for index in (text.find(mark, start) for mark in "/?#") if index >= 0), default=len(text))
    return (start, end) if end - start <= _LONGEST_HOST else None


def is_plain(text: str) -> bool:
    """Return whether `plain_host` has a span for a text."""
    return quiet_recognizer("plain").matches(text) and (len(text) <= _LONGEST_HOST or plain_host(text) is not None)


def is_plain_link(base: str, text: str) -> bool:
    """Return whether all readers find the same target of a reference by a base, which RFC 3986 resolves.

    >>> is_plain_link("http://example.org/a", "../b?c"), is_plain_link("http://example.org/a", "\\\\b")
    (True, False)
    """
    return is_plain(base) and (quiet_recognizer("plain-ref").matches(text) or is_plain(text))

"""Components mapped to URI notation, as RFC 3987, 4.2, offers where its restrictions cannot be satisfied otherwise."""

from __future__ import annotations

from collections.abc import Iterable

from irigrammar.bidi.components import Component
from irigrammar.errors import ConversionError
from irigrammar.matching.matcher import Matcher
from irigrammar.processing.labels import to_ascii_label
from irigrammar.processing.percent import encode


def mended(matcher: Matcher, text: str, places: Iterable[Component]) -> str | None:
    """Return a text with some components, in order, mapped to URI notation; None where it then does not match.

    A component may come twice; it is mapped once.
    """
    made: list[str] = []
    done = 0
    for one in places:
        if one.start >= done:
            made += [text[done : one.start], to_uri_notation(text[one.start : one.end], one)]
            done = one.end
    result = "".join([*made, text[done:]])
    return result if matcher.matches(result) else None


def to_uri_notation(text: str, one: Component) -> str:
    """Return a component in ASCII (RFC 3987, 3.1): a label as its A-label where it has one, else percent-encoded.

    >>> to_uri_notation("\\u05d0b", Component("isegment", "path", 0, 2, whole=True))
    '%D7%90b'
    """
    if one.label:
        try:
            return to_ascii_label(text)
        except ConversionError:
            pass  # IDNA has restrictions of its own, and some are the same
    return encode(text, str.isascii)

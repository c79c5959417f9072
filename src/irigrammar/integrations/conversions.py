"""Conversions of one plain array of Arrow: values that a look at Arrow's memory shows to stay as they are are left as
they lie, and only the others become Python objects, each distinct one once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from irigrammar.engines.kernel import kernel
from irigrammar.errors import ConversionError, MissingExtra
from irigrammar.faults.fault import NoMatch
from irigrammar.integrations.arrow import components, octets_of, text_type, verdicts
from irigrammar.matching.grammar import grammar as grammar_of
from irigrammar.matching.matcher import Matcher
from irigrammar.processing.labels import ACE_PREFIX
from irigrammar.processing.normalize import normalize
from irigrammar.processing.to_iri import uri_to_iri
from irigrammar.processing.to_uri import iri_to_uri

try:
    import pyarrow
    import pyarrow.compute as pc
except ImportError as error:
    raise MissingExtra("a column of texts", "pyarrow", "pyarrow") from error

__all__ = ["Conversion", "to_iris", "to_normal_forms", "to_uris"]

# The types that pyarrow's functions take, and the octets that lie as they do.
_PLAIN = {
    "string": pyarrow.binary,
    "binary": pyarrow.binary,
    "large_string": pyarrow.large_binary,
    "large_binary": pyarrow.large_binary,
}


@dataclass(frozen=True, slots=True)
class Conversion:
    """A function of one text that returns another.

    `stays` tells of the texts of an array which are known to be mapped to themselves (False or null: nothing is known);
    `reference` is what a text must match at least.
    """

    one: Callable[[str], str]
    stays: Callable[[Any], Any]
    reference: Matcher

    def of(self, octets: bytes) -> str:
        """Return what octets in UTF-8 are mapped to; raise what `one` raises, `NoMatch` for what is no UTF-8."""
        try:
            return self.one(octets.decode())
        except UnicodeDecodeError:
            pass
        try:  # pandas' objects, too, come as octets
            text = octets.decode(errors="surrogatepass")
        except UnicodeDecodeError:
            raise self.reference.no_match(octets) from None
        return self.one(text)

    def apply(self, array: Any) -> Any:
        """Return an array of strings; null for a null, and for a text that is not converted."""
        kind = text_type(array.type)
        if len(array) == array.null_count:
            return pyarrow.nulls(len(array), kind)
        if str(array.type) not in _PLAIN:  # pyarrow's functions do not take views
            array = array.cast(pyarrow.large_binary())
        pending = pc.and_(array.is_valid(), pc.invert(pc.fill_null(self.stays(array), False)))
        texts = octets_of(array.filter(pending))
        if not texts and array.type == kind:
            return array
        made = dict.fromkeys(texts)
        for text in made:
            assert text is not None
            made[text] = self._or_none(text)
        return _replaced(array, pending, [made[text] for text in texts], kind)

    def _or_none(self, octets: bytes) -> bytes | None:
        try:
            return self.of(octets).encode()
        except (NoMatch, ConversionError):
            return None


def _replaced(array: Any, pending: Any, values: list[bytes | None], kind: Any) -> Any:
    """Return an array of strings with other values where they are due; all that is in it is UTF-8 then."""
    octets = _PLAIN[str(array.type)]
    made = pc.replace_with_mask(array.cast(octets()), pending, pyarrow.array(values, octets()))
    return made.view(kind)


@cache
def to_uris(host: str, query_charset: str, grammar: str) -> Conversion:
    """Return `iri_to_uri`, to which URI references are known to stay."""
    iri_to_uri("", host=host, query_charset=query_charset, grammar=grammar)  # what is wrong with them is said now
    one = partial(iri_to_uri, host=host, query_charset=query_charset, grammar=grammar)
    return Conversion(one, partial(verdicts, grammar_of("rfc3986").start), grammar_of(grammar).start)


@cache
def to_iris(host: Any, grammar: str) -> Conversion:
    """Return `uri_to_iri`, to which references without "%" and without A-labels are known to stay."""
    uri_to_iri("", host=host, grammar=grammar)
    matcher = grammar_of(grammar).start

    def stays(array: Any) -> Any:
        texts = _strings(array)
        plain = pc.invert(pc.or_(_holds(texts, "%"), _holds(pc.ascii_lower(texts), ACE_PREFIX)))
        return pc.and_(verdicts(matcher, array), plain)

    return Conversion(partial(uri_to_iri, host=host, grammar=grammar), stays, matcher)


@cache
def to_normal_forms(level: Any, grammar: str) -> Conversion:
    """Return `normalize`, to which references are known to stay, at the level of syntax, that have no "%", no "/." and
    no capital letter in the scheme and in the host.
    """
    normalize("", level=level, grammar=grammar)
    matcher = grammar_of(grammar).start
    knows = level == "syntax" and matcher.grammar.entry.prefer is None and kernel() is not None

    def stays(array: Any) -> Any:
        if not knows:
            return pyarrow.array([False] * len(array))
        texts = _strings(array)
        plain = pc.invert(pc.or_(_holds(texts, "%"), _holds(texts, "/.")))
        found = components(matcher, array)
        for name in ("scheme", "host"):
            part = found.field(name)
            plain = pc.and_(plain, pc.fill_null(pc.equal(part, pc.ascii_lower(part)), True))
        return pc.and_(found.is_valid(), plain)

    return Conversion(partial(normalize, level=level, grammar=grammar), stays, matcher)


def _strings(array: Any) -> Any:
    """Return an array as strings, which it may be none of: what is asked of them does not decode them."""
    return array.view(text_type(array.type))


def _holds(texts: Any, part: str) -> Any:
    return pc.match_substring(texts, part)

"""The comparison ladder: on which rung two references are equivalent, if on any.

RFC 3987, 5; draft-ietf-iri-3987bis-04, 5.1 to 5.3.4; RFC 3986, 6.2.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from irigrammar.errors import ConversionError
from irigrammar.matching.matcher import Matcher
from irigrammar.processing.normalize import by_scheme, by_syntax
from irigrammar.processing.reference import matchers
from irigrammar.processing.resolve import resolve
from irigrammar.processing.schemes import Schemes
from irigrammar.processing.schemes import schemes as shipped
from irigrammar.processing.to_uri import iri_to_uri
from irigrammar.processing.trace import Trace, record
from irigrammar.processing.web_address import web_address_to_iri

__all__ = ["RUNGS", "Comparison", "Rung", "compare"]

# From the bottom to the top, and what is said where none holds.
RUNGS = ("identical", "syntax", "scheme", "protocol", "different")

_SECTION = "RFC 3987, 5.3.{}"

# A URI without its fragment, and the fragment.
_Place = tuple[str, str | None]


class Rung(NamedTuple):
    """One rung that was tried: its name, its section, and the forms of both references that it compares."""

    name: str
    section: str
    first: str
    second: str

    @property
    def equal(self) -> bool:
        """Whether the forms are the same."""
        return self.first == self.second


@dataclass(frozen=True, slots=True)
class Comparison:
    """How two references compare: true when they are equivalent on some rung.

    `rung` is the first on which they are: "identical", "syntax", "scheme" or "protocol"; "different" where there is
    none. `steps` are the rungs that were tried, in order. `first` and `second` are the references as they were given.
    """

    rung: str
    steps: tuple[Rung, ...]
    first: str
    second: str

    def __bool__(self) -> bool:
        return self.rung != RUNGS[-1]


def compare(
    a: str,
    b: str,
    *,
    base: str | None = None,
    redirects: Mapping[str, str] | None = None,
    ignore_fragment: bool = False,
    grammar: str = "rfc3987",
    schemes: Schemes | None = None,
    trace: Trace = None,
) -> Comparison:
    """Return on which rung of the comparison ladder two references are equivalent (RFC 3987, 5.3).

    "identical": the same characters (5.3.1). "syntax": both mapped to URIs, hosts percent-encoded and not converted,
    are the same when unreserved characters are decoded and hexadecimal digits, case and dot segments normalized
    (5.3.2). "scheme": and with what is known of their scheme (5.3.3; see `normalize`). "protocol", only with
    `redirects` (5.3.4): of each reference to where it was seen to lead, which you take as evidence that both are one.
    A reference keeps its fragment where the redirect has none.

    `base` makes relative references absolute; without it they are identical or cannot be compared (5.1).
    `ignore_fragment` (default: no) leaves fragments out, as for what is fetched (5.1). `schemes` are those that come
    with the package by default. `trace` receives the steps of all conversions.

    Raises `NoMatch` where one is no reference of the grammar, or `base` or a redirect is not absolute, and
    `ConversionError` for different relative references without a base, and for what cannot be mapped to a URI.

    >>> compare("http://example.org/~user", "http://example.org/%7euser").rung
    'syntax'
    >>> [step.name for step in compare("HTTP://EXAMPLE.com:80", "http://example.com/").steps]
    ['identical', 'syntax', 'scheme']
    """
    reference, absolute = matchers(grammar)
    if base is not None and not absolute.matches(base):
        raise absolute.no_match(base)
    ladder = _Ladder(reference, shipped() if schemes is None else schemes, trace)
    first, second = (_without_fragment(reference, text, ignore_fragment, trace) for text in (a, b))
    if first != second:
        first, second = (_absolute(reference, text, base, trace) for text in (first, second))
    tried = [Rung(RUNGS[0], _SECTION.format(1), first, second)]
    if not tried[-1].equal:
        first, second = ladder.by_syntax(first), ladder.by_syntax(second)
        tried.append(Rung(RUNGS[1], _SECTION.format(2), first, second))
    if not tried[-1].equal:
        first, second = ladder.by_scheme(first), ladder.by_scheme(second)
        tried.append(Rung(RUNGS[2], _SECTION.format(3), first, second))
    if not tried[-1].equal and redirects is not None:
        first, second = ladder.by_redirects(first, second, redirects, base)
        tried.append(Rung(RUNGS[3], _SECTION.format(4), first, second))
    return Comparison(tried[-1].name if tried[-1].equal else RUNGS[-1], tuple(tried), a, b)


class _Ladder:
    """The forms that the rungs compare; from the second on they are URIs."""

    def __init__(self, reference: Matcher, known: Schemes, trace: Trace) -> None:
        self._reference = reference
        self._known = known
        self._trace = trace
        self._uri, _ = matchers("rfc3986")

    def by_syntax(self, text: str) -> str:
        name = self._reference.grammar.name
        if self._reference.grammar.entry.prefer is not None:
            text, name = web_address_to_iri(text, schemes=self._known, trace=self._trace), "rfc3987"
        uri = iri_to_uri(text, host="percent", grammar=name, schemes=self._known, trace=self._trace)
        return by_syntax(self._uri, uri, self._known, keep_dots=False, trace=self._trace)

    def by_scheme(self, uri: str) -> str:
        return by_scheme(self._uri, uri, self._known, trace=self._trace)

    def by_redirects(self, first: str, second: str, redirects: Mapping[str, str], base: str | None) -> tuple[str, str]:
        """Return where both lead: the same place if the ways from them meet, else the end of each."""
        leads: dict[str, list[_Place]] = {}
        for source, location in redirects.items():
            seen = _absolute(self._reference, source, base, self._trace)
            target = resolve(seen, location, grammar=self._reference.grammar.name, trace=self._trace)
            leads.setdefault(self._place(seen)[0], []).append(self._place(target))
        one, other = (self._way(uri, leads) for uri in (first, second))
        meeting = next((place for place in other if place in one), None)
        ends = (meeting, meeting) if meeting else (list(one)[-1], list(other)[-1])
        return _written(ends[0]), _written(ends[1])

    def _way(self, uri: str, leads: Mapping[str, list[_Place]]) -> dict[_Place, None]:
        """Return the places to which the redirects lead from a URI, beginning with it, in order and each once."""
        way = {self._split(uri): None}
        todo = list(way)
        for place in todo:  # grows as it is read
            for target, fragment in leads.get(place[0], ()):
                after = (target, place[1] if fragment is None else fragment)
                if after not in way:
                    record(
                        self._trace, _SECTION.format(4), _written(place), _written(after), "a redirect that was seen"
                    )
                    way[after] = None
                    todo.append(after)
        return way

    def _place(self, text: str) -> _Place:
        return self._split(self.by_scheme(self.by_syntax(text)))

    def _split(self, uri: str) -> _Place:
        """Return a URI without its fragment, and the fragment."""
        components = self._uri.split(uri)
        return str(components._replace(fragment=None)), components.fragment


def _written(place: _Place) -> str:
    uri, fragment = place
    return uri if fragment is None else f"{uri}#{fragment}"


def _without_fragment(reference: Matcher, text: str, ignore: bool, trace: Trace) -> str:
    """Return a reference, which must match, without its fragment where that is to be ignored."""
    components = reference.split(text)
    if not ignore or components.fragment is None:
        return text
    return record(trace, "RFC 3987, 5.1", text, str(components._replace(fragment=None)), "fragments are left out")


def _absolute(reference: Matcher, text: str, base: str | None, trace: Trace) -> str:
    """Return the target of a reference."""
    if base is not None:
        return resolve(base, text, grammar=reference.grammar.name, trace=trace)
    if reference.split(text).scheme is None:
        raise ConversionError(
            f"{text!r} is relative: its target, which is what is compared, needs a base (RFC 3987, 5.1)"
        )
    return text

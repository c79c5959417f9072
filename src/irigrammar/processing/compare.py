"""The comparison ladder for the equivalence of two references.

It finds the rung, if any, on which they are equivalent. RFC 3987, 5; draft-ietf-iri-3987bis-04, 5.1 to 5.3.4; RFC 3986,
6.2.
"""

# typed: unreserved: RFC 3986, 2.3
# typed: delimiters: a pattern of what may be percent-encoded before a path
from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import get_args

from irigrammar.dataclass import NamedTuple, dataclass
from irigrammar.errors import ConversionError, check_text
from irigrammar.lazy import regex
from irigrammar.matching.grammar import Grammar, grammar_of
from irigrammar.matching.parts import with_fields
from irigrammar.processing.browser import check_authority, prepare_reference, resolved_change
from irigrammar.processing.choices import AuthorityChoice, HostPolicy, Level, RungName
from irigrammar.processing.conversions import iri_to_uri, normalize, resolve, web_address_to_iri
from irigrammar.processing.host import has_host_form
from irigrammar.processing.normalize import NamePolicy, by_scheme, by_syntax
from irigrammar.processing.percent import encoded, has_triplets, small
from irigrammar.processing.reference import matchers
from irigrammar.processing.scheme_forms import align_sip_uris, unknown_namespace
from irigrammar.processing.scheme_rules.uri import scheme_of
from irigrammar.processing.schemes import Schemes
from irigrammar.processing.schemes import schemes as shipped
from irigrammar.processing.support.rewriters import LEVELS, SHIPPED, rewriter
from irigrammar.processing.to_uri import map_around_host
from irigrammar.processing.trace import Trace, call_recording, marked_trace, record, requested_trace
from irigrammar.text.choices import check_choice
from irigrammar.text.names import quoted
from irigrammar.text.normal_forms import nfc
from irigrammar.text.percent import decoded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irigrammar.engines._kernel import Rewriter

# From the bottom to the top, and the name for none of them.
RUNGS: tuple[str, ...] = (*get_args(RungName), "different")

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


class Difference(NamedTuple):
    """The first difference of two references in the forms that the last rung compares: the component, the texts there,
    and why it counts, "" where they are simply other characters.
    """

    field: str
    first: str
    second: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The result of a comparison of two references: true when they are equivalent on some rung.

    `rung` is the first on which they are: "identical", "syntax", "scheme" or "protocol"; "different" where there is
    none. `steps` are the rungs that were tried, in order. `first` and `second` are the references as they were given.
    """

    rung: str
    steps: tuple[Rung, ...]
    first: str
    second: str

    @property
    def equivalent(self) -> bool:
        """Whether the references are equivalent on a rung that was tried: on that of `compare(rung=...)`, or below."""
        return self.rung != RUNGS[-1]

    @property
    def difference(self) -> Difference | None:
        """The first difference, None for references that are equivalent.

        >>> compare("http://e/%40", "http://e/@").difference
        Difference(field='path', first='%40', second='@', why='a reserved character and its percent-encoding are not \
equivalent (RFC 3986, 2.2)')
        """
        return None if self.equivalent else _difference(self)

    @property
    def deviation(self) -> str:
        """The reason of a document against the equivalence, "" where there is none: two URNs that are equivalent only
        when unreserved characters are decoded (RFC 3986, 6.2.2.2), which RFC 8141, 3.1, forbids.

        >>> compare("urn:example:%61", "urn:example:a").deviation
        'RFC 8141, 3.1, compares URNs without decoding, so that by it they are different'
        """
        pair = (self.first, self.second)
        is_urn = self.equivalent and all(scheme_of(text) == "urn" for text in pair)
        if not is_urn or not any(map(has_triplets, pair)) or _urn_key(self.first) == _urn_key(self.second):
            return ""
        return "RFC 8141, 3.1, compares URNs without decoding, so that by it they are different"

    def __bool__(self) -> bool:
        return self.equivalent


def _urn_key(text: str) -> str:
    """Return a URN without its r-, q- and f-components, case and hyphens, which say nothing about decoding."""
    return re.split(r"\?[+=]|#", text, maxsplit=1)[0].lower().replace("-", "")


def _difference(comparison: Comparison) -> Difference:
    """Return the first difference of the forms on the last rung, with percent-encoded bytes of a character together;
    where one form ends, its part is "".
    """
    first, second = comparison.steps[-1].first, comparison.steps[-1].second
    first_units, second_units = _units(first), _units(second)
    index = next((i for i, pair in enumerate(zip(first_units, second_units, strict=False)) if pair[0] != pair[1]), None)
    index = min(len(first_units), len(second_units)) if index is None else index
    first_unit, second_unit = "".join(first_units[index : index + 1]), "".join(second_units[index : index + 1])
    place = len("".join(first_units[:index]))
    return Difference(
        _field_at(first if first_unit else second, place),
        first_unit,
        second_unit,
        _explanation(comparison, first_unit, second_unit),
    )


def _units(text: str) -> list[str]:
    """Return the pieces of a text: runs of percent-encoded bytes beyond ASCII, single encoded bytes, and characters."""
    units: list[str] = []
    for piece in encoded(text):
        units += list(piece) if isinstance(piece, str) else [piece.triplets]
    return units


def _field_at(text: str, place: int) -> str:
    """Return the component ("scheme" to "fragment") at an offset of a URI reference, "reference" where the text is
    none. A delimiter counts to the component after it, an offset beyond the end to the last component.
    """
    components = matchers("rfc3986")[0].split(text) if matchers("rfc3986")[0].matches(text) else None
    done, last = 0, "reference"
    for field, part in () if components is None else components.as_dict().items():
        if field in ("scheme", "authority", "path", "query", "fragment") and part is not None:
            done, last = text.index(part, done) + len(part), field
            if place < done:
                break
    return last


def _explanation(comparison: Comparison, first_unit: str, second_unit: str) -> str:
    """Return in words why a difference counts that may seem to mean nothing: a normalization form, the encoding of a
    reserved character, a namespace with unknown rules, or the case of letters; "" for any other difference.
    """
    if nfc(comparison.first) == nfc(comparison.second):
        return "the same text in other normalization forms, which are not applied (RFC 3987, 5.3.2.2)"
    if decoded(first_unit) == decoded(second_unit) != "":
        if grammar_of("rfc3986")["unreserved"].matches(decoded(first_unit)):
            return "text fragments are divided before they are decoded (URL Fragment Text Directives, 3.2)"
        return "a reserved character and its percent-encoding are not equivalent (RFC 3986, 2.2)"
    namespace = unknown_namespace(comparison.steps[-1].first, comparison.steps[-1].second)
    if namespace:
        return f"the rules of the namespace {namespace} are not known: by its document both may be equivalent"
    if (
        first_unit
        and second_unit
        and first_unit != second_unit
        and small(first_unit) == small(second_unit)
        and not has_triplets(first_unit)
    ):
        return "the case of letters counts here (RFC 3986, 6.2.2.1)"
    return ""


def compare(
    a: str,
    b: str,
    /,
    *,
    rung: RungName | None = None,
    base: str | None = None,
    redirects: Mapping[str, str] | None = None,
    ignore_fragment: bool = False,
    host: HostPolicy = "idna",
    std3: bool | None = None,
    allow_unassigned: bool | None = None,
    grammar: str | Grammar = "rfc3987",
    authority: AuthorityChoice = "refuse",
    schemes: Schemes | None = None,
) -> Comparison:
    """Return on which rung of the comparison ladder two references are equivalent (RFC 3987, 5.3).

    "identical": the same characters (5.3.1). "syntax": both mapped to URIs, hosts percent-encoded and not converted,
    are the same when unreserved characters are decoded and hexadecimal digits, case and dot segments normalized
    (5.3.2). "scheme": and with what is known of their scheme (5.3.3; see `normalize`), without what its document
    ignores: r-, q- and f-components of URNs, parameters that only one of two SIP URIs has. "protocol", only with
    `redirects` (5.3.4): from each reference to its observed target, taken as evidence that both are equivalent. A
    reference keeps its fragment where the redirect has none.

    `rung` asks one question (5.1): no rung above it is tried, and what is equivalent on one below is so on it, too.
    "protocol" needs `redirects`. Without a `rung` (the default), all are tried, the last one if there are `redirects`.

    `base` makes relative references absolute; without it they are identical or cannot be compared (5.1). What has a
    scheme is compared so, whatever the base, except for a Web Address whose host browsers find in the base.
    `ignore_fragment` (default: no) leaves fragments out, as for what is fetched (5.1). `host`, `std3` and
    `allow_unassigned` say how domain names are compared on the rung "scheme" (see `normalize`). `schemes` are those
    that come with the package by default.

    The steps of `traced` say in `of` which text they are of: "first", "second", "base" or "redirect".

    With `web-address`, `authority` chooses how to handle references in which browsers read an authority and the grammar
    does not, as in `web_address_to_iri` and `resolve`: "refuse" (the default) raises, "browser" and "grammar" choose.

    Raises `NoMatch` where one is not a reference of the grammar, or `base` or a redirect is not absolute, and
    `ConversionError` for different relative references without a base, and for what cannot be mapped to a URI;
    `ValueError` for an unknown choice, and for the rung "protocol" without redirects.

    >>> compare("http://example.org/~user", "http://example.org/%7euser").rung
    'syntax'
    >>> [step.name for step in compare("HTTP://EXAMPLE.com:80", "http://example.com/").steps]
    ['identical', 'syntax', 'scheme']
    >>> compare("http://example.org/~user", "http://example.org/%7euser", rung="identical").equivalent
    False
    """
    trace = requested_trace()
    check_text(a)
    check_text(b)
    check_authority(authority)
    check_choice("rung", rung or RUNGS[0], RUNGS[:-1])
    if rung == RUNGS[-2] and redirects is None:
        raise ValueError(f"the rung {rung!r} needs redirects")
    last = RUNGS.index(rung or RUNGS[-2])
    known = shipped() if schemes is None else schemes
    names = NamePolicy.of(host, std3, allow_unassigned, grammar)
    ladder = _Ladder(grammar, base, known, names, trace, authority, ignore_fragment)
    pair = _each(ladder.reference_text, (a, b))
    if pair[0] != pair[1]:
        pair = _each(ladder.absolute, pair)
    forms = [pair]
    for form in (ladder.by_syntax, ladder.by_scheme)[:last]:
        if forms[-1][0] != forms[-1][1]:
            forms.append(_each(form, pair))
    if len(forms) == RUNGS.index("scheme") + 1:
        forms[-1] = align_sip_uris(*forms[-1])
    if forms[-1][0] != forms[-1][1] and redirects is not None and last == RUNGS.index(RUNGS[-2]):
        forms.append(ladder.by_redirects(pair, redirects))
    forms = [pair, *((_with_hosts(first), _with_hosts(second)) for first, second in forms[1:])]
    rungs = tuple(Rung(RUNGS[index], _SECTION.format(index + 1), *form) for index, form in enumerate(forms))
    return Comparison(rungs[-1].name if rungs[-1].equal else RUNGS[-1], rungs, a, b)


def canonical_key(s: str, /, *, level: Level = "scheme", grammar: str | Grammar = "rfc3987") -> bytes:
    """Return bytes that are equal for references that `compare` calls equivalent at a level (RFC 3987, 5.3).

    They are UTF-8 of a normal form, by default that of what is known of schemes, which has the characters of an IRI
    where they mean the same, and lacks what is ignored in comparisons; for sets and tables of many references. One
    thing is left to `compare`: parameters that only one of two SIP URIs has, whose being ignored depends on the pair.
    Raises what `normalize` and `compare` raise.

    >>> len({canonical_key(text) for text in ("HTTP://h:80", "http://h/", "http://H:/.")})
    1
    """
    return canonical_text(s, level=level, grammar=grammar).encode()


def canonical_text(s: str, /, *, level: Level = "scheme", grammar: str | Grammar = "rfc3987") -> str:
    """Return the text of `canonical_key`, whose parameters and errors these are.

    >>> canonical_text("HTTP://XN--R-BGA/%7e")
    'http://r\xe9/~'
    """
    check_text(s)
    has_kernel_key = s.isascii() and re.search(beyond_kernel(grammar), s) is None
    kernel = key_rewriter(level, grammar) if has_kernel_key else None
    if kernel is not None and (text := kernel.text(s)) is not NotImplemented:
        return str(text)
    check_choice("level", level, get_args(Level))
    ladder = _Ladder(grammar, None, shipped(), NamePolicy.of("idna", None, None, grammar), None)
    form = ladder.by_syntax if level == RUNGS[1] else ladder.by_scheme
    return _with_hosts(normalize(form(ladder.reference_text(s, "first"), "first"), level=level))


def beyond_kernel(grammar: str | Grammar) -> str:
    """Return the pattern of texts in ASCII of which the kernel does not make keys: percent-encoding before a path, by
    a grammar of the user's own anywhere.
    """
    return "^[^/?#]*//[^/?#]*%" if grammar in SHIPPED else "%"


def key_rewriter(level: str, grammar: str | Grammar, many: bool = False) -> Rewriter | None:
    """Return the kernel's rewriter that makes keys of ASCII, except of texts that `beyond_kernel` matches: their normal
    forms as IRIs. None where there is none.
    """
    return rewriter(level, "rfc3987" if grammar in SHIPPED else grammar, many) if level in LEVELS else None


_Pair = tuple[str, str]


def _each(function: Callable[[str, str], str], pair: _Pair) -> _Pair:
    """Return the results of a function for two texts; its second argument is "first" or "second"."""
    return function(pair[0], "first"), function(pair[1], "second")


@dataclass()
class _Ladder:
    """The forms that the rungs compare; from the second on they are URIs, and each is made once.

    The methods take a reference and what it is in the trace ("first", "second", "redirect").
    """

    grammar: str | Grammar
    base: str | None
    known: Schemes
    names: NamePolicy
    trace: Trace
    authority: AuthorityChoice = "refuse"
    ignore_fragment: bool = False

    def __post_init__(self) -> None:
        """Prepare the matchers, and remove the fragment of the base, which is a recorded step. Raises `NoMatch` for a
        base that is not absolute.
        """
        self._reference, absolute = matchers(self.grammar)
        self._uri, _ = matchers("rfc3986")
        self._forms: dict[tuple[str, str], str] = {}  # by rung and text
        if self.base is not None and (components := absolute.split(self.base)).fragment is not None:
            with marked_trace(self.trace, "base") as steps:
                without = str(with_fields(components, fragment=None))
                self.base = record(steps, "RFC 3986, 5.1", self.base, without, "a base has no fragment")

    def reference_text(self, text: str, of: str) -> str:
        """Return a reference, without its fragment if fragments are ignored; steps are recorded as those of `of`.
        Raises `NoMatch` for a text that is none, and `ConversionError` for a Web Address whose authority is refused.
        """
        with marked_trace(self.trace, of) as steps:
            text = prepare_reference(text, self._reference, self.authority, steps)
        components = self._reference.split(text)
        if not self.ignore_fragment or components.fragment is None:
            return text
        with marked_trace(self.trace, of) as steps:
            without = str(with_fields(components, fragment=None))
            return record(steps, "RFC 3987, 5.1", text, without, "ignore the fragments")

    def absolute(self, text: str, of: str) -> str:
        """Return the target of a reference without a scheme; a reference with one is returned unchanged, except for a
        Web Address whose host browsers find in the base. Raises `ConversionError` for a relative reference without a
        base.
        """
        return self._target(self.base, text, of)

    def _target(self, base: str | None, text: str, of: str) -> str:
        """Return a reference resolved against the base, itself if it has a scheme and browsers do not read it as
        relative; its steps are recorded as those of `of`. Raises `ConversionError` for a relative reference without a
        base.
        """
        if self._reference.split(text).scheme is not None and not self._is_relative_in_browsers(base, text):
            return text
        if base is None:
            subject = f"{quoted(text)} is relative"
            raise ConversionError(f"{subject}: to compare its target, give a base (RFC 3987, 5.1)")
        with marked_trace(self.trace, of) as steps:
            return call_recording(steps, resolve, base, text, grammar=self.grammar, authority=self.authority)

    def _is_relative_in_browsers(self, base: str | None, text: str) -> bool:
        """Return whether browsers find the host of a Web Address with a scheme in the base (URL Standard, 4.4)."""
        if base is None or self._reference.grammar.entry.prefer is None or self.authority == "grammar":
            return False
        return resolved_change(base, text, text) is not None

    def by_syntax(self, text: str, of: str) -> str:
        """Return the form of a text on the rung "syntax", remembered by text; the steps, recorded only the first time,
        are those of `of`. Raises `ConversionError` for a text without a URI.
        """
        if (RUNGS[1], text) not in self._forms:
            with marked_trace(self.trace, of) as steps:
                self._forms[RUNGS[1], text] = self._syntax(text, steps)
        return self._forms[RUNGS[1], text]

    def _syntax(self, text: str, steps: Trace) -> str:
        """Return the syntax-based normal form of a text's URI (RFC 3987, 5.3.2); Web Addresses are converted to IRIs
        first. The steps are recorded. Raises `ConversionError` for a text without a URI.
        """
        grammar = self.grammar
        if self._reference.grammar.entry.prefer is not None:
            text = call_recording(steps, web_address_to_iri, text, authority=self.authority, grammar=grammar)
            grammar = "rfc3987"
        uri = self._uri_of(text, grammar, steps)
        form = self._in_kernel("syntax", uri, steps)
        return by_syntax(self._uri, uri, self.known, keep_dots=False, trace=steps) if form is None else form

    def _uri_of(self, text: str, source: str | Grammar, steps: Trace) -> str:
        """Return the URI of a reference; a host that has no form in URIs is replaced by an IP literal that stands for
        its normal form. Raises `ConversionError` for a text without a URI.
        """
        if "[" in text or rewriter("percent", source) is None:  # the kernel reads no other hosts
            (reference, _), grammar = matchers(source), grammar_of(source)
            host = reference.split(text).host
            if host is not None and (_is_stand_in(host) or not has_host_form(host, grammar, self._uri.grammar)):
                normal = reference.split(by_syntax(reference, text, self.known)).host or ""
                return map_around_host(text, _stand_in(normal), grammar, self.known, steps)
        return call_recording(steps, iri_to_uri, text, host="percent", grammar=source, schemes=self.known)

    def _in_kernel(self, level: Level, uri: str, steps: Trace) -> str | None:
        """Return the normal form of a URI by the kernel, None where a trace or own schemes are asked for, or the kernel
        has no answer.
        """
        kernel = rewriter(level, "rfc3986") if steps is None and self.known is shipped() else None
        form = NotImplemented if kernel is None else kernel.text(uri)
        return form if isinstance(form, str) else None

    def by_scheme(self, text: str, of: str) -> str:
        """Return the form of a text on the rung "scheme", made from its form by syntax and remembered by text; the
        steps, recorded only the first time, are those of `of`. Raises `ConversionError` for a text without a URI.
        """
        if (RUNGS[2], text) not in self._forms:
            uri = self.by_syntax(text, of)
            with marked_trace(self.trace, of) as steps:
                form = self._in_kernel("scheme", uri, steps) if self.names == NamePolicy() else None
                if form is None:
                    form = by_scheme(self._uri, uri, self.known, self.names, comparing=True, trace=steps)
                self._forms[RUNGS[2], text] = form
        return self._forms[RUNGS[2], text]

    def by_redirects(self, pair: _Pair, redirects: Mapping[str, str]) -> _Pair:
        """Return the forms to which the redirects lead from two references: twice the same if the ways from them meet,
        else the end of each. Steps of the redirects are recorded as those of "redirect". Raises `NoMatch` for one that
        is not a reference, and `ConversionError` as `absolute` does.
        """
        leads: dict[str, list[_Place]] = {}
        for source, location in redirects.items():
            absolute_source = self.absolute(source, "redirect")
            target = self._target(absolute_source, self.reference_text(location, "redirect"), "redirect")
            leads.setdefault(self._place(absolute_source, "redirect")[0], []).append(self._place(target, "redirect"))
        first_way, second_way = self._way(pair[0], "first", leads), self._way(pair[1], "second", leads)
        meeting = next((place for place in second_way if place in first_way), None)
        ends = (meeting, meeting) if meeting else (list(first_way)[-1], list(second_way)[-1])
        return _text_of(ends[0]), _text_of(ends[1])

    def _way(self, text: str, of: str, leads: Mapping[str, list[_Place]]) -> dict[_Place, None]:
        """Return the places to which the redirects lead from a reference, beginning with it, in order and each once.
        Each redirect that is followed is recorded as a step of `of`.
        """
        way = {self._place(text, of): None}
        todo = list(way)
        with marked_trace(self.trace, of) as steps:
            for place in todo:  # grows during the loop
                for target, fragment in leads.get(place[0], ()):
                    after = (target, place[1] if fragment is None else fragment)
                    if after not in way:
                        note = "follow an observed redirect"
                        record(steps, _SECTION.format(4), _text_of(place), _text_of(after), note)
                        way[after] = None
                        todo.append(after)
        return way

    def _place(self, text: str, of: str) -> _Place:
        """Return the form of a reference on the rung "scheme" without its fragment, and the fragment, None if it has
        none.
        """
        uri = self.by_scheme(text, of)
        components = self._uri.split(uri)
        return str(with_fields(components, fragment=None)), components.fragment


# A host that URIs have no form for, while it is compared: its UTF-8, as an address of a future version.
_STAND_IN = regex(r"\[vffff\.(.*?)\]", re.IGNORECASE)


def _stand_in(host: str) -> str:
    return f"[vffff.{host.encode().hex()}]"


def _is_stand_in(host: str) -> bool:
    return _STAND_IN.fullmatch(host) is not None


def _with_hosts(form: str) -> str:
    """Return a form with each IP literal that stands for a host without URI form replaced by that host."""
    if "[" not in form:
        return form
    return _STAND_IN.sub(lambda match: bytes.fromhex(match[1]).decode(), form)


def _text_of(place: _Place) -> str:
    uri, fragment = place
    return uri if fragment is None else f"{uri}#{fragment}"

"""IRIs to URIs.

RFC 3987, 3.1; draft-ietf-iri-3987bis-04, 3.1 to 3.6; draft-weber-iri-guidelines-00, 7.1.
"""

# typed: IP-literal: what no other host may become
from __future__ import annotations

from functools import cache, lru_cache
from typing import get_args

from irigrammar.dataclass import NamedTuple, dataclass
from irigrammar.errors import ConversionError, GrammarError
from irigrammar.matching.authority import authority_change
from irigrammar.matching.grammar import Grammar, grammar_of
from irigrammar.matching.matcher import Matcher
from irigrammar.processing.characters import productions
from irigrammar.processing.choices import CharsetErrors, HostPolicy
from irigrammar.processing.deviations import DeviationNote, Deviations
from irigrammar.processing.host import check_host_form, chosen_flags, follows_revision, host_policy, host_to_ascii
from irigrammar.processing.labels import ToAsciiFlags
from irigrammar.processing.percent import Encoding, outside
from irigrammar.processing.rewrite import map_components
from irigrammar.processing.scheme_forms import mail_domains
from irigrammar.processing.scheme_rules.check import check_scheme
from irigrammar.processing.schemes import Schemes
from irigrammar.processing.schemes import schemes as shipped
from irigrammar.processing.trace import Step, Trace, record
from irigrammar.processing.ucs import charset_name, encode_in_charset, is_web_name
from irigrammar.text.choices import check_choice
from irigrammar.text.names import quoted

_BIS = "draft-ietf-iri-3987bis-04"


class _Sections(NamedTuple):
    """The names of the parts of the conversion in a document; None for a part that it does not have."""

    ucs: str = "RFC 3987, 3.1, step 1"
    parse: str | None = None
    general: str = "RFC 3987, 3.1, step 2"
    host: str = "RFC 3987, 3.1"
    query: str | None = None
    whole: str = "RFC 3987, 3.1"
    rules: str = "RFC 3987, 3.1"


_RFC_SECTIONS = _Sections()
_BIS_SECTIONS = _Sections(*(f"{_BIS}, {place}" for place in ("3.1", "3.2", "3.3", "3.4", "3.5", "3.6", "6.4")))

_URI_REFERENCE = grammar_of("rfc3986").start

_AS_BYTES = "each byte of UTF-8 as %HH"


def ascii_host(host: str) -> str | None:
    """Return a domain name in ASCII, None where it has none, or would be another kind of host.

    >>> ascii_host("r\xe9sum\xe9.org"), ascii_host("\u2603")
    ('xn--rsum-bpad.org', None)
    """
    uri = grammar_of("rfc3986")
    try:
        ascii_host = host_to_ascii(host, "idna")
    except ConversionError:
        return None
    return ascii_host if uri["host"].matches(ascii_host) and not uri["IP-literal"].matches(ascii_host) else None


def map_by_steps(
    s: str,
    host: HostPolicy,
    std3: bool | None,
    allow_unassigned: bool | None,
    query_charset: str,
    errors: CharsetErrors,
    grammar: str | Grammar,
    schemes: Schemes | None,
    trace: Trace,
    *,
    scheme_rules: bool,
) -> str:
    """Return the result of `iri_to_uri`, whose parameters these are. Records its steps in the trace, and raises the
    errors of `iri_to_uri`.
    """
    if not (std3 is None and allow_unassigned is None):
        chosen_flags(host, std3, allow_unassigned)
    if not (host == "idna" and query_charset == "utf-8" and errors == "strict" and grammar == "rfc3987"):
        _check_parameters(host, query_charset, errors, grammar)  # which the defaults do not need
    if trace is None and not scheme_rules and _URI_REFERENCE.matches(s):
        return s
    source = grammar_of(grammar)
    known = shipped() if schemes is None else schemes
    flags = chosen_flags(host, std3, allow_unassigned, source) if host == "idna2003" else None
    mapping = _Mapping(source, host, flags, query_charset, errors, known, trace)
    result = mapping.map(s)
    if scheme_rules:
        _check_scheme(s, result, source, known, mapping.sections.rules, trace)
    return result


def map_around_host(s: str, host: str, grammar: Grammar, known: Schemes, trace: Trace) -> str:
    """Return the URI reference of an IRI reference with another host, which is a host of URIs.

    >>> map_around_host("http://h/\xe9", "[v0.0]", grammar_of("rfc3987"), shipped(), None)
    'http://[v0.0]/%C3%A9'
    """
    return _Mapping(grammar, "percent", None, "utf-8", "strict", known, trace, host).map(s)


@lru_cache(maxsize=64)
def _check_parameters(policy: str, charset: str, errors: str, grammar: str | Grammar) -> None:
    """Raise the errors of `iri_to_uri` for unknown parameters: `ValueError`, `ConversionError` for a charset,
    `GrammarError` for a grammar without components, or one of Web Addresses.
    """
    host_policy(None, policy)
    check_choice("errors", errors, get_args(CharsetErrors))
    charset_name(charset)
    source_grammar = grammar_of(grammar)
    if not source_grammar.entry.components:
        raise GrammarError(f"references of the grammar {source_grammar.name} cannot be mapped to URIs")
    if source_grammar.entry.prefer is not None:
        raise GrammarError(f"{source_grammar.name} has separators of its own; convert its references to IRIs first")


@dataclass()
class _Mapping:
    """One conversion: the components mapped so far, and their steps by the document's section; `other_host` is written
    in place of the host.
    """

    source: Grammar
    policy: str
    flags: ToAsciiFlags | None
    charset: str
    errors: CharsetErrors
    known: Schemes
    trace: Trace
    other_host: str | None = None

    def __post_init__(self) -> None:
        """Choose the sections of the grammar's document, and begin the lists of steps, None without a trace."""
        self.is_bis = follows_revision(self.source)
        self.sections = _BIS_SECTIONS if self.is_bis else _RFC_SECTIONS
        self.mapped: dict[str, str] = {}
        self.general, self.host, self.query = (None if self.trace is None else list[Step]() for _ in range(3))

    def map(self, s: str) -> str:
        """Return the URI reference of a reference, itself if it is already one and no other host is asked for; record
        the steps. Raises `NoMatch` for a text that does not match, `ConversionError` for a host or component without
        URI form.
        """
        if self.other_host is None and _URI_REFERENCE.matches(s):
            note: str | DeviationNote = "already a URI reference"
            if self.trace is not None and not self.source.start.matches(s):
                note = Deviations.URI_REFERENCE.note(grammar=self.source.name)
            return record(self.trace, self.sections.whole, s, s, note)
        components = self.source.start.split(s)
        if self.other_host is None:
            check_host_form(components.host, self.source, _URI_REFERENCE.grammar)
        result = str(map_components(components, self._part))
        _check_components(result, self.mapped)
        if self.mapped.get("scheme", "").lower() == "file" and (
            change := authority_change(s, result, self.source.start)
        ):
            raise ConversionError(f"{quoted(result)} would have another authority: {change}")  # as of a drive letter
        self._record_steps(s, result)
        return result

    def _part(self, field: str, text: str) -> str:
        """Return one component mapped to URI characters, and keep it in `mapped`; its steps are recorded."""
        match field:
            case "host":
                part = self.other_host or self._host(text)
            case "path" if self.mapped.get("scheme", "").lower() == "mailto":  # domain names in ASCII (RFC 6068, 2)
                part = self._encoded(field, mail_domains(text, self._mail_domain))
            case "query":
                part = self._encoded(field, self._in_charset(text))
            case _:
                part = self._encoded(field, text)
        self.mapped[field] = part
        return part

    def _encoded(self, field: str, text: str) -> str:
        """Return a component percent-encoded as UTF-8 where URIs need it, and record the step if it changed."""
        encoded = _encode(text, _URI_REFERENCE.grammar, field)
        if encoded != text:
            note: str | DeviationNote = f"{field}: {_AS_BYTES}"
            if "#" in text:
                note = Deviations.NUMBER_SIGN.note(field=field, grammar=self.source.name)
            record(self.general, self.sections.general, text, encoded, note)
        return encoded

    def _host(self, text: str) -> str:
        """Return a host as its scheme's policy writes it (RFC 3987, 3.1, step 2; draft-ietf-iri-3987bis-04, 3.4).
        Raises `ConversionError` where it would become an IP literal, or another one, and for a host that IDNA refuses.
        """
        mapped_host = self._host_by_policy(text)
        literal = grammar_of("rfc3986")["IP-literal"].matches
        if mapped_host != text and (literal(mapped_host) or literal(text)):
            raise ConversionError(f"the host {quoted(text)} would become {quoted(mapped_host)}, another kind of host")
        return mapped_host

    def _host_by_policy(self, text: str) -> str:
        """Return a host in ASCII by the policy of its scheme, and record the steps. Raises `ConversionError` for a host
        that IDNA refuses.
        """
        iri_host = _encode(text, grammar_of("rfc3987"), "host")
        if iri_host != text:
            note = f"host: {_AS_BYTES} for what no IRI has there"
            record(self.general, self.sections.general, text, iri_host, note)
        policy = host_policy(self.mapped.get("scheme"), self.policy, self.known)
        if policy != "percent":
            return host_to_ascii(iri_host, policy, flags=self.flags, section=self.sections.host, trace=self.host)
        ascii_host = host_to_ascii(iri_host, policy)
        if ascii_host != iri_host:
            section = self.sections.host if self.is_bis else self.sections.general
            record(self.host, section, iri_host, ascii_host, self._percent_note())
        return ascii_host

    def _mail_domain(self, text: str) -> str:
        """Return the domain of an e-mail address in ASCII, which RFC 6068, 2, prefers; unchanged if IDNA refuses it, or
        by the policy "percent".
        """
        policy = host_policy(None, self.policy, self.known)
        if text.isascii() or policy == "percent":
            return text
        try:
            return host_to_ascii(text, policy, flags=self.flags, section="RFC 6068, 2", trace=self.host)
        except ConversionError:
            return text

    def _percent_note(self) -> str | DeviationNote:
        """Return the note for a host that is percent-encoded, because of the policy or the scheme; a deviation only by
        the revision.
        """
        if self.policy == "percent":
            return Deviations.HOST_PERCENT.note() if self.is_bis else f"host: {_AS_BYTES}"
        note = Deviations.HOST_NO_NAME.note(scheme=self.mapped["scheme"])
        return note if self.is_bis else note.note

    def _in_charset(self, text: str) -> str:
        """Return a query with characters outside ASCII percent-encoded in the document's charset, and record the step;
        unchanged in UTF-8, and where its scheme has no such queries (draft-ietf-iri-3987bis-04, 3.5). Raises
        `ConversionError` as `encode_in_charset` does.
        """
        if text.isascii() or charset_name(self.charset) == "utf-8":
            return text
        section = self.sections.query or f"{_BIS}, 3.5"
        name = self.mapped.get("scheme")
        scheme = self.known.find(name)
        if scheme is None or not scheme.document_charset:
            in_utf8 = f"queries of {name} are always in UTF-8"
            note = "no scheme, so in UTF-8; resolve the reference first" if name is None else in_utf8
            return record(self.query, section, text, text, note)
        departs = Deviations.QUERY_CHARSET.note(charset=self.charset)
        encoded = encode_in_charset(text, self.charset, self.errors, web=is_web_name(self.charset))
        why = f"query: each byte of {self.charset} as %HH" if self.is_bis else departs
        return record(self.query, section, text, encoded, why)

    def _record_steps(self, s: str, result: str) -> None:
        """Append the steps to the trace, if there is one, in the order of the document: before the parts, each part,
        and the result.
        """
        if self.trace is None:
            return
        sections = self.sections
        record(self.trace, sections.ucs, s, s, "already Unicode, so it is not normalized")
        if sections.parse is not None:
            record(self.trace, sections.parse, s, s, f"components: {', '.join(self.mapped)}")
        buckets = (self.general, self.host, self.query) if self.is_bis else (self.host, self.query, self.general)
        for bucket in buckets:
            self.trace += bucket or ()
        record(self.trace, sections.whole, s, result, "put the components back together")


def _encode(text: str, grammar: Grammar, field: str) -> str:
    """Return a component with the characters percent-encoded that a grammar does not allow in it; triplets stay.

    A component that the grammar allows as a whole stays. The others are sequences of characters, which are checked one
    by one; a scheme or an IP literal has places that differ.
    """
    if any(production.matches(text) for production in _productions(grammar, field)):
        return text
    return outside(text, _table(grammar, field).encode)


@cache
def _table(grammar: Grammar, field: str) -> Encoding:
    """Return a function that encodes the characters that no production of a component allows."""
    return Encoding(lambda char: any(production.matches(char) for production in _productions(grammar, field)))


@cache
def _productions(grammar: Grammar, field: str) -> tuple[Matcher, ...]:
    return tuple(grammar[name] for name, kind in productions(grammar).items() if kind == field)


def _check_components(result: str, components: dict[str, str]) -> None:
    """Raise `ConversionError` if a result would not be read as the components that it was made of. `components` has
    their texts by field, without those that are absent.
    """
    uri = _URI_REFERENCE
    if not uri.matches(result):
        raise ConversionError(f"it has no URI reference: {uri._no_match(result)}")
    split = uri.split(result).as_dict()
    for field in productions(uri.grammar).values():
        if (text := split[field]) != components.get(field):
            raise ConversionError(
                f"the URI reference would have a different {field}: {quoted(text)}, not {quoted(components.get(field))}"
            )


def _check_scheme(s: str, result: str, source: Grammar, known: Schemes, section: str, trace: Trace) -> None:
    """Raise `ConversionError` for the first error by the rules of the scheme, those of the generic grammar aside; other
    findings, and whether the syntax is known, are steps of the trace.
    """
    scheme_check = check_scheme(s, grammar=source, schemes=known)
    errors = [finding for finding in scheme_check.errors if finding is not scheme_check.generic]
    if errors:
        first = errors[0]
        raise ConversionError(f"{first.message} ({first.code}; {first.section})", findings=scheme_check.findings)
    for finding in scheme_check.findings:
        record(trace, section, result, result, f"{finding.message} ({finding.code}; {finding.section})")
    if scheme_check.rule is None:
        whose = "a reference without a scheme" if scheme_check.scheme is None else f"the scheme {scheme_check.scheme}"
        record(trace, section, result, result, f"not checked: no known syntax for {whose}")
    else:
        record(trace, section, result, result, f"matches {scheme_check.rule} of the scheme {scheme_check.scheme}")

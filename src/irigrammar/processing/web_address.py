"""Web Addresses to IRIs.

draft-ietf-iri-3987bis-04, 7.2; opaque paths by 3.2; draft-weber-iri-guidelines-00, 7.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import get_args

from irigrammar.errors import ConversionError, GrammarError
from irigrammar.matching.authority import authority_change, authority_of, plain_authority, read_in_browser
from irigrammar.matching.grammar import Grammar
from irigrammar.matching.matcher import Matcher
from irigrammar.matching.parts import Components, components_of
from irigrammar.processing.browser import check_authority, chosen_form, has_hidden_authority, record_browser_difference
from irigrammar.processing.characters import characters, productions
from irigrammar.processing.choices import AuthorityChoice, CharsetErrors
from irigrammar.processing.deviations import Deviations
from irigrammar.processing.host import check_host_form
from irigrammar.processing.percent import encode_strays
from irigrammar.processing.reference import keeps_path, matchers
from irigrammar.processing.rewrite import parts
from irigrammar.processing.schemes import Schemes
from irigrammar.processing.schemes import schemes as shipped
from irigrammar.processing.support.refused import BIS, encode_refused, require_iri_reference, source, target
from irigrammar.processing.trace import Trace, record
from irigrammar.processing.ucs import charset_name, encode_in_charset
from irigrammar.text.choices import check_choice
from irigrammar.text.names import quoted

_SECTION = f"{BIS}, 7.2"

# The component (None for punctuation) and the text of each piece.
Pieces = list[tuple[str | None, str]]


def web_address_by_steps(
    s: str,
    charset: str,
    errors: CharsetErrors,
    authority: AuthorityChoice,
    grammar: str | Grammar,
    schemes: Schemes | None,
    trace: Trace,
) -> str:
    """Return the result of `web_address_to_iri`, whose parameters these are, and record its steps in the trace. Raises
    `ConversionError` where browsers would read another authority, and the other errors of `web_address_to_iri`.
    """
    check_authority(authority)
    check_choice("errors", errors, get_args(CharsetErrors))
    start, _ = matchers(grammar)
    if start.grammar.entry.prefer is None:
        raise GrammarError(f"{start.grammar.name} is not a grammar of Web Addresses; choose web-address")
    text = _strip_space(s, start, trace)
    convert = partial(_iri_by_draft, start=start, charset=charset, errors=errors, schemes=schemes, trace=trace)
    iri = convert(text)
    if iri == s:
        return iri
    if authority == "grammar":
        return record_browser_difference(s, iri, trace)
    if (change := authority_change(s, iri, start)) is None and plain_authority(s) is not None:
        return iri
    if has_hidden_authority(text, start):
        iri = convert(chosen_form(s, authority, trace))
        before, after = (authority_of(read_in_browser(text)) for text in (s, iri))
        change = None if before == after else f'the URL Standard reads "{before}" before and "{after}" afterwards'
    if change is not None:
        raise ConversionError(f"{quoted(iri)} would have a different authority from {quoted(s)}: {change}")
    return iri


def _iri_by_draft(
    text: str, start: Matcher, charset: str, errors: CharsetErrors, schemes: Schemes | None, trace: Trace
) -> str:
    """Return the IRI-reference of a Web Address by steps 3 to 5 and the charset, each recorded. Raises
    `ConversionError` where the result is no IRI-reference, or has other components, and as `_pieces` and
    `encode_in_charset` do; `NoMatch` for a text that is neither a Web Address nor an IRI-reference.
    """
    pieces = _pieces(text, start, trace)
    encoded = _map_pieces(pieces, partial(encode_refused, section=f"{_SECTION}, step 3", trace=trace))
    pieces = _record_pieces(
        pieces, encoded, f"{_SECTION}, step 3", "percent-encode what IRIs do not allow there", trace
    )
    whole = _map_pieces(pieces, lambda text, _: encode_strays(text))
    pieces = _record_pieces(
        pieces, whole, f"{_SECTION}, step 4", 'turn each "%" without two hexadecimal digits into "%25"', trace
    )
    if charset_name(charset, web=True) != "utf-8":
        known = (shipped() if schemes is None else schemes).find(dict(pieces).get("scheme"))
        takes = known is not None and known.document_charset
        note = f"encode the query in {charset}" if takes else "encode the query in UTF-8"
        charset_pieces = _map_pieces(pieces, partial(_in_charset, charset=charset, errors=errors)) if takes else pieces
        pieces = _record_pieces(pieces, charset_pieces, f"{BIS}, 3.5", note, trace)
    iri = require_iri_reference(_join(pieces))
    split = target().split(iri).as_dict()
    fields = dict(pieces)
    if any(split[field] != fields.get(field) for field in productions(start.grammar).values()):
        raise ConversionError(f"{quoted(iri)} would have different components from {quoted(text)}")
    return iri


def _strip_space(s: str, start: Matcher, trace: Trace) -> str:
    """Return a string without spaces, tabs and line breaks at its ends, and without TAB, CR and LF anywhere (steps 1
    and 2), and record both steps.
    """
    without_ends = s.strip("".join(characters("trimmed")))
    note = "trim spaces, tabs and line breaks (the draft swaps the code points of CR and LF)"
    record(trace, f"{_SECTION}, step 1", s, without_ends, note)
    plain_text = without_ends.translate(dict.fromkeys(map(ord, characters("stripped"))))
    if trace is not None:
        departs = Deviations.STRIPPED.note().more(_host_changes(without_ends, plain_text, start))
        record(trace, f"{_SECTION}, step 2", without_ends, plain_text, departs)
    return plain_text


def _host_changes(before: str, after: str, start: Matcher) -> str:
    """Return the note, from "; " on, how stripping changed the scheme or the host; "" where it changed neither."""
    if before == after:
        return ""
    old, new = (start.split(text) if start.matches(text) else components_of() for text in (before, after))
    rows = [("scheme", old.scheme, new.scheme), ("host", old.host, new.host)]
    return "".join(f"; the {field} was {quoted(was)} and is {quoted(now)}" for field, was, now in rows if was != now)


def _pieces(text: str, start: Matcher, trace: Trace) -> Pieces:
    """Return the components of a Web Address as pairs of name and text, with the punctuation between them (name None).

    A backslash that separates segments becomes a slash, except in an opaque path. The steps are recorded. Raises
    `NoMatch`, and `ConversionError` for a backslash in the authority and for a host that has no form in the target
    grammar.
    """
    matcher = source(start, text, _SECTION, trace)
    if trace is None and "\\" not in text:
        components = matcher.split(text)
        check_host_form(components.host, start.grammar, target().grammar)
        return _of_components(components)
    places = productions(matcher.grammar)
    separator = str(start.grammar.entry.prefer).lower()
    authorities = _authorities(start.grammar)
    spans = parts(matcher, text, frozenset({*places, separator, *authorities}))
    points = list(text)
    components = matcher.split(text)
    check_host_form(components.host, start.grammar, target().grammar)
    opaque = keeps_path(start, components)
    if opaque and "\\" in text:
        record(trace, Deviations.PATH_OPAQUE.where, text, text, Deviations.PATH_OPAQUE.note())
    for name, begin, _ in spans:
        if name.lower() == separator and not opaque:
            points[begin] = "/"
    text_with_slashes = "".join(points)
    record(trace, f"{_SECTION}, step 5", text, text_with_slashes, Deviations.SLASHES_FIRST.note())
    pieces: Pieces = []
    done = 0
    for name, begin, end in spans:
        if name.lower() in authorities and (offset := text_with_slashes.find("\\", begin, end)) >= 0:
            raise ConversionError(
                f"the backslash at offset {offset} of {quoted(text)} fits only inside the authority, "
                "which browsers end there"
            )
        if name.lower() in places:
            pieces += [(None, text_with_slashes[done:begin]), (places[name.lower()], text_with_slashes[begin:end])]
            done = end
    return [*pieces, (None, text_with_slashes[done:])]


def _of_components(components: Components) -> Pieces:
    """Return the pieces of a text by its components."""
    before = {"scheme": "", "userinfo": "", "host": "", "port": ":", "path": "", "query": "?", "fragment": "#"}
    if components.authority is not None:
        before["host" if components.userinfo is None else "userinfo"] = "//"
    pieces: Pieces = []
    for field, mark in before.items():
        text = getattr(components, field)
        if text is not None:
            pieces += [(None, mark), (field, text)]
        if text is not None and field in ("scheme", "userinfo"):
            pieces.append((None, ":" if field == "scheme" else "@"))
    return pieces


def _in_charset(text: str, field: str, *, charset: str, errors: CharsetErrors) -> str:
    """Return a component; a query with characters outside ASCII percent-encoded in a charset."""
    return encode_in_charset(text, charset, errors, web=True) if field == "query" else text


def _map_pieces(pieces: Pieces, function: Callable[[str, str], str]) -> Pieces:
    return [(field, function(text, field) if field else text) for field, text in pieces]


def _record_pieces(before: Pieces, after: Pieces, section: str, note: str, trace: Trace) -> Pieces:
    if trace is not None:
        record(trace, section, _join(before), _join(after), note)
    return after


def _join(pieces: Pieces) -> str:
    return "".join(text for _, text in pieces)


@cache
def _authorities(grammar: Grammar) -> frozenset[str]:
    rows = grammar.entry.components.items()
    return frozenset(name.lower() for name, field in rows if field == "authority")

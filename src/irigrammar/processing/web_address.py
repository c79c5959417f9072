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
from irigrammar.matching.parts import unchecked
from irigrammar.processing.browser import announced, check_authority, chosen_form, has_hidden_authority
from irigrammar.processing.characters import characters, productions
from irigrammar.processing.choices import AuthorityChoice, CharsetErrors
from irigrammar.processing.deviations import Deviations
from irigrammar.processing.host import check_host_form
from irigrammar.processing.percent import encode_strays
from irigrammar.processing.reference import keeps_path, matchers
from irigrammar.processing.rewrite import parts
from irigrammar.processing.schemes import Schemes
from irigrammar.processing.schemes import schemes as shipped
from irigrammar.processing.support.refused import BIS, checked, encode_refused, source, target
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
    """Return the result of `web_address_to_iri`, whose parameters these are."""
    check_authority(authority)
    check_choice("errors", errors, get_args(CharsetErrors))
    start, _ = matchers(grammar)
    if start.grammar.entry.prefer is None:
        raise GrammarError(f"{start.grammar.name} is not a grammar of Web Addresses; choose web-address")
    text = _stripped(s, start, trace)
    convert = partial(_converted, start=start, charset=charset, errors=errors, schemes=schemes, trace=trace)
    iri = convert(text)
    if iri == s:
        return iri
    if authority == "grammar":
        return announced(s, iri, trace)
    if (change := authority_change(s, iri, start)) is None and plain_authority(s) is not None:
        return iri
    if has_hidden_authority(text, start):
        iri = convert(chosen_form(s, authority, trace))
        before, after = (authority_of(read_in_browser(text)) for text in (s, iri))
        change = None if before == after else f'the URL Standard reads "{before}" before and "{after}" afterwards'
    if change is not None:
        raise ConversionError(f"{quoted(iri)} would have a different authority from {quoted(s)}: {change}")
    return iri


def _converted(
    text: str, start: Matcher, charset: str, errors: CharsetErrors, schemes: Schemes | None, trace: Trace
) -> str:
    """Return the IRI-reference of a Web Address by the draft, after the steps 1 and 2."""
    pieces = _pieces(text, start, trace)
    encoded = _mapped(pieces, partial(encode_refused, section=f"{_SECTION}, step 3", trace=trace))
    pieces = _recorded(pieces, encoded, f"{_SECTION}, step 3", "percent-encode what IRIs do not allow there", trace)
    whole = _mapped(pieces, lambda text, _: encode_strays(text))
    pieces = _recorded(
        pieces, whole, f"{_SECTION}, step 4", 'turn each "%" without two hexadecimal digits into "%25"', trace
    )
    if charset_name(charset, web=True) != "utf-8":
        known = (shipped() if schemes is None else schemes).find(dict(pieces).get("scheme"))
        takes = known is not None and known.document_charset
        note = f"encode the query in {charset}" if takes else "encode the query in UTF-8"
        mapped = _mapped(pieces, partial(_in_charset, charset=charset, errors=errors)) if takes else pieces
        pieces = _recorded(pieces, mapped, f"{BIS}, 3.5", note, trace)
    converted = checked(_joined(pieces))
    split = target().split(converted).as_dict()
    wanted = dict(pieces)
    if any(split[field] != wanted.get(field) for field in productions(start.grammar).values()):
        raise ConversionError(f"{quoted(converted)} would have different components from {quoted(text)}")
    return converted


def _stripped(s: str, start: Matcher, trace: Trace) -> str:
    """Return a string after steps 1 and 2."""
    trimmed = s.strip("".join(characters("trimmed")))
    note = "trim spaces, tabs and line breaks (the draft swaps the code points of CR and LF)"
    record(trace, f"{_SECTION}, step 1", s, trimmed, note)
    stripped = trimmed.translate(dict.fromkeys(map(ord, characters("stripped"))))
    if trace is not None:
        departs = Deviations.STRIPPED.note().more(_changed(trimmed, stripped, start))
        record(trace, f"{_SECTION}, step 2", trimmed, stripped, departs)
    return stripped


def _changed(before: str, after: str, start: Matcher) -> str:
    """Return how stripping changed the scheme or the host, in words."""
    if before == after:
        return ""
    left, right = (start.split(text) if start.matches(text) else unchecked() for text in (before, after))
    rows = [("scheme", left.scheme, right.scheme), ("host", left.host, right.host)]
    return "".join(f"; the {field} was {quoted(was)} and is {quoted(now)}" for field, was, now in rows if was != now)


def _pieces(text: str, start: Matcher, trace: Trace) -> Pieces:
    """Return the components of a Web Address and the punctuation (component None), with backslashes as slashes."""
    matcher = source(start, text, _SECTION, trace)
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
    slashed = "".join(points)
    record(trace, f"{_SECTION}, step 5", text, slashed, Deviations.SLASHES_FIRST.note())
    pieces: Pieces = []
    done = 0
    for name, begin, end in spans:
        if name.lower() in authorities and (offset := slashed.find("\\", begin, end)) >= 0:
            raise ConversionError(
                f"the backslash at offset {offset} of {quoted(text)} fits only inside the authority, "
                "which browsers end there"
            )
        if name.lower() in places:
            pieces += [(None, slashed[done:begin]), (places[name.lower()], slashed[begin:end])]
            done = end
    return [*pieces, (None, slashed[done:])]


def _in_charset(text: str, field: str, *, charset: str, errors: CharsetErrors) -> str:
    """Return a component, a query with what is not ASCII percent-encoded in a charset."""
    return encode_in_charset(text, charset, errors, web=True) if field == "query" else text


def _mapped(pieces: Pieces, function: Callable[[str, str], str]) -> Pieces:
    return [(field, function(text, field) if field else text) for field, text in pieces]


def _recorded(before: Pieces, after: Pieces, section: str, note: str, trace: Trace) -> Pieces:
    if trace is not None:
        record(trace, section, _joined(before), _joined(after), note)
    return after


def _joined(pieces: Pieces) -> str:
    return "".join(text for _, text in pieces)


@cache
def _authorities(grammar: Grammar) -> frozenset[str]:
    rows = grammar.entry.components.items()
    return frozenset(name.lower() for name, field in rows if field == "authority")

"""Percent-encode data to build components.

Nothing is ever decoded. Any string can be written with the characters that a URI allows.
"""

# typed: pct-encoded: what the module is about
from __future__ import annotations

import re
from functools import cache

from irigrammar.automata.charset import MAX, Ranges, difference, intersection, union
from irigrammar.automata.dfa import DEAD, Dfa
from irigrammar.engines.charset_text import set_text
from irigrammar.errors import ConversionError, check_text
from irigrammar.matching.grammar import Grammar, grammar_of
from irigrammar.matching.matcher import Matcher
from irigrammar.processing.characters import alphabet, characters
from irigrammar.processing.deviations import Deviations
from irigrammar.processing.percent import encode_bytes
from irigrammar.processing.trace import Trace, record, requested_trace
from irigrammar.processing.ucs import charset_name, encoder
from irigrammar.text.names import character

_SECTION = "RFC 3986, 2.4"
_MAPPING = "draft-ietf-iri-3987bis-04, 3.3"

# RFC 3987, 4.1, forbids the bidi formatting characters, which the grammar of IRIs has.
_FORBID_BIDI = ("rfc3987", "iri-bis")

_ALL: Ranges = ((0, MAX),)
_PERCENT: Ranges = ((0x25, 0x25),)
_ASCII: Ranges = ((0, 127),)


def encode(text: str, /, rule: str, *, grammar: str | Grammar = "rfc3987", charset: str = "utf-8") -> str:
    """Return data percent-encoded so that it matches a production (RFC 3986, 2.4; draft-ietf-iri-3987bis-04, 8.4).

    "%" is always encoded, so encoding twice encodes "%" again; delimiters are encoded where the production does not
    allow them. `rule` is a production that is a sequence of single characters and percent-encoded bytes, such as
    segment, iquery or reg-name; for one without percent-encoding, such as scheme or port, the text itself is returned
    if it matches. Characters are encoded in `charset`, where the charsets of Unicode count as UTF-8; with any other
    charset everything that is not ASCII is encoded. In IRIs the bidi formatting characters are encoded, too (RFC 3987,
    4.1). Raises `ConversionError` for a text or a production for which this is impossible, `GrammarError` for a
    production without an automaton, `UnknownRule` and `UnknownGrammar`.

    >>> encode("résumé.html", "segment"), encode("résumé.html", "isegment") == "résumé.html"
    ('r%C3%A9sum%C3%A9.html', True)
    >>> encode("100% of a/b?", "segment")
    '100%25%20of%20a%2Fb%3F'
    """
    trace = requested_trace()
    check_text(text)
    name = charset_name(charset)
    owner = grammar_of(grammar)
    matcher = owner[rule]
    stay = standing(matcher)
    if stay is None:
        return _plain_text(text, matcher, trace)
    if owner._catalog_ancestor.name in _FORBID_BIDI:
        stay = difference(stay, characters("bidi-formatting").ranges)
    if name != "utf-8":
        stay = intersection(stay, _ASCII)
    encoded = refusal_pattern(stay).sub(encoder(charset), text)
    if not matcher.matches(encoded):
        how_long = f"{len(text)} characters long" if text else "empty"
        raise ConversionError(f"{matcher.rule} cannot be {how_long}")
    note = (
        f"percent-encode what is not allowed in {matcher.rule}, as {name}"
        if encoded != text
        else f"nothing to encode in {rule}"
    )
    return record(trace, _SECTION, text, encoded, note)


def _plain_text(text: str, matcher: Matcher, trace: Trace) -> str:
    """Return a text unchanged that matches a production without percent-encoding, and record the step. Raises
    `ConversionError` for any other text, for separators, and where the production has parts with delimiters.
    """
    rule = matcher.rule
    dfa = matcher.automaton
    if any(_walk(dfa, state, way) != DEAD for state in range(1, dfa.states) for way in _triplet_ways(dfa)):
        raise ConversionError(f"{rule} has parts with delimiters; encode each part with its own rule")
    fault = matcher.check(text).fault
    if fault is not None:
        problem = "the text ends too early" if fault.found is None else f"{character(str(fault.found))} is not allowed"
        raise ConversionError(f"{rule} does not allow percent-encoding, and at offset {fault.offset} {problem}")
    separator = re.search(set_text(separators), text) if (separators := _separators(matcher)) else None
    if separator:
        raise ConversionError(
            f"{rule} does not allow percent-encoding, and {character(separator[0])} at offset "
            f"{separator.start()} would be a {matcher.grammar.entry.prefer}"
        )
    return record(trace, _SECTION, text, text, f"{rule} does not allow percent-encoding, and the text matches as it is")


def map_component(text: str, /) -> str:
    """Percent-encode, as UTF-8, everything in a string that a URI does not allow (draft-ietf-iri-3987bis-04, 3.3).

    Characters of URIs, delimiters among them, and percent-encoded bytes stay; any other "%" becomes "%25". Mapping
    twice changes nothing. Raises `ConversionError` for a surrogate, which has no bytes.

    >>> map_component("red%09rosé#red"), map_component("50% <b>")
    ('red%09ros%C3%A9#red', '50%25%20%3Cb%3E')
    """
    trace = requested_trace()
    check_text(text)
    pattern = refusal_pattern(alphabet(grammar_of("rfc3986").start).ranges, triplets=True)
    encoded = pattern.sub(encoder("utf-8"), text)
    stray = refusal_pattern(_ALL, triplets=True).search(text)
    plain = "percent-encode what URIs do not allow, as UTF-8"
    return record(trace, _MAPPING, text, encoded, Deviations.STRAY_PERCENT.note() if stray else plain)


@cache
def refusal_pattern(stay: Ranges, *, triplets: bool = False) -> re.Pattern[str]:
    """Return a pattern that finds runs of characters that are not in a set.

    With `triplets` percent-encoded bytes are passed over, and each other "%" is found by itself.

    >>> refusal_pattern(((97, 122),)).findall("ab 1c2"), refusal_pattern(_ALL, triplets=True).findall("%41%zz")
    ([' 1', '2'], ['%'])
    """
    others = difference(_ALL, stay)
    if not triplets:
        return re.compile(f"{set_text(others)}++")
    byte = grammar_of("rfc3986")._production("pct-encoded").pattern
    assert byte is not None
    others = difference(others, _PERCENT)
    return re.compile("|".join([*([f"{set_text(others)}++"] if others else []), f"(?!{byte.ascii})%"]))


@cache
def standing(matcher: Matcher) -> Ranges | None:
    """Return the code points that a production allows at any place, None if it has parts.

    These are the characters that match by themselves, without "%" and those that the catalog's `prefer` would read as
    separators. Together with percent-encoded bytes they make up the production if in every state that they lead to, all
    of them or none are allowed and the string may end; else it has parts. Raises `GrammarError` for a production
    without an automaton.

    >>> import irigrammar
    >>> standing(irigrammar.grammar("rfc3986")["port"]), standing(irigrammar.grammar("rfc3986")["URI"])
    (None, None)
    >>> standing(irigrammar.grammar("rfc3986")["segment"])[:2]
    ((33, 33), (36, 36))
    """
    dfa = matcher.automaton
    row = dfa.rows[dfa.start]
    alone = [number for number in range(1, dfa.classes.count) if dfa.accepting[row[number]]]
    ranges = difference(union(*map(dfa.classes.ranges, alone)), _PERCENT)
    ways = {(number,) for number in alone if intersection(dfa.classes.ranges(number), ranges)} | _triplet_ways(dfa)
    visited_states = {dfa.start}
    todo = [dfa.start]
    while todo:
        state = todo.pop()
        after = {_walk(dfa, state, way) for way in ways}
        if DEAD in after and (after != {DEAD} or state == dfa.start):
            return None
        after.discard(DEAD)
        if not all(dfa.accepting[to] for to in after):
            return None
        todo += after - visited_states
        visited_states |= after
    return difference(ranges, _separators(matcher))


def _triplet_ways(dfa: Dfa) -> set[tuple[int, ...]]:
    """Return the classes of the characters of every percent-encoded byte."""
    return {tuple(dfa.classes.encode(encode_bytes(bytes([byte])))) for byte in range(256)}


def _walk(dfa: Dfa, state: int, way: tuple[int, ...]) -> int:
    for number in way:
        state = dfa.rows[state][number]
    return state


def _separators(matcher: Matcher) -> Ranges:
    """Return the separators of a grammar with a preferred rule: its characters, unless the production allows them all.

    In a Web Address a backslash in a segment or in a host would be read as the separator, as "/" would; in a query,
    where both are allowed, neither separates.
    """
    prefer = matcher.grammar.entry.prefer
    if prefer is None:
        return ()
    separators = alphabet(matcher.grammar[prefer]).ranges
    return separators if difference(separators, alphabet(matcher).ranges) else ()

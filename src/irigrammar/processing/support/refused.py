"""Percent-encode characters that IRIs do not allow.

For Legacy Extended IRIs and Web Addresses (3987bis-04, 7.1 and 7.2).
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

from irigrammar.automata.charset import Ranges, difference, union
from irigrammar.engines.charset_text import complement_text, set_text
from irigrammar.errors import ConversionError
from irigrammar.matching.grammar import grammar
from irigrammar.matching.matcher import Matcher
from irigrammar.processing.characters import Characters, allowed_characters, characters, group_of, groups
from irigrammar.processing.deviations import DeviationNote, Deviations
from irigrammar.processing.percent import Encoding, encode_bytes
from irigrammar.processing.trace import Trace, record

BIS = "draft-ietf-iri-3987bis-04"


def target() -> Matcher:
    """Return the matcher of the results: IRI-reference of RFC 3987, 2.2.

    >>> target()
    <Matcher rfc3987 IRI-reference>
    """
    return grammar("rfc3987").start


def source(matcher: Matcher, text: str, section: str, trace: Trace = None) -> Matcher:
    """Return the matcher that reads a text: `target` where only that one matches, with a step in the trace; else the
    given one, even where it does not match.

    The draft's ABNF lacks percent-encoded bytes in hosts; this way each conversion accepts its own results.

    >>> source(grammar("leiri-bis").start, "//%41", "7.1")
    <Matcher rfc3987 IRI-reference>
    """
    if matcher.matches(text) or not target().matches(text):
        return matcher
    record(trace, section, text, text, Deviations.READ_AS_IRI.note(grammar=matcher.grammar.name))
    return target()


def encode_refused(text: str, field: str, section: str, trace: Trace = None) -> str:
    """Return a component with each character percent-encoded that RFC 3987 does not allow there, or that its section
    4.1 forbids; the trace has a step for each group, with its characters, the reason, and how often they occur.

    `text` is the component `field` of a string that matched a grammar; `section` is for the trace.

    >>> encode_refused("a b\\ue000", "path", "7.1"), encode_refused("a b\\ue000", "query", "7.1")
    ('a%20b%EE%80%80', 'a%20b\\ue000')
    """
    if trace is None:
        return _encoding(field).encode(text)
    return _encoded(_refusal_pattern(field), text, field, section, trace)


def encode_grouped(text: str, field: str, section: str, trace: Trace = None) -> str:
    """Return any text with the characters of the groups percent-encoded, except those that RFC 3987 allows in the
    component `field`.

    >>> encode_grouped("a b[\\ud800%", "path", "4")
    'a%20b[\\ud800%'
    """
    return _encoded(_refusal_pattern(field, of_groups=True), text, field, section, trace)


def require_iri_reference(result: str) -> str:
    """Return a result if it is an IRI-reference; else raise `ConversionError`.

    >>> require_iri_reference("a%20b")
    'a%20b'
    """
    if not target().matches(result):
        raise ConversionError(f"it has no IRI-reference: {target()._no_match(result)}")
    return result


def _encoded(pattern: re.Pattern[str], text: str, field: str, section: str, trace: Trace) -> str:
    """Return a text with the pattern's matches percent-encoded, and record one step per reason, with the characters
    once each and how often they are in the field.
    """
    encoded = pattern.sub(lambda match: encode_bytes(match[0].encode()), text)
    if trace is None:
        return encoded
    counts = Counter(_report_pattern(pattern).findall(text))
    afters = {char: encode_bytes(char.encode()) if pattern.match(char) else char for char in counts}
    reasons: dict[str | DeviationNote, list[str]] = {}
    for char, after in afters.items():
        reasons.setdefault(_reason(char, after != char, section), []).append(char)
    for reason, chars in reasons.items():
        times = sum(counts[char] for char in chars)
        frequency = f"; {'once' if times == 1 else f'{times:,} times'} in the {field}"
        note = reason + frequency if isinstance(reason, str) else reason.more(frequency)
        record(trace, section, "".join(chars), "".join(map(afters.__getitem__, chars)), note)
    return encoded


def _reason(char: str, is_encoded: bool, section: str) -> str | DeviationNote:
    """Return the reason why a character was percent-encoded or stays: a deviation, or the group that excludes it.
    `section` is that of the step: only the draft's steps deviate where a character stays.
    """
    group = group_of(char)
    if group is None:
        return Deviations.NOT_ALLOWED.note()
    if not is_encoded:
        stays = Deviations.GROUP_STAYS.note(group=group.name)
        return stays if section.startswith(BIS) else stays.note
    reason = f"{group.name}: {group.says} ({group.section})"
    if char in characters("bidi-formatting"):
        return Deviations.BIDI_FORMATTING.note(reason=reason)
    return reason


@cache
def may_stay(field: str) -> Ranges:
    """Return the characters that `encode_refused` leaves in a component.

    >>> may_stay("port") == ((ord("0"), ord("9")),)
    True
    """
    return difference(allowed_characters(target().grammar)[field].ranges, characters("bidi-formatting").ranges)


@cache
def _encoding(field: str) -> Encoding:
    """Return the encoding of the characters that may not stay in a component; a pattern of them takes milliseconds."""
    return Encoding(Characters(may_stay(field)).__contains__)


@cache
def _refusal_pattern(field: str, *, of_groups: bool = False) -> re.Pattern[str]:
    """Return a pattern of the characters that may not stay in a component: all, or those of groups."""
    stay = may_stay(field)
    return re.compile(set_text(difference(_all_groups(), stay)) if of_groups else complement_text(stay))


@cache
def _report_pattern(pattern: re.Pattern[str]) -> re.Pattern[str]:
    """Return a pattern of the characters that the trace reports: refused ones, and those of a group, which stay."""
    return re.compile(f"{pattern.pattern}|{set_text(_all_groups())}")


def _all_groups() -> Ranges:
    return union(*(group.characters.ranges for group in groups()))

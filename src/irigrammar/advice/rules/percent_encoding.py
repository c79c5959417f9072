"""Percent-encoded bytes: not UTF-8, redundant, or hiding something."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from itertools import accumulate, islice

from irigrammar.advice.context import Context, Part, dots, without_dot_segments
from irigrammar.advice.rule import part_rule, rule
from irigrammar.advice.undecodable import OVERLONG, readings, units
from irigrammar.finding import Flaw
from irigrammar.lazy import regex
from irigrammar.matching.grammar import grammar
from irigrammar.processing.characters import characters, group_of
from irigrammar.processing.percent import decode, encode_bytes, triplets, unescape
from irigrammar.processing.text_fragment import pieces
from irigrammar.processing.to_iri import decode_reference
from irigrammar.shipped.registries import registered_schemes
from irigrammar.text.names import character, quoted

_LONGEST = 30  # characters that are shown of bytes


@rule("P001", "not-utf-8", "warning", "RFC 3987, 6.4", where="undecodable")
def _not_utf8(context: Context) -> Iterator[Flaw]:
    """Yield a flaw for each unit of the text (see `units`) with triplets that are not UTF-8, at the first run of such,
    with likely readings in other charsets; overlong forms apart.
    """
    for unit in units(context):
        if OVERLONG.search(unit.data):  # another rule's
            continue
        triplets = context.text[unit.bad_start : unit.bad_end]
        shown = triplets if len(triplets) <= _LONGEST else f"{triplets[:_LONGEST]}..."
        guesses = " or ".join(f"{quoted(text)} ({', '.join(names)})" for text, names in readings(unit.data))
        yield Flaw(
            unit.bad_start, unit.bad_end, f"{shown} is not UTF-8; " + (f"it may be {guesses}" if guesses else _NONE)
        )


_NONE = "nor is it text in a common legacy charset"


_CONTINUATION = 6  # bits of a character in each byte after the first


@rule("P002", "overlong", "error", "RFC 3987, 8", where="undecodable")
def _overlong(context: Context) -> Iterator[Flaw]:
    """Yield a flaw for each unit of the text (see `units`) with an overlong UTF-8 form in its triplets, at the first
    run that is not UTF-8, without a replacement.
    """
    for unit in units(context):
        match = OVERLONG.search(unit.data)
        if match:
            triplets = encode_bytes(match[0])
            meant = character(chr(_value(match[0])))
            yield Flaw(unit.bad_start, unit.bad_end, f"{triplets} is an overlong form of {meant}, not valid UTF-8")


def _value(data: bytes) -> int:
    """Return the code point of an overlong form, as a decoder that does not check would read its bytes."""
    first = data[0] & ((1 << (_CONTINUATION - len(data) + 1)) - 1)
    for byte in data[1:]:
        first = first << _CONTINUATION | byte & ((1 << _CONTINUATION) - 1)
    return first


@rule("P003", "lower-case-hex", "advice", "RFC 3986, 2.1", profiles=("publish",), where="lower-hex")
def _lower_case_hex(context: Context) -> Iterator[Flaw]:
    """Yield a flaw for each triplet with a digit in lower case, with its upper case."""
    if "%" not in context.text:
        return
    for start, end in triplets(context.text):
        triplet = context.text[start:end]
        if triplet != triplet.upper():
            yield Flaw(start, end, f"{quoted(triplet)} has a hexadecimal digit in lower case", triplet.upper())


_NOWHERE = (sys.maxsize, sys.maxsize)


@rule("P004", "encoded-unreserved", "advice", "RFC 3986, 2.3", where="encoded-plain")
def _unreserved(context: Context) -> Iterator[Flaw]:
    """Yield a flaw for each triplet of an unreserved character, with the character; not for those of dot segments, and
    not where decoding would make a delimiter of a text fragment.
    """
    if "%" not in context.text:
        return
    is_unreserved = grammar("rfc3986")["unreserved"].matches
    dot_spans = iter([(segment.start, segment.end) for segment in context.hidden_dots])
    dots_start, dots_end = next(dot_spans, _NOWHERE)
    delimiters = _delimiters(context)
    for start, end in triplets(context.text):
        while dots_end <= start:
            dots_start, dots_end = next(dot_spans, _NOWHERE)
        triplet = context.text[start:end]
        char = chr(int(triplet[1:], 16))
        if is_unreserved(char) and not dots_start <= start < dots_end and start not in delimiters:
            yield Flaw(
                start, end, f"{quoted(triplet)} need not be percent-encoded: {quoted(char)} means the same", char
            )


def _delimiters(context: Context) -> frozenset[int]:
    """Return the offsets of the triplets that decoding would make delimiters of a text fragment."""
    fragment = context.part("fragment")
    if fragment is None:
        return frozenset()
    ends = accumulate(map(len, pieces(fragment.text)), initial=fragment.start)
    return frozenset(islice(ends, 1, None, 2))


@rule(
    "P010",
    "encoded-beyond-ascii",
    "advice",
    "RFC 3987, 5.3.2.3",
    profiles=(),
    opt_in=True,
    where="encoded-beyond-ascii",
)
def _beyond_ascii(context: Context) -> Iterator[Flaw]:
    """Yield a flaw for the triplets of each character outside ASCII that an IRI can have as such, with it as the fix.

    There is none by a grammar of URIs, and none for a text that the grammar's start rule does not match.
    """
    if "%" not in context.text or not context.is_of_iris or not context.matcher.grammar.start.matches(context.text):
        return
    decoded_text = decode_reference(context.text, grammar=context.matcher.grammar)
    offset = place = 0
    for piece in context.pieces:
        spelling = piece if isinstance(piece, str) else piece.triplets
        char = "" if isinstance(piece, str) else piece.char
        is_decoded = bool(char) and decoded_text.startswith(char, place)
        if is_decoded and not char.isascii():
            message = f"{quoted(spelling)} need not be percent-encoded in an IRI: it is {character(char)}"
            yield Flaw(offset, offset + len(spelling), message, char)
        place += len(char) if is_decoded else len(spelling)
        offset += len(spelling)


_HIDDEN = {encode_bytes(char.encode()): char for char in ("/", "\\")}
_HIDDEN_TRIPLET = regex("|".join(_HIDDEN), re.IGNORECASE)


@part_rule("path", "P005", "hidden-slash", "warning", "RFC 3986, 7.3", profiles=("accept",), where="encoded-slash")
def _hidden_slash(_: Context, path: Part) -> Iterator[Flaw]:
    """Yield a flaw for each triplet of a slash or a backslash in the path."""
    for match in _HIDDEN_TRIPLET.finditer(path.text):
        char = _HIDDEN[match[0].upper()]
        message = f"{quoted(match[0])} is {quoted(char)}, which some programs decode before they separate segments"
        yield Flaw(path.start + match.start(), path.start + match.end(), message)


@rule("P006", "hidden-dots", "warning", "RFC 3986, 6.2.2.3", fix=without_dot_segments, where="hidden-dots")
def _hidden_dots(context: Context) -> Iterator[Flaw]:
    for segment in context.hidden_dots:
        yield Flaw(
            segment.start, segment.end, f"{quoted(segment.text)} is the dot segment {quoted(dots(segment.text))}"
        )


@rule("P007", "hidden-control", "warning", "draft-ietf-iri-3987bis-04, 7.3", where="encoded-control odd")
def _hidden_control(context: Context) -> Iterator[Flaw]:
    """Yield a flaw for each percent-encoded control; not for tabs and line ends in a query, "advice" for those in a
    fragment.
    """
    if "%" not in context.text:
        return
    offset = 0
    for piece in context.pieces:
        spelling = piece if isinstance(piece, str) else piece.triplets
        if not isinstance(piece, str) and piece.char and _is_control(piece.char):
            # What text of several lines has: forms write it in a query, programs keep their state in a fragment.
            field = context.field_at(offset) if piece.char in "\t\n\r" else ""
            if field != "query":
                message = f"{quoted(spelling)} is {character(piece.char)}"
                yield Flaw(offset, offset + len(spelling), message, severity="advice" if field == "fragment" else None)
        offset += len(spelling)


def _is_control(char: str) -> bool:
    group = group_of(char)
    return (group is not None and group.name == "control") or char in characters("bidi-control")


ENCODED_SCHEME = regex(r"([^\W\d_][\w+.-]*)%(?:25)*3[Aa]((?:%(?:25)*2[Ff]|/){2})?", re.ASCII)
# Anywhere in a text: from the first letter of each run, so that time is linear.
ANY_ENCODED_SCHEME = regex(r"(?<![\w+.-])[\d_+.-]*+(?=[^\W\d_])[\w+.-]*+%(?:25)*+3[Aa]", re.ASCII)
_LONGEST_WHOLE = 1_000  # characters that are decoded for the message


@part_rule("path", "P008", "encoded-as-a-whole", "error", "RFC 3986, 2.4", where="encoded-whole")
def _encoded_as_a_whole(context: Context, path: Part) -> Iterator[Flaw]:
    """Yield a flaw, without a fix, of the whole path, for a reference that is a percent-encoded identifier: one that
    begins with a registered scheme, a ":" encoded once or more, and "//", encoded or not; "mailto" needs no slashes.
    The message shows a reference of at most 1,000 characters decoded.
    """
    if context.components.scheme is not None or context.components.authority is not None:
        return
    match = ENCODED_SCHEME.match(path.text)
    if match and match[1].lower() in registered_schemes() and (match[2] or match[1].lower() == "mailto"):
        meant = context.text[:_LONGEST_WHOLE]
        while ENCODED_SCHEME.match(meant):
            meant = decode(meant, str.isascii)
        shown = quoted(meant) if len(context.text) <= _LONGEST_WHOLE else "its scheme, delimiters and all"
        yield Flaw(path.start, path.end, f"the identifier is percent-encoded as a whole; decode it: {shown}")


_DIGITS = 2  # after a percent sign


@rule("P009", "encoded-twice", "warning", "RFC 3986, 2.4", where="encoded-percent")
def _encoded_twice(context: Context) -> Iterator[Flaw]:
    """Yield a flaw for each "%25" before two hexadecimal digits, in paths and fragments without an
    encoded identifier.
    """
    if "%25" not in context.text:
        return
    for part in (context.part("path"), context.part("fragment")):
        if part is None or ANY_ENCODED_SCHEME.search(part.text):  # which has an identifier in it, encoded for a reason
            continue
        for start, end in triplets(part.text):
            once = f"%{part.text[end : end + _DIGITS]}"
            if unescape(part.text[start:end]) == b"%" and any(triplets(once)):
                spelling = quoted(part.text[start : end + _DIGITS])
                message = f"{spelling} is percent-encoded twice: it is read as {quoted(once)}, in letters"
                yield Flaw(part.start + start, part.start + end + _DIGITS, message)

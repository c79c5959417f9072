"""Percent-encoded octets: what is no UTF-8, what is written otherwise, and what hides in them."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from irigrammar.advice.context import Context, dots, hidden_dots, without_dot_segments
from irigrammar.advice.octets import OVERLONG, readings, units
from irigrammar.advice.rule import Flaw, rule
from irigrammar.matching.grammar import grammar
from irigrammar.processing.characters import characters, group_of
from irigrammar.processing.percent import encode_octets, encoded, triplets
from irigrammar.text.names import character, quoted

_NOT_UTF8_PAGE = """Percent-encoded octets are not UTF-8.

what        Octets that UTF-8 has not, in a segment, or in a name or value of a query. The message names legacy
            charsets in which they could be text.
why         No IRI shows them as characters; who decodes them has to guess the charset, and two who guess differently
            read different names.
example     http://example.org/D%FCrst
            http://example.org/?q=%83e%83X%83g
instead     http://example.org/D%C3%BCrst
            http://example.org/Dürst
see         RFC 3987, 3.2.1 and 6.4; draft-ietf-iri-3987bis-04, 3.7, 6.4 and 10
"""
_LONGEST = 30  # characters that are shown of a reading


@rule("P001", "not-utf-8", "warning", "RFC 3987, 6.4", _NOT_UTF8_PAGE)
def _not_utf8(context: Context) -> Iterator[Flaw]:
    for unit in units(context):
        if OVERLONG.search(unit.octets):  # a rule of its own
            continue
        written = context.text[unit.bad_start : unit.bad_end]
        shown = written if len(written) <= _LONGEST else f"{written[:_LONGEST]}..."
        found = " or ".join(f"{_cut(text)} ({', '.join(names)})" for text, names in readings(unit.octets))
        yield Flaw(unit.bad_start, unit.bad_end, f"{shown} is not UTF-8; " + (f"it may be {found}" if found else _NONE))


def _cut(text: str) -> str:
    return repr(text if len(text) <= _LONGEST else f"{text[:_LONGEST]}...")


_NONE = "no common legacy charset has it either"


_OVERLONG_PAGE = """Percent-encoded octets are an overlong form.

what        Octets that would be a character if UTF-8 allowed more of them than it takes: "%C0%AF" for "/".
why         Decoders that do not check read them as that character, after those who looked for it have passed them.
            That is how attacks hide "/.." and the like.
example     http://example.org/a%C0%AF..%C0%AFb
            http://example.org/%E0%80%AE
instead     http://example.org/a/b
see         RFC 3987, 8; draft-ietf-iri-3987bis-04, 10; RFC 3629, 3 and 10
"""
_CONTINUATION = 6  # bits of a character in each octet after the first


@rule("P002", "overlong", "error", "RFC 3987, 8", _OVERLONG_PAGE)
def _overlong(context: Context) -> Iterator[Flaw]:
    for unit in units(context):
        found = OVERLONG.search(unit.octets)
        if found:
            written = encode_octets(found[0])
            meant = character(chr(_value(found[0])))
            yield Flaw(unit.bad_start, unit.bad_end, f"{written} is an overlong form of {meant}, and no UTF-8")


def _value(octets: bytes) -> int:
    """Return the code point that a decoder which does not check would read."""
    first = octets[0] & ((1 << (_CONTINUATION - len(octets) + 1)) - 1)
    for octet in octets[1:]:
        first = first << _CONTINUATION | octet & ((1 << _CONTINUATION) - 1)
    return first


_LOWER_CASE_HEX_PAGE = """A percent-encoded octet is written in lower case.

what        A hexadecimal digit from "a" to "f" in a percent-encoded octet.
why         Both cases mean the same, and programs that compare strings take them for different identifiers. Upper
            case is what the documents ask of those who write.
example     http://example.org/r%c3%a9
instead     http://example.org/r%C3%A9
            http://example.org/ré
see         RFC 3986, 2.1 and 6.2.2.1; RFC 3987, 5.3.2.1
"""


@rule("P003", "lower-case-hex", "advice", "RFC 3986, 2.1", _LOWER_CASE_HEX_PAGE, profiles=("publish",))
def _lower_case_hex(context: Context) -> Iterator[Flaw]:
    if "%" not in context.text:
        return
    for start, end in triplets(context.text):
        written = context.text[start:end]
        if written != written.upper():
            yield Flaw(start, end, f"{quoted(written)} has a hexadecimal digit in lower case", written.upper())


_UNRESERVED_PAGE = """An unreserved character is percent-encoded.

what        A letter or digit of ASCII, "-", ".", "_" or "~" as a percent-encoded octet.
why         It means the same as the character itself, and programs that compare strings take them for different
            identifiers; normalizing decodes it. Dot segments that hide so have a rule of their own.
example     http://example.org/%7Euser
            http://example.org/%61
instead     http://example.org/~user
see         RFC 3986, 2.3 and 6.2.2.2
"""
_NOWHERE = (sys.maxsize, sys.maxsize)


@rule("P004", "encoded-unreserved", "advice", "RFC 3986, 2.3", _UNRESERVED_PAGE)
def _unreserved(context: Context) -> Iterator[Flaw]:
    if "%" not in context.text:
        return
    is_unreserved = grammar("rfc3986")["unreserved"].matches
    hidden = iter([(one.start, one.end) for one in hidden_dots(context)])
    dots_start, dots_end = next(hidden, _NOWHERE)
    for start, end in triplets(context.text):
        while dots_end <= start:
            dots_start, dots_end = next(hidden, _NOWHERE)
        written = context.text[start:end]
        char = chr(int(written[1:], 16))
        if is_unreserved(char) and not dots_start <= start < dots_end:
            yield Flaw(
                start, end, f"{quoted(written)} is percent-encoded without need: {quoted(char)} means the same", char
            )


_HIDDEN_SLASH_PAGE = r"""A slash or backslash hides in a percent-encoded octet of the path.

what        "%2F" or "%5C" in a path.
why         By the documents it is part of its segment. Many servers and proxies decode it before they look at the
            segments, so that two programs see two paths, and a check of the one says nothing of the other.
example     http://example.org/a%2F..%2Fb
            http://example.org/a%5Cb
instead     http://example.org/a/b
            http://example.org/a?name=b%2Fc
see         RFC 3986, 2.2 and 7.3; draft-ietf-iri-3987bis-04, 10
"""
_HIDDEN = ("/", "\\")


@rule("P005", "hidden-slash", "warning", "RFC 3986, 7.3", _HIDDEN_SLASH_PAGE, profiles=("accept",))
def _hidden_slash(context: Context) -> Iterator[Flaw]:
    path = context.part("path")
    if path is None or "%" not in path.text:
        return
    for start, end in triplets(path.text):
        char = chr(int(path.text[start + 1 : end], 16))
        if char in _HIDDEN:
            written = quoted(path.text[start:end])
            message = f"{written} is {quoted(char)}, which some programs decode before they separate segments"
            yield Flaw(path.start + start, path.start + end, message)


_HIDDEN_DOTS_PAGE = """A dot segment hides in percent-encoded octets.

what        A segment of "." or ".." with a dot written as "%2E".
why         Normalizing decodes the dots, and then the segment goes and takes one before it along; who looks for dot
            segments first does not see them.
example     http://example.org/a/%2E%2E/b
            http://example.org/a/.%2e/b
instead     http://example.org/b
see         RFC 3986, 6.2.2.2 and 6.2.2.3; draft-ietf-iri-3987bis-04, 10
"""


@rule("P006", "hidden-dots", "warning", "RFC 3986, 6.2.2.3", _HIDDEN_DOTS_PAGE, mend=without_dot_segments)
def _hidden_dots(context: Context) -> Iterator[Flaw]:
    for one in hidden_dots(context):
        yield Flaw(one.start, one.end, f"{quoted(one.text)} is the dot segment {quoted(dots(one.text))}")


_HIDDEN_CONTROL_PAGE = """A control or bidi formatting character hides in percent-encoded octets.

what        A character of C0 or C1, DEL, or a character that sets the writing direction, percent-encoded. Line ends
            and tabs in a query are what forms and mail write there, and are passed over.
why         What decodes the octets gets a line end, an end of the string, or a display in another order, and may
            stop, write another line into a log, or show something else.
example     http://example.org/a%0D%0Ab
            http://example.org/%00
            http://example.org/%E2%80%AEgpj.exe
instead     http://example.org/ab
see         draft-ietf-iri-3987bis-04, 7.3; RFC 3986, 7.3; RFC 3987, 4.1; RFC 6068, 5
"""


@rule("P007", "hidden-control", "warning", "draft-ietf-iri-3987bis-04, 7.3", _HIDDEN_CONTROL_PAGE)
def _hidden_control(context: Context) -> Iterator[Flaw]:
    if "%" not in context.text:
        return
    at = 0
    for one in encoded(context.text):
        written = one if isinstance(one, str) else one.written
        if not isinstance(one, str) and one.char and _is_control(one.char) and not _is_of_form(one.char, at, context):
            yield Flaw(at, at + len(written), f"{quoted(written)} is {character(one.char)}")
        at += len(written)


def _is_control(char: str) -> bool:
    group = group_of(char)
    return (group is not None and group.name == "control") or char in characters("bidi-control")


def _is_of_form(char: str, at: int, context: Context) -> bool:
    """Tell whether a character at an offset is what text of several lines has in a query."""
    return char in "\t\n\r" and context.field_at(at) == "query"

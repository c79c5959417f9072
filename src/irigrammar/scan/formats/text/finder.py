"""Find identifiers and ignore comments in text and source code.

Draft-ietf-iri-3987bis-04, 8.3: a character outside ASCII does not end an IRI.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Iterator

from irigrammar.lazy import regex
from irigrammar.scan.formats.host_lists import one_by_one
from irigrammar.scan.formats.items import KNOWN_SCHEMES, Candidate, Comment, Fixes, Item, TextSchemes
from irigrammar.scan.formats.strings import Escapes, Unescaped, escapes_by
from irigrammar.scan.formats.text.beginning import beginnings
from irigrammar.scan.formats.text.ending import bracketed_end, natural_end, run_end
from irigrammar.scan.formats.text.template import is_identifier
from irigrammar.text.links import authority_end, rest_end

_BREAK = regex(r"[ \t]*+\\?(?:\r\n?|\n)\s*+")  # with the backslash that continues a string
# An ignore, with what begins a comment in the known languages; it goes on to the end of its line.
_IGNORE = regex(
    r"(?:(?:#+|//+!?|/?\*+|--+|;+|%+|<!--+|\.\.|\{[#*%-]|\(\*|\b(?:REM|rem|dnl)\b)[ \t]*+|[\"']+[ \t]++)?"
    r"(?P<text>iri:[ \t]*+ignore[^\r\n]*+)"
)
_QUOTES = ("'", '"', "`")  # before it: it is quoted, and not a comment


# RFC 3986, appendix C: within "<" and ">" an identifier may be broken over lines.
BROKEN = escapes_by(_BREAK, lambda _: "")
# Source code and documentation have elements of HTML in them.
_AMPERSAND = "&amp;"
ATTRIBUTE = escapes_by(regex(_AMPERSAND), lambda _: "&", lambda text: text.replace("&", _AMPERSAND))
_ATTRIBUTE = regex(r"<[A-Za-z][^<>\r\n]{0,256}=[\"']\Z")


def find(text: str, schemes: TextSchemes = KNOWN_SCHEMES) -> Iterator[Item]:
    """Yield the identifiers of a text and the comments that hold `iri: ignore`, in their order."""
    if "iri:" not in text:
        return iter(candidates(text, schemes))
    return heapq.merge(candidates(text, schemes), _comments(text), key=lambda item: item.start)


# A bracket that no name of a field is in, or one that is never closed, and marks at the end.
_MARKS = regex(r"\](?![=&\[])|\[[^\]]*\Z|[%^|`{}]\Z")


def _comments(text: str) -> Iterator[Item]:
    """Yield a comment for each `iri: ignore` in a text, except those right after a quotation mark."""
    for match in _IGNORE.finditer(text):
        if not text.endswith(_QUOTES, 0, match.start()):
            yield Comment(match.start(), match.end(), match["text"])


def _escapes(text: str, start: int, end: int) -> Escapes | None:
    is_attribute = _AMPERSAND in text[start:end] and _ATTRIBUTE.search(text[max(0, start - 260) : start])
    return ATTRIBUTE if is_attribute else None


def _fixes(text: str, start: int, end: int) -> Fixes:
    """Return the kind of fixes that are allowed for an identifier in text: "all", "faults" or "unsafe".

    "faults" in quotation marks, as in a string of a program; "unsafe" in the format of `printf` and the like, where a
    percent sign means something, and where marks of the text around it may be at the
    end, as a footnote's or a link's words in brackets.
    """
    if _MARKS.search(text, start, end) or in_format(text, start):
        return "unsafe"
    is_string = text[start - 1 : start] == text[end : end + 1] and text.startswith(_QUOTES, end)
    return "faults" if is_string else "all"


def in_format(text: str, place: int) -> bool:
    """Return whether a place in a text is in the format of `printf` or the like, or after it in the line."""
    return _FORMAT.search(text, max(0, place - _NEAR), place) is not None


_FORMAT = regex(r"(?:printf|strftime|date \+)[^\r\n;]*\Z")
_NEAR = 128


def candidates(text: str, schemes: TextSchemes = KNOWN_SCHEMES) -> Iterator[Item]:
    """Yield the identifiers of a text: each begins with a scheme in use, or one of `schemes`, and ends where a reader
    sees its end (draft-ietf-iri-3987bis-04, 8.3).

    >>> [candidate.text for candidate in candidates("(see http://e/a_(b)). `http://e/x`, <http://e/\\n  y>")]
    ['http://e/a_(b)', 'http://e/x', 'http://e/y']
    """
    done = limit = 0
    for start, colon, rest, least, plain in beginnings(text, schemes):
        if start < done:
            continue
        if plain:
            done = plain
            yield Candidate(start, plain, text[start:plain])  # there are no marks in it, and no quotes around it
            continue
        bracket_end = bracketed_end(text, start)
        if bracket_end is not None:
            limit = end = bracket_end
        else:
            limit = run_end(text, rest) if limit <= rest else limit
            end = natural_end(text, start, rest, limit)
        if end < least or not is_identifier(text, start, colon, end):
            done = limit
            continue
        done = end
        escapes = BROKEN if bracket_end is not None else _escapes(text, start, end)
        read, offsets, _ = Unescaped(text[start:end]) if escapes is None else escapes.read(text[start:end])
        if offsets is None:
            yield from one_by_one(Candidate(start, end, read, fixes=_fixes(text, start, end)))
        else:
            yield Candidate(start, end, read, "", escapes, [start + offset for offset in offsets])


_MAILTO = regex(r"mailto:[^\s<>\"@]{1,256}+@", re.IGNORECASE)


def links(text: str, schemes: TextSchemes = KNOWN_SCHEMES) -> Iterator[Candidate]:
    """Yield the identifiers of a text, each of which ends as Unicode Technical Standard 58 says.

    It ends before a wide full stop, too, where another sentence follows without white space.

    >>> text = "http://例え。jp/a[(b)], mailto:a@example.org/b http://e/路径。然后"
    >>> [link.text for link in links(text)]
    ['http://例え。jp/a[(b)]', 'mailto:a@example.org', 'http://e/路径']
    """
    done = 0
    for start, colon, _, least, _ in beginnings(text, schemes):
        if start < done:
            continue
        address = _MAILTO.match(text, start)
        if address or text.startswith("//", colon + 1):
            first = authority_end(text, address.end() if address else colon + 3, domain=address is not None)
            part = ""
        else:
            first, part = colon + 1, "/"
        is_address = address and not text.startswith("?", first)
        end = first if is_address else rest_end(text, first, part=part, sentences=True)
        if end >= least:
            done = end
            yield Candidate(start, end, text[start:end])

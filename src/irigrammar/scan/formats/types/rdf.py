"""RDF in N-Triples, N-Quads, Turtle, TriG and Notation3; ShEx.

Text between `<` and `>` is an IRI (RDF 1.2 Turtle, 7.2; N-Triples, 4). No parser on PyPI gives the place of an IRI in
them, so the tokens which may contain or hide a `<` are recognized here: IRIs, the four kinds of strings, comments. What
is between `<` and the next `>` of its line is a candidate, whatever it is made of: a space in it is a fault to be
found, and does not end it. A `<` before white space opens nothing, unless what follows up to `>` has a colon (`<
http://example.org/>`). Placeholders of template languages are candidates as all else is: with them a file is not in
these formats yet.
"""

from __future__ import annotations

import re
import sys
from array import array
from collections.abc import Callable, Iterator
from functools import partial

from irigrammar.errors import IrigrammarError
from irigrammar.lazy import regex
from irigrammar.matching.grammar import grammar
from irigrammar.processing.conversions import resolve
from irigrammar.scan.formats.comments import in_comment
from irigrammar.scan.formats.contexts import expand
from irigrammar.scan.formats.items import IRI, IRI_REFERENCE, Candidate, Item, Malformed
from irigrammar.scan.formats.registry import DocumentType, last_line_end
from irigrammar.scan.formats.scalars import scalar, whole, within
from irigrammar.scan.formats.strings import Unescaped, escapes_by
from irigrammar.scan.formats.text.finder import candidates
from irigrammar.unicode import general_category, is_printable

_ESCAPE = regex(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.?))", re.DOTALL)
# Characters that would end an IRIREF or begin an escape; and invisible ones (categories of spaces, controls, format).
# Surrogates stay: they stand for bytes that were not decoded.
_NEVER_ITSELF = frozenset(" <>\\")
_UNSEEN = frozenset(["Cc", "Cf", "Cn", "Co", "Zl", "Zp", "Zs"])


def _value(match: re.Match[str]) -> str:
    """Return the character of a UCHAR escape.

    Raises `ValueError` for other escapes, surrogates and numbers beyond Unicode.
    """
    digits = match[1] or match[2]
    if digits is None:
        if match[3] in ("u", "U"):
            number = {"u": "four", "U": "eight"}[match[3]]
            raise ValueError(f"\\{match[3]} wants {number} hexadecimal digits (RDF 1.2 Turtle, 7.3: UCHAR)")
        raise ValueError("an IRI has no escapes but \\uXXXX and \\UXXXXXXXX (RDF 1.2 Turtle, 7.2)")
    point = int(digits, 16)
    if point > sys.maxunicode:
        raise ValueError(f"{match[0]} lies beyond the last code point (RDF 1.2 Turtle, 7.3: UCHAR)")
    if general_category(chr(point)) == "Cs":
        raise ValueError(f"{match[0]} is a surrogate, not a character (RDF 1.2 Turtle, 7.3: UCHAR)")
    return chr(point)


def _spelling(char: str) -> str:
    """Return a character as an IRI in angle brackets has it: itself, or a UCHAR escape if it is special or unseen."""
    if char not in _NEVER_ITSELF and general_category(char) not in _UNSEEN:
        return char
    return f"\\u{ord(char):04X}" if len(f"{ord(char):X}") <= len("XXXX") else f"\\U{ord(char):08X}"


def _write(text: str) -> str:
    return text if is_printable(text) and not _NEVER_ITSELF & set(text) else "".join(map(_spelling, text))


IRIREF = escapes_by(_ESCAPE, _value, _write)

_CHARACTERS = {"t": "\t", "b": "\b", "n": "\n", "r": "\r", "f": "\f", '"': '"', "'": "'", "\\": "\\"}


def _character(match: re.Match[str]) -> str:
    """Return the character of an ECHAR or UCHAR escape of a literal. Raises `ValueError` for others."""
    if match[3] is not None and match[3] not in ("u", "U"):
        if match[3] not in _CHARACTERS:
            raise ValueError(f"a literal has no escape {match[0]} (RDF 1.2 Turtle, 7.3: ECHAR)")
        return _CHARACTERS[match[3]]
    return _value(match)


_NOT_ITSELF_IN_LITERALS = regex(r"[\\\"']")
LITERAL = escapes_by(_ESCAPE, _character, lambda text: _NOT_ITSELF_IN_LITERALS.sub(r"\\\g<0>", text))
# RDF 1.2 Turtle, 7.2: PN_LOCAL_ESC.
_LOCAL_ESCAPE = regex(r"\\(.)", re.DOTALL)
_ESCAPED_IN_NAMES = frozenset("_~.-!$&'()*+,;=/?#@%")
_NOT_ITSELF_IN_NAMES = regex(r"%(?![0-9A-Fa-f]{2})|[~!$&'()*+,;=/?#@]")


def _local(match: re.Match[str]) -> str:
    """Return the character of an escape in a prefixed name; raise `ValueError` for one that has no escape."""
    if match[1] not in _ESCAPED_IN_NAMES:
        raise ValueError(f"a prefixed name has no escape {match[0]} (RDF 1.2 Turtle, 7.2: PN_LOCAL_ESC)")
    return match[1]


LOCAL = escapes_by(_LOCAL_ESCAPE, _local, lambda text: _NOT_ITSELF_IN_NAMES.sub(r"\\\g<0>", text))
_QUOTES = regex(r"\"{3}|'{3}|[\"']")
_ANY_URI = regex(r"\^\^(?:xsd:anyURI\b|<http://www\.w3\.org/2001/XMLSchema#anyURI>)")


# The most code points of a string of several lines in one block: one that never ends must not fill the memory.
_LONGEST = 1 << 24
_LONGEST_BASE = 1 << 12

# Each token runs to its end or, where that is missing, to the end of its line or of the text. The last group of a match
# says what it is: whole strings, and the brackets of RDF 1.2's triple terms, have none.
_IRI = r"<<|<[^>\n\r]*+(?:(?P<iri>>)|(?P<open>))|>>|(?P<close>>)"
_COMMENT = r"(?P<comment>\#[^\n\r]*+)"
_PREFIX = r"(?P<prefix>(?<![\w:@.%\\-])@?[Pp][Rr][Ee][Ff][Ii][Xx]\s++[\w.\-]*+:(?=\s*+(?:[<\#]|\Z)))"
# A prefixed name with an escape or a percent sign; any other has no wrong character.
_PREFIXED = r"(?P<name>(?<![\w:.\-])[\w.\-]*+:[\w.:\-]*+(?:%|\\[^\n\r])(?:[\w:\-%]|\.(?=[\w.:\-%\\])|\\[^\n\r])*+)"
_BASE = r"(?P<base>(?<![\w:@.%\\-])@?[Bb][Aa][Ss][Ee](?=\s*+(?:[<\#]|\Z)))"  # the keyword, and no part of a name


def _short(quote: str) -> str:
    return rf"{quote}(?>(?:[^{quote}\\\n\r]++|\\[^\n\r])*)"


def _long(quote: str) -> str:
    """Return a pattern of a long string after its opening quotes; a group matches where closing ones are missing."""
    body = rf"(?>(?:[^{quote}\\]++|\\.|{quote}(?!{quote}{quote}))*)"
    return rf"{body}(?:{quote * 3}|(?P<endless{ord(quote)}>\\?\Z))"


_LINES = regex(rf'{_IRI}|{_short(chr(34))}(?:"|(?P<string>))|{_COMMENT}')
_TURTLE = regex(
    rf"{_IRI}|\"\"\"{_long(chr(34))}|'''{_long(chr(39))}|{_short(chr(34))}(?:\"|(?P<string>))"
    rf"|{_short(chr(39))}(?:'|(?P<string1>))|{_COMMENT}|{_BASE}|{_PREFIX}|{_PREFIXED}|\\.",
    re.DOTALL,
)
# The arrows of Notation3, and ShEx's regular expressions, which are not those of an IRI.
_N3 = regex(rf"=>|<[=-](?=[\s<])|{_TURTLE.pattern}", re.DOTALL)
_SHEX = regex(rf"/(?![/\s])(?>(?:[^/\\\n\r]++|\\[^\n\r])*)(?:/|$)|{_TURTLE.pattern}", re.DOTALL | re.MULTILINE)
_REST = {quote * 3: regex(_long(quote), re.DOTALL) for quote in ('"', "'")}

_STRINGS = frozenset(name for name in _TURTLE.groupindex if name.startswith("string"))
_ENDLESS = frozenset(name for name in _TURTLE.groupindex if name.startswith("endless"))

# The same for a block at once. Of each match one text: that of an IRI, a comment with a colon and its line end, a mark
# where a string or another comment ends, and "" for what has no end, and for what is not to be read without a look.
_MARKS = frozenset("\"'\n\r")
_QUICK = r"((?<=<)(?!'>|\s)[^<>\n\r\\\"]++(?=>)|(?<!<)(?:[\"'\n\r]|\#[^\n\r]*+[\n\r]))"
_COMMENT_END = r"\#[^\n\r:]*+(?=[\n\r])|(?=\#)"
_QUICK_LINES = regex(rf"(?:<|{_short(chr(34))}(?=\")|{_COMMENT_END}){_QUICK}|[<\"\#]")
_QUICK_TURTLE = regex(rf"(?:<|{_short(chr(34))}(?=\")|{_short(chr(39))}(?=')|{_COMMENT_END}){_QUICK}|[<\"'\#\\%]")
_ANY_BASE = regex(r"[Bb][Aa][Ss][Ee]\s*+(?:[<\#]|\Z)|[Pp][Rr][Ee][Ff][Ii][Xx]\s")

# How XML and HTML begin; no statement does.
_FOREIGN = ("<?xml ", "<!--", "<!DOCTYPE ", "<rdf:RDF ", "<rdf:RDF\n", "<rdf:RDF\r")


class _Finder:
    """The finder of one document; its base, prefixes, and a string that a block begins in go on from block to block."""

    __slots__ = ("base", "foreign", "inside", "literals", "names_base", "names_prefix", "pattern", "prefixes")

    def __init__(self, pattern: re.Pattern[str], *, literals: bool = False) -> None:
        self.pattern = pattern
        self.literals = literals
        self.base: str | None = None
        self.names_base = False  # the next IRI is a base
        self.prefixes: dict[str, str] = {}
        self.names_prefix: str | None = None  # the next IRI is what a prefix stands for
        self.foreign: bool | None = None  # another format altogether; None before the first block
        self.inside = ""  # the quotes that are still to come

    def __call__(self, text: str) -> Iterator[Item]:
        """Yield the items of a block, which may begin inside a string; S005 once, and no more items,
        for XML or HTML.
        """
        if self.foreign is None:
            place = len(text) - len(text.lstrip())
            self.foreign = text.startswith(_FOREIGN, place)
            if self.foreign:
                yield _problem(place, "this is XML or HTML, and none of the RDF formats of this type")
        if not self.foreign:
            yield from self._find(text, self._end_of_string(text))

    def _end_of_string(self, text: str) -> int:
        """Return the offset after the string that an earlier block left open: 0 without one, the block's end if it goes
        on.
        """
        if not self.inside:
            return 0
        match = _REST[self.inside].match(text)
        assert match
        if match.lastgroup is None:
            self.inside = ""
        return match.end()

    def _find(self, text: str, place: int) -> Iterator[Item]:
        """Yield the items of a block from an offset: IRIs, prefixed names, comments, faults, and literals if they are
        read.
        """
        for token in self.pattern.finditer(text, place):
            kind = token.lastgroup
            if kind == "iri":
                yield from self._identifier(token)
            elif kind == "comment":
                yield from in_comment(text, *token.span(), (token.start() + 1, token.end()))
            elif kind == "base":
                self.names_base = True
            elif kind == "prefix":
                self.names_prefix = token[0].split()[-1].removesuffix(":")
            elif kind == "name":
                yield from self._prefixed_name(text, token)
            elif kind is not None:
                yield from self._fault(token, kind)
            elif self.literals:
                yield from _in_literal(text, token)

    def _identifier(self, token: re.Match[str]) -> Iterator[Item]:
        """Yield the IRI of a token, S006 for its bad escapes, or S005 for a "<" before white space, without ":" up to
        the ">"; records it as base or prefix after such a directive.
        """
        names_base, self.names_base = self.names_base, False
        prefix, self.names_prefix = self.names_prefix, None
        start, end = token.start() + 1, token.end() - 1
        source = token[0][1:-1]
        if ":" not in source and source[:1].isspace():
            yield _problem(token.start(), "no IRI begins with white space, and this < opens nothing else")
            return
        content = IRIREF.read(source) if "\\" in source else Unescaped(source)
        if content.bad:
            yield from (Malformed(start + first, start + last, "S006", why) for first, last, why in content.bad)
            return
        offsets = content.offsets and array("q", [start + offset for offset in content.offsets])
        base = self.base
        if names_base:
            self.base = _resolve(base, content.text)
        if prefix is not None:
            self.prefixes[prefix] = _resolve(base, content.text) or ""
        yield Candidate(
            start, end, content.text, "base" if names_base else "IRIREF", IRIREF, offsets, base=base, fixes="none"
        )

    def _prefixed_name(self, text: str, token: re.Match[str]) -> Iterator[Item]:
        """Yield the IRI that a prefixed name abbreviates; nothing if the prefix is undeclared or its namespace is no
        IRI.
        """
        prefix = token[0].partition(":")[0]
        namespace = self.prefixes.get(prefix, "")
        if namespace and grammar("rfc3987")["IRI"].matches(namespace):
            yield from expand(scalar(text, *token.span(), LOCAL), "prefixed name", len(prefix) + 1, namespace)

    def _fault(self, token: re.Match[str], kind: str) -> Iterator[Item]:
        """Yield the problem of an unclosed "<", ">" or string; a long string is taken to go on in the next block."""
        if kind == "open":
            yield _problem(token.start(), "no > closes this < on its line")
        elif kind == "close":
            yield _problem(token.start(), "no < opens this > on its line")
        elif kind in _STRINGS:
            yield _problem(token.start(), f"no {token[0][0]} closes this string on its line")
        else:
            self.inside = token[0][:3]
            within = f" within {_LONGEST} characters" if len(token[0]) >= _LONGEST else ""
            yield _problem(token.start(), f"no {self.inside} closes this string{within}")


def _in_literal(text: str, token: re.Match[str]) -> Iterator[Item]:
    """Yield the items of a literal: all of it for xsd:anyURI, else the identifiers in its text; nothing
    without quotes.
    """
    quotes = _QUOTES.match(token[0])
    if quotes is None:
        return
    length = len(quotes[0]) if len(token[0]) >= 2 * len(quotes[0]) else 1
    literal = scalar(text, token.start() + length, token.end() - length, LITERAL)
    if _ANY_URI.match(text, token.end()):
        yield from whole(literal, "literal of xsd:anyURI", IRI_REFERENCE, "none")
    else:
        yield from within(literal, "literal", candidates, fixes="none", production=IRI)


def _problem(place: int, why: str) -> Malformed:
    return Malformed(place, place + 1, "S005", why)


def _resolve(base: str | None, reference: str) -> str | None:
    """Return the IRI that a reference is against a base; None if it stays relative, is not valid, or is too long for a
    base.
    """
    try:
        target = resolve(base or reference, reference)
    except IrigrammarError:
        return None
    return target if len(target) <= _LONGEST_BASE else None


def _cut(text: str) -> int:
    """Return the end of the last line of a Turtle document that does not end within a string.

    Of more than 16,777,216 characters it is the last line end.
    """
    end = last_line_end(text)
    if len(text) > _LONGEST or not any(quotes in text for quotes in _REST):
        return end
    for token in _TURTLE.finditer(text):
        if token.lastgroup in _ENDLESS:
            return last_line_end(text[: token.start()])
    return end


def _quick(text: str, pattern: re.Pattern[str], exact: re.Pattern[str]) -> list[str] | None:
    """Return the texts of the identifiers that the finder would find, at the speed of `re`; None for a block that needs
    it.
    """
    tokens: list[str] = pattern.findall(text)
    if "" in tokens:
        return None
    tokens = [token for token in tokens if token not in _MARKS]
    # Each other ">" is in a string or a comment, or has no "<".
    comments = [token for token in tokens if token[-1] in "\n\r"]
    more = text.count(">") > len(tokens) - len(comments)
    if more and any(token.lastgroup == "close" for token in exact.finditer(text)):
        return None
    if comments:
        tokens = [token for token in tokens if token[-1] not in "\n\r"]
        for comment in comments:
            for item in in_comment(comment, 0, len(comment), (1, len(comment) - 1)):
                if not isinstance(item, Candidate) or item.text != comment[item.start : item.end]:
                    return None
                tokens.append(item.text)
    return tokens


def _quick_turtle(text: str) -> list[str] | None:
    """Return the texts of identifiers in Turtle as `_quick` does; None with long strings, a base or prefixes."""
    # What goes on from block to block is the finder's: strings of several lines, and the base.
    if any(quotes in text for quotes in _REST) or _ANY_BASE.search(text):
        return None
    return _quick(text, _QUICK_TURTLE, _TURTLE)


_QUICK_FINDERS: dict[re.Pattern[str], Callable[[str], list[str] | None]] = {
    _LINES: partial(_quick, pattern=_QUICK_LINES, exact=_LINES),
    _TURTLE: _quick_turtle,
}


def _type(name: str, title: str, suffixes: tuple[str, ...], pattern: re.Pattern[str] = _TURTLE) -> DocumentType:
    by_line = pattern is _LINES
    return DocumentType(
        name,
        title,
        lambda options: _Finder(pattern, literals="literals" in options.switches),
        IRI if by_line else IRI_REFERENCE,
        suffixes=suffixes,
        cut=last_line_end if by_line else _cut,
        quick=_QUICK_FINDERS.get(pattern),
        quiet="triples" if by_line else "",
        comment="# iri: ignore[CODE]",
    )


TYPES = (
    _type("n-triples", "N-Triples", (".nt", ".ntriples"), _LINES),
    _type("n-quads", "N-Quads", (".nq", ".nquads"), _LINES),
    _type("turtle", "Turtle", (".ttl", ".turtle")),
    _type("trig", "TriG", (".trig",)),
    _type("n3", "Notation3", (".n3",), _N3),
    _type("shex", "ShEx, compact", (".shex", ".shexc"), _SHEX),
)

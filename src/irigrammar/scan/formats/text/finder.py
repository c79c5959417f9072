"""The identifiers of running text and of source code, and the comments in it that are ours.

Draft-ietf-iri-3987bis-04, 8.3: a character outside ASCII does not end an IRI.
"""

from __future__ import annotations

import heapq
import re
import unicodedata
from collections.abc import Iterator
from functools import cache

from irigrammar.advice.registries import registered_schemes
from irigrammar.scan.formats.items import Candidate, Comment, Item
from irigrammar.scan.formats.strings import Escapes, Unescaped, unescaped

_COLON = re.compile(r":(?=[^\s\"':=])")
_NAME = re.compile(r"[A-Za-z0-9+.\-]*+")  # what a scheme is made of, read backwards
_NOT_FIRST = "0123456789+.-"  # user agents have "(+http://", lists "1.http://"
_LONGEST = 64
_ADDRESS = r"[^\s@<>\"]+@\w"
_AUTHORITY = re.compile(r"//[^\s<>\"'`\\)\],;]")

# What follows the colon, by scheme.
_FOLLOWING = {
    name: re.compile(pattern, re.ASCII | re.IGNORECASE)
    for name, pattern in {
        "acct": _ADDRESS,
        "cid": _ADDRESS,
        "data": r"[a-z]+/[\w.+-]+(?:;[\w.+-]+(?:=[\w.+-]+)?)*,",  # RFC 2397, with its media type
        "did": r"[a-z0-9]+:[\w.%-]",
        "doi": r"10\.\d{4,9}/\S",
        "file": r"/[^\s\"'*]",
        "geo": r"-?\d+(?:\.\d+)?,-?\d",  # RFC 5870
        "im": _ADDRESS,
        "info": r"(?:arxiv|ddc|doi|hdl|lc|lccn|oclcnum|ofi|pmid|pronom|refseq|sici|sid)/\S",  # RFC 4452's registry
        "magnet": r"\?[a-z]",
        "mailto": _ADDRESS,
        "mid": _ADDRESS,
        "news": rf"(?:{_ADDRESS}|[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+)",  # RFC 5538
        "pkg": r"[a-z][a-z0-9.+-]*/\w",
        "pres": _ADDRESS,
        "sip": _ADDRESS,
        "sips": _ADDRESS,
        "sms": r"\+?\d[\d-]{2}",
        "swh": r"\d:[a-z]+:[0-9a-f]",
        "tag": r"[\w.@-]+,\d{4}(?:-\d\d){0,2}:",  # RFC 4151
        "tel": r"\+?[\d(][\d().-]{2}",  # RFC 3966
        "urn": r"[a-z0-9][a-z0-9-]{1,31}:[^\s\"'<>{}\\)\],;]",  # RFC 8141
        "xmpp": _ADDRESS,
    }.items()
}


def beginnings(text: str, start: int = 0) -> Iterator[tuple[int, int]]:
    """Yield where an identifier may begin, and where its colon stands, from an offset on; time is linear.

    >>> list(beginnings("see http://e/ (data: tag:x, urn:isbn:0-395-36341-1)"))
    [(4, 8), (28, 31)]
    """
    schemes = _schemes()
    for match in _COLON.finditer(text, start):
        colon = match.start()
        before = text[max(0, colon - _LONGEST) : colon]
        run = _NAME.match(before[::-1])
        assert run is not None  # it matches nothing at all, too
        name = before[len(before) - run.end() :].lstrip(_NOT_FIRST)
        following = schemes.get(name.lower())
        if following is not None and following.match(text, colon + 1):
            yield colon - len(name), colon


@cache
def _schemes() -> dict[str, re.Pattern[str]]:
    return {name: _FOLLOWING.get(name, _AUTHORITY) for name in registered_schemes()}


# Where documents have punctuation that is as wide as an ideograph, and quotes.
_PUNCTUATION_BLOCKS = ((0x80, 0x100), (0x2010, 0x2060), (0x3000, 0x3040), (0xFE10, 0xFE70), (0xFF00, 0xFF70))
_SENTENCE = ",;:!?"
_TRAILING = f"{_SENTENCE}.'*\u2026"
_TWINS = "_~|"  # if they are before the identifier, too: marks of emphasis, and of a table
# In text that is to become HTML; and a straight quote, but for one within a word.
_MARKUP = r"&(?:quot|apos|[lg]t|nbsp|#3[49]|#x2[27]);"
_LABELS = r"(?P<labels>(?:\[[^\[\]'(){}]{0,256}\])++)"
_FEW = 8  # what may follow a label
_NEXT = r"[,;|](?=https?://)"  # of a list
_QUOTE = r"(?P<inner>(?<=\w)'(?=\w))|'"
# A host that is left out, or a part of one.
_ELLIPSIS = re.compile(r"://[^/?#]*?(?:\.\.|\u2026)")
_TEMPLATE = re.compile(
    r"[{}]"  # f-strings, URI templates
    r"|\$[({\d]|\$[A-Z_]{2}|(?<![?&/])\$[a-z_]"  # shells; but not OData's ?$filter
    # printf, strftime, batch files
    r"|%[(<{]|%%|%0\d[dxX]|%s|%(?![0-9A-Fa-f]{2})(?:[A-Za-z_]\w*%|\d+\$|[-+ #]?\d*(?:\.\d+)?[a-zA-Z](?![0-9A-Za-z]))"
    r"|@[A-Z_]+@"  # autoconf
    r"|\(\?|\[\^|\.[*+]|[\])][*+]|\[\w-\w|\)\?(?!\w)"  # regular expressions
    r"|(?<=[/=.:@])\[(?=[^\]:]{0,64}[g-zG-Z_])[^\]]{2,256}\]"  # [host], [id]; but not a[key]=
    r"|:(?:port|PORT)\b"
)
_ESCAPED_PATTERN = re.compile(r"\\[.dwsDWSb/?+*()\[\]{}|^$-]")


# A string that another one follows: percent-encodings are cut in two there.
_CONTINUED = re.compile(r"[\"'][ \t]*+(?:[+.&%]|\\?\s*+[A-Za-z]{0,2}[\"'])")
_WORD = re.compile(r"\w")
_BRACKETED = re.compile(r"[^\s<>\"\\]++(?:[ \t]++[^\s<>\"\\]++)*+>")
# RFC 3986, appendix C: "whitespace should be ignored"; here where it breaks an identifier over lines, and not many. A
# backslash continues a string.
_BROKEN = re.compile(r"[^\s<>\"\\]++(?:[ \t]*+\\?(?:\r\n?|\n)[ \t]*+[^\s<>\"\\]++){1,8}+\s?+[ \t]*+>")


def run_end(text: str, start: int) -> int:
    """Return where what may be an identifier ends at the latest: white space, quotes, the end.

    >>> run_end('("http://e/")', 2)
    11
    """
    match = _end().search(text, start)
    return match.start() if match else len(text)


def bracketed_end(text: str, start: int) -> int | None:
    """Return where "<" and ">" around an identifier say that it ends, None if they do not surround it.

    >>> bracketed_end("<URL:http://e/a>.", 5), bracketed_end("(http://e/a>", 1)
    (15, None)
    """
    if not text.endswith(("<", "<URL:", "<url:"), 0, start):
        return None
    match = _BRACKETED.match(text, start) or _BROKEN.match(text, start)
    return match.end() - 1 if match else None


def natural_end(text: str, start: int, end: int) -> int:
    """Return where a reader sees an identifier end that starts and ends at the latest at these offsets.

    It ends at a bracket or quote that closes what it is in, and before punctuation.

    >>> [text[start : natural_end(text, start, len(text))] for text, start in
    ...  (("(http://e/a_(b)).", 1), ("'http://e/x',y", 1), ("http://e/x](y", 0), ("**http://e/x**,", 2))]
    ['http://e/a_(b)', 'http://e/x', 'http://e/x', 'http://e/x']
    """
    before = text[start - 1 : start]
    end, opened = _stop(text, start, end, quoted=before == "'")
    while end > start:
        last = text[end - 1]
        if opened and opened[-1] == end - 1:
            opened.pop()
        elif not _is_trailing(last) and not (last == before and last in _TWINS):
            break
        end -= 1
    return end


@cache
def _is_trailing(char: str) -> bool:
    """Return whether a character at the end is punctuation of the sentence, in any script.

    >>> [_is_trailing(char) for char in ".\u060c\u0964\u05d0%\uff05"]
    [True, True, True, False, False, False]
    """
    return char in _TRAILING or (not char.isascii() and unicodedata.category(char) == "Po" and _is_of_sentences(char))


def is_identifier(text: str, start: int, colon: int, end: int) -> bool:
    """Return whether what is there is an identifier, rather than a pattern or a template of some, or nothing much.

    >>> given = ("http://e/", "http://{host}/", "http://%s/", "http://", "http://schemas.../main")
    >>> [is_identifier(text, 0, 4, len(text)) for text in given]
    [True, False, False, False, False]
    """
    if _WORD.search(text, colon, end) is None or _TEMPLATE.search(text, start, end):
        return False
    if _ELLIPSIS.match(text, colon, end):
        return False
    if "%" in text[max(start, end - 2) : end] and _CONTINUED.match(text, end):
        return False
    return not text.startswith(("{", "%s"), end) and _ESCAPED_PATTERN.match(text, end) is None


def _stop(text: str, start: int, end: int, *, quoted: bool) -> tuple[int, list[int]]:
    """Return where the first thing stands that ends an identifier, or the end, and the brackets that do not close."""
    pattern, pairs = _stops()
    opened: list[int] = []
    for match in pattern.finditer(text, start, end):
        char = match[0]
        if match["labels"] is not None:
            if _is_label(text, start, end, match):
                return match.start(), opened
        elif char == "[":
            if not text.endswith(
                "//", 0, match.start()
            ):  # AsciiDoc's "http://e/[a label]"; but a broken IP literal stays
                return match.start(), opened
        elif char in pairs:
            if not opened or text[opened[-1]] != pairs[char]:
                return match.start(), opened
            opened.pop()
        elif match["opening"] is not None:
            opened.append(match.start())
        elif match["inner"] is None or quoted:
            return match.start(), opened
    return end, opened


def _is_label(text: str, start: int, end: int, match: re.Match[str]) -> bool:
    """Return whether brackets are a footnote's or a label in AsciiDoc: at the end, and not in a query."""
    first, last = match.span()
    if text[first - 1] == "/" or end - last > _FEW or text[last:end].strip(f"{_TRAILING})]}}"):
        return False
    return "?" not in text[start:first]


@cache
def _end() -> re.Pattern[str]:
    """Return what ends every identifier in text: white space, controls, delimiters, quotes."""
    marks = "".join(char for char in _punctuation() if _ends(char))
    return re.compile(rf"[\s<>\"`\\\x00-\x1f\x7f-\x9f{re.escape(marks)}]")


def _ends(char: str) -> bool:
    """Return whether a character is a quote, or wide punctuation of sentences."""
    category = unicodedata.category(char)
    if category != "Po" or unicodedata.east_asian_width(char) not in {"W", "F", "H"}:
        return category in {"Pi", "Pf"}
    return _is_of_sentences(char)


def _is_of_sentences(char: str) -> bool:
    """Return whether punctuation outside ASCII is not another form of an ASCII character that is none of sentences."""
    like = unicodedata.normalize("NFKC", char)
    return like in _SENTENCE or not like.isascii()


@cache
def _stops() -> tuple[re.Pattern[str], dict[str, str]]:
    """Return what finds brackets, quotes and markup, and of each bracket that closes the one that opens."""
    pairs = dict(zip(")]}", "([{", strict=True))
    before = ""
    for char in _punctuation():
        category = unicodedata.category(char)
        if category == "Pe" and before:
            pairs[char] = before
        before = char if category == "Ps" else before
    opening, closing = (re.escape("".join(dict.fromkeys(chars))) for chars in (pairs.values(), pairs))
    return re.compile(f"{_LABELS}|(?P<opening>[{opening}])|[{closing}]|{_QUOTE}|{_MARKUP}|{_NEXT}"), pairs


def _punctuation() -> Iterator[str]:
    return (char for block in _PUNCTUATION_BLOCKS for char in map(chr, range(*block)))


_BREAK = re.compile(r"[ \t]*+\\?(?:\r\n?|\n)\s*+")  # with the backslash that continues a string
# An ignore, with what begins a comment in the languages that there are; it goes on to the end of its line.
_IGNORE = re.compile(
    r"(?:(?:#+|//+!?|/?\*+|--+|;+|%+|<!--+|\.\.|\{[#*%-]|\(\*|\b(?:REM|rem|dnl)\b)[ \t]*+|[\"']+[ \t]++)?"
    r"(?P<text>iri:[ \t]*+ignore[^\r\n]*+)"
)
_QUOTES = ("'", '"', "`")  # before it: it is quoted, and not a comment


def _read(written: str) -> Unescaped:
    return unescaped(written, _BREAK, lambda _: "")


# RFC 3986, appendix C: within "<" and ">" an identifier may be broken over lines.
BROKEN = Escapes("line breaks", _read, lambda text: text)


def find(text: str) -> Iterator[Item]:
    """Yield the identifiers of a text and the comments that hold `iri: ignore`, in their order."""
    if "iri:" not in text:
        return iter(candidates(text))
    return heapq.merge(candidates(text), _comments(text), key=lambda item: item.start)


def _comments(text: str) -> Iterator[Item]:
    for match in _IGNORE.finditer(text):
        if not text.endswith(_QUOTES, 0, match.start()):
            yield Comment(match.start(), match.end(), match["text"])


def candidates(text: str) -> Iterator[Item]:
    """Yield the identifiers of a text: each begins with a registered scheme and ends where a reader sees its end
    (draft-ietf-iri-3987bis-04, 8.3).

    >>> [candidate.text for candidate in candidates("(see http://e/a_(b)). `http://e/x`, <http://e/\\n  y>")]
    ['http://e/a_(b)', 'http://e/x', 'http://e/y']
    """
    done = limit = 0
    for start, colon in beginnings(text):
        if start < done:
            continue
        bracketed = bracketed_end(text, start)
        if bracketed is not None:
            limit = end = bracketed
        else:
            limit = run_end(text, colon) if limit <= colon else limit
            end = natural_end(text, start, limit)
        if not is_identifier(text, start, colon, end):
            done = limit
            continue
        done = end
        read, offsets, _ = Unescaped(text[start:end]) if bracketed is None else _read(text[start:end])
        if offsets is None:
            yield Candidate(start, end, read)
        else:
            yield Candidate(start, end, read, "", BROKEN, [start + offset for offset in offsets])

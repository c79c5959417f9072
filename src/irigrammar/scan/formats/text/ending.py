"""Find where an identifier ends in running text.

At white space, at the partner of an opening bracket or quotation mark, before punctuation. What is not allowed in an
identifier does not end it: a fault is reported, not cut off.
"""

from __future__ import annotations

import re
from functools import cache

from irigrammar._generated.links import CLOSING, DOT, END, OPENING, WIDE_DOT
from irigrammar.lazy import regex
from irigrammar.unicode import (
    general_category,
    is_letter,
    is_letter_or_number,
    is_printable,
    is_word,
    normalize,
    of_words,
)

_SENTENCE = ",;:!?"
_TRAILING = f"{_SENTENCE}.'*\u2026"
_TWINS = "_~|"  # if they are before the identifier, too: marks of emphasis, and of a table
_END = regex(END)
_PAIRS = dict(zip(CLOSING, OPENING, strict=True))
# In text that is to become HTML.
_MARKUP = r"&(?:quot|apos|[lg]t|nbsp|#3[49]|#x2[27]);"
_LABELS = r"(?P<labels>(?:\[[^\[\]'(){}]{0,256}\])++)"
_LABEL = regex(r"\[(?:[^\[\]\n]|\n(?!\s*\n)){0,256}+\]")  # with white space
_FEW = 8  # what may follow a label
_SCHEME = r"[A-Za-z][A-Za-z0-9+.-]{1,32}://"
_NEXT = rf"[,;|](?={_SCHEME})"  # of a list
_NEAR = 256  # characters within which a partner is looked for
_QUOTES = ("'", '"', "`")
# After these, a bar is before the text of a link.
_LINK = ("|", "[", "{@link ", "{@linkcode ", "{@linkplain ")
_BRACKETED = regex(r"[^\s<>\"\\]++(?:[ \t]++[^\s<>\"\\]++)*+>")
# RFC 3986, appendix C: "whitespace should be ignored"; here where it breaks an identifier over lines, and not many. A
# backslash continues a string.
_BROKEN = regex(r"[^\s<>\"\\]++(?:[ \t]*+\\?(?:\r\n?|\n)[ \t]*+[^\s<>\"\\]++){1,8}+\s?+[ \t]*+>")
# A backslash sequence that is not part of an identifier: an escape, a command of TeX.
_ESCAPE = regex(
    r"\\(?:(?<=[,.;:!?]\\)[nrt]|[nrt](?![a-z])|[dwsDWS](?!\w)|[xuU][0-9A-Fa-f]{2}|[A-Za-z]++\*?[{\[]|[\W_]|\Z)"
)
_COMMAND = regex(r"`[^`\r\n]{0,256}+`")  # of a shell, or what is between two pieces of code
# A quotation mark further on in the line, or a line too long to be written by hand: this is a string of some program.
_IN_STRING = regex(r"[^\r\n]{0,256}?(?:[\"`]|'(?!\w))|[^\r\n]{256}")


def run_end(text: str, start: int) -> int:
    """Return the latest possible offset of the end of an identifier that starts at an offset: the first white space,
    control, "<", ">", quotation mark other than "'", or wide punctuation of sentences after which it does not go on, or
    the end of the text.

    >>> run_end('("http://e/")', 2)
    11
    """
    ends = (match.start() for match in _END.finditer(text, start))
    return next((place for place in ends if not _goes_on(text, start, place)), len(text))


def _goes_on(text: str, start: int, place: int) -> bool:
    """Return whether more of an identifier follows a quotation mark or wide punctuation (UTS #58, Link_Term=Soft).

    It does not where the mark closes what was open before, a wide full stop ends the sentence, or, in text without
    white space, an identifier in ASCII is followed by another script. A wide full stop is a dot of a host that has no
    other dot before it, or a label and what follows a host after it.

    >>> text = "http://例。jp/wiki/’a、わ。わ"
    >>> [_goes_on(text, 7, place) for place, char in enumerate(text) if not char.isalnum() and not char.isascii()]
    [True, True, False, False]
    """
    mark, before, after = text[place], text[place - 1], text[place + 1 : place + 2]
    if place == start or not (after and is_word(after)) or mark.isspace() or not is_printable(mark):
        return False
    near = max(0, start - _NEAR)
    line = max(text.rfind("\n", near, start) + 1, near)
    twins = next((twins for twins in _QUOTATIONS if mark in twins), "")
    if sum(text.count(twin, line, start) for twin in twins) % 2:
        return False
    if _AGAIN.match(text, place + 1):
        return False
    if mark == '"':
        is_inner = is_letter(before) and text[place - 3] != "%" and text.find(mark, start, place) < 0
        return is_inner and _LONE.match(text, place) is not None
    if mark.isascii():
        return False
    if (authority := _AUTHORITY.search(text, max(near, place - _NEAR), place)) is not None:
        is_dot = _WIDE_DOT.fullmatch(mark) is not None
        return is_dot and (_DOT.search(authority[0]) is None or _label_of_host().match(text, place + 1) is not None)
    if _WIDE_DOT.fullmatch(mark):
        return False
    return after.isascii() or not before.isascii() or before in _BEGINNINGS


@cache
def _label_of_host() -> re.Pattern[str]:
    """Return a pattern of a label of a host with the beginning of the next label, path, query, fragment or port."""
    return re.compile(of_words(rf"(?:\w|-)++(?:[/?#:]|{DOT}\w)"))


_DOT = regex(DOT)
_WIDE_DOT = regex(WIDE_DOT)
_AGAIN = regex(_SCHEME)
_BEGINNINGS = ("/", "=", "#")  # what is before the first character of a segment, a value, a fragment
_LONE = regex(r"\"[^\s\"]{1,256}+(?!\")")
_QUOTATIONS = ('"', "‘’‚‛", "“”„‟", "\xab\xbb", "‹›")


def bracketed_end(text: str, start: int) -> int | None:
    """Return where "<" and ">" around an identifier say that it ends, None if they do not surround it.

    >>> bracketed_end("<URL:http://e/a>.", 5), bracketed_end("(http://e/a>", 1)
    (15, None)
    """
    if not text.endswith(("<", "<URL:", "<url:"), 0, start):
        return None
    match = _BRACKETED.match(text, start) or _BROKEN.match(text, start)
    return match.end() - 1 if match else None


def natural_end(text: str, start: int, rest: int, end: int) -> int:
    """Return where a reader sees an identifier end that starts and ends at the latest at these offsets; nothing before
    `rest` ends it.

    It ends at a bracket or quote that closes what it is in, and before punctuation. In quotation marks it goes on after
    white space, unless what follows is a sentence.

    >>> [text[start : natural_end(text, start, start, run_end(text, start))] for text, start in
    ...  (("(http://e/a_(b)).", 1), ("'http://e/x',y", 1), ("http://e/x](y", 0), ("**http://e/x**,", 2))]
    ['http://e/a_(b)', 'http://e/x', 'http://e/x', 'http://e/x']
    >>> text = '"http://e/a b"'
    >>> text[1 : natural_end(text, 1, 1, run_end(text, 1))]
    'http://e/a b'
    """
    before = text[start - 1 : start]
    bar = text.find("|", start, end)
    if bar >= 0 and text.endswith(_LINK, 0, start):
        end = bar
    end = min(end, _list_end(text, start, rest, end))
    last, brackets = _stop(text, start, rest, end, before)
    if last == end and text[end : end + 1] in (" ", "\t"):
        whole = _spaced_end(text, start, end, before)
        if whole is not None:
            return whole
    end = last
    while end > start:
        char = text[end - 1]
        if brackets and brackets[-1] == end - 1:
            brackets.pop()
        elif not is_trailing(char) and not (char == before and char in _TWINS):
            break
        end -= 1
    return end


def _list_end(text: str, start: int, rest: int, end: int) -> int:
    """Return where the next one of a list begins that has the same scheme, or the next argument of a template of a
    wiki; else the end. It is looked for in 2,048 characters, so that the time stays linear.
    """
    near = min(end, rest + 2048)
    bar = text.find("|", rest, near)
    if (
        bar >= 0
        and _ARGUMENT.match(text, bar)
        and text.rfind("{{", max(0, start - _NEAR), start) > text.rfind("}}", max(0, start - _NEAR), start)
    ):
        return bar
    if _SEPARATOR.search(text, rest, near) is None:
        return end
    colon = text.find(":", start, near)
    again = re.compile(rf"[,;|]{re.escape(text[start : colon + 1])}", re.IGNORECASE).search(text, rest, near)
    return again.start() if again else end


_SEPARATOR = regex(r"[,;|]")
_ARGUMENT = regex(r"\|(?:[\w -]+=|\}\})")


@cache
def is_trailing(char: str) -> bool:
    """Return whether a character at the end is punctuation of the sentence, in any script.

    >>> [is_trailing(char) for char in ".\u060c\u0964\u05d0%\uff05"]
    [True, True, True, False, False, False]
    """
    like = normalize("NFKC", char)
    is_sign = general_category(char) == "Po" and (like in _SENTENCE or not like.isascii())
    return char in _TRAILING or is_sign


def _spaced_end(text: str, start: int, space: int, before: str) -> int | None:
    """Return the end of an identifier with white space: where its quotation marks, or a Markdown link's parenthesis,
    close.

    None without these within 512 characters, and where it is a sentence that begins with an identifier.
    """
    if before == "(" and text.endswith("](", 0, start):
        match = _UP_TO_PARENTHESIS.match(text, space)
        return match.end() if match and match[0].strip() else None
    if before not in _QUOTES:
        return None
    match = _up_to(before).match(text, space)
    if match is None:
        return None
    tail = match[0].removesuffix("\\")
    return None if is_sentence(tail) else space + len(tail)


_UP_TO_PARENTHESIS = regex(r"[^()\"\r\n]{0,512}+(?=\))")
_MOST_WORDS = 8
_LINE_END = regex(r"(?:\\[nrt])++\Z")  # escaped
_IN_BRACKETS = regex(r"<.*>|\([A-Za-z]+\)")  # the target of a link, a remark
_OF_PATHS = regex(r"[/=&#%]|\S\?|\w\.\w+\Z")


@cache
def _up_to(quote: str) -> re.Pattern[str]:
    return re.compile(rf"[^{quote}\r\n]{{0,512}}+(?={quote})")


def is_sentence(tail: str) -> bool:
    r"""Return whether text after an identifier and white space within quotation marks goes on as a sentence does, and
    not as the name of a file; true also for white space alone, for text with another "://", and for many words.

    >>> [is_sentence(tail) for tail in (" b", " report 2.html", " is the home page.", " http://e/", " ", r" \n")]
    [False, False, True, True, True, True]
    """
    words = _LINE_END.sub("", tail).split()
    if (
        not words
        or _IN_BRACKETS.fullmatch(words[-1])
        or "://" in tail
        or len(words) > _MOST_WORDS
        or tail[-1:].isspace()
    ):
        return True
    return len(words) > 1 and _OF_PATHS.search(tail) is None


def _stop(text: str, start: int, rest: int, end: int, before: str) -> tuple[int, list[int]]:
    """Return the offset of the first sign from `rest` on that ends the identifier at `start` (`end` if there is none),
    and the offsets of unclosed brackets from there on. `before` is the character before the identifier.
    """
    mark, pattern = _stops()
    brackets: list[int] = []
    first = mark.search(text, rest, end)
    if first is None:
        return end, brackets
    for match in pattern.finditer(text, first.start(), end):
        place, char = match.start(), match[0]
        if match["labels"] is not None:
            if _is_label(text, start, end, match):
                return place, brackets
        elif char == "[":
            if _INNER.match(text, place):
                brackets.append(place)
            elif not _is_lone(text, place):
                return place, brackets
        elif char in _PAIRS:
            if brackets and text[brackets[-1]] == _PAIRS[char]:
                brackets.pop()
            elif not char.isascii() or _closes(text, start, place, _PAIRS[char]):
                return place, brackets
        elif match["opening"] is not None:
            brackets.append(place)
        elif char == "\\":
            if _ESCAPE.match(text, place) or _IN_STRING.match(text, place):
                return place, brackets
        elif char == "`":
            if before == "`" or not is_letter_or_number(text[place + 1 : place + 2]) or _COMMAND.match(text, place):
                return place, brackets
        elif match["inner"] is None or before == "'":
            return place, brackets
    return end, brackets


def _is_lone(text: str, place: int) -> bool:
    """Return whether "[" at an offset is part of an identifier: that of an IP literal, or one before a letter or digit
    that begins no label in brackets.
    """
    if _begins_host(text, place):
        return True
    return is_letter_or_number(text[place + 1 : place + 2]) and _LABEL.match(text, place) is None


# Brackets around others within an identifier that goes on, or is in a query.
_INNER = regex(r"\[[(][^\[\]\s<>\"]{0,256}+\](?=[\w/=&#]|(?<=\)\])\s)")


def _begins_host(text: str, place: int) -> bool:
    """Return whether a bracket is where a host begins: the first of an authority, or another in a list of hosts."""
    return text[place - 1 : place] in _BEFORE_HOST and _AUTHORITY.search(text, max(0, place - _NEAR), place) is not None


_BEFORE_HOST = ("/", "@", ",")
_AUTHORITY = regex(r"//[^\s/?#\"'<>]*+\Z")


def _closes(text: str, start: int, place: int, opening: str) -> bool:
    """Return whether a closing bracket is not the identifier's: no letter or digit follows, or one is open before it on
    its line.
    """
    if not is_letter_or_number(text[place + 1 : place + 2]):
        return True
    near = max(0, start - _NEAR)
    first = max(text.rfind("\n", near, start) + 1, near)
    return text.count(opening, first, start) > text.count(text[place], first, start)


def _is_label(text: str, start: int, end: int, match: re.Match[str]) -> bool:
    """Return whether brackets are a footnote's or a label: at the end, and in a query only the number of a footnote
    after a value.
    """
    first, last = match.span()
    if (
        text[first - 1] == "/"
        or _begins_host(text, first)
        or end - last > _FEW
        or text[last:end].strip(f"{_TRAILING})]}}")
    ):
        return False
    query = text.find("?", start, first)
    return query < 0 or (_NOTE.fullmatch(match[0]) is not None and text.find("=", query, first) >= 0)


_NOTE = regex(r"\[\d{1,3}\]")


@cache
def _stops() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return a quick pattern of the signs that may end an identifier, and the exact one of its brackets, quotes and
    markup.
    """
    opening, closing = map(re.escape, (OPENING, CLOSING))
    quote = of_words(r"(?P<inner>(?<=\w)'(?=\w))|['`\\]")
    mark = re.compile(rf"[{opening}{closing}'`\\&,;|]")
    return mark, re.compile(f"{_LABELS}|(?P<opening>[{opening}])|[{closing}]|{quote}|{_MARKUP}|{_NEXT}")

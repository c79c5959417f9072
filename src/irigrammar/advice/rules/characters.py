"""Characters not allowed in IRIs, easily confused, or compatibility ones.

Compatibility characters are reported by kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from irigrammar.advice.characters import clusters, group_flaws, is_joined, kind_flaws, runs
from irigrammar.advice.context import Context
from irigrammar.advice.quiet import decoded
from irigrammar.advice.rule import rule
from irigrammar.advice.scripts import skeleton
from irigrammar.finding import Flaw, Severity
from irigrammar.lazy import regex
from irigrammar.matching.grammar import grammar
from irigrammar.processing.characters import characters
from irigrammar.processing.percent import encode
from irigrammar.text.names import character, quoted
from irigrammar.unicode import (
    east_asian_width,
    general_category,
    is_decimal,
    is_letter_or_number,
    is_normalized,
    lower,
    normalize,
    script,
)

_CACHED = 4_096  # characters of which an answer is kept

SPACE = rule("C001", "space", "warning", "draft-ietf-iri-3987bis-04, 7.3", where="odd")(group_flaws("space"))
DELIMITER = rule("C002", "delimiter", "warning", "draft-ietf-iri-3987bis-04, 7.3", where="odd")(
    group_flaws("delimiter")
)
UNWISE = rule("C003", "unwise", "warning", "draft-ietf-iri-3987bis-04, 7.3", where="odd")(group_flaws("unwise"))
CONTROL = rule("C004", "control", "error", "draft-ietf-iri-3987bis-04, 7.3", where="odd")(group_flaws("control"))
SPECIAL = rule("C006", "special", "warning", "draft-ietf-iri-3987bis-04, 7.3", where="odd")(group_flaws("special"))
PRIVATE_USE = rule("C007", "private-use", "warning", "draft-ietf-iri-3987bis-04, 7.3", where="odd")(
    group_flaws("private use")
)
TAG = rule("C008", "tag", "warning", "draft-ietf-iri-3987bis-04, 7.3", where="odd")(group_flaws("tag"))
NONCHARACTER = rule("C009", "noncharacter", "warning", "draft-ietf-iri-3987bis-04, 7.3", where="odd")(
    group_flaws("noncharacter")
)


@rule("C005", "bidi-formatting", "error", "RFC 3987, 4.1", where="odd")
def _bidi_formatting(context: Context) -> Iterator[Flaw]:
    """Yield a flaw for each run of bidi controls that are not percent-encoded, with their percent-encoding (RFC 3987,
    4.1).
    """
    members = (
        [] if context.text.isascii() else [char for char in set(context.text) if char in characters("bidi-control")]
    )
    for start, end in runs(context.text, members):
        message = f"{character(context.text[start])} is a bidi control: it changes the order in which text is shown"
        yield Flaw(start, end, message, encode(context.text[start:end], lambda _: False))


@rule("C010", "not-nfc", "warning", "RFC 3987, 5.3.2.2", where="composing")
def _not_nfc(context: Context) -> Iterator[Flaw]:
    """Yield a flaw for each cluster of the decoded text that is not NFC, with its NFC unless that would lose a
    delimiter.

    Of percent-encoded ones the severity is "advice".
    """
    if is_normalized("NFC", decoded(context.text)):
        return
    whole = context.decoded
    for start, end in clusters(whole.text):
        text = whole.text[start:end]
        if not is_normalized("NFC", text):
            nfc_form = normalize("NFC", text)
            points = " ".join(f"U+{ord(char):04X}" for char in text)
            message = (
                f"{points} is not in Normalization Form C; {' '.join(f'U+{ord(char):04X}' for char in nfc_form)} is"
            )
            instead = whole.replacement(start, end, nfc_form) if _keeps_delimiter(text, nfc_form) else None
            first, last = whole.span(start, end)
            # Encoded ones are names that a server made, which the author of a reference cannot change.
            severity: Severity | None = "advice" if "%" in context.text[first:last] else None
            yield Flaw(first, last, message, instead, severity=severity)


def _keeps_delimiter(text: str, nfc_form: str) -> bool:
    """Return whether NFC keeps the first character of a text, or that is no possible delimiter (not ASCII, or
    unreserved).

    "=" with U+0338 is U+2260 in NFC.
    """
    first = text[0]
    return not first.isascii() or nfc_form.startswith(first) or grammar("rfc3986")["unreserved"].matches(first)


_LETTER_OF = {"0": "o", "1": "l"}
_DIGIT_OF = {"O": "0", "l": "1", "I": "1"}
_DIGIT = regex("[0-9]")
_DIGITS = regex("[01]")
# Names of programs have others ("vld1q", "log1p"): "o" is the vowel between consonants, and "l" is before a vowel.
_PLAUSIBLE = regex("(?<![aeiouy])0(?![aeiouy])|1(?=[aeiouy])", re.IGNORECASE)
_FEWEST_LETTERS, _FEWEST_DIGITS = 3, 2


@rule(
    "C016", "digit-look-alike", "advice", "draft-ietf-iri-3987bis-04, 8.5", profiles=("publish",), where="digit-in-word"
)
def _digit_look_alike(context: Context) -> Iterator[Flaw]:
    """Yield a flaw for each ASCII word with digits for letters, or letters for digits, with the likely word."""
    if _DIGIT.search(context.text) is None:
        return
    for word in context.words:
        text = word.text
        if text.isalpha() or not text.isascii():
            continue
        digits = sum(map(str.isdecimal, text))
        if not 0 < digits < len(text):
            continue
        meant = _word(text, digits) or _number(text, digits)
        if meant:
            yield Flaw(word.start, word.end, f"{quoted(text)} is easily read as {quoted(meant)}", meant)


def _word(text: str, digits: int) -> str | None:
    """Return a text with letters for 0 and 1; None if it has other digits, is hexadecimal, or does not look like a
    word: with the letters, too.

    `digits` is the number of its digits.
    """
    places = [match.start() for match in _DIGITS.finditer(text)]
    is_word = text[1:].islower() and len(text) - digits >= _FEWEST_LETTERS
    if len(places) != digits or not is_word or _is_hexadecimal(text):
        return None
    if any(text[offset + 1 : offset + 2].isdecimal() or offset + 1 == len(text) for offset in places):
        return None
    if len(_PLAUSIBLE.findall(text)) != digits:
        return None
    return _DIGITS.sub(lambda match: _LETTER_OF[match[0]], text)


def _number(text: str, digits: int) -> str | None:
    """Return a text that begins and ends with a digit with a digit in the place of its only letter (O, l or I); None
    for other texts, and for few digits. `digits` is the number of its digits.
    """
    if digits < _FEWEST_DIGITS or not (text[0].isdecimal() and text[-1].isdecimal()):
        return None
    number = "".join(_DIGIT_OF.get(char, char) for char in text)
    return number if number.isdecimal() and len(text) - digits == 1 else None


def _is_hexadecimal(text: str) -> bool:
    """Return whether the first 24 characters of a text are a hexadecimal number."""
    try:
        int(text[: _FEWEST_LETTERS * 8], 16)
    except ValueError:
        return False
    return True


@rule("C017", "upper-case", "advice", "draft-ietf-iri-3987bis-04, 8.5", profiles=(), opt_in=True)
def _upper_case(context: Context) -> Iterator[Flaw]:
    """Yield a flaw for each word with a letter in upper case; its span is the word's, and nothing replaces it."""
    for word in context.words:
        if word.text != lower(word.text):
            first = next(char for char in word.text if char != lower(char))
            yield Flaw(word.start, word.end, f"{quoted(first)} is in upper case")


NOT_NFKC = rule("C011", "not-nfkc", "advice", "draft-ietf-iri-3987bis-04, 8.5", profiles=("publish",), where="odd")(
    kind_flaws("other", "is {nfkc} in Normalization Form KC")
)
FULL_WIDTH = rule("C012", "full-width", "advice", "draft-ietf-iri-3987bis-04, 6.1", where="odd")(
    kind_flaws("full-width", "looks like {nfkc}")
)
HALF_WIDTH = rule("C013", "half-width-katakana", "advice", "draft-ietf-iri-3987bis-04, 6.1", where="odd")(
    kind_flaws("half-width", "is usually written in full width")
)
SPACE_LOOK_ALIKE = rule("C015", "space-look-alike", "warning", "draft-ietf-iri-3987bis-04, 6.1", where="odd")(
    kind_flaws("space", "looks like a space", lambda run: encode(" " * len(run), lambda _: False))
)


@rule("C014", "ligature", "advice", "draft-ietf-iri-3987bis-04, 8.5", where="odd")
def _ligature(context: Context) -> Iterator[Flaw]:
    for flaw in kind_flaws("ligature", "looks like {nfkc}")(context):
        if context.field_at(flaw.start) != "query":  # where it may be what is looked for (8.5)
            yield flaw


@rule("C018", "invisible", "warning", "RFC 3987, 4.1", where="odd")
def _invisible(context: Context) -> Iterator[Flaw]:
    """Yield a flaw, with "" as the replacement, for each run of invisible characters, decoded ones too.

    Not for joiners between letters that need them, nor for characters that C008 and C006 report.
    """
    whole = context.decoded
    members = [char for char in context.alphabet if is_invisible(char)]
    for start, end in runs(whole.text, members):
        if all(is_joined(whole.text, offset) for offset in range(start, end)):
            continue
        raw = whole.span(start, end)
        if {"tag", "special"} & context.groups.keys() and context.text[slice(*raw)] == whole.text[start:end]:
            continue  # C008 and C006 report them
        yield Flaw(*raw, f"{character(whole.text[start])} is invisible", "")


@lru_cache(maxsize=_CACHED)
def is_invisible(char: str) -> bool:
    """Return whether a character is one that is not seen, and neither a space nor a bidi control."""
    return (
        char in characters("default-ignorable")
        and char not in characters("bidi-control")
        and char not in characters("space-look-alike")
    )


SIGNS = {"slash": "/", "backslash": "\\", "colon": ":", "dot": ".", "question": "?", "number": "#", "at": "@"}


@rule("C019", "delimiter-look-alike", "warning", "UTS #39, 4", where="odd")
def _delimiter_look_alike(context: Context) -> Iterator[Flaw]:
    """Yield a flaw for each run of look-alikes of delimiters where a delimiter would decide the host; not between
    digits.
    """
    if not context.alphabet:
        return
    signs = {char: sign for char in context.alphabet if (sign := _sign(char))}
    if not signs:
        return
    whole = context.decoded
    for start, end in runs(whole.text, signs):
        raw = whole.span(start, end)
        char = whole.text[start]
        if _is_between_digits(whole.text, start, end) or not _may_deceive(context, raw[0], signs[char]):
            continue
        yield Flaw(*raw, f"{character(char)} looks like {quoted(signs[char])}, and does not separate")


@lru_cache(maxsize=_CACHED)
def _sign(char: str) -> str | None:
    return next((sign for name, sign in SIGNS.items() if char in characters(f"{name}-look-alike")), None)


def _is_between_digits(text: str, start: int, end: int) -> bool:
    """Return whether there are decimal digits right before and after a span, as around a fraction slash or a ratio's
    colon.
    """
    return is_decimal(text[start - 1 : start]) and is_decimal(text[end : end + 1])


def _may_deceive(context: Context, offset: int, sign: str) -> bool:
    """Return whether a look-alike is where a delimiter would decide the host: in the user information or host, or, for
    "/" and ":", in the first segment of a reference with neither scheme nor authority.
    """
    field = context.field_at(offset)
    if field in ("userinfo", "host"):
        return True
    components = context.components
    if components.scheme is None and components.authority is None and field == "path":
        return sign in ("/", ":") and "/" not in context.text[:offset]
    return False


@rule(
    "C021",
    "delimiter-look-alike-after-host",
    "advice",
    "draft-ietf-iri-3987bis-04, 6.1",
    profiles=("publish",),
    where="odd",
)
def _delimiter_look_alike_after_host(context: Context) -> Iterator[Flaw]:
    """Yield a flaw for each run of look-alikes of ASCII punctuation in path, query or fragment, unless they could
    decide the host (C019), and except an en dash between two words.
    """
    signs = {char: sign for char in context.alphabet if (sign := looked_like(char))}
    whole = context.decoded
    for start, end in runs(whole.text, signs) if signs else ():
        if _joins_words(whole.text, start, end):
            continue
        raw, sign = whole.span(start, end), signs[whole.text[start]]
        if context.field_at(raw[0]) in ("path", "query", "fragment") and not _may_deceive(context, raw[0], sign):
            yield Flaw(*raw, f"{character(whole.text[start])} looks like {quoted(sign)}, and is another character")


def _joins_words(text: str, start: int, end: int) -> bool:
    """Return whether a run is an en dash between words, as titles have it: "Fisher\u2013Yates", "1914\u201318"."""
    around = text[start - 1 : start], text[end : end + 1]
    return text[start:end] == "\N{EN DASH}" and all(map(is_letter_or_number, around))


@cache
def looked_like(char: str) -> str | None:
    """Return the punctuation of ASCII that a character looks like, unless C012 reports it (UTS #39, 4)."""
    sign = _sign(char) or next((sign for name, sign in _MORE_SIGNS.items() if char in characters(name)), None)
    if sign is None and script(char) == _COMMON and general_category(char) not in _LETTERS:
        sign = _by_look().get(skeleton(char))
    return None if east_asian_width(char) == "F" else sign


_COMMON = "Zyyy"  # signs of a script are part of its words
_LETTERS = ("Lu", "Ll", "Lt", "Lo", "Nd")
_MORE_SIGNS = {"bar-look-alike": "|", "angle-look-alike": "<"}


@cache
def _by_look() -> dict[str, str]:
    """Return the punctuation of ASCII by its skeleton, except for signs that look like a letter."""
    signs = (char for char in map(chr, range(128)) if general_category(char)[0] in "PS")
    return {look: sign for sign in signs if not is_letter_or_number(look := skeleton(sign))}


@rule("C020", "deprecated-character", "warning", "UAX #31, 2.4", where="odd")
def _deprecated_character(context: Context) -> Iterator[Flaw]:
    """Yield a flaw for each run of visible characters that Unicode deprecates, percent-encoded ones too."""
    whole = context.decoded
    members = list(filter(is_deprecated, context.alphabet))
    for start, end in runs(whole.text, members):
        yield Flaw(*whole.span(start, end), f"{character(whole.text[start])} is deprecated in Unicode")


@lru_cache(maxsize=_CACHED)
def is_deprecated(char: str) -> bool:
    """Return whether a character is visible, and deprecated in Unicode."""
    return char in characters("deprecated") and not is_invisible(char)

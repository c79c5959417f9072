"""Into Unicode: bytes in a charset, or text from paper or speech; and back: a query as the bytes of a charset.

Draft-ietf-iri-3987bis-04, 3.1, 3.5 and 5.3.2.2; RFC 3987, 3.1, step 1; draft-weber-iri-guidelines-00, 6.1.
"""

from __future__ import annotations

import codecs
import re
import sys
import unicodedata
from collections.abc import Callable, Iterator
from functools import cache
from typing import Literal, overload

from irigrammar.errors import ConversionError
from irigrammar.processing.percent import encode_bytes
from irigrammar.processing.trace import Trace, record
from irigrammar.text.choices import check_choice
from irigrammar.text.names import character, quoted

Source = Literal["unicode", "typed"]


def numeric_reference(digits: str, base: int, *, html: bool) -> tuple[str | None, str]:
    """Return the character that a reference with these digits stands for, or None and why there is none.

    In HTML, references to U+0080 to U+009F mean characters of windows-1252.

    >>> numeric_reference("e9", 16, html=False), numeric_reference("128", 10, html=True)
    (('é', ''), ('€', ''))
    >>> numeric_reference("D800", 16, html=True)
    (None, 'U+D800 is a surrogate, not a character')
    """
    digits = digits.lstrip("0")
    if not digits:
        return None, "U+0000 is not allowed in HTML or XML"
    # The length first: converting many digits is slow, and Python refuses too many.
    point = int(digits, base) if len(digits) <= len(str(sys.maxunicode)) else sys.maxunicode + 1
    if point > sys.maxunicode:
        return None, "it is beyond the last code point, U+10FFFF"
    char = chr(point)
    if unicodedata.category(char) == "Cs":
        return None, f"U+{point:04X} is a surrogate, not a character"
    if html and 0x80 <= point <= 0x9F:
        # HTML, "numeric character reference end state": its table is windows-1252.
        char = bytes([point]).decode("cp1252", "ignore") or char
    return char, ""


_SECTION = "draft-ietf-iri-3987bis-04, 3.1"

# Names that Python does not know: the encoding forms of ISO 10646, of two and of four bytes. The first is read as
# UTF-16, which has all of it.
_UCS = re.compile(
    r"(?:csunicode|(?:cs|iso[-_]?10646[-_]?)?ucs[-_]?(?:2|(?P<four>4)))[-_]?(?P<order>be|le)?", re.IGNORECASE
)

# Python's codecs that decode to text but are not charsets: escapes, other protocols, and those that depend on the
# machine or on a table.
_NO_CHARSETS = {"charmap", "idna", "mbcs", "oem", "punycode", "raw-unicode-escape", "undefined", "unicode-escape"}


@overload
def to_ucs(data: bytes | bytearray | memoryview, /, charset: str = ..., *, trace: Trace = ...) -> str: ...
@overload
def to_ucs(data: str, /, *, source: Source = ..., trace: Trace = ...) -> str: ...
def to_ucs(
    data: str | bytes | bytearray | memoryview,
    /,
    charset: str | None = None,
    *,
    source: Source | None = None,
    trace: Trace = None,
) -> str:
    """Return what was received as Unicode text (draft-ietf-iri-3987bis-04, 3.1; RFC 3987, 3.1, step 1).

    Bytes in a legacy charset are decoded and normalized to NFC, bytes in a Unicode encoding (the default is UTF-8)
    are decoded only. Text with `source="typed"`, from paper or speech, is normalized to NFC; text
    that is Unicode already (`source="unicode"`, the default) is left as it is. UTF-16 and UTF-32 without a byte order
    mark are big-endian (RFC 2781, 4.3). Raises `ConversionError` for an unknown charset, and for bytes that the charset
    lacks, with their offset in bytes from 0.

    >>> to_ucs(b"Vi\\xea\\xf2t Nam", "windows-1258") == "Vi\\u1ec7t Nam"
    True
    >>> to_ucs("re\\u0301sume\\u0301", source="typed") == "r\\xe9sum\\xe9"
    True
    >>> to_ucs(b"re\\xcc\\x81sume\\xcc\\x81", "utf-8") == "re\\u0301sume\\u0301"
    True
    """
    if isinstance(data, str):
        if charset is not None:
            raise TypeError("charset is only for bytes, not for text")
        check_choice("source", source or "unicode", ("unicode", "typed"))
        if source == "typed":
            return record(trace, _SECTION, data, nfc(data), "no charset (on paper, spoken): normalized to NFC")
        return record(trace, _SECTION, data, data, "already Unicode, so it is not normalized")
    if source is not None:
        raise TypeError("source is only for text; bytes have a charset")
    raw = bytes(data)
    name = "utf-8" if charset is None else charset
    codec = charset_codec(name)
    text = _decoded(raw, codec, name, trace)
    if is_unicode(codec):
        return text
    return record(trace, _SECTION, text, nfc(text), f"{name} is a legacy charset: normalized to NFC")


def _decoded(raw: bytes, codec: codecs.CodecInfo, name: str, trace: Trace) -> str:
    note = f"decoded from {name}"
    if _lacks_its_mark(raw, codec):
        codec = codecs.lookup(f"{codec.name}-be")
        note += ", big-endian since it has no byte order mark (RFC 2781, 4.3)"
    if is_unicode(codec):
        note += ", a Unicode encoding: not normalized"
    try:
        text = codec.decode(raw, "strict")[0]
    except UnicodeDecodeError as error:
        # The offset counts in what the codec looked at: utf-8-sig takes a byte order mark off before.
        offset = len(raw) - len(error.object) + error.start
        raise ConversionError(f"byte 0x{raw[offset]:02X} at offset {offset} is not {name}") from None
    except UnicodeError as error:
        raise ConversionError(f"the bytes are not {name}: {error}") from None
    surrogate = _first_surrogate(text)
    if surrogate is not None:  # UTF-7 can write one
        what = character(text[surrogate])
        raise ConversionError(f"character {surrogate} of the text decoded from {name} is {what}")
    return record(trace, _SECTION, raw.decode("ascii", "backslashreplace"), text, note) if trace is not None else text


def _lacks_its_mark(raw: bytes, codec: codecs.CodecInfo) -> bool:
    marks = {"utf-16": (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE), "utf-32": (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)}
    return codec.name in marks and not raw.startswith(marks[codec.name])


def _first_surrogate(text: str) -> int | None:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        return error.start
    return None


def charset_codec(charset: str) -> codecs.CodecInfo:
    """Return the codec of a charset; raise `ConversionError` for an unknown name.

    UCS-2 is read as UTF-16, of which it is a part, and UCS-4 as UTF-32.

    >>> charset_codec("latin1").name, charset_codec("UCS-2").name
    ('iso8859-1', 'utf-16')
    """
    ucs = _UCS.fullmatch(charset)
    name = f"utf-{32 if ucs['four'] else 16}{'-' if ucs['order'] else ''}{ucs['order'] or ''}" if ucs else charset
    try:
        codec = codecs.lookup(name)
    except (LookupError, ValueError):  # a name with a NUL or a surrogate is a ValueError
        codec = None
    if codec is None or not codec._is_text_encoding or codec.name.replace("_", "-") in _NO_CHARSETS:
        raise ConversionError(f"unknown charset {quoted(charset)}")
    return codec


def is_unicode(codec: codecs.CodecInfo) -> bool:
    """Return whether a codec's charset is an encoding form of Unicode (UTF-7, UTF-8, UTF-16, UTF-32).

    >>> is_unicode(charset_codec("utf-16le")), is_unicode(charset_codec("gb18030"))
    (True, False)
    """
    return codec.name.startswith("utf-")


def nfc(text: str) -> str:
    """Return a text in Normalization Form C (UAX #15), in time linear in its length but for sorting.

    `unicodedata` takes quadratic time for a long run of combining marks out of order, so they are sorted first.

    >>> nfc("e\\u0323\\u0302") == "\\u1ec7"
    True
    """
    return text if text.isascii() else unicodedata.normalize("NFC", "".join(_in_order(text)))


def _in_order(text: str) -> Iterator[str]:
    """Yield the canonical decomposition, each run of combining marks sorted by combining class."""
    known: dict[str, list[tuple[int, str]]] = {}
    marks: list[tuple[int, str]] = []
    for char in text:
        if char not in known:
            known[char] = [(unicodedata.combining(point), point) for point in unicodedata.normalize("NFD", char)]
        for part in known[char]:
            if part[0]:
                marks.append(part)
                continue
            yield from _sorted(marks)
            marks.clear()
            yield part[1]
    yield from _sorted(marks)


def _sorted(marks: list[tuple[int, str]]) -> list[str]:
    return [mark for _, mark in sorted(marks, key=lambda mark: mark[0])] if marks else []


_BEYOND_ASCII = re.compile(r"[^\x00-\x7F]+")
_ASCII = bytes(range(128))


@cache
def charset_name(charset: str) -> str:
    """Return the name of the codec for a query's charset: Python's, and "utf-8" for every form of Unicode except UTF-7,
    which does not encode ASCII as itself.

    Raises `ConversionError` for an unknown name (draft-ietf-iri-3987bis-04, 3.5).

    >>> charset_name("UTF-16"), charset_name("UCS-2"), charset_name("Shift_JIS")
    ('utf-8', 'utf-8', 'shift_jis')
    """
    codec = charset_codec(charset)
    return "utf-8" if is_unicode(codec) and codec.name != "utf-7" else codec.name


def encode_in_charset(text: str, charset: str) -> str:
    """Return a text with characters outside ASCII percent-encoded as the bytes of a charset.

    A byte of such a character becomes %HH even when it is one of ASCII; the characters of ASCII stay. Text that is
    all ASCII comes back unchanged, whatever the charset. Raises `ConversionError` for a charset that is unknown, that
    does not encode ASCII as itself, or in which another character begins with an ASCII byte, as in those that shift
    between states; and for a character that the charset lacks (draft-ietf-iri-3987bis-04, 3.5).

    >>> encode_in_charset("q=表a", "shift_jis"), encode_in_charset("q=é", "utf-16")
    ('q=%95%5Ca', 'q=%C3%A9')
    """
    charset_name(charset)
    return text if text.isascii() else _BEYOND_ASCII.sub(encoder(charset), text)


def encoder(charset: str) -> Callable[[re.Match[str]], str]:
    """Return a function for `re.sub` that percent-encodes a run of characters as the bytes of a charset.

    A run is encoded whole, since some charsets have one code for a character and the combining mark after it. Raises
    `ConversionError` as `encode_in_charset` does.

    >>> re.sub("[^a-z]", encoder("shift_jis"), "a 表")
    'a%20%95%5C'
    """
    name = charset_name(charset)
    if not _carries_ascii(name):
        raise ConversionError(f"the charset {quoted(charset)} does not carry ASCII as itself")

    def encoded(match: re.Match[str]) -> str:
        run = match[0]
        try:
            raw = run.encode(name)
        except UnicodeEncodeError as error:
            offset = match.start() + error.start
            what = f"{character(run[error.start])}, at offset {offset} of {quoted(match.string)}"
            raise ConversionError(f"the charset {quoted(charset)} lacks {what}") from None
        for char in dict.fromkeys(run):
            if not char.isascii() and _begins_in_ascii(char, name):
                raise ConversionError(
                    f"the charset {quoted(charset)} begins {character(char)} with an ASCII byte: it shifts between "
                    "states, or has no code for it alone"
                )
        return encode_bytes(raw)

    return encoded


@cache
def _carries_ascii(name: str) -> bool:
    try:
        return _ASCII.decode("ascii").encode(name) == _ASCII
    except ValueError:
        return False


def _begins_in_ascii(char: str, name: str) -> bool:
    try:
        return char.encode(name)[0] in _ASCII
    except UnicodeEncodeError:  # it has a code only together with its neighbour
        return False

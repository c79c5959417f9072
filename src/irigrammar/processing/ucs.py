"""Decode text to Unicode; encode a query in a charset.

Input is bytes in a charset, or text from paper or speech. Draft-ietf-iri-3987bis-04, 3.1, 3.5, 5.3.2.2 and 8.2; RFC
3987, 3.1, step 1; draft-weber-iri-guidelines-00, 4 and 6.1.
"""

# typed: 0xFFFD: what the Encoding Standard writes for what ISO-2022-JP lacks of ASCII
from __future__ import annotations

import codecs
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from typing import get_args, overload

from irigrammar.dataclass import NamedTuple
from irigrammar.errors import ConversionError, check_text
from irigrammar.lazy import regex
from irigrammar.processing.choices import CharsetErrors, CharsetLabels, Source
from irigrammar.processing.percent import encode_bytes, triplet_pattern
from irigrammar.processing.trace import Trace, record, requested_trace
from irigrammar.text.charsets import PREFIX, STATEFUL, codec_of_label, codes_2022
from irigrammar.text.choices import check_choice
from irigrammar.text.names import character, quoted
from irigrammar.text.normal_forms import clusters, equivalents, nfc
from irigrammar.unicode import encoding_of_label, general_category


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
    if general_category(char) == "Cs":
        return None, f"U+{point:04X} is a surrogate, not a character"
    if html and 0x80 <= point <= 0x9F:
        # HTML, "numeric character reference end state": its table is windows-1252.
        char = bytes([point]).decode("cp1252", "ignore") or char
    return char, ""


_SECTION = "draft-ietf-iri-3987bis-04, 3.1"

# Names that Python does not know: the encoding forms of ISO 10646, of two and of four bytes. The first is read as
# UTF-16, which has all of it.
_UCS = regex(r"(?:csunicode|(?:cs|iso[-_]?10646[-_]?)?ucs[-_]?(?:2|(?P<four>4)))[-_]?(?P<order>be|le)?", re.IGNORECASE)

# The byte order marks of encoding forms whose names leave the order open.
_MARKS = {"utf-16": (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE), "utf-32": (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)}

# Python's codecs that decode to text but are not charsets: escapes, other protocols, and those that depend on the
# machine or on a table.
_NO_CHARSETS = {"charmap", "idna", "mbcs", "oem", "punycode", "raw-unicode-escape", "undefined", "unicode-escape"}


@overload
def to_ucs(
    data: bytes | bytearray | memoryview, /, charset: str = "utf-8", *, labels: CharsetLabels = "encoding-standard"
) -> str: ...
@overload
def to_ucs(data: str, /, *, source: Source = "unicode") -> str: ...
def to_ucs(
    data: str | bytes | bytearray | memoryview,
    /,
    charset: str | None = None,
    *,
    source: Source | None = None,
    labels: CharsetLabels | None = None,
) -> str:
    """Return a received text or bytes as Unicode text (draft-ietf-iri-3987bis-04, 3.1, 6.2; RFC 3987, 3.1, step 1).

    Bytes in a legacy charset are decoded and normalized to NFC, bytes in a Unicode encoding (the default is UTF-8) are
    decoded only. Text with `source="typed"`, from paper or speech, is normalized to NFC; text that is Unicode already
    (`source="unicode"`, the default) is left unchanged. UTF-16 and UTF-32 without a byte order mark are big-endian (RFC
    2781, 4.3). Charsets are labelled as in HTML, by the Encoding Standard, except that `us-ascii` is ASCII
    (`labels="encoding-standard"`, the default), or as in XML, by IANA's registry (`labels="iana"`), by which
    `iso-8859-1` has U+0080 to U+009F and is not windows-1252. Raises `ConversionError` for an unknown charset, and for
    bytes that the charset lacks, with their offset in bytes from 0; `ValueError` for unknown labels or `source`;
    `TypeError` for text with `charset` or `labels`, and for bytes with `source`.

    >>> to_ucs(b"Vi\\xea\\xf2t Nam", "windows-1258") == "Vi\\u1ec7t Nam"
    True
    >>> to_ucs(b"\\x80", "iso-8859-1"), to_ucs(b"\\x80", "iso-8859-1", labels="iana")
    ('€', '\\x80')
    >>> to_ucs("re\\u0301sume\\u0301", source="typed") == "r\\xe9sum\\xe9"
    True
    >>> to_ucs(b"re\\xcc\\x81sume\\xcc\\x81", "utf-8") == "re\\u0301sume\\u0301"
    True
    """
    trace = requested_trace()
    check_text(data, (str, bytes, bytearray, memoryview))
    if isinstance(data, str):
        if charset is not None or labels is not None:
            raise TypeError("charset and labels are only for bytes, not for text")
        check_choice("source", source or "unicode", ("unicode", "typed"))
        if source == "typed":
            return record(trace, _SECTION, data, nfc(data), "no charset (on paper, spoken): normalized to NFC")
        return record(trace, _SECTION, data, data, "already Unicode, so it is not normalized")
    if source is not None:
        raise TypeError("source is only for text; bytes have a charset")
    raw = bytes(data)
    name = "utf-8" if charset is None else charset
    codec = labelled_codec(name, labels or "encoding-standard")
    text = _decoded(raw, codec, name, trace)
    if is_unicode(codec):
        return text
    return record(trace, _SECTION, text, nfc(text), f"{name} is a legacy charset: normalized to NFC")


def _decoded(raw: bytes, codec: codecs.CodecInfo, name: str, trace: Trace) -> str:
    """Return bytes decoded from a codec (UTF-16 and UTF-32 without a byte order mark as big-endian), and record the
    step. Raises `ConversionError` for bytes that are not of the charset, and for a surrogate.
    """
    note = f"decoded from {name}"
    if codec.name in _MARKS and not raw.startswith(_MARKS[codec.name]):
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
        code_point = character(text[surrogate])
        raise ConversionError(f"character {surrogate} of the text decoded from {name} is {code_point}")
    return record(trace, _SECTION, raw.decode("ascii", "backslashreplace"), text, note) if trace is not None else text


def _first_surrogate(text: str) -> int | None:
    """Return the offset of the first surrogate of a text, None if it has none."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        return error.start
    return None


@cache
def charset_codec(charset: str, *, web: bool = False) -> codecs.CodecInfo:
    """Return the codec of a charset; raise `ConversionError` for an unknown name.

    The name is Python's, which are those that IANA registers and more, or else a label of the Encoding Standard. With
    `web` such labels come first, with the Standard's tables, so that `latin1` and `us-ascii` are windows-1252, and
    `gb2312` is GBK; `latin-1` means `latin1`. UCS-2 is read as UTF-16, of which it is
    a part, and UCS-4 as UTF-32.

    >>> charset_codec("latin1").name, charset_codec("latin-1", web=True).name, charset_codec("UCS-2").name
    ('iso8859-1', 'web-windows-1252', 'utf-16')
    """
    codec = codecs.lookup(charset) if charset.lower() == "utf-8" else None  # the usual one, which needs no table
    for lookup in (_by_label, _by_name) if web else (_by_name, _by_label):
        codec = codec or lookup(charset)
    if codec is None:
        raise ConversionError(f"unknown charset {quoted(charset)}")
    return codec


def labelled_codec(charset: str, labels: CharsetLabels) -> codecs.CodecInfo:
    """Return the codec of a charset as a format names charsets: by the Encoding Standard, except that "us-ascii" is
    ASCII, or by IANA's registry. Raises `ConversionError` for an unknown name, `ValueError` for unknown `labels`.

    >>> [labelled_codec("iso-8859-1", labels).name for labels in ("encoding-standard", "iana")]
    ['web-windows-1252', 'iso8859-1']
    """
    check_choice("labels", labels, get_args(CharsetLabels))
    codec = charset_codec(charset)
    return codec if labels == "iana" or codec.name == "ascii" else charset_codec(charset, web=True)


def _by_name(charset: str) -> codecs.CodecInfo | None:
    """Return Python's codec of a name, UCS-2 as UTF-16 and UCS-4 as UTF-32; None for a name that is unknown or no
    charset.
    """
    ucs = _UCS.fullmatch(charset)
    name = f"utf-{32 if ucs['four'] else 16}{'-' if ucs['order'] else ''}{ucs['order'] or ''}" if ucs else charset
    try:
        codec = codecs.lookup(name)
    except (LookupError, ValueError):  # a name with a NUL or a surrogate is a ValueError
        return None
    return codec if codec._is_text_encoding and codec.name.replace("_", "-") not in _NO_CHARSETS else None


def _by_label(charset: str) -> codecs.CodecInfo | None:
    """Return the codec of a label of the Encoding Standard, if it is a legacy charset that has one."""
    name = codec_of_label("latin1" if charset.lower() == "latin-1" else charset)
    return None if name is None or name.startswith("utf-") else codecs.lookup(name)


def is_web_name(charset: str) -> bool:
    """Return whether a charset is named as the Encoding Standard names an encoding, not by another label.

    >>> is_web_name("EUC-JP"), is_web_name("latin1")
    (True, False)
    """
    return encoding_of_label(charset) == charset.lower()


def is_unicode(codec: codecs.CodecInfo) -> bool:
    """Return whether a codec's charset is an encoding form of Unicode (UTF-7, UTF-8, UTF-16, UTF-32).

    >>> is_unicode(charset_codec("utf-16le")), is_unicode(charset_codec("gb18030"))
    (True, False)
    """
    return codec.name.startswith("utf-")


_ASCII = bytes(range(128))


@cache
def charset_name(charset: str, *, web: bool = False) -> str:
    """Return the name of the codec for a query's charset: Python's, and "utf-8" for every form of Unicode except UTF-7,
    which does not encode ASCII as itself.

    `web` is that of `charset_codec`. Raises `ConversionError` for an unknown name (draft-ietf-iri-3987bis-04, 3.5).

    >>> charset_name("UTF-16"), charset_name("UCS-2"), charset_name("KOI8-R")
    ('utf-8', 'utf-8', 'koi8-r')
    """
    return _codec_of_queries(charset, web=web).name


def _codec_of_queries(charset: str, *, web: bool) -> codecs.CodecInfo:
    codec = charset_codec(charset, web=web)
    return codecs.lookup("utf-8") if is_unicode(codec) and codec.name != "utf-7" else codec


def encode_in_charset(text: str, charset: str, errors: CharsetErrors = "strict", *, web: bool = False) -> str:
    """Return a text with characters outside ASCII percent-encoded as the bytes of a charset.

    A byte of such a character becomes %HH even when it is one of ASCII; the characters of ASCII stay, except for a
    letter that composes with the marks after it. What the charset lacks is written in another way that is canonically
    equivalent, if it has one: NFC, or the shortest (in windows-1258 "ệ" is "ê" and U+0323). Text that is all ASCII
    comes back unchanged, whatever the charset. `web` is that of `charset_codec`.

    A character that the charset lacks raises `ConversionError` (`errors="strict"`), or is written as a percent-encoded
    numeric character reference, as browsers write it ("reference"). Raises `ConversionError` for a charset that is
    unknown, that does not encode ASCII as itself, or in which another character begins with an ASCII byte, as in those
    that shift between states (draft-ietf-iri-3987bis-04, 3.5).

    >>> encode_in_charset("q=表a", "shift_jis"), encode_in_charset("q=é", "utf-16")
    ('q=%95%5Ca', 'q=%C3%A9')
    >>> encode_in_charset("Việt", "windows-1258"), encode_in_charset("ệ", "latin-1", "reference")
    ('Vi%EA%F2t', '%26%237879%3B')
    """
    charset_name(charset, web=web)
    check_choice("errors", errors, get_args(CharsetErrors))
    if text.isascii():
        return text
    return _beyond_ascii().sub(encoder(charset, errors, web=web, keep_ascii=True), text)


def encode_as_browsers(text: str, charset: str, errors: CharsetErrors = "reference") -> str:
    r"""Return the query of a special scheme in the charset of its document, as browsers write it: each code point
    alone, its bytes percent-encoded where the special-query percent-encode set has them (URL Standard, 1.3).

    `charset` is a label of the Encoding Standard. A code point that it lacks is a percent-encoded numeric character
    reference (the default), or raises `ConversionError` (`errors="strict"`), as a charset does that is unknown or does
    not encode ASCII as itself; ISO-2022-JP, which shifts, is allowed.

    >>> encode_as_browsers("'①表", "shift_jis"), encode_as_browsers("ấ", "windows-1258")
    ('%27%87@%95\\', '%26%237845%3B')
    """
    check_choice("errors", errors, get_args(CharsetErrors))
    codec = _ascii_codec(charset, web=True, shifts=True)
    if codec.name == f"{PREFIX}{STATEFUL}":
        codes = codes_2022(text)
    else:
        codes = ((char, b"", _code(char, codec)) for char in text)
    return "".join(_written_codes(codes, text, charset, errors))


def _written_codes(
    codes: Iterable[tuple[str, bytes, bytes | None]], text: str, charset: str, errors: CharsetErrors
) -> Iterator[str]:
    """Yield the text of each (character, escape, code) in a query. A character without a code becomes a percent-encoded
    numeric character reference, an ASCII one that to U+FFFD; with `errors="strict"`, `ConversionError` is raised.
    """
    for place, (char, escape, code) in enumerate(codes):
        yield _octets(escape + (code or b""))
        if code is None and char:
            if errors == "strict":
                raise ConversionError(_lacks(charset, char, place, text))
            # What ISO-2022-JP lacks of ASCII is an error with U+FFFD (Encoding Standard, 12.2.2).
            yield _reference("\N{REPLACEMENT CHARACTER}" if char.isascii() else char)


def _code(char: str, codec: codecs.CodecInfo) -> bytes | None:
    try:
        return codec.encode(char, "strict")[0]
    except UnicodeEncodeError:
        return None


def _lacks(charset: str, char: str, place: int, text: str) -> str:
    return f"the charset {quoted(charset)} lacks {character(char)}, at offset {place} of {quoted(text)}"


def _octets(data: bytes) -> str:
    return "".join(encode_bytes(bytes([byte])) if byte in _special_query() else chr(byte) for byte in data)


@cache
def _special_query() -> frozenset[int]:
    """Return the bytes that the special-query percent-encode set has, those beyond ASCII among them."""
    from irigrammar._generated.url_standard import SETS

    ranges = SETS["special-query-percent-encode"]
    return frozenset(byte for byte in range(256) if any(low <= byte <= high for low, high in ranges))


def _reference(char: str) -> str:
    return encode_bytes(b"&#") + str(ord(char)) + encode_bytes(b";")


@cache
def _beyond_ascii() -> re.Pattern[str]:
    """Return a pattern of runs outside ASCII with the character before them, and of percent-encoded bytes."""
    return re.compile(f"{triplet_pattern()}|[\\x00-\\x7F]?[^\\x00-\\x7F]++")


def encoder(
    charset: str, errors: CharsetErrors = "strict", *, web: bool = False, keep_ascii: bool = False
) -> Callable[[re.Match[str]], str]:
    """Return a function for `re.sub` that percent-encodes a run of characters as the bytes of a charset.

    A run is encoded whole, since some charsets have one code for a character and the combining mark after it. With
    `keep_ascii`, characters of ASCII stay. Errors and the other parameters are those of `encode_in_charset`.

    >>> re.sub("[^a-z]", encoder("shift_jis"), "a 表")
    'a%20%95%5C'
    """
    return _CharsetEncoding(charset, _ascii_codec(charset, web=web), errors, keep_ascii).encode


def _ascii_codec(charset: str, *, web: bool, shifts: bool = False) -> codecs.CodecInfo:
    """Return the codec of a query's charset, if it encodes ASCII as itself, or, with `shifts`, is ISO-2022-JP. Raises
    `ConversionError` for any other.
    """
    codec = _codec_of_queries(charset, web=web)
    if not (_carries_ascii(codec) or (shifts and codec.name == f"{PREFIX}{STATEFUL}")):
        raise ConversionError(f"the charset {quoted(charset)} does not carry ASCII as itself")
    return codec


class _CharsetEncoding(NamedTuple):
    charset: str
    codec: codecs.CodecInfo
    errors: CharsetErrors
    keep_ascii: bool

    def encode(self, match: re.Match[str]) -> str:
        """Return a match percent-encoded in the charset: whole if it can be, else cluster by cluster; text in ASCII
        stays with `keep_ascii`. Raises `ConversionError` for a character that the charset lacks, except where
        `errors="reference"` writes it as a numeric character reference.
        """
        run = match[0]
        if self.keep_ascii and run.isascii():
            return run
        if (whole := self._bytes(run)) is not None:
            return self._encoding_of(run, whole)
        done: list[str] = []
        place = match.start()
        for cluster in clusters(run):
            done.append(self._cluster(cluster, place, match.string))
            place += len(cluster)
        return "".join(done)

    def _cluster(self, cluster: str, place: int, text: str) -> str:
        """Return a character with its marks percent-encoded, in the first equivalent spelling that the charset has,
        else character by character as `_char` does, with its errors; `place` is its offset in the text, for these. The
        spellings of a cluster of up to 8 characters are remembered.
        """
        for spelling in (cluster, *(_spellings(cluster) if len(cluster) <= _SHORT else equivalents(cluster))):
            if (data := self._bytes(spelling)) is not None:
                return self._encoding_of(spelling, data)
        return "".join(self._char(char, offset, text) for offset, char in enumerate(cluster, place))

    def _char(self, char: str, place: int, text: str) -> str:
        """Return a character percent-encoded in the charset, or as a numeric character reference with
        `errors="reference"`. Raises `ConversionError` for one that the charset lacks without that, and for surrogates.
        """
        if (data := self._bytes(char)) is not None:
            return self._encoding_of(char, data)
        if self.errors == "reference" and _first_surrogate(char) is None:
            return _reference(char)
        raise ConversionError(_lacks(self.charset, char, place, text))

    def _bytes(self, text: str) -> bytes | None:
        """Return the bytes of a text, None if the charset lacks a character of it.

        Raises `ConversionError` for a character whose bytes begin with one of ASCII; where it is the only one, the
        charset has no code for it alone, and with `errors="reference"` lacks it.
        """
        data = _code(text, self.codec)
        for char in dict.fromkeys(text if data is not None else ""):
            if not char.isascii() and (first := _ascii_bytes(char, self.codec)):
                if self.errors == "reference" and len(first) == 1:
                    return None
                raise ConversionError(
                    f"the charset {quoted(self.charset)} begins {character(char)} with an ASCII byte: it shifts "
                    "between states, or has no code for it alone"
                )
        return data

    def _encoding_of(self, text: str, data: bytes) -> str:
        """Return the bytes of a text percent-encoded, except for a first character that stays."""
        stays = text[0] if self.keep_ascii and text[0].isascii() else ""
        return stays + encode_bytes(data[len(stays) :])


_SHORT = 8  # characters of a cluster whose spellings are remembered


@lru_cache(maxsize=1 << 12)
def _spellings(cluster: str) -> tuple[str, ...]:
    return tuple(equivalents(cluster))


@cache
def _carries_ascii(codec: codecs.CodecInfo) -> bool:
    try:
        return codec.encode(_ASCII.decode("ascii"), "strict")[0] == _ASCII
    except ValueError:
        return False


def _ascii_bytes(char: str, codec: codecs.CodecInfo) -> bytes:
    """Return the bytes of a character if the first is one of ASCII, else none."""
    data = _code(char, codec)  # None where it has a code only together with its neighbour
    return data if data and data[0] in _ASCII else b""

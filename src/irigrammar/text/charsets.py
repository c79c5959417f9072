"""Legacy charsets of the Encoding Standard, in both directions.

Each is Python's codec that comes nearest, with a table of what differs (`tools/charsets.py`). Their codecs are
registered by the name of the Standard after "web-". https://encoding.spec.whatwg.org/
"""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache, partial
from typing import Any

from irigrammar.dataclass import NamedTuple
from irigrammar.lazy import regex
from irigrammar.unicode import east_asian_width, encoding_of_label, normalize, shipped_tables

PREFIX = "web-"

_LONGEST, _PAIR = 4, 2  # bytes of a character: in one charset, in others that are encoded
_LONG = "gb18030"
_REMEMBERED = 1 << 16  # characters
_ASCII_RUN = regex(rb"[\x00-\x7F]+")


class WebCharset(NamedTuple):
    """A charset whose characters are independent: the name of the Standard, Python's codec, and the differences from
    it, "" and b"" for characters that only that codec has.
    """

    name: str
    codec: str
    texts: Mapping[bytes, str] = {}
    codes: Mapping[str, bytes] = {}

    def char(self, data: bytes) -> str | None:
        """Return the text that bytes are, which should be those of one character; None if they are no text.

        >>> web_charset("euc-jp").char(bytes([0xAD, 0xA1]))
        '①'
        """
        text = self.texts.get(data)
        if text is None:
            try:
                text = data.decode(self.codec)
            except UnicodeDecodeError:
                return None
        return text or None

    def code(self, char: str) -> bytes | None:
        """Return the bytes of a character, None if the charset lacks it.

        >>> web_charset("gbk").code("€")
        b'\\x80'
        """
        data = self.codes.get(char)
        if data is not None:
            return data or None
        try:
            data = char.encode(self.codec)
        except UnicodeEncodeError:
            return None
        longest = _LONGEST if self.name == _LONG else _PAIR
        return data if len(data) <= longest and self.char(data) == char else None


@cache
def web_charset(name: str) -> WebCharset:
    """Return a charset by its name in the Standard; raise `KeyError` for one that has no table.

    >>> web_charset("koi8-u").codec
    'koi8-u'
    """
    codec, texts, codes = _tables()[name]
    return WebCharset(
        name,
        codec,
        {bytes.fromhex(digits): text for digits, text in texts.items()},
        {char: bytes.fromhex(digits) for char, digits in codes.items()},
    )


@cache
def _tables() -> dict[str, Any]:
    return shipped_tables("charsets")


def legacy_charsets() -> tuple[str, ...]:
    """Return the names of the legacy charsets of the Encoding Standard that have a table, sorted: all but ISO-2022-JP.

    >>> legacy_charsets()[0]
    'big5'
    """
    return tuple(sorted(_tables()))


def codec_of_label(label: str) -> str | None:
    """Return the name of the codec for a label of the Encoding Standard (4.2), None for one that has none.

    >>> codec_of_label(" Latin1 "), codec_of_label("iso-8859-2"), codec_of_label("latin-1")
    ('web-windows-1252', 'iso8859-2', None)
    """
    name = encoding_of_label(label)
    if name is None:
        return None
    codec, *differences = _tables().get(name, (name,))
    return f"{PREFIX}{name}" if name == STATEFUL or any(differences) else codecs.lookup(codec).name


def _decode(
    name: str, char: Callable[[bytes], str | None], data: bytes, errors: str = "strict", final: bool = True
) -> tuple[str, int]:
    """Return the decoded text and the number of bytes read, as codecs do; `char` decodes one character, None for none.
    Without `final`, bytes at the end that may begin a character stay. Raises `UnicodeDecodeError` with strict errors.
    """
    pieces: list[str] = []
    place, data = 0, bytes(data)
    while place < len(data):
        if run := _ASCII_RUN.match(data, place):
            pieces.append(run[0].decode("ascii"))
            place = run.end()
            continue
        for end in range(place + 1, min(place + _LONGEST, len(data)) + 1):
            if text := char(data[place:end]):
                pieces.append(text)
                place = end
                break
        else:
            if not final and len(data) - place < _LONGEST:
                break
            error = UnicodeDecodeError(name, data, place, place + 1, "no character of it begins so")
            instead, place = codecs.lookup_error(errors)(error)
            pieces.append(str(instead))
    return "".join(pieces), place


def _encode(name: str, code: Callable[[str], bytes | None], text: str, errors: str = "strict") -> tuple[bytes, int]:
    """Return the bytes of a text and the length of the text, as codecs do; `code` encodes one character, None for one
    that it lacks. Raises `UnicodeEncodeError` with strict errors.
    """
    if text.isascii():
        return text.encode("ascii"), len(text)
    output = bytearray()
    for place, char in enumerate(text):
        data = code(char)
        if data is None:
            error = UnicodeEncodeError(name, text, place, place + 1, "the charset lacks it")
            instead = codecs.lookup_error(errors)(error)[0]
            data = instead if isinstance(instead, bytes) else _encode(name, code, instead)[0]
        output += data
    return bytes(output), len(text)


# ISO-2022-JP (12.2): the escapes, by what they switch to.
STATEFUL = "iso-2022-jp"
_ASCII, _ROMAN, _KATAKANA, _KANJI = b"\x1b(B", b"\x1b(J", b"\x1b(I", b"\x1b$B"
_SWITCH = regex(rb"(\x1b\([BJI]|\x1b\$[@B])")
_REFUSED = regex(r"[\x0E\x0F\x1B]")
_ROMAN_ONLY = {"¥": b"\\", "‾": b"~"}


def _kanji(char: str) -> bytes | None:
    """Return the two bytes of a character of JIS X 0208, of a half-width letter those of the wide one; None for another
    character.
    """
    if east_asian_width(char) == "H" and char != "₩":
        marks = {"\u3099": "゛", "\u309a": "゜"}
        wide = normalize("NFKC", char)
        char = marks.get(wide, wide)
    data = web_charset("euc-jp").code(char)
    return None if data is None or len(data) != _PAIR or data[0] < 0xA1 else bytes(byte & 0x7F for byte in data)


def codes_2022(text: str) -> Iterator[tuple[str, bytes, bytes | None]]:
    r"""Yield each character of a text with the escape before it in ISO-2022-JP and its bytes, None if it has none; at
    the end "" with the escape to ASCII, b"" if it is in ASCII by then.

    >>> list(codes_2022("a表"))
    [('a', b'', b'a'), ('表', b'\x1b$B', b'I='), ('', b'\x1b(B', None)]
    """
    state = _ASCII
    for char in text:
        next_state, code = _state(char, state)
        if code is None:
            next_state = _ASCII if state == _KANJI else state
        yield char, b"" if next_state == state else next_state, code
        state = next_state
    yield "", b"" if state == _ASCII else _ASCII, None


def _encode_2022(text: str, errors: str = "strict") -> tuple[bytes, int]:
    """Return the bytes of a text in ISO-2022-JP and the length of the text, as codecs do. Raises `UnicodeEncodeError`
    with strict errors.
    """
    data = bytearray()
    for place, (char, escape, code) in enumerate(codes_2022(text)):
        data += escape
        if code is None and char:
            error = UnicodeEncodeError(STATEFUL, text, place, place + 1, "the charset lacks it")
            instead = codecs.lookup_error(errors)(error)[0]
            data += instead if isinstance(instead, bytes) else instead.encode("ascii")
        data += code or b""
    return bytes(data), len(text)


def _state(char: str, state: bytes) -> tuple[bytes, bytes | None]:
    """Return the state of ISO-2022-JP that has a character, given the present one, and the character's bytes there,
    None if it has none.
    """
    if char in _ROMAN_ONLY:
        return _ROMAN, _ROMAN_ONLY[char]
    if not char.isascii():
        return _KANJI, _kanji(char)
    stays = state == _ROMAN and char.encode() not in _ROMAN_ONLY.values()
    return _ROMAN if stays else _ASCII, None if _REFUSED.match(char) else char.encode()


def _decode_2022(data: Any, errors: str = "strict") -> tuple[str, int]:
    """Return the text of bytes in ISO-2022-JP and their number, as codecs do. Raises `UnicodeDecodeError` with strict
    errors.
    """
    pieces: list[str] = []
    state, place = _ASCII, 0
    for part in _SWITCH.split(bytes(data)):
        if _SWITCH.fullmatch(part):
            state = part
        else:
            pieces.append(_part_2022(part, state, place, bytes(data), errors))
        place += len(part)
    return "".join(pieces), len(data)


def _part_2022(part: bytes, state: bytes, place: int, data: bytes, errors: str) -> str:
    """Return the text of bytes in a state of ISO-2022-JP. Where half a character, or a control that it does not have,
    is among them, the result is that of the handler of `errors` for the first one, which may raise
    `UnicodeDecodeError`.
    """
    if state in (_ASCII, _ROMAN):
        text = part.decode("latin-1")
        wrong = next((offset for offset, char in enumerate(text) if not char.isascii() or _REFUSED.match(char)), None)
        for char, code in _ROMAN_ONLY.items() if state == _ROMAN else ():
            text = text.replace(code.decode(), char)
    else:
        high = bytes(byte | 0x80 for byte in part)
        if state == _KATAKANA:
            high = b"".join(bytes([0x8E, byte]) for byte in high)
        width = 1 if state == _KATAKANA else _PAIR
        pairs = [high[index : index + _PAIR] for index in range(0, len(high), _PAIR)]
        chars = [None if max(part, default=0) > 0x7F else web_charset("euc-jp").char(pair) for pair in pairs]
        text = "".join(char or "" for char in chars)
        wrong = next((index * width for index, char in enumerate(chars) if char is None), None)
    if wrong is None:
        return text
    error = UnicodeDecodeError(STATEFUL, data, place + wrong, place + wrong + 1, "no character of it begins so")
    return str(codecs.lookup_error(errors)(error)[0])


@cache
def _codec(name: str) -> codecs.CodecInfo | None:
    """Return the codec of a name that begins with "web-", None for another name, or an encoding without a codec
    here.
    """
    if not name.startswith(PREFIX[:-1]):
        return None
    label = next((label for label in (*_tables(), STATEFUL) if _normalized(PREFIX + label) == _normalized(name)), None)
    if label is None:
        return None
    shown = f"{PREFIX}{label}"
    if label == STATEFUL:
        return codecs.CodecInfo(_encode_2022, _decode_2022, name=shown)
    charset = web_charset(label)
    decode = partial(_decode, label, lru_cache(_REMEMBERED)(charset.char))

    class Decoder(codecs.BufferedIncrementalDecoder):
        def _buffer_decode(self, data: Any, errors: str, final: bool) -> tuple[str, int]:
            return decode(data, errors, final)

    encode = partial(_encode, label, lru_cache(_REMEMBERED)(charset.code))
    return codecs.CodecInfo(encode, decode, incrementaldecoder=Decoder, name=shown)


def _normalized(name: str) -> str:
    """Return the name of a codec with "_" for "-", as Python looks it up."""
    return name.replace("-", "_")


codecs.register(_codec)

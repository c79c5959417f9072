"""Query charsets: a query's characters as the octets of the document's charset.

draft-ietf-iri-3987bis-04, 3.5; draft-weber-iri-guidelines-00, 6.1.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from irigrammar.errors import ConversionError
from irigrammar.processing.percent import encode_octets
from irigrammar.processing.ucs import charset_codec, is_unicode
from irigrammar.text.names import character, quoted

_BEYOND_ASCII = re.compile(r"[^\x00-\x7F]+")
_ASCII = bytes(range(128))


@cache
def charset_name(charset: str) -> str:
    """Return by what name a query's charset is used: that of Python's codec, and "utf-8" for every form of Unicode
    but UTF-7, which does not carry ASCII as itself.

    Raises `ConversionError` for a name that is no charset's, as `charset_codec` does (draft-ietf-iri-3987bis-04, 3.5).

    >>> charset_name("UTF-16"), charset_name("UCS-2"), charset_name("Shift_JIS")
    ('utf-8', 'utf-8', 'shift_jis')
    """
    codec = charset_codec(charset)
    return "utf-8" if is_unicode(codec) and codec.name != "utf-7" else codec.name


def encode_in_charset(text: str, charset: str) -> str:
    """Return a text whose characters outside ASCII are percent-encoded as the octets of a charset, every octet of them.

    An octet of such a character becomes %HH even when it is one of ASCII; the characters of ASCII stay. Text that is
    all ASCII comes back unchanged, whatever the charset. Raises `ConversionError` for a charset that is not accepted:
    one that is unknown, that does not carry ASCII as itself, or that begins another character with an octet of ASCII,
    as those do that shift between states; and for a character that the charset lacks (draft-ietf-iri-3987bis-04, 3.5).

    >>> encode_in_charset("q=表a", "shift_jis"), encode_in_charset("q=é", "utf-16")
    ('q=%95%5Ca', 'q=%C3%A9')
    """
    charset_name(charset)
    return text if text.isascii() else _BEYOND_ASCII.sub(encoder(charset), text)


def encoder(charset: str) -> Callable[[re.Match[str]], str]:
    """Return what percent-encodes a run of characters as the octets of a charset, for `re.sub`.

    A run is encoded whole, since some charsets have one code for a character and the combining mark after it. Raises
    `ConversionError` as `encode_in_charset` does.

    >>> re.sub("[^a-z]", encoder("shift_jis"), "a 表")
    'a%20%95%5C'
    """
    name = charset_name(charset)
    if not _carries_ascii(name):
        raise ConversionError(f"the charset {quoted(charset)} does not carry ASCII as itself")

    def encoded(found: re.Match[str]) -> str:
        run = found[0]
        try:
            octets = run.encode(name)
        except UnicodeEncodeError as error:
            at = found.start() + error.start
            what = f"{character(run[error.start])}, which is at offset {at} of {quoted(found.string)}"
            raise ConversionError(f"the charset {quoted(charset)} lacks {what}") from None
        for char in dict.fromkeys(run):
            if not char.isascii() and _begins_in_ascii(char, name):
                raise ConversionError(
                    f"the charset {quoted(charset)} begins {character(char)} with an octet of ASCII: it shifts between "
                    "states, or has no code for it alone"
                )
        return encode_octets(octets)

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
    except UnicodeEncodeError:  # it has a code together with its neighbour alone
        return False

"""Query charsets: a query's characters as the octets of the document's charset.

draft-ietf-iri-3987bis-04, 3.5; draft-weber-iri-guidelines-00, 6.1.
"""

from __future__ import annotations

import codecs
import re
from functools import cache

from irigrammar.errors import ConversionError
from irigrammar.faults.render import character
from irigrammar.processing.percent import encode_octets

__all__ = ["charset_name", "encode_in_charset"]

# Forms of Unicode, which count as UTF-8; the second pattern is for names that Python does not know.
_UNICODE_CODECS = ("utf-8", "utf-16", "utf-32")
_UCS = re.compile(r"(csunicode|(iso[-_]?10646[-_]?)?ucs[-_]?[24])(be|le)?", re.IGNORECASE)

_BEYOND_ASCII = re.compile(r"[^\x00-\x7F]+")
_ASCII = bytes(range(128))


@cache
def charset_name(charset: str) -> str:
    """Return by what name a query's charset is used: that of Python's codec, and "utf-8" for every form of Unicode.

    Raises `ConversionError` for a name that nothing is known of, and for what is no charset of text
    (draft-ietf-iri-3987bis-04, 3.5).

    >>> charset_name("UTF-16"), charset_name("UCS-2"), charset_name("Shift_JIS")
    ('utf-8', 'utf-8', 'shift_jis')
    """
    if _UCS.fullmatch(charset):
        return "utf-8"
    try:
        name = codecs.lookup(charset).name
        "".encode(name)  # a codec that is no charset of text is found by this alone
    except (LookupError, ValueError):
        raise ConversionError(f"no charset {charset!r} is known") from None
    return "utf-8" if name.startswith(_UNICODE_CODECS) else name


def encode_in_charset(text: str, charset: str) -> str:
    """Return a text whose characters outside ASCII are percent-encoded as the octets of a charset, every octet of them.

    An octet of such a character becomes %HH even when it is one of ASCII; the characters of ASCII stay. Text that is
    all ASCII comes back unchanged, whatever the charset. Raises `ConversionError` for a charset that is not accepted:
    one that is unknown, that does not carry ASCII as itself, or that begins another character with an octet of ASCII,
    as those do that shift between states; and for a character that the charset lacks (draft-ietf-iri-3987bis-04, 3.5).

    >>> encode_in_charset("q=表a", "shift_jis"), encode_in_charset("q=é", "utf-16")
    ('q=%95%5Ca', 'q=%C3%A9')
    """
    name = charset_name(charset)
    if text.isascii():
        return text
    if not _carries_ascii(name):
        raise ConversionError(f"the charset {charset!r} does not carry ASCII as itself, so no query can be in it")
    return _BEYOND_ASCII.sub(lambda found: _octets(found[0], name, charset), text)


def _octets(run: str, name: str, charset: str) -> str:
    """Return a run of characters outside ASCII percent-encoded.

    Whole, since some charsets have one code for a character and the combining mark after it.
    """
    try:
        octets = run.encode(name)
    except UnicodeEncodeError as error:
        raise ConversionError(f"the charset {charset!r} lacks {character(run[error.start])}") from None
    for char in dict.fromkeys(run):
        if _begins_in_ascii(char, name):
            raise ConversionError(
                f"the charset {charset!r} begins {character(char)} with an octet of ASCII: it shifts between states, "
                "or has no code for it alone"
            )
    return encode_octets(octets)


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

"""Filters and reasons for the rows of `grammar/hints.toml`.

Filters compute the text that a row proposes.
"""

# typed: alphabets: the templates of hints.toml
# typed: isdigit, delimiters, isalnum: why what did not match is not an IP address
from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from irigrammar.faults.words import character_name
from irigrammar.lazy import regex
from irigrammar.text.percent import decoded
from irigrammar.unicode import normalize

_TEMPLATE = regex(r"\{([\w\x80-\U0010ffff]+)((?:\|[\w-]+)*)\}")
_ESCAPE = regex(r"(?:%u[0-9A-Za-z_]{4})+")
_BACKSLASHES = regex(r"(?<=[^\\/])\\\\(?=[^\\])")
_ACCENT = regex(r"\{?\\([\"'`^])\{?([A-Za-z])\}{1,2}")
_ACCENTS = {'"': "\u0308", "'": "\u0301", "`": "\u0300", "^": "\u0302"}
_ESCAPED = regex(r"\{\\([\W_])\}|\\([^A-Za-z0-9\\])(?:\{\})?")
_PERCENT_SIGN = regex(r"(?<=[0-9])\\%(?![0-9A-Fa-f]{2})")
_NOTHING_IN_ROFF = regex(r"\\[&|^%]")
_TILDE = regex(r"\$\\sim\$|\\\[ti\]|\{\\textasciitilde\s*\}|\\(?:textasciitilde\b(?:\{\})?|string~|sim\b|\(ti)")
_ESCAPED_SLASH = regex(r"\\+/")
_SIGNS = regex(r"%([A-Za-z][A-Za-z.]{2,})%(?!\w)")
_SPOKEN_AT = regex(r"\s*[(\[{]at[)\]}]\s*|\s+at\s+", re.IGNORECASE)
_SPOKEN_DOT = regex(r"\s*[(\[{]dot[)\]}]\s*|\s+dot\s+", re.IGNORECASE)
_CHARACTER_REFERENCE = regex(r"&(?:#[0-9A-Fa-fxX]+|\w+);")
_SPACE = regex(r"\s+")

AsciiHost = Callable[[str], str | None]


def fill(template: str, values: Mapping[str, str], ascii_host: AsciiHost | None = None) -> tuple[str, int] | None:
    """Return a template with its values, each passed through its filters, and how many characters of it come before the
    first value; None where a filter has no answer, as "ascii-host" without `ascii_host`. Raises `KeyError` for an
    unknown value or filter.

    >>> fill("ssh://{part|scp-path}", {"part": "git@h:a/b"})
    ('ssh://git@h/a/b', 6)
    """
    parts: list[str] = []
    done = 0
    for match in _TEMPLATE.finditer(template):
        value: str | None = values[match[1]]
        for name in match[2].split("|")[1:]:
            if value is None:
                return None
            value = ascii_host(value) if name == "ascii-host" and ascii_host else _FILTERS[name](value)
        if value is None:
            return None
        parts += [template[done : match.start()], value]
        done = match.end()
    return "".join([*parts, template[done:]]), len(template.partition("{")[0])


def _slashes(text: str) -> str:
    """Return a text with slashes for backslashes; one for two, except at its start."""
    return _BACKSLASHES.sub("/", text).replace("\\", "/")


def _unescaped(text: str) -> str:
    """Return a text without the escapes of roff, TeX, Markdown and shells, accents of TeX as letters."""
    text = _TILDE.sub("~", _NOTHING_IN_ROFF.sub("", text) if "\\:" in text else text)
    text = text.replace("\\&.", ".")  # roff has it before a dot that would begin a line
    text = _ACCENT.sub(lambda match: normalize("NFC", match[2] + _ACCENTS[match[1]]), text)
    text = _PERCENT_SIGN.sub("%25", text.replace("\\:", ""))
    return _ESCAPED.sub(lambda match: match[1] or match[2], text)


def _quoted_printable(text: str) -> str:
    from binascii import a2b_qp

    return a2b_qp(text.encode()).decode(errors="replace")


def _without_character_references(text: str) -> str:
    from html import unescape  # its table is large

    return _CHARACTER_REFERENCE.sub(lambda match: unescape(match[0]), text)


def _spoken_address(text: str) -> str:
    """Return a mailto URI for an e-mail address whose sign and dots are words."""
    address = _SPOKEN_DOT.sub(".", _SPOKEN_AT.sub("@", text))
    return f"mailto:{address.rpartition(':')[2].strip()}"


def _user_before_host(text: str) -> str:
    scheme, _, rest = text.partition("://")
    return f"{scheme}://{rest.replace(':', '@', 1)}"


def _scp_path(text: str) -> str:
    host, _, path = text.partition(":")
    return f"{host}/{path.removeprefix('/')}"


def _scp_colon(text: str) -> str:
    scheme, _, rest = text.partition("://")
    return f"{scheme}://{_scp_path(rest)}"


def _decoded_scheme(text: str) -> str:
    scheme, colon, rest = text.partition(":")
    return decoded(scheme) + colon + rest


def _scheme_hyphens(text: str) -> str:
    scheme, colon, rest = text.partition(":")
    return scheme.replace("_", "-") + colon + rest


def _one_port(text: str) -> str | None:
    host, port, *others = text.split(":")
    return f"{host}:{port}" if {*others} <= {port, ""} else None


def _password(text: str) -> str:
    """Return a URL with the delimiters in its password, which ends at the last "@", percent-encoded. Raises
    `ValueError` for a URL without "@", or without "://" and a colon before it.
    """
    head, _, tail = text.rpartition("@")
    start = head.index(":", head.index("://") + 3) + 1
    return f"{head[:start]}{_IN_PASSWORD.sub(_percent_encoded, head[start:])}@{tail}"


def _percent_encoded(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in match[0].encode())


def _opening_bracket(text: str) -> str:
    start = max(text.index("://") + 3, text.find("@", 0, text.index("]")) + 1)
    return f"{text[:start]}[{text[start:]}"


def _address_and_port(text: str) -> str | None:
    """Return an IPv6 address without brackets, whose last group is a port, in brackets with the port; None where that
    is none.
    """
    address, _, port = text.rpartition(":")
    is_port = port.isascii() and port.isdecimal() and not port.startswith("0") and not address.endswith(":")
    return f"[{address}]:{port}" if is_port else None


def _string_escapes(text: str) -> str | None:
    """Return a text with the escapes of strings as characters, None for half of a surrogate pair. Those with two digits
    are bytes of UTF-8, or else of Latin-1.
    """

    def decoded(match: re.Match[str]) -> str:
        return bytes.fromhex(match[0].replace("\\u", "")).decode("utf-16-be")

    def decoded_bytes(match: re.Match[str]) -> str:
        data = bytes.fromhex(match[0].replace("\\x", ""))
        try:
            return data.decode()
        except UnicodeDecodeError:
            return data.decode("latin-1")

    try:
        return _BYTE_ESCAPE.sub(decoded_bytes, _STRING_ESCAPE.sub(decoded, text))
    except ValueError:  # half of a pair
        return None


def _drive_colon(text: str) -> str:
    path = _slashes(text.replace("|", ":", 1)).removeprefix("file:").lstrip("/")
    return f"file:///{path}{'' if '/' in path else '/'}"


def _utf8_escapes(text: str) -> str | None:
    """Return a text with the escapes of JavaScript's `escape` as percent-encoded UTF-8, None for one that is no
    character.
    """

    def encoded(match: re.Match[str]) -> str:
        data = b"".join(bytes.fromhex(unit) for unit in match[0].split("%u")[1:])
        return "".join(f"%{byte:02X}" for byte in data.decode("utf-16-be").encode())

    try:
        return _ESCAPE.sub(encoded, text)
    except ValueError:  # half of a pair, or no number
        return None


def _colon(text: str) -> str:
    scheme, _, rest = text.partition("//")
    return f"{scheme.rstrip(_NO_COLONS)}://{rest}"


_NO_COLONS = ";,\uff1a"  # which are typed in its place


_NO_BRACKETS = dict.fromkeys(map(ord, "[]{}"))
_IN_PASSWORD = regex(r"[@/?#\[\]\\]")
_NOT_ASCII = regex(r"[^\x00-\x7F]")
_STRING_ESCAPE = regex(r"(?:\\u[0-9A-Fa-f]{4})+")
_BYTE_ESCAPE = regex(r"(?:\\x[0-9A-Fa-f]{2})+")
_SLASHES = regex(r":[/\\]+")


_FILTERS: dict[str, Callable[[str], str | None]] = {
    "address": lambda text: text.removeprefix("mailto:"),
    "address-and-port": _address_and_port,
    "ascii-host": lambda _: None,
    "character-references": _without_character_references,
    "colon": _colon,
    "colon-at-end": lambda text: f"{text.rstrip(':')}:",
    "colon-to-at": _user_before_host,
    "decoded": decoded,
    "decoded-scheme": _decoded_scheme,
    "dot-slash": lambda text: None if text[0].isascii() or "://" in text else f"./{text}",
    "double-colon": lambda text: re.sub(":{3,}", "::", text) if ":::" in text else None,
    "drive-colon": _drive_colon,
    "file-uri": lambda text: f"file:///{_slashes(text).removeprefix('file:').lstrip('/?')}",
    "first-at": lambda text: text.replace("@", "%40", 1),
    "from-url": lambda text: rest if "://" in (rest := text.lstrip(":")) else None,
    "if-slashes": lambda text: text if text.startswith("://") else None,
    "lower-case": str.lower,
    "one-colon": lambda text: re.sub(":{2,}(?=[0-9]*\\Z)", ":", text),
    "one-port": _one_port,
    "opening-bracket": _opening_bracket,
    "password": _password,
    "percent": lambda text: _NOT_ASCII.sub(_percent_encoded, text),
    "quoted-printable": _quoted_printable,
    # Whose dots, colon and scheme were changed so that nobody follows it.
    "refanged": lambda text: re.sub(r"\Ahxxp", "http", re.sub(r"\[([.:])\]", r"\1", text), flags=re.IGNORECASE),
    "scheme-hyphens": _scheme_hyphens,
    "scp-colon": _scp_colon,
    "scp-path": _scp_path,
    "signs-around": lambda text: _SIGNS.sub(r"%25\1%25", text),
    "slashes": _slashes,
    "spaces": lambda text: _SPACE.sub("%20", text),
    "spoken-address": _spoken_address,
    "string-escapes": _string_escapes,
    "strip": lambda text: text.strip(" \t\r\n"),
    "two-slashes": lambda text: _slashes(_SLASHES.sub("://", text, count=1)),
    "unescaped": _unescaped,
    "unescaped-slashes": lambda text: _ESCAPED_SLASH.sub("/", text),
    "utf8-escapes": _utf8_escapes,
    "version-dot": lambda text: text.replace(":", ".", 1),
    "without-brackets": lambda text: text.translate(_NO_BRACKETS),
    "without-breaks": lambda text: re.sub(r"[\r\n]+[ \t]*", "", text),
    "without-last": lambda text: text[:-1],
    "without-mark": lambda text: text[1:],
    "without-spaces": lambda text: _SPACE.sub("", text),
}


def ipv6_reason(text: str) -> str:
    """Return why a text that starts like an IPv6 address, without its opening bracket, is not one; a correct address
    must not be given. The text from "]", "/", "?", "#" or "%" on is ignored.

    >>> ipv6_reason("1:2:3:4:5:6:7]/"), ipv6_reason("12345::]"), ipv6_reason("::g]")
    ('7 groups; an IPv6 address has 8', '"12345" has 5 digits; a group has at most 4', '"g" is not a hexadecimal digit')
    """
    address = re.split(r"[\]/?#]", text, maxsplit=1)[0].partition("%")[0]
    groups = address.split(":")
    numbers = groups[-1].split(".")
    if len(numbers) > 1:
        if (reason := ipv4_reason(groups[-1])) is not None:
            return reason
        groups[-1:] = ["0", "0"]
    for group in groups:
        if wrong := next(
            (char for char in group if not (char.isascii() and char.isalnum() and char.lower() <= "f")), ""
        ):
            return f"{character_name(wrong)} is not a hexadecimal digit"
        if len(group) > 4:
            return f'"{group}" has {len(group)} digits; a group has at most 4'
    nonempty = [group for group in groups if group]
    if address.count("::") > 1 or ":::" in address:
        return '"::" is allowed once in an IPv6 address'
    if "::" in address:
        return f'{len(nonempty)} groups and "::"; an IPv6 address has 8 groups'
    if len(nonempty) < len(groups):
        return "a single colon begins or ends the IPv6 address"
    count = "1 group" if len(groups) == 1 else f"{len(groups)} groups"
    return f"{count}; an IPv6 address has 8"


def ipv4_reason(text: str) -> str | None:
    """Return why a text is not an IPv4 address, None for one that is.

    >>> ipv4_reason("256.1.1.1"), ipv4_reason("1.2.3"), ipv4_reason("01.2.3.4")
    ('256 is above 255', '3 numbers; an IPv4 address has 4', '"01" has a leading zero')
    """
    numbers = text.split(".")
    for number in numbers:
        if not (number.isascii() and number.isdigit()):
            return f'"{number}" is not a decimal number' if number else "a number is missing in the IPv4 address"
        if len(number) > 1 and number.startswith("0"):
            return f'"{number}" has a leading zero'
        if int(number[:9]) > 255:
            return f"{number[:40]} is above 255"
    return f"{len(numbers)} numbers; an IPv4 address has 4" if len(numbers) != 4 else None


REASONS: dict[str, Callable[[str], str | None]] = {
    "ipv4": lambda text: ipv4_reason(re.split(r"[\]/?#:]", text, maxsplit=1)[0]),
    "ipv6": ipv6_reason,
}

"""Parse authorities and hosts as browsers do.

The authority and host states of the URL Standard (https://url.spec.whatwg.org/). `read_url` follows the basic URL
parser (4.4) and the host parser (3.5), state by state and with their names, as far as scheme, user name, password, host
and port go; paths are not parsed. Its sets of characters and special schemes are `grammar/url-standard.toml`.
`tools/world/browser_differential.py` compares it with ada-url.

Where the model and an implementation can differ, all of them in hosts beyond ASCII: the mapping of UTS 46 is that of
the `idna` package, and the properties that decide on normal form, combining marks, joiners and writing direction are
those of `irigrammar.unicode`; an implementation with another version of Unicode knows other characters. A host with
more than 1,024 code points that is not ASCII is refused, which keeps the time linear; no such name fits the DNS (RFC
1035, 2.3.4). Two surrogates in a Python string are two surrogates, not one character.

The module is part of `matching`, and not of `processing`, because fixes of faults are checked with it.
"""

# typed: 0xFFFD, 0xD800, 0xDFFF: surrogates, and what they count as
# typed: IPv6address: what the URL Standard writes in code
from __future__ import annotations

import re
from functools import cache

from irigrammar.automata.charset import MAX, difference
from irigrammar.dataclass import NamedTuple
from irigrammar.engines.charset_text import complement_text, set_text
from irigrammar.engines.production import shipped_production
from irigrammar.lazy import regex
from irigrammar.matching.idna_labels import (
    ACE_PREFIX,
    LONGEST_LABEL,
    LabelFault,
    check_bidi,
    has_joiner_context,
    is_mark,
    is_right_to_left,
    map_by_uts46,
)
from irigrammar.text.names import not_assigned
from irigrammar.text.percent import decoded
from irigrammar.unicode import lower

_LONGEST = 1024  # code points of a host that is not ASCII
_LONGEST_DOMAIN = 253  # UTS 46, 4.2, VerifyDnsLength
_TOO_LONG = f"the host has more than {_LONGEST_DOMAIN} bytes as a domain name"
_FILE = "file"
_HIGHEST_PORT = 2**16 - 1
BREAKS_BIDI = "a label of the host breaks the Bidi rule (RFC 5893, 2)"
_JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
_DELIMITER = regex(r"[\[\]:]")
_SURROGATE = regex("[\ud800-\udfff]")


class BrowserUrl(NamedTuple):
    """A string as the URL Standard reads it.

    `host` is serialized (3.6): a domain in ASCII, an IPv4 address in four decimal numbers, an IPv6 address compressed
    and in brackets, "" for an empty host, None for no host. `port` is None where it is absent or the scheme's default.
    `authority` is the text that is read as user information, host and port, and `rest` what follows it, both after
    `strip_url`; `authority` is None where the string has none, and the host, if any, is the base's. `opaque_path` says
    that the scheme is not special and its colon not followed by "/", as in `mailto:`.

    Where the URL Standard refuses the string, `refusal` is the reason, and user name, password, host and port are
    absent, with one exception: where nothing is wrong but that IDNA does not allow a label of the host, on which
    implementations differ with their version of Unicode, they are there, the host as `comparable_host` has it.
    """

    scheme: str | None = None
    username: str = ""
    password: str = ""
    host: str | None = None
    port: int | None = None
    authority: str | None = None
    rest: str = ""
    opaque_path: bool = False
    refusal: str | None = None


class _Refused(ValueError):
    """The URL Standard returns failure; the message is the reason."""


class _NotIdna(_Refused):
    """IDNA does not allow a label of the host."""


def read_url(text: str, base: BrowserUrl | None = None) -> BrowserUrl:
    r"""Return the reading of a string by the URL Standard, with a base that was read before (4.4).

    Any string gets an answer, in time linear in its length; surrogates count as U+FFFD.

    >>> url = read_url("HTTP:/\\u:p@EXAMPLE%2ecom:080/x")
    >>> url.scheme, url.username, url.password, url.host, url.port
    ('http', 'u', 'p', 'example.com', None)
    >>> read_url("/\\evil.example", read_url("http://example.org/")).host
    'evil.example'
    >>> [read_url(text).host for text in ("http://0x7f.1", "http://[0::0:1]", "foo://A é", "http:a\u00adb")]
    ['127.0.0.1', '[::1]', None, 'ab']
    >>> read_url("http://a b").refusal
    'U+0020 is not allowed in a host'
    """
    rest = strip_url(text)
    match = _scheme().match(rest)
    if match is None:
        return _no_scheme_state(rest, base)
    scheme, rest = match[1].lower(), rest[match.end() :]
    if scheme == _FILE:
        return _file_state(rest, base)
    if scheme in _special():
        if base is not None and base.scheme == scheme and not rest.startswith("//"):
            return _relative_state(scheme, rest, base)
        return _authority_state(scheme, _without_slashes(rest))
    if rest.startswith("//"):
        return _authority_state(scheme, rest[2:])
    return BrowserUrl(scheme, rest=rest, opaque_path=not rest.startswith("/"))


def breaks_bidi(domain: str) -> bool:
    """Return whether a label of a domain, in Unicode or not, breaks the Bidi rule because another one is written from
    right to left (RFC 5893, 2; UTS 46, 4.1); false for a domain that UTS 46 refuses for another reason.

    >>> breaks_bidi("\u05d0.0a"), breaks_bidi("xn--4db.example"), breaks_bidi("0a")
    (True, False, False)
    """
    try:
        _check_bidi([_unicode_label(label) for label in mapped_domain(domain).split(".")])
    except _Refused as refusal:
        return str(refusal) == BREAKS_BIDI
    return False


def domain_fault(text: str) -> str | None:
    """Return the reason why a text is not a valid domain (3.4) by UTS 46 and the DNS, None where it is one.

    >>> [domain_fault(text) for text in ("B\u00fccher.example", "xn--a.example", "a_b.example", "1.2")]
    [None, 'U+0080 is not allowed in a host', 'U+005F is not allowed in a domain', \
'the host ends in a number and is not an IPv4 address']
    """
    try:
        _check_domain(text)
    except _Refused as refusal:
        return str(refusal)
    return None


def comparable_host(text: str) -> str:
    """Return a form of a host by which hosts are compared, whatever the scheme.

    It is the serialization where the URL Standard reads a domain or an address; where it refuses the host, what the
    same mapping gives without its checks.

    >>> comparable_host("R\u00c9.%41"), comparable_host("a b\u3002256"), comparable_host("[V1.A]")
    ('xn--r-bga.a', 'a b.256', '[v1.a]')
    """
    try:
        return _host_parser(text, special=True)
    except _Refused:
        return mapped_host(text)


# The handler of errors "surrogateescape" makes these of bytes that are not UTF-8.
_ESCAPED = regex(r"[\udc80-\udcff]")


def _with_escapes(host: str) -> str:
    """Return a host with its percent-encoding decoded, except that of "%"; a byte that is not UTF-8 is a surrogate."""
    return decoded(host.replace("%25", "%2525"), errors="surrogateescape")


def _triplet(escape: re.Match[str]) -> str:
    return f"%{ord(escape[0]) & 0xFF:02X}"


def decoded_host(host: str) -> str:
    """Return a host with its percent-encoding decoded, except that of "%". Raise `ValueError` for bytes that are not
    UTF-8.

    >>> decoded_host("R%C3%89%25")
    'RÉ%25'
    """
    name = _with_escapes(host)
    if (escape := _ESCAPED.search(name)) is not None:
        raise _Refused(f"the host has a byte that is not UTF-8: {_triplet(escape)}")
    return name


def mapped_host(text: str) -> str:
    """Return a host in lower-case ASCII by only the mapping of UTS 46, percent-encoding decoded: nothing is refused,
    and numbers are not read as an address. A name that has no form in ASCII, or is very long, is only decoded and in
    lower case. Bytes that are not UTF-8, and an encoded "%", stay percent-encoded, in upper case.

    >>> mapped_host("R\u00c9.%41"), mapped_host("0X7f\u30021"), mapped_host("a b"), mapped_host("A%a0")
    ('xn--r-bga.a', '0x7f.1', 'a b', 'a%A0')
    """
    name = _with_escapes(text)
    if _ESCAPED.search(name):
        return _ESCAPED.sub(_triplet, lower(name))
    if not name.isascii() and len(name) <= _LONGEST:
        try:
            name = ".".join(_punycode(label) for label in mapped_domain(name).split("."))
        except (_Refused, UnicodeError):
            return lower(name)
    return lower(name)


def domain_to_ascii(text: str) -> str:
    """Return a domain in ASCII as the URL Standard has it (3.3), not strict: one in ASCII only becomes lower case, and
    numbers are kept. Raise `ValueError` with the reason.

    >>> domain_to_ascii("R\u00c9.%41"), domain_to_ascii("0x7f.1")
    ('xn--r-bga.a', '0x7f.1')
    """
    decoded_host(text)
    domain = decoded(text)
    if domain.isascii():
        ascii_domain = domain.lower()
    elif len(domain) > _LONGEST:
        raise _Refused(f"the host is not ASCII and has more than {_LONGEST:,} code points")
    else:
        ascii_domain = _unicode_to_ascii(domain)
    if not ascii_domain:
        raise _Refused("nothing of the host is left")
    _check("forbidden-domain", ascii_domain)
    return ascii_domain


def mapped_domain(text: str) -> str:
    """Return a domain as mapped by UTS 46, non-transitional, in Normalization Form C (4, steps 1 and 2), without
    Punycode.

    Raises `ValueError` with the reason for a character that is disallowed or unassigned, and for U+FFFD.

    >>> mapped_domain("ＦＡẞ")
    'faß'
    """
    if "\ufffd" in text:  # bytes that are not UTF-8, whatever the version of Unicode
        raise _Refused("U+FFFD is not allowed in a host")
    try:
        return map_by_uts46(text)
    except LabelFault as fault:
        char = fault.char
        raise _NotIdna(
            not_assigned(char) if fault.code == "unassigned" else f"{_name(char)} is not allowed in a host"
        ) from None


def ends_in_a_number(host: str) -> bool:
    """Return whether the last label of a host in ASCII is a number, so that the URL Standard reads an IPv4 address or
    refuses the host (3.5).

    >>> [ends_in_a_number(host) for host in ("127.0.0.1", "a.0x7f.", "a.08", "1.a")]
    [True, True, True, False]
    """
    head, _, last = host.rpartition(".")
    if not last and head:
        last = head.rpartition(".")[2]
    return bool(last) and (_consists_of("decimal-digit", last) or ipv4_number(last) is not None)


def strip_url(text: str) -> str:
    """Return a text as the URL Standard parses it: without C0 controls and spaces at its ends, and without TAB, LF and
    CR anywhere; U+FFFD for each surrogate (4.4, steps 1 and 3 of the basic URL parser).

    >>> strip_url(" /\\t/h\\x1f\\n")
    '//h'
    """
    if not text.isascii():
        text = _SURROGATE.sub("\ufffd", text)
    text = text.strip(_members("c0-control-or-space"))
    return _pattern("tab-or-newline").sub("", text)


def authority_ends() -> str:
    """Return the characters that end an authority, backslash aside (4.4, authority state; RFC 3986, 3.2).

    >>> authority_ends()
    '#/?'
    """
    return _members("authority-end")


def default_port(scheme: str | None) -> int | None:
    """Return the default port of a special scheme, None for other schemes and for `file` (4.2).

    >>> default_port("https"), default_port("gopher")
    (443, None)
    """
    return _special().get(scheme or "")


def is_special(scheme: str | None) -> bool:
    """Return whether a scheme, in lower case, is special (4.2).

    >>> is_special("file"), is_special("gopher"), is_special(None)
    (True, False, False)
    """
    return scheme in _special()


def is_drive(text: str) -> bool:
    """Return whether a text is a Windows drive letter, which is a letter and ":" or "|" (4.2).

    >>> is_drive("C|"), is_drive("C")
    (True, False)
    """
    return _drive_letter().fullmatch(text) is not None


def _no_scheme_state(text: str, base: BrowserUrl | None) -> BrowserUrl:
    """Return the reading of a text without a scheme (URL Standard, no scheme state); without a usable base, or for an
    opaque one and more than a fragment, a reading with a refusal.
    """
    if base is None or base.scheme is None or base.refusal:
        return BrowserUrl(rest=text, refusal="it has no scheme, and no base is given")
    if base.opaque_path:
        if not text.startswith("#"):
            return BrowserUrl(rest=text, refusal="it has no scheme, and the base has an opaque path")
        return base._replace(authority=None, rest=text)
    if base.scheme == _FILE:
        return _file_state(text, base)
    return _relative_state(base.scheme, text, base)


def _relative_state(scheme: str, text: str, base: BrowserUrl) -> BrowserUrl:
    """Return the reading of a text that is relative to a base (relative state and relative slash state): with an
    authority of its own after two slashes, else with the base's host.
    """
    slashes = _slashes(scheme)
    if text[:1] and text[0] in slashes:
        if scheme in _special() and text[1:2] and text[1] in slashes:
            return _authority_state(scheme, _without_slashes(text))
        if text.startswith("//"):
            return _authority_state(scheme, text[2:])
    return base._replace(scheme=scheme, authority=None, rest=text, opaque_path=False)


def _authority_state(scheme: str, text: str) -> BrowserUrl:
    """Return the reading of the text after the slashes (authority, host and port state); where it is refused, with the
    reason as `refusal`.
    """
    special = scheme in _special()
    end = _pattern("special-authority-end" if special else "authority-end").search(text)
    authority, rest = (text, "") if end is None else (text[: end.start()], text[end.start() :])
    credentials, _, host_and_port = authority.rpartition("@")
    idna_reason = None
    try:
        name, digits = _host_state(host_and_port, is_required=special or len(authority) > len(host_and_port))
        port = _port_state(scheme, digits)
        try:
            host = _host_parser(name, special)
        except _NotIdna as refusal:
            host, idna_reason = comparable_host(name), str(refusal)
            _check("forbidden-domain", host)
    except _Refused as refusal:
        return BrowserUrl(scheme, authority=authority, rest=rest, refusal=str(refusal))
    encoded = _pattern("userinfo-percent-encode")
    username, _, password = (encoded.sub(_percent_encoded, part) for part in credentials.partition(":"))
    return BrowserUrl(scheme, username, password, host, port, authority, rest, refusal=idna_reason)


def _host_state(text: str, *, is_required: bool) -> tuple[str, str]:
    """Return the host and the text of the port, "" for none (host state and port state). Raises `_Refused` for a
    missing host, if one is required or there is a port.
    """
    inside_brackets = False
    end = len(text)
    for delimiter in _DELIMITER.finditer(text):
        if delimiter[0] == ":" and not inside_brackets:
            end = delimiter.start()
            break
        inside_brackets = delimiter[0] == "[" or (delimiter[0] != "]" and inside_brackets)
    host, has_port = text[:end], end < len(text)
    if not host and (is_required or has_port):
        raise _Refused("the host is missing")
    return host, text[end + 1 :]


def _port_state(scheme: str, text: str) -> int | None:
    """Return the port of digits, None for an empty one and the scheme's default. Raises `_Refused` for other characters
    and ports above 65535.
    """
    digits = text.lstrip("0")
    if not _consists_of("decimal-digit", text):
        raise _Refused("the port has other characters than digits")
    if not text:
        return None
    if len(digits) > len(str(_HIGHEST_PORT)) or int(digits or "0") > _HIGHEST_PORT:
        raise _Refused(f"the port is greater than {_HIGHEST_PORT}")
    port = int(digits or "0")
    return None if port == default_port(scheme) else port


def _file_state(text: str, base: BrowserUrl | None) -> BrowserUrl:
    """Return the reading of a URL of the scheme `file` (file, file slash and file host state). After two slashes it has
    the host there, "" for "localhost" and for a drive letter; without them that of a base of this scheme, else "".
    Where the host is refused, the reading has the reason.
    """
    slashes = _slashes(_FILE)
    if not (text[:1] and text[0] in slashes and text[1:2] and text[1] in slashes):
        host = base.host if base is not None and base.scheme == _FILE else ""
        return BrowserUrl(_FILE, host=host, rest=text)
    end = _pattern("special-authority-end").search(text, 2)
    host_end = len(text) if end is None else end.start()
    buffer, rest = text[2:host_end], text[host_end:]
    if _drive_letter().fullmatch(buffer):
        return BrowserUrl(_FILE, host="", rest=text)
    idna_reason = None
    try:
        try:
            host = _host_parser(buffer, special=True) if buffer else ""
        except _NotIdna as refusal:
            host, idna_reason = comparable_host(buffer), str(refusal)
            _check("forbidden-domain", host)
    except _Refused as refusal:
        return BrowserUrl(_FILE, authority=buffer, rest=rest, refusal=str(refusal))
    return BrowserUrl(_FILE, host="" if host == "localhost" else host, authority=buffer, rest=rest, refusal=idna_reason)


def _host_parser(text: str, special: bool) -> str:
    """Return a host as the URL Standard serializes it. Raises `_Refused` for one that it refuses. With `special` it is
    a domain or an address; else an IPv6 address, or only percent-encoded.
    """
    if text.startswith("["):
        return _ipv6_parser(text)
    if not special:
        _check("forbidden-host", text)
        return _pattern("c0-control-percent-encode").sub(_percent_encoded, text)
    ascii_domain = domain_to_ascii(text)
    return ipv4_address(ascii_domain) if ends_in_a_number(ascii_domain) else ascii_domain


def _unicode_to_ascii(domain: str) -> str:
    """Return a domain after Unicode ToASCII (UTS 46, 4.2) with CheckBidi and CheckJoiners, without CheckHyphens,
    UseSTD3ASCIIRules, Transitional_Processing, VerifyDnsLength and IgnoreInvalidPunycode. Raises `_Refused` with the
    reason.
    """
    labels = [_unicode_label(label) for label in mapped_domain(domain).split(".")]
    _check_bidi(labels)
    return ".".join(map(_punycode, labels))


def _check_domain(text: str) -> None:
    """Raise `_Refused` for a text that is not a valid domain (3.4): by Unicode ToASCII with CheckHyphens,
    UseSTD3ASCIIRules and VerifyDnsLength too (UTS 46, 4.1 and 4.2), or because it ends in a number.
    """
    if len(text) > (_LONGEST_DOMAIN if text.isascii() else _LONGEST):
        raise _Refused(_TOO_LONG)
    labels = [_unicode_label(label) for label in mapped_domain(text).split(".")]
    for label in labels:
        _check_strict(label)
    _check_bidi(labels)
    ascii_labels = [_punycode(label) for label in labels]
    if any(len(label) > LONGEST_LABEL for label in ascii_labels):
        raise _Refused(f"a label of the host has more than {LONGEST_LABEL} bytes as a domain name")
    if len(".".join(ascii_labels)) > _LONGEST_DOMAIN:
        raise _Refused(_TOO_LONG)
    if ends_in_a_number(".".join(ascii_labels)):
        raise _Refused("the host ends in a number and is not an IPv4 address")


def _check_strict(label: str) -> None:
    """Raise `_Refused` for a label in Unicode that is empty, or breaks the rules on ASCII and hyphens (UTS 46, 4.1)."""
    if not label:
        raise _Refused("a label of the host is empty")
    other = "".join(filter(str.isascii, label)).strip(_members("strict-domain"))
    if other:
        raise _Refused(f"{_name(other[0])} is not allowed in a domain")
    if label.startswith("-") or label.endswith("-") or label[2:4] == "--":
        raise _Refused('a label of the host begins or ends with "-", or has it in third and fourth place')


def _check_bidi(labels: list[str]) -> None:
    if broken_bidi_label(labels) is not None:
        raise _NotIdna(BREAKS_BIDI)


def broken_bidi_label(labels: list[str]) -> tuple[str, LabelFault] | None:
    """Return the first label in Unicode of a name that breaks the Bidi rule, and the fault; None where none does, or no
    label has characters that are written from right to left (RFC 5893, 2).

    >>> broken_bidi_label(["\u05d0", "0a"])[0], broken_bidi_label(["a", "0a"])
    ('0a', None)
    """
    if any(map(is_right_to_left, labels)):
        for label in labels:
            try:
                check_bidi(label)
            except LabelFault as fault:
                return label, fault
    return None


def _punycode(label: str) -> str:
    return label if label.isascii() else ACE_PREFIX + label.encode("punycode").decode()


def _unicode_label(label: str) -> str:
    """Return a mapped label in Unicode, an A-label decoded (UTS 46, 4, step 4, and 4.1). Raises `_NotIdna` for one that
    is not valid.
    """
    decoded = label
    if label.startswith(ACE_PREFIX):
        try:
            decoded = label.removeprefix(ACE_PREFIX).encode("ascii").decode("punycode")
        except UnicodeError:
            raise _NotIdna("a label of the host is not Punycode (RFC 3492)") from None
        if decoded.isascii() or mapped_domain(decoded) != decoded:
            raise _NotIdna("a label of the host is the Punycode of no label")
    if decoded.isascii():
        return decoded
    if decoded.startswith(ACE_PREFIX) or "." in decoded or is_mark(decoded[0]):
        raise _NotIdna("a label of the host does not begin as a label does (UTS 46, 4.1)")
    if any(char in _JOINERS and not has_joiner_context(decoded, index) for index, char in enumerate(decoded)):
        raise _NotIdna("a joiner of the host is not where its script has it (RFC 5892, appendix A)")
    return decoded


def ipv4_address(domain: str) -> str:
    """Return the IPv4 address that a domain is which ends in a number (3.5); raise `_Refused` where it is none."""
    numbers = [ipv4_number(part) for part in domain.removesuffix(".").split(".", 4)]
    *first, last = numbers
    if last is None or len(first) > 3 or last >= 256 ** (4 - len(first)):
        raise _Refused("the host ends in a number and is not an IPv4 address")
    address = last
    for place, number in enumerate(first):
        if number is None or number > 255:
            raise _Refused("the host ends in a number and is not an IPv4 address")
        address += number << 8 * (3 - place)
    return ".".join(map(str, address.to_bytes(4)))


def ipv4_number(text: str) -> int | None:
    """Return the number that a part of an IPv4 address is, at most 2 to the 32nd power; None where it is none. "0x"
    alone is 0.
    """
    if not text:
        return None
    digits, kind, base = text, "decimal-digit", 10
    if text[:2] in ("0x", "0X"):
        digits, kind, base = text[2:], "hexadecimal-digit", 16
    elif text.startswith("0"):
        digits, kind, base = text[1:], "octal-digit", 8
    if not _consists_of(kind, digits):
        return None
    digits = digits.lstrip("0")
    return 2**32 if len(digits) > 11 else min(int(digits or "0", base), 2**32)


def _ipv6_parser(text: str) -> str:
    """Return an IPv6 address, whose syntax is that of RFC 3986, compressed and in brackets (3.5 and 3.6). Raises
    `_Refused` for any other text.
    """
    from ipaddress import IPv6Address

    if not text.endswith("]"):
        raise _Refused('the "[" of the host is not closed')
    if not shipped_production("rfc3986", "IPv6address").recognizer.matches(text[1:-1]):
        raise _Refused("the host in brackets is not an IPv6 address")
    return f"[{_compress(IPv6Address(text[1:-1]).packed)}]"


def ipv6_text(address: str) -> str:
    """Return an IPv6 address in the form of RFC 5952, 4 and 5: an IPv4-mapped one, and no other, ends with one of IPv4.
    It is given and returned without brackets, and a zone is dropped; raises `ValueError` for any other text.

    >>> ipv6_text("2001:DB8::0:1"), ipv6_text("::FFFF:c000:201")
    ('2001:db8::1', '::ffff:192.0.2.1')
    """
    from ipaddress import IPv6Address

    ipv6 = IPv6Address(address)
    ipv4 = ipv6.ipv4_mapped
    return _compress(ipv6.packed) if ipv4 is None else f"::ffff:{ipv4}"


def _compress(octets: bytes) -> str:
    """Return the 16 bytes of an IPv6 address with the first longest run of two or more zero pieces as "::", and without
    brackets.
    """
    pieces = [f"{high << 8 | low:x}" for high, low in zip(octets[::2], octets[1::2], strict=True)]
    zeros = max(re.findall("0+", "".join("0" if piece == "0" else "-" for piece in pieces)), key=len, default="")
    if len(zeros) < 2:
        return ":".join(pieces)
    index = "".join("0" if piece == "0" else "-" for piece in pieces).index(zeros)
    return f"{':'.join(pieces[:index])}::{':'.join(pieces[index + len(zeros) :])}"


def _check(name: str, text: str) -> None:
    """Raise `_Refused` for a host with a code point of a set, which names the first of them (3.2)."""
    match = _pattern(name).search(text)
    if match is not None:
        raise _Refused(f"{_name(match[0])} is not allowed in a host")


def _name(char: str) -> str:
    return f"U+{ord(char):04X}"


def _percent_encoded(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in match[0].encode())


def _without_slashes(text: str) -> str:
    """Return a text without its first slashes: special authority (ignore) slashes state."""
    return text.lstrip(_members("special-slash"))


def _slashes(scheme: str) -> str:
    return _members("special-slash" if scheme in _special() else "slash")


@cache
def _special() -> dict[str, int | None]:
    from irigrammar._generated.url_standard import SPECIAL

    return SPECIAL


@cache
def _members(name: str) -> str:
    """Return the characters of a set of `grammar/url-standard.toml`, in code point order, as a string."""
    from irigrammar._generated.url_standard import SETS

    return "".join(chr(point) for low, high in SETS[name] for point in range(low, high + 1))


@cache
def _pattern(name: str) -> re.Pattern[str]:
    """Return a pattern of one character of a set of `grammar/url-standard.toml`."""
    return re.compile(_set(name))


def _set(name: str) -> str:
    from irigrammar._generated.url_standard import SETS

    ranges = SETS[name]
    return complement_text(difference(((0, MAX),), ranges)) if ranges[-1][1] == MAX else set_text(ranges)


def _consists_of(name: str, text: str) -> bool:
    return not text.strip(_members(name))


@cache
def _scheme() -> re.Pattern[str]:
    return re.compile(f"({_set('scheme-start')}{_set('scheme-part')}*):")


@cache
def _drive_letter() -> re.Pattern[str]:
    return re.compile(_set("drive-letter") + _set("drive-letter-mark"))

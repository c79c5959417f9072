"""The host that each convention reads and would connect to.

RFC 3986, 3.2, 7.6 and appendix B; RFC 3987, 2.2; draft-ietf-iri-3987bis-04, 7.2; the URL Standard, 4.4; RFC 3490, RFC
5891 and UTS 46. Requests that are forged on the server's side, and redirects that lead elsewhere, live on strings of
which two parsers read two hosts.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from typing import Literal

from irigrammar.dataclass import NamedTuple, dataclass
from irigrammar.errors import ConversionError, check_text
from irigrammar.matching.authority import (
    Authority,
    authority_of,
    comparable_authority,
    read_in_browser,
    scheme_of,
    up_to,
    without_white_space,
)
from irigrammar.matching.browser import (
    authority_ends,
    comparable_host,
    decoded_host,
    domain_to_ascii,
    is_special,
    mapped_host,
    read_url,
)
from irigrammar.matching.grammar import Grammar, grammar_of
from irigrammar.matching.parts import Components
from irigrammar.matching.plain import plain_host
from irigrammar.processing.connections import CLIENTS, Client
from irigrammar.processing.conversions import iri_to_uri
from irigrammar.processing.host import host_to_ascii
from irigrammar.processing.labels import ToAsciiFlags
from irigrammar.processing.rewrite import parts
from irigrammar.text.names import quoted
from irigrammar.text.normal_forms import nfc
from irigrammar.unicode import has_newer, lower

ReadingVerdict = Literal["read", "refused", "none"]

_SLASHES = "//"
_LONGEST = 1024  # code points of a host that is not ASCII (irigrammar.matching.browser has the same limit)


@dataclass(frozen=True, slots=True)
class HostReading:
    """The host that one reader reads from a string and would connect to.

    `verdict` is "read" where it finds a host, "refused" where it refuses the string, for the `reason`, and "none" where
    it finds no host. `host` is in lower case and ASCII, by the reader's own IDNA, an IPv6 address compressed and in
    brackets; an IPv4 address keeps its notation, except for `url-standard`, which reads every notation as four decimal
    numbers. `port` is None where it is absent or the scheme's default; `user` has the password after a colon, without
    percent-encoding, None where there is none. `start` and `end` are the offsets of the host in the string (code
    points, the end exclusive), None where it is not there as it was read: in the base, or with white space that the
    reader removes.
    """

    reader: str
    verdict: ReadingVerdict
    host: str | None = None
    port: int | None = None
    user: str | None = None
    reason: str | None = None
    start: int | None = None
    end: int | None = None

    @property
    def authority(self) -> tuple[str | None, int | None, str | None]:
        """Host, port and user, which readers must agree on."""
        return self.host, self.port, self.user


def readings(s: str, /, *, base: str | None = None) -> tuple[HostReading, ...]:
    """Return which host each convention reads from a string; any string gets an answer, in linear time.

    `rfc3986` and `rfc3987` are the rules URI-reference and IRI-reference; of an IRI that is not ASCII, `rfc3986` reads
    its URI (RFC 3987, 3.1). `appendix-b` is the regular expression of RFC 3986, appendix B, which refuses nothing but a
    port that is not a number; `first-at` and `last-at` split its authority at the first or the last "@", and
    `backslash-as-path` lets a backslash end the authority. `idna2003`, `idna2008` and `uts46` split as `last-at` does,
    and convert the host as Python's codec `idna` (RFC 3490), by RFC 5891 after lower case, and by UTS 46 as the URL
    Standard has it. `web-address` is draft-ietf-iri-3987bis-04, 7.2, and `url-standard` the model of what browsers do.

    After them comes the client of a scheme of `irigrammar.processing.connections`: `libpq` for postgresql and postgres,
    `mongodb` for mongodb.

    `base` is what a reference without a scheme is resolved against (none by default; then `url-standard` has a base on
    http, whose host counts as none). Raises `ValueError` for a base without a scheme, and `TypeError` for what is not
    a str.

    >>> for reading in readings("http://good.example\\\\@evil.example/"):
    ...     print(reading.reader, reading.verdict, reading.host)
    rfc3986 refused None
    rfc3987 refused None
    appendix-b read evil.example
    first-at read evil.example
    last-at read evil.example
    backslash-as-path read good.example
    idna2003 read evil.example
    idna2008 read evil.example
    uts46 read evil.example
    web-address read good.example
    url-standard read good.example
    """
    text = checked_text(s, base)
    if base is None and (span := plain_host(text)) is not None:
        host = text[span[0] : span[1]]
        return tuple([HostReading(name, "read", host, None, None, None, *span) for name in _READERS])
    client = CLIENTS.get((scheme_of(text) or scheme_of(base or "") or "").lower())
    names = _READERS if client is None else (*_READERS, client.reader)
    return tuple(reading_by(name, text, base) for name in names)


def checked_text(s: str, base: str | None) -> str:
    """Return a string to read against a base, None for none, as an exact str. Raises `TypeError` for another type,
    and `ValueError` for a base without a scheme.
    """
    check_text(s)
    if base is not None:
        check_text(base)
        if scheme_of(base) is None:
            raise ValueError(f"the base {quoted(base)} has no scheme")
    return str.__str__(s)  # the characters of a subclass, whatever its methods say


def reading_by(reader: str, s: str, base: str | None = None) -> HostReading:
    """Return the reading of a string by one reader, given by its name, as "refused", with the reason, "none" or "read".
    Raises `KeyError` for an unknown reader.

    >>> reading_by("last-at", "//a@B").host
    'b'
    """
    read = (_READERS.get(reader) or _CLIENT_READERS[reader])(s, base)
    return HostReading(reader, "refused", reason=read) if isinstance(read, str) else reading_of(reader, *read)


class _Read(NamedTuple):
    """An authority, and the host with its original spelling and its offset if that is known."""

    authority: Authority
    host: str = ""
    start: int | None = None


# A reader's result for a text, and for the base if it has one: the reading, or the reason for refusing it.
_Reader = Callable[[str, str | None], _Read | str]


def reading_of(reader: str, authority: Authority, host: str = "", start: int | None = None) -> HostReading:
    """Return the reading of an authority and its host in the original spelling, at an offset, None for an unknown one;
    for an authority without a host, a reading with the verdict "none".

    >>> reading_of("own", target_authority("http", "H", "8080", "u")).authority
    ('h', 8080, 'u')
    """
    if not authority.host:
        return HostReading(reader, "none")
    user, password = (part.decode(errors="backslashreplace") for part in authority.user)
    user_text = f"{user}:{password}" if password else user
    port = None if authority.port is None else int(authority.port[:_LONGEST_PORT])
    end = None if start is None else start + len(host)
    return HostReading(reader, "read", authority.host, port, user_text or None, None, start, end)


_LONGEST_PORT = 6  # digits: any longer number is too large for a port


@lru_cache(maxsize=64)  # most readers ask about the same parts
def target_authority(
    scheme: str | None,
    host: str | None,
    port: str | None,
    userinfo: str | None,
    to_ascii: Callable[[str], str] = mapped_host,
) -> Authority:
    """Return the authority that a reader connects to: as `comparable_authority` has it, but the host as `to_ascii`
    writes it, numbers kept; an IPv6 address compressed.

    >>> target_authority("http", "0X7F.1", "80", None).host, target_authority("http", "[0::1]", None, None).host
    ('0x7f.1', '[::1]')
    """
    return _with_host(comparable_authority(scheme, host, port, userinfo), host, to_ascii)


def _with_host(authority: Authority, host: str | None, to_ascii: Callable[[str], str] = mapped_host) -> Authority:
    if not authority.host or not host:
        return authority
    return authority._replace(host=comparable_host(host) if host.startswith("[") else to_ascii(host))


def _by_grammar(name: str) -> _Reader:
    """Return the reader of a grammar by its name; it refuses the texts that do not match."""

    def read(text: str, base: str | None) -> _Read | str:
        """Return the host of a text, or of the base for a reference without scheme and host, then without a place; for
        a text that is refused, the reason.
        """
        own = grammar_of(name)
        result = _refused_or_read(own, text)
        if base is None or isinstance(result, str) or result.authority.host or scheme_of(text):
            return result
        of_base = _refused_or_read(own, base)
        return of_base if isinstance(of_base, str) else of_base._replace(start=None)

    return read


def _refused_or_read(own: Grammar, text: str) -> _Read | str:
    """Return the reading of a text by a grammar, RFC 3986 after the conversion of an IRI to a URI, or the reason for
    its refusal.
    """
    original = text
    if own.name == "rfc3986" and not text.isascii():
        try:
            text = iri_to_uri(text) if grammar_of("rfc3987").start.matches(text) else text
        except ConversionError as error:
            return error.reason
    plain = text if own.entry.prefer is None else without_white_space(text)
    fault = own.start.check(plain).fault
    if fault is not None:
        return fault.message
    components = own.start.split(plain)
    host = components.host or ""
    authority = target_authority(components.scheme, host, components.port, components.userinfo)
    return _Read(authority, host, _place_of_host(own, plain, components) if plain == original else None)


def _place_of_host(own: Grammar, text: str, components: Components) -> int | None:
    """Return the offset of the host in a text that matches a grammar, given its components; None where it has none."""
    if components.host is None:
        return None
    scheme = "" if components.scheme is None else f"{components.scheme}:"
    user = "" if components.userinfo is None else f"{components.userinfo}@"
    before = f"{scheme}{_SLASHES}{user}"  # RFC 3986, 3 and 3.2; other separators are for Web Addresses
    if text.startswith(f"{before}{components.host}"):
        return len(before)
    names = frozenset(rule for rule, field in own.entry.components.items() if field == "host")
    return next(start for _, start, _ in parts(own.start, text, names))


def _by_splitting(
    *, first_at: bool = False, backslash: bool = False, to_ascii: Callable[[str], str] = mapped_host
) -> _Reader:
    """Return a reader that cuts the authority out by RFC 3986, appendix B, splits it at "@" and ":", and converts the
    host; an error of the conversion is its refusal. With `first_at` the user ends at the first "@", else at the last
    one; with `backslash` a backslash is a slash.
    """

    def read(text: str, base: str | None) -> _Read | str:
        """Return the authority and host of a text by splitting it; for a text that is refused, the reason. A text
        without an authority has that of the base, but no place, if it has no scheme either, else an empty one.
        """
        text = text.replace("\\", "/") if backslash else text
        scheme = scheme_of(text)
        start = 0 if scheme is None else len(scheme) + 1
        if not text.startswith(_SLASHES, start):
            of_base = read(base, None) if base is not None and scheme is None else _Read(Authority())
            return of_base if isinstance(of_base, str) else of_base._replace(start=None)
        start += len(_SLASHES)
        authority_text, _ = up_to(text[start:], authority_ends())
        user, at, host = authority_text.partition("@") if first_at else authority_text.rpartition("@")
        if not at:
            user, host = "", authority_text
        name, colon, port = host.rpartition(":")
        if not colon or "]" in port:
            name, port = host, ""
        if not grammar_of("rfc3986")["port"].matches(port):
            return f"the port {quoted(port)} is not a number"
        scheme = scheme_of(base) if scheme is None and base is not None else scheme
        try:
            authority = target_authority(scheme, name, port or None, user, to_ascii)
        except ConversionError as error:
            return error.reason
        except ValueError as error:
            return str(error)
        return _Read(authority, name, start + len(user) + len(at))

    return read


def _by_url_standard(text: str, base: str | None) -> _Read | str:
    """Return the host as browsers read a text, against the base if there is one, without a place where the text does
    not have the authority; for a text that is refused, the reason.
    """
    read = read_in_browser(text) if base is None else read_url(text, read_url(base))
    if base is not None and read.authority is None and read.refusal is None:
        read = read._replace(authority="")  # the host is the base's
    authority = authority_of(read)
    if authority is None or read.refusal is not None:
        return read.refusal or "it is refused"
    if not is_special(read.scheme):  # it does not read numbers as addresses
        authority = _with_host(authority, read.host)
    user, at, host = (read.authority or "").rpartition("@")
    name, colon, port = host.rpartition(":")
    name = name if colon and "]" not in port else host
    start = text.find(read.authority) if read.authority else -1
    return _Read(authority, name, start + len(user) + len(at) if start >= 0 else None)


def _by_client(client: Client) -> _Reader:
    """Return the reader of a client: it takes names as they are, without IDNA, and no references."""

    def read(text: str, _base: str | None) -> _Read | str:
        """Return the hosts of a connection URI, or the reason for which the client refuses it."""
        connection = client.read(text)
        if isinstance(connection, str):
            return connection
        if not grammar_of("rfc3986")["port"].matches(connection.port or ""):
            return f"the port {quoted(connection.port or '')} is not a number"
        try:
            authority = target_authority(
                scheme_of(text),
                connection.hosts,
                connection.port,
                connection.userinfo,
                lambda host: lower(decoded_host(host)),
            )
        except ValueError as error:
            return str(error)
        return _Read(authority, connection.hosts, connection.start)

    return read


_CLIENT_READERS = {client.reader: _by_client(client) for client in CLIENTS.values()}


def idna2003(host: str) -> str:
    """Return a host as Python's codec writes it, which `socket` uses (RFC 3490, 4.1, AllowUnassigned).

    Characters that came after Unicode 14, of which the codec changes the case in some versions of Python, stay as they
    are (RFC 3491, 3). Raises `ValueError` where the codec does, and for a host that is not ASCII and has more than
    1,024 code points.

    >>> idna2003("FAß.example")
    'fass.example'
    """
    name = decoded_host(host)
    if not name.isascii() and len(name) > _LONGEST:
        raise ValueError(f"the host is not ASCII and has more than {_LONGEST:,} code points")
    if not has_newer(name):  # of what is newer the codec says what its Python knows
        with suppress(UnicodeError):
            return name.encode("idna").decode().lower()
    try:
        ascii_name = host_to_ascii(name, "idna2003", flags=ToAsciiFlags(allow_unassigned=True)).lower()
    except ConversionError as error:
        raise ValueError(f"IDNA 2003 refuses the host: {error.reason}") from None
    if not has_newer(name):
        raise ValueError("IDNA 2003 refuses the host")
    return ascii_name


_READERS: dict[str, _Reader] = {
    "rfc3986": _by_grammar("rfc3986"),
    "rfc3987": _by_grammar("rfc3987"),
    "appendix-b": _by_splitting(),
    "first-at": _by_splitting(first_at=True),
    "last-at": _by_splitting(),
    "backslash-as-path": _by_splitting(backslash=True),
    "idna2003": _by_splitting(to_ascii=idna2003),
    "idna2008": _by_splitting(to_ascii=lambda host: host_to_ascii(nfc(lower(decoded_host(host))), "idna2008")),
    "uts46": _by_splitting(to_ascii=domain_to_ascii),
    "web-address": _by_grammar("web-address"),
    "url-standard": _by_url_standard,
}

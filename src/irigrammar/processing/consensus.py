"""Which host each convention reads from a string, and whether all read the same.

RFC 3986, 3.2, 7.6 and appendix B; RFC 3987, 2.2; draft-ietf-iri-3987bis-04, 7.2; the URL Standard, 4.4. Requests that
are forged on the server's side, and redirects that lead elsewhere, live on strings of which two parsers read two hosts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

from irigrammar.errors import ConversionError
from irigrammar.matching.authority import (
    Authority,
    authority_by,
    authority_of,
    comparable_authority,
    without_white_space,
)
from irigrammar.matching.browser import authority_ends, read_url
from irigrammar.matching.grammar import Grammar, grammar_of
from irigrammar.processing.conversions import iri_to_uri
from irigrammar.processing.rewrite import parts
from irigrammar.text.choices import check_choice
from irigrammar.text.names import quoted

ReadingVerdict = Literal["read", "refused", "none"]
ConsensusProfile = Literal["strict", "lenient"]

_SLASHES = "//"


@dataclass(frozen=True, slots=True)
class HostReading:
    """What one reader takes for the host of a string.

    `verdict` is "read" where it finds a host, "refused" where it refuses the string, for the `reason`, and "none" where
    it finds no host. `host`, `port` and `user` are in normal form, as readers are compared: the host by IDNA (UTS 46),
    in lower case, IPv4 and IPv6 addresses as the URL Standard writes them; the port None where it is absent or the
    scheme's default; the user with the password after a colon, without percent-encoding, None where there is none.
    `start` and `end` are the offsets of the host in the string (code points, the end exclusive), None where it is not
    there as it was read: in the base, or with white space that the reader removes.
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


def hosts(s: str, /, *, base: str | None = None) -> tuple[HostReading, ...]:
    """Return which host each convention reads from a string; any string gets an answer, in linear time.

    `rfc3986` and `rfc3987` are the rules URI-reference and IRI-reference; of an IRI that is not ASCII, `rfc3986` reads
    its URI (RFC 3987, 3.1). `appendix-b` is the regular expression of RFC 3986, appendix B, which refuses nothing but a
    port that is no number; `first-at` and `last-at` split its authority at the first or the last "@", and
    `backslash-as-path` lets a backslash end the authority. `web-address` is draft-ietf-iri-3987bis-04, 7.2, and
    `url-standard` the model of what browsers do.

    `base` is what a reference without a scheme is resolved against (none by default; then `url-standard` has a base on
    http, whose host counts as none). Raises `ValueError` for a base without a scheme.

    >>> for reading in hosts("http://good.example\\\\@evil.example/"):
    ...     print(reading.reader, reading.verdict, reading.host)
    rfc3986 refused None
    rfc3987 refused None
    appendix-b read evil.example
    first-at read evil.example
    last-at read evil.example
    backslash-as-path read good.example
    web-address read good.example
    url-standard read good.example
    """
    if base is not None and _scheme_of(base) is None:
        raise ValueError(f"the base {quoted(base)} has no scheme")
    return tuple(_reading(name, reader, s, base) for name, reader in _READERS.items())


def consensus(s: str, /, *, profile: ConsensusProfile = "strict", base: str | None = None) -> bool:
    """Return whether all conventions read the same host, port and user from a string, or none reads any.

    All readers that read a host must read the same one, with the same port and user, and none may read no host; what
    differs only in writing (case, IDNA, notations of addresses, the default port) is the same. With "strict" (the
    default) no reader may refuse the string. With "lenient" `rfc3986` and `rfc3987`, where they refuse the whole, are
    asked only of scheme and authority: a space or a brace in the path is no disagreement on the host. Raises
    `ValueError` for an unknown profile, and for a base without a scheme.

    >>> consensus("http://EXAMPLE.com:80/"), consensus("http://a@b@c/"), consensus("/a/b")
    (True, False, True)
    >>> consensus("http://e/{a}"), consensus("http://e/{a}", profile="lenient")
    (False, True)
    """
    return why(s, profile=profile, base=base) is None


def why(s: str, /, *, profile: ConsensusProfile = "strict", base: str | None = None) -> str | None:
    """Return why there is no consensus on a string, in words; None where there is. The parameters are those of
    `consensus`.

    >>> why("http:/evil.example")
    'url-standard reads the host "evil.example", and rfc3986 reads no host'
    """
    check_choice("profile", profile, get_args(ConsensusProfile))
    readings = [reading if profile == "strict" else _of_head(reading, s, base) for reading in hosts(s, base=base)]
    said = {reading.authority: reading for reading in reversed(readings) if reading.verdict == "read"}
    refusal = next((reading for reading in readings if reading.verdict == "refused"), None)
    none = next((reading for reading in readings if reading.verdict == "none"), None)
    read = [reading for reading in readings if reading in said.values()]
    if refusal is None and len(read) + (none is not None) < _TWO:
        return None
    differing = [*read, *(reading for reading in (none, refusal) if reading is not None)]
    if len(differing) == 1:
        return f"{_said(differing[0])}: {differing[0].reason}"
    return f"{_said(differing[0])}, and {_said(differing[1])}"


_TWO = 2


def _of_head(reading: HostReading, s: str, base: str | None) -> HostReading:
    """Return what a grammar reads from the scheme and authority alone, where it refuses the string."""
    if reading.verdict != "refused" or reading.reader not in ("rfc3986", "rfc3987"):
        return reading
    before, slashes, rest = s.partition(_SLASHES)
    authority, _ = _before(rest, authority_ends())
    has_authority = slashes and (not before or before == f"{_scheme_of(s)}:")
    head = f"{before}{slashes}{authority}" if has_authority else ""
    return _reading(reading.reader, _READERS[reading.reader], head, base)


def _said(reading: HostReading) -> str:
    match reading.verdict:
        case "refused":
            return f"{reading.reader} refuses it"
        case "none":
            return f"{reading.reader} reads no host"
    user = "" if reading.user is None else f" with the user {quoted(reading.user)}"
    port = "" if reading.port is None else f" with the port {reading.port}"
    return f"{reading.reader} reads the host {quoted(reading.host)}{user}{port}"


class _Read(NamedTuple):
    """An authority, and the host as it is written, with its offset where that is known."""

    authority: Authority
    host: str = ""
    start: int | None = None


# What a reader makes of a text, and of the base if it has one: what it reads, or the reason for which it refuses it.
_Reader = Callable[[str, str | None], _Read | str]


def _reading(name: str, reader: _Reader, s: str, base: str | None) -> HostReading:
    read = reader(s, base)
    return HostReading(name, "refused", reason=read) if isinstance(read, str) else reading_of(name, *read)


def reading_of(reader: str, authority: Authority, host: str = "", start: int | None = None) -> HostReading:
    """Return the reading of an authority, and of the host as it is written at an offset, None for an unknown one.

    >>> from irigrammar.matching.authority import comparable_authority
    >>> reading_of("own", comparable_authority("http", "H", "8080", "u")).authority
    ('h', 8080, 'u')
    """
    if not authority.host:
        return HostReading(reader, "none")
    user, password = (part.decode(errors="backslashreplace") for part in authority.user)
    written = f"{user}:{password}" if password else user
    port = None if authority.port is None else int(authority.port[:_LONGEST_PORT])
    end = None if start is None else start + len(host)
    return HostReading(reader, "read", authority.host, port, written or None, None, start, end)


_LONGEST_PORT = 6  # digits: any longer number is too large for a port


def _by_grammar(name: str) -> _Reader:
    def read(text: str, base: str | None) -> _Read | str:
        own = grammar_of(name)
        result = _refused_or_read(own, text)
        if base is None or isinstance(result, str) or result.authority.host or _scheme_of(text):
            return result
        of_base = _refused_or_read(own, base)
        return of_base if isinstance(of_base, str) else of_base._replace(start=None)

    return read


def _refused_or_read(own: Grammar, text: str) -> _Read | str:
    """Return what a grammar reads, or why it refuses the text."""
    written = text
    if own.name == "rfc3986" and not text.isascii():
        try:
            text = iri_to_uri(text) if grammar_of("rfc3987").start.matches(text) else text
        except ConversionError as error:
            return error.reason
    authority = authority_by(own.start, text)
    if authority is None:
        fault = own.start.check(text).fault
        return fault.message if fault is not None else "it is refused"
    plain = text if own.entry.prefer is None else without_white_space(text)
    host = own.start.split(plain).host or ""
    names = frozenset(rule for rule, field in own.entry.components.items() if field == "host")
    places = parts(own.start, plain, names)
    return _Read(authority, host, places[0][1] if places and plain == written else None)


def _scheme_of(text: str) -> str | None:
    """Return the scheme by RFC 3986, appendix B: what comes before a colon, and no "/", "?" or "#" before it."""
    head, colon, _ = _before(text, authority_ends())[0].partition(":")
    return head if colon and head else None


def _before(text: str, delimiters: str) -> tuple[str, str]:
    """Return what comes before the first of some delimiters, and the rest, which begins with it."""
    end = min((index for index in map(text.find, delimiters) if index >= 0), default=len(text))
    return text[:end], text[end:]


def _by_splitting(*, first_at: bool = False, backslash: bool = False) -> _Reader:
    """Return a reader that cuts the authority out by RFC 3986, appendix B, and splits it at "@" and ":"."""

    def read(text: str, base: str | None) -> _Read | str:
        text = text.replace("\\", "/") if backslash else text
        scheme = _scheme_of(text)
        start = 0 if scheme is None else len(scheme) + 1
        if not text.startswith(_SLASHES, start):
            of_base = read(base, None) if base is not None and scheme is None else _Read(Authority())
            return of_base if isinstance(of_base, str) else of_base._replace(start=None)
        start += len(_SLASHES)
        authority, _ = _before(text[start:], authority_ends())
        user, at, host = authority.partition("@") if first_at else authority.rpartition("@")
        if not at:
            user, host = "", authority
        name, colon, port = host.rpartition(":")
        if not colon or "]" in port:
            name, port = host, ""
        if not grammar_of("rfc3986")["port"].matches(port):
            return f"the port {quoted(port)} is not a number"
        scheme = _scheme_of(base) if scheme is None and base is not None else scheme
        return _Read(comparable_authority(scheme, name, port or None, user), name, start + len(user) + len(at))

    return read


def _by_url_standard(text: str, base: str | None) -> _Read | str:
    read = read_url(text) if base is None else read_url(text, read_url(base))
    if read.scheme is None and base is None:
        read = read_url(text, _BASE)
    elif base is not None and read.authority is None and read.refused is None:
        read = read._replace(authority="")  # the host is the base's
    authority = authority_of(read)
    if authority is None:
        return read.refused or "it is refused"
    user, at, host = (read.authority or "").rpartition("@")
    name, colon, port = host.rpartition(":")
    name = name if colon and "]" not in port else host
    start = text.find(read.authority) if read.authority else -1
    return _Read(authority, name, start + len(user) + len(at) if start >= 0 else None)


_BASE = read_url("http://base.invalid/")

_READERS: dict[str, _Reader] = {
    "rfc3986": _by_grammar("rfc3986"),
    "rfc3987": _by_grammar("rfc3987"),
    "appendix-b": _by_splitting(),
    "first-at": _by_splitting(first_at=True),
    "last-at": _by_splitting(),
    "backslash-as-path": _by_splitting(backslash=True),
    "web-address": _by_grammar("web-address"),
    "url-standard": _by_url_standard,
}

"""Check whether all readers connect to the same host, port and user."""

from __future__ import annotations

from typing import Literal, get_args

from irigrammar.hosts.readers import HostReading, checked_text, reading_by, readings
from irigrammar.hosts.special import is_ipv4, name_fault
from irigrammar.masking import redact
from irigrammar.matching.authority import head_of, scheme_of, up_to
from irigrammar.matching.browser import authority_ends, default_port, ends_in_a_number, read_url
from irigrammar.matching.grammar import grammar_of
from irigrammar.processing.connections import CLIENTS, fault_of_connection
from irigrammar.processing.link import has_disputed_backslash
from irigrammar.text.choices import check_choice
from irigrammar.text.names import quoted

ConsensusProfile = Literal["strict", "lenient"]

_GRAMMARS = ("rfc3986", "rfc3987")
_IDNA = ("idna2003", "idna2008", "uts46")
_FILE = "file"
_SLASHES = "//"
_STRIPPED = "url"  # a prefix that java.net.URL drops, to read what follows
_TWO = 2


def consensus(s: str, /, *, profile: ConsensusProfile = "strict", base: str | None = None) -> bool:
    """Return whether all conventions would connect to the same host, port and user of a string, or none reads any.

    All readers that read a host must read the same one, with the same port and user, and none may read no host; what
    differs only in case, a default port or percent-encoding of unreserved characters is the same. An IPv4 address in
    another notation than four decimal numbers without leading zeros is not, nor is a host that IDNA 2003, IDNA 2008 and
    UTS 46 convert to different names.

    With "strict" (the default) no reader may refuse the string; a name has letters, digits, hyphens, underscores and
    dots after conversion, and no empty label except after a final dot; the scheme is not "url" and has no dot, as
    there are programs that read what follows "url:", or a scheme with a dot as a host; and with an authority, the
    scheme is http, https, ws, wss or ftp, or postgresql, postgres or mongodb, whose clients are asked, too, and may not
    differ on the database: how others are read is not known here, and browsers differ on a host in a URL
    of `file`, and on a backslash in a reference by a base whose scheme is not special. With "lenient" `rfc3986` and
    `rfc3987`, where they refuse the whole, are asked only of scheme and authority: a space or a brace in the path is
    not a disagreement on the host; and a refusal of the readers for IDNA is not, either. Raises `ValueError` for an
    unknown profile, and for a base without a scheme.

    >>> consensus("http://EXAMPLE.com:80/"), consensus("http://a@b@c/"), consensus("/a/b")
    (True, False, True)
    >>> consensus("http://e/{a}"), consensus("http://e/{a}", profile="lenient")
    (False, True)
    >>> consensus("http://0127.0.0.1/"), consensus("http://fa\u00df.example/"), consensus("file://server/x")
    (False, False, False)
    """
    check_choice("profile", profile, get_args(ConsensusProfile))
    if profile == "strict" and not grammar_of("rfc3987").start.matches(checked_text(s, base)):
        return False  # a reader refuses it
    return why(s, profile=profile, base=base) is None


def why(s: str, /, *, profile: ConsensusProfile = "strict", base: str | None = None) -> str | None:
    """Return why consensus on a string is missing, in words; None where all agree. The parameters are those of
    `consensus`. Raises the errors of `consensus`.

    >>> why("http:/evil.example")
    'url-standard reads the host "evil.example", and rfc3986 reads no host'
    >>> why("http://a;b.example/")
    'the host "a;b.example" is not a name for all programs: it has ";", which no name in the DNS has'
    """
    check_choice("profile", profile, get_args(ConsensusProfile))
    return disagreement_of(s, readings(s, base=base), profile, base)


def disagreement_of(
    s: str, rows: tuple[HostReading, ...], profile: ConsensusProfile = "strict", base: str | None = None
) -> str | None:
    """Return the reason why consensus on a string is missing, as `why` does, given its readings; None where all
    agree.

    >>> disagreement_of("http://h/", readings("http://h/"))
    """
    scheme = scheme_of(s) or scheme_of(base or "")
    if profile == "strict" and (fault := _fault_of_scheme(s, rows, (scheme or "").lower(), base)) is not None:
        return fault
    if profile == "lenient":
        rows = tuple(
            reading_by(row.reader, head_of(s), base) if row.verdict == "refused" and row.reader in _GRAMMARS else row
            for row in rows
            if row.reader not in _IDNA or row.verdict != "refused"
        )
    reading_by_authority = {row.authority: row for row in reversed(rows) if row.verdict == "read"}
    refusal = next((row for row in rows if row.verdict == "refused"), None)
    none = next((row for row in rows if row.verdict == "none"), None)
    read = [row for row in rows if row in reading_by_authority.values()]
    if refusal is None and len(read) + (none is not None) < _TWO:
        return _fault_of_all(scheme, read[0] if read else None, profile)
    differing = [*read, *(row for row in (none, refusal) if row is not None)]
    if len(differing) == 1:
        return f"{_sentence(differing[0])}: {differing[0].reason}"
    return f"{_sentence(differing[0])}, and {_sentence(differing[1])}"


def _fault_of_scheme(s: str, rows: tuple[HostReading, ...], scheme: str, base: str | None) -> str | None:
    """Return the reason why it is not known how clients of a scheme read the host, None for schemes of the web, and for
    strings without an authority.
    """
    if not scheme or default_port(scheme) is not None:
        return None
    if base is not None and has_disputed_backslash(s, read_url(base)):
        return "browsers differ on a backslash in a reference by a base whose scheme is not special"
    if not any(row.verdict == "read" for row in rows) and not _has_authority(s):
        return None
    if scheme in CLIENTS:
        return fault_of_connection(scheme, s)
    if scheme == _FILE:
        return f"browsers differ on a host in a URL of {quoted(scheme)}"
    return f"it is not known here how the clients of the scheme {quoted(scheme)} read a host"


def _has_authority(s: str) -> bool:
    """Return whether a string has an authority that is not empty, by RFC 3986, appendix B."""
    scheme = scheme_of(s)
    rest = s if scheme is None else s[len(scheme) + 1 :]
    return rest.startswith(_SLASHES) and bool(up_to(rest[len(_SLASHES) :], authority_ends())[0])


def _fault_of_all(scheme: str | None, reading: HostReading | None, profile: ConsensusProfile) -> str | None:
    """Return the reason for which other programs may read the host otherwise than all readers here, None where none is
    known. In the profile "lenient" only a host that ends in a number without being an IPv4 address has one.
    """
    host = "" if reading is None else reading.host or ""
    if ends_in_a_number(host) and not is_ipv4(host):
        return f"programs read different addresses from the host {quoted(host)}: {name_fault(host)}"
    if profile == "lenient":
        return None
    if scheme is not None and scheme.lower() == _STRIPPED:
        return f"some programs read what follows {quoted(f'{scheme}:')} as the URL"
    if scheme is not None and "." in scheme:
        return f"some programs read the scheme {quoted(scheme)} as a host, as it has a dot"
    fault = None if not host or host.startswith("[") or is_ipv4(host) else name_fault(host)
    return None if fault is None else f"the host {quoted(host)} is not a name for all programs: {fault}"


def _sentence(row: HostReading) -> str:
    """Return a sentence that says which host, port and user a reader finds, the password masked, or that it refuses the
    text.
    """
    match row.verdict:
        case "refused":
            return f"{row.reader} refuses it"
        case "none":
            return f"{row.reader} reads no host"
    host, port = row.host or "", "" if row.port is None else f" with the port {row.port}"
    if row.user is None:
        return f"{row.reader} reads the host {quoted(host)}{port}"
    user = redact(f"//{row.user}@h").text[_TWO:-_TWO]
    if user != row.user and "@" in host:  # split at the first "@", which may be one of the password
        host = f"***@{host.rpartition('@')[2]}"
    return f"{row.reader} reads the host {quoted(host)} with the user {quoted(user)}{port}"

"""Decide whether a server may fetch a URL from an untrusted source."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache
from ipaddress import ip_address, ip_network
from typing import Literal, TypeAlias

from irigrammar.dataclass import NamedTuple, dataclass
from irigrammar.errors import ConversionError, IrigrammarError
from irigrammar.faults.fault import NoMatch
from irigrammar.hosts.agreement import disagreement_of
from irigrammar.hosts.readers import HostReading, readings
from irigrammar.hosts.special import Network, addresses_in, is_ipv4, name_fault, special_host
from irigrammar.matching.authority import scheme_of
from irigrammar.matching.browser import default_port, mapped_host
from irigrammar.matching.parts import with_fields
from irigrammar.matching.plain import plain_host
from irigrammar.processing.connections import CLIENTS
from irigrammar.processing.conversions import iri_to_uri, resolve
from irigrammar.processing.schemes import scheme as known_scheme
from irigrammar.processing.split import split
from irigrammar.text.names import quoted

Ports: TypeAlias = Collection[int | str] | int | str | None  # numbers as int or text; "any"; None: the default port
FetchCode = Literal["no-host", "scheme", "several-hosts", "port", "userinfo", "no-consensus", "denied", "not-public"]
# The rules of requests and responses, by which the adapters of HTTP clients refuse (integrations).
RequestCode = Literal["body", "content-type", "encoding", "header", "proxy", "redirects", "time"]


class FetchReason(NamedTuple):
    """The reason why a URL may not be fetched: a code, and a sentence."""

    code: FetchCode | RequestCode
    message: str

    def __str__(self) -> str:
        return self.message


@dataclass(frozen=True, slots=True)
class FetchVerdict:
    """The answer of `check_fetch`; true where the URL may be fetched.

    `url` is the absolute ASCII URL to fetch, on which all readers agree; None where it may not be fetched, for the
    `reason`. `host` is what all readers would connect to, in lower-case ASCII, an IPv6 address in brackets; `port` is
    the port, the scheme's default where the URL has none. Both are None for a URL that is refused, except as denied or
    not public.
    """

    url: str | None = None
    host: str | None = None
    port: int | None = None
    reason: FetchReason | None = None

    def __bool__(self) -> bool:
        return self.reason is None


class FetchRefused(IrigrammarError, ValueError):
    """A URL that may not be fetched; `verdict` is the answer, `reason` its reason."""

    def __init__(self, verdict: FetchVerdict) -> None:
        self.verdict = verdict
        self.reason = verdict.reason
        super().__init__(str(verdict.reason))


def check_fetch(
    url: str,
    /,
    *,
    schemes: Collection[str] = ("https", "http"),
    ports: Ports = None,
    public: bool = True,
    userinfo: bool = False,
    base: str | None = None,
    deny: Iterable[str] = (),
) -> FetchVerdict:
    """Return whether a program may fetch a URL that it did not write itself, and the URL to hand to its client.

    These are asked in this order, and the first that fails is the reason: a reader reads a host ("no-host"); the scheme
    is in `schemes`, and is http, https, ws, wss, ftp, postgresql, postgres or mongodb, whose readers are known here
    ("scheme"); it names one host, and not several with commas between them ("several-hosts"); the port is allowed
    ("port"), which by default (None) is only the default port of the scheme, or a port in `ports` (each a number or its
    text), or any ("any"); there is no "@" in the authority ("userinfo"), unless `userinfo`, with which an empty user
    information is left out; all readers connect to the same host, port and user, in the strict profile of `consensus`
    ("no-consensus"); the host is not in `deny` ("denied"); and it is public by `is_public_host` ("not-public"), unless
    `public` is false.

    `base` is what a reference is resolved against, as the `Location` of a redirect (none by default: a reference is
    refused). `deny` has names, which stand for all names below them, too ("example.com"), addresses and networks
    ("168.63.129.16", "10.0.0.0/8"); an address is denied also where an IPv6 address holds it.

    RFC 3986, 3.2 and 7.6; RFC 6890; RFC 6761. No check of a string sees what a name resolves to: see the how-to page on
    URLs from users. Raises `ValueError` for a base without a scheme, and for an entry of `deny` that is neither a name
    nor an address nor a network, and for a port that is not a number.

    >>> verdict = check_fetch("HTTP://R\u00e9.example.org:80/\u00e9")
    >>> bool(verdict), verdict.url, verdict.host, verdict.port
    (True, 'http://xn--r-bga.example.org/%C3%A9', 'xn--r-bga.example.org', 80)
    >>> check_fetch("http://169.254.169.254/").reason
    FetchReason(code='not-public', message='the host "169.254.169.254" is not public: link-local (RFC 3927, 2.1)')
    >>> [check_fetch(text).reason.code for text in ("javascript:alert(1)", "gopher://h.example/", "http://h.example:81/")]
    ['no-host', 'scheme', 'port']
    >>> check_fetch("/b", base="https://example.org/a").url
    'https://example.org/b'
    """
    schemes = (schemes,) if isinstance(schemes, str) else schemes
    text = str.__str__(url) if isinstance(url, str) else ""  # the characters of a subclass, whatever its methods say
    if base is None and ports is None and deny == () and (span := plain_host(text)):
        scheme, host = text[: span[0] - 3], text[span[0] : span[1]]
        if scheme in schemes and (not public or special_host(host) is None):
            return FetchVerdict(text, host, _default_port(scheme))
    allowed_ports = _numbers(ports)
    deny_list = host_list((deny,) if isinstance(deny, str) else tuple(deny))
    rows = readings(url, base=base)
    url = str.__str__(url)
    scheme = (scheme_of(url) or scheme_of(base or "") or "").lower()
    read = next((row for row in rows if row.verdict == "read"), None)
    if read is None:
        return _refusal("no-host", "it has no host")
    if scheme not in {allowed_scheme.lower() for allowed_scheme in schemes}:
        kind = f"the scheme {quoted(scheme)} is not allowed" if scheme else "it has no scheme"
        return _refusal("scheme", f"{kind}; allowed: {', '.join(schemes)}")
    if default_port(scheme) is None and scheme not in CLIENTS:
        reason = "it is not known here how the clients of that scheme read a host"
        return _refusal("scheme", f"the scheme {quoted(scheme)} cannot be checked: {reason}")
    if "," in (read.host or "") or any("," in (row.host or "") for row in rows):
        hosts = (read.host or "").split(",")
        more = f" and {len(hosts) - _SHOWN} more" if len(hosts) > _SHOWN else ""
        return _refusal("several-hosts", f"it names several hosts: {', '.join(map(quoted, hosts[:_SHOWN]))}{more}")
    port = _default_port(scheme) if read.port is None else read.port
    if not (read.port in (None, _default_port(scheme)) if ports is None else ports == "any" or port in allowed_ports):
        numbers = [_default_port(scheme)] if ports is None else sorted(allowed_ports)
        choices = ", ".join(str(number) for number in numbers if number is not None) or "none"
        return _refusal("port", f"the port {port} is not allowed; allowed: {choices}")
    if not userinfo and (any(row.user is not None for row in rows) or _has_userinfo(url, base)):
        return _refusal("userinfo", "it has user information before the host")
    disagreement = disagreement_of(url, rows, base=base)
    if disagreement is not None:
        return _refusal("no-consensus", f"programs disagree on the host: {disagreement}")
    host = read.host or ""
    if (entry := entry_for(host, deny_list)) is not None:
        return _refusal("denied", f"the host {quoted(host)} is denied by {quoted(entry)}", host, port)
    special = special_host(host) if public else None
    if special is not None:
        return _refusal(
            "not-public", f"the host {quoted(host)} is not public: {special.use} ({special.section})", host, port
        )
    target = _absolute(url, base, read)
    if target is None:
        return _refusal("no-consensus", "programs do not agree on its form in ASCII")
    return FetchVerdict(target, host, port)


_SHOWN = 3  # of several hosts


def require_fetch(
    url: str,
    /,
    *,
    schemes: Collection[str] = ("https", "http"),
    ports: Ports = None,
    public: bool = True,
    userinfo: bool = False,
    base: str | None = None,
    deny: Iterable[str] = (),
) -> str:
    """Return the URL to fetch, with the parameters of `check_fetch`; hand it, and not the typed one, to the client.

    Raises `FetchRefused`, a `ValueError` whose message is the reason, where it may not be fetched.

    >>> require_fetch("https://example.org")
    'https://example.org'
    >>> require_fetch("http://127.0.0.1/")
    Traceback (most recent call last):
    irigrammar.hosts.fetch.FetchRefused: the host "127.0.0.1" is not public: loopback (RFC 1122, 3.2.1.3)
    """
    verdict = check_fetch(url, schemes=schemes, ports=ports, public=public, userinfo=userinfo, base=base, deny=deny)
    if verdict.url is None:
        raise FetchRefused(verdict)
    return verdict.url


def _refusal(code: FetchCode, message: str, host: str | None = None, port: int | None = None) -> FetchVerdict:
    return FetchVerdict(None, host, port, FetchReason(code, message))


def _default_port(scheme: str) -> int | None:
    known = known_scheme(scheme)
    if scheme in CLIENTS:
        return CLIENTS[scheme].port
    return default_port(scheme) or (known.default_port if known is not None else None)


def _numbers(ports: Ports) -> frozenset[int]:
    """Return the ports that are given as numbers; none for None and "any". Raises `ValueError` for a text that is no
    number.
    """
    if ports is None or ports == "any":
        return frozenset()
    numbers = (ports,) if isinstance(ports, int | str) else ports
    if wrong := [port for port in numbers if isinstance(port, str) and not (port.isascii() and port.isdecimal())]:
        raise ValueError(f"{quoted(wrong[0])} is not a port")
    return frozenset(map(int, numbers))


def _has_userinfo(url: str, base: str | None) -> bool:
    """Return whether the authority of a URL, resolved against the base, has user information, which may be empty; False
    for one that cannot be resolved or split.
    """
    try:
        return split(url if base is None else resolve(base, url)).userinfo is not None
    except (ConversionError, NoMatch):
        return False


def _absolute(url: str, base: str | None, read: HostReading) -> str | None:
    """Return the URL in ASCII, with the host, port and scheme of a reading; None where the readers do not read that
    from it alike.
    """
    try:
        text = iri_to_uri(url if base is None else resolve(base, url))
        parts = split(text)
        port = None if read.port is None else str(read.port)
        user = parts.userinfo if (parts.userinfo or "").strip(":") else None
        target = str(with_fields(parts, scheme=(parts.scheme or "").lower(), host=read.host, port=port, userinfo=user))
    except (ConversionError, NoMatch):
        return None
    same = {row.authority for row in readings(target)} == {(*read.authority[:2], read.user if user else None)}
    return target if same and target.isascii() and disagreement_of(target, readings(target)) is None else None


# A list of hosts: names, networks, each with the entry that says so.
HostList = tuple[dict[str, str], tuple[tuple[Network, str], ...]]


@lru_cache(maxsize=32)
def host_list(entries: tuple[str, ...]) -> HostList:
    """Return the names and the networks that the entries of `deny` are, each with its entry. Raises `ValueError` for
    one that is no name, address or network.
    """
    names: dict[str, str] = {}
    networks: list[tuple[Network, str]] = []
    for entry in entries:
        try:
            networks.append((ip_network(entry.strip("[]"), strict=False), entry))
        except ValueError:
            name = mapped_host(entry).strip(".")
            if not name or name_fault(name) is not None:
                raise ValueError(f"{quoted(entry)} is not a name, an address or a network") from None
            names[name] = entry
    return names, tuple(networks)


def entry_for(host: str, hosts: HostList, *, inner: bool = True) -> str | None:
    """Return the entry that a host is in, None where there is none; with `inner`, also an IPv6 address by the IPv4
    addresses that it holds.
    """
    entry_names, networks = hosts
    if host.startswith("[") or is_ipv4(host):
        try:
            address = ip_address(host.strip("[]"))
        except ValueError:  # an address of a future version
            return None
        addresses = tuple(addresses_in(address)) if inner else (address,)
        return next((entry for network, entry in networks if any(a in network for a in addresses)), None)
    labels = host.removesuffix(".").split(".")
    names = (".".join(labels[start:]) for start in range(len(labels)))
    return next((entry_names[name] for name in names if name in entry_names), None)

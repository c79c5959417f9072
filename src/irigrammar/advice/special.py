"""Special-purpose addresses and domains, and text that looks like a host (data: `grammar/suspicious.toml`)."""

from __future__ import annotations

from functools import cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import NamedTuple

from irigrammar._generated.suspicious import (
    BLOCKS,
    DEFANGED,
    DOMAINS,
    EXTENSIONS,
    FOLDERS,
    HOLDERS,
    NOT_MISSPELLED,
    TYPED_SCHEMES,
)
from irigrammar.advice.registries import top_level_domains
from irigrammar.matching.grammar import grammar
from irigrammar.processing.consensus import HostReading
from irigrammar.processing.labels import to_unicode_label

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network


class Special(NamedTuple):
    """Why an address or a domain is special: the block or the domain, what it is for, and who says so."""

    name: str
    use: str
    section: str


def special_address(text: str) -> Special | None:
    """Return the most specific block that an address is in; None for an address that is not special.

    An IPv6 address that holds an IPv4 address is what that is; `text` has no brackets.

    >>> special_address("169.254.169.254")
    Special(name='169.254.0.0/16', use='link-local', section='RFC 3927, 2.1')
    >>> special_address("::ffff:127.0.0.1").use, special_address("2606:4700::1111"), special_address("1.1.1.1")
    ('loopback, IPv4-mapped', None, None)
    """
    address = ip_address(text)
    block = _block_of(address)
    if block is not None or isinstance(address, IPv4Address):
        return block
    for network, use in _holders():
        if address in network:
            inner = _block_of(IPv4Address(address.packed[-4:]))
            return None if inner is None else inner._replace(use=f"{inner.use}, {use}")
    return None


def special_domain(host: str) -> Special | None:
    """Return the special domain that a host in lower case is or is in; None for another host.

    >>> special_domain("printer.local.").use, special_domain("example.org")
    ('multicast DNS: known only on the local link', None)
    """
    labels = host.removesuffix(".").split(".")
    names = (".".join(labels[-count:]) for count in (1, 2))
    return next((Special(name, *_domains()[name]) for name in names if name in _domains()), None)


def special_host(host: str) -> Special | None:
    """Return why a host in normal form is special, an address (IPv6 in brackets) or a name; None for a public one.

    A name without a dot is known only within a network.

    >>> special_host("[::1]").use, special_host("10.0.0.1").use, special_host("server").use
    ('loopback', 'private use', 'a name without a dot: known only within a network')
    >>> special_host("example.org")
    """
    if host.startswith("[") or grammar("rfc3986")["IPv4address"].matches(host):
        try:
            return special_address(host.strip("[]"))
        except ValueError:  # an address of a future version
            return Special(host, "an address of an unknown kind", "RFC 3986, 3.2.2")
    if "." not in host.removesuffix("."):
        return special_domain(host) or Special(host, "a name without a dot: known only within a network", "RFC 7085, 3")
    return special_domain(host)


def is_public_host(reading: HostReading, /) -> bool:
    """Return whether a reader reads a host that is in none of IANA's blocks of special-purpose addresses (RFC 6890), no
    special-use domain name (RFC 6761), and no name without a dot.

    IPv4 addresses count in every notation that browsers read, and IPv6 addresses by the IPv4 address that they hold
    (mapped, NAT64; 6to4 is special itself). That the host of an http URL is public does not make a request safe: the
    name may have another address when it is asked, and the server may redirect.

    >>> from irigrammar import hosts
    >>> [is_public_host(hosts(f"http://{host}/")[-1]) for host in ("0x7f.1", "[64:ff9b::7f00:1]", "example.org")]
    [False, False, True]
    """
    return reading.verdict == "read" and reading.host is not None and special_host(reading.host) is None


def is_host_like(text: str) -> bool:
    """Return whether a text looks like a host: an IPv4 address, or labels that end in a top-level domain, or that begin
    with "www".

    >>> [is_host_like(text) for text in ("example.com", "www.x.lan", "127.0.0.1", "a.b", "com", "1.0")]
    [True, True, True, False, False, False]
    """
    if grammar("rfc3986")["IPv4address"].matches(text):
        return True
    labels = text.lower().removesuffix(".").split(".")
    if len(labels) < 2 or not all(label.replace("-", "").isalnum() for label in labels):
        return False
    return labels[0] == "www" or to_unicode_label(labels[-1]) in top_level_domains()


def is_file_name_like(text: str) -> bool:
    """Return whether a host-like text is far more often the name of a file, or of something in a program.

    >>> [is_file_name_like(text) for text in ("README.md", "System.IO", "www.example.md", "example.com")]
    [True, True, False, False]
    """
    labels = text.split(".")
    if labels[0].lower() == "www":
        return False
    return labels[-1].lower() in EXTENSIONS.split() or (labels[-1].isupper() and not text.isupper())


@cache
def typed_schemes() -> tuple[str, ...]:
    """Return the schemes that people type."""
    return tuple(TYPED_SCHEMES.split())


@cache
def not_misspelled() -> frozenset[str]:
    """Return unregistered schemes that are near those that people type, and meant."""
    return frozenset(NOT_MISSPELLED.split())


@cache
def defanged_schemes() -> dict[str, str]:
    """Return the schemes that are written so that nothing follows a link, and what each stands for."""
    return dict(pair.split("=") for pair in DEFANGED.split())


@cache
def folders() -> frozenset[str]:
    """Return the folders at the root of a file system."""
    return frozenset(FOLDERS.split())


def _block_of(address: Address) -> Special | None:
    blocks = [row for network, row in _blocks() if address.version == network.version and address in network]
    return blocks[-1] if blocks else None


@cache
def _blocks() -> tuple[tuple[Network, Special], ...]:
    rows = ((ip_network(prefix), Special(prefix, use, section)) for prefix, use, section in BLOCKS)
    return tuple(sorted(rows, key=lambda row: row[0].prefixlen))


@cache
def _holders() -> tuple[tuple[Network, str], ...]:
    return tuple((ip_network(prefix), use) for prefix, use, _ in HOLDERS)


@cache
def _domains() -> dict[str, tuple[str, str]]:
    return {name: (use, section) for name, use, section in DOMAINS}

"""Special-purpose addresses and domains; public hosts.

Data: `grammar/suspicious.toml`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_network

from irigrammar._generated.suspicious import BLOCKS, DOMAINS, HOLDERS
from irigrammar.dataclass import NamedTuple
from irigrammar.errors import check_text
from irigrammar.hosts.readers import HostReading
from irigrammar.matching.browser import ends_in_a_number, mapped_host
from irigrammar.matching.grammar import grammar
from irigrammar.processing.characters import characters
from irigrammar.text.names import quoted

_LOCAL_TRANSLATION = IPv6Network("64:ff9b:1::/48")

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network


class Special(NamedTuple):
    """The reason why an address or a domain is special: the block or the domain, its use, and the section."""

    name: str
    use: str
    section: str


def special_address(text: str) -> Special | None:
    """Return the most specific block that an address, without brackets, is in; None for an address that is not special.

    An IPv6 address that holds an IPv4 address is special as that is. Raises `ValueError` for a text that is no address.

    >>> special_address("169.254.169.254")
    Special(name='169.254.0.0/16', use='link-local', section='RFC 3927, 2.1')
    >>> special_address("::ffff:127.0.0.1").use, special_address("2606:4700::1111"), special_address("1.1.1.1")
    ('loopback, IPv4-mapped', None, None)
    """
    address = IPv6Address(text) if ":" in text else IPv4Address(text)
    own = _block_of(address)
    if isinstance(address, IPv4Address):
        return own
    for network, use in _holders():
        if address in network and (own is None or ip_network(own.name).prefixlen <= network.prefixlen):
            inner = _block_of(IPv4Address(address.packed[-4:]))
            return None if inner is None else inner._replace(use=f"{inner.use}, {use}")
    if own is None and _is_isatap(address):
        inner = _block_of(IPv4Address(address.packed[-4:]))
        return None if inner is None else inner._replace(use=f"{inner.use}, ISATAP")
    return own


def addresses_in(address: Address) -> Iterator[Address]:
    """Yield an address, and the IPv4 addresses that it holds: mapped, translated, NAT64, 6to4, Teredo, ISATAP.

    Of the prefix for local translation (RFC 8215) all places are taken in which RFC 6052, 2.2, has an address.

    >>> [str(inner) for inner in addresses_in(IPv6Address("2002:7f00:1::"))]
    ['2002:7f00:1::', '127.0.0.1']
    """
    yield address
    if isinstance(address, IPv6Address):
        yield from (IPv4Address(address.packed[-4:]) for network, _ in _holders() if address in network)
        yield from (inner for inner in (address.sixtofour, *(address.teredo or ())) if inner is not None)
        if _is_isatap(address):
            yield IPv4Address(address.packed[-4:])
        if address in _LOCAL_TRANSLATION:
            octets = address.packed[:8] + address.packed[9:]  # without the one that is 0 in between
            yield from (IPv4Address(octets[start : start + 4]) for start in (6, 7, 8))
            yield IPv4Address(address.packed[-4:])


def _is_isatap(address: IPv6Address) -> bool:
    """Return whether the interface of an address is one of ISATAP, whose last 32 bits are an IPv4 address (RFC 5214,
    6.1); whether that is unique, and of a group, does not matter.
    """
    return address.packed[8] & 0b1111_1100 == 0 and address.packed[9:12] == b"\0\x5e\xfe"


def special_domain(host: str) -> Special | None:
    """Return the special domain that a host in lower case is or is in; None for another host.

    >>> special_domain("printer.local.").use, special_domain("example.org")
    ('multicast DNS: known only on the local link', None)
    """
    labels = host.removesuffix(".").split(".")[-_longest() :]
    names = (".".join(labels[start:]) for start in range(len(labels)))
    return next((Special(name, *_domains()[name]) for name in names if name in _domains()), None)


def special_host(host: str) -> Special | None:
    """Return why a host in normal form is special, an address (IPv6 in brackets or without) or a name; None for a
    public one.

    A name without a dot is known only within a network; what is neither an address nor a name in the DNS is special.

    >>> special_host("[::1]").use, special_host("10.0.0.1").use, special_host("server").use
    ('loopback', 'private use', 'a name without a dot: known only within a network')
    >>> special_host("example.org")
    """
    if ":" in host or host.startswith("[") or is_ipv4(host):
        try:
            return special_address(host.removeprefix("[").removesuffix("]"))
        except ValueError:  # an address of a future version
            return Special(host, "an address of an unknown kind", "RFC 3986, 3.2.2")
    fault = name_fault(host)
    if fault is not None:
        return Special(host, fault, "RFC 1035, 3.1")
    if "." not in host.removesuffix("."):
        return special_domain(host) or Special(host, "a name without a dot: known only within a network", "RFC 7085, 3")
    return special_domain(host)


def is_ipv4(host: str) -> bool:
    """Return whether a host is an IPv4 address in four decimal numbers without leading zeros (RFC 3986, 3.2.2).

    >>> is_ipv4("127.0.0.1"), is_ipv4("0127.0.0.1")
    (True, False)
    """
    return grammar("rfc3986")["IPv4address"].matches(host)


def name_fault(host: str) -> str | None:
    """Return why a host in ASCII that is not an address cannot be a name in the DNS; None where it can.

    >>> name_fault("a_b.example."), name_fault("a..b"), name_fault("h;x"), name_fault("0x7f.1")
    (None, 'it has an empty label', 'it has ";", which no name in the DNS has', \
'it ends in a number and is not an IPv4 address in four decimal numbers')
    """
    other = next((char for char in host if char not in characters("dns-name")), None)
    if other is not None:
        return f"it has {quoted(other)}, which no name in the DNS has"
    if not all(host.removesuffix(".").split(".")):
        return "it has an empty label"
    if ends_in_a_number(host):
        return "it ends in a number and is not an IPv4 address in four decimal numbers"
    return None


def is_public_host(host: HostReading | str, /) -> bool:
    """Return whether a host is public: an address in none of IANA's special-purpose blocks (RFC 6890), or a name that
    is not a special-use domain name (RFC 6761), has a dot, and can be in the DNS.

    `host` is a reading, or the host itself, an IPv6 address with or without its brackets. An IPv6 address is what the
    IPv4 address is that it holds (mapped, translated, NAT64); 6to4, Teredo, site-local addresses and all that is
    outside 2000::/3 are not public. A reading without a host is not public, nor is an IPv4 address in another notation
    than four decimal numbers without leading zeros. The names for examples (RFC 6761, 6.5) are public, as they resolve
    like others. That a name is public today does not make a request safe: it may have another address when it is asked.

    >>> [is_public_host(host) for host in ("example.org", "8.8.8.8", "[2606:4700::1111]", "2606:4700::1111")]
    [True, True, True, True]
    >>> [is_public_host(host) for host in ("0x7f.1", "[64:ff9b::7f00:1]", "fec0::1", "x.internal", "intranet")]
    [False, False, False, False, False]
    """
    if isinstance(host, HostReading):
        return host.host is not None and special_host(host.host) is None
    check_text(host)
    return bool(host) and special_host(host if ":" in host else mapped_host(host)) is None


def _block_of(address: Address) -> Special | None:
    number = int(address)
    return next((special for first, last, special in _blocks()[address.version] if first <= number <= last), None)


@cache
def _blocks() -> dict[int, list[tuple[int, int, Special]]]:
    """Return the blocks of each version of addresses: the first and the last address as numbers, and why it is special;
    the smallest of those around an address comes first.
    """
    blocks: dict[int, list[tuple[int, int, Special]]] = {4: [], 6: []}
    for prefix, use, section in sorted(BLOCKS, key=lambda row: -ip_network(row[0]).prefixlen):
        network = ip_network(prefix)
        blocks[network.version].append((int(network[0]), int(network[-1]), Special(prefix, use, section)))
    return blocks


@cache
def _holders() -> tuple[tuple[Network, str], ...]:
    return tuple((ip_network(prefix), use) for prefix, use, _ in HOLDERS)


@cache
def _domains() -> dict[str, tuple[str, str]]:
    return {name: (use, section) for name, use, section in DOMAINS}


@cache
def _longest() -> int:
    return max(name.count(".") + 1 for name in _domains())

"""Special-purpose addresses and domains, against `ipaddress`."""

from __future__ import annotations

from ipaddress import ip_address, ip_network

import pytest
from rows import in_one_test

from irigrammar._generated.suspicious import BLOCKS, HOLDERS
from irigrammar.hosts import is_public_host, readings
from irigrammar.hosts.special import special_address, special_domain

# Where versions of Python differ from the registries, or give private and global another meaning.
OTHERWISE = {
    *("2002::/16", "192.88.99.0/24", "2001::/23", "2001:20::/28", "100:0:0:1::/64", "5f00::/16", "3fff::/20"),
    *("100.64.0.0/10", "64:ff9b:1::/48", "192.0.0.0/24", "224.0.0.0/4", "ff00::/8"),
    *("::/3", "4000::/2", "8000::/1", "fec0::/10"),
}


@pytest.mark.parametrize(
    "text", ["2000::1", "2600::", "2a00:1450:4001::", "::ffff:8.8.8.8", "64:ff9b::808:808", "2001:4860:4860::8888"]
)
def test_other_ipv6_addresses_have_no_block(text: str) -> None:
    assert special_address(text) is None


def test_non_global_addresses_of_python_have_a_block() -> None:
    for first in range(256):
        for second in (0, 1, 15, 16, 18, 20, 31, 32, 63, 64, 88, 100, 127, 128, 167, 168, 169, 253, 254, 255):
            address = ip_address(bytes((first, second, 0, 1)))
            special = address.is_private or address.is_reserved or address.is_multicast
            assert (special_address(str(address)) is not None) >= special, address


@in_one_test(
    ("text", "use"),
    [
        ("10.255.255.255", "private use"),
        ("172.31.0.1", "private use"),
        ("100.127.0.1", "shared address space"),
        ("169.254.169.254", "link-local"),
        ("0.0.0.0", "this host"),
        ("255.255.255.255", "limited broadcast"),
        ("192.0.2.1", "documentation"),
        ("fd00::1", "unique local"),
        ("fe80::1", "link-local"),
        ("::", "unspecified address"),
        ("::1", "loopback"),
        ("2001:0:1::", "Teredo"),
        ("2001:db8::1", "documentation"),
        ("::ffff:127.0.0.1", "loopback, IPv4-mapped"),
        ("64:ff9b::10.0.0.1", "private use, IPv4/IPv6 translation"),
        ("::127.0.0.1", "loopback, IPv4-compatible, deprecated"),
        ("::ffff:0:127.0.0.1", "loopback, IPv4-translated"),
        ("fec0::1", "site-local, deprecated"),
        ("feff::1", "site-local, deprecated"),
        ("2002:808:808::", "6to4"),
        ("4000::1", "reserved by the IETF"),
        ("e000::1", "reserved by the IETF"),
    ],
)
def test_the_use_of_the_longest_prefix_counts(text: str, use: str) -> None:
    block = special_address(text)
    assert block is not None
    assert block.use == use


def test_prefixes_are_networks_and_unique() -> None:
    prefixes = [prefix for prefix, _, _ in (*BLOCKS, *HOLDERS)]
    assert len(set(map(ip_network, prefixes))) == len(prefixes)


@in_one_test(
    ("host", "name"),
    [
        ("localhost", "localhost"),
        ("a.localhost.", "localhost"),
        ("x.home.arpa", "home.arpa"),
        ("arpa", None),
        ("1.10.in-addr.arpa", "10.in-addr.arpa"),
        ("1.9.in-addr.arpa", None),
        ("x.resolver.arpa", "resolver.arpa"),
        ("router.home", "home"),
    ],
)
def test_special_domains(host: str, name: str | None) -> None:
    domain = special_domain(host)
    assert (domain and domain.name) == name


PUBLIC = [
    *("example.org", "a_b.example.org", "example.org.", "\u00e9.example.org"),
    *("8.8.8.8", "[2606:4700::1111]", "2606:4700::1111", "[::ffff:8.8.8.8]"),
]
NOT_PUBLIC = [
    *("", "localhost", "a.localhost", "localhost.", "localhost..", "intranet", "x.internal", "x.local", "x.home.arpa"),
    *("x.onion", "x.test", "x.invalid", "x.alt", ".com", "a..com", "..", "a;b.example", "a b.example"),
    *("127.1", "0x7f.1", "017700000001", "0127.0.0.1", "127.0.0.1.", "10.0.0.1", "169.254.169.254", "\uff11.1"),
    *("[::1]", "::1", "[::ffff:127.0.0.1]", "::ffff:127.0.0.1", "[::ffff:7f00:1]"),
    *("[64:ff9b::7f00:1]", "[::127.0.0.1]"),
    *("[64:ff9b:1::808:808]", "[2002:7f00:1::]", "[2001:0:7f00:1::]", "[fec0::1]", "fec0::1", "[::ffff:0:127.0.0.1]"),
    *("[fe80::1]", "fe80::1%eth0", "[fd00::1]", "[v1.a]", "[4000::1]"),
]


@in_one_test("host", PUBLIC)
def test_public_hosts(host: str) -> None:
    assert is_public_host(host)


@in_one_test("host", NOT_PUBLIC)
def test_hosts_that_are_not_public(host: str) -> None:
    assert not is_public_host(host)
    assert not any(map(is_public_host, readings(f"http://{host}/")[:5]))


def test_a_reading_without_a_host_is_not_public() -> None:
    assert not is_public_host(readings("/a")[0])

"""Browsers read the host as an IPv4 address, or refuse it.

what        A host that is a registered name by the grammar and whose last label is a number: decimal, octal after "0"
            or hexadecimal after "0x". One number may stand for several octets.
why         By RFC 3986 it is a name to look up; by the URL standard, which browsers follow, it is an address, of
            which filters that look for "127." and the like know nothing. Where the numbers do not fit, browsers
            refuse it.
example     http://0x7f.1/
            http://2130706433/
            http://256.1.1.1/
instead     http://127.0.0.1/
see         URL Standard, 3.5 (IPv4 parser, ends-in-a-number checker); RFC 3986, 3.2.2 and 7.4
"""

from __future__ import annotations

from collections.abc import Iterator

from irigrammar.advice.context import Context
from irigrammar.advice.ipv4 import read_ipv4
from irigrammar.advice.rule import Flaw, Rule
from irigrammar.errors import ConversionError
from irigrammar.processing.host import host_to_ascii
from irigrammar.processing.percent import unescape


def _check(context: Context) -> Iterator[Flaw]:
    host = context.part("host")
    if host is None or not context.is_domain:
        return
    try:
        found = read_ipv4(host_to_ascii(unescape(host.text).decode()))
    except (ConversionError, UnicodeDecodeError):
        return
    if found is None:
        return
    if found.address is not None:
        yield Flaw(host.start, host.end, f"browsers read this host as {found.address}", found.address)
    else:
        yield Flaw(host.start, host.end, f"browsers refuse this host as an IPv4 address: {found.reason}")


RULE = Rule("H005", "numeric-host", "warning", "URL Standard, 3.5", __doc__ or "", _check)

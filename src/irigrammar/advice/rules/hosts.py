"""Hosts: case, IDNA, and what is taken for another name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from irigrammar.advice.context import Context
from irigrammar.advice.ipv4 import read_ipv4
from irigrammar.advice.registries import top_level_domains
from irigrammar.advice.rule import Flaw, rule
from irigrammar.advice.scripts import skeleton
from irigrammar.errors import ConversionError
from irigrammar.processing.host import host_to_ascii
from irigrammar.processing.labels import is_a_label, label_fault
from irigrammar.processing.percent import unescape
from irigrammar.text.names import quoted

_UPPER_CASE_HOST_PAGE = """The host has upper-case letters of ASCII.

what        A letter of ASCII in upper case in the host.
why         Case makes no other host, but programs that compare strings take them for different identifiers. Lower
            case is the form of the documents.
example     http://Example.ORG/
instead     http://example.org/
see         RFC 3986, 3.2.2 and 6.2.2.1; RFC 3987, 5.3.2.1
"""
_LABEL_OR_OCTET = re.compile(r"%..|\w+")


@rule("H001", "upper-case-host", "advice", "RFC 3986, 3.2.2", _UPPER_CASE_HOST_PAGE)
def _upper_case_host(context: Context) -> Iterator[Flaw]:
    host = context.part("host")
    if host is None:
        return
    for found in _LABEL_OR_OCTET.finditer(host.text):
        written = found[0]
        lower = "".join(char.lower() if char.isascii() else char for char in written)
        if written != lower and not written.startswith("%"):
            message = f"{quoted(written)} is in upper case, which makes no other host; lower case is its usual form"
            yield Flaw(host.start + found.start(), host.start + found.end(), message, lower)


_NOT_IDNA2008_PAGE = """The host is no domain name by IDNA2008.

what        A label that IDNA2008 does not allow: empty, longer than 63 octets, with characters such as "_" or an
            emoji, with hyphens where they have a meaning, or against the Bidi rule; or a name of more than 253
            octets. Capitals of ASCII and A-labels have rules of their own. Only in schemes whose hosts are domain
            names.
why         Registries do not give out such names, and resolvers and browsers differ in what they do with them.
example     http://my_host.example.org/
            http://☃.example.org/
            http://a..example.org/
instead     http://my-host.example.org/
            http://résumé.example.org/
see         RFC 5890, 2.3.2.1; RFC 5891, 4.2; RFC 5892; RFC 5893; RFC 3987, 3.1
"""
_NOT_IDNA2008_LONGEST = 253  # octets (RFC 1035, 3.1)


@rule("H002", "not-idna2008", "warning", "RFC 5891, 4.2", _NOT_IDNA2008_PAGE)
def _not_idna2008(context: Context) -> Iterator[Flaw]:
    refused = False
    for label in context.labels:
        if not is_a_label(label.written):
            written = "".join(char.lower() if char.isascii() else char for char in label.text)
            reason = "it has percent-encoded octets" if "%" in written else label_fault(written)
            if reason:
                refused = True
                yield Flaw(
                    label.start, label.end, f"the host label {quoted(written)} is no label by IDNA2008: {reason}"
                )
    host = context.part("host")
    if host is not None and context.is_domain and not refused and _is_too_long(host.text):
        yield Flaw(host.start, host.end, f"the host has more than {_NOT_IDNA2008_LONGEST} octets as a domain name")


def _is_too_long(host: str) -> bool:
    """Tell whether a host is too long whose labels are all right."""
    try:
        return len(host_to_ascii(host, "idna2008").rstrip(".")) > _NOT_IDNA2008_LONGEST
    except ConversionError:
        return True


_BAD_A_LABEL_PAGE = """An A-label stands for nothing.

what        A label that begins with "xn--" and is not the ASCII form of any label by IDNA2008.
why         It looks like the form in which a name in Unicode travels, and no name has it: a mistake in converting, or
            a name of before IDNA2008, such as an emoji's.
example     http://xn--zzzzzz.example.org/
            http://xn--n3h.example.org/
instead     http://xn--rsum-bpad.example.org/
see         RFC 5890, 2.3.2.1; RFC 5891, 5.3 and 5.4
"""


@rule("H003", "bad-a-label", "warning", "RFC 5890, 2.3.2.1", _BAD_A_LABEL_PAGE)
def _bad_a_label(context: Context) -> Iterator[Flaw]:
    for label in context.labels:
        reason = label_fault(label.written.lower()) if is_a_label(label.written) else None
        if reason:
            yield Flaw(label.start, label.end, f"{quoted(label.written)} looks like an A-label, and is none: {reason}")


_LOOKS_LIKE_TLD_PAGE = r"""The last label looks like a top-level domain, and is none.

what        A last label that is no top-level domain and can be mistaken for one: in letters of another script, or
            such as "corn" for "com". The list of top-level domains has a date, which `grammar/registries.toml` tells.
why         Readers take the host for another's. Nobody but a local network can have such a name, so it is a slip or a
            trap.
example     http://example.c\u{43E}m/
            http://example.corn/
instead     http://example.com/
see         UTS #39, 4; draft-ietf-iri-3987bis-04, 8.5 and 10
"""
_LOOKS_LIKE_TLD_LONGEST = 63  # octets of a label


@rule("H004", "looks-like-tld", "warning", "UTS #39, 4", _LOOKS_LIKE_TLD_PAGE, profiles=("accept",), needs_data=True)
def _looks_like_tld(context: Context) -> Iterator[Flaw]:
    if len(context.labels) < 2:
        return
    last = context.labels[-1]
    text = last.text.lower()
    if not text or len(text) > _LOOKS_LIKE_TLD_LONGEST or text in top_level_domains():
        return
    meant = _by_look().get(skeleton(text).lower())
    if meant is not None:
        yield Flaw(
            last.start, last.end, f"{quoted(last.text)} is no top-level domain, and looks like {quoted(meant)}", meant
        )


@cache
def _by_look() -> dict[str, str]:
    return {skeleton(name).lower(): name for name in sorted(top_level_domains(), reverse=True)}


_NUMERIC_HOST_PAGE = """Browsers read the host as an IPv4 address, or refuse it.

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


@rule("H005", "numeric-host", "warning", "URL Standard, 3.5", _NUMERIC_HOST_PAGE)
def _numeric_host(context: Context) -> Iterator[Flaw]:
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

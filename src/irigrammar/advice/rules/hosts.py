"""Hosts: case, IDNA, and names that are mistaken for others."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from irigrammar.advice.context import Context, Part
from irigrammar.advice.rule import part_rule, rule
from irigrammar.advice.scripts import skeleton
from irigrammar.dataclass import NamedTuple
from irigrammar.errors import ConversionError
from irigrammar.finding import Flaw
from irigrammar.hosts.readers import idna2003
from irigrammar.hosts.special import special_address, special_domain
from irigrammar.lazy import regex
from irigrammar.matching.browser import (
    breaks_bidi,
    domain_fault,
    ends_in_a_number,
    ipv4_address,
    ipv4_number,
    is_special,
    mapped_host,
)
from irigrammar.matching.grammar import grammar
from irigrammar.matching.idna_labels import LabelFault, is_a_label, is_later, map_by_uts46
from irigrammar.processing.host import host_to_ascii
from irigrammar.processing.labels import label_fault
from irigrammar.processing.percent import small, unescape
from irigrammar.shipped.registries import top_level_domains
from irigrammar.text.names import quoted
from irigrammar.unicode import general_category, has_newer, is_letter_or_number, is_normalized, lower

_LABEL_OR_BYTE = regex(r"%..|[\w\x80-\U0010ffff]+")


@part_rule("host", "H001", "upper-case-host", "advice", "RFC 3986, 3.2.2", once_a_host=True, where="upper-host")
def _upper_case_host(_: Context, host: Part) -> Iterator[Flaw]:
    """Yield a flaw for each part of the host that has a capital of ASCII, with it in lower case; triplets are left
    alone.
    """
    for match in _LABEL_OR_BYTE.finditer(host.text):
        spelling = match[0]
        lower = small(spelling)
        if spelling != lower and not spelling.startswith("%"):
            message = f"{quoted(spelling)} is in upper case; lower case is the usual form, and means the same"
            yield Flaw(host.start + match.start(), host.start + match.end(), message, lower)


_NOT_IDNA2008_LONGEST = 253  # bytes (RFC 1035, 3.1)


@rule("H002", "not-idna2008", "warning", "RFC 5891, 4.2", unless=("H010",), where="odd-host long-host")
def _not_idna2008(context: Context) -> Iterator[Flaw]:
    """Yield a flaw for each label that IDNA2008 forbids, A-labels apart; one of a whole name if it alone is too long.

    Nothing for a host with characters of a later Unicode; labels with spaces are left out.
    """
    if _is_later(context):
        return
    has_flaw = any(is_a_label(label.spelling) and label_fault(label.spelling.lower()) for label in context.labels)
    for label in context.labels:
        if label.spelling and not is_a_label(label.spelling) and not _has_space(label.spelling):
            lower_label = small(label.text)
            reason = _why_not_ascii(lower_label) or label_fault(lower_label)
            if reason:
                has_flaw = True
                yield Flaw(
                    label.start, label.end, f"the host label {quoted(lower_label)} is not allowed by IDNA2008: {reason}"
                )
    if has_flaw or not all(label.spelling for label in context.labels):
        return
    for name in context.domain_names:
        if not _has_space(name.text) and _is_too_long(name.text):
            yield Flaw(name.start, name.end, f"the host has more than {_NOT_IDNA2008_LONGEST} bytes as a domain name")


def _is_later(context: Context) -> bool:
    """Return whether a label has characters of a version of Unicode that is not known here: it may be valid."""
    return any(is_later(label.text) or is_later(label.spelling) for label in context.labels)


def _why_not_ascii(label: str) -> str | None:
    """Return the reason why a label is no host name, if it has "%" or is ASCII with "_"; None for all others."""
    if "%" in label:
        return "it has percent-encoded bytes"
    return "names of hosts have no underscore (RFC 1123, 2.1)" if label.isascii() and "_" in label else None


def _has_space(text: str) -> bool:
    return " " in text or "%20" in text


def _is_too_long(host: str) -> bool:
    """Return whether a host is too long as an ASCII domain name; true as well if it has no ASCII form."""
    ascii_host = _in_ascii(small(host))
    return ascii_host is None or len(ascii_host.rstrip(".")) > _NOT_IDNA2008_LONGEST


@lru_cache(maxsize=16)  # several rules ask
def _in_ascii(host: str) -> str | None:
    """Return a host in ASCII, as IDNA has it; None where it cannot be."""
    try:
        return host_to_ascii(host)
    except ConversionError:
        return None


@rule("H003", "bad-a-label", "warning", "RFC 5890, 2.3.2.1", unless=("H010",), where="odd-host long-host")
def _bad_a_label(context: Context) -> Iterator[Flaw]:
    """Yield a flaw for each A-label that is not valid, except where only a later Unicode could make it valid."""
    for label in context.labels:
        reason = label_fault(label.spelling.lower()) if is_a_label(label.spelling) else None
        if reason and not is_later(label.spelling):
            yield Flaw(label.start, label.end, f"{quoted(label.spelling)} is not a valid A-label: {reason}")


@rule("H013", "a-label", "advice", "draft-ietf-iri-3987bis-04, 5.3.3", profiles=(), opt_in=True, where="odd-host")
def _a_label(context: Context) -> Iterator[Flaw]:
    """Yield a flaw for each valid A-label in an IRI, with its U-label as the replacement; nothing for URIs."""
    for label in context.labels if context.is_of_iris else ():
        if is_a_label(label.spelling) and not label.text.isascii():
            message = (
                f"{quoted(label.spelling)} is the form of {quoted(label.text)} for machines; people cannot read it"
            )
            yield Flaw(label.start, label.end, message, label.text)


_LOOKS_LIKE_TLD_LONGEST = 63  # bytes of a label


@rule(
    "H004",
    "looks-like-tld",
    "warning",
    "UTS #39, 4",
    profiles=("accept",),
    where="odd-host unknown-domain foreign-domain",
)
def _looks_like_tld(context: Context) -> Iterator[Flaw]:
    """Yield a flaw for the last of several labels if it is no top-level domain and looks like one, with that one as the
    replacement.
    """
    if len(context.labels) < 2:
        return
    last = context.labels[-1]
    text = lower(last.text)
    if not text or len(text) > _LOOKS_LIKE_TLD_LONGEST or text in top_level_domains():
        return
    meant = _by_look().get(skeleton(text).lower())
    if meant is not None:
        yield Flaw(
            last.start,
            last.end,
            f"{quoted(last.text)} is not a top-level domain, but looks like {quoted(meant)}",
            meant,
        )


@cache
def _by_look() -> dict[str, str]:
    return {skeleton(name).lower(): name for name in sorted(top_level_domains(), reverse=True)}


@part_rule("host", "H005", "numeric-host", "warning", "URL Standard, 3.5", where="odd-host")
def _numeric_host(context: Context, host: Part) -> Iterator[Flaw]:
    """Yield a flaw for a host that browsers read as an IPv4 address, written otherwise, or refuse as one."""
    reading = _ipv4(context, host.text)
    if reading is None:
        return
    if reading.address is not None:
        last = host.text.removesuffix(".").rpartition(".")[2]
        readers = "the URL Standard reads" if last.lower() == _HEX_PREFIX else "browsers read"  # they differ on that
        message = f"{readers} this host as the IPv4 address {reading.address}"
        yield Flaw(host.start, host.end, message, reading.address)
    else:
        yield Flaw(host.start, host.end, f"browsers refuse this host as an IPv4 address: {reading.reason}")


def _ipv4(context: Context, host: str) -> Reading | None:
    """Return how the URL Standard reads numbers in a host as an IPv4 address, None where it does not: it does in
    special schemes, one of which a reference gets from its base.
    """
    scheme = context.components.scheme
    if not context.is_domain or not (scheme is None or is_special(scheme.lower())):
        return None
    try:
        ascii_host = _in_ascii(unescape(host).decode())
    except UnicodeDecodeError:
        return None
    return None if ascii_host is None else read_ipv4(ascii_host)


_MOST_PARTS = 4
_BYTE = 256
_HEX_PREFIX = "0x"  # URL Standard, 3.5, IPv4 number parser


class Reading(NamedTuple):
    """The URL Standard's reading of a host that ends in a number: an address in its usual form, or a refusal."""

    address: str | None
    reason: str


def read_ipv4(host: str) -> Reading | None:
    """Return how browsers read a host in ASCII whose last label is a number: the address, or None and the reason why
    they refuse it; None for another host.

    >>> [reading.address for reading in map(read_ipv4, ("0x7f.1", "2130706433", "010.0.0.1.")) if reading]
    ['127.0.0.1', '127.0.0.1', '8.0.0.1']
    >>> read_ipv4("1.2.3.256").reason, read_ipv4("a.1b"), read_ipv4("a.1").reason
    ('"256" is too large', None, '"a" is not a number')
    """
    if not ends_in_a_number(host):
        return None
    parts = host.removesuffix(".").split(".")
    if len(parts) > _MOST_PARTS:
        return Reading(None, "it has more than four parts")
    numbers: list[int] = []
    for part in parts:
        number = ipv4_number(part)
        if number is None:
            is_octal = bool(part) and grammar("rfc3986")["port"].matches(part)  # with 8 or 9
            return Reading(None, f"{quoted(part)} is not {'an octal' if is_octal else 'a'} number")
        numbers.append(number)
    *leading, rest = numbers
    large = next((part for part, number in zip(parts, leading, strict=False) if number >= _BYTE), None)
    if large is not None:
        return Reading(None, f"{quoted(large)} is greater than 255")
    if rest >= _BYTE ** (_MOST_PARTS + 1 - len(parts)):
        return Reading(None, f"{quoted(parts[-1])} is too large")
    return Reading(ipv4_address(host), "")


_SPACE = regex(" +|(?:%20)+")


@part_rule("host", "H006", "space-in-host", "error", "RFC 1123, 2.1", where="odd-host")
def _space_in_host(_: Context, host: Part) -> Iterator[Flaw]:
    """Yield a flaw for each run of spaces in the host, or of "%20", without a replacement."""
    for space in _SPACE.finditer(host.text):
        subject = "%20 is a space, which" if space[0].startswith("%") else "a space"
        message = f"{subject} is not allowed in a host name"
        yield Flaw(host.start + space.start(), host.start + space.end(), message)


@rule("H007", "empty-label", "error", "RFC 1035, 3.1", where="odd-host")
def _empty_label(context: Context) -> Iterator[Flaw]:
    """Yield a flaw, of length 0, for each empty label of the host."""
    for label in context.labels:
        if not label.spelling:
            where = "before the first dot" if label is context.labels[0] else "between two dots"
            yield Flaw(label.start, label.end, f"the host has an empty label {where}")


@part_rule("host", "H008", "special-address", "warning", "RFC 6890, 2.2.1", where="odd-host address")
def _special_address(context: Context, host: Part) -> Iterator[Flaw]:
    """Yield a flaw for a host that is an address, in any form, of a special-purpose block."""
    address = _address(context, host.text) if host.text else None
    block = special_address(address) if address else None
    if block:
        read = "" if address == host.text.strip("[]") else f", which is {address},"
        message = f"the host {quoted(host.text)}{read} is in {block.name}: {block.use} ({block.section})"
        yield Flaw(host.start, host.end, message)


def _address(context: Context, host: str) -> str | None:
    """Return the IP address that a host is in the grammar, one of IPv6 without brackets, or for browsers; None for any
    other host.
    """
    if host.startswith("["):
        inner = host[1:-1]
        return inner if grammar("rfc3986")["IPv6address"].matches(inner) else None
    if grammar("rfc3986")["IPv4address"].matches(host):
        return host
    reading = _ipv4(context, host)
    return None if reading is None else reading.address


_LOCAL_FILES = "file"


@part_rule("host", "H009", "special-domain", "warning", "RFC 6761, 4", where="odd-host unknown-domain foreign-domain")
def _special_domain(context: Context, host: Part) -> Iterator[Flaw]:
    """Yield a flaw for a host in a special-use domain; nothing for file URLs."""
    if not context.is_domain or (context.components.scheme or "").lower() == _LOCAL_FILES:
        return
    domain = special_domain(host.text.lower())
    if domain:
        message = f"{quoted(domain.name)} is a special-use domain ({domain.section}): {domain.use}"
        yield Flaw(host.start, host.end, message)


_DOMAIN = "valid-domain"  # of grammar/url-standard.abnf, which leaves UTS 46 to this rule


@part_rule("host", "H010", "invalid-domain", "error", "URL Standard, 3.4", where="odd-host")
def _invalid_domain(context: Context, host: Part) -> Iterator[Flaw]:
    reason = domain_fault(host.text) if context.components.host_kind == _DOMAIN else None
    if reason and not _is_later(context):
        yield Flaw(host.start, host.end, f"the host is not a valid domain of the URL Standard: {reason}")


@rule("H011", "idna-versions", "warning", "UTS #46, 1.3.2", where="odd-host")
def _idna_versions(context: Context) -> Iterator[Flaw]:
    """Yield a flaw for each non-ASCII label that IDNA 2003 and UTS 46 map to different labels in ASCII."""
    for label in context.labels:
        name = unescape(label.spelling).decode(errors="replace")
        if name.isascii() or (all(map(is_stable, name)) and is_normalized("NFC", name)):
            continue
        try:
            older = idna2003(name)
        except ValueError:
            continue
        newer = mapped_host(name)
        if older != newer and newer.isascii():  # no browser reads another one
            message = f"IDNA 2003, which urllib follows, reads {quoted(older)} here; UTS 46 reads {quoted(newer)}"
            yield Flaw(label.start, label.end, message)


@lru_cache(maxsize=4_096)
def is_stable(char: str) -> bool:
    """Return whether a character is a letter, a mark, a digit or a hyphen that both IDNA 2003 and UTS 46 keep."""
    if char.isascii():
        return char == "-" or (is_letter_or_number(char) and char == lower(char))
    if has_newer(char) or general_category(char)[0] not in "LMN":
        return False
    from encodings.idna import nameprep

    try:
        return map_by_uts46(char) == char == nameprep(char)
    except (LabelFault, UnicodeError):
        return False


@part_rule("host", "H012", "torn-host", "warning", "RFC 5893, 2", unless=("H010",), where="odd-host")
def _torn_host(context: Context, host: Part) -> Iterator[Flaw]:
    """Yield a flaw for a host of two or more labels that breaks the Bidi rule (RFC 5893, 2)."""
    if len(context.labels) < 2 or len(host.text) > _NOT_IDNA2008_LONGEST:
        return
    if breaks_bidi(host.text if "%" not in host.text else unescape(host.text).decode(errors="replace")):
        domain = mapped_host(host.text)
        readers = (
            "browsers differ on it" if host.text.isascii() else f"browsers refuse it; it is {quoted(domain)} in ASCII"
        )
        message = (
            "a label of the host breaks the Bidi rule next to one that is written from right to left: the host is "
            f"displayed torn apart, and {readers}"
        )
        yield Flaw(host.start, host.end, message)

"""Rules for URIs of all schemes, or of those with an authority."""

from __future__ import annotations

from collections.abc import Iterator

from irigrammar.finding import Flaw
from irigrammar.matching.parts import with_fields
from irigrammar.processing.scheme_rules.rule import flaw, rule
from irigrammar.processing.scheme_rules.uri import Place, SchemeUri, has_authority
from irigrammar.text.names import quoted

_HIGHEST_PORT = 2**16 - 1
_SHORTEST = len(str(_HIGHEST_PORT))
_LONGEST_PORT = 6  # digits without leading zeros: any longer number is too large
_SLASHES = "//"
_SLASHES_ACCEPTED = ("pkg",)  # ECMA-427, 5.6.1: another rule's


@rule("X003", "empty-host", "error", "RFC 3986, 3.2.2")
def _empty_host(uri: SchemeUri) -> Iterator[Flaw]:
    """Yield the flaw of an empty host in an authority where the scheme needs a host; a URI without an authority has
    none.
    """
    entry, components = uri.entry, uri.components
    if entry is None or not entry.needs_host or components is None or components.host:
        return
    host = uri.component("host")
    if host is not None:
        section = entry.sections["needs_host"]
        yield flaw(uri, host, f"the host is empty, but {entry.name} needs one", section=section)


@rule("X004", "large-port", "error", "RFC 9293, 3.1")
def _large_port(uri: SchemeUri) -> Iterator[Flaw]:
    """Yield the flaws of ports above 65535, in the authority, or in the parts "port" of the scheme's grammar."""
    components = uri.components
    if components is not None and components.authority is not None and len(components.port or "") < _SHORTEST:
        return
    generic_port = uri.component("port")
    for port in uri.parts("port") if generic_port is None else (generic_port,):
        if int(port.value.lstrip("0")[:_LONGEST_PORT] or "0") > _HIGHEST_PORT:
            yield flaw(uri, port, f"{quoted(port.value)} is not a port; the highest is {_HIGHEST_PORT}")


@rule("X005", "slashes-after-scheme", "error", "RFC 3986, 3")
def _slashes_after_scheme(uri: SchemeUri) -> Iterator[Flaw]:
    if uri.scheme not in _SLASHES_ACCEPTED and uri.fault is None and (slashes := doubled_slashes(uri)):
        yield slashes


def doubled_slashes(uri: SchemeUri) -> Flaw | None:
    """Return the flaw of slashes without which a URI matches its scheme's grammar, which has no authority. None where
    there are no two slashes after the colon, where it does not match without them, and where no grammar is known.
    """
    head = f"{uri.uri[: len(uri.scheme)]}:"
    meant = head + uri.uri[len(head) :].lstrip("/")
    if uri.matcher is None or has_authority(uri.scheme) or not uri.uri.startswith(head + _SLASHES):
        return None
    if not uri.matcher.matches(meant):
        return None
    place = Place("path", len(head), len(head) + len(uri.uri) - len(meant), "")
    message = f"{uri.scheme} has no {quoted(_SLASHES)} after its colon; write {quoted(meant)}"
    return flaw(uri, place, message, guess=meant)


@rule("X006", "user-information", "advice", "RFC 9110, 4.2.4")
def _user_information(uri: SchemeUri) -> Iterator[Flaw]:
    """Yield the flaw of user information (the part before "@", which may be empty) where the scheme's entry says that
    it has none; its guess is the URI without it.
    """
    entry, components = uri.entry, uri.components
    if entry is None or not entry.no_userinfo or components is None or components.userinfo is None:
        return
    user = uri.component("userinfo")
    if user is None:
        return
    without = str(with_fields(components, userinfo=None))
    message = f"user information is not to be sent in {entry.name} URIs, and to be treated as an error"
    yield flaw(uri, user, message, section=entry.sections["no_userinfo"], guess=without)


@rule("X021", "address-as-host", "error", "RFC 3986, 3")
def _address_as_host(uri: SchemeUri) -> Iterator[Flaw]:
    """Yield the flaw of an authority that begins with an address scheme, as in "http://mailto:a@b", of schemes whose
    hosts are domain names; its guess is the text from there.
    """
    text = uri.components and uri.components.authority
    if uri.entry is None or not uri.entry.domain_name or not text:
        return
    entry = uri.known.find(text.partition(":")[0])
    authority = uri.component("authority") if entry is not None and entry.address else None
    if entry is not None and authority is not None and len(text) > len(entry.name):
        meant = uri.uri[authority.start :]
        message = f"{quoted(entry.name)} is not a host but a scheme; write {quoted(meant)}"
        yield flaw(uri, authority, message, section=entry.sections["address"], guess=meant)


@rule("X022", "fragment", "error", "RFC 3986, 3.5")
def _fragment(uri: SchemeUri) -> Iterator[Flaw]:
    """Yield the flaw of a fragment, with its "#", where the scheme's entry says that it has none; its guess is the URI
    without it.
    """
    entry, start = uri.entry, uri.uri.find("#")
    if entry is None or not entry.no_fragment or start < 0 or (uri.components is None and not uri.matching_part):
        return
    message = f"{entry.name} URIs have no fragment"
    place = Place("fragment", start, len(uri.uri), uri.uri[start:])
    yield flaw(uri, place, message, section=entry.sections["no_fragment"], guess=uri.uri[:start])

"""Map IRIs to URIs and back by RFC 3987, 3.1 and 3.2, or otherwise."""

# typed: unreserved: RFC 3986, 2.3
from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from irigrammar.errors import ConversionError
from irigrammar.lazy import regex
from irigrammar.matching.grammar import grammar_of
from irigrammar.operations.values import Parts
from irigrammar.operations.variants import Case, Input, Run, Variant, parts_of, unique_cases
from irigrammar.processing.characters import alphabet, characters
from irigrammar.processing.host import host_policy, host_to_ascii, host_to_unicode
from irigrammar.processing.scheme_forms import mail_domains
from irigrammar.text.normal_forms import nfc
from irigrammar.unicode import general_category

_TO_URI, _TO_IRI = "RFC 3987, 3.1", "RFC 3987, 3.2"


class ToUri(Variant):
    """A variant of mapping an IRI to a URI."""

    NAME_PERCENT = "percent-encodes the host", _TO_URI, True
    NAME_2003 = "converts the host by IDNA2003", _TO_URI, True
    NAME_2008 = "converts the host by IDNA2008 without mapping", "RFC 5891, 4", True
    NAME_UTS46 = "converts the host as browsers do (UTS 46)", "UTS 46, 4", True
    NAME_ALWAYS = "converts the host by IDNA whatever the scheme", _TO_URI, True
    REFUSED_ENCODED = "percent-encodes printable ASCII that no IRI has", _TO_URI, True
    PRIVATE_ENCODED = "percent-encodes characters that no IRI has there", _TO_URI, True

    SLASH = "writes a slash for an empty path after an authority", "RFC 3986, 6.2.3", True
    MAIL = "converts the domain of a mail address by IDNA", "RFC 6068, 2", True

    HOST = "does not encode the host", _TO_URI
    USER = "does not encode user information", _TO_URI
    PATH = "does not encode the path", _TO_URI
    ROOTLESS = "does not encode a path that does not begin with a slash", _TO_URI
    QUERY = "does not encode the query", _TO_URI
    FRAGMENT = "does not encode the fragment", _TO_URI
    LATIN = "encodes as ISO 8859-1 what that has", _TO_URI
    SURROGATES = "encodes characters beyond U+FFFF as surrogates", _TO_URI
    LOWER = "writes hexadecimal digits in lower case", _TO_URI
    COMPOSED = "composes characters (NFC)", _TO_URI
    PERCENT = 'encodes "%" again', _TO_URI
    NORMALIZED = "writes existing triplets in upper case", _TO_URI
    UNRESERVED = "decodes unreserved characters that were percent-encoded", _TO_URI
    RESERVED = "percent-encodes reserved characters", _TO_URI
    UNENCODED_PRIVATE = "does not encode private use characters", _TO_URI
    EMPTY_QUERY = "drops an empty query", _TO_URI
    EMPTY_FRAGMENT = "drops an empty fragment", _TO_URI
    FRAGMENT_LOST = "drops the fragment", _TO_URI
    HOST_CASE = "writes the host in lower case", _TO_URI
    REPLACED = 'writes "?" for characters beyond ASCII', _TO_URI


class ToIri(Variant):
    """A variant of mapping a URI to an IRI."""

    NAME_KEPT = "keeps names of the host in ASCII", _TO_IRI, True
    HOST_KEPT = "keeps what is beyond ASCII percent-encoded in the host", _TO_IRI, True
    UPPER = "writes hexadecimal digits that stay in upper case", _TO_IRI, True
    PRIVATE = "decodes private use characters in a query", "RFC 3987, 6.1", True
    UNSEEN = "keeps invisible and unassigned characters encoded", "RFC 3987, 3.2, step 4", True
    DOTS = "keeps dots encoded that would be a dot segment", "RFC 3987, 3.2, step 5", True

    PATH = "does not decode the path", _TO_IRI
    QUERY = "does not decode the query", _TO_IRI
    FRAGMENT = "does not decode the fragment", _TO_IRI
    USER = "does not decode user information", _TO_IRI
    UNRESERVED = "keeps unreserved characters percent-encoded", _TO_IRI
    BEYOND = "keeps characters beyond ASCII percent-encoded", _TO_IRI
    RESERVED = 'decodes reserved characters (such as "%2F")', "RFC 3987, 3.2, step 2"
    PERCENT = 'decodes "%25"', "RFC 3987, 3.2, step 2"
    OTHERS = "decodes ASCII that no URI has", "RFC 3987, 3.2, step 2"
    LATIN = "reads bytes that are not UTF-8 as ISO 8859-1", "RFC 3987, 3.2, step 3"
    REPLACED = "replaces bytes that are not UTF-8", "RFC 3987, 3.2, step 3"
    ALL_KEPT = "keeps characters encoded beside bytes that are not UTF-8", "RFC 3987, 3.2, step 3"
    BIDI = "decodes bidirectional formatting characters", "RFC 3987, 3.2, step 4"
    PRIVATE_ANYWHERE = "decodes private use characters outside of queries", "RFC 3987, 3.2, step 4"
    NOT_IN_IRIS = "decodes characters that no IRI has", "RFC 3987, 3.2, step 4"
    COMPOSED = "composes characters (NFC)", _TO_IRI
    PLUS = 'decodes "+" as a space', _TO_IRI
    SLASH = "writes a slash for an empty path", _TO_IRI
    EMPTY_QUERY = "drops an empty query", _TO_IRI
    EMPTY_FRAGMENT = "drops an empty fragment", _TO_IRI
    HOST_CASE = "writes the host in lower case", _TO_IRI


_HOST_POLICY: dict[Variant, str] = {
    ToUri.NAME_PERCENT: "percent",
    ToUri.NAME_2003: "idna2003",
    ToUri.NAME_2008: "idna2008",
    ToUri.NAME_UTS46: "uts46",
}
_AUTHORITY = regex(r"((?:.*@)?)(\[.*\]|[^:]*)((?::.*)?)")
_TRIPLET = regex(r"%[0-9A-Fa-f]{2}")
_NEVER = regex(r'[ "<>\\^`{|}]')  # printable ASCII that neither URIs nor IRIs have


def to_uri(arguments: Input, run: Run) -> str | None:
    """Return the URI reference of `text` (RFC 3987, 3.1), None for a refusal.

    >>> to_uri({"text": "http://h/é"}, Run())
    'http://h/%C3%A9'
    """
    text = arguments["text"]
    if _NEVER.search(text):
        if not run.uses(ToUri.REFUSED_ENCODED):
            return None
        text = _NEVER.sub(lambda match: _escaped(match[0]), text)
    if not grammar_of("rfc3987").start.matches(text):
        if not run.uses(ToUri.PRIVATE_ENCODED):
            return None
        ucschar = alphabet(grammar_of("rfc3987")["ucschar"])
        text = "".join(char if char.isascii() or char in ucschar else _escaped(char) for char in text)
        if not grammar_of("rfc3987").start.matches(text):
            return None
    parts = parts_of(text)
    authority = parts.authority
    if authority is not None:
        ascii_authority = _authority_to_uri(parts.scheme, authority, run)
        if ascii_authority is None:
            return None
        authority = ascii_authority
    path = parts.path
    if (parts.scheme or "").lower() == "mailto" and not path.isascii() and run.uses(ToUri.MAIL):
        path = mail_domains(path, lambda domain: domain if domain.isascii() else host_to_ascii(domain))
    path = _encoded(path, ToUri.PATH if path[:1] in ("", "/") else ToUri.ROOTLESS, run)
    if path == "" and authority is not None and run.uses(ToUri.SLASH):
        path = "/"
    query = None if parts.query is None else _encoded(parts.query, ToUri.QUERY, run)
    fragment = None if parts.fragment is None else _encoded(parts.fragment, ToUri.FRAGMENT, run)
    if query == "" and run.uses(ToUri.EMPTY_QUERY):
        query = None
    if fragment is not None and (run.uses(ToUri.FRAGMENT_LOST) or (fragment == "" and run.uses(ToUri.EMPTY_FRAGMENT))):
        fragment = None
    return Parts(parts.scheme, authority, path, query, fragment).text


def _authority_to_uri(scheme: str | None, authority: str, run: Run) -> str | None:
    """Return an authority in ASCII, None where its host has no such form."""
    match = _AUTHORITY.fullmatch(authority)
    assert match is not None
    user, host, port = match.groups()
    user = _encoded(user, ToUri.USER, run)
    if host != host.lower() and run.uses(ToUri.HOST_CASE):
        host = host.lower()
    if host.isascii() or run.uses(ToUri.HOST):
        return user + host + port
    policy = host_policy(scheme)
    if policy == "percent":
        if run.uses(ToUri.NAME_ALWAYS):
            policy = "idna"
    else:
        policy = next((_HOST_POLICY[variant] for variant in _HOST_POLICY if run.uses(variant)), policy)
    if policy == "percent":
        return user + _encoded(host, ToUri.HOST, run) + port
    try:
        return user + host_to_ascii(host, policy) + port
    except ConversionError:
        return None


def _encoded(text: str, skip: Variant, run: Run) -> str:
    """Return a component with characters beyond ASCII percent-encoded, unless the variant `skip` leaves them."""
    if "%" in text:
        if run.uses(ToUri.PERCENT):
            text = text.replace("%", "%25")
        if _TRIPLET.sub(lambda match: match[0].upper(), text) != text and run.uses(ToUri.NORMALIZED):
            text = _TRIPLET.sub(lambda match: match[0].upper(), text)
        decoded = _TRIPLET.sub(_unreserved, text)
        if decoded != text and run.uses(ToUri.UNRESERVED):
            text = decoded
    reserved = alphabet(grammar_of("rfc3986")["sub-delims"])
    if any(char in reserved for char in text) and run.uses(ToUri.RESERVED):
        text = "".join(_escaped(char) if char in reserved else char for char in text)
    if text.isascii() or run.uses(skip):
        return text
    if nfc(text) != text and run.uses(ToUri.COMPOSED):
        text = nfc(text)
    return "".join(char if char.isascii() else _character(char, run) for char in text)


def _unreserved(match: re.Match[str]) -> str:
    char = chr(int(match[0][1:], 16))
    return char if char in alphabet(grammar_of("rfc3986")["unreserved"]) else match[0]


def _character(char: str, run: Run) -> str:
    """Return a character beyond ASCII percent-encoded."""
    if run.uses(ToUri.REPLACED):
        return "?"
    if general_category(char) == "Co" and run.uses(ToUri.UNENCODED_PRIVATE):
        return char
    if ord(char) < 0x100 and run.uses(ToUri.LATIN):
        return _escaped(char, "latin-1")
    if ord(char) > 0xFFFF and run.uses(ToUri.SURROGATES):
        data = char.encode("utf-16-be")
        units = [chr(int.from_bytes(data[index : index + 2])) for index in (0, 2)]
        return "".join(map(_escaped, units))
    return _escaped(char).lower() if run.uses(ToUri.LOWER) else _escaped(char)


def _escaped(char: str, charset: str = "utf-8") -> str:
    return "".join(f"%{byte:02X}" for byte in char.encode(charset, "surrogatepass"))


def to_iri(arguments: Input, run: Run) -> str | None:
    """Return the IRI reference of `text` (RFC 3987, 3.2), None for a refusal.

    >>> to_iri({"text": "http://h/%C3%A9%2F"}, Run())
    'http://h/é%2F'
    """
    parts = parts_of(arguments["text"])
    authority = parts.authority
    if authority is not None:
        match = _AUTHORITY.fullmatch(authority)
        assert match is not None
        user, host, port = match.groups()
        authority = _decoded(user, ToIri.USER, run) + _host_to_iri(host, run) + port
    path = _decoded(parts.path, ToIri.PATH, run)
    if path == "" and authority is not None and run.uses(ToIri.SLASH):
        path = "/"
    query = None if parts.query is None else _decoded(parts.query, ToIri.QUERY, run)
    fragment = None if parts.fragment is None else _decoded(parts.fragment, ToIri.FRAGMENT, run)
    if query == "" and run.uses(ToIri.EMPTY_QUERY):
        query = None
    if fragment == "" and run.uses(ToIri.EMPTY_FRAGMENT):
        fragment = None
    return Parts(parts.scheme, authority, path, query, fragment).text


def _host_to_iri(host: str, run: Run) -> str:
    """Return the host of an IRI for one of a URI."""
    if host != host.lower() and run.uses(ToIri.HOST_CASE):
        host = host.lower()
    decoded = _decoded(host, ToIri.HOST_KEPT, run)
    if "xn--" in host.lower() and not run.uses(ToIri.NAME_KEPT):
        return host_to_unicode(decoded)
    return decoded


def _decoded(text: str, skip: Variant, run: Run) -> str:
    """Return a component decoded (RFC 3987, 3.2, steps 2 to 5), unless the variant `skip` leaves it; in a host, that
    leaves only characters beyond ASCII.
    """
    if "+" in text and run.uses(ToIri.PLUS):
        text = text.replace("+", " ")
    if "%" not in text or (skip is not ToIri.HOST_KEPT and run.uses(skip)):
        return text
    segments = text.split("/")
    decoded = [_RUN.sub(lambda match: _decoded_run(match[0], skip, run), segment) for segment in segments]
    is_kept = [
        segment in (".", "..") and segment != encoded for segment, encoded in zip(decoded, segments, strict=True)
    ]
    if any(is_kept) and run.uses(ToIri.DOTS):
        rows = zip(decoded, segments, is_kept, strict=True)
        decoded = [segment if is_encoded else new for new, segment, is_encoded in rows]
    whole = "/".join(decoded)
    return nfc(whole) if nfc(whole) != whole and run.uses(ToIri.COMPOSED) else whole


_RUN = regex(r"(?:%[0-9A-Fa-f]{2})+")


def _decoded_run(triplets: str, skip: Variant, run: Run) -> str:
    """Return a run of percent-encoded bytes decoded."""
    text = bytes.fromhex(triplets.replace("%", "")).decode("utf-8", "surrogateescape")
    is_broken = any("\udc80" <= char <= "\udcff" for char in text)
    if is_broken and run.uses(ToIri.ALL_KEPT):
        return triplets
    decoded, place = "", 0
    for char in text:
        size = len(char.encode("utf-8", "surrogateescape"))
        decoded += _decoded_character(char, triplets[3 * place : 3 * (place + size)], skip, run)
        place += size
    return decoded


def _decoded_character(char: str, encoded: str, skip: Variant, run: Run) -> str:
    """Return a character decoded, or its percent-encoding if it stays."""
    encoding = encoded.upper() if encoded != encoded.upper() and run.uses(ToIri.UPPER) else encoded
    if "\udc80" <= char <= "\udcff":
        if run.uses(ToIri.REPLACED):
            return "\ufffd"
        return chr(ord(char) - 0xDC00) if run.uses(ToIri.LATIN) else encoding
    uri = grammar_of("rfc3986")
    if char.isascii():
        if char in alphabet(uri["unreserved"]):
            return encoding if run.uses(ToIri.UNRESERVED) else char
        is_reserved = char in alphabet(uri["reserved"])
        variant = ToIri.RESERVED if is_reserved else ToIri.PERCENT if char == "%" else ToIri.OTHERS
        return char if run.uses(variant) else encoding
    if run.uses(ToIri.BEYOND) or (skip is ToIri.HOST_KEPT and run.uses(skip)):
        return encoding
    if char in characters("bidi-formatting"):
        return char if run.uses(ToIri.BIDI) else encoding
    if general_category(char) == "Co":
        variant = ToIri.PRIVATE if skip is ToIri.QUERY else ToIri.PRIVATE_ANYWHERE
        return char if run.uses(variant) else encoding
    if char not in alphabet(grammar_of("rfc3987")["ucschar"]):
        return char if run.uses(ToIri.NOT_IN_IRIS) else encoding
    if general_category(char)[0] in "CZ" or general_category(char) == "Mn":
        return encoding if run.uses(ToIri.UNSEEN) else char
    return char


_PLACES = {
    "http://{}@h/": "user information",
    "http://{}/": "the host",
    "foo://{}/": "the host of a scheme whose hosts may be no domain names",
    "http://h/{}": "the path",
    "foo:{}": "a path without root",
    "{}": "the path of a relative reference",
    "http://h/?{}": "the query",
    "http://h/#{}": "the fragment",
}
_WORDS = (
    "é É ß ς a。b x．y ﬁ e\u0301 א\u0628 中文 😀 a\u200db a\u00a0b \u0301 ％ a\u202eb \u202e \u2028 \ue000 \ufdd0"
    " \ufffe \U0010fffd"
)
_WHOLE = """
http://é.example/é?é#é http://u:é@É.example:80/%C3%A9é?%2fé#%c3é http://[::1]/é mailto:é@é.example http://h?é http://h#é
http://h http://h? http://h# foo:é?é é/é ?é #é http://xn--9ca.example/%C3%A9 http://XN--9CA.example/ http://xn--a.example/
http://h/a+b?c+d http://h/%41%2e%2e/%2E/%7e http://h/%C3%A9%FF%C3%A9 http://h/%E2%82 http://h/%C0%AF
http://h/%ED%A0%80 http://h/%F4%90%80%80 http://h/e%CC%81 http://h/%65%CC%81
"""


@cache
def _samples() -> tuple[str, ...]:
    """Return texts beyond ASCII: the ends and a middle of each range of `ucschar` and `iprivate`, and some words."""
    grammar = grammar_of("rfc3987")
    ranges = [*alphabet(grammar["ucschar"]).ranges, *alphabet(grammar["iprivate"]).ranges]
    ends = {chr(code) for low, high in ranges for code in (low, (low + high) // 2, high)}
    return (*_WORDS.split(" "), *sorted(ends))


def to_uri_cases() -> Iterator[Case]:
    """Yield the suite of mapping IRIs to URIs: each class of characters in each component."""
    return unique_cases(_iri_rows(), to_uri)


def _iri_rows() -> Iterator[tuple[Input, str, str]]:
    for text in _WHOLE.split():
        yield {"text": text}, _TO_URI, "several components"
    start = grammar_of("rfc3987").start
    for place, name in _PLACES.items():
        for sample in _samples():
            yield {"text": place.format(sample)}, _TO_URI, f"characters beyond ASCII in {name}"
        for code in range(0x21, 0x7F):
            text = place.format(chr(code))
            if start.matches(text) or _NEVER.search(text):
                yield {"text": text}, _TO_URI, f"ASCII in {name}"
        for unit in ("%41", "%7e", "%c3%a9", "%C3%A9é", "%FFé", "%25", "%2fé", "é%2E"):
            yield {"text": place.format(unit)}, _TO_URI, f"percent-encoding in {name}"


def to_iri_cases() -> Iterator[Case]:
    """Yield the suite of mapping URIs to IRIs: each byte, and each class of characters, in each component."""
    return unique_cases(_uri_rows(), to_iri)


def _uri_rows() -> Iterator[tuple[Input, str, str]]:
    for text in _WHOLE.split():
        if text.isascii():
            yield {"text": text}, _TO_IRI, "several components"
    for place, name in _PLACES.items():
        for byte in range(256):
            for encoded in dict.fromkeys((f"%{byte:02X}", f"%{byte:02x}")):
                yield {"text": place.format(encoded)}, _TO_IRI, f"a byte in {name}"
        for sample in _samples():
            utf8 = "".join(map(_escaped, sample))
            for encoded in (utf8, utf8.lower(), f"%FF{utf8}%2F"):
                yield {"text": place.format(encoded)}, _TO_IRI, f"UTF-8 in {name}"
        for text in (place.format(char) for char in map(chr, range(0x21, 0x7F))):
            if grammar_of("rfc3986").start.matches(text):
                yield {"text": text}, _TO_IRI, f"ASCII in {name}"

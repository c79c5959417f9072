"""Normalize a URI by RFC 3986, 6.2.2 and 6.2.3, or otherwise."""

# typed: unreserved, delimiters: RFC 3986, 2.2 and 2.3
from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from ipaddress import IPv6Address
from itertools import product

from irigrammar.errors import ConversionError
from irigrammar.lazy import regex
from irigrammar.matching.browser import ipv6_text
from irigrammar.matching.grammar import grammar_of
from irigrammar.operations.resolving import has_dots, remove_dots
from irigrammar.operations.values import Parts
from irigrammar.operations.variants import Case, Input, Run, Variant, parts_of, unique_cases
from irigrammar.processing.characters import alphabet
from irigrammar.processing.host import host_to_ascii
from irigrammar.processing.schemes import schemes
from irigrammar.text.normal_forms import nfc
from irigrammar.text.percent import decoded

_CASE, _TRIPLETS, _DOTS = (f"RFC 3986, 6.2.2.{number}" for number in (1, 2, 3))
_BY_SCHEME = "RFC 3986, 6.2.3"


class Triplets(Variant):
    """A variant of normalizing percent-encoding."""

    BEYOND = "decodes UTF-8 beyond ASCII, as for an IRI", "RFC 3987, 5.3.2.3", True
    BEYOND_COMPOSED = "decodes UTF-8 beyond ASCII and composes it (NFC), as for an IRI", "RFC 3987, 5.3.2.2", True
    LOWER_KEPT = "keeps lower-case hexadecimal digits", _CASE
    LOWER = "writes hexadecimal digits in lower case", _CASE
    UNRESERVED = "keeps unreserved characters percent-encoded", _TRIPLETS
    GENERAL = 'decodes percent-encoded delimiters of components (such as "%2F")', _TRIPLETS
    INNER = 'decodes percent-encoded delimiters within components (such as "%26")', _TRIPLETS
    PERCENT = 'decodes "%25"', _TRIPLETS
    TWICE = "decodes twice", _TRIPLETS
    PUNCTUATION = "keeps unreserved punctuation percent-encoded", _TRIPLETS
    OTHERS = "decodes characters that no URI has", _TRIPLETS
    REPLACED = "replaces bytes that are not UTF-8", _TRIPLETS
    LATIN = "reads bytes beyond ASCII as ISO 8859-1", _TRIPLETS
    COMPOSED = "composes percent-encoded characters (NFC)", _TRIPLETS


class Normalizing(Variant):
    """A variant of normalizing."""

    EMPTY_PORT = "removes an empty port", _BY_SCHEME, True
    DEFAULT_PORT = "removes the scheme's default port", _BY_SCHEME, True
    PORT_ZEROS = "removes zeros at the start of a port", _BY_SCHEME, True
    EMPTY_PATH = "writes a slash for an empty path after an authority", _BY_SCHEME, True
    ADDRESS = "writes an IPv6 address as RFC 5952 has it", "RFC 5952, 4", True
    NAMES = "converts a percent-encoded name by IDNA", "RFC 3986, 3.2.2", True
    INNER_DOTS = "removes dot segments within a relative reference", _DOTS, True
    RELATIVE_KEPT = "keeps dot segments of a relative reference", _DOTS, True
    RELATIVE = "refuses a relative reference", "RFC 3986, 4.2", True
    GUARD = "lets a path that begins with two slashes be read as an authority", "RFC 3986, 3.3", True
    DOTS_TWICE = "removes dot segments before and after it decodes percent-encoded dots", _DOTS, True
    ROOTLESS_DOTS = "removes dot segments of a path without root by the letter of 5.2.4", _DOTS, True
    FILE_SHORT = "writes file: URIs without an empty authority", "RFC 8089, 2 and appendix B", True
    FILE_LONG = "writes file: URIs with an empty authority", "RFC 8089, 2 and appendix B", True

    SCHEME_CASE = "keeps capitals of the scheme", _CASE
    HOST_CASE = "keeps capitals of the host", _CASE
    LITERAL_CASE = "keeps capitals of an IP literal", _CASE
    ADDRESS_LONG = "writes all digits of an IPv6 address", "RFC 3986, 3.2.2"
    HOST_CASE_FIRST = "writes the host in lower case before it decodes", _CASE
    HOST_TRIPLETS = "writes the host in lower case with its percent-encoding", _CASE
    USER_CASE = "writes user information in lower case", _CASE
    USER_WHOLE_CASE = "writes user information in lower case with its percent-encoding", _CASE
    PATH_CASE = "writes the path in lower case", _CASE
    PATH_WHOLE_CASE = "writes the path in lower case with its percent-encoding", _CASE
    QUERY_CASE = "writes the query in lower case", _CASE
    QUERY_WHOLE_CASE = "writes the query in lower case with its percent-encoding", _CASE
    FRAGMENT_CASE = "writes the fragment in lower case", _CASE
    FRAGMENT_WHOLE_CASE = "writes the fragment in lower case with its percent-encoding", _CASE
    USER_TRIPLETS = "does not normalize the percent-encoding of user information", _TRIPLETS
    HOST_KEPT = "does not normalize the percent-encoding of the host", _TRIPLETS
    PATH_TRIPLETS = "does not normalize the percent-encoding of the path", _TRIPLETS
    QUERY_TRIPLETS = "does not normalize the percent-encoding of the query", _TRIPLETS
    FRAGMENT_TRIPLETS = "does not normalize the percent-encoding of the fragment", _TRIPLETS
    ENCODED = "percent-encodes characters that are allowed", _TRIPLETS
    DOTS_FIRST = "removes dot segments before it decodes percent-encoded dots", _DOTS
    RELATIVE_DOTS = "removes dot segments at the start of a relative reference", _DOTS
    COLON = 'removes "./" before a segment with a colon, which becomes a scheme', "RFC 3986, 4.2"
    AUTHORITY_EMPTY = "removes an empty authority", _BY_SCHEME
    USER_LOST = "drops user information", _BY_SCHEME
    PASSWORD_LOST = "drops the password", _BY_SCHEME
    USER_EMPTY = 'removes "@" after empty user information', _BY_SCHEME
    PORT_LOST = "drops a port that is not the scheme's default", _BY_SCHEME
    PORT_OF_OTHERS = "removes the default port of another scheme", _BY_SCHEME
    HOST_DOT = "removes the dot at the end of the host", _BY_SCHEME
    HOST_WWW = 'removes "www." from the host', _BY_SCHEME
    SLASH_LOST = "removes the slash at the end of the path", _BY_SCHEME
    SLASH_ADDED = "writes a slash at the end of a path", _BY_SCHEME
    PATH_EMPTY = "removes a path that is a slash alone", _BY_SCHEME
    INDEX = "removes the name of a directory's index", _BY_SCHEME
    WHOLE_CASE = "writes the whole text in lower case", _CASE
    WHOLE_DECODED = "decodes all percent-encoding", _TRIPLETS
    WHOLE_AGAIN = 'encodes "%" again', _TRIPLETS
    QUERY_EMPTY = "removes an empty query", _BY_SCHEME
    QUERY_LOST = "drops the query", _BY_SCHEME
    QUERY_VALUES = "drops parts of the query without a value", _BY_SCHEME
    QUERY_SORTED = "sorts the query", _BY_SCHEME
    QUERY_PLUS = 'writes "%20" for "+" in the query', _BY_SCHEME
    QUERY_SPACE = 'writes "+" for "%20" in the query', _BY_SCHEME
    QUERY_DOTS = "removes dot segments of the query", _DOTS
    FRAGMENT_EMPTY = "removes an empty fragment", _BY_SCHEME
    FRAGMENT_LOST = "drops the fragment", _BY_SCHEME


_AUTHORITY = regex(r"(?:(?P<user>.*)@)?(?P<host>\[.*\]|[^:]*)(?::(?P<port>.*))?")
_RUN = regex(r"(?:%[0-9A-Fa-f]{2})+")


def normalize(arguments: Input, run: Run) -> str | None:
    """Return the normal form of `text` by syntax (RFC 3986, 6.2.2), None for a refusal; the forms by scheme are allowed
    variants.

    >>> normalize({"text": "HTTP://H/%7ea/../%2f"}, Run())
    'http://h/%2F'
    """
    parts = parts_of(arguments["text"])
    scheme, query, fragment = parts.scheme, parts.query, parts.fragment
    if scheme is None and run.uses(Normalizing.RELATIVE):
        return None
    if scheme is not None and not (scheme != scheme.lower() and run.uses(Normalizing.SCHEME_CASE)):
        scheme = scheme.lower()
    authority = None if parts.authority is None else _authority(scheme, parts.authority, run)
    if scheme == "file" and authority == "" and run.uses(Normalizing.FILE_SHORT):
        authority = None
    elif scheme == "file" and authority is None and parts.path[:1] == "/" and run.uses(Normalizing.FILE_LONG):
        authority = ""
    elif authority == "" and run.uses(Normalizing.AUTHORITY_EMPTY):
        authority = None
    path = _path(parts._replace(scheme=scheme), run)
    if path is None:
        return parts._replace(path=parts.path.removeprefix("./")).text
    if query is not None:
        query = _query(query, run)
    if fragment is not None:
        fragment = _lower(
            _decoded(fragment, Normalizing.FRAGMENT_TRIPLETS, run),
            Normalizing.FRAGMENT_CASE,
            Normalizing.FRAGMENT_WHOLE_CASE,
            run,
        )
        if run.uses(Normalizing.FRAGMENT_LOST) or (fragment == "" and run.uses(Normalizing.FRAGMENT_EMPTY)):
            fragment = None
    if authority is None and path.startswith("//") and not run.uses(Normalizing.GUARD):
        path = f"/.{path}"
    return _whole(Parts(scheme, authority, path, query, fragment).text, run)


def _whole(text: str, run: Run) -> str:
    """Return a normal form with the changes of variants of the whole text."""
    if text != text.lower() and run.uses(Normalizing.WHOLE_CASE):
        return text.lower()
    if "%" not in text:
        return text
    if run.uses(Normalizing.WHOLE_AGAIN):
        return text.replace("%", "%25")
    return decoded(text) if run.uses(Normalizing.WHOLE_DECODED) else text


def _lower(text: str, variant: Variant, whole: Variant, run: Run) -> str:
    """Return a component with the changes of variants of its case; `whole` is that of its percent-encoding too."""
    if text != _small(text) and run.uses(variant):
        return _small(text)
    return text.lower() if text != text.lower() and run.uses(whole) else text


def _small(text: str) -> str:
    """Return a text in lower case, except for its percent-encoding."""
    return re.sub(r"%..|[A-Z]", lambda match: match[0] if match[0][0] == "%" else match[0].lower(), text)


@cache
def _characters(rule: str) -> frozenset[str]:
    """Return the characters of a rule of RFC 3986."""
    return frozenset(alphabet(grammar_of("rfc3986")[rule]))


def _decoded(text: str, skip: Variant, run: Run) -> str:
    """Return a component with its percent-encoding normalized (RFC 3986, 6.2.2.1 and 6.2.2.2); `skip` is the variant of
    leaving it.
    """
    if "%" in text:
        once = text if run.uses(skip) else _RUN.sub(lambda match: _normal_run(match[0], run), text)
        is_again = "%25" in once and run.uses(Triplets.TWICE)
        text = _RUN.sub(lambda match: _normal_run(match[0], run), once.replace("%25", "%")) if is_again else once
        if "%C" in text and nfc(_utf8(text)) != _utf8(text) and run.uses(Triplets.COMPOSED):
            text = _encoded(nfc(_utf8(text)))
        if not text.isascii() and nfc(text) != text and run.uses(Triplets.BEYOND_COMPOSED):
            text = nfc(text)
    extra = _characters("sub-delims") | {"~"}
    if not extra.isdisjoint(text) and run.uses(Normalizing.ENCODED):
        text = "".join(f"%{ord(char):02X}" if char in extra else char for char in text)
    return text


def _utf8(text: str) -> str:
    """Return a text with its UTF-8 beyond ASCII decoded."""
    return re.sub(r"(?:%[89A-F].)+", lambda match: _bytes_of(match[0]).decode("utf-8", "replace"), text)


def _bytes_of(run: str) -> bytes:
    return bytes.fromhex(run.replace("%", ""))


def _encoded(text: str) -> str:
    return "".join(char if char.isascii() else "".join(f"%{byte:02X}" for byte in char.encode()) for char in text)


def _normal_run(triplets: str, run: Run) -> str:
    """Return a run of percent-encoded bytes in the normal form."""
    data = _bytes_of(triplets)
    if max(data) >= 0x80:
        if run.uses(Triplets.LATIN):
            data = data.decode("latin-1").encode()
        if "\ufffd" in data.decode("utf-8", "replace") and run.uses(Triplets.REPLACED):
            data = data.decode("utf-8", "replace").encode()
        if run.uses(Triplets.BEYOND):
            return _as_iri(data, run)
    last = len(triplets) // 3 - 1  # a longer result has no lower-case digits to keep
    return "".join(_byte(byte, triplets[3 * min(index, last) :][:3], run) for index, byte in enumerate(data))


def _as_iri(data: bytes, run: Run) -> str:
    """Return bytes with the UTF-8 of characters decoded that IRIs have beyond ASCII."""
    ucschar = alphabet(grammar_of("rfc3987")["ucschar"])
    decoded = ""
    for char in data.decode("utf-8", "surrogateescape"):
        if char in ucschar:
            decoded += char
        else:
            encoded = char.encode("utf-8", "surrogateescape")
            decoded += "".join(_byte(byte, f"%{byte:02X}", run) for byte in encoded)
    return decoded


def _byte(byte: int, triplet: str, run: Run) -> str:
    """Return a percent-encoded byte in the normal form."""
    char = chr(byte)
    if char in _characters("unreserved"):
        is_mark = char not in _characters("ALPHA") | _characters("DIGIT")
        is_kept = is_mark and run.uses(Triplets.PUNCTUATION)
        if not is_kept and not run.uses(Triplets.UNRESERVED):
            return char
    variant = next((variant for variant, chars in _decoded_wrongly().items() if char in chars), None)
    if variant is not None and run.uses(variant):
        return char
    upper = f"%{byte:02X}"
    if upper != upper.lower():
        if run.uses(Triplets.LOWER):
            return upper.lower()
        if triplet != upper and run.uses(Triplets.LOWER_KEPT):
            return triplet
    return upper


@cache
def _decoded_wrongly() -> dict[Variant, frozenset[str]]:
    """Return the characters of ASCII that each variant decodes."""
    delimiters, inner = _characters("gen-delims"), _characters("sub-delims")
    others = frozenset(map(chr, range(0x80))) - delimiters - inner - _characters("unreserved") - {"%"}
    return {
        Triplets.GENERAL: delimiters,
        Triplets.INNER: inner,
        Triplets.PERCENT: frozenset("%"),
        Triplets.OTHERS: others,
    }


def _authority(scheme: str | None, authority: str, run: Run) -> str:
    """Return an authority in the normal form."""
    match = _AUTHORITY.fullmatch(authority)
    assert match is not None
    user, host, port = match["user"], match["host"], match["port"]
    if user is not None:
        user = _lower(
            _decoded(user, Normalizing.USER_TRIPLETS, run), Normalizing.USER_CASE, Normalizing.USER_WHOLE_CASE, run
        )
        if run.uses(Normalizing.USER_LOST) or (user == "" and run.uses(Normalizing.USER_EMPTY)):
            user = None
        elif ":" in user and run.uses(Normalizing.PASSWORD_LOST):
            user = user.partition(":")[0]
    host = _host(host, run)
    if port is not None:
        port = _port(scheme, port, run)
    return f"{'' if user is None else f'{user}@'}{host}{'' if port is None else f':{port}'}"


def _host(host: str, run: Run) -> str:
    """Return a host in the normal form (RFC 3986, 3.2.2)."""
    if host.startswith("["):
        host = host if host != host.lower() and run.uses(Normalizing.LITERAL_CASE) else host.lower()
        inner = host[1:-1]
        if grammar_of("rfc3986")["IPv6address"].matches(inner):
            if run.uses(Normalizing.ADDRESS):
                return f"[{ipv6_text(inner)}]"
            if run.uses(Normalizing.ADDRESS_LONG):
                return f"[{IPv6Address(inner).exploded}]"
        return host
    if "%" in host and run.uses(Normalizing.HOST_CASE_FIRST):
        return _decoded(_small(host), Normalizing.HOST_KEPT, run)
    host = _decoded(host, Normalizing.HOST_KEPT, run)
    if host != _small(host) and not run.uses(Normalizing.HOST_CASE):
        host = _small(host)
    if "%" in host and host != host.lower() and run.uses(Normalizing.HOST_TRIPLETS):
        host = host.lower()
    if re.search("%[89A-F]", host) and run.uses(Normalizing.NAMES):
        with suppress(ConversionError):
            host = host_to_ascii(_utf8(host))
    if host.endswith(".") and run.uses(Normalizing.HOST_DOT):
        host = host[:-1]
    return host[4:] if host.startswith("www.") and run.uses(Normalizing.HOST_WWW) else host


def _port(scheme: str | None, port: str, run: Run) -> str | None:
    """Return a port in the normal form, None where it goes."""
    if port == "":
        return None if run.uses(Normalizing.EMPTY_PORT) else port
    known = schemes()
    known_scheme = known.find(scheme)
    default = None if known_scheme is None else known_scheme.default_port
    is_of_others = any(int(port) == other.default_port for other in known)
    if run.uses(
        Normalizing.DEFAULT_PORT
        if int(port) == default
        else Normalizing.PORT_OF_OTHERS
        if is_of_others
        else Normalizing.PORT_LOST
    ):
        return None
    has_zeros = port != "0" and port.startswith("0")
    return (port.lstrip("0") or "0") if has_zeros and run.uses(Normalizing.PORT_ZEROS) else port


def _path(parts: Parts, run: Run) -> str | None:
    """Return the path in the normal form, None where its first segment becomes a scheme."""
    path = parts.path
    is_guarded = path.startswith("./") and parts.scheme is None and parts.authority is None
    if is_guarded and ":" in path.split("/")[1] and run.uses(Normalizing.COLON):
        return None
    if path.startswith("/") and has_dots(path.replace("%2e", ".").replace("%2E", ".")):
        if "%" in path and run.uses(Normalizing.DOTS_FIRST):
            return _decoded(remove_dots(path, Run()), Normalizing.PATH_TRIPLETS, run)
        if "%" in path and has_dots(path) and run.uses(Normalizing.DOTS_TWICE):
            path = remove_dots(path, Run())
    path = _lower(
        _decoded(path, Normalizing.PATH_TRIPLETS, run), Normalizing.PATH_CASE, Normalizing.PATH_WHOLE_CASE, run
    )
    if path.startswith("/"):
        is_relative = parts.scheme is None and has_dots(path)
        path = path if is_relative and run.uses(Normalizing.RELATIVE_KEPT) else remove_dots(path, run)
    elif has_dots(path):
        path = _rootless(parts, path, run)
    elif "//" in path:
        path = remove_dots(path, run)
    if path == "" and parts.authority is not None and run.uses(Normalizing.EMPTY_PATH):
        return "/"
    if path == "/" and parts.authority is not None and run.uses(Normalizing.PATH_EMPTY):
        return ""
    if len(path) > 1 and path.endswith("/"):
        return path[:-1] if run.uses(Normalizing.SLASH_LOST) else path
    if path not in ("", "/") and run.uses(Normalizing.SLASH_ADDED):
        return f"{path}/"
    name = path.rpartition("/")[2]
    return path.removesuffix(name) if name.startswith("index.") and run.uses(Normalizing.INDEX) else path


def _rootless(parts: Parts, path: str, run: Run) -> str:
    """Return a path that does not begin with a slash, and has dot segments. Of a relative reference those at its start
    mean something.
    """
    if parts.scheme is not None:
        return remove_dots(path, run) if run.uses(Normalizing.ROOTLESS_DOTS) else path
    if run.uses(Normalizing.RELATIVE_DOTS):
        return remove_dots(path, run)
    if not run.uses(Normalizing.INNER_DOTS):
        return path
    segments = path.split("/")
    stack: list[str] = []
    for segment in segments:
        if segment == ".." and stack and stack[-1] != "..":
            stack.pop()
        elif segment != ".":
            stack.append(segment)
    ends_in_dots = segments[-1] in (".", "..") and stack[-1:] != [".."]
    text = "/".join([*stack, *([""] if ends_in_dots and stack else [])])
    return text if text and ":" not in text.partition("/")[0] and not text.startswith("/") else f"./{text}"


def _query(query: str, run: Run) -> str | None:
    """Return a query in the normal form, None where it goes."""
    if "%20" in query and run.uses(Normalizing.QUERY_SPACE):
        query = query.replace("%20", "+")
    elif "+" in query and run.uses(Normalizing.QUERY_PLUS):
        query = query.replace("+", "%20")
    query = _lower(
        _decoded(query, Normalizing.QUERY_TRIPLETS, run), Normalizing.QUERY_CASE, Normalizing.QUERY_WHOLE_CASE, run
    )
    if has_dots(query) and run.uses(Normalizing.QUERY_DOTS):
        query = remove_dots(query, Run())
    items = query.split("&")
    if any("=" not in item for item in items) and run.uses(Normalizing.QUERY_VALUES):
        query = "&".join(item for item in items if "=" in item)
    if items != sorted(items) and run.uses(Normalizing.QUERY_SORTED):
        query = "&".join(sorted(items))
    return None if run.uses(Normalizing.QUERY_LOST) or (query == "" and run.uses(Normalizing.QUERY_EMPTY)) else query


# Where each component is in a reference, and the rule of its characters.
_PLACES = {
    "userinfo": ("http://{}@h/", "user information"),
    "reg-name": ("http://{}/", "the host"),
    "segment": ("http://h/{}", "the path"),
    "query": ("http://h/?{}", "the query"),
    "fragment": ("http://h/#{}", "the fragment"),
}
_UNITS = ("%C3%A9", "%c3%a9", "%e2%82%ac", "%F0%9F%98%80", "%65%cc%81", "e%CC%81", "%C3", "%2541", "%252f", "aB%2fCd")
_SEGMENTS = (".", "..", "", "x", "%2e", "%2E%2e")
_OTHERS = """
http://www.h/ http://h./ http://h.:080/ http://@h/ http://u:@h/ http://U:P@H/ http://h:0/ http://h:00/
http://h:8080/ http://h:65616/ http://h:65535/
http://[2001:DB8::1]/ http://[2001:db8:0:0::1]:80/ http://[::FFFF:1.2.3.4]/ http://[V1.A:b]/ http://1.2.3.4/
http://01.2.3.4/ http://%C3%A9.example/ http://%c3%89.example/ http://XN--9CA.example/ foo://H foo://H: foo://H:80
foo:// foo:///A file:///A file:/A file://H/a ../a ../../a ./a:b ./%61:b a/../b a/./b a/b/.. ./a . .. a//../b a/../../b
/a/../b //H/a/../b ?%7e #%7e A a:b/../c foo:a/../b foo:./a foo:/.//b foo:/a/..//b /.//b /a/..//b urn:a:b
mailto:A@h.example tag:h,2000:A http://h/a//b http://h//a/../b http://h/a/ http://h/index.html http://h/a;b/../c
http://h/.a/..b http://h/a/b/../../../c/../d http://h/?b=2&a=1 http://h/?a+b http://h/?a%20b http://h/?a;b http://h/?a=/../b
http://h/a?# http://h? http://h# http://h?#
"""


def cases() -> Iterator[Case]:
    """Yield the suite of normalizing: each byte percent-encoded and each allowed character in each component, dot
    segments, default ports of all known schemes, each step on and off with each other one.
    """
    return unique_cases(_rows(), normalize)


def _rows() -> Iterator[tuple[Input, str, str]]:
    for text in _OTHERS.split():
        yield {"text": text}, "RFC 3986, 6.2.2 and 6.2.3", "at most one step"
    for rule, (place, name) in _PLACES.items():
        units = [triplet for byte in range(256) for triplet in (f"%{byte:02X}", f"%{byte:02x}")]
        for unit in (*units, *_UNITS):
            yield {"text": place.format(unit)}, _TRIPLETS, f"percent-encoding in {name}"
        for char in sorted(_characters(rule) - {"%"}):
            yield {"text": place.format(char)}, _CASE, f"an allowed character in {name}"
    for size in (1, 2, 3):
        for segments, start in product(product(_SEGMENTS, repeat=size), ("http://h/", "foo:/")):
            yield {"text": start + "/".join(segments)}, _DOTS, "dot segments, percent-encoded ones too"
    for scheme in schemes():
        if scheme.default_port is not None:
            for port in (scheme.default_port, f"0{scheme.default_port}", 80, scheme.default_port + 1, ""):
                yield {"text": f"{scheme.name}://h:{port}/"}, _BY_SCHEME, f"a port of {scheme.name}"
    seams = product(
        ("http", "HTTP", "https"),
        ("h", "H", "h%41"),
        ("", ":", ":80", ":080", ":81"),
        ("", "/", "/A/../b", "/%2E%2E/b"),
    )
    for (scheme_name, host, port, path), query, fragment in product(list(seams), ("", "?", "?%7E"), ("", "#", "#%2f")):
        yield {"text": f"{scheme_name}://{host}{port}{path}{query}{fragment}"}, _BY_SCHEME, "several steps"

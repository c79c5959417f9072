"""Build queries, paths and URIs from data, so that they read back alike.

query, query_pairs, with_query        names and values (URL Standard, 5, application/x-www-form-urlencoded)
segments, with_segments, join         the segments of a path (RFC 3986, 3.3)
quote, unquote                        data in any other part (RFC 3986, 2.4)
expand                                a URI Template (RFC 6570)
file_uri, file_path                   paths of files, also of Windows (RFC 8089)
mailto, data                          URIs of these schemes (RFC 6068; RFC 2397)
connection                            connection URIs of PostgreSQL and MongoDB, as their clients read them
"""

from __future__ import annotations

import os
from base64 import b64encode
from collections.abc import Iterable, Mapping
from typing import Literal, get_args, overload
from urllib.parse import quote as quote_all

from irigrammar.errors import ConversionError, check_text
from irigrammar.lazy import regex
from irigrammar.matching.grammar import Grammar
from irigrammar.matching.grammar import grammar as named_grammar
from irigrammar.processing.connections import CLIENTS, fault_of_connection
from irigrammar.processing.host import to_ascii
from irigrammar.processing.percent import encode_bytes, replace_runs
from irigrammar.processing.scheme_rules.check import check_scheme
from irigrammar.processing.split import split
from irigrammar.processing.support.build import encode
from irigrammar.processing.template import expand
from irigrammar.processing.ucs import charset_codec
from irigrammar.text.choices import check_choice
from irigrammar.text.names import quoted

__all__ = [
    "Pairs",
    "Part",
    "connection",
    "data",
    "expand",
    "file_path",
    "file_uri",
    "join",
    "mailto",
    "query",
    "query_pairs",
    "quote",
    "segments",
    "unquote",
    "with_query",
    "with_segments",
]

Pairs = Mapping[str, str] | Iterable[tuple[str, str]]
Part = Literal["user", "userinfo", "host", "segment", "pair", "query", "fragment"]

_AND, _IS, _SPACE = "&", "=", "+"
# The rule of RFC 3986 of each part, and the delimiters in it.
_PARTS: Mapping[Part, tuple[str, tuple[str, ...]]] = {
    "user": ("userinfo", (":",)),
    "userinfo": ("userinfo", ()),
    "host": ("reg-name", ()),
    "segment": ("segment", ()),
    "pair": ("query", (_AND, _IS, _SPACE)),
    "query": ("query", ()),
    "fragment": ("fragment", ()),
}
_DOTS = (".", "..")


def __dir__() -> list[str]:
    return __all__


def quote(value: str, part: Part) -> str:
    """Return data percent-encoded as UTF-8 so that it is all of a part of a URI, or of an IRI, and nothing else
    (RFC 3986, 2.4).

    `part` is "user", "userinfo" (a user with a password after ":"), "host" (a name), "segment" (of a path), "pair" (a
    name or a value in a query), "query" or "fragment". "%" is encoded: what is quoted twice is encoded twice. The
    result is ASCII, and matches the rule of the part. Raises `ConversionError` for "." and ".." as a segment, which
    readers take for steps and not for data, encoded or not, and for a lone surrogate; and `ValueError` for another
    part.

    >>> quote("a/b & 50%", "segment"), quote("a&b=c", "pair"), quote("a:b", "user")
    ('a%2Fb%20&%2050%25', 'a%26b%3Dc', 'a%3Ab')
    """
    check_choice("part", part, get_args(Part))
    rule, delimiters = _PARTS[part]
    if part == "segment" and value in _DOTS:
        raise ConversionError(f"the segment {quoted(value)} would be read as a step, not as data")
    text = encode(value, rule, grammar="rfc3986")
    for char in delimiters:
        text = text.replace(char, encode_bytes(char.encode()))
    return text


def unquote(text: str, /) -> str:
    """Return the data that a part stands for: its percent-encoded bytes decoded as UTF-8 (RFC 3986, 2.1).

    Take a reference apart first, since data may have delimiters. Characters beyond ASCII stay, and so does a "%" that
    begins no percent-encoded byte. `quote` gives the text back where it made it. Raises `ConversionError` for bytes
    that are not UTF-8.

    >>> unquote("a%2Fb%20&%2050%25")
    'a/b & 50%'
    """
    check_text(text)
    return _decoded(text)


def query(pairs: Pairs, /) -> str:
    """Return the query of names and values, without "?": "" for none.

    A space is written "%20", which every reader takes for one. `pairs` are a mapping, or pairs in any order, names
    perhaps repeated. The result matches `query` of RFC 3986, and `query_pairs` gives the pairs back. Raises
    `ConversionError` for a lone surrogate, and `TypeError` for what is not text.

    >>> query({"q": "caffè & tè", "page": "2"}), query([("a", "1"), ("a", "")])
    ('q=caff%C3%A8%20%26%20t%C3%A8&page=2', 'a=1&a=')
    """
    rows = pairs.items() if isinstance(pairs, Mapping) else pairs
    return _AND.join(f"{quote(name, 'pair')}{_IS}{quote(value, 'pair')}" for name, value in rows)


def query_pairs(text: str, /, *, plus: bool = True) -> list[tuple[str, str]]:
    """Return the names and values of a query, without "?", as forms are read (URL Standard, 5.1).

    A name without "=" has the value ""; empty text between two "&" is left out. "+" is a space, unless `plus` is False.
    Characters beyond ASCII stay, and so does a "%" that begins no percent-encoded byte. Raises `ConversionError` for
    bytes that are not UTF-8, where the URL Standard puts U+FFFD: a deviation.

    >>> query_pairs("q=caff%C3%A8+nero&page=2&dry"), query_pairs("a=1+1", plus=False)
    ([('q', 'caffè nero'), ('page', '2'), ('dry', '')], [('a', '1+1')])
    """
    check_text(text)
    pairs: list[tuple[str, str]] = []
    for part in filter(None, text.split(_AND)):
        name, _, value = (part.replace(_SPACE, " ") if plus else part).partition(_IS)
        pairs.append((_decoded(name), _decoded(value)))
    return pairs


def with_query(text: str, pairs: Pairs, /, *, grammar: str | Grammar = "rfc3987") -> str:
    """Return a reference with another query: that of names and values, or none for no pairs.

    Everything else stays. Raises `NoMatch` for what is not a reference of the grammar, and what `query` raises.

    >>> with_query("http://example.org/search?q=a#top", [("q", "b c")])
    'http://example.org/search?q=b%20c#top'
    """
    check_text(text)
    return str(split(text, grammar=grammar).replace(query=query(pairs) or None))


def segments(text: str, /, *, grammar: str | Grammar = "rfc3987") -> tuple[str, ...]:
    """Return the segments of the path of a reference, decoded (RFC 3986, 3.3): one more than it has slashes, not
    counting a slash at its start; () for an empty path.

    Raises `NoMatch` for what is not a reference of the grammar, and `ConversionError` for bytes that are not UTF-8.

    >>> segments("/a%2Fb/"), segments("http://example.org/x/y?q"), segments("http://example.org")
    (('a/b', ''), ('x', 'y'), ())
    """
    check_text(text)
    path = split(text, grammar=grammar).path or ""
    return tuple(map(_decoded, path.removeprefix("/").split("/"))) if path else ()


def with_segments(text: str, segments: Iterable[str], /, *, grammar: str | Grammar = "rfc3987") -> str:
    """Return a reference with another path, of these segments; everything else stays.

    The path begins with "/" after an authority, and where it did so before. `segments` gives them back. Raises
    `ConversionError` for "." and "..", which readers take for steps and not for data, encoded or not; for a path that
    would be read as something else (without an authority a first segment "", or one segment that is empty in a path
    without a slash); and for a lone surrogate. Raises `NoMatch` for what is not a reference of the grammar.

    >>> with_segments("http://example.org/a?q", ["x/y", ""]), with_segments("a/b", ["c:d"])
    ('http://example.org/x%2Fy/?q', 'c%3Ad')
    """
    check_text(text)
    parts = split(text, grammar=grammar)
    names = [quote(name, "segment") for name in segments]
    absolute = parts.host is not None or (parts.path or "").startswith("/")
    if names and not absolute and parts.scheme is None:
        names[0] = names[0].replace(":", encode_bytes(b":"))  # which would end a scheme
    path = "/".join(names)
    if names and not absolute and (path == "" or path.startswith("/")):
        raise ConversionError(f"a path without a slash at its start cannot begin with an empty segment: {quoted(text)}")
    return str(parts.replace(path=f"/{path}" if names and absolute else path))


def join(base: str, /, *segments: str, grammar: str | Grammar = "rfc3987") -> str:
    """Return a reference below another: its path with more segments; without query and fragment.

    A slash at the end of the base counts once. "" as the last segment writes one. Raises what `with_segments` raises,
    as for "." and ".." (to resolve a reference, use `irigrammar.resolve`).

    >>> join("http://example.org/api", "v1", "a/b"), join("http://example.org/api/?q", "users", "")
    ('http://example.org/api/v1/a%2Fb', 'http://example.org/api/users/')
    """
    check_text(base)
    parts = split(base, grammar=grammar).replace(query=None, fragment=None)
    path = parts.path or ""
    names = "/".join(quote(name, "segment") for name in segments)
    if not segments:
        return str(parts)
    if not path and parts.host is None:
        return with_segments(str(parts), segments, grammar=grammar)
    return str(parts.replace(path=f"{path.removesuffix('/')}/{names}"))


def _decoded(text: str, charset: str = "utf-8", help_: str = "") -> str:
    """Return a text with its percent-encoded bytes decoded by a charset; `help_` ends the message of the
    `ConversionError` for bytes that are not of it.
    """
    codec = charset_codec(charset)

    def decode(run: str) -> str:
        """Return a run of percent-encoded bytes as text. Raises `ConversionError` for bytes that are not of the
        charset.
        """
        try:
            return codec.decode(bytes.fromhex(run.replace("%", "")), "strict")[0]
        except UnicodeError:
            name = "UTF-8" if codec.name == "utf-8" else charset
            raise ConversionError(f"the bytes {run} are not {name}{help_}") from None

    return replace_runs(text, decode)


_FILE = "file:"
_SEPARATORS = regex(r"[\\/]")
_DRIVE = regex(r"[A-Za-z][:|]")
_BAR = regex(r"(?<=/[A-Za-z])\|(?=/)")
_LOCAL = ("", "localhost")
_NO_NAME = regex(r'[\x00-\x1f<>:"|?*]')  # of Windows


# In this charset each byte is one character.
_BYTES = "latin-1"


def file_uri(
    path: str | bytes | os.PathLike[str] | os.PathLike[bytes], /, *, windows: bool = False, charset: str = "utf-8"
) -> str:
    r"""Return the URI of the file with an absolute path (RFC 8089, 2), with `windows` (default: no) that of a path with
    the letter of a drive, or of a server and a share (RFC 8089, appendices D.2 and E.3).

    Names are percent-encoded as UTF-8, as a URI should have them whatever the file system has
    (draft-ietf-iri-3987bis-04, 8.4), or in another `charset`; the bytes of a path of bytes stay what they are, for
    names that are in no known charset. `file_path` gives the path back, on Windows with backslashes. Raises
    `ConversionError` for a path that is not absolute, with "." or ".." as a name, which readers take for steps, with a
    NUL or what no name of Windows has, for an unknown charset and what it lacks, and for a lone surrogate: what
    `os.listdir` has for bytes that are not UTF-8, and `os.fsencode` gives back. Raises `TypeError` for bytes as a path
    of Windows.

    >>> file_uri("/home/me/r\xe9sum\xe9 #1.md"), file_uri(r"C:\a b\c", windows=True)
    ('file:///home/me/r%C3%A9sum%C3%A9%20%231.md', 'file:///C:/a%20b/c')
    >>> file_uri(r"\\server\share\a", windows=True)
    'file://server/share/a'
    >>> file_uri("/r\xe9sum\xe9", charset="latin-1"), file_uri(b"/r\xe9sum\xe9")
    ('file:///r%E9sum%E9', 'file:///r%E9sum%E9')
    """
    raw = os.fspath(path)
    if isinstance(raw, bytes):
        if windows:
            raise TypeError("a path of Windows is text, not bytes")
        raw, charset = raw.decode(_BYTES), _BYTES
    check_text(raw)
    if not windows:
        if not raw.startswith("/") or raw.startswith("//"):  # which no URI of RFC 8089, 2, has
            raise ConversionError(f"the path {quoted(raw)} is not absolute, or begins with two slashes")
        return f"{_FILE}//{_file_names(raw.split('/'), charset, windows=False)}"
    first, *names = _SEPARATORS.split(raw)
    if _DRIVE.fullmatch(first) and first.endswith(":") and names:
        return f"{_FILE}///{first}/{_file_names(names, charset, windows=True)}"
    if first or not names or names[0] or len(names) < 3 or not names[1]:
        raise ConversionError(f"the path {quoted(raw)} is not absolute on Windows")
    if not named_grammar("rfc3986")["reg-name"].matches(names[1]) or names[1].lower() in _LOCAL:
        raise ConversionError(f"{quoted(names[1])} is not the name of another server")
    return f"{_FILE}//{names[1]}/{_file_names(names[2:], charset, windows=True)}"


@overload
def file_path(uri: str, /, *, windows: bool = False, charset: str = "utf-8") -> str: ...
@overload
def file_path(uri: str, /, *, windows: Literal[False] = False, charset: None) -> bytes: ...
def file_path(uri: str, /, *, windows: bool = False, charset: str | None = "utf-8") -> str | bytes:
    r"""Return the path of a file URI (RFC 8089, 2), with `windows` (default: no) as Windows has it: with the letter of
    a drive, which may be followed by "|", or with a server and a share (RFC 8089, appendices D.2, E.2 and E.3).

    Percent-encoded bytes are read as UTF-8, or in another `charset`; with None the path is bytes, for names that are in
    no known charset. `file_uri` gives the URI back, except for "localhost" and ways to write the same. Raises `NoMatch`
    for what is not a URI, and `ConversionError` for one of another scheme, on another host (except on Windows), with a
    query or a fragment, with dot segments, with bytes that are not in the charset or stand for what no name has, such
    as `%2F`, and for an unknown charset; `TypeError` for bytes as a path of Windows.

    >>> file_path("file:///home/me/a%20b"), file_path("file:///C:/a%20b/c", windows=True)
    ('/home/me/a b', 'C:\\a b\\c')
    >>> file_path("file://server/share/a", windows=True)
    '\\\\server\\share\\a'
    >>> file_path("file:///r%E9", charset="latin-1"), file_path("file:///r%E9", charset=None)
    ('/ré', b'/r\xe9')
    """
    check_text(uri)
    if charset is None:
        if windows:
            raise TypeError("a path of Windows is text, not bytes")
        return file_path(uri, charset=_BYTES).encode(_BYTES)
    parts = split(_BAR.sub("%7C", uri) if windows else uri, grammar="rfc3986")
    path, host = parts.path or "", (parts.host or "").lower()
    if (parts.scheme or "").lower() != "file" or not path.startswith("/") or path.startswith("//"):
        raise ConversionError(f"{quoted(uri)} is not the URI of a file")
    if parts.query is not None or parts.fragment is not None or parts.userinfo is not None or parts.port is not None:
        raise ConversionError(f"{quoted(uri)} has a query, a fragment, a user or a port, which no file has")
    names = [
        name if windows and _DRIVE.fullmatch(name) else _checked_name(name, windows=windows)
        for name in (_decoded(name, charset, _OF_A_NAME) for name in path.split("/")[1:])
    ]
    if not windows:
        if host not in _LOCAL:
            raise ConversionError(f"the file of {quoted(uri)} is on the host {quoted(host)}")
        return f"/{'/'.join(names)}"
    if host not in _LOCAL:
        if not names[0]:
            raise ConversionError(f"{quoted(uri)} has no share")
        return "\\".join(["", "", unquote(parts.host or ""), *names])
    if not _DRIVE.fullmatch(names[0]) or len(names) < 2:
        raise ConversionError(f"{quoted(uri)} has no letter of a drive")
    return "\\".join([f"{names[0][0]}:", *names[1:]])


_OF_A_NAME = "; give the charset of the names (charset=), or None for a path of bytes"


def _file_names(names: list[str], charset: str, *, windows: bool) -> str:
    return "/".join(_file_name(_checked_name(name, windows=windows), charset) for name in names)


def _file_name(name: str, charset: str) -> str:
    """Return the name of a file percent-encoded as a segment. Raises `ConversionError` for one that the charset lacks,
    or with bytes as surrogates.
    """
    try:
        return encode(name, "segment", grammar="rfc3986", charset=charset)
    except ConversionError:
        if not _has_bytes(name):
            raise
        reason = f"the name of a file {quoted(name)} has bytes that are not UTF-8; give the path as os.fsencode(path)"
        raise ConversionError(reason) from None


def _has_bytes(name: str) -> bool:
    """Return whether a name has lone surrogates that all stand for bytes, as `os.fsdecode` makes them (PEP 383)."""
    data = name.encode(errors="surrogatepass")
    try:
        return name.encode(errors="surrogateescape") != data
    except UnicodeEncodeError:
        return False


def _checked_name(name: str, *, windows: bool) -> str:
    """Return a name of a file or folder. Raises `ConversionError` for dots, separators, NUL, and names that Windows
    does not allow.
    """
    is_wrong = "/" in name or "\0" in name or (windows and ("\\" in name or _NO_NAME.search(name)))
    if name in _DOTS or is_wrong:
        raise ConversionError(f"{quoted(name)} is not the name of a file")
    return name


_CRLF = "\r\n"
_BREAKS = regex(r"\r\n|\r|\n")


def mailto(to: str | Iterable[str], fields: Pairs = (), /) -> str:
    """Return the mailto URI of addresses and fields such as subject, cc and body (RFC 6068, 2).

    `to` is an address or several, perhaps none; a domain that is not ASCII is converted by IDNA. Line breaks become
    CRLF (RFC 6068, 5). `irigrammar.schemes.parts` gives addresses and fields back, percent-encoded. Raises
    `ConversionError` for what is not an address, for a field without a name, and for a lone surrogate.

    >>> mailto("a&b@example.org", {"subject": "caff\xe8 & t\xe8", "body": "1\\n2"})
    'mailto:a%26b@example.org?subject=caff%C3%A8%20%26%20t%C3%A8&body=1%0D%0A2'
    """
    addresses = [to] if isinstance(to, str) else list(to)
    rows = fields.items() if isinstance(fields, Mapping) else fields
    pairs_text = [f"{_field(name)}={_field(value)}" for name, value in rows]
    if any(field.startswith("=") for field in pairs_text):
        raise ConversionError("a field has no name")
    query = f"?{'&'.join(pairs_text)}" if pairs_text else ""
    return f"mailto:{','.join(map(_address, addresses))}{query}"


def _field(value: str) -> str:
    check_text(value)
    return encode(_BREAKS.sub(_CRLF, value), "hfvalue", grammar="mailto")


def _address(address: str) -> str:
    """Return an e-mail address as "mailto" URIs have it: its domain in ASCII, its local part percent-encoded. Raises
    `ConversionError` for a text that is no address.
    """
    check_text(address)
    local, at, domain = address.rpartition("@")
    local_part = encode(local, "hfvalue", grammar="mailto")
    for char in ",;:@()":
        local_part = local_part.replace(char, encode_bytes(char.encode()))
    result = f"{local_part}{at}{domain if domain.isascii() else to_ascii(domain)}"
    if not local or not named_grammar("mailto")["addr-spec"].matches(result) or not check_scheme(f"mailto:{result}"):
        raise ConversionError(f"{quoted(address)} is not an address")
    return result


def data(content: str | bytes, /, media_type: str | None = None) -> str:
    """Return the data URI of a text or of bytes (RFC 2397).

    A text is percent-encoded as UTF-8, with the media type `text/plain;charset=utf-8` by default; bytes are in base64,
    by default without a media type, which means `text/plain;charset=US-ASCII`. Raises `ConversionError` for what is not
    a media type in the grammar of the document, and for a lone surrogate.

    >>> data("caff\xe8, 50%"), data(b"PNG", "image/png")
    ('data:text/plain;charset=utf-8,caff%C3%A8,%2050%25', 'data:image/png;base64,UE5H')
    """
    kind = media_type or ("" if isinstance(content, bytes) else "text/plain;charset=utf-8")
    if not named_grammar("data")["mediatype"].matches(kind):
        raise ConversionError(f"{quoted(kind)} is not a media type")
    if isinstance(content, bytes):
        return f"data:{kind};base64,{b64encode(content).decode()}"
    check_text(content)
    return f"data:{kind},{encode(content, 'data', grammar='data')}"


def connection(
    scheme: str,
    /,
    *,
    hosts: str | Iterable[str],
    user: str = "",
    password: str = "",
    database: str = "",
    options: Pairs = (),
) -> str:
    """Return the connection URI of parts, which all clients read as they were put in: libpq, asyncpg, SQLAlchemy,
    dj-database-url and pg-connection-string for "postgresql" and "postgres"; pymongo and MongoDB's driver for Node.js
    for "mongodb".

    `hosts` are names or addresses ("h", "h:5432", "[::1]:5432"), in ASCII; `options` are names and values of the query.
    There is no RFC for these schemes: what clients do was measured (`tools/world/clients/connections.py`). Raises
    `ConversionError`, which names a client that reads something else, or with the reason why one refuses it: several
    hosts of PostgreSQL, delimiters in the name of a database of PostgreSQL, an option that names a host, a password
    without a user. `ValueError` for another scheme.

    >>> connection("postgresql", hosts="db.example.org", user="ann", password="a+b/c@d", database="app")
    'postgresql://ann:a%2Bb%2Fc%40d@db.example.org/app'
    >>> connection("mongodb", hosts=["a.example", "b.example:27018"], options={"replicaSet": "x"})
    'mongodb://a.example,b.example:27018/?replicaSet=x'
    >>> connection("postgresql", hosts="h", database="a/b")
    Traceback (most recent call last):
    irigrammar.errors.ConversionError: pg-connection-string does not decode delimiters in the database
    """
    check_choice("scheme", scheme, tuple(CLIENTS))
    names = (hosts,) if isinstance(hosts, str) else tuple(hosts)
    for part in (user, password, database, *names):
        check_text(part)
    if len(names) != 1 and scheme != "mongodb":
        raise ConversionError("SQLAlchemy and pg-connection-string read several hosts as one name")
    userinfo = quote_all(user, safe="") + (f":{quote_all(password, safe='')}" if password else "")
    if password and not user:
        raise ConversionError("clients of MongoDB refuse a password without a user, and others read none")
    pairs = query(options)
    at = "@" if userinfo else ""
    text = f"{scheme}://{userinfo}{at}{','.join(names)}/{quote_all(database, safe='')}{'?' if pairs else ''}{pairs}"
    read = CLIENTS[scheme].read(text)
    if isinstance(read, str):
        raise ConversionError(read)
    matcher = named_grammar("rfc3986")["authority"]
    for name in names:
        fault = matcher.check(name).fault
        if fault is not None or not name or "@" in name:
            raise ConversionError(f"{quoted(name)} is not a host, with a port or without: {fault or 'it is empty'}")
    places = [split(f"//{name}") for name in names]
    own = ",".join(place.host or "" for place in places)
    port = places[0].port if len(places) == 1 else read.port
    if (read.hosts, read.userinfo, read.port) != (own, userinfo or None, port or None):
        raise ConversionError(f"an option names another host, port or user: {CLIENTS[scheme].reader} reads it there")
    reason = fault_of_connection(scheme, text)
    if reason is not None:
        raise ConversionError(reason)
    return text

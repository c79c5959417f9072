"""Read host, port and user by four conventions.

Also checks that a change of a string keeps them. The readers are RFC 3986 (URI-reference), RFC 3987 (IRI-reference),
Web Address (draft-ietf-iri-3987bis-04, 7.2, with white space removed as its steps 1 and 2 have it) and the URL Standard
(`irigrammar.matching.browser`). Everything that changes a string and must not change which host it leads to is checked
here: normalization, the conversion of Web Addresses, and all fixes, whether of faults, of advice or of documents.

What is compared is in normal form: hosts by IDNA (UTS 46, as the URL Standard has it), IPv4 and IPv6 numbers,
percent-encoding and case, of a `file` URL also "localhost" and none; ports as numbers, without the default one; user
names and passwords without percent-encoding.
"""

# typed: delimiters: what a pattern of sets is put together with
# typed: ireg-name, iunreserved: what hosts may be called
from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from irigrammar.automata.charset import union
from irigrammar.dataclass import NamedTuple
from irigrammar.engines.charset_text import complement_text, set_text
from irigrammar.engines.production import shipped_production
from irigrammar.lazy import regex
from irigrammar.matching.browser import (
    BrowserUrl,
    authority_ends,
    comparable_host,
    default_port,
    is_special,
    read_url,
    strip_url,
)
from irigrammar.matching.components import Splitter, shipped_splitter
from irigrammar.matching.parts import with_fields
from irigrammar.matching.plain import plain_host, quiet_recognizer
from irigrammar.shipped.loader import entry
from irigrammar.text.certain import is_one_identifier
from irigrammar.text.percent import decoded_bytes
from irigrammar.unicode import general_category

if TYPE_CHECKING:
    from irigrammar.finding import Applicability
    from irigrammar.matching.parts import Reader

_NOT_ASCII = regex(r"[^\x00-\x7F]+")
_GRAMMARS = ("rfc3986", "rfc3987", "web-address")
_NO_PORTS: Mapping[str, int | None] = MappingProxyType({})


class Authority(NamedTuple):
    """Host, port and user in normal form: "" for no host, None for a port that is absent or the default."""

    host: str = ""
    port: str | None = None
    user: tuple[bytes, bytes] = (b"", b"")

    def __str__(self) -> str:
        port = "" if self.port is None else f":{self.port}"
        user = ":".join(part.decode(errors="backslashreplace") for part in self.user if part)
        return (f"{user}@" if user else "") + self.host + port or "no host"


# The readings, in the order of RFC 3986, RFC 3987, Web Address, URL Standard without and with a base; None
# where one refuses.
_Readings = tuple[Authority | None, ...]


BASE = "http://base.invalid/"  # the base that references are read with; its host counts as none


@cache
def base() -> BrowserUrl:
    """Return the reading of the base by the URL Standard."""
    return read_url(BASE)


def authority_change(
    before: str, after: str, own: Reader | None = None, *, ports: Mapping[str, int | None] = _NO_PORTS
) -> str | None:
    """Return which reader reads a string otherwise after a change, in words; None where none does.

    A reader that refuses the string afterwards reads nothing. One that refused it before may read what the function's
    own grammar, `own`, reads from it. References are read with a base on http, whose host counts as none, and absolute
    strings without a base and with one of their scheme. `ports` are default ports by scheme, in addition to those of
    the URL Standard.

    >>> authority_change("HTTP://r\u00e9:80/./a", "http://xn--r-bga/a")
    >>> authority_change("http:////good.example/../h/", "http:////h/")
    'the URL Standard reads "good.example" before and "h" afterwards'
    """
    plain = plain_authority(before), plain_authority(after)
    if plain[0] is not None and plain[1] is not None:
        first, second = (_without_default_port(authority, ports) for authority in plain if authority is not None)
        if first == second:
            return None
    by_own = None if own is None else _by_splitter(own._splitter, before, ports)
    names = (*(entry(name).document for name in _GRAMMARS), *["the URL Standard"] * 2)
    for name, was, now in zip(names, _readings(before, ports), _readings(after, ports), strict=True):
        reading_before = by_own if was is None else was
        if now not in (None, reading_before) and reading_before is not None:
            return f'{name} reads "{reading_before}" before and "{now}" afterwards'
    return None


def fix_keeps_authority(text: str, fix: str) -> bool:
    """Return whether a fix leads to the host, port and user that readers find in a text with a fault.

    Readers that refuse the text, or find in it no host, or one that is not a name, do not count. A fix has no host with
    delimiters or percent-encoding that the text does not have. If the others differ, no fix is right; if they
    agree, all that find a host in the fix must find the same. In a `file` URL without a host for the URL Standard, as
    `file://C:\\x`, none may find one. If no reader finds one, those that find one in the fix
    must agree; and where the port has other characters than digits and an "@" follows in the path, what looks like the
    port may be the start of a password: then the host is not what comes before it.

    >>> fix_keeps_authority("http://h\\\\@evil.example/", "http://h/@evil.example/")
    True
    >>> fix_keeps_authority("http://h\\\\@evil.example/", "http://h%5C@evil.example/")
    False
    >>> [fix_keeps_authority("http://u:p/s@h/", fix) for fix in ("http://u:/s@h/", "http://u:p%2Fs@h/")]
    [False, True]
    >>> fix_keeps_authority("http://h](http://g)", "http://h(http://g)")
    False
    """
    before, after = tuple(map(_with_name, _fix_readings(text))), _fix_readings(fix)
    if head_of(text) != head_of(fix) and not all(map(_has_plain_name, after)):
        return False
    if strip_url(text)[:5].lower() == "file:" and read_url(text).host == "":  # "C:" is not a host
        return all(authority is None or not authority.host for authority in after)
    authorities = {authority for authority in before if authority is not None and authority.host}
    now = {authority for authority in after if authority is not None and authority.host}
    if len(authorities) > 1 or len(now) > 1:
        return False
    if authorities:
        is_same = all(b is None or not b.host or a is None or a == b for b, a in zip(before, after, strict=True))
        return authorities == now and is_same
    return _is_not_misread_password(text, now)


def _with_name(authority: Authority | None) -> Authority | None:
    """Return an authority; None for one whose host has characters that no name has, which only text around it does."""
    host = authority.host if authority else ""
    is_name = host.startswith("[") or shipped_production("rfc3987", "ireg-name").recognizer.matches(host)
    return authority if is_name else None


def _has_plain_name(authority: Authority | None) -> bool:
    """Return whether an authority has no host, an IP address, or a name without delimiters and percent-encoding."""
    host = authority.host if authority else ""
    return host.startswith("[") or all(map(shipped_production("rfc3987", "iunreserved").recognizer.matches, host))


def fix_adds_host(text: str, fix: str) -> bool:
    """Return whether a reader that finds no host in a text finds one in its fix; or who splits strings by RFC 3986,
    appendix B, whether they match or not.

    >>> fix_adds_host("foo:/\\\\evil.com/", "foo://evil.com/"), fix_adds_host("http://[::1/", "http://[::1]/")
    (True, False)
    >>> fix_adds_host(r"'foo:\\evil.com/", "'foo://evil.com/")
    True
    """
    before, after = (head_of(string).partition("//")[2] for string in (text, fix))
    if after and not before:
        return True
    readings = zip(_fix_readings(text), _fix_readings(fix), strict=True)
    return any(was is not None and not was.host and now is not None and now.host for was, now in readings)


def fix_loses_host(text: str, fix: str) -> bool:
    """Return whether a reader that finds a host in a text finds none in its fix, or refuses that.

    >>> fix_loses_host("http://e'/", "http://e%27/"), fix_loses_host("http://E/'", "http://e/%27")
    (True, False)
    """
    readings = zip(_fix_readings(text), _fix_readings(fix), strict=True)
    return any(was is not None and was.host and (now is None or not now.host) for was, now in readings)


def head_of(s: str) -> str:
    """Return scheme and authority of a string by RFC 3986, appendix B; "" where it has no authority.

    >>> head_of("http://u@h:80/{a}"), head_of("mailto:a")
    ('http://u@h:80', '')
    """
    before, slashes, rest = s.partition("//")
    authority, _ = up_to(rest, authority_ends())
    return f"{before}{slashes}{authority}" if slashes and (not before or before == f"{scheme_of(s)}:") else ""


def scheme_of(text: str) -> str | None:
    """Return the scheme by RFC 3986, appendix B: the text before a colon, with no "/", "?" or "#" in it; None for none.

    >>> scheme_of("http://h"), scheme_of("/a:b")
    ('http', None)
    """
    head, colon, _ = up_to(text, authority_ends())[0].partition(":")
    return head if colon and head else None


def up_to(text: str, delimiters: str) -> tuple[str, str]:
    """Return the text before the first of some delimiters, and the rest, which begins with it. Where there is none, the
    rest is "".
    """
    end = min((index for index in map(text.find, delimiters) if index >= 0), default=len(text))
    return text[:end], text[end:]


def graded_fix(text: str, fix: str, applicability: Applicability) -> Applicability | None:
    """Return how a fix of a reference may be offered, None where it leads elsewhere (see `fix_keeps_authority`) or the
    grammar of its scheme does not match it.

    Safe is only a fix of what is one identifier for sure (see `irigrammar.text.certain`), that gives no reader a host
    that found none and takes none away, that keeps a query and a fragment, and that no grammar or prose of its scheme
    could refuse: in the schemes of the URL Standard, in those that are not known, and in references without one.

    >>> graded_fix("http://e/a^b", "http://e/a%5Eb", "safe"), graded_fix("tel:+4^9", "tel:+4%5E9", "safe")
    ('safe', None)
    """
    is_after_host, is_relative = _is_after_plain_host(text, fix), _is_after_plain_segment(text, fix)
    if not (is_after_host or is_relative or fix_keeps_authority(text, fix)) or not _holds_for_scheme(fix):
        return None
    if applicability != "safe":
        return applicability
    if not is_one_identifier(text) or _parts(text) != _parts(fix):
        return "unsafe"
    if is_after_host:  # none finds another host, but one that reads the text may refuse the fix
        return "unsafe" if any(_matches(name, text) and not _matches(name, fix) for name in _GRAMMARS) else "safe"
    if is_relative:
        return "safe"
    if fix_adds_host(text, fix) or fix_loses_host(text, fix):
        return "unsafe"
    read = read_url(fix)
    is_certain = read.refusal is None if is_special(read.scheme) else read.scheme not in _known_schemes()
    return "safe" if is_certain else "unsafe"


def _is_after_plain_host(text: str, fix: str) -> bool:
    """Return whether a fix changes a text only after a host that all readers read alike, and its end.

    >>> _is_after_plain_host("http://e.org/a b", "http://e.org/a%20b"), _is_after_plain_host("http://e.org b", "b")
    (True, False)
    """
    end = _end_of_authority(text)
    return end < len(text) and fix.startswith(text[: end + 1]) and plain_host(text[:end]) is not None


def _is_after_plain_segment(text: str, fix: str) -> bool:
    """Return whether a fix changes a text only after its first segment, which all readers read as that of a reference
    without a scheme and a host; or after "?" or "#" at its start.

    >>> _is_after_plain_segment("a.html#b{c}", "a.html#b%7Bc%7D"), _is_after_plain_segment("/a b/c", "/a%20b/c")
    (True, False)
    """
    start = text.startswith("/")
    end = min((end for mark in "/?#" if (end := text.find(mark, start)) >= 0), default=len(text))
    is_same = end < len(text) and fix.startswith(text[: end + 1])
    return is_same and (not end or quiet_recognizer("plain-ref").matches(f"{text[:end]}/"))


def _end_of_authority(text: str) -> int:
    """Return the offset after the authority that follows the first "://" of a text."""
    start = text.find("://") + 3
    return min((end for mark in "/?#" if (end := text.find(mark, start)) >= 0), default=len(text))


def _parts(text: str) -> tuple[bool, bool]:
    """Return whether a text has a query, and whether it has a fragment, by the first "?" and "#"."""
    before, mark, _ = text.partition("#")
    return "?" in before, bool(mark)


def _holds_for_scheme(text: str) -> bool:
    """Return whether the grammar of a URI's scheme matches, with or without the fragment; true where there is no
    grammar. Characters outside ASCII are percent-encoded.
    """
    rule = _known_schemes().get(text.partition(":")[0].lower())
    if not rule:
        return True
    grammar, _, name = rule.partition(":")
    uri = text
    if not text.isascii():
        from urllib.parse import quote

        uri = _NOT_ASCII.sub(lambda match: quote(match[0], errors="surrogatepass"), text)
    matches = shipped_production(grammar, name).recognizer.matches
    return matches(uri) or matches(uri.partition("#")[0])


@cache
def _known_schemes() -> dict[str, str]:
    """Return the schemes that are known, each with its grammar and rule, "" for none."""
    from irigrammar._generated.schemes import SCHEMES

    return {row["name"]: row.get("rule", "") for row in SCHEMES}


def with_ascii_host(text: str) -> str | None:
    """Return an IRI reference with its host in ASCII, as IDNA and the URL Standard have it; None where that cannot be,
    for a host that is in ASCII, for a text that is not an IRI reference or has no host, where a character is invisible,
    which would be lost, and where only wide forms of ASCII are not ASCII.

    >>> with_ascii_host("http://r\u00e9/\u00e9"), with_ascii_host("http://h/")
    ('http://xn--r-bga/é', None)
    """
    components = shipped_splitter("rfc3987", entry("rfc3987").start[0]).split(text)
    if components is None or components.host is None or components.host.isascii():
        return None
    read = read_url(f"http://{components.host}/")
    is_lossless = "xn--" in (read.host or "") and not any(general_category(char) == "Cf" for char in components.host)
    return str(with_fields(components, host=read.host)) if is_lossless and not read.refusal else None


def rewriting_keeps_authority(text: str, rewriting: str, own: Reader | None = None) -> bool:
    """Return whether a string that is written otherwise leads to the same host, port and user for all readers, and
    browsers drop as many characters from it: those at the ends, TAB, LF and CR. For a reader that refuses the text
    before, `own` may say how the grammar of the caller reads it (see `authority_change`).

    >>> rewriting_keeps_authority("HTTP://H/%7e", "http://h/~"), rewriting_keeps_authority("//h/\\x1f", "//h/%1F")
    (True, False)
    """
    if len(text) - len(strip_url(text)) != len(rewriting) - len(strip_url(rewriting)):
        return False
    return authority_change(text, rewriting, own) is None


def authority_of(read: BrowserUrl) -> Authority | None:
    """Return the host, port and user that the URL Standard reads, with a base whose host counts as none; None where it
    refuses the string. A host that only IDNA does not allow counts as read: versions of Unicode differ there.

    >>> authority_of(read_url("http://u@r\u00e9/"))
    Authority(host='xn--r-bga', port=None, user=(b'u', b''))
    """
    if read.refusal is not None and read.host is None:
        return None
    if read.authority is None:
        return Authority()
    user = decoded_bytes(read.username.encode()), decoded_bytes(read.password.encode())
    return Authority(_host(read.scheme, read.host), None if read.port is None else str(read.port), user)


def read_in_browser(text: str) -> BrowserUrl:
    """Return the reading of a string by the URL Standard: of an absolute one without a base, of a reference with one on
    http.

    >>> read_in_browser("http:evil.example").host, read_in_browser("/\\\\evil.example").host
    ('evil.example', 'evil.example')
    """
    reading = read_url(text)
    return read_url(text, base()) if reading.scheme is None else reading


@lru_cache(maxsize=8)
def _fix_readings(text: str) -> _Readings:
    return _readings(text, _NO_PORTS)


def readings_by_grammar(text: str, ports: Mapping[str, int | None] = _NO_PORTS) -> _Readings:
    """Return the authorities that RFC 3986, RFC 3987 and Web Address read from a text; None where one refuses it.

    >>> [reading and reading.host for reading in readings_by_grammar("//\\u00e9\\\\@h")]
    [None, None, 'xn--9ca']
    """
    splitters = (shipped_splitter(name, entry(name).start[0]) for name in _GRAMMARS)
    return tuple(_by_splitter(splitter, text, ports) for splitter in splitters)


def authority_by(reader: Reader, text: str) -> Authority | None:
    """Return the host, port and user that a grammar reads from a text; None where it refuses it.

    >>> from irigrammar.matching.grammar import grammar
    >>> authority_by(grammar("rfc3986").start, "//u@H:081")
    Authority(host='h', port='81', user=(b'u', b''))
    """
    return _by_splitter(reader._splitter, text, _NO_PORTS)


def _readings(text: str, ports: Mapping[str, int | None]) -> _Readings:
    """Return the authority that each reader finds in a text, None where it refuses the text: by each grammar, and twice
    by the URL Standard, without and with a base.
    """
    head = text[: _end_of_authority(text)]
    span = plain_host(head)
    if span is None:
        return _read_apart(text, ports)
    scheme = head[: span[0] - 3]
    authority = _without(comparable_authority(scheme, text[slice(*span)], None, None), scheme, ports)
    return (*(authority if _matches(name, text) else None for name in _GRAMMARS), authority, authority)


def _matches(grammar: str, text: str) -> bool:
    about = entry(grammar)
    recognizer = shipped_production(grammar, about.start[0]).recognizer
    return recognizer.matches(text if about.prefer is None else without_white_space(text))


def _read_apart(text: str, ports: Mapping[str, int | None]) -> _Readings:
    """Return the authority that each reader finds in a text, each asked: by each grammar, and by the URL Standard
    without and with a base.
    """
    alone = read_url(text)
    against = base() if alone.scheme is None else read_url(f"{alone.scheme}://{base().host}/")
    by_url = (_without(authority_of(url), url.scheme, ports) for url in (alone, read_url(text, against)))
    return (*readings_by_grammar(text, ports), *by_url)


def _by_splitter(splitter: Splitter, text: str, ports: Mapping[str, int | None]) -> Authority | None:
    """Return the authority that a grammar reads from a text, None where it refuses the text. Of a grammar that prefers
    a rule, white space in the text goes first; a port that `ports` has for the scheme is None.
    """
    if splitter.prefer is not None:
        text = without_white_space(text)
    components = splitter.split(text)
    if components is None:
        return None
    authority = comparable_authority(components.scheme, components.host, components.port, components.userinfo)
    return _without(authority, (components.scheme or "").lower(), ports)


@lru_cache(maxsize=16)  # a text and its fixes have the same host, and often the next text
def comparable_authority(scheme: str | None, host: str | None, port: str | None, userinfo: str | None) -> Authority:
    """Return host, port and user in normal form; the port is None if it is absent, empty, or the scheme's default, that
    of http without a scheme.

    >>> comparable_authority("HTTP", "0X7F.1", "080", "u:%70")
    Authority(host='127.0.0.1', port=None, user=(b'u', b'p'))
    """
    scheme = (scheme or "").lower()
    name, _, password = (userinfo or "").partition(":")
    number = plain_port(port) if port else None
    if number == str(default_port(scheme or base().scheme)):
        number = None
    return Authority(_host(scheme, host), number, (_as_bytes(name), _as_bytes(password)))


def plain_port(digits: str) -> str:
    """Return the number of a port, which has digits, without leading zeros.

    >>> plain_port("08080"), plain_port("00")
    ('8080', '0')
    """
    return digits.lstrip("0") or "0"


def _without(authority: Authority | None, scheme: str | None, ports: Mapping[str, int | None]) -> Authority | None:
    """Return an authority without a port that is the scheme's in `ports`; None for None."""
    if authority is None or authority.port is None or authority.port != str(ports.get(scheme or "")):
        return authority
    return authority._replace(port=None)


def _host(scheme: str | None, host: str | None) -> str:
    """Return a host in the form by which hosts are compared; "" for none, and for localhost in a file URL."""
    if not host:
        return ""
    comparable = comparable_host(host)
    return "" if scheme == "file" and comparable == "localhost" else comparable


def _as_bytes(text: str) -> bytes:
    return decoded_bytes(text.encode(errors="replace"))


def _is_not_misread_password(text: str, authorities: set[Authority]) -> bool:
    """Return whether a fix, in which readers find a host that none finds in the text, respects a possible password:
    where "p/" of `u:p/@h` is not a port, `u` may be the host or `h`, and it is `h` unless the port begins as one does.
    """
    read = read_in_browser(text)
    host, mark, port = (read.authority or "").rpartition("@")[2].partition(":")
    is_port = shipped_production("rfc3986", "port").recognizer.matches
    if read.refusal is None or not mark or host.startswith("[") or is_port(port):
        return True
    if "@" not in read.rest:
        return True
    before_fragment, _, fragment = read.rest.partition("#")
    path, _, query = before_fragment.partition("?")
    may_be_password = "@" in (path or query or fragment)
    has_same_host = {authority.host for authority in authorities} == {_host(read.scheme, host)}
    return not (may_be_password and is_port(port[0])) and has_same_host != may_be_password


def without_white_space(text: str) -> str:
    """Return a Web Address without white space at its ends, and without TAB, LF and CR anywhere
    (draft-ietf-iri-3987bis-04, 7.2, steps 1 and 2).

    >>> without_white_space(" http://a/\\t b\\n")
    'http://a/ b'
    """
    end_characters, deletions = _white_space()
    return text.strip(end_characters).translate(deletions)


@cache
def _white_space() -> tuple[str, dict[int, None]]:
    """Return the characters that go at the ends, and a table for `str.translate` of those that go anywhere."""
    from irigrammar._generated.characters import SETS

    end_points, deleted_points = (
        [point for low, high in SETS[name] for point in range(low, high + 1)] for name in ("trimmed", "stripped")
    )
    return "".join(map(chr, end_points)), dict.fromkeys(deleted_points)


def plain_authority(text: str) -> tuple[str | None, str] | None:
    """Return scheme and authority of a text that every reader reads so, or refuses; None where that is not seen at a
    glance. The scheme is in lower case, and so is the authority, unless it has an "@" or is not ASCII. Without an
    authority it is "", and the scheme that of an opaque path or None.

    >>> plain_authority("HTTP://H:80/x"), plain_authority("/x"), plain_authority("http:/x")
    (('http', 'h:80'), (None, ''), None)
    """
    match = _plain().match(text)
    if match is None:
        return None
    scheme, authority, opaque = match.groups()
    if authority is not None:
        same_in_lower_case = authority.isascii() and "@" not in authority
        return scheme and scheme.lower(), authority.lower() if same_in_lower_case else authority
    if opaque is not None:
        return None if is_special(opaque.lower()) else (opaque.lower(), "")
    return None, ""


def _without_default_port(plain: tuple[str | None, str], ports: Mapping[str, int | None]) -> tuple[str | None, str]:
    """Return scheme and authority without an empty port or the default one, if only a host comes before it; without a
    scheme the port stays, and in a `file` URL, where an authority with a colon may be a drive.

    >>> _without_default_port(("http", "h:80"), {}), _without_default_port(("http", "h:80:80"), {})
    (('http', 'h'), ('http', 'h:80:80'))
    """
    scheme, authority = plain
    host, colon, port = authority.rpartition(":")
    is_host = ":" not in host or (host.startswith("[") and host.endswith("]"))
    if scheme in (None, "file") or not colon or not host or not is_host:
        return plain
    defaults = {str(port) for port in (default_port(scheme), ports.get(scheme)) if port is not None}
    return (scheme, host) if port in {"", *defaults} else plain


@cache
def _plain() -> re.Pattern[str]:
    """Return a pattern for the start of a text: an authority after a scheme or none, which ends at "/", "?" or "#"; a
    scheme without slashes after it; a path that is relative, or begins with one slash; nothing.
    """
    from irigrammar._generated.url_standard import SETS

    end = union(SETS["special-authority-end"], SETS["c0-control-or-space"])
    inside, segment = map(complement_text, (end, union(end, SETS["scheme-end"])))
    scheme = set_text(SETS["scheme-start"]) + set_text(SETS["scheme-part"]) + "*"
    ends = rf"(?={set_text(SETS['authority-end'])}|\Z)"
    return re.compile(
        rf"(?:({scheme}):)?//({inside}+){ends}|({scheme}):(?={inside})|{segment}+{ends}|/(?={inside}|\Z)|(?![\s\S])"
    )

"""Links of documents to URIs, as browsers read them.

draft-ietf-iri-3987bis-04, 7.2 to 3.6; URL Standard, 4.4, for what is not a valid Web Address.
"""

from __future__ import annotations

import re
from functools import cache

from irigrammar._generated.url_standard import SETS, UTF8_QUERY
from irigrammar.automata.charset import intersection
from irigrammar.dataclass import NamedTuple
from irigrammar.engines.charset_text import set_text
from irigrammar.errors import ConversionError, check_text
from irigrammar.matching.browser import BrowserUrl, is_drive, is_special, read_url, strip_url
from irigrammar.matching.grammar import grammar
from irigrammar.matching.plain import is_plain_link, plain_host
from irigrammar.processing.browser import SECTION, resolved_change
from irigrammar.processing.characters import allowed_characters
from irigrammar.processing.choices import AuthorityChoice, CharsetErrors, HostPolicy
from irigrammar.processing.conversions import iri_to_uri, resolve, web_address_to_iri
from irigrammar.processing.deviations import Deviations
from irigrammar.processing.percent import encode, encode_bytes, encode_strays, small
from irigrammar.processing.schemes import Schemes
from irigrammar.processing.schemes import schemes as shipped
from irigrammar.processing.support.refused import BIS, encode_refused
from irigrammar.processing.trace import Trace, call_recording, record, requested_trace
from irigrammar.processing.ucs import charset_name, encode_as_browsers
from irigrammar.text.names import quoted

_FILE = "file"


def link_target(
    base: str,
    text: str,
    /,
    charset: str = "utf-8",
    *,
    errors: CharsetErrors = "reference",
    authority: AuthorityChoice = "browser",
    host: HostPolicy = "uts46",
    schemes: Schemes | None = None,
) -> str:
    r"""Return the URI to which a link of a document leads: the base of the document, a Web Address and the charset
    (draft-ietf-iri-3987bis-04, 7.2, then 6.5 and 3.1 to 3.6).

    The link is resolved against the base, then converted to an IRI with the query in `charset` (a label of the Encoding
    Standard; for the special schemes except ws and wss), then to a URI. `errors` says what becomes of characters that
    the charset lacks: as in browsers a numeric character reference (the default), or an error ("strict"). `authority`,
    by default "browser", is that of `resolve` and `web_address_to_iri`, `host` that of `iri_to_uri`, by default as
    browsers have it; `schemes` are those that come with the package by default.

    With `authority="browser"` the result is what the URL Standard has (4.4), which browsers write as the address of a
    link, but for what no URI has (`[`, `|`): that is percent-encoded, with a step of the trace. A step also says where
    browsers differ: on a backslash in a reference by a base whose scheme is not special. With "refuse" and "grammar"
    the query is that of `web_address_to_iri`; with "refuse", too, the host, port and user are those that browsers find.

    Raises `ConversionError` for what browsers refuse (as a relative link with the base `mailto:a`), except with
    "grammar", and as the three functions do; with "refuse" and "grammar" `NoMatch` for what is not a Web Address;
    `ValueError` for an unknown choice.

    >>> link_target("http://example.org/a/b", "?q=é€", "iso-8859-1")
    'http://example.org/a/b?q=%E9%80'
    >>> link_target("https://example.org/", "/\t/☃.example\\x?tags[]=a|b")
    'https://xn--n3h.example/x?tags%5B%5D=a%7Cb'
    >>> link_target("http://b.example/", "//h?it's"), link_target("http://b.example/", "mailto:a@bücher.example")
    ('http://h/?it%27s', 'mailto:a@b%C3%BCcher.example')
    """
    trace = requested_trace()
    check_text(text)
    check_text(base)
    is_usual = trace is None and charset == "utf-8" and errors == "reference" and host == "uts46" and schemes is None
    if is_usual and authority == "browser" and is_plain_link(base, text):
        target = resolve(base, text, grammar="rfc3986")
        if (span := plain_host(target)) is not None:
            return target if target[span[1] :][:1] == "/" else f"{target[: span[1]]}/{target[span[1] :]}"
    read_base = read_url(base)
    read = read_url(text, read_base)
    if read.refusal is not None and authority != "grammar":
        raise ConversionError(f"browsers refuse {quoted(text)} with the base {quoted(base)}: {read.refusal}")
    if authority == "browser":
        iri = _Link(charset, errors, host, shipped() if schemes is None else schemes, trace).iri(text, read, read_base)
    else:
        options = {"charset": charset, "errors": errors}
        target = call_recording(trace, resolve, base, text, grammar="web-address", authority=authority)
        iri = call_recording(trace, web_address_to_iri, target, authority=authority, schemes=schemes, **options)
    uri = call_recording(trace, iri_to_uri, iri, host=host, schemes=schemes)
    if authority != "grammar" and (change := resolved_change(base, text, uri)) is not None:
        raise ConversionError(f"{quoted(text)} has no URI with the host that browsers read: {change}")
    return uri


class _Parts(NamedTuple):
    """The components after the authority: a path, opaque or not, a query and a fragment without their delimiters."""

    path: str
    query: str | None
    fragment: str | None


class _Link(NamedTuple):
    """Writes the URL that browsers read from a link as an IRI."""

    charset: str
    errors: CharsetErrors
    host: HostPolicy
    schemes: Schemes
    trace: Trace

    def iri(self, text: str, read: BrowserUrl, base: BrowserUrl) -> str:
        """Return the IRI of a link, `text`, from its reading by browsers and that of the base, and record the steps:
        href-strip, a backslash on which browsers differ, and the resolution.
        """
        plain = strip_url(text)
        note = "remove spaces and controls at the ends, and TAB, LF and CR everywhere (href-strip as browsers have it)"
        record(self.trace, f"{BIS}, 7.2", text, plain, note)
        parts = _parts(read, base, is_relative=base.opaque_path and read_url(text).scheme is None)
        authority = self._authority(read)
        path = self._encoded(parts.path, "path", has_no_host=not is_special(read.scheme))
        guard = "/." if authority == "" and path.startswith("//") else ""
        query = "" if parts.query is None else self._query(read.scheme or "", parts.query)
        query = (
            "" if parts.query is None else f"?{self._encoded(query, 'query', has_no_host=not is_special(read.scheme))}"
        )
        fragment = "" if parts.fragment is None else f"#{self._encoded(parts.fragment, 'fragment')}"
        iri = f"{read.scheme}:{authority}{guard}{path}{query}{fragment}"
        if has_disputed_backslash(text, base):
            record(self.trace, f"{BIS}, 7.2", plain, iri, Deviations.BACKSLASH_DIFFERS.note())
        return record(
            self.trace, "RFC 3986, 5.2.2", plain, iri, "resolve it against the base, as the URL Standard has it"
        )

    def _authority(self, read: BrowserUrl) -> str:
        """Return the authority after two slashes, "" for none, as browsers write it; the host as the text has it unless
        the policy is "uts46". The step is recorded.
        """
        if read.host is None:
            return ""
        user = f"{read.username}:{read.password}" if read.password else read.username
        user = f"{self._encoded(user, 'userinfo')}@" if user else ""
        raw = (read.authority or "").rpartition("@")[2]
        name = read.host
        if self.host != "uts46" and raw and not raw.startswith("["):
            name = raw.partition(":")[0]
        name = name if name.startswith("[") else self._encoded(name, "host")
        port = "" if read.port is None else f":{read.port}"
        authority_text = f"{user}{name}{port}"
        if read.authority not in (None, authority_text):
            record(self.trace, f"{BIS}, 7.2", read.authority or "", authority_text, Deviations.BROWSER_AUTHORITY.note())
        return f"//{authority_text}"

    def _encoded(self, text: str, field: str, *, has_no_host: bool = False) -> str:
        """Return a part with the characters percent-encoded that no IRI has there; with `has_no_host`, all outside
        ASCII. The steps are recorded.
        """
        if has_no_host and not text.isascii():
            encoded = encode(text, str.isascii)
            text = record(self.trace, f"{BIS}, 3.4", text, encoded, Deviations.PATH_HOST.note(field=field))
        encoded = encode_strays(encode_refused(text, field, SECTION))
        if encoded != text:
            record(self.trace, f"{BIS}, 7.2", text, encoded, Deviations.BROWSER_PART.note(field=field))
        return encoded

    def _query(self, scheme: str, text: str) -> str:
        """Return the query of a special scheme with the characters encoded that browsers encode: in the charset where
        the scheme takes it, else in UTF-8; other queries unchanged (URL Standard, 4.4, query state).
        """
        if not is_special(scheme):
            return text
        if charset_name(self.charset, web=True) != "utf-8" and scheme not in UTF8_QUERY:
            encoded = encode_as_browsers(text, self.charset, self.errors)
            return record(self.trace, f"{BIS}, 3.5", text, encoded, Deviations.QUERY_OCTETS.note(charset=self.charset))
        # The characters beyond ASCII stay in the IRI; what no IRI has is another step.
        pattern = _special_query()
        encoded = pattern.sub(lambda match: encode_bytes(match[0].encode()), text)
        chars = "".join(dict.fromkeys(pattern.findall(text)))
        return record(self.trace, f"{BIS}, 7.2", text, encoded, Deviations.SPECIAL_QUERY.note(chars=quoted(chars)))


def has_disputed_backslash(text: str, base: BrowserUrl) -> bool:
    r"""Return whether the path of a reference has a backslash, and the scheme of the base is not special, so that the
    URL Standard and browsers differ; False for a reference with a scheme or with "//" at its start, and where the base
    has an opaque path.

    >>> [has_disputed_backslash("\\h", read_url(base)) for base in ("foo://b/d/f", "http://b/", "foo:opaque")]
    [True, False, False]
    """
    if is_special(base.scheme) or base.opaque_path or read_url(text).scheme is not None:
        return False
    path = strip_url(text).partition("#")[0].partition("?")[0]
    return "\\" in path and not path.startswith("//")


@cache
def _special_query() -> re.Pattern[str]:
    """Return a pattern of the characters that an IRI can have in a query and the URL Standard encodes there."""
    encoded = intersection(SETS["special-query-percent-encode"], allowed_characters(grammar("rfc3986"))["query"].ranges)
    return re.compile(set_text(encoded))


def _parts(read: BrowserUrl, base: BrowserUrl | None, *, is_relative: bool = False) -> _Parts:
    """Return path, query and fragment as browsers have them: without dot segments, resolved against a base. An opaque
    path stays unchanged.

    `is_relative` says that the base has an opaque path, and the text no scheme: then only the fragment is that of the
    text.
    """
    head, mark, tail = read.rest.partition("#")
    fragment = tail if mark else None
    path, mark, tail = head.partition("?")
    query = tail if mark else None
    scheme = read.scheme or ""
    if is_relative and base is not None:
        return _parts(base, None)._replace(fragment=fragment)
    if read.opaque_path:
        return _Parts(path, query, fragment)
    path = path.replace("\\", "/") if is_special(scheme) else path
    is_drive_host = scheme == _FILE and read.authority is None and path.startswith("//")
    if base is None or read.authority is not None or base.scheme != scheme or is_drive_host:
        return _Parts(_path(scheme, path[1:] if is_drive_host else path, []), query, fragment)
    before = _parts(base, None)
    if path == "":
        return _Parts(before.path, before.query if query is None else query, fragment)
    segments = before.path.split("/")[1:]
    drive = segments[:1] if scheme == _FILE and is_drive(segments[0] if segments else "") else []
    starts_with_drive = scheme == _FILE and is_drive(path.removeprefix("/").partition("/")[0])
    if starts_with_drive:
        segments = []
    elif path.startswith("/"):
        segments = drive
    else:
        _drop_last_segment(segments, scheme)
    return _Parts(_path(scheme, path, segments), query, fragment)


def _path(scheme: str, path: str, segments: list[str]) -> str:
    """Return the path that a text leads to after the segments so far, which are not changed (URL Standard, 4.4, path
    state): dot segments, encoded ones too, are removed, and in a `file` URL a first drive letter is written with ":".
    """
    if path == "" and not segments:
        return "/" if is_special(scheme) else ""
    names = path.removeprefix("/").split("/")
    segments = list(segments)
    for index, name in enumerate(names):
        is_last = index == len(names) - 1
        dots = small(name).replace("%2e", ".")
        if dots == "..":
            _drop_last_segment(segments, scheme)
        elif dots != ".":
            is_letter = scheme == _FILE and not segments and is_drive(name)
            segments.append(f"{name[0]}:" if is_letter else name)
        if dots in (".", "..") and is_last:
            segments.append("")
    return f"/{'/'.join(segments)}"


def _drop_last_segment(segments: list[str], scheme: str) -> None:
    """Remove the last segment, but not the letter of a drive (URL Standard, 4.4, shorten)."""
    if segments and not (scheme == _FILE and len(segments) == 1 and is_drive(segments[0]) and segments[0][1] == ":"):
        segments.pop()

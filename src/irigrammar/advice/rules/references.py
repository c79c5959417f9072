"""The reference as a whole: its scheme, authority and path."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches

from irigrammar.advice.context import Context, with_path, without_dot_segments
from irigrammar.advice.registries import historical_schemes, registered_schemes, schemes_as_of
from irigrammar.advice.rule import Flaw, rule
from irigrammar.processing.browser import authority_by, authority_of, plain_authority, read_in_browser
from irigrammar.processing.path import is_dots
from irigrammar.processing.schemes import schemes
from irigrammar.text.names import quoted

_DOT_SEGMENTS_PAGE = """A path that begins with "/" has dot segments.

what        "." or ".." as a segment of a path that is complete in itself. Relative paths, as "../a", need them.
why         Resolving removes them, and those before ".." with them. So the identifier has a shorter equal, and
            programs that compare strings, or look for the beginning of a path, take them for two.
example     http://example.org/a/../b
            /./a
instead     http://example.org/b
            ../b
see         RFC 3986, 5.2.4 and 6.2.2.3; RFC 3987, 5.3.2.4
"""


@rule(
    "R001",
    "dot-segments",
    "advice",
    "RFC 3986, 6.2.2.3",
    _DOT_SEGMENTS_PAGE,
    mend=without_dot_segments,
    sees_whole=True,
)
def _dot_segments(context: Context) -> Iterator[Flaw]:
    if without_dot_segments(context) in (None, context.text):  # as "/.//a", which needs its dot
        return
    for one in context.segments:
        if is_dots(one.text):
            yield Flaw(one.start, one.end, f"{quoted(one.text)} is a dot segment, which resolving removes")


_DOUBLED_SLASHES_PAGE = """A path has an empty segment.

what        Two slashes or more in a row in a path that begins with "/", but for those after a colon, as where one
            identifier stands within another.
why         By the documents it is another path than the one with one slash. Most servers treat them alike, others do
            not, and it is seldom meant.
example     http://example.org/a//b
instead     http://example.org/a/b
            http://example.org/from/http://example.com/
see         RFC 3986, 3.3 (segment)
"""
_SLASHES = re.compile("//+")


def _doubled(path: str) -> Iterator[re.Match[str]]:
    if path.startswith("/"):
        yield from (found for found in _SLASHES.finditer(path) if path[found.start() - 1] != ":" or not found.start())


def _mend_doubled_slashes(context: Context) -> str:
    path = context.components.path or ""
    ends = [0, *(found.end() for found in _doubled(path))]
    starts = [*(found.start() + 1 for found in _doubled(path)), len(path)]
    return with_path(context, "".join(path[end:start] for end, start in zip(ends, starts, strict=True)))


@rule(
    "R002",
    "doubled-slashes",
    "advice",
    "RFC 3986, 3.3",
    _DOUBLED_SLASHES_PAGE,
    mend=_mend_doubled_slashes,
    sees_whole=True,
)
def _doubled_slashes(context: Context) -> Iterator[Flaw]:
    path = context.part("path")
    if path is not None:
        for found in _doubled(path.text):
            made = "an empty segment" if len(found[0]) == 2 else "empty ones"
            yield Flaw(path.start + found.start(), path.start + found.end(), f"{quoted(found[0])} makes {made}")


_EMPTY_PORT_PAGE = """A port is empty.

what        A colon after the host and no digits.
why         It means what an absent port means, so the identifier has a shorter equal; those who make identifiers
            should leave the colon out.
example     http://example.org:/
instead     http://example.org/
see         RFC 3986, 3.2.3 and 6.2.3; RFC 3987, 5.3.3
"""


@rule("R003", "empty-port", "advice", "RFC 3986, 3.2.3", _EMPTY_PORT_PAGE)
def _empty_port(context: Context) -> Iterator[Flaw]:
    port = context.part("port")
    if port is not None and not port.text:
        yield Flaw(port.start - 1, port.end, "the colon has no port after it", "")


_DEFAULT_PORT_PAGE = """A port is the scheme's default.

what        The port that the scheme means anyway, as 80 for http.
why         It means what an absent port means, so the identifier has a shorter equal; those who make identifiers
            should leave it out.
example     http://example.org:80/
            wss://example.org:443/
instead     http://example.org/
            https://example.org:80/
see         RFC 3986, 3.2.3 and 6.2.3; RFC 3987, 5.3.3
"""


@rule("R004", "default-port", "advice", "RFC 3986, 3.2.3", _DEFAULT_PORT_PAGE)
def _default_port(context: Context) -> Iterator[Flaw]:
    port, known = context.part("port"), schemes().find(context.components.scheme)
    if port is not None and known is not None and port.text.lstrip("0") == str(known.default_port):
        yield Flaw(port.start - 1, port.end, f"{port.text} is the default port of {known.name}", "")


_UPPER_CASE_SCHEME_PAGE = """The scheme has upper-case letters.

what        A scheme that is not in lower case.
why         Case makes no other scheme, but programs that compare strings take them for different identifiers. Lower
            case is the form of the documents.
example     HTTP://example.org/
instead     http://example.org/
see         RFC 3986, 3.1 and 6.2.2.1; RFC 3987, 5.3.2.1
"""


@rule("R005", "upper-case-scheme", "advice", "RFC 3986, 3.1", _UPPER_CASE_SCHEME_PAGE)
def _upper_case_scheme(context: Context) -> Iterator[Flaw]:
    scheme = context.part("scheme")
    if scheme is not None and scheme.text != scheme.text.lower():
        shown = quoted(scheme.text)
        yield Flaw(0, scheme.end, f"the scheme is written {shown}; lower case is its usual form", scheme.text.lower())


_UNKNOWN_SCHEME_PAGE = """IANA has not registered the scheme.

what        A scheme that is not in IANA's registry of schemes, or is there as historical. The list that comes with
            the package has a date, which the message names.
why         Others may give the name another meaning, or none; it may also be a slip of the pen, or a host and port
            without a scheme, as "localhost:8080".
example     htp://example.org/
            localhost:8080/
instead     http://example.org/
            //localhost:8080/
see         RFC 7595, 3; RFC 3986, 3.1
"""
_UNKNOWN_SCHEME_LONGEST = 40  # characters that are shown, and compared with others


@rule("R006", "unknown-scheme", "advice", "RFC 7595, 3", _UNKNOWN_SCHEME_PAGE)
def _unknown_scheme(context: Context) -> Iterator[Flaw]:
    scheme = context.part("scheme")
    if scheme is None or scheme.text.lower() in registered_schemes():
        return
    name = scheme.text.lower()[:_UNKNOWN_SCHEME_LONGEST]
    if name in historical_schemes():
        yield Flaw(0, scheme.end, f"IANA's registry has {quoted(name)} as historical")
        return
    near = get_close_matches(name, _COMMON, n=1, cutoff=0.7)
    question = f"; did you mean {quoted(near[0])}?" if near else ""
    message = f"IANA has not registered the scheme {quoted(name)} (list of {schemes_as_of()}){question}"
    yield Flaw(0, scheme.end, message, near[0] if near else None)


# Those that people type, among hundreds that resemble anything.
_COMMON = ("http", "https", "ftp", "file", "mailto", "urn", "data", "tel", "ws", "wss", "ssh", "ldap")


_PASSWORD_PAGE = """User information holds a password.

what        A colon and something after it in the user information.
why         Identifiers are shown, logged and sent on, and the password with them; so the form is deprecated. It also
            serves to put a well-known name before the host that is meant.
example     ftp://user:secret@example.org/
instead     ftp://user@example.org/
see         RFC 3986, 3.2.1 and 7.5; RFC 9110, 4.2.4
"""


@rule("R007", "password", "warning", "RFC 3986, 3.2.1", _PASSWORD_PAGE)
def _password(context: Context) -> Iterator[Flaw]:
    user = context.part("userinfo")
    name, _, password = user.text.partition(":") if user is not None else ("", "", "")
    if user is not None and password:
        yield Flaw(user.start + len(name), user.end, "the user information has a password, which is deprecated", "")


_EMPTY_HOST_PAGE = """A URI of http or https has no host.

what        The scheme http or https, and a host that is empty or an authority that is absent.
why         The generic grammar allows it and the scheme does not: there is nobody to ask. Browsers take what comes
            next for the host, so "http:///a" leads them to "a".
example     http:///a
            http:a
instead     http://a/
see         RFC 9110, 4.2.1 and 4.2.2
"""
_SCHEMES = ("http", "https")


@rule("R008", "empty-host", "error", "RFC 9110, 4.2.1", _EMPTY_HOST_PAGE)
def _empty_host(context: Context) -> Iterator[Flaw]:
    name = (context.components.scheme or "").lower()
    if name not in _SCHEMES or context.components.host:
        return
    host, path = context.part("host"), context.part("path")
    if host is not None:
        yield Flaw(host.start, host.end, f"the host is empty, and {name} needs one")
    elif path is not None:
        yield Flaw(path.start, path.start, f"there is no authority, and {name} needs a host")


_TOO_LONG_PAGE = """The identifier is longer than 2,000 characters.

what        More than 2,000 characters, but in a URI of the scheme data, which is never asked for.
why         The grammar has no limit, and software has. HTTP asks for 8,000 octets at least; some browsers, tools and
            databases had and have room for some 2,000.

example     http://example.org/?q={a*2000}
instead     http://example.org/?q=a
see         RFC 9110, 4.1; RFC 2397, 2
"""
_TOO_LONG_LONGEST = 2_000


@rule("R009", "too-long", "warning", "RFC 9110, 4.1", _TOO_LONG_PAGE, profiles=("publish",))
def _too_long(context: Context) -> Iterator[Flaw]:
    if len(context.text) > _TOO_LONG_LONGEST and (context.components.scheme or "").lower() != "data":
        yield Flaw(
            _TOO_LONG_LONGEST,
            len(context.text),
            f"it has {len(context.text):,} characters, more than {_TOO_LONG_LONGEST:,}",
        )


_HIDDEN_AUTHORITY_PAGE = r"""Browsers read another host than the grammar.

what        A string in which the URL Standard reads a host, and the grammar reads none, or another one: after "http:"
            browsers accept any number of slashes, none included, and take "\" for "/"; before "//" they drop spaces
            and controls. Strings without a scheme are read as in a document on http.
why         A check that goes by the grammar finds no host ("the link stays on this site"), and the browser goes to
            another site. That is how open redirects get past filters.
example     ///evil.example/
            ws:/evil.example/
            ftp:evil.example
instead     //evil.example/
            ws://evil.example/
            /evil.example/
see         URL Standard, 4.4 (special authority ignore slashes state); draft-ietf-iri-3987bis-04, 7.2
"""


@rule("R010", "hidden-authority", "error", "URL Standard, 4.4", _HIDDEN_AUTHORITY_PAGE)
def _hidden_authority(context: Context) -> Iterator[Flaw]:
    text = context.text
    if plain_authority(text) is not None:
        return
    read = read_in_browser(text)
    browsers, own = authority_of(read), authority_by(context.matcher, text)
    if read.refused is not None or browsers is None or own is None or not browsers.host or browsers.host == own.host:
        return
    at = text.find(read.authority or "")
    start, end = (at, at + len(read.authority or "")) if at >= 0 else (0, len(text))
    other = f"another than the grammar, {quoted(own.host)}" if own.host else "and the grammar none"
    yield Flaw(start, end, f"browsers read the host {quoted(browsers.host)} here, {other}")

"""The reference as a whole: its scheme, authority and path."""

from __future__ import annotations

import re
from collections.abc import Iterator

from irigrammar.advice.context import Context, Part, dots, with_path, without_dot_segments
from irigrammar.advice.likeness import SCRIPTS
from irigrammar.advice.rule import part_rule, rule
from irigrammar.finding import Flaw
from irigrammar.hosts import check_fetch, why
from irigrammar.lazy import regex
from irigrammar.matching.authority import authority_by, authority_of, plain_authority, plain_port, read_in_browser
from irigrammar.processing.path import is_dots
from irigrammar.processing.percent import encode
from irigrammar.processing.schemes import schemes
from irigrammar.shipped.registries import historical_schemes, registered_schemes, schemes_as_of
from irigrammar.text.names import quoted
from irigrammar.text.splice import splice


@rule(
    "R001",
    "dot-segments",
    "advice",
    "RFC 3986, 6.2.2.3",
    fix=without_dot_segments,
    unless=("P006", "R026"),  # which ask whether they are meant
    once_a_host=True,
    where="dots",
)
def _dot_segments(context: Context) -> Iterator[Flaw]:
    """Yield a flaw for each dot segment that is not percent-encoded; nothing if removing all of them changes nothing,
    or the path does not begin with "/".
    """
    if without_dot_segments(context) in (None, context.text):  # as "/.//a", which needs its dot
        return
    for segment in context.segments:
        if is_dots(segment.text):
            yield Flaw(segment.start, segment.end, f"{quoted(segment.text)} is a dot segment, which resolving removes")


@rule("R026", "dots-above-root", "warning", "RFC 3986, 5.2.4", fix=without_dot_segments, where="dots")
def _dots_above_root(context: Context) -> Iterator[Flaw]:
    """Yield a flaw for each ".." of an absolute path that has no segment to remove."""
    if not (context.components.path or "").startswith("/"):
        return
    depth = 0
    for segment in context.segments:
        meant = dots(segment.text)
        depth += {None: 1, ".": 0, "..": -1}[meant]
        if depth < 0:
            message = f"{quoted(segment.text)} is a dot segment at the root, above which there is nothing to remove"
            yield Flaw(segment.start, segment.end, message)
            depth = 0


_SLASHES = regex("//+")


def _slash_runs(path: str) -> Iterator[re.Match[str]]:
    if path.startswith("/"):
        yield from (match for match in _SLASHES.finditer(path) if path[match.start() - 1] != ":" or not match.start())


def _fix_doubled_slashes(context: Context) -> str:
    path = context.components.path or ""
    return with_path(context, splice(path, ((match.start() + 1, match.end(), "") for match in _slash_runs(path))))


@part_rule(
    "path",
    "R002",
    "doubled-slashes",
    "advice",
    "RFC 3986, 3.3",
    fix=_fix_doubled_slashes,
    unless=("R018",),  # whose second scheme has them
    where="double-slash",
)
def _doubled_slashes(_: Context, path: Part) -> Iterator[Flaw]:
    for match in _slash_runs(path.text):
        effect = "an empty segment" if len(match[0]) == 2 else "empty ones"
        yield Flaw(path.start + match.start(), path.start + match.end(), f"{quoted(match[0])} makes {effect}")


@part_rule("port", "R003", "empty-port", "warning", "RFC 3986, 3.2.3", where="port")
def _empty_port(context: Context, port: Part) -> Iterator[Flaw]:
    """Yield a flaw for a colon without a port; not after a drive letter, nor before "//" at the start of the path."""
    path = context.components.path or ""
    # R020 says more, or R018 and R022 of a second scheme.
    if not port.text and not context.has_drive_as_host and not path.startswith("//"):
        yield Flaw(port.start - 1, port.end, "the colon has no port after it", "")


@part_rule("port", "R004", "default-port", "warning", "RFC 3986, 3.2.3", where="port")
def _default_port(context: Context, port: Part) -> Iterator[Flaw]:
    known = schemes().find(context.components.scheme)
    if known is not None and port.text.lstrip("0") == str(known.default_port):
        yield Flaw(port.start - 1, port.end, f"{port.text} is the default port of {known.name}", "")


@part_rule("port", "R031", "zeros-in-port", "warning", "RFC 3986, 3.2.3", where="port")
def _zeros_in_port(context: Context, port: Part) -> Iterator[Flaw]:
    """Yield a flaw for a port with leading zeros; not for the default port, which R004 reports."""
    plain, known = plain_port(port.text), schemes().find(context.components.scheme)
    if port.text not in ("", plain) and (known is None or plain != str(known.default_port)):
        yield Flaw(port.start, port.end, f"the port {port.text} has leading zeros; it is {plain}", plain)


@part_rule("scheme", "R005", "upper-case-scheme", "advice", "RFC 3986, 3.1", where="upper-scheme")
def _upper_case_scheme(_: Context, scheme: Part) -> Iterator[Flaw]:
    if scheme.text != scheme.text.lower():
        shown = quoted(scheme.text)
        yield Flaw(0, scheme.end, f"the scheme is written {shown}; lower case is the usual form", scheme.text.lower())


def _with_empty_path(context: Context) -> str | None:
    known = schemes().find(context.components.scheme)
    return None if known is None or known.empty_path is None else with_path(context, known.empty_path)


@part_rule(
    "host",
    "R032",
    "empty-path",
    "advice",
    "draft-ietf-iri-3987bis-04, 5.3.3",
    profiles=(),
    fix=_with_empty_path,
    opt_in=True,
    where="no-path",
)
def _empty_path(context: Context, host: Part) -> Iterator[Flaw]:
    """Yield a flaw, of the host's span, for an empty path after a host in a scheme that has a usual form of it."""
    known = schemes().find(context.components.scheme)
    if host.text and not context.components.path and known is not None and known.empty_path is not None:
        message = f"the path is empty; {quoted(known.empty_path)} is the usual form in {known.name}, and means the same"
        yield Flaw(host.start, host.end, message)


# Documents may have relative references as a shorthand.
@rule(
    "R033", "no-scheme", "advice", "RFC 3986, 4.2", profiles=(), opt_in=True, opt_in_for_scans=True, where="no-scheme"
)
def _relative_reference(context: Context) -> Iterator[Flaw]:
    if context.components.scheme is None:
        message = "it is a relative reference, which another base gives another meaning; resolve it"
        yield Flaw(0, len(context.text), message)


def _with_encoded_marks(context: Context) -> str | None:
    query = context.part("query")
    if query is None:
        return None
    start = query.start - 1
    return splice(context.text, [(start, query.end, encode(context.text[start : query.end], lambda char: char != "?"))])


@part_rule("query", "R034", "query-of-ftp", "warning", "RFC 1738, 3.2", fix=_with_encoded_marks, where="other-scheme")
def _query_of_ftp(context: Context, query: Part) -> Iterator[Flaw]:
    """Yield a flaw, of the query with its "?", in an ftp URL."""
    if (context.components.scheme or "").lower() == "ftp":
        message = 'an ftp URL has no query: clients fetch other files for it; write %3F for a "?" in a name'
        yield Flaw(query.start - 1, query.end, message)


_UNKNOWN_SCHEME_LONGEST = 40  # characters that are shown, and compared with others


@part_rule("scheme", "R006", "unknown-scheme", "advice", "RFC 7595, 3", where="other-scheme")
def _unknown_scheme(_: Context, scheme: Part) -> Iterator[Flaw]:
    """Yield a flaw for a scheme that IANA lists as historical or not at all: that it runs code, or with the nearest
    common scheme, if one is near.
    """
    if scheme.text.lower() in registered_schemes():
        return
    name = scheme.text.lower()[:_UNKNOWN_SCHEME_LONGEST]
    if name in SCRIPTS:
        yield Flaw(
            0, scheme.end, f"the scheme {quoted(name)} runs code: what follows it is a program, and not an address"
        )
        return
    if name in historical_schemes():
        yield Flaw(0, scheme.end, f"the scheme {quoted(name)} is historical in IANA's registry")
        return
    from difflib import get_close_matches

    is_meant = "+" in name or schemes().find(name) is not None  # as "git+https", or "postgres"
    near = [] if is_meant else get_close_matches(name, COMMON, n=1, cutoff=0.7)
    question = f"; did you mean {quoted(near[0])}?" if near else ""
    message = f"the scheme {quoted(name)} is not registered with IANA (list of {schemes_as_of()}){question}"
    yield Flaw(0, scheme.end, message, near[0] if near and near[0] in registered_schemes() else None)


# Those that people type, among hundreds that resemble anything.
COMMON = (
    *("http", "https", "ftp", "file", "mailto", "urn", "data", "tel", "ws", "wss", "ssh", "ldap"),
    *("postgresql", "mongodb", "mysql"),
)


@part_rule("userinfo", "R007", "password", "warning", "RFC 3986, 3.2.1", where="user")
def _password(_: Context, user: Part) -> Iterator[Flaw]:
    name, _colon, password = user.text.partition(":")
    if password:
        yield Flaw(user.start + len(name), user.end, "the user information has a password, which is deprecated", "")


_TOO_LONG_LONGEST = 2_000


@rule("R009", "too-long", "warning", "RFC 9110, 4.1", profiles=("publish",), where="long")
def _too_long(context: Context) -> Iterator[Flaw]:
    if len(context.text) > _TOO_LONG_LONGEST and (context.components.scheme or "").lower() != "data":
        yield Flaw(
            _TOO_LONG_LONGEST,
            len(context.text),
            f"it has {len(context.text):,} characters; some software has a limit of {_TOO_LONG_LONGEST:,}",
        )


@rule("R010", "hidden-authority", "error", "URL Standard, 4.4", where="hidden-authority special-path")
def _hidden_authority(context: Context) -> Iterator[Flaw]:
    """Yield a flaw for a text in which browsers read another host than the grammar: at the authority that they read
    if the text has it as such, else at all of it.

    There is none where they refuse the text or read no host.
    """
    text = context.text
    if plain_authority(text) is not None:
        return
    read = read_in_browser(text)
    browsers, own = authority_of(read), authority_by(context.matcher, text)
    if read.refusal is not None or browsers is None or own is None or not browsers.host or browsers.host == own.host:
        return
    offset = text.find(read.authority or "")
    start, end = (offset, offset + len(read.authority or "")) if offset >= 0 else (0, len(text))
    other = f"another than the grammar, {quoted(own.host)}" if own.host else "and the grammar none"
    yield Flaw(start, end, f"browsers read the host {quoted(browsers.host)} here, {other}")


@rule("R029", "no-consensus", "warning", "RFC 3986, 7.6", profiles=(), opt_in=True)
def _no_consensus(context: Context) -> Iterator[Flaw]:
    """Yield a flaw, of the host's span or the whole text, if parsers read different hosts."""
    reason = why(context.text)
    if reason is not None:
        host = context.part("host")
        start, end = (0, len(context.text)) if host is None else (host.start, host.end)
        yield Flaw(start, end, f"parsers read other hosts here: {reason}")


@rule("R030", "not-fetchable", "error", "RFC 3986, 7.6", profiles=(), opt_in=True)
def _not_fetchable(context: Context) -> Iterator[Flaw]:
    reason = check_fetch(context.text).reason
    if reason is not None:
        yield Flaw(0, len(context.text), f"a server must not fetch this: {reason}")

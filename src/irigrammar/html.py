"""The URL components of HTML's APIs (draft-ietf-iri-3987bis-04, 3.2)."""

from __future__ import annotations

from irigrammar.errors import check_text
from irigrammar.matching.grammar import Grammar, grammar_of
from irigrammar.matching.parts import Components, with_fields
from irigrammar.processing.deviations import Deviations
from irigrammar.processing.schemes import Schemes
from irigrammar.processing.schemes import schemes as shipped
from irigrammar.processing.trace import record, requested_trace

__all__ = ["hostport", "hostspecific", "path"]


def __dir__() -> list[str]:
    return __all__


_SECTION = "draft-ietf-iri-3987bis-04, 3.2"


def hostport(iri: str, /, *, grammar: str | Grammar = "rfc3987", schemes: Schemes | None = None) -> str | None:
    """Return the HOSTPORT of a reference: host, colon and port where the scheme has another default, else the host
    (draft-ietf-iri-3987bis-04, 3.2).

    None without a host. An empty port is the default one, and leading zeros do not count (RFC 3986, 3.2.3
    and 6.2.3). Default ports are those of `schemes` (by default those that come with the package). Raises `NoMatch` for
    what is not a reference of the grammar.

    >>> hostport("http://h:8080/"), hostport("//h:80/"), hostport("http://h:/"), hostport("mailto:a@b")
    ('h:8080', 'h', 'h', None)
    """
    trace, parts = requested_trace(), _split(iri, grammar)
    if parts.host is None:
        record(trace, _SECTION, iri, "", "no host")
        return None
    if parts.scheme is None or not parts.port:
        plain = "leave out the port, without a scheme" if parts.port else "no port"
        empty = parts.scheme is not None and parts.port == ""
        return record(trace, _SECTION, iri, parts.host, Deviations.EMPTY_PORT.note() if empty else plain)
    known = (shipped() if schemes is None else schemes).find(parts.scheme)
    default = known.default_port if known else None
    if default is not None and parts.port.lstrip("0") == str(default):
        return record(trace, _SECTION, iri, parts.host, f"{default} is the default port of {parts.scheme}")
    note = f"the port is not the default port of {parts.scheme}"
    return record(trace, _SECTION, iri, f"{parts.host}:{parts.port}", note)


def hostspecific(iri: str, /, *, grammar: str | Grammar = "rfc3987") -> str:
    """Return the HOSTSPECIFIC of a reference: the text after the authority, or all of it where it has none
    (draft-ietf-iri-3987bis-04, 3.2).

    Raises `NoMatch` for what is not a reference of the grammar.

    >>> hostspecific("http://u@h:1/p?q#f"), hostspecific("mailto:a@b")
    ('/p?q#f', 'mailto:a@b')
    """
    trace, parts = requested_trace(), _split(iri, grammar)
    result = (
        iri if parts.authority is None else str(with_fields(parts, scheme=None, userinfo=None, host=None, port=None))
    )
    note = "what follows the authority" if parts.authority is not None else "everything, without an authority"
    return record(trace, _SECTION, iri, result, note)


def path(iri: str, /, *, grammar: str | Grammar = "rfc3987") -> str:
    """Return the PATH of a reference: the path, without the slash that it begins with (draft-ietf-iri-3987bis-04, 3.2).

    A path that begins with no slash is returned unchanged. Raises `NoMatch` for what is not a reference of the grammar.

    >>> path("http://h/a/b?q"), path("mailto:a@b"), path("http://h")
    ('a/b', 'a@b', '')
    """
    trace, whole = requested_trace(), _split(iri, grammar).path or ""
    result = whole.removeprefix("/")
    note = "the path begins with no slash" if result == whole else "what follows the first slash of the path"
    return record(trace, _SECTION, iri, result, note)


def _split(iri: str, grammar: str | Grammar) -> Components:
    check_text(iri)
    return grammar_of(grammar).start.split(iri)

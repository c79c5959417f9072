"""The host that each installed URL parser reads from a string.

For comparison with the conventions of `irigrammar.hosts`. urllib, urllib3 (as requests uses it), yarl, httpx, rfc3986
and ada-url; those that are not installed are left out.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from platform import python_version
from typing import Any

from irigrammar.hosts import HostReading
from irigrammar.hosts.readers import idna2003, reading_of, target_authority
from irigrammar.matching.browser import mapped_host

# The scheme, host, port and user information that a parser reads.
_Parsed = tuple[str | None, str | None, object, str | None]


def library_hosts(s: str, /) -> tuple[HostReading, ...]:
    """Return which host each installed parser reads from a string and would connect to; the reader is its name and
    version.

    The host is in lower-case ASCII, an IPv6 address in brackets: of urllib as its codec for IDNA 2003 writes it, of the
    others as they convert it. What a parser raises is its refusal.

    >>> reading = library_hosts("http://u@FAß.example:80/")[0]
    >>> reading.reader.partition(" ")[0], reading.host, reading.port, reading.user
    ('urllib', 'fass.example', None, 'u')
    """
    readings = []
    for name, (module, parser, read) in _PARSERS.items():
        try:
            package = import_module(module)
            label = f"{name} {python_version() if name == 'urllib' else version(name)}"
        except (ImportError, PackageNotFoundError):
            continue
        try:
            scheme, host, port, user = read(getattr(package, parser)(s))
            if host and ":" in host and not host.startswith("["):
                host = f"[{host}]"
            to_ascii = idna2003 if name == "urllib" else mapped_host  # the others have converted it
            authority = target_authority(scheme, host, None if port is None else str(port), user, to_ascii)
        except Exception as error:  # parsers of others raise what they like: it is their refusal
            readings.append(HostReading(label, "refused", reason=str(error) or type(error).__name__))
        else:
            readings.append(reading_of(label, authority))
    return tuple(readings)


def _user_text(user: str | None, password: str | None) -> str:
    return f"{user or ''}:{password}" if password else user or ""


# The name of the distribution -> the module, its parser, and what is read from the result.
_PARSERS: dict[str, tuple[str, str, Callable[[Any], _Parsed]]] = {
    "urllib": (
        "urllib.parse",
        "urlsplit",
        lambda u: (u.scheme, u.hostname, u.port, _user_text(u.username, u.password)),
    ),
    "urllib3": ("urllib3.util", "parse_url", lambda u: (u.scheme, u.host, u.port, u.auth)),
    "yarl": ("yarl", "URL", lambda u: (u.scheme, u.raw_host, u.explicit_port, _user_text(u.raw_user, u.raw_password))),
    "httpx": ("httpx", "URL", lambda u: (u.scheme, u.raw_host.decode(), u.port, u.userinfo.decode())),
    "rfc3986": ("rfc3986", "uri_reference", lambda u: (u.scheme, u.host, u.port, u.userinfo)),
    "ada-url": (
        "ada_url",
        "URL",
        lambda u: (u.protocol.rstrip(":"), u.hostname, u.port or None, _user_text(u.username, u.password)),
    ),
}

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
from irigrammar.hosts.readers import connected, idna2003, reading_of
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
    for name, (module, parse) in _PARSERS.items():
        try:
            package = import_module(module)
            label = f"{name} {python_version() if name == 'urllib' else version(name)}"
        except (ImportError, PackageNotFoundError):
            continue
        readings.append(_reading(label, parse, package, s))
    return tuple(readings)


def _reading(label: str, parse: Callable[[Any, str], _Parsed], package: Any, s: str) -> HostReading:
    try:
        scheme, host, port, user = parse(package, s)
        if host and ":" in host and not host.startswith("["):
            host = f"[{host}]"
        to_ascii = idna2003 if label.startswith("urllib ") else mapped_host  # the others have converted it
        authority = connected(scheme, host, None if port is None else str(port), user, to_ascii)
    except Exception as error:  # parsers of others raise what they like: it is their refusal
        return HostReading(label, "refused", reason=str(error) or type(error).__name__)
    return reading_of(label, authority)


def _urllib(package: Any, s: str) -> _Parsed:
    url = package.urlsplit(s)
    return url.scheme, url.hostname, url.port, _joined(url.username, url.password)


def _urllib3(package: Any, s: str) -> _Parsed:
    url = package.parse_url(s)
    return url.scheme, url.host, url.port, url.auth


def _yarl(package: Any, s: str) -> _Parsed:
    url = package.URL(s)
    return url.scheme, url.raw_host, url.explicit_port, _joined(url.raw_user, url.raw_password)


def _httpx(package: Any, s: str) -> _Parsed:
    url = package.URL(s)
    return url.scheme, url.raw_host.decode(), url.port, url.userinfo.decode()


def _rfc3986(package: Any, s: str) -> _Parsed:
    url = package.uri_reference(s)
    return url.scheme, url.host, url.port, url.userinfo


def _ada(package: Any, s: str) -> _Parsed:
    url = package.URL(s)
    return url.protocol.rstrip(":"), url.hostname, url.port or None, _joined(url.username, url.password)


def _joined(user: str | None, password: str | None) -> str:
    return f"{user or ''}:{password}" if password else user or ""


# The name of the distribution -> the module, and how it is asked.
_PARSERS: dict[str, tuple[str, Callable[[Any, str], _Parsed]]] = {
    "urllib": ("urllib.parse", _urllib),
    "urllib3": ("urllib3.util", _urllib3),
    "yarl": ("yarl", _yarl),
    "httpx": ("httpx", _httpx),
    "rfc3986": ("rfc3986", _rfc3986),
    "ada-url": ("ada_url", _ada),
}

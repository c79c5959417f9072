"""Libraries of Python, by the argument, asked as measure.py says."""

import sys
from collections.abc import Callable
from urllib.parse import urljoin, urlsplit, urlunsplit

import httpx  # type: ignore[import-not-found,import-untyped,unused-ignore]  # may be missing
import hyperlink  # type: ignore[import-not-found,import-untyped,unused-ignore]  # may be missing
import rfc3986  # type: ignore[import-not-found,import-untyped,unused-ignore]  # may be missing
import yarl  # type: ignore[import-not-found,import-untyped,unused-ignore]  # may be missing


def _yarl(operation: str, text: str, second: str = "") -> object:
    return yarl.URL(text).join(yarl.URL(second)) if operation == "resolve" else yarl.URL(text)


def _httpx(operation: str, text: str, second: str = "") -> object:
    return httpx.URL(text).join(second) if operation == "resolve" else httpx.URL(text)


def _urllib(operation: str, text: str, second: str = "") -> object:
    return urljoin(text, second) if operation == "resolve" else urlunsplit(urlsplit(text))


def _rfc3986(operation: str, text: str, second: str = "") -> object:
    if operation == "to-uri":
        return rfc3986.iri_reference(text).encode().unsplit()
    reference = rfc3986.uri_reference(text)
    if operation == "resolve":
        reference = rfc3986.uri_reference(second).resolve_with(reference)
    return (reference.normalize() if operation == "normalize" else reference).unsplit()


def _hyperlink(operation: str, text: str, second: str = "") -> object:
    url = hyperlink.URL.from_text(text)
    deeds: dict[str, Callable[[], hyperlink.URL]] = {
        "resolve": lambda: url.click(second),
        "normalize": url.normalize,
        "to-uri": url.to_uri,
        "to-iri": url.to_iri,
    }
    return deeds.get(operation, lambda: url)().to_text()


ASK = {"urllib": _urllib, "yarl": _yarl, "httpx": _httpx, "rfc3986": _rfc3986, "hyperlink": _hyperlink}[sys.argv[1]]
for line in sys.stdin:
    try:
        print(f"={ASK(*line.rstrip(chr(10)).split(chr(9)))}")
    except Exception:
        print("!")

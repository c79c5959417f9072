"""Libraries of Python, by the argument, asked as measure.py says."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any
from urllib.parse import urljoin, urlsplit, urlunsplit

NAME = sys.argv[1]
LIBRARY: Any = import_module(NAME)


def _urls(operation: str, text: str, second: str = "") -> object:
    """Ask a library whose URL has a method `join`."""
    return LIBRARY.URL(text).join(LIBRARY.URL(second)) if operation == "resolve" else LIBRARY.URL(text)


def _urllib(operation: str, text: str, second: str = "") -> object:
    return urljoin(text, second) if operation == "resolve" else urlunsplit(urlsplit(text))


def _rfc3986(operation: str, text: str, second: str = "") -> object:
    if operation == "to-uri":
        return LIBRARY.iri_reference(text).encode().unsplit()
    reference = LIBRARY.uri_reference(text)
    if operation == "resolve":
        reference = LIBRARY.uri_reference(second).resolve_with(reference)
    return (reference.normalize() if operation == "normalize" else reference).unsplit()


def _hyperlink(operation: str, text: str, second: str = "") -> object:
    url = LIBRARY.URL.from_text(text)
    deeds: dict[str, Callable[[], Any]] = {
        "resolve": lambda: url.click(second),
        "normalize": url.normalize,
        "to-uri": url.to_uri,
        "to-iri": url.to_iri,
    }
    return deeds.get(operation, lambda: url)().to_text()


def _irigrammar(operation: str, text: str, second: str = "") -> object:
    names = {"to-uri": "iri_to_uri", "to-iri": "uri_to_iri", "write": "split"}
    texts = (text, second) if operation in ("resolve", "relativize") else (text,)
    return getattr(LIBRARY, names.get(operation, operation))(*texts)


OWN: dict[str, Callable[..., object]] = {
    "urllib.parse": _urllib,
    "rfc3986": _rfc3986,
    "hyperlink": _hyperlink,
    "irigrammar": _irigrammar,
}
ASK = OWN.get(NAME, _urls)
for line in sys.stdin:
    try:
        print(f"={ASK(*line.rstrip(chr(10)).split(chr(9)))}")
    except Exception:
        print("!")

"""A client of the catalogue service.

The protocol is that of https://docs.example.org/catalogue/protocol_(v2), section 3; see also
<https://docs.example.org/catalogue/
    errors> and `the tutorial <https://docs.example.org/catalogue/tutorial.html>`_. Names are
those of urn:isbn:978-3-16-148410-0 and of doi:10.1000/182. Write to mailto:catalogue@example.org.

参照：https://例え.jp/目録/説明書。（https://例え.jp/目録（旧版）も見よ）
"""

from __future__ import annotations

import re
import urllib.request
from typing import Any

# The service itself, and what stands in for it in tests.
BASE = "https://api.example.org/v2/"
MIRROR = 'https://mirror.example.org/api/v2/'
BROKEN = "https://api.example.org/v2/search?q=100%&lang=en"
SPOOL = "file:///var/spool/catalogue"

# What the old service had: "http://old.example.org:80a/list" was never reachable.
OLD = ["http://old.example.org/list", "http://[2001:db8::1]:8080/list", "http://[2001:db8::1:8080/list"]

# Templates and patterns are no identifiers.
ITEM = "https://api.example.org/v2/items/{id}"
SHARD = "https://shard-%02d.example.org/%s"
QUERY = f"https://{BASE}/search?q={{}}"
SHELL = "https://$HOST:${PORT}/$PATH_INFO"
PATTERN = re.compile(r"^https?://[^/]+\.example\.org/(?P<rest>.*)$|http://(?:www\.)?example\.com/\d+")

HEADERS = {
    "User-Agent": "catalogue/2.1 (+https://example.org/bot.html)",
    "Accept": "application/ld+json; profile=\"https://www.w3.org/ns/json-ld#expanded\"",
    "Link": '<https://example.org/ns/context>; rel="http://www.w3.org/ns/json-ld#context"',
}

ICON = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="


def fetch(name: str, data: bytes | None = None, tag: str = "") -> Any:
    """Fetch an item: `fetch("x")` asks for https://api.example.org/v2/items/x, and no more.

    Raises an error of http://www.w3.org/2011/http-statusCodes#NotFound, or one of its kin:
    http://www.w3.org/2011/http-statusCodes#Gone; http://www.w3.org/2011/http#Moved#Twice.
    """
    info: dict[str, str] = {"data": name, "tag:": tag}
    url = BASE + "items/%s" % name
    log = f"info:{info!r} data:{data!r} tag:{tag} file:{name}"
    with urllib.request.urlopen(url, data) as found:  # see https://docs.python.org/3/library/urllib.request.html
        print(log, "fetched http://api.example.org/v2/log\n", 'or http://api.example.org/v2/trace\t')
        return found.read()


def known() -> list[str]:
    return [
        'https://example.org/wiki/Alon%E2%80%93Boppana_bound',
        'https://example.org/wiki/Na%ZZve',
        "https://example.org/a|b",  # iri: ignore[S001]
        # iri: ignore[S001]
        "https://example.org/c^d",
        "https://user@example.org/e",
        "https://example.org/f",  # iri: ignore[S001]
        "https://example.org/g\u00e9h",
        "https://example.org/~user/?$filter=name eq 'x'&$top=2",
    ]

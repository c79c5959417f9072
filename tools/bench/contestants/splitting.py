"""Contestants that split an IRI."""

from __future__ import annotations

import json
from collections.abc import Callable
from operator import attrgetter
from typing import Any

from tools.bench.contestants.loading import load, matcher, rfc3987, yarl
from tools.bench.loops import outcome
from tools.bench.timing import Answer, Local

__all__ = ["MAKERS", "OTHER_JOB", "REMOTE"]

OTHER_JOB = {
    "rfc3986 urlparse": "validates the authority only",
    "hyperlink": "checks hosts only",
    "yarl": "does not validate, and splits the authority when it is read",
    "urllib.parse urlsplit": "does not validate",
    "can-ada": "the URL standard of browsers",
    "ada-url": "the URL standard of browsers",
}
REMOTE = {"irigrammar split, pure": {"IRIGRAMMAR_PURE": "1"}}


def five(scheme: str | None, *others: str | None) -> str:
    """Return the five components in a form that is the same for all: some lower the scheme, some have no None."""
    return json.dumps([(scheme or "").lower(), *(other or "" for other in others)], ensure_ascii=False)


def ours(name: str = "irigrammar split") -> Local:
    """Components, or an error with the fault."""
    names = {"split": matcher().split}

    def result(parts: Any) -> Answer:
        return five(parts.scheme, parts.authority, parts.path, parts.query, parts.fragment)

    return outcome(name, "split(text)", names, result, ValueError)


def rfc3987_parse() -> Local:
    """Match, then split by the pattern of RFC 3986, appendix B."""
    names = {"parse": rfc3987("parse")}

    def result(parts: dict[str, str | None]) -> Answer:
        return five(*(parts[field] for field in ("scheme", "authority", "path", "query", "fragment")))

    return outcome("rfc3987 parse", "parse(text, 'IRI')", names, result, ValueError)


def rfc3986_urlparse() -> Local:
    """Seven components."""
    errors = (load("rfc3986.exceptions").RFC3986Exception, ValueError)

    def result(parts: Any) -> Answer:
        return five(parts.scheme, parts.authority, parts.path, parts.query, parts.fragment)

    return outcome("rfc3986 urlparse", "urlparse(text)", {"urlparse": load("rfc3986").urlparse}, result, errors)


def hyperlink() -> Local:
    """A URL object, which has segments and pairs."""

    def result(url: Any) -> Answer:
        text = url.to_text()
        return five(*load("urllib.parse").urlsplit(text))

    return outcome("hyperlink", "URL.from_text(text)", {"URL": load("hyperlink").URL}, result, ValueError)


def uncached_yarl() -> Local:
    """A URL object of an unchanged text."""
    fields = attrgetter("scheme", "raw_authority", "raw_path", "raw_query_string", "raw_fragment")

    def result(url: Any) -> Answer:
        return five(*fields(url))

    remark = "URL(text, encoded=True), without its caches"
    return outcome("yarl", "URL(text, encoded=True)", {"URL": yarl()}, result, ValueError, remark=remark)


def urlsplit() -> Local:
    """Components without validation."""
    call = load("urllib.parse").urlsplit
    names = {"urlsplit": getattr(call, "__wrapped__", call)}
    remark = "urlsplit(text), without its cache"
    return outcome(
        "urllib.parse urlsplit", "urlsplit(text)", names, lambda parts: five(*parts), ValueError, remark=remark
    )


def browsers(name: str, expression: str, names: dict[str, Any]) -> Local:
    """A URL object of the URL standard."""
    fields = attrgetter("protocol", "host", "pathname", "search", "hash")

    def result(url: Any) -> Answer:
        scheme, host, path, query, fragment = fields(url)
        return five(scheme.rstrip(":"), host, path, query.removeprefix("?"), fragment.removeprefix("#"))

    return outcome(name, expression, names, result, ValueError)


MAKERS: dict[str, Callable[[], Local]] = {
    "irigrammar split": ours,
    "irigrammar split, pure": lambda: ours("irigrammar split, pure"),
    "rfc3987 parse": rfc3987_parse,
    "rfc3986 urlparse": rfc3986_urlparse,
    "yarl": uncached_yarl,
    "hyperlink": hyperlink,
    "urllib.parse urlsplit": urlsplit,
    "ada-url": lambda: browsers("ada-url", "URL(text)", {"URL": load("ada_url").URL}),
    "can-ada": lambda: browsers("can-ada", "parse(text)", {"parse": load("can_ada").parse}),
}

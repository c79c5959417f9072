"""Texts for tests of columns, and their answers one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from places import SHARED

import irigrammar
from irigrammar import ConversionError, NoMatch
from irigrammar.grammars import COMPONENT_FIELDS

__all__ = [
    "BROKEN",
    "BY_RULE",
    "CONVERSIONS",
    "EXPLAINED",
    "FIELDS",
    "LENIENT",
    "PARAMETERS",
    "RIGHT",
    "TEXTS",
    "UNFAILING",
    "one_by_one",
    "real_texts",
]

FIELDS = COMPONENT_FIELDS
EXPLAINED = ("code", "message", "start", "end", "fix", "applicability")

TEXTS: list[str | None] = [
    "http://résumé.example.org/",
    "http://b c/",
    None,
    "HTTP://u@Example.ORG:80/a/./b/../c?q#f",
    "",
    "urn:" + "x" * 300,
    *["http://[::1]/%7e%41?", "http://XN--RSUM-BPAD.example.org/%C3%A9", "http://日本/\U0001f469"],
    *["http://e/\U00010000 ", "http://a℀b.com/", "//h", "a:/.//b", "http://résumé.example.org/", "http://☃.com/"],
    *["http://e/#%2D:%7E:~:text=%2D8,%7e", "http://e/#-:~:text=-8,~"],
    *["http://e/%zz", "http://xn--rsum-bpad.example.org/", "http://XN--RSUM-BPAD.example.org/"],
    *["http://EXAMPLE.org/", "//h/../"],
]

# Bytes that are not UTF-8, and a surrogate as bytes.
BROKEN = [b"http://e/\xff", b"a:\xed\xa0\x80", b"\xc3", b"a b\xff"]

CONVERSIONS: dict[str, Callable[[str], str]] = {
    "iri_to_uri": irigrammar.iri_to_uri,
    "uri_to_iri": irigrammar.uri_to_iri,
    "normalize": irigrammar.normalize,
    "key": lambda text: irigrammar.convert.canonical_key(text).decode(),
    "resolve": lambda text: irigrammar.resolve("http://h/a/b", text),
}

# Functions that answer for every text, and have no parameter `errors`.
BY_RULE = ("matches", "fault_offset", "fault_message", "explain")
UNFAILING = (*BY_RULE, "consensus")

# The parameters that each function needs, and those with which it answers for every text.
PARAMETERS: dict[str, dict[str, Any]] = {
    **{name: {"rule": "IRI-reference"} for name in BY_RULE},
    **{name: {} for name in ("consensus", "split", *CONVERSIONS)},
    "resolve": {"base": "http://h/a/b"},
}
LENIENT = {name: {**needed, **({} if name in UNFAILING else {"errors": "null"})} for name, needed in PARAMETERS.items()}

_MATCHER = irigrammar.grammar("rfc3987")["IRI-reference"]


def one_by_one(name: str, texts: Sequence[str | bytes | None]) -> list[Any]:
    """Return what the function of a name says of each text, None for None and for an error."""
    return [None if text is None else _one(name, text) for text in texts]


def _one(name: str, text: str | bytes) -> Any:
    if name == "matches":
        return _MATCHER.matches(text)
    if name == "consensus":
        return _is_utf_8(text) and irigrammar.hosts.consensus(text if isinstance(text, str) else text.decode())
    if name in UNFAILING:
        fault = _MATCHER.check(text).fault
        if fault is None:
            return None
        place, fix = fault.labels[0], next(iter(fault.fixes), None)
        found = (fix.text, fix.applicability) if fix else (None, None)
        return {
            "fault_offset": fault.offset,
            "fault_message": f"{fault.code} {fault.message}",
            "explain": dict(zip(EXPLAINED, (fault.code, fault.message, place.start, place.end, *found), strict=True)),
        }[name]
    try:
        if name == "split":
            return _MATCHER.split(text).as_dict()
        return CONVERSIONS[name](text if isinstance(text, str) else text.decode())
    except (NoMatch, ConversionError, UnicodeDecodeError):
        return None


def _is_utf_8(text: str | bytes) -> bool:
    try:
        return isinstance(text, str) or text.decode() is not None
    except UnicodeDecodeError:
        return False


# In the order of the names in SQL.
RIGHT = {name: one_by_one(name, TEXTS) for name in (*BY_RULE, "split", *CONVERSIONS, "consensus")}


def real_texts() -> list[str]:
    """Return the IRIs of real data, or skip the test that asks for them."""
    file = SHARED / "dbpedia_links_iris.txt"
    if not file.exists():
        pytest.skip(f"{file.name} is neither in the folder IRIGRAMMAR_DATA nor beside the checkout")
    return file.read_text(encoding="utf-8").split("\n")[:-1]

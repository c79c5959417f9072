"""Valid URL strings against ada-url and npm's whatwg-url.

The strings are web-platform-tests' URL cases, a complete suite of the grammar by classes, samples of it, random ones,
and hosts of Unicode's test file for IDNA. What differs has a cause, and each cause occurs; the list is in
`docs/explanation/url-standard.md`.
"""

from __future__ import annotations

import gzip
import json
import os
import random
import re
import shutil
import subprocess
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from places import SHARED

import irigrammar
from irigrammar import language
from irigrammar.matching.browser import domain_fault
from irigrammar.unicode import has_newer

pytestmark = pytest.mark.external

URLS = irigrammar.grammar("url-standard").start
BASE = "http://base.invalid/"
PIECES = (
    *("http", "https", "file", "ws", "foo", "mailto", ":", "/", "//", "?", "#", "@", "[", "]", "::1", "1"),
    *("0x", "1.2.3.4"),
    *(".", "..", "%2e", "%", "%zz", "%41", "a", "B", "-", "_", "|", "\\", " ", "\t", "\n", "80", "65535", "65536"),
    *("C:", "C|", "{", "}", "^", "`", "'", '"', "<", ">", "+", "xn--9ca", "xn--a", "\xe9", "\xdf", "\u3002", "\u05d0"),
    *("\u200d", "\ue000", "\ufdd0", "\uffff", "\U0010fffe", "\U0001f600", "\xad", "\x80"),
)
_AUTHORITY = re.compile(r"(?:(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*):)?//(?P<host>[^/?#]*?)(?P<port>:\d*)?(?=[/?#]|\Z)")

# What ours accept and they do not, or not without an error.
OPAQUE = "an opaque path: whatwg-url records an error for each of its characters but the percent sign"
NEWER = "a character that Unicode has assigned since the version of one of the implementations"
# What they parse without an error and ours does not match; the package records none for hosts.
DOMAIN = "a host that is not a valid domain string or IPv4-address string: no error is recorded for hosts"
ZEROS = "leading zeros in an IPv6 address: likewise"
SOLIDUS = (
    "less-than, equals or greater-than sign with U+0338, which normalization makes one character that a domain may have"
)
PERCENT = "a percent sign that begins no percent-encoded byte, in an opaque host: likewise"


class Answer(NamedTuple):
    """Results of both for a string: whether it is a valid URL string, and whether it is parsed and without error."""

    text: str
    valid: bool
    ada: bool
    parsed: bool
    erroneous: bool
    domain: bool | None


def texts() -> list[str]:
    """Return the strings, without surrogates, which have no UTF-8."""
    path = SHARED / "wpt-url.jsonl"
    cases = [json.loads(line)["input"] for line in path.read_text("utf-8").splitlines()] if path.is_file() else []
    draw = random.Random(1)
    drawn = ("".join(draw.choices(PIECES, k=draw.randrange(1, 9))) for _ in range(100_000))
    suite = (case.text for case in language.suite(URLS, each="class"))
    return _sound([*cases, *suite, *language.sample(URLS, 2_000, 1), *drawn])


def hosts() -> list[str]:
    """Return http URLs with each character of three planes in a label, and with the hosts of Unicode's test file.

    The file may not be there; signs with U+0338, which are in it, are hosts in any case.
    """
    path = SHARED / "idnatestv2-15.0.jsonl.gz"
    lines = gzip.decompress(path.read_bytes()).decode().splitlines() if path.is_file() else []
    rows = [json.loads(line)["input"] for line in lines]
    chars = (chr(point) for point in range(0xA0, 0x34000))
    labels = [text for char in chars for text in (f"a{char}b", char)]
    signs = [f"a{sign}\u0338b" for sign in "<=>"]
    return _sound(f"http://{host}/" for host in (*rows, *signs, *labels) if not set(host) & set("/?#@:\\[]"))


def _sound(texts: Iterable[str]) -> list[str]:
    return sorted({text for text in texts if not re.search("[\ud800-\udfff]", text)})


@cache
def folder() -> Path:
    """Return where whatwg-url is installed; skip the test where it is not."""
    place = Path(os.environ.get("IRIGRAMMAR_WHATWG", "."))
    if shutil.which("node") is None or not (place / "node_modules" / "whatwg-url").is_dir():
        pytest.skip("needs node, and whatwg-url of npm in the folder IRIGRAMMAR_WHATWG")
    return place


def host_of(text: str) -> str | None:
    """Return the host of a special or relative URL as the text has it, None for others."""
    match = _AUTHORITY.match(text)
    special = ("http", "https", "ws", "wss", "ftp", "file", "")
    return match["host"] if match and (match["scheme"] or "").lower() in special else None


def answers(texts: list[str]) -> list[Answer]:
    ada_url = pytest.importorskip("ada_url")

    def is_parsed(text: str) -> bool:
        try:
            ada_url.URL(text, BASE)
        except ValueError:
            return False
        return True

    rows = [[text, BASE, host_of(text)] for text in texts]
    command = ["node", str(Path(__file__).with_name("whatwg.cjs")), str(folder())]
    done = subprocess.run(command, input=json.dumps(rows), capture_output=True, text=True, check=True)
    theirs = zip(texts, json.loads(done.stdout), strict=True)
    return [Answer(text, is_valid(text), is_parsed(text), *row) for text, row in theirs]


def is_valid(text: str) -> bool:
    """Return whether a string matches and, where it has a domain, this is valid."""
    if not URLS.matches(text):
        return False
    components = URLS.split(text)
    return components.host_kind != "valid-domain" or domain_fault(components.host or "") is None


def cause(answer: Answer) -> str | None:
    """Return why one accepts what the other does not, None where they agree."""
    text, domain = answer.text, answer.domain
    host = host_of(text)
    if answer.valid:
        components = URLS.split(text)
        if answer.ada and answer.parsed and not answer.erroneous and (domain or components.host_kind != "valid-domain"):
            return None
        if components.authority is None and components.scheme and answer.ada and answer.parsed and answer.erroneous:
            return OPAQUE
        return NEWER if components.host_kind == "valid-domain" and _has_new(components.host or "") else "?"
    if not answer.parsed or answer.erroneous:
        return SOLIDUS if domain and answer.parsed and "\u0338" in text else None
    if re.match(r"[^/?#]*//\[", text):
        return ZEROS
    if host and domain is False:
        return DOMAIN
    if domain and "\u0338" in text:
        return SOLIDUS
    return PERCENT if re.match(r"[^:/?#]+://[^/?#]*%(?![0-9A-Fa-f]{2})", text) else "?"


def _has_new(host: str) -> bool:
    """Return whether a host has, also in Punycode, a character that came after Unicode 14, or is not assigned."""
    labels = [
        label[4:].encode().decode("punycode") if label[:4].lower() == "xn--" else label for label in host.split(".")
    ]
    return any(map(has_newer, labels))


def test_strings_match_if_they_are_parsed_without_validation_errors() -> None:
    table = answers(texts())
    causes = [cause(answer) for answer in table]
    assert [row.text for row, why in zip(table, causes, strict=True) if why == "?"][:20] == []
    assert set(causes) == {None, OPAQUE, DOMAIN, ZEROS, PERCENT}
    valid = [row for row, why in zip(table, causes, strict=True) if row.valid and why is None]
    assert len(valid) > 40_000


def test_hosts_match_if_they_are_valid_domains() -> None:
    table = answers(hosts())
    causes = [cause(answer) for answer in table]
    assert [row.text for row, why in zip(table, causes, strict=True) if why == "?"][:20] == []
    assert set(causes) <= {None, NEWER, DOMAIN, SOLIDUS}
    assert sum(row.valid for row in table) > 100_000
    refused = {why for row, why in zip(table, causes, strict=True) if not row.valid and row.parsed and row.domain}
    assert refused == {SOLIDUS}


@pytest.mark.parametrize("name", [OPAQUE, NEWER, DOMAIN, ZEROS, PERCENT, SOLIDUS])
def test_each_cause_is_in_the_documentation(name: str) -> None:
    page = Path(__file__).resolve().parents[2] / "docs" / "explanation" / "url-standard.md"
    assert name.partition(":")[0] in page.read_text(encoding="utf-8")

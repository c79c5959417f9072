"""The decision whether a program may fetch a URL."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from any_references import references
from command import run
from examples import examples
from hypothesis import example, given, settings
from rows import in_one_test

from irigrammar.hosts import FetchRefused, check_fetch, is_public_host, readings, require_fetch, why
from irigrammar.processing.connections import CLIENTS
from irigrammar.processing.schemes import schemes

# What was given, what is fetched.
FETCHED: list[tuple[str, dict[str, Any], str]] = [
    ("http://example.org", {}, "http://example.org"),
    ("HTTPS://EXAMPLE.org:443/a/../b?q#f", {}, "https://example.org/a/../b?q#f"),
    ("http://r\u00e9.example.org/\u00e9?\u00e9", {}, "http://xn--r-bga.example.org/%C3%A9?%C3%A9"),
    ("http://[2606:4700:0::1111]/", {}, "http://[2606:4700::1111]/"),
    ("http://example.org:8080/", {"ports": "any"}, "http://example.org:8080/"),
    ("http://example.org:08080/", {"ports": {8080}}, "http://example.org:8080/"),
    ("http://example.org:80/", {"ports": {80}}, "http://example.org/"),
    ("http://example.org:81/", {"ports": ("80", "81")}, "http://example.org:81/"),
    ("http://example.org:81/", {"ports": "81"}, "http://example.org:81/"),
    ("http://example.org:81/", {"ports": 81}, "http://example.org:81/"),
    ("http://u:p@example.org/", {"userinfo": True}, "http://u:p@example.org/"),
    ("http://localhost/", {"public": False}, "http://localhost/"),
    ("http://[::1]/", {"public": False}, "http://[::1]/"),
    ("ftp://example.org/", {"schemes": ("ftp",)}, "ftp://example.org/"),
    ("ws://example.org/", {"schemes": ("WS",)}, "ws://example.org/"),
    ("http://@example.org/a", {"userinfo": True}, "http://example.org/a"),
    ("http://:@example.org/a", {"userinfo": True}, "http://example.org/a"),
    ("http://u:@example.org/a", {"userinfo": True}, "http://u:@example.org/a"),
    ("http://[2001:470:1f0b::5efe:8.8.8.8]/", {}, "http://[2001:470:1f0b::5efe:808:808]/"),
    ("http://example.org/", {"schemes": "http", "deny": "example.net"}, "http://example.org/"),
    ("/b?q", {"base": "https://example.org/a"}, "https://example.org/b?q"),
    ("//example.net/b", {"base": "https://example.org/a"}, "https://example.net/b"),
    ("http://example.net/", {"base": "https://example.org/a"}, "http://example.net/"),
    ("", {"base": "https://example.org/a"}, "https://example.org/a"),
    ("http://example.com/", {"deny": ("ample.com", "example.org", "10.0.0.0/8")}, "http://example.com/"),
]
# What was given, the code of the reason, and what the sentence says.
REFUSED: list[tuple[str, dict[str, Any], str, str]] = [
    ("", {}, "no-host", "no host"),
    ("a/b", {}, "no-host", "no host"),
    ("javascript:alert(1)", {}, "no-host", "no host"),
    ("file:///etc/passwd", {}, "no-host", "no host"),
    ("data:,a", {}, "no-host", "no host"),
    ("//example.org/", {}, "scheme", "no scheme"),
    ("javascript://example.org/%0aalert(1)", {}, "scheme", '"javascript"'),
    ("gopher://example.org/", {}, "scheme", "allowed: https, http"),
    ("dict://example.org/", {}, "scheme", '"dict"'),
    ("file://example.org/x", {}, "scheme", '"file"'),
    ("http://example.org/", {"schemes": ("https",)}, "scheme", "allowed: https"),
    ("http://example.org:22/", {}, "port", "the port 22 is not allowed; allowed: 80"),
    ("https://example.org:80/", {}, "port", "allowed: 443"),
    ("http://example.org/", {"ports": {8080, 81}}, "port", "allowed: 81, 8080"),
    ("http://example.org:81/", {"ports": ()}, "port", "allowed: none"),
    ("http://u@example.org/", {}, "userinfo", "user information"),
    ("http://:@example.org:80/?@x", {"userinfo": True, "deny": ("example.org",)}, "denied", "example.org"),
    ("http://good.example\\@evil.example/", {"userinfo": True}, "no-consensus", "disagree"),
    ("http:/evil.example", {}, "no-consensus", "url-standard"),
    ("http:evil.example", {}, "no-consensus", "url-standard"),
    ("http://0127.0.0.1/", {}, "no-consensus", "87.0.0.1"),
    ("http://fa\u00df.example/", {}, "no-consensus", "fass.example"),
    ("http://a b.example/", {}, "no-consensus", "disagree"),
    ("http://example.org/a b", {}, "no-consensus", "refuses"),
    ("http://example.org/\ud800", {}, "no-consensus", "refuses"),
    ("http://127.0.0.1/", {}, "not-public", "loopback"),
    ("http://[::ffff:10.0.0.1]/", {}, "not-public", "private use"),
    ("http://metadata.google.internal/", {}, "not-public", "private use"),
    ("http://printer/", {}, "not-public", "without a dot"),
    ("http://localhost/", {"deny": ("localhost",)}, "denied", "localhost"),
    ("http://a.Example.ORG./", {"deny": ("EXAMPLE.org",)}, "denied", "EXAMPLE.org"),
    ("http://x.r\u00e9.example/", {"deny": ("r\u00e9.example",)}, "denied", "xn--r-bga"),
    ("http://168.63.129.16/", {"deny": ("168.63.129.16",)}, "denied", "168.63.129.16"),
    ("http://[::ffff:168.63.129.16]/", {"deny": ("168.63.129.0/24",)}, "denied", "168.63.129.0/24"),
    ("http://[64:ff9b::a83f:8110]/", {"deny": ("168.63.129.16",)}, "denied", "168.63.129.16"),
    ("http://[2606:4700::1]/", {"deny": ("2606:4700::/32",)}, "denied", "2606:4700::/32"),
    ("//127.0.0.1/", {"base": "https://example.org/"}, "not-public", "loopback"),
    ("http://@example.org/", {}, "userinfo", "user information"),
    ("http://:@example.org/", {}, "userinfo", "user information"),
    ("//@example.org/", {"base": "http://e.org/"}, "userinfo", "user information"),
    ("http://a.example,b.example/", {}, "several-hosts", '"a.example", "b.example"'),
    ("http://a.example:80,b.example:81/", {"ports": "any"}, "several-hosts", "several hosts"),
    ("http://a.example%2Cb.example/", {}, "several-hosts", "several hosts"),
    ("http://a.b,c.d,e.f,g.h,i.j/", {}, "several-hosts", '"a.b", "c.d", "e.f" and 2 more'),
    ("/\\evil.example", {"base": "https://example.org/"}, "no-consensus", "disagree"),
]


@in_one_test(("text", "options", "url"), FETCHED)
def test_allowed_urls(text: str, options: dict[str, Any], url: str) -> None:
    verdict = check_fetch(text, **options)
    assert verdict, verdict.reason
    assert verdict.url == url
    assert require_fetch(text, **options) == url
    assert {(row.verdict, row.host) for row in readings(url)} == {("read", verdict.host)}


@in_one_test(("text", "options", "code", "words"), REFUSED)
def test_denied_urls(text: str, options: dict[str, Any], code: str, words: str) -> None:
    verdict = check_fetch(text, **options)
    assert not verdict
    assert verdict.url is None
    assert verdict.reason is not None
    assert verdict.reason.code == code
    assert words in str(verdict.reason)
    with pytest.raises(FetchRefused) as caught:
        require_fetch(text, **options)
    assert isinstance(caught.value, ValueError)
    assert (caught.value.verdict, str(caught.value)) == (verdict, str(verdict.reason))


def test_the_port_is_that_of_the_scheme() -> None:
    assert check_fetch("https://example.org/").port == 443
    assert check_fetch("ftp://example.org/", schemes=("ftp",)).port == 21
    assert check_fetch("wss://example.org/", schemes=("wss",)).port == 443


KNOWN_READERS = {"http", "https", "ws", "wss", "ftp", *CLIENTS}


@in_one_test("scheme", sorted({row.name for row in schemes()} - KNOWN_READERS))
def test_schemes_without_a_known_reader_are_refused(scheme: str) -> None:
    verdict = check_fetch(f"{scheme}://example.org/", schemes=(scheme,), ports="any", public=False, userinfo=True)
    assert verdict.reason is not None
    assert verdict.reason.code in ("scheme", "no-host")


PRIVATE = ("10.0.0.1", "127.0.0.1", "169.254.169.254", "192.168.0.1")


@in_one_test("address", PRIVATE)
@in_one_test(
    "form",
    [
        "::ffff:{}",
        "::{}",
        "::ffff:0:{}",
        "64:ff9b::{}",
        "64:ff9b:1::{}",
        "64:ff9b:1:fffe::{}",
        "2001:470:1f0b::5efe:{}",
        "2001:470:1f0b::200:5efe:{}",
        "2606:4700::100:5efe:{}",
        "fe80::5efe:{}",
        "2002:{:hex}::",
        "64:ff9b:1:{:hex48}",
    ],
)
def test_addresses_in_ipv6_addresses(form: str, address: str) -> None:
    octets = [int(part) for part in address.split(".")]
    pair = f"{octets[0]:02x}{octets[1]:02x}:{octets[2]:02x}{octets[3]:02x}"
    pairs = f"{octets[0]:02x}{octets[1]:02x}:00{octets[2]:02x}:{octets[3]:02x}00::"
    text = form.replace("{:hex48}", pairs).replace("{:hex}", pair).replace("{}", address)
    url = f"http://[{text}]/"
    assert check_fetch(url).reason is not None
    verdict = check_fetch(url, public=False, deny=[f"{address}/32"])
    assert verdict.reason is not None
    assert verdict.reason.code == "denied"


@pytest.mark.parametrize(
    "text", ["http://a:S3CRET@good.example\\@evil.example/", "http://a:p@S3CRET@h/", "ht\ttp://a:S3CRET@h/"]
)
def test_a_password_is_not_in_the_reason(text: str) -> None:
    assert "s3cret" not in str(check_fetch(text, userinfo=True).reason).lower()
    assert "s3cret" not in str(why(text)).lower()


@pytest.mark.parametrize("entry", ["", "http://example.org/", "a b", "10.0.0.0/99", "*.example.org"])
def test_an_entry_of_deny_that_says_nothing_is_an_error(entry: str) -> None:
    with pytest.raises(ValueError, match="is not a name, an address or a network"):
        check_fetch("http://example.org/", deny=(entry,))


def test_a_base_needs_a_scheme() -> None:
    with pytest.raises(ValueError, match="has no scheme"):
        check_fetch("/a", base="b")


@settings(max_examples=examples(2_000))
@given(references("web-address"))
@example("http://example.com/é")
def test_what_is_fetched_is_ascii_public_and_read_alike(text: str) -> None:
    verdict = check_fetch(text, ports="any", userinfo=True)
    if verdict:
        assert verdict.url is not None
        assert verdict.url.isascii()
        assert is_public_host(verdict.host or "")
        assert {(row.verdict, row.host) for row in readings(verdict.url)} == {("read", verdict.host)}
        assert check_fetch(verdict.url, ports="any", userinfo=True) == verdict


def test_the_command_prints_what_to_fetch() -> None:
    result = run("hosts", "check", "HTTP://\u00c9.example.org/\u00e9", "http://u:S3CRET@example.org/")
    assert (result.status, result.out) == (1, "http://xn--9ca.example.org/%C3%A9\n")
    assert result.err == "iri: http://u:***@example.org/: refused: it has user information before the host\n"
    options = ("--private", "--userinfo", "--port", "8080", "--scheme", "ftp", "--deny", "10.0.0.0/8")
    assert run("hosts", "check", *options, "ftp://u@127.0.0.1:8080/").status == 0
    assert "denied" in run("hosts", "check", *options, "ftp://u@10.0.0.1:8080/").err
    assert run("hosts", "check", "--port", "any", "--base", "https://example.org/", "//example.net:1/").status == 0
    (row,) = map(json.loads, run("hosts", "check", "--format", "jsonl", "http://localhost/").out.splitlines())
    assert (row["url"], row["host"], row["port"], row["reason"]["code"]) == (None, "localhost", 80, "not-public")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--port", "x", "http://h/"), '"x" is not a port'),
        (("--port", "-1", "http://h/"), '"-1" is not a port'),
        (("--deny", "a b", "http://h/"), "is not a name, an address or a network"),
        (("--base", "b", "http://h/"), "has no scheme"),
    ],
)
def test_urls_the_command_refuses(arguments: tuple[str, ...], message: str) -> None:
    result = run("hosts", "check", *arguments)
    assert (result.status, result.out) == (2, "")
    assert message in result.err


def test_lists_are_checked_in_ci(tmp_path: Path) -> None:
    urls = tmp_path / "urls.txt"
    urls.write_text("https://example.org/\nhttp://u:S3CRET@h.example/\nhttp://127.1/\nhttp://b c/\n", encoding="utf-8")
    assert run("check", "--file", str(urls)).status == 1
    result = run("check", "--fetch", "--file", str(urls))
    assert result.status == 1
    assert "1 valid, 3 invalid" in result.out
    assert [line.split()[1] for line in result.out.splitlines()[:3]] == ["R030", "R030", "F081"]
    assert "S3CRET" not in result.out
    assert "1 valid, 3 invalid" in run("check", "--fetch", "--summary", "--file", str(urls)).out
    assert run("check", "--fetch", "https://example.org/").status == 0
    assert run("check", "--fetch", "http://localhost/").status == 1

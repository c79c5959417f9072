"""The decision whether a program may fetch a URL."""

from __future__ import annotations

from typing import Any

import pytest
from any_references import references
from examples import examples
from hypothesis import given, settings

from irigrammar.hosts import FetchRefused, check_fetch, is_public_host, readings, require_fetch, why

# What was given, what is fetched.
FETCHED: list[tuple[str, dict[str, Any], str]] = [
    ("http://example.org", {}, "http://example.org"),
    ("HTTPS://EXAMPLE.org:443/a/../b?q#f", {}, "https://example.org/a/../b?q#f"),
    ("http://r\u00e9.example.org/\u00e9?\u00e9", {}, "http://xn--r-bga.example.org/%C3%A9?%C3%A9"),
    ("http://[2606:4700:0::1111]/", {}, "http://[2606:4700::1111]/"),
    ("http://example.org:8080/", {"ports": "any"}, "http://example.org:8080/"),
    ("http://example.org:08080/", {"ports": {8080}}, "http://example.org:8080/"),
    ("http://example.org:80/", {"ports": {80}}, "http://example.org/"),
    ("http://u:p@example.org/", {"userinfo": True}, "http://u:p@example.org/"),
    ("http://localhost/", {"public": False}, "http://localhost/"),
    ("http://[::1]/", {"public": False}, "http://[::1]/"),
    ("ftp://example.org/", {"schemes": ("ftp",)}, "ftp://example.org/"),
    ("redis://example.org/", {"schemes": ("REDIS",)}, "redis://example.org/"),
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
    ("/\\evil.example", {"base": "https://example.org/"}, "no-consensus", "disagree"),
]


@pytest.mark.parametrize(("text", "options", "url"), FETCHED)
def test_what_may_be_fetched(text: str, options: dict[str, Any], url: str) -> None:
    verdict = check_fetch(text, **options)
    assert verdict, verdict.reason
    assert verdict.url == url
    assert require_fetch(text, **options) == url
    assert {(row.verdict, row.host) for row in readings(url)} == {("read", verdict.host)}


@pytest.mark.parametrize(("text", "options", "code", "words"), REFUSED)
def test_what_may_not(text: str, options: dict[str, Any], code: str, words: str) -> None:
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
    assert check_fetch("redis://example.org/", schemes=("redis",)).port == 6379
    assert check_fetch("foo://example.org/", schemes=("foo",)).port is None


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
def test_what_is_fetched_is_ascii_public_and_read_alike(text: str) -> None:
    verdict = check_fetch(text, ports="any", userinfo=True)
    if verdict:
        assert verdict.url is not None
        assert verdict.url.isascii()
        assert is_public_host(verdict.host or "")
        assert {(row.verdict, row.host) for row in readings(verdict.url)} == {("read", verdict.host)}
        assert check_fetch(verdict.url, ports="any", userinfo=True) == verdict

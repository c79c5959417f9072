"""The host that each convention reads, and whether all read the same."""

from __future__ import annotations

import json
import re

import pytest
from any_references import references
from command import run
from examples import examples
from hypothesis import given, settings
from rows import in_one_test

import irigrammar
from irigrammar.hosts import check_fetch, consensus, is_public_host, readings, why
from irigrammar.integrations.parsers import library_hosts
from irigrammar.matching.browser import comparable_host

READERS = (
    *("rfc3986", "rfc3987", "appendix-b", "first-at", "last-at", "backslash-as-path", "idna2003", "idna2008"),
    *("uts46", "web-address", "url-standard"),
)
# RFC 3986, appendix B.
APPENDIX_B = re.compile(r"^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?", re.DOTALL)


def by_reader(text: str, base: str | None = None) -> dict[str, str | None]:
    return {reading.reader: reading.host or reading.verdict for reading in readings(text, base=base)}


# Connection URIs, and what the client of the scheme reads: host, port and user, or the reason why it refuses them.
@in_one_test(
    ("text", "expected"),
    [
        ("postgresql://u:p@H:5432/db", ("h", 5432, "u:p")),
        ("postgresql://h/db?host=x&port=1&user=u&password=p", ("x", 1, "u:p")),
        ("postgresql://h/db?host=x&hostaddr=192.0.2.1", ("192.0.2.1", None, None)),
        ("postgresql://h/db?%68ost=x", ("x", None, None)),
        ("postgresql://h?x@y/db", ("y", None, "h?x")),
        ("postgresql://h#x@y/db", ("y", None, "h#x")),
        ("postgres://a@b@c/db", ("b@c", None, "a")),
        ("postgres://a/b@c/db", ("a", None, None)),
        ("postgresql://%2Ftmp/db", ("/tmp", None, None)),
        ("postgresql://[::1]:5/db", ("[::1]", 5, None)),
        ("postgresql://h1:1,h2/db", ("h1,h2", None, None)),
        ("postgresql://h:1:2/db", 'the port "1:2" is not a number'),
        ("POSTGRESQL://h/db", "a connection URI of libpq begins with postgresql:// or postgres://"),
        ("postgresql://h/%zz", "there is percent-encoding that libpq does not decode"),
        ("mongodb://u:p@h:1/db", ("h", 1, "u:p")),
        ("mongodb://a,b:1/", ("a,b", 1, None)),
        ("mongodb://h?w=1", ("h", None, None)),
        ("mongodb://u@w@h/db", "the user is empty, or has a sign that must be percent-encoded"),
        ("mongodb://%68/db", "percent-encoding in a host is read as a path of a socket, or refused"),
        ("mongodb://h:x/", "a host is empty, or a port is not a number"),
        ("MongoDB://h/", "a connection URI of MongoDB begins with mongodb://"),
    ],
)
def test_the_client_of_a_scheme_is_a_reader(text: str, expected: tuple[str, int | None, str | None] | str) -> None:
    reading = readings(text)[-1]
    assert reading.reader == ("mongodb" if text.lower().startswith("m") else "libpq")
    assert (reading.reason or (reading.host, reading.port, reading.user)) == expected


@in_one_test(
    ("text", "word"),
    [
        ("postgresql://h/db", None),
        ("postgresql://u:a+b@h:5432/d%20b?sslmode=require", None),
        ("mongodb://u:p%40@h.example/db?authSource=admin", None),
        ("postgresql://h/db#x", '"#"'),
        ("postgresql://h/a@b", 'the last "@"'),
        ("postgresql://h/..", "dot segments"),
        ("postgresql://%68/db", "decode a host"),
        ("postgresql://h/db?%77=x", "name of an option"),
        ("postgresql://h/db?service=x", "service names a file"),
        ("postgresql://h/db?dbname=x", "dbname"),
        ("postgresql://h/d%2Fb", "delimiters in the database"),
        ("mongodb://a+b:c@h/", '"+"'),
        ("mongodb://h/a.b", '"."'),
        ("mongodb://h/?proxyHost=x", "proxyHost names another host"),
        ("mongodb://h/?w=1&PROXYHOST=x", "PROXYHOST names another host"),  # names of options have no case
        ("mongodb://h/?w=1;tls=true", '";" between options'),
        ("mongodb+srv://h/", "not known here"),
        ("redis://h/", "not known here"),
    ],
)
def test_clients_of_databases_differ_beside_the_host(text: str, word: str | None) -> None:
    reason = why(text)
    assert (reason is None) is (word is None)
    assert word is None or word in (reason or "")
    assert consensus(text) is (word is None)


# The string, and what each reader reads, in their order: a host, "none", or "refused".
READINGS = [
    ("http://EXAMPLE.com:80/", "example.com " * 11),
    ("http://é.example/", "xn--9ca.example " * 11),
    ("http://[0::0:1]:8080/", "[::1] " * 11),
    ("/a/b", "none " * 11),
    ("mailto:a@b", "none " * 11),
    ("file:///x", "none " * 11),
    # Notations of IPv4 addresses are kept, except by the URL Standard.
    ("http://0x7f.1/", "0x7f.1 " * 10 + "127.0.0.1"),
    ("http://0127.0.0.1/", "0127.0.0.1 " * 10 + "87.0.0.1"),
    ("http://127.0.0.1./", "127.0.0.1. " * 10 + "127.0.0.1"),
    ("redis://0127.0.0.1/", "0127.0.0.1 " * 11),
    # IDNA by its versions.
    ("http://faß.de/", "xn--fa-hia.de " * 6 + "fass.de" + " xn--fa-hia.de" * 4),
    ("http://\u1e9e.de/", "xn--zca.de " * 6 + "ss.de" + " xn--zca.de" * 4),
    ("http://☃.net/", "refused" + " xn--n3h.net" * 6 + " refused" + " xn--n3h.net" * 3),
    # Bytes that are not UTF-8 stay what they are, and so does an encoded "%".
    ("http://%a0/", "%A0 " * 6 + "refused " * 5),
    ("http://a%C3%89%A1.ORG/", "aé%A1.org " * 6 + "refused " * 5),
    ("http://%25A0/", "%25a0 " * 8 + "refused " * 3),
    ("http:/e", "none " * 10 + "e"),
    ("http:e", "none " * 10 + "e"),
    ("///e", "none " * 10 + "e"),
    ("/\\e", "refused refused none none none e none none none none e"),
    ("http://a@b@c/", "refused refused c b@c c c c c c refused c"),
    (
        "http://good.example\\@evil.example/",
        "refused refused" + " evil.example" * 3 + " good.example" + " evil.example" * 3 + " good.example" * 2,
    ),
    ("http://h:99999/", "h " * 10 + "refused"),
    ("http://h:x/", "refused " * 11),
    ("http://h\\a", "refused refused h\\a h\\a h\\a h h\\a h\\a refused h h"),
]


@in_one_test(("text", "readings"), READINGS)
def test_readings_of_each_reader(text: str, readings: str) -> None:
    assert by_reader(text) == dict(zip(READERS, readings.split(), strict=True))


# Strings of which two parsers read two hosts: as in Orange Tsai, "A New Era of SSRF" (2017); Claroty and Snyk,
# "Exploiting URL Parsing Confusion" (2022); the URL Standard's tests; OWASP/CheatSheetSeries#2401, vllm#34743,
# open-webui#24534, local-deep-research#3873, onefilellm#79.
ATTACKS = [
    *["http://1.1.1.1 &@2.2.2.2# @3.3.3.3/", "http://127.0.0.1:11211:80/"],
    *["http://foo@evil.example:80@good.example/", "http://foo@127.0.0.1 @good.example/"],
    *["http://foo@127.0.0.1:11211@good.example:80/", "http://good.example\\@evil.example/"],
    *["http://good.example\\.evil.example/", "http:\\\\evil.example", "http:///evil.example"],
    *["http:////evil.example", "https:/evil.example", "https:evil.example", "/\\evil.example", "\\/evil.example"],
    *["/\t/evil.example", "//good.example\\@evil.example", "http://good.example:80\\@evil.example"],
    *["http://%65vil.example/", "http://evil.example%2f.good.example/", "http://good.example%00.evil.example/"],
    *["http://a:b@c:d@e/", "http://[::1]evil.example/", "http://good.example:80evil.example/", "http://h:65536/"],
    *["ht\ntp://evil.example/", "http://good.example\\@evil.example", "http://127.0.0.1:6666\\@1.1.1.1"],
    *["http://127.0.0.1\\@1.1.1.1", "http://127.0.0.1\t@1.1.1.1/", "http://1.1.1.1\r\n@127.0.0.1/"],
    *["http://127.0.0.%31/", "http://169.254.169.%32%35%34/"],
]


@in_one_test("profile", ["strict", "lenient"])
@in_one_test("text", ATTACKS)
def test_no_consensus_where_parsers_differ(text: str, profile: str) -> None:
    assert not consensus(text, profile=profile)  # type: ignore[arg-type]  # each is one of the two
    assert why(text, profile=profile)  # type: ignore[arg-type]


def test_a_fragment_ends_the_authority_for_all_readers() -> None:
    """So curl of 2017 read otherwise than RFC 3986 and the URL Standard."""
    assert by_reader("http://good.example#@evil.example/") == dict.fromkeys(READERS, "good.example")


@pytest.mark.parametrize(
    ("text", "strict", "lenient"),
    [
        ("http://e/{a}", False, True),
        ("http://e/a b", False, True),
        ("http://e/?q=|", False, True),
        ("http://e f/", False, False),
        ("http://e/", True, True),
        ("a/b", True, True),
        ("", True, True),
    ],
)
def test_the_profiles(text: str, strict: bool, lenient: bool) -> None:
    assert (consensus(text), consensus(text, profile="lenient")) == (strict, lenient)


def test_why_names_two_readers() -> None:
    assert why("http://a/") is None
    assert why("http://good.example\\@evil.example/") == (
        'appendix-b reads the host "evil.example" with the user "good.example\\", and backslash-as-path reads the host '
        '"good.example"'
    )
    assert why("http:e") == 'url-standard reads the host "e", and rfc3986 reads no host'
    with pytest.raises(ValueError, match="unknown profile 'any'; choose 'strict' or 'lenient'"):
        why("a", profile="any")  # type: ignore[arg-type]  # what is refused


def test_users_and_ports_are_compared_too() -> None:
    reading = readings("http://u%41:p@h:08080/")[0]
    assert (reading.host, reading.port, reading.user) == ("h", 8080, "uA:p")
    assert why("http://u@h:80/") is None


@pytest.mark.parametrize(
    ("text", "base", "host"),
    [
        ("/x", "http://B.example/", "b.example"),
        ("//h", "http://b/", "h"),
        ("mailto:a", "http://b/", "none"),
        ("", "http://b", "b"),
    ],
)
def test_with_a_base(text: str, base: str, host: str) -> None:
    rows = by_reader(text, base)
    assert {rows[name] for name in READERS[:-1]} == {host}


@pytest.mark.parametrize(
    "text", ["http://u:p@EXAMPLE.com:80/", "http://é.example/", "http://a@b@c/", "http://[::1]:1/"]
)
def test_places_are_those_of_the_host_in_the_string(text: str) -> None:
    for reading in readings(text):
        if reading.start is not None and reading.end is not None:
            written = text[reading.start : reading.end]
            assert comparable_host(written) == reading.host or reading.reader == "idna2003"


@pytest.mark.slow
@settings(max_examples=examples(1_500))
@given(references("rfc3987"))
def test_on_iris_the_conventions_agree_with_the_grammar(text: str) -> None:
    if not irigrammar.matches(text, "IRI-reference"):
        return
    rows = {reading.reader: reading for reading in readings(text)}
    by_grammar = rows["rfc3987"]
    for name in ("appendix-b", "first-at", "last-at", "backslash-as-path"):
        assert (rows[name].verdict, *rows[name].authority) == (by_grammar.verdict, *by_grammar.authority)


@pytest.mark.slow
@settings(max_examples=examples(1_500))
@given(references("web-address"))
def test_appendix_b_is_the_regular_expression(text: str) -> None:
    match = APPENDIX_B.match(text)
    assert match is not None
    user, _, host = (match[4] or "").rpartition("@")
    reading = readings(text)[2]
    if reading.start is not None and reading.end is not None:
        assert host.startswith(text[reading.start : reading.end])
        assert (reading.user is None) == (user in ("", ":"))


# Strings that all readers of ours accept, and that other programs read otherwise; the second is what one of them reads.
OTHERWISE = [
    ("http://0127.0.0.1/", "Java: 127.0.0.1"),
    ("http://010.0.0.1/", "Java: 10.0.0.1"),
    ("http://0x7f.0.0.1/", "inet_aton: 127.0.0.1"),
    ("http://127.1/", "inet_aton: 127.0.0.1"),
    ("http://2130706433/", "inet_aton: 127.0.0.1"),
    ("http://1.2.3/", "inet_aton: 1.2.0.3"),
    ("http://127.0.0.1./", "browsers: 127.0.0.1"),
    ("redis://0127.0.0.1/", "inet_aton: 87.0.0.1"),
    ("coap://127.1/", "inet_aton: 127.0.0.1"),
    ("http://fa\u00df.de/", "urllib: fass.de"),
    ("http://\u03c3\u03c2.gr/", "socket: xn--4xaa.gr"),
    ("http://\u1e9e.de/", "Node 20: ss.de"),
    ("http://a\u200db.example/", "socket: ab.example"),
    ("http://\u13a0.example/", "by Unicode 8: another letter"),
]
STRICT = [
    ("metadata.google.internal://good.com/", "urllib3: metadata.google.internal"),
    ("localhost.:80/", "urllib3: localhost."),
    ("a.b:c", "urllib3: a.b"),
    ("url:http://127.0.0.1/", "java.net.URL: 127.0.0.1"),
    ("URL:http://127.0.0.1/", "java.net.URL: 127.0.0.1"),
    ("http://127.0.0.1;.evil.com/", "url.parse: 127.0.0.1"),
    ("http://a+b.example/", "names have no +"),
    ("http://a~b.example/", "names have no ~"),
    ("http://a..b/", "an empty label"),
    ("http://.com/", "an empty label"),
    ("http://localhost../", "two final dots"),
    ("http://./", "an empty label"),
    ("file://server/x", "Firefox 153 ESR: no host"),
    ("FILE://localhost/x", "Chromium 156: localhost"),
    *[(f"{scheme}://h.example/x", "Firefox 153 ESR: no host") for scheme in ("about", "blob", "data", "JavaScript")],
    ("sftp://r\u00e9.example", "Firefox 153 ESR: xn--r-bga.example; others: r%C3%A9.example"),
    ("urn://\u200b/", "all three: %E2%80%8B"),
    ("foo://1.2.3.4:5/", "its clients are not known"),
]
# References by a base, of which browsers read another host, or none.
BY_A_BASE = [
    *[("/x", base) for base in ("file://host/d", "sftp://h.example/", "foo://h/d")],
    *[("//h.example/x", base) for base in ("file:///d/f", "foo:/d/f")],
    *[
        (text, base)
        for text in ("\\x", "/\\h/", "\\\\h/", "a\\b", "..\\x")
        for base in ("foo:/d/f", "foo:///d/f", "foo://b/d/f")
    ],
]


@in_one_test("text", [text for text, _ in OTHERWISE])
def test_addresses_that_connect_elsewhere_have_no_consensus(text: str) -> None:
    assert not consensus(text)
    assert not consensus(text, profile="lenient")


@in_one_test("text", [text for text, _ in STRICT])
def test_strict_names_and_schemes(text: str) -> None:
    assert not consensus(text)
    assert not check_fetch(text)


@in_one_test(
    "text",
    [
        "http://a_b.example.org/",
        "http://8.8.8.8/",
        "http://example.org./",
        "http://\u00c9.example.org/",
        *("ws://h.example/", "wss://h.example/", "ftp://h.example/", "//h.example/x", "HTTPS://h.example/"),
        *("file:///x", "mailto:a@b.example", "javascript:a", "data:,//h.example/", "urn:a:b", "foo:/x"),
    ],
)
def test_usual_hosts_are_consensual(text: str) -> None:
    assert consensus(text), why(text)


@in_one_test(("text", "base"), BY_A_BASE)
def test_references_that_browsers_read_otherwise(text: str, base: str) -> None:
    assert not consensus(text, base=base)
    assert re.search("browsers differ|it is not known here how the clients", why(text, base=base) or "")


@pytest.mark.parametrize(("text", "base"), [("/x", "file:///d/f"), ("x?a", "foo:/d/f"), ("/x", "ws://h.example/")])
def test_references_that_browsers_read_alike(text: str, base: str) -> None:
    assert consensus(text, base=base), why(text, base=base)


# What UTS 46 refuses beyond ASCII: a mark at the start, what is not assigned, private use, controls, and a joiner, a
# label and a direction that are out of place.
NOT_UTS_46 = [
    *["\u0903hello.org", "a\ufdd0.example", "a\U000effff.example", "a\ue000.example", "a\U0010fffd.example"],
    *[
        "a\u202e.example",
        "a\u0085.example",
        "a\u200d\u00e9.example",
        "xn--a-\u00e9.example",
        "\u05d0.0a",
        "\u2163\u0338.\ufffd",
    ],
]


@in_one_test("host", NOT_UTS_46)
def test_the_url_standard_refuses_what_uts_46_refuses(host: str) -> None:
    rows = by_reader(f"http://{host}/")
    assert (rows["uts46"], rows["url-standard"]) == ("refused", "refused")
    assert not consensus(f"http://{host}/")


def test_libraries_are_readers_with_their_versions() -> None:
    readings = library_hosts("http://u:p@EXAMPLE.com:8080/x")
    assert readings[0].reader.startswith("urllib 3.")
    assert all(re.fullmatch(r"[a-z0-9-]+ \d[\w.]*", reading.reader) for reading in readings)
    assert {reading.authority for reading in readings} == {("example.com", 8080, "u:p")}
    assert library_hosts("http://[::1")[0].verdict == "refused"
    assert library_hosts("a/b")[0].verdict == "none"


@pytest.mark.parametrize("text", ["http://[::1]/", "http://[::ffff:127.0.0.1]/"])
def test_libraries_read_addresses_in_brackets(text: str) -> None:
    hosts = {reading.host for reading in library_hosts(text)} - {None}
    assert hosts == {readings(text)[-1].host}
    assert not any(map(is_public_host, library_hosts(text)))


def test_urllib_goes_where_its_codec_leads() -> None:
    assert library_hosts("http://fa\u00df.de/")[0].host == "fass.de"


def test_the_command() -> None:
    result = run("hosts", "http://good.example\\@evil.example/")
    assert result.status == 1
    lines = result.out.splitlines()
    assert lines[1].split() == ["^" * 12, "appendix-b,", "first-at,", "last-at,", "idna2003,", "idna2008,", "uts46"]
    assert lines[2].index("^") == lines[0].index("good")
    assert lines[-1].startswith("no consensus: appendix-b reads")
    result = run("hosts", "http://e/", "/x")
    assert (result.status, result.out.count("\nconsensus\n")) == (0, 2)
    row = json.loads(run("hosts", "--format", "json", "--profile", "lenient", "http://e/a b").out)
    assert (row["consensus"], row["why"], len(row["readings"])) == (True, None, 11)
    assert run("hosts", "--libraries", "http://e/").out.count("urllib") >= 1
    assert run("hosts").status == 2
    assert 'the base "b" has no scheme' in run("hosts", "--base", "b", "/x").err


def test_the_format_of_json_schema() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    from irigrammar.integrations.jsonschema import format_checker

    validator = jsonschema.Draft202012Validator(
        {"format": "consensual-uri"}, format_checker=format_checker(consensus=True)
    )
    assert validator.is_valid("http://e.example.org/")
    assert not validator.is_valid("http://localhost/")
    assert validator.is_valid(1)
    (error,) = validator.iter_errors("http:e")
    assert 'url-standard reads the host "e", and rfc3986 reads no host' in str(error.cause)


def test_browsers_check_the_bidi_rule_of_the_whole_host() -> None:
    verdicts = {reading.reader: reading.verdict for reading in readings("http://\u0627.1x/")}
    assert (verdicts["url-standard"], verdicts["uts46"], verdicts["last-at"]) == ("refused", "refused", "read")

"""Which host each convention reads, and whether all read the same."""

from __future__ import annotations

import json
import re

import pytest
from any_references import references
from command import run
from examples import examples
from hypothesis import given, settings

import irigrammar
from irigrammar import consensus, hosts, is_public_host, why
from irigrammar.integrations.parsers import library_hosts
from irigrammar.matching.browser import comparable_host

READERS = (
    "rfc3986",
    "rfc3987",
    "appendix-b",
    "first-at",
    "last-at",
    "backslash-as-path",
    "web-address",
    "url-standard",
)
# RFC 3986, appendix B.
APPENDIX_B = re.compile(r"^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?", re.DOTALL)


def by_reader(text: str, base: str | None = None) -> dict[str, str | None]:
    return {reading.reader: reading.host or reading.verdict for reading in hosts(text, base=base)}


def test_the_readers_and_their_order() -> None:
    assert tuple(reading.reader for reading in hosts("http://e/")) == READERS


# The string, and what each reader reads, in their order: a host, "none", or "refused".
READINGS = [
    ("http://EXAMPLE.com:80/", "example.com " * 8),
    ("http://é.example/", "xn--9ca.example " * 8),
    ("http://0x7f.1/", "127.0.0.1 " * 8),
    ("http://[0::0:1]:8080/", "[::1] " * 8),
    ("/a/b", "none " * 8),
    ("mailto:a@b", "none " * 8),
    ("file:///x", "none " * 8),
    ("http:/e", "none none none none none none none e"),
    ("http:e", "none none none none none none none e"),
    ("///e", "none none none none none none none e"),
    ("/\\e", "refused refused none none none e none e"),
    ("http://a@b@c/", "refused refused c b@c c c refused c"),
    (
        "http://good.example\\@evil.example/",
        "refused refused evil.example evil.example evil.example good.example good.example good.example",
    ),
    ("http://h:99999/", "h h h h h h h refused"),
    ("http://h:x/", "refused " * 8),
    ("http://h\\a", "refused refused h\\a h\\a h\\a h h h"),
]


@pytest.mark.parametrize(("text", "readings"), READINGS)
def test_what_each_reader_reads(text: str, readings: str) -> None:
    assert by_reader(text) == dict(zip(READERS, readings.split(), strict=True))


# Strings of which two parsers read two hosts: as in Orange Tsai, "A New Era of SSRF" (2017); Claroty and Snyk,
# "Exploiting URL Parsing Confusion" (2022); the URL Standard's tests; OWASP/CheatSheetSeries#2401, vllm#34743,
# open-webui#24534, local-deep-research#3873, onefilellm#79.
ATTACKS = [
    "http://1.1.1.1 &@2.2.2.2# @3.3.3.3/",
    "http://127.0.0.1:11211:80/",
    "http://foo@evil.example:80@good.example/",
    "http://foo@127.0.0.1 @good.example/",
    "http://foo@127.0.0.1:11211@good.example:80/",
    "http://good.example\\@evil.example/",
    "http://good.example\\.evil.example/",
    "http:\\\\evil.example",
    "http:///evil.example",
    "http:////evil.example",
    "https:/evil.example",
    "https:evil.example",
    "/\\evil.example",
    "\\/evil.example",
    "/\t/evil.example",
    "//good.example\\@evil.example",
    "http://good.example:80\\@evil.example",
    "http://%65vil.example/",
    "http://evil.example%2f.good.example/",
    "http://good.example%00.evil.example/",
    "http://a:b@c:d@e/",
    "http://[::1]evil.example/",
    "http://good.example:80evil.example/",
    "http://h:65536/",
    "ht\ntp://evil.example/",
    "http://good.example\\@evil.example",
    "http://127.0.0.1:6666\\@1.1.1.1",
    "http://127.0.0.1\\@1.1.1.1",
    "http://127.0.0.1\t@1.1.1.1/",
    "http://1.1.1.1\r\n@127.0.0.1/",
    "http://127.0.0.%31/",
    "http://169.254.169.%32%35%34/",
]


@pytest.mark.parametrize("profile", ["strict", "lenient"])
@pytest.mark.parametrize("text", ATTACKS)
def test_there_is_no_consensus_on_what_parsers_read_otherwise(text: str, profile: str) -> None:
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
    reading = hosts("http://u%41:p@h:08080/")[0]
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
    readings = by_reader(text, base)
    assert {readings[name] for name in READERS[:-1]} == {host}


@pytest.mark.parametrize(
    "text", ["http://u:p@EXAMPLE.com:80/", "http://é.example/", "http://a@b@c/", "http://[::1]:1/"]
)
def test_places_are_those_of_the_host_in_the_string(text: str) -> None:
    for reading in hosts(text):
        if reading.start is not None and reading.end is not None:
            written = text[reading.start : reading.end]
            assert comparable_host(written) == reading.host


@settings(max_examples=examples(3_000))
@given(references("rfc3987"))
def test_on_iris_the_conventions_agree_with_the_grammar(text: str) -> None:
    if not irigrammar.matches(text, "IRI-reference"):
        return
    readings = {reading.reader: reading for reading in hosts(text)}
    by_grammar = readings["rfc3987"]
    for name in ("appendix-b", "first-at", "last-at", "backslash-as-path"):
        assert (readings[name].verdict, *readings[name].authority) == (by_grammar.verdict, *by_grammar.authority)


@settings(max_examples=examples(3_000))
@given(references("web-address"))
def test_appendix_b_is_the_regular_expression(text: str) -> None:
    match = APPENDIX_B.match(text)
    assert match is not None
    user, _, host = (match[4] or "").rpartition("@")
    reading = hosts(text)[2]
    if reading.start is not None and reading.end is not None:
        assert host.startswith(text[reading.start : reading.end])
        assert (reading.user is None) == (user in ("", ":"))


def test_public_hosts() -> None:
    public = ["example.org", "8.8.8.8", "[2606:4700::1111]", "é.example.org"]
    special = ["localhost", "a.localhost", "127.1", "0x7f.1", "017700000001", "10.0.0.1", "169.254.169.254", "[::1]"]
    special += [
        "[::ffff:127.0.0.1]",
        "[64:ff9b::7f00:1]",
        "[2002:7f00:1::]",
        "x.internal",
        "x.local",
        "intranet",
        "[fe80::1]",
    ]
    for host in public:
        assert is_public_host(hosts(f"http://{host}/")[-1]), host
    for host in special:
        assert not is_public_host(hosts(f"http://{host}/")[-1]), host
    assert not is_public_host(hosts("/a")[0])


def test_libraries_are_readers_with_their_versions() -> None:
    readings = library_hosts("http://u:p@EXAMPLE.com:8080/x")
    assert readings[0].reader.startswith("urllib 3.")
    assert all(re.fullmatch(r"[a-z0-9-]+ \d[\w.]*", reading.reader) for reading in readings)
    assert {reading.authority for reading in readings} == {("example.com", 8080, "u:p")}
    assert library_hosts("http://[::1")[0].verdict == "refused"
    assert library_hosts("a/b")[0].verdict == "none"


def test_the_command() -> None:
    result = run("hosts", "http://good.example\\@evil.example/")
    assert result.status == 1
    lines = result.out.splitlines()
    assert lines[1].split() == ["^^^^^^^^^^^^", "appendix-b,", "first-at,", "last-at"]
    assert lines[2].index("^") == lines[0].index("good")
    assert lines[-1].startswith("no consensus: appendix-b reads")
    result = run("hosts", "http://e/", "/x")
    assert (result.status, result.out.count("\nconsensus\n")) == (0, 2)
    row = json.loads(run("hosts", "--format", "json", "--profile", "lenient", "http://e/a b").out)
    assert (row["consensus"], row["why"], len(row["readings"])) == (True, None, 8)
    assert run("hosts", "--libraries", "http://e/").out.count("urllib") >= 1
    assert run("hosts").status == 2
    assert 'the base "b" has no scheme' in run("hosts", "--base", "b", "/x").err


def test_the_format_of_json_schema() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    from irigrammar.integrations.jsonschema import format_checker

    validator = jsonschema.Draft202012Validator(
        {"format": "consensual-uri"}, format_checker=format_checker(consensus=True)
    )
    assert validator.is_valid("http://e/")
    assert validator.is_valid(1)
    (error,) = validator.iter_errors("http:e")
    assert str(error.cause) == 'url-standard reads the host "e", and rfc3986 reads no host'

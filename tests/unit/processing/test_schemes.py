"""The table of schemes, and custom schemes."""

from __future__ import annotations

import pickle
import tomllib
from pathlib import Path

import pytest
from places import ROOT
from rows import in_one_test

from irigrammar import GrammarError, NoMatch, UnknownGrammar, UnknownRule, compare, grammar, iri_to_uri, normalize
from irigrammar.processing.schemes import Scheme, Schemes, parse_schemes, scheme, schemes

SOURCE = ROOT / "grammar" / "schemes.toml"
RULES = (
    *("domain_name", "default_port", "default_host", "empty_path", "lower_until", "document_charset"),
    *("needs_host", "no_userinfo", "no_fragment", "beyond_uri", "address", "read_by", "rule"),
)

# Each rule that holds, as the documents say it: written again here, not read from the table.
MONGODB = {"domain_name": True, "needs_host": True, "no_fragment": True}
POSTGRESQL = {"domain_name": True, "no_fragment": True, "beyond_uri": True, "rule": "postgresql:postgresql-URI"}
FACTS: dict[str, dict[str, object]] = {
    "http": {
        "domain_name": True,
        "default_port": 80,
        "empty_path": "/",
        "document_charset": True,
        "needs_host": True,
        "no_userinfo": True,
        "rule": "http:http-URI",
    },
    "https": {
        "domain_name": True,
        "default_port": 443,
        "empty_path": "/",
        "document_charset": True,
        "needs_host": True,
        "no_userinfo": True,
        "rule": "http:https-URI",
    },
    "ws": {
        "domain_name": True,
        "default_port": 80,
        "empty_path": "/",
        "needs_host": True,
        "no_fragment": True,
        "rule": "ws:ws-URI",
    },
    "wss": {
        "domain_name": True,
        "default_port": 443,
        "empty_path": "/",
        "needs_host": True,
        "no_fragment": True,
        "rule": "ws:wss-URI",
    },
    "ftp": {"domain_name": True, "default_port": 21, "empty_path": "/", "rule": "ftp:ftpurl"},
    "file": {"domain_name": True, "default_host": "localhost", "empty_path": "/", "rule": "file:file-URI"},
    "mailto": {"address": True, "rule": "mailto:mailtoURI"},
    "data": {"rule": "data:dataurl"},
    "javascript": {},
    "urn": {"lower_until": ":", "rule": "urn:namestring"},
    "ldap": {"domain_name": True, "default_port": 389, "empty_path": "/", "rule": "ldap:ldapurl"},
    "imap": {"domain_name": True, "default_port": 143, "rule": "imap:imapurl"},
    "pop": {"domain_name": True, "default_port": 110, "rule": "pop:pop-url"},
    "nntp": {"domain_name": True, "default_port": 119, "rule": "news:nntpURL"},
    "rtsp": {"domain_name": True, "default_port": 554, "rule": "rtsp:RTSP-URI"},
    "rtsps": {"domain_name": True, "default_port": 322, "rule": "rtsp:RTSP-URI"},
    "rtspu": {"domain_name": True, "default_port": 554},
    "sftp": {"domain_name": True, "default_port": 22},
    "ssh": {"domain_name": True, "default_port": 22, "rule": "ssh:sshURI"},
    "telnet": {"domain_name": True, "default_port": 23},
    "git": {"domain_name": True, "default_port": 9418},
    "svn": {"domain_name": True, "default_port": 3690},
    "irc": {"domain_name": True},
    "ircs": {"domain_name": True},
    "gopher": {"domain_name": True, "default_port": 70},
    "mqtt": {"domain_name": True, "default_port": 1883},
    "mqtts": {"domain_name": True, "default_port": 8883},
    "coap": {
        "domain_name": True,
        "default_port": 5683,
        "empty_path": "/",
        "needs_host": True,
        "no_fragment": True,
        "rule": "coap:coap-URI",
    },
    "coaps": {
        "domain_name": True,
        "default_port": 5684,
        "empty_path": "/",
        "needs_host": True,
        "no_fragment": True,
        "rule": "coap:coaps-URI",
    },
    "redis": {"domain_name": True, "default_port": 6379, "rule": "redis:redis-URI"},
    "rediss": {"domain_name": True, "default_port": 6379, "rule": "redis:rediss-URI"},
    "amqp": {"domain_name": True, "default_port": 5672, "rule": "amqp:amqp-URI"},
    "amqps": {"domain_name": True, "default_port": 5671, "rule": "amqp:amqps-URI"},
    "git+ssh": {"domain_name": True, "rule": "ssh:git-ssh-URI"},
    "ssh+git": {"domain_name": True, "rule": "ssh:git-ssh-URI"},
    "postgresql": POSTGRESQL,
    "postgres": POSTGRESQL,
    "mongodb": {**MONGODB, "default_port": 27017, "beyond_uri": True, "rule": "mongodb:mongodb-URI"},
    "mongodb+srv": {**MONGODB, "rule": "mongodb:srv-URI"},
    "mysql": {**MONGODB, "default_port": 3306, "rule": "mysql:mysql-URI"},
    "mysqlx": {**MONGODB, "default_port": 33060, "rule": "mysql:mysql-URI"},
    "doi": {"rule": "doi:doi-URI"},
    "aaa": {"domain_name": True, "default_port": 3868},
    "aaas": {"domain_name": True, "default_port": 5658},
    "dict": {"domain_name": True, "default_port": 2628},
    "dns": {"domain_name": True, "default_port": 53, "rule": "dns:dnsurl"},
    "icap": {"domain_name": True, "default_port": 1344},
    "ipp": {"domain_name": True, "default_port": 631, "empty_path": "/"},
    "ipps": {"domain_name": True, "default_port": 631, "empty_path": "/"},
    "ldaps": {"domain_name": True, "default_port": 636, "empty_path": "/", "rule": "ldaps:ldapurl"},
    "vnc": {"domain_name": True, "default_port": 5900},
    "msrp": {"domain_name": True, "default_port": 2855},
    "msrps": {"domain_name": True, "default_port": 2855},
    "acap": {"domain_name": True, "default_port": 674},
    "smb": {"domain_name": True, "default_port": 445},
    "nfs": {"domain_name": True, "default_port": 2049},
    "rsync": {"domain_name": True, "default_port": 873},
    "sieve": {"domain_name": True, "default_port": 4190},
    "snmp": {"domain_name": True, "default_port": 161},
    "tel": {"address": True, "rule": "tel:telephone-uri"},
    "sip": {"rule": "sip:SIP-URI"},
    "sips": {"rule": "sip:SIPS-URI"},
    "geo": {"rule": "geo:geo-URI"},
    "tag": {"rule": "tag:tagURI"},
    "did": {"rule": "did:did-url"},
    "cid": {"rule": "cid:cid-url"},
    "mid": {"rule": "cid:mid-url"},
    "acct": {"rule": "acct:acctURI"},
    "ni": {"rule": "ni:NI-URI"},
    "about": {"rule": "about:about-uri"},
    "news": {"rule": "news:newsURL"},
    "xmpp": {"rule": "xmpp:xmppuri"},
    "pkcs11": {"rule": "pkcs11:pk11-URI"},
    "at": {"beyond_uri": True, "rule": "at:at-uri"},
    "info": {"rule": "info:info-URI"},
    "sms": {"address": True, "rule": "sms:sms-uri"},
    "swh": {"rule": "swh:identifier"},
    "pkg": {"rule": "pkg:accepted-PURL"},
    "otpauth": {"rule": "otpauth:otpauth-URI"},
    "jdbc": {"read_by": "a JDBC driver"},
}


@in_one_test("name", FACTS)
def test_each_rule_is_what_its_document_says(name: str) -> None:
    result = scheme(name)
    assert result is not None
    assert {rule: value for rule in RULES if (value := getattr(result, rule)) not in (None, False)} == FACTS[name]
    assert result.document
    assert set(result.sections) == set(FACTS[name])
    assert all("section " in section for section in result.sections.values())


def test_loaded_schemes_are_those_of_the_table() -> None:
    assert parse_schemes(SOURCE.read_text(encoding="utf-8")) == schemes()


@pytest.mark.parametrize("name", ["", "foo", "http:", "htt\u1e57", " http"])
def test_of_other_names_nothing_is_known(name: str) -> None:
    assert scheme(name) is None
    assert schemes().find(None) is None


def test_a_name_that_only_looks_like_one_in_lower_case_is_another() -> None:
    """U+212A in lower case is the letter k."""
    mine = Schemes().with_scheme(Scheme("k"))
    assert mine.find("K") is not None
    assert mine.find("\N{KELVIN SIGN}") is None


def test_custom_scheme_in_a_custom_table() -> None:
    before = schemes()
    mine = before.with_scheme(Scheme("Gemini", domain_name=True, default_port=1965))
    assert mine.find("gemini") == Scheme("gemini", domain_name=True, default_port=1965)
    assert before.find("gemini") is None
    assert len(mine) == len(before) + 1
    assert schemes() is before


def test_a_scheme_takes_the_place_of_one_of_its_name() -> None:
    mine = schemes().with_scheme(Scheme("HTTP", default_port=8080))
    assert mine.find("http") == Scheme("http", default_port=8080)
    assert len(mine) == len(schemes())


@pytest.mark.parametrize(
    ("wrong", "rule"),
    [
        (Scheme("a b"), "scheme"),
        (Scheme(""), "scheme"),
        (Scheme("\N{KELVIN SIGN}"), "scheme"),
        (Scheme("a", default_port=-1), "port"),
        (Scheme("a", default_host="a/b"), "host"),
        (Scheme("a", empty_path="?"), "path"),
    ],
)
def test_a_scheme_that_is_none_is_refused(wrong: Scheme, rule: str) -> None:
    with pytest.raises(NoMatch) as caught:
        schemes().with_scheme(wrong)
    assert caught.value.rule == rule


def test_unknown_rule_is_refused() -> None:
    with pytest.raises(
        GrammarError, match="the scheme a has an unknown rule: defualt_port; known: domain_name, default_port"
    ):
        parse_schemes('[a]\ndocument = "x"\ndefualt_port = { is = 1, section = "y" }\n')


def test_a_rule_of_the_catalog_is_the_syntax() -> None:
    mine = Schemes().with_scheme(Scheme("geo", rule="geo:geo-URI")).find("geo")
    assert mine is not None
    assert mine.matcher is not None
    assert mine.matcher.matches("geo:1,2")
    own = grammar("rfc3986")["absolute-URI"]
    assert Scheme("geo", rule="geo:geo-URI", syntax=own).matcher is own
    assert Scheme("geo").matcher is None
    for rule, error in (("geos:geo-URI", UnknownGrammar), ("geo:geo", UnknownRule), ("geo", UnknownRule)):
        with pytest.raises(error):
            schemes().with_scheme(Scheme("geo", rule=rule))


def test_schemes_are_values() -> None:
    mine = schemes().with_scheme(Scheme("a"))
    assert pickle.loads(pickle.dumps(mine)) == mine
    assert hash(pickle.loads(pickle.dumps(mine))) == hash(mine)
    assert mine != schemes()
    with pytest.raises(AttributeError):
        mine.rows = ()  # type: ignore[misc]


def test_every_scheme_is_registered() -> None:
    names = set(
        tomllib.loads((ROOT / "grammar" / "registries.toml").read_text(encoding="utf-8"))["schemes"]["names"].split()
    )
    assert {scheme.name for scheme in schemes()} - names == {
        *("javascript", "amqp", "amqps", "git+ssh", "ssh+git"),
        *("postgresql", "postgres", "mongodb+srv", "mysql", "mysqlx", "jdbc"),
    }


@in_one_test("name", [name for name, facts in FACTS.items() if "default_port" in facts])
def test_the_hosts_of_registered_schemes_are_domain_names_with_ports(name: str) -> None:
    port = FACTS[name]["default_port"]
    assert iri_to_uri(f"{name}://r\xe9sum\xe9.example.org/") == f"{name}://xn--rsum-bpad.example.org/"
    assert compare(f"{name}://h:{port}/a", f"{name}://h/a").rung == "scheme"
    assert compare(f"{name}://h:1/a", f"{name}://h/a").rung == "different"


FILE = """
[gemini]
document = "Gemini"
domain_name = { is = true, section = "Gemini, section 1" }
default_port = 1965

[HTTP]
default_port = 8080
"""


def test_schemes_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(FILE, encoding="utf-8")
    mine = schemes().with_file(file)
    gemini, http = mine.find("gemini"), mine.find("http")
    assert gemini is not None
    assert http is not None
    assert gemini.sections == {"domain_name": "Gemini, section 1", "default_port": "mine.toml"}
    assert (http.name, http.default_port, http.domain_name) == ("http", 8080, False)
    assert normalize("gemini://\xc9:1965", level="scheme", schemes=mine) == "gemini://\xe9"
    assert iri_to_uri("gemini://\xe9/", schemes=mine) == "gemini://xn--9ca/"
    assert mine.find("ldap") == scheme("ldap")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[a", "not TOML"),
        ("a = 1", r"a is not a table; write \[a\]"),
        ("[a]\nport = 1", "the scheme a has an unknown rule: port"),
        ("[a]\ndefault_port = '1'", "default_port of the scheme a is not of the type int"),
        ("[a]\ndomain_name = { section = 'x' }", "domain_name of the scheme a is not of the type bool"),
        ("[a]\nrule = true", "rule of the scheme a is not of the type str"),
        ("[a]\ndefault_port = true", "default_port of the scheme a is not of the type int"),
    ],
)
def test_a_file_that_is_not_a_table_of_schemes(text: str, reason: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(GrammarError, match=f"mine.toml: {reason}"):
        schemes().with_file(file)
    with pytest.raises(GrammarError, match="cannot be read"):
        schemes().with_file(tmp_path / "none.toml")


def test_names_and_ports_of_a_file_are_checked(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    for text in ('["a b"]', "[a]\ndefault_port = -1", "[a]\ndefault_host = 'a/b'"):
        file.write_text(text, encoding="utf-8")
        with pytest.raises(NoMatch):
            schemes().with_file(file)


# The ports to which clients connect without a port in the URI, as tools/world/clients/loopback.py sees.
MEASURED = {
    80: {"http": "curl 7.88.1", "ws": "websockets 17.4, ws 8.23.0, MQTT.js 5.16.0"},
    443: {"https": "curl 7.88.1", "wss": "websockets 17.4, ws 8.23.0, MQTT.js 5.16.0"},
    21: {"ftp": "curl 7.88.1, wget 1.21.3"},
    22: {"sftp": "curl 7.88.1", "ssh": "OpenSSH 9.2p1, git 2.39.5"},
    23: {"telnet": "curl 7.88.1"},
    70: {"gopher": "curl 7.88.1"},
    143: {"imap": "curl 7.88.1"},
    389: {"ldap": "curl 7.88.1, ldap3 2.9.1"},
    445: {"smb": "curl 7.88.1"},
    554: {"rtsp": "curl 7.88.1"},
    631: {"ipp": "ipptool 2.4.2", "ipps": "ipptool 2.4.2"},
    636: {"ldaps": "curl 7.88.1, ldap3 2.9.1"},
    873: {"rsync": "rsync 3.5.0"},
    1883: {"mqtt": "curl 7.88.1, MQTT.js 5.16.0"},
    2628: {"dict": "curl 7.88.1"},
    3690: {"svn": "Subversion 1.14.2"},
    5683: {"coap": "aiocoap 0.4.17"},
    6379: {"redis": "redis-py 8.1.0, ioredis 6.0.0, node-redis 6.3.1", "rediss": "redis-py 8.1.0, ioredis 6.0.0"},
    8883: {"mqtts": "MQTT.js 5.16.0"},
    9418: {"git": "git 2.39.5"},
}


@in_one_test(("port", "clients"), MEASURED.items())
def test_default_ports_are_those_of_clients(port: int, clients: dict[str, str]) -> None:
    for name in clients:
        known = scheme(name)
        assert known is not None
        assert known.default_port == port


@in_one_test("text", ["irc://h:194/c", "ircs://h:994/c", "irc://h:6667/c", "ircs://h:6697/c"])
def test_ports_of_irc_stay(text: str) -> None:
    """WeeChat 3.8 connects to 6667 for irc: without a port, and not to the draft's 194."""
    assert normalize(text, level="scheme") == text
    assert not compare(text, text.replace(":194", "").replace(":994", "").replace(":6667", "").replace(":6697", ""))

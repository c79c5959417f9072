"""Components: each is the part of the string that its production matched."""

from __future__ import annotations

import pickle
import re
from itertools import islice
from typing import Any

import pytest
from examples import examples, some
from hypothesis import given, settings
from hypothesis import strategies as st
from near import members, near
from rows import in_one_test
from tables import conversions

import irigrammar
from irigrammar import Components, ConversionError, GrammarError, NoMatch
from irigrammar.grammars import COMPONENT_FIELDS
from irigrammar.matching.grammar import Grammar
from irigrammar.matching.matcher import Matcher
from irigrammar.matching.parts import SETTABLE
from irigrammar.processing.characters import alphabet
from irigrammar.shipped import loader as catalog
from irigrammar.shipped.loader import generic_names

IRI = irigrammar.grammar("rfc3987")["IRI-reference"]
WEB = irigrammar.grammar("web-address")["IRI-reference"]

REFERENCES = [
    (name, rule)
    for name in generic_names()
    for rule in catalog.entry(name).start
    if rule.lower().endswith(("iri", "uri", "reference", "ref"))
]


@in_one_test(
    ("text", "expected"),
    [
        ("", Components(path="")),
        ("a", Components(path="a")),
        ("a:", Components(scheme="a", path="")),
        ("a:b", Components(scheme="a", path="b")),
        ("?", Components(path="", query="")),
        ("#", Components(path="", fragment="")),
        ("//", Components(host="", path="")),
        ("///a", Components(host="", path="/a")),
        ("//h", Components(host="h", path="")),
        ("//h:", Components(host="h", port="", path="")),
        ("//@h", Components(userinfo="", host="h", path="")),
        ("//@:", Components(userinfo="", host="", port="", path="")),
        (
            "http://u:p@h:8080/a/b?q?#f#"[:-1],
            Components(scheme="http", userinfo="u:p", host="h", port="8080", path="/a/b", query="q?", fragment="f"),
        ),
        ("mailto:a@b?c", Components(scheme="mailto", path="a@b", query="c")),
        ("é/ü?ö#\u00e4", Components(path="é/ü", query="ö", fragment="ä")),
        ("./a:b", Components(path="./a:b")),
        ("a:/b//c", Components(scheme="a", path="/b//c")),
    ],
)
def test_absent_is_none_and_empty_is_empty(text: str, expected: Components) -> None:
    assert IRI.split(text) == expected
    assert str(expected) == text


@in_one_test(*conversions("components.the_kind_of_host_is_the_production_that_matched_it"))
def test_the_kind_of_host_is_the_production_that_matched_it(host: str, kind: str) -> None:
    """First match wins: an IPv4 address is one, though ireg-name would match it too; brackets stay."""
    parts = IRI.split(f"s://u@{host}:1/p")
    assert (parts.host, parts.host_kind, parts.userinfo, parts.port) == (host, kind, "u", "1")


OWN_HOSTS = irigrammar.Grammar.from_text(
    """
    host = IP-literal / IPv4address / "*" / handle / reg-name
    handle = "~" 1*ALPHA
    IP-literal = "[" ( IPv6address / IPv6address "%" 1*unreserved / pair / IPvFuture ) "]"
    pair = 2HEXDIG "-" 2HEXDIG
    """,
    extends="rfc3986",
)


@in_one_test(
    ("grammar", "host", "kind"),
    [
        ("rfc6874", "[fe80::1%25en0]", "IPv6addrz"),
        ("rfc6874", "[fe80::1]", "IPv6address"),
        ("url-standard", "example.org", "valid-domain"),
        ("own", "~bob", "handle"),
        ("own", "bob", "reg-name"),
        ("own", "*", None),
        ("own", "1.2.3.4", "IPv4address"),
        ("own", "[fe80::1]", "IPv6address"),
        ("own", "[v1.a]", "IPvFuture"),
        ("own", "[00-11]", "pair"),
        ("own", "[fe80::1%en0]", None),
    ],
)
def test_kinds_of_hosts_of_other_grammars(grammar: str, host: str, kind: str | None) -> None:
    """An address with something after it is not an address, and rules of a user's grammar are kinds, too."""
    parts = (OWN_HOSTS if grammar == "own" else irigrammar.grammar(grammar)).start.split(f"http://{host}/")
    assert (parts.host, parts.host_kind) == (host, kind)


@pytest.mark.parametrize("name", ["rfc3987", "iri-bis"])
def test_bis_2_1_what_is_not_ascii_is_never_reserved(name: str) -> None:
    """IRIs have the components of URIs: no other character delimits them."""
    iri = irigrammar.grammar(name)
    assert all(char.isascii() for rule in ("gen-delims", "sub-delims", "reserved") for char in alphabet(iri[rule]))
    assert not any(char.isascii() for rule in ("ucschar", "iprivate") for char in islice(alphabet(iri[rule]), 5))
    assert irigrammar.matches("http://a\xa2b/\xa2", "IRI", name)
    for char in "\xa2\uff0f\uff1f\uff03\uff20\uff1a\u2215":
        parts, plain = (iri["IRI"].split(f"s://u{c}@h{c}:1/p{c}/q?r{c}#f{c}").as_dict() for c in (char, "x"))
        assert {field: text and text.replace(char, "x") for field, text in parts.items()} == plain


@pytest.mark.parametrize(("name", "rule"), some(REFERENCES, 6))
@given(data=st.data())
def test_str_puts_the_reference_together_again(name: str, rule: str, data: st.DataObject) -> None:
    matcher = irigrammar.grammar(name)[rule]
    check_whole(matcher, data.draw(members(matcher.grammar._production(rule).dfa)))


@pytest.mark.parametrize("text", ["s://u@h:1/p", "//h", "//@:"])
def test_an_authority_is_put_together_again(text: str) -> None:
    check_whole(irigrammar.grammar("rfc3986")["URI-reference"], text)


def check_whole(matcher: Matcher, text: str) -> None:
    components = matcher.split(text)
    assert str(components) == text
    if components.authority is not None:
        user = "" if components.userinfo is None else f"{components.userinfo}@"
        port = "" if components.port is None else f":{components.port}"
        assert components.authority == f"{user}{components.host}{port}"
    else:
        assert components[2:5] == (None, None, None)
        assert components.host_kind is None
    assert components.path is not None


@pytest.mark.parametrize(("name", "rule"), some(REFERENCES, 6))
@settings(max_examples=examples(40))
@given(data=st.data())
def test_split_agrees_with_parse(name: str, rule: str, data: st.DataObject) -> None:
    matcher = irigrammar.grammar(name)[rule]
    text = data.draw(near(matcher.grammar._production(rule).dfa))
    fault = matcher.check(text).fault
    if fault is not None:
        for ask in (matcher.parse, matcher.split):
            with pytest.raises(NoMatch) as caught:
                ask(text)
            assert caught.value.fault == fault
        return
    tree = matcher.parse(text)
    fields = {production.lower(): field for production, field in matcher.grammar.entry.components.items()}
    rows: dict[str, Any] = {}
    for node in tree.walk():
        field = fields.get(node.rule.lower())
        if field is not None:
            rows.setdefault(field, node.rule if field == "host_kind" else node.value)
    assert matcher.split(text).as_dict() == dict.fromkeys(COMPONENT_FIELDS) | rows


def productions_that_split(name: str) -> set[str]:
    names = set()
    for rule in irigrammar.grammar(name):
        try:
            irigrammar.grammar(name)[rule].split("\ud800")
        except NoMatch:
            names.add(rule)
        except GrammarError:
            continue
    return names


@pytest.mark.parametrize("name", ["rfc3986", "rfc3987", "iri-bis"])
def test_productions_with_exactly_one_path_are_references(name: str) -> None:
    prefix = "" if name == "rfc3986" else "i"
    paths = {f"{prefix}path{kind}" for kind in ("", "-abempty", "-absolute", "-noscheme", "-rootless", "-empty")}
    parts = {f"{prefix}{part}" for part in ("hier-part", "relative-ref", "relative-part")}
    kind = "URI" if name == "rfc3986" else "IRI"
    assert productions_that_split(name) == paths | parts | {kind, f"{kind}-reference", f"absolute-{kind}"}


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("rfc3986", "scheme"),
        ("rfc3986", "authority"),
        ("rfc3987", "ihost"),
        ("rfc3986", "reserved"),
        ("rfc3986", "segment"),
    ],
)
def test_other_productions_are_refused_with_the_reason(name: str, rule: str) -> None:
    with pytest.raises(GrammarError, match=f"{rule} has no unique components"):
        irigrammar.grammar(name)[rule].split("a")


def test_a_grammar_without_components_is_refused_with_the_reason() -> None:
    with pytest.raises(GrammarError, match="rfc5234 declares no components"):
        irigrammar.grammar("rfc5234")["ALPHA"].split("a")


def test_the_users_own_productions_are_components_too() -> None:
    grammar = Grammar.from_text(
        'link = sch ":" rest [ "?" more ]\nsch = 1*ALPHA\nrest = *DIGIT\nmore = *ALPHA\n',
        components={"Sch": "scheme", "REST": "path", "more": "query"},
    )
    assert grammar["link"].split("ab:12?") == Components(scheme="ab", path="12", query="")
    twice = Grammar.from_text("pair = URI SP URI\n", extends="rfc3986")
    with pytest.raises(GrammarError, match="pair has no unique components"):
        twice["pair"].split("a: b:")
    many = Grammar.from_text("list = 1*( URI SP )\n", extends="rfc3986")
    with pytest.raises(GrammarError, match="list has no unique components"):
        many["list"].split("a: ")
    perhaps = Grammar.from_text('maybe = [ URI ] "!"\n', extends="rfc3986")
    with pytest.raises(GrammarError, match="maybe has no unique components"):
        perhaps["maybe"].split("a:!")
    once = Grammar.from_text('quoted = "<" URI ">"\n', extends="rfc3986")
    assert once["quoted"].split("<a:b>").path == "b"


# The backslash in Web Addresses: what the conversion makes of it, where a separator becomes "/" and any other "%5C".
BACKSLASHES = [
    ("a\\b", "a/b"),
    ("http://h\\a", "http://h/a"),
    ("http://h\\a:b@c/d", "http://h/a:b@c/d"),
    ("\\\\host", "/%5Chost"),
    ("/\\host", "/%5Chost"),
    ("\\/host", "%5C/host"),
    ("\\\\\\h", "/%5C/h"),
    ("//h\\@e/", "//h/@e/"),
    ("http:\\\\h\\p", "http:/%5Ch/p"),
    ("a:\\..\\b", "a:/../b"),
    ("//h:80\\@e/", "//h:80/@e/"),
    ("?a\\b", "?a%5Cb"),
]


def read_backslashes(matcher: Matcher, text: str) -> str:
    separators = {node.start for node in matcher.parse(text).find_all("href-path-sep")}
    return "".join(char if char != "\\" else "/" if offset in separators else "%5C" for offset, char in enumerate(text))


@in_one_test(("text", "expected"), BACKSLASHES)
def test_a_backslash_is_a_separator_wherever_some_parse_lets_it(text: str, expected: str) -> None:
    assert read_backslashes(WEB, text) == expected


@in_one_test(("text", "expected"), BACKSLASHES)
def test_a_backslash_never_changes_the_components(text: str, expected: str) -> None:
    """Replaced backslashes are in the same components: the authority stays the same."""
    before, after = WEB.split(text), IRI.split(expected)
    for left, right in zip(before, after, strict=True):
        assert (left is None) == (right is None)
    assert (before.scheme, before.authority, before.userinfo, before.host, before.port) == after[:5]


@pytest.mark.parametrize(("text", "userinfo"), [("//u:p\\@e/", "u:p\\"), ("//g%2Ec\\@e/", "g%2Ec\\")])
def test_a_backslash_that_fits_only_inside_an_authority_stays_there(text: str, userinfo: str) -> None:
    """The conversion refuses these; the grammar allows them."""
    parts = WEB.split(text)
    assert (parts.userinfo, parts.host, parts.path) == (userinfo, "e", "/")


def test_prefer_is_a_rule_in_any_case() -> None:
    """Rule names are case-insensitive (RFC 5234, 2.1): split and parse agree on the user's own preferred rule."""
    text = 'ref = [ "//" host ] path\nhost = *( ALPHA / "\\" )\npath = *( Sep / ALPHA )\nsep = "\\"\n'
    for prefer in ("sep", "SEP"):
        grammar = Grammar.from_text(text, prefer=prefer, components={"host": "host", "path": "path"})
        tree = grammar["ref"].parse("//a\\b")
        host = tree.find("host")
        assert host is not None
        assert host.value == "a"
        assert grammar["ref"].split("//a\\b").host == "a"


@pytest.mark.parametrize(
    ("text", "fields", "expected"),
    [
        ("http://u@h:80/p?q#f", {"host": "[::1]"}, "http://u@[::1]:80/p?q#f"),
        ("http://u@h:80/p?q#f", {"userinfo": None, "port": None}, "http://h/p?q#f"),
        ("http://u@h:80/p?q#f", {"scheme": None, "query": "", "fragment": None}, "//u@h:80/p?"),
        ("http://h", {"port": "", "path": "/é"}, "http://h:/é"),
        ("a/b", {"path": ""}, ""),
        ("//h", {"host": None, "scheme": "urn", "path": "a:b"}, "urn:a:b"),
    ],
)
def test_replaced_components_are_those_of_the_recomposed_reference(
    text: str, fields: dict[str, str | None], expected: str
) -> None:
    before = IRI.split(text)
    after = before.replace(**fields)
    assert str(after) == expected
    assert after == IRI.split(expected)
    assert after.as_dict() == IRI.split(expected).as_dict()
    assert str(before) == text


@in_one_test(
    ("text", "fields", "error", "message"),
    [
        ("http://h/", {"host": "a b"}, NoMatch, 'the host "a b": a space is not allowed in a host name (column 9)'),
        (
            "http://h/",
            {"path": "p"},
            ConversionError,
            'the path "p" needs "/" at its start, as it follows an authority',
        ),
        ("http://h:80/", {"path": "rel"}, ConversionError, 'the path "rel" needs "/" at its start'),
        ("http://h/", {"port": "8a"}, NoMatch, 'the port "8a": "a" is not a digit'),
        ("http://h/", {"port": -1}, NoMatch, 'the port "-1": "-" is not a digit'),
        ("http://h/", {"port": True}, TypeError, "a port is text or a number, not bool"),
        ("http://h/", {"host": b"h"}, TypeError, "a host is text, not bytes"),
        ("http://h/", {"path": 1}, TypeError, "a path is text, not int"),
        ("http://h/", {"userinfo": "u:S3CRET x"}, NoMatch, "the userinfo: "),
        ("http://h/", {"query": "a#b"}, ConversionError, 'query "a" instead of "a#b"'),
        ("http://h/", {"host": None, "path": "//x"}, ConversionError, 'host "x" instead of none'),
        ("a/b", {"path": "a:b"}, ConversionError, 'scheme "a" instead of none'),
        ("http://h/", {"path": "/?x"}, ConversionError, 'path "/" instead of "/?x"'),
        ("http://u@h/", {"host": None}, ConversionError, "userinfo and port need a host"),
        ("http://h/", {"authority": "h"}, TypeError, "authority"),
    ],
)
def test_a_replacement_that_reads_otherwise_is_refused(
    text: str, fields: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=re.escape(message)):
        IRI.split(text).replace(**fields)


def test_components_made_by_hand_follow_rfc_3987() -> None:
    components = Components(scheme="http", userinfo="u", host="1.2.3.4", port="")
    assert (components.authority, components.host_kind, str(components)) == (
        "u@1.2.3.4:",
        "IPv4address",
        "http://u@1.2.3.4:",
    )
    assert components == IRI.split(str(components))
    assert hash(components) == hash(IRI.split(str(components)))
    assert components.replace(host="é").host_kind == "ireg-name"
    with pytest.raises(NoMatch, match="column 11"):
        components.replace(host="a b")
    with pytest.raises(ConversionError, match="need a host"):
        Components(port="80")


# What is given, and what the message says.
BUILT_WRONG: list[tuple[dict[str, str | int | None], type[Exception], str]] = [
    ({"scheme": "https", "host": "good.example", "path": ".evil.example/"}, ConversionError, 'needs "/" at its start'),
    ({"host": "good.example", "port": "80", "path": "@evil.example/"}, ConversionError, 'needs "/" at its start'),
    ({"scheme": "http", "path": "//evil.example/x"}, ConversionError, 'host "evil.example" instead of none'),
    ({"path": "//evil.example/x"}, ConversionError, 'host "evil.example" instead of none'),
    ({"path": "not-a-scheme:x"}, ConversionError, 'scheme "not-a-scheme" instead of none'),
    ({"path": "/p?x"}, ConversionError, 'path "/p" instead of "/p?x"'),
    ({"host": "h", "query": "a#b"}, ConversionError, 'query "a" instead of "a#b"'),
    ({"scheme": "a:b"}, ConversionError, 'scheme "a" instead of "a:b"'),
    ({"scheme": ""}, NoMatch, 'the scheme ""'),
    ({"scheme": "http", "host": "h h"}, NoMatch, 'the host "h h"'),
    ({"host": "h/x"}, ConversionError, 'host "h" instead of "h/x"'),
    ({"host": "u@h"}, ConversionError, 'userinfo "u" instead of none'),
    ({"host": "h:80"}, ConversionError, 'host "h" instead of "h:80"'),
    ({"host": "h\\x"}, NoMatch, "the host"),
    ({"userinfo": "u@x", "host": "h"}, NoMatch, "the userinfo"),
    ({"userinfo": "u/x", "host": "h"}, ConversionError, "userinfo none"),
    ({"host": "h", "port": "80/"}, ConversionError, 'port "80" instead of "80/"'),
    ({"path": "a b"}, NoMatch, 'the path "a b"'),
    ({"path": "\ud800"}, NoMatch, "the path"),
    ({"port": "80"}, ConversionError, "need a host"),
    ({"host": "h", "port": 8.5}, TypeError, "a port is text or a number, not float"),  # type: ignore[dict-item]  # refused
]


@in_one_test(("parts", "error", "message"), BUILT_WRONG)
def test_components_that_would_be_read_otherwise_are_refused(
    parts: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=re.escape(message)) as caught:
        Components(**parts)
    assert "S3CRET" not in str(caught.value)
    with pytest.raises(error, match=re.escape(message)):
        IRI.split("").replace(**parts)


@given(st.fixed_dictionaries({}, optional=dict.fromkeys(SETTABLE, st.text("ab:/?#@[]\\%é 1", max_size=4) | st.none())))
def test_what_is_built_reads_back(parts: dict[str, Any]) -> None:
    try:
        built = Components(**parts)
    except (ConversionError, NoMatch):
        return
    read = IRI.split(str(built))
    wanted = {field: parts.get(field) for field in SETTABLE} | {"path": parts.get("path") or ""}
    assert {field: getattr(read, field) for field in SETTABLE} == wanted


def test_ports_are_text_or_numbers() -> None:
    assert str(Components(scheme="http", host="h", port=8080)) == "http://h:8080"
    assert str(IRI.split("http://h:80/").replace(port=81)) == "http://h:81/"


def test_components_are_immutable_values() -> None:
    components = irigrammar.grammar("rfc3986")["URI"].split("a://b")
    with pytest.raises(AttributeError):
        components.host = "c"  # type: ignore[misc]  # it is what the test is about
    again = pickle.loads(pickle.dumps(components))
    assert again == components
    assert again.as_dict() == components.as_dict()
    with pytest.raises(NoMatch):  # checked by the same rule still
        again.replace(path="/é")
    assert components == IRI.split("a://b")
    assert components != ("a", "b", None, "b", None, "", None, None)


def test_an_authority_without_a_named_host_is_refused() -> None:
    text = 'ref = "//" auth path\nauth = 1*ALPHA\npath = *( "/" *ALPHA )\n'
    grammar = Grammar.from_text(text, components={"auth": "authority", "path": "path"})
    with pytest.raises(GrammarError, match="host is not named"):
        grammar["ref"].split("//a/b")


def test_bytes_give_the_same_components() -> None:
    text = "http://résumé.example.org/é?ü"
    assert IRI.split(text.encode()) == IRI.split(text)
    with pytest.raises(NoMatch) as caught:
        IRI.split(b"http://r\xe9sum\xe9/")
    assert caught.value.fault.found == b"\xe9"

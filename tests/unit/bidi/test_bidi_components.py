"""The components of RFC 3987, 4.2."""

from __future__ import annotations

import pytest

import irigrammar
from irigrammar.bidi import Component, components
from irigrammar.bidi.components import in_ascii


def spelled(text: str, **options: str) -> list[tuple[str, str]]:
    return [(component.rule, text[component.start : component.end]) for component in components(text, **options)]  # type: ignore[arg-type]


def test_the_productions_that_the_section_lists() -> None:
    text = "http://u:p@h.x/a.b/c?d=e&f#g=h&i"
    assert spelled(text, components="grammar") == [
        ("iuserinfo", "u:p"),
        ("ireg-name", "h.x"),
        ("isegment", "a.b"),
        ("isegment", "c"),
        ("iquery", "d=e&f"),
        ("ifragment", "g=h&i"),
    ]
    assert spelled("a.b/c", components="grammar") == [("isegment-nz-nc", "a.b"), ("isegment", "c")]
    assert spelled("urn:a:b", components="grammar") == [("isegment-nz", "a:b")]
    assert spelled("/a", components="grammar") == [("isegment-nz", "a")]


def test_their_parts() -> None:
    assert [value for _, value in spelled("http://u:p:@h.x/a.b..c/?d=e=f&g;=h&i=&;#g=h&i.j")] == [
        *("u", "p", "h", "x", "a", "b", "c", "d", "e=f", "g", "h", "i", "g=h&i.j"),
    ]


@pytest.mark.parametrize(
    ("text", "hosts"),
    [
        ("http://a.b/", ["a", "b"]),
        ("//a.b.", ["a", "b"]),
        ("//a。b．c｡d", ["a", "b", "c", "d"]),
        ("foo://a.b/", ["a.b"]),
        ("http://127.0.0.1/", ["127.0.0.1"]),
        ("http://[::127.0.0.1]/", ["::127.0.0.1"]),
        ("http://[v1.a]/", ["v1.a"]),
        ("http:///", []),
    ],
)
def test_hosts(text: str, hosts: list[str]) -> None:
    assert [
        text[component.start : component.end] for component in components(text) if component.field == "host"
    ] == hosts


def test_what_is_said_of_one() -> None:
    host, label, whole, part, port = components("//a.b:1")[0], *components("//h/a.b")[:3], components("//a.b:1")[2]
    assert (host.words, host.whole, host.label) == ("a label of ireg-name", False, True)
    assert (label.words, label.whole, label.label) == ("ireg-name", True, True)
    assert (whole.words, part.words) == ("a part of isegment", "a part of isegment")
    assert port == Component("port", "port", 6, 7, whole=True)
    assert components("") == []


def test_other_grammars() -> None:
    assert spelled("http://h.x/a.b?c", grammar="rfc3986") == [
        ("reg-name", "h.x"),
        ("segment", "a"),
        ("segment", "b"),
        ("query", "c"),
    ]
    assert spelled("/a./b", grammar="iri-bis") == [("isegment-nz", "a"), ("isegment", "b")]
    assert [value for _, value in spelled("/a\\b", grammar="web-address")] == ["a", "b"]
    assert [value for _, value in spelled("/a\\b", grammar="leiri")] == ["a\\b"]


def test_productions_in_ascii() -> None:
    iri = irigrammar.grammar("rfc3987")
    assert [rule for rule in ("port", "IPv6address", "ireg-name", "isegment") if in_ascii(iri, rule)] == [
        "port",
        "IPv6address",
    ]

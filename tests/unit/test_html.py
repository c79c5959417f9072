"""HOSTPORT, HOSTSPECIFIC and PATH (draft-ietf-iri-3987bis-04, 3.2)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from near import members
from rows import in_one_test
from tables import conversions

import irigrammar
from irigrammar import NoMatch
from irigrammar.html import hostport, hostspecific, path
from irigrammar.processing.schemes import Scheme, schemes
from irigrammar.processing.trace import Step, call_recording

BIS = "draft-ietf-iri-3987bis-04, 3.2"
IRI = irigrammar.grammar("rfc3987")["IRI-reference"]


@in_one_test(*conversions("html.bis_3_2_hostport"))
def test_bis_3_2_hostport(iri: str, expected: str | None) -> None:
    assert hostport(iri) == expected


@in_one_test(*conversions("html.bis_3_2_hostspecific"))
def test_bis_3_2_hostspecific(iri: str, expected: str) -> None:
    assert hostspecific(iri) == expected


@in_one_test(*conversions("html.bis_3_2_path"))
def test_bis_3_2_path(iri: str, expected: str) -> None:
    """The ipath after the initial "/"."""
    assert path(iri) == expected


@given(st.data())
def test_bis_3_2_the_parts_are_substrings_of_the_reference(data: st.DataObject) -> None:
    check_parts(data.draw(members(IRI.automaton, 40)))


@pytest.mark.parametrize("iri", ["http://u@e:8080/a?b", "https://e:443", "//e", "a:b"])
def test_bis_3_2_the_parts_of_authorities(iri: str) -> None:
    check_parts(iri)


def check_parts(iri: str) -> None:
    parts = IRI.split(iri)
    assert iri.endswith(hostspecific(iri))
    if parts.authority is None:
        assert hostport(iri) is None
        assert hostspecific(iri) == iri
    else:
        port = hostport(iri)
        assert port is not None
        assert port in (parts.host, f"{parts.host}:{parts.port}")
        assert parts.authority.endswith(port) or parts.port is not None
        before = "" if parts.scheme is None else f"{parts.scheme}:"
        assert f"{before}//{parts.authority}{hostspecific(iri)}" == iri


@pytest.mark.parametrize("iri", ["http://h:80x/", "http://a b/", "\ud800", "http://h/%"])
def test_other_text_than_references_is_reported(iri: str) -> None:
    for ask in (hostport, hostspecific, path):
        with pytest.raises(NoMatch) as caught:
            ask(iri)
        assert caught.value.fault == IRI.check(iri).fault


def test_the_grammar_may_be_another() -> None:
    for grammar in ("web-address", irigrammar.grammar("web-address")):
        assert hostport("http://h:81\\a:b@c/d", grammar=grammar) == "h:81"
        assert hostspecific("http://h\\a:b@c/d", grammar=grammar) == "\\a:b@c/d"
    with pytest.raises(NoMatch):
        hostport("http://é/", grammar="rfc3986")


def test_a_trace_has_the_deviation_of_the_empty_port() -> None:
    steps: list[Step] = []
    for iri in ("http://h:/", "http://h:80/", "http://h:81/", "//h:/", "http://h/"):
        call_recording(steps, hostport, iri)
    call_recording(steps, hostspecific, "http://h/p")
    call_recording(steps, path, "http://h/p")
    assert [(step.section, step.before, step.after) for step in steps] == [
        (BIS, "http://h:/", "h"),
        (BIS, "http://h:80/", "h"),
        (BIS, "http://h:81/", "h:81"),
        (BIS, "//h:/", "h"),
        (BIS, "http://h/", "h"),
        (BIS, "http://h/p", "/p"),
        (BIS, "http://h/p", "p"),
    ]
    assert [step.deviation is not None for step in steps] == [True, *[False] * 6]


def test_the_users_schemes_count() -> None:
    mine = schemes().with_scheme(Scheme("foo", default_port=7))
    assert (hostport("foo://h:7"), hostport("foo://h:7", schemes=mine)) == ("h:7", "h")
    assert hostport("foo://h:8", schemes=mine) == "h:8"

"""Hosts to ASCII and back, and what is dangerous in Unicode."""

from __future__ import annotations

import stringprep
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from unicodedata import category, normalize, ucd_3_2_0

import idna
import pytest
from examples import some
from hypothesis import given
from hypothesis import strategies as st
from rows import in_one_test
from tables import conversions

import irigrammar
from irigrammar import ConversionError, advise
from irigrammar.convert import to_ascii, to_unicode
from irigrammar.language import sample
from irigrammar.matching.parts import with_fields
from irigrammar.processing.choices import HostPolicy
from irigrammar.processing.conversions import iri_to_uri
from irigrammar.processing.host import POLICIES, host_policy, host_to_ascii, host_to_unicode
from irigrammar.processing.schemes import Scheme, schemes
from irigrammar.processing.trace import Step

CONVERTING = [policy for policy in POLICIES if policy != "percent"]
MAPPING = ["idna", "idna2003"]
DOTS = "\u3002\uff0e\uff61"


@in_one_test(*conversions("host.each_label_that_needs_it_is_converted_and_the_others_stay"))
def test_each_label_that_needs_it_is_converted_and_the_others_stay(host: str, expected: str) -> None:
    """RFC 3987, 3.1, and 3987bis-04, 3.4, label by label."""
    assert host_to_ascii(host) == expected


@in_one_test("policy", POLICIES)
@in_one_test(
    "host", ["", "Example.ORG", "r%C3%A9sum%C3%A9.org", "[::1]", "127.0.0.1", "a..b", "a%2Fb", "x" * 300, "xn--zzzz"]
)
def test_ascii_hosts_are_kept(host: str, policy: str) -> None:
    steps: list[Step] = []
    assert host_to_ascii(host, policy, trace=steps) == host
    assert steps == []


@in_one_test("policy", CONVERTING)
@in_one_test(
    ("host", "reason"),
    [
        ("é.a%20b", 'the host label "a%20b" has percent-encoded bytes'),
        ("é%2F.com", 'the host label "é%2F" has percent-encoded bytes'),
        ("é.%2f.com", 'the host label "%2f" has percent-encoded bytes'),
        ("é.%FC", 'the host label "%FC" has percent-encoded bytes'),
        ("é.%C0%AF", 'the host label "%C0%AF" has percent-encoded bytes'),
        ("é.%ED%A0%80", 'the host label "%ED%A0%80" has percent-encoded bytes'),
        ("é.%25%34%31", 'the host label "%2541" has percent-encoded bytes'),
        ("é..com", "the host has an empty label"),
        (".é", "the host has an empty label"),
        ("é..", "the host has an empty label"),
        ("é." + "a" * 64, "(64 characters) has more than 63 bytes"),
        ("é" * 64, "it has more than 63 bytes"),
        ("é." + "a." * 124 + "b", "would have more than 253 bytes"),
        ("é." + "a" * 100_000, "would have more than 253 bytes"),
        ("ab.é☃\u0378", r'the host label "é☃\u{378}" has no form in ASCII by '),
    ],
)
def test_a_name_that_cannot_be_is_refused(host: str, reason: str, policy: str) -> None:
    with pytest.raises(ConversionError) as caught:
        host_to_ascii(host, policy)
    assert reason in str(caught.value)
    assert len(str(caught.value)) < 500


def test_the_dot_at_the_end_is_not_counted() -> None:
    name = "xn--9ca." + "a." * 122 + "b"
    assert len(name) == 253
    assert host_to_ascii(name.replace("xn--9ca", "é") + ".") == f"{name}."
    with pytest.raises(ConversionError, match="253"):
        host_to_ascii(name.replace("xn--9ca", "é") + "b")


def test_idna2008_knows_one_dot_and_maps_nothing() -> None:
    assert host_to_ascii("é.com", "idna2008") == "xn--9ca.com"
    for host in ("é。com", "é．com", "é｡com", "É.com", "１２７.0.0.1", "aé.Aé"):
        with pytest.raises(ConversionError):
            host_to_ascii(host, "idna2008")


# A name in which one label is written from right to left (RFC 5893, 2), and the label that breaks the rule there.
BIDI_NAMES = [
    ("אב.1a.com", "1a"),
    ("1a.אב", "1a"),
    ("אב._dmarc.com", "_dmarc"),
    ("a-.אב", "a-"),
    ("مثال.1é.com", "1é"),
    ("xn--4dbc.1a.é", "1a"),
]


@pytest.mark.parametrize(("host", "label"), BIDI_NAMES)
def test_rfc5893_2_the_rule_is_for_whole_names(host: str, label: str) -> None:
    with pytest.raises(
        ConversionError, match=f'"{label}" has no form in ASCII by idna2008 beside a right-to-left label'
    ):
        host_to_ascii(host, "idna2008")
    name = host_to_ascii(host)  # RFC 3490, 4, goes by labels
    with pytest.raises(ConversionError, match=f'"{label}" has no form in Unicode by idna2008'):
        to_unicode(name, "idna2008")
    assert to_unicode(name) == to_unicode(host)
    assert host_to_ascii(name, "idna2008") == name  # a host in ASCII is left alone
    assert host_to_unicode(name, "idna2008") == name
    assert not any("253 bytes" in row.message for row in advise(f"http://{host}/"))


@pytest.mark.parametrize("host", ["אב.com", "אב.a1.com.", "é.1a.com", "אב1.xn--9ca.org", "www.אב"])
def test_rfc5893_2_names_that_keep_the_rule(host: str) -> None:
    assert host_to_ascii(host, "idna2008") == host_to_ascii(host)


def test_percent_encodes_the_bytes_and_nothing_more() -> None:
    assert host_to_ascii("É。%41%c3.é..", "percent") == "%C3%89%E3%80%82%41%c3.%C3%A9.."
    with pytest.raises(ConversionError, match=r"U\+D800"):
        host_to_ascii("\ud800", "percent")


@pytest.mark.parametrize(
    ("policy", "section", "deviates"),
    [
        ("idna2003", "RFC 3987, 3.1", True),
        ("idna2003", "draft-ietf-iri-3987bis-04, 3.4", False),
        ("idna2008", "draft-ietf-iri-3987bis-04, 3.4", True),
        ("percent", "RFC 3987, 3.1", False),
    ],
)
def test_idna2003_is_what_the_revision_asks_for(policy: str, section: str, deviates: bool) -> None:
    steps: list[Step] = []
    host_to_ascii("é", policy, section=section, trace=steps)
    assert any(step.deviation is not None for step in steps) is deviates


def test_a_name_that_becomes_an_address_is_reported() -> None:
    steps: list[Step] = []
    host_to_ascii("１２７.0.0.1", trace=steps)
    assert steps[-1].note == "the host was a registered name and is now an IPv4 address"
    steps.clear()
    host_to_ascii("１２７.0.0.256", trace=steps)
    assert not any("IPv4" in step.note for step in steps)


@in_one_test(
    ("scheme", "policy", "applied"),
    [
        ("http", "idna", "idna"),
        ("FTP", "idna2008", "idna2008"),
        (None, "idna2003", "idna2003"),
        ("mailto", "idna", "percent"),
        ("foo", "idna", "percent"),
        ("", "idna", "percent"),
        ("http", "percent", "percent"),
        (None, "percent", "percent"),
    ],
)
def test_hosts_under_idna(scheme: str | None, policy: str, applied: str) -> None:
    assert host_policy(scheme, policy) == applied
    mine = schemes().with_scheme(Scheme("foo", domain_name=True)).with_scheme(Scheme("http"))
    assert host_policy("Foo", "idna", mine) == "idna"
    assert host_policy("http", "idna", mine) == "percent"


# To Unicode


@in_one_test(
    ("host", "expected"),
    [
        ("xn--rsum-bpad.example.org", "résumé.example.org"),
        ("my_host.xn--rsum-bpad.org", "my_host.résumé.org"),
        ("XN--RSUM-BPAD.example.org", "XN--RSUM-BPAD.example.org"),
        ("r%C3%A9sum%C3%A9.example.org", "r%C3%A9sum%C3%A9.example.org"),
        ("r%C3%A9sum%C3%A9.xn--9ca", "r%C3%A9sum%C3%A9.xn--9ca"),
        ("a%20b.xn--9ca", "a%20b.xn--9ca"),
        ("a..xn--9ca", "a..xn--9ca"),
        ("xn--9ca.", "é."),
        ("xn--9ca.xn--n3h.XN--9CA", "é.xn--n3h.XN--9CA"),
        ("xn--99zt52a.example.org", "納豆.example.org"),
        ("é.xn--9ca", "é.é"),
        ("É.xn--9ca", "É.é"),
        ("☃.xn--9ca", "☃.xn--9ca"),
        ("[::1]", "[::1]"),
        ("", ""),
        ("xn--9ca." * 100_000, "xn--9ca." * 100_000),
    ],
)
def test_a_labels_are_shown_where_all_maps_back(host: str, expected: str) -> None:
    """3987bis-04, 3.7, step 6."""
    assert host_to_unicode(host) == expected


LABELS = st.sampled_from(["a", "é", "xn--9ca", "XN--9CA", "xn--n3h", "A", "%41", "%C3%A9", "%2F", "", "１", "a_b", "☃"])
HOSTS = st.lists(LABELS, max_size=4).flatmap(
    lambda labels: st.sampled_from([".", *DOTS]).map(
        lambda dot: ".".join(labels) if len(labels) < 3 else dot.join(labels)
    )
)


@pytest.mark.parametrize("policy", POLICIES)
@given(host=HOSTS | st.sampled_from(sample(irigrammar.grammar("rfc3987")["ihost"], 400, 5)))
def test_a_host_becomes_a_host_of_as_many_labels(policy: str, host: str) -> None:
    try:
        converted = host_to_ascii(host, policy)
    except ConversionError:
        return
    assert irigrammar.grammar("rfc3986")["host"].matches(converted)
    assert host_to_ascii(converted, policy) == converted
    dots = "." if host.isascii() or policy not in MAPPING else "." + DOTS
    if host.isascii() or "%" not in host:
        assert converted.count(".") == sum(host.count(dot) for dot in dots)
    if not host.isascii() and policy != "percent":
        assert "%" not in converted


# What is dangerous in all of Unicode


@cache
def hazards() -> list[str]:
    """Return the characters that UTS 46, nameprep (RFC 3491) or NFKC map to characters that no label has."""
    uri = irigrammar.grammar("rfc3986")
    ascii_text = map(chr, range(128))
    others = {
        ".",
        *(char for char in ascii_text if not uri["unreserved"].matches(char) | uri["sub-delims"].matches(char)),
    }
    assigned = (char for char in map(chr, range(128, sys.maxunicode + 1)) if category(char) not in {"Cn", "Co", "Cs"})
    return [char for char in assigned if any(not others.isdisjoint(mapped) for mapped in mappings(char))]


def mappings(char: str) -> Iterator[str]:
    with suppress(idna.IDNAError):
        yield idna.uts46_remap(char, std3_rules=False)
    yield ucd_3_2_0.normalize("NFKC", "" if stringprep.in_table_b1(char) else stringprep.map_table_b2(char))
    yield normalize("NFKC", char)


@pytest.mark.slow
def test_the_list_has_those_that_are_known() -> None:
    assert {"℀", "＠", "／", "？", "＃", "：", "［", "］", "％", "＼", "．", "。", "｡", "…", "⩴", "\u00a0", "⒈"} <= set(
        hazards()
    )
    assert len(hazards()) > 130


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(
    "frame", some(["{}", "a{}b.com", "é{}evil.com", "good.com{}.evil.com", "u{}p.é", "{}é", "é{}80", "1{}1"], 2)
)
@pytest.mark.parametrize("grammar", some(["rfc3987", "iri-bis", "leiri"], 1))
def test_no_hazard_makes_another_authority(frame: str, policy: HostPolicy, grammar: str) -> None:
    """An error, or a result with the same components and the same labels in ASCII at the same places."""
    uri = irigrammar.grammar("rfc3986").start
    results = 0
    for char in hazards():
        host = frame.format(char)
        try:
            converted = iri_to_uri(f"http://u@{host}:80/p?q#f", host=policy, grammar=grammar)
        except ConversionError:
            continue
        results += 1
        parts = uri.split(converted)
        assert with_fields(parts, host="h") == uri.split("http://u@h:80/p?q#f")
        assert parts.host is not None
        assert parts.host_kind == "reg-name" or char in DOTS  # "1。1" is not an address, but has its form
        plain = host
        for dot in DOTS if policy in MAPPING else "":
            plain = plain.replace(dot, ".")
        before, after = plain.split("."), parts.host.split(".")
        assert len(before) == len(after), (char, converted)
        assert all(was == now for was, now in zip(before, after, strict=True) if was.isascii()), (char, converted)
        if policy == "idna":
            assert all(idna.alabel(now) for was, now in zip(before, after, strict=True) if not was.isascii())
    if policy == "percent":
        assert results == len(hazards())


# Bad input


@in_one_test(*conversions("host.hosts_by_uts46_alone"))
def test_hosts_by_uts46_only(host: str, plain: str | None, transitional: str | None) -> None:
    for policy, expected in (("uts46", plain), ("uts46-transitional", transitional)):
        if expected is None:
            with pytest.raises(ConversionError, match=f"has no form in ASCII by {policy}: "):
                to_ascii(host, policy)  # type: ignore[arg-type]  # a choice by name
        else:
            assert to_ascii(host, policy) == expected  # type: ignore[arg-type]  # a choice by name


def test_hosts_in_unicode_or_why_not() -> None:
    assert to_unicode("XN--N3H.net", "uts46") == "\u2603.net"
    assert to_unicode("xn--rsum-bpad.org") == "r\xe9sum\xe9.org"
    for host, why in (("xn--n3h", "IDNA2008 does not allow"), ("xn--a", "form in Unicode"), ("xn--", "by idna")):
        with pytest.raises(ConversionError, match=why):
            to_unicode(host)

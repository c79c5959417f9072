"""Manual pages, iCalendar and vCard: text with escapes and folded lines, and properties whose values are URIs."""

from __future__ import annotations

from pathlib import PurePath

import pytest
from document_items import any_text, check, comments, identifiers
from hypothesis import given
from hypothesis import strategies as st

from irigrammar.scan.formats.items import Candidate, Production
from irigrammar.scan.formats.registry import document_type, type_of


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (".UR http://e/a\\-b\n.UE", ["http://e/a-b"]),
        ("\\fBhttp://e/\\fP, http://f/\\:x \\f[B]http://g/\\f[]", ["http://e/", "http://f/x", "http://g/"]),
        ("\\(lqhttp://e/\\(ti\\(rq a:b \\", ["http://e/~"]),
        ("\\fI\\%http://e/\\fR", ["http://e/"]),
    ],
)
def test_manual_pages(text: str, expected: list[str]) -> None:
    check("man", text)
    assert identifiers("man", text) == expected


def test_manual_pages_may_name_the_machine_itself() -> None:
    assert document_type("man").local


def test_comments_of_manual_pages() -> None:
    assert comments("man", '.\\" iri: ignore[F093]\nhttp://e/') == [('" iri: ignore[F093]', "iri: ignore[F093]")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("URL:http://e/a b\r\n", ["http://e/a b"]),
        ("URL:http://e\r\n /a\r\n\tb\r\n", ["http://e/ab"]),
        ("DESCRIPTION:see http://e/a\\, or http://f\n /x\\nhttp://g/\n", ["http://e/a", "http://f/x", "http://g/"]),
        ('ATTACH;VALUE=URI;X="a:b":a b\n', ["a b"]),
        ("ATTACH;VALUE=BINARY;ENCODING=BASE64:URL:http://e/\n", []),
        ("ATTENDEE;CN=x:mailto:a@b\n", ["mailto:a@b"]),
        ("item1.URL:a b\nPHOTO;VALUE=uri:c\nTEL;VALUE=text:1\nTEL;VALUE=uri:tel:+1\n", ["a b", "c", "tel:+1"]),
        ("URL;VALUE=TEXT:see http://e/\nURL:\n", ["http://e/"]),
        ("http://e/", []),
    ],
)
def test_properties(text: str, expected: list[str]) -> None:
    check("icalendar", text)
    assert identifiers("icalendar", text) == expected


def test_values_are_uris() -> None:
    (item,) = check("icalendar", "URL:a\n b\n")
    assert isinstance(item, Candidate)
    assert (item.production, item.what, item.start, item.end) == (Production("rfc3986", "URI"), "URL", 4, 8)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        *((name, "settings") for name in (".gitmodules", ".npmrc")),
        *((name, "text") for name in ("go.mod", "a.graphql", "a.j2", "a.html.jinja", "a.wiki")),
        *((name, "text") for name in ("a.mediawiki", "a.texi", "a.pod")),
        *((name, "xml") for name in ("a.opml", "a.docbook", "a.fodt", "a.targets")),
        *((name, "man") for name in ("ls.1", "a.3pm", "a.8")),
        *(("a.ics", "icalendar"), ("a.vcf", "icalendar"), ("a.n3", "n3"), ("a.shex", "shex")),
    ],
)
def test_names(name: str, kind: str) -> None:
    known = type_of(PurePath(name))
    assert known is not None
    assert known.name == kind


@given(
    st.sampled_from(("man", "icalendar")),
    any_text("URL:", "http://e/", "\\", "\r\n ", "\n", ";VALUE=uri", ":", "\\f", "\\(", "iri: ignore[F093]"),
)
def test_any_text_holds_to_the_contract(kind: str, text: str) -> None:
    check(kind, text)

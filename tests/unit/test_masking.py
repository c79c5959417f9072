"""Passwords, in identifiers and in any text."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rows import in_one_test

import irigrammar
from irigrammar.masking import MASK, redact, secrets
from irigrammar.scan.document import Document
from irigrammar.scan.formats.registry import document_type
from irigrammar.scan.settings import Rules, Settings

TOKEN = "ghp_0123456789abcdef"


@in_one_test(
    ("text", "shown"),
    [
        ("https://alice:secret@github.com", "https://alice:***@github.com"),
        ("//alice:secret@h/a:b@c", "//alice:***@h/a:b@c"),
        ("http://u:a:b@h/", "http://u:***@h/"),
        ("http://:secret@h/", "http://:***@h/"),
        (f"https://{TOKEN}@h/", "https://***@h/"),
        (f"https://{TOKEN}:x@h/", "https://***:***@h/"),
        # Not by the grammar, but by intent.
        ("http://user:p/ss@host/", "http://user:***@host/"),
        ("http://user:p?s@host/", "http://user:***@host/"),
        ("http://user:p#s@host/", "http://user:***@host/"),
        ("http://user:p\\s@host/", "http://user:***@host/"),
        ("http://user:p@s@host/", "http://user:***@host/"),
        ("http://user:p s@host/", "http://user:***@host/"),
        # As browsers read it.
        ("https:alice:secret@h", "https:alice:***@h"),
        ("https:\\\\alice:secret@h", "https:\\\\alice:***@h"),
        ("/\t/alice:secret@h", "/\t/alice:***@h"),
        # In what carries identifiers.
        (r'"https:\/\/alice:secret@h"', r'"https:\/\/alice:***@h"'),
        ("see https://a:p/q@h/ and <//b:r@h>", "see https://a:***@h/ and <//b:***@h>"),
        ("http://proxy/https://alice:secret@h/", "http://proxy/https://alice:***@h/"),
    ],
)
def test_a_password_is_masked(text: str, shown: str) -> None:
    assert redact(text).text == shown


@in_one_test(
    "text",
    [
        *["", "@", "https://alice@github.com", "http://alice:@h/", "http://h:80/x@y", "http://h:/x@y"],
        *["http://[::1]:80/x@y", "http://[::1/x@y", "https://medium.com/@user", "//cdn.example/npm/a@1.2:3"],
        *["mailto:a@b", "git@github.com:a/b", "https://alice:***"],
    ],
)
def test_text_other_than_passwords_stays(text: str) -> None:
    assert redact(text).text == text


@given(
    st.text(st.sampled_from("ab1.-~%41!$&'()*+,;="), max_size=8),
    st.text(st.sampled_from("pw1.-~!$&'()*+,;=:"), min_size=1, max_size=30),
    st.sampled_from(["https", "ftp", "x"]),
)
def test_the_password_of_a_reference_is_masked_and_nothing_else(user: str, password: str, scheme: str) -> None:
    text = f"{scheme}://{user}:{password}@h/p?q#f"
    matcher = irigrammar.grammar("rfc3987")["IRI"]
    if not matcher.matches(text):
        return
    start = text.index(":", len(scheme) + 3) + 1
    assert secrets(text, whole=True)[-1] == (start, start + len(password))
    assert redact(text, whole=True).text.endswith(f":{MASK}@h/p?q#f")


@given(st.text(st.sampled_from("@:/\\?# \"'h[]a1\n"), max_size=30), st.booleans())
def test_spans_are_in_order_and_apart_and_places_follow(text: str, whole: bool) -> None:
    spans = secrets(text, whole=whole)
    assert list(spans) == sorted(spans)
    ends = [place for span in spans for place in span]
    assert ends == sorted(ends)
    hidden = redact(text, whole=whole)
    assert hidden.original_length == len(text)
    places = [hidden.place(offset) for offset in range(len(text) + 1)]
    assert places == sorted(places)
    assert places[-1] == len(hidden.text)
    for offset, char in enumerate(text):
        if not any(start <= offset < end for start, end in spans):
            assert hidden.text[places[offset]] == char


def test_a_conversion_error_repeats_no_password() -> None:
    error = irigrammar.ConversionError('"http://u:secret@h" has no result')
    assert str(error) == '"http://u:***@h" has no result'
    assert "secret" in error.reason


def test_a_report_masks_passwords_and_not_its_own_words() -> None:
    text = 'a <http://user:sesam@h/> "https:\\/\\/a:word@h" <http://u:p%zz@h/>\n'
    rules = Settings().file_rules(PurePosixPath("a.txt"), document_type("text"))
    (piece,) = Document("a.txt", BytesIO(text.encode()), rules, limit=1_000).blocks()
    for finding in piece.findings:
        shown = " ".join((finding.record.message, finding.record.text or "", finding.source.text, finding.fix or ""))
        assert not re.search(r":(sesam|p%zz)@", shown)
        assert finding.source.text == 'a <http://user:***@h/> "https:\\/\\/a:***@h" <http://u:***@h/>'
        assert finding.source.original_length == len(text) - 1
    assert any("the user information has a password" in finding.record.message for finding in piece.findings)


@pytest.mark.parametrize("text", ["HTTP://u:secret@h/%7ea", "http://u:se%7ecret@h/", "http://u:se%cret@h/"])
def test_edits_repeat_no_password(text: str) -> None:
    rules = Settings(rules=Rules(level="advice", profile="all")).file_rules(PurePosixPath("a"), document_type("text"))
    (piece,) = Document("a", BytesIO(text.encode()), rules, limit=1_000).blocks()
    for finding in piece.findings:
        written = "".join(edit.new_text for edit in (*finding.changes, *finding.edits))
        assert "secret" not in written
        assert "cret" not in written
        assert "se" not in (finding.fix or "").removeprefix("http://u:***@h/")
    assert piece.findings


# Each form of SECRET: cut at a space, and "@" and ":" encoded, in full width, or as references.
FORMS = [
    *["https://alice:SECRET x@h.example/", "https://alice:SECRET\uff20h/", "https://alice:SECRET&#64;h/"],
    *["https://alice:SECRET&#x40;h/", "https://alice:SECRET&commat;h/", "https://alice:SECRET%40h/?x@y"],
    *["https://alice\uff1aSECRET@h/", "https://a&#58;SECRET@h/", "https://a&colon;SECRET@h/"],
    *["http://u%3ASECRET@h/", "ssh://u;pw=SECRET@h/", "?u=https%3A%2F%2Fa%3ASECRET%40h"],
    *["/?u=https%253A%252F%252Fa%253ASECRET%2540h", "mailto:u:SECRET@h%zz", "sip:u:SECRET@h"],
    *["https://a:SECRET\\u0040h/", "https:a:SECRET@h"],
]


@in_one_test("text", FORMS)
def test_forms_of_secrets(text: str) -> None:
    for whole in (True, False):
        assert "SECRET" not in redact(text, whole=whole).text
        assert "SECRET" not in redact(f"see {text} and http://h/", whole=whole).text


@pytest.mark.parametrize(
    "text",
    ["http://h:80/a@b", "http://e/?q=a%40b", "mailto:a@b", "urn:a:b@c", "http://h:port/ and http://e/?a@b", "a:b x@y"],
)
def test_text_other_than_secrets_is_shown(text: str) -> None:
    assert redact(text).text == text


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(1, 9)), max_size=6), st.integers(0, 80))
def test_places_of_a_masked_text_are_those_of_its_pieces(pieces: list[tuple[int, int]], offset: int) -> None:
    text, spans = "", []
    for shown, hidden in pieces:
        spans.append((len(text) + shown + 1, len(text) + shown + 1 + hidden))
        text += "a" * (shown + 1) + "x" * hidden
    result = redact(text, tuple(spans))
    assert result.original_length == len(text)
    place = result.place(min(offset, len(text)))
    before = redact(text[:offset], tuple((low, min(high, offset)) for low, high in spans if low < offset)).text
    inside = next((low for low, high in spans if low <= offset < high), None)
    assert place == (len(before) if inside is None else result.place(inside) if offset > inside else len(before))

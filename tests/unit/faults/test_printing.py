"""What `print` and notebooks show of faults and verdicts: the diagnostic, without passwords."""

from __future__ import annotations

import html

import pytest
from hypothesis import given
from hypothesis import strategies as st

import irigrammar
from irigrammar.faults.fault import Fault
from irigrammar.faults.page import fault_lines

IRI = irigrammar.grammar("rfc3987")["IRI-reference"]


def check(text: str | bytes) -> Fault:
    fault = IRI.check(text).fault
    assert fault is not None
    return fault


def test_a_printed_fault_is_its_diagnostic() -> None:
    text = "http://[::1/x"
    assert str(check(text)) == "\n".join(fault_lines(text, check(text)))
    assert str(check(text)).splitlines()[:4] == [
        'error[F047]: the "[" is never closed',
        "",
        "  http://[::1/x",
        '         ┬   ^ "]" expected before this',
    ]
    assert repr(check(text)) == "Fault(offset=11, byte_offset=11, found='/')"


def test_a_printed_verdict_is_valid_or_the_diagnostic() -> None:
    assert str(IRI.check("a:b")) == "valid"
    assert str(IRI.check("a b")) == str(check("a b"))
    assert repr(IRI.check("a:b")) == "Verdict(None)"


def test_what_has_no_text_is_one_line() -> None:
    assert str(check(b"http://\xff/")) == "error[F001]: byte 0xFF is not UTF-8 (byte offset 7)"
    assert str(Fault(3, 4, "é")) == "error[F000]: the string does not match (byte offset 4)"


@pytest.mark.parametrize(
    ("text", "line", "char"),
    [
        ("http://user:hunter@h/a b", "  http://user:***@h/a b", " "),
        ("http://user:hun/ter@h/a", "  http://user:***@h/a", "*"),
        ("http://user:hun ter@h/a", "  http://user:***@h/a", "*"),
        ("http://user:hunter@[::1/a", "  http://user:***@[::1/a", "/"),
    ],
)
def test_passwords_are_masked_and_the_mark_is_below_its_character(text: str, line: str, char: str) -> None:
    for shown in (str(check(text)), html.unescape(check(text)._repr_html_())):
        lines = shown.replace("<pre>", "").replace("</pre>", "").splitlines()
        assert "hun" not in shown
        assert lines[2] == line
        assert lines[2][lines[3].index("^")] == char


def test_notebooks_show_escaped_html() -> None:
    shown = check("<script>alert(1)</script>")._repr_html_()
    assert shown.startswith("<pre>error[")
    assert shown.endswith("</pre>")
    assert "<" not in shown[5:-6]
    assert IRI.check("a:b")._repr_html_() == "<pre>valid</pre>"
    assert IRI.check("a b")._repr_html_() == check("a b")._repr_html_()


@given(text=st.text() | st.text(st.sampled_from('http://u:p@[]%<>"&\ud800\u202e é')) | st.binary())
def test_anything_can_be_printed(text: str | bytes) -> None:
    verdict = IRI.check(text)
    assert str(verdict).encode()
    assert "<" not in verdict._repr_html_()[5:-6]

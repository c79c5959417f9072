"""Diagnostics: fixes match and lose nothing, labels are in the text."""

from __future__ import annotations

import json
import re
from functools import cache
from urllib.parse import unquote_to_bytes

import pytest
from examples import examples, some
from hypothesis import given, settings
from hypothesis import strategies as st
from near import near
from rows import in_one_test

import irigrammar
from irigrammar.faults.fault import Fault
from irigrammar.faults.hinting import hints
from irigrammar.finding import Fix
from irigrammar.matching.authority import authority_of, read_in_browser, readings_by_grammar
from irigrammar.matching.matcher import Matcher
from tools.mistakes import DEFAULT

MISTAKES = [json.loads(line) for line in DEFAULT.read_text(encoding="utf-8").splitlines()]
REFERENCES = [irigrammar.grammar(name).start for name in ("rfc3986", "rfc3987", "iri-bis", "leiri", "web-address")]
NAME = irigrammar.grammar("rfc3987")["ireg-name"]
ESCAPES = re.compile(r"%u([0-9A-Fa-f]{4})")
PIECES = [
    *["http", "://", "//", "user", "@", "host", ":", "80", "/", "?", "#", "[", "]", "::1", "%", "%41"],
    *["%u00e9", " "],
]
PIECES += ["\\", '"', "<", ">", "{", "}", "é", "\ufeff", "\n", "\t", "a b", "C:\\x", "1.2.3.4", "mailto:", "git@h:a"]


@cache
def known() -> dict[str, str]:
    return {hint.code: hint.name for hint in hints().fault}


def hosts(text: str) -> list[str | None]:
    """Return the host that RFC 3986, RFC 3987, Web Address and the URL Standard read; None where there is none, or one
    that is not a name, as with spaces.
    """
    read = (*readings_by_grammar(text), authority_of(read_in_browser(text)))
    found = [authority.host if authority else "" for authority in read]
    return [host if host and (host.startswith("[") or NAME.matches(host)) else None for host in found]


def escapes_decoded(text: str) -> bytes:
    units = re.sub(r"(?:%u[0-9A-Fa-f]{4})+", lambda run: "".join(map(chr, _units(run[0]))), text)
    joined = units.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return unquote_to_bytes(joined)


def _units(run: str) -> list[int]:
    return [int(digits, 16) for digits in ESCAPES.findall(run)]


def check_safe(text: str, fix: Fix) -> None:
    """Safe fixes differ in percent-encoding, in white space or a byte order mark at the ends, or in Punycode."""
    kept = (text, text.strip(" \t\r\n"), text.rstrip(" \t\r\n"), text.removeprefix("\ufeff"))
    if unquote_to_bytes(fix.text) in (unquote_to_bytes(text.encode(errors="replace")) for text in kept):
        return
    if escapes_decoded(text) == unquote_to_bytes(fix.text):
        return
    assert "xn--" in fix.text
    assert hosts(text)[1] == hosts(fix.text)[0]


def check_fixes(matcher: Matcher, text: str, fault: Fault) -> None:
    for fix in fault.fixes:
        assert matcher.matches(fix.text)
        if fix.applicability == "safe":
            check_safe(text, fix)
    if fault.fixes:
        for was, now in zip(hosts(text), hosts(fault.fixes[0].text), strict=True):
            assert was is None or now is None or was == now


def check_labels(text: str, fault: Fault) -> None:
    assert [label.role == "primary" for label in fault.labels] == [True] + [False] * (len(fault.labels) - 1)
    assert all(0 <= label.start <= label.end <= len(text) for label in fault.labels)
    first, *others = fault.labels
    assert all(label.start < label.end <= first.start for label in others)


def check(matcher: Matcher, text: str) -> None:
    verdict = matcher.check(text)
    assert str(verdict)
    assert verdict._repr_html_()
    fault = verdict.fault
    if fault is not None:
        assert fault.code == "F000" or fault.code in known()
        assert fault.message
        check_labels(text, fault)
        check_fixes(matcher, text, fault)


@in_one_test("row", MISTAKES)
def test_of_a_mistake(row: dict[str, str]) -> None:
    check(irigrammar.grammar(row["grammar"]).start, row["text"])


@pytest.mark.parametrize("matcher", some(REFERENCES, 2))
@settings(max_examples=examples(100))
@given(data=st.data())
def test_of_any_text(matcher: Matcher, data: st.DataObject) -> None:
    any_text = st.lists(st.sampled_from(PIECES) | st.characters(), max_size=9).map("".join) | st.text()
    check(matcher, data.draw(near(matcher.automaton) | any_text))

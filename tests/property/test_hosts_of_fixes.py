"""Fixes of mistakes make up no host, alone and with a second mistake."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import unquote

import pytest
from examples import some
from rows import in_one_test

import irigrammar
from irigrammar.finding import Fix
from irigrammar.hosts import readings
from irigrammar.matching import authority
from irigrammar.matching.authority import head_of
from tools.mistakes import COPIED, DEFAULT

ROWS = [
    row["text"]
    for table in (DEFAULT, COPIED)
    for row in map(json.loads, table.read_text(encoding="utf-8").splitlines())
    if not row["valid"]
]
# An identifier whose host ends where nobody doubts it.
FIRST = re.compile(r"https?://(?![^/?#]*@)([A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*)(?=[/?#\]\"<>{|^`]|\Z)")
# What comes before, in the middle of and after an identifier with a mistake, so that it has a second one.
BEFORE = ["see ", '"', "<", "\\", "[", "x: ", "("]
AFTER = [
    *[" b", "^", "%zz", "|", ' "t"', "](http://other.example/)", "]", "\\", " -b x", ", y", ")", ">", "{", "\\_", "%s"],
    *["http://other.example/", "#a#b", "&#xE9;", " (b)", "@other.example", "}", "\n"],
]


def doubled(text: str) -> Iterator[str]:
    """Yield a text with each second mistake: before it, after it, after its authority, and in its middle."""
    head = len(head_of(text))
    yield text
    yield from (before + text for before in BEFORE)
    for after in AFTER:
        yield from (text[:place] + after + text[place:] for place in dict.fromkeys((head, len(text) // 2, len(text))))


def written(text: str) -> set[str]:
    """Return a text unchanged, and without escapes, white space and brackets in lower case."""
    decoded = unquote(unescape(re.sub(r"\\u([0-9A-Fa-f]{4})", lambda match: chr(int(match[1], 16)), text)))
    plain = re.sub(r"[\s\\\[\]{}\u200b-\u200f\u2060\ufeff]", "", decoded)
    spoken = re.sub(r"\W*\bdot\b\W*", ".", decoded)
    return {form.lower() for form in (text, decoded, plain, spoken, re.sub("[:;,]+", ":", plain))}


@pytest.mark.parametrize("text", some(ROWS, 15), ids=ascii)
def test_hosts_of_first_fixes_are_written_in_the_text(text: str) -> None:
    for broken in doubled(text):
        for fix in fixes(broken)[:1]:
            host = (irigrammar.split(fix.text).host or "").strip("[]").lower()
            if not host:
                continue
            name = host.encode().decode("idna") if "xn--" in host else host
            pattern = rf"(?<![^\W_]){re.escape(name)}(?![^\W_])"
            assert any(re.search(pattern, form) for form in written(broken)), (broken, fix)


@pytest.mark.parametrize("text", some(ROWS, 15), ids=ascii)
def test_safe_fixes_remove_and_make_no_host(text: str) -> None:
    for broken in doubled(text):
        for fix in fixes(broken):
            if fix.applicability == "safe":
                for was, now in zip(readings(broken), readings(fix.text), strict=True):
                    assert was.verdict == "refused" or bool(was.host) == bool(now.host), (broken, fix)


@in_one_test("text", some(ROWS, 15))
def test_first_fixes_keep_the_first_host(text: str) -> None:
    for broken in doubled(text):
        first = FIRST.match(broken)
        for fix in fixes(broken)[:1] if first else ():
            assert irigrammar.split(fix.text).host == first[1], (broken, fix)  # type: ignore[index]  # as first


def fixes(text: str) -> tuple[Fix, ...]:
    fault = irigrammar.check(text).fault
    return fault.fixes if fault else ()


@pytest.mark.parametrize(
    "before", some(["", "/", "//", "a/", "#", "http://e.org/", "\\", "/\t/", "http:a/", " "], 3), ids=ascii
)
def test_fixes_behind_a_plain_beginning_are_graded_as_by_all_readers(
    before: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults = [(before + text, irigrammar.check(before + text).fault) for text in ROWS]
    pairs = [(text, fix.text) for text, fault in faults if fault for fix in fault.fixes]
    grades = [authority.graded_fix(*pair, "safe") for pair in pairs]
    for name in ("_is_after_plain_host", "_is_after_plain_segment"):
        monkeypatch.setattr(authority, name, lambda *_: False)
    assert grades == [authority.graded_fix(*pair, "safe") for pair in pairs]

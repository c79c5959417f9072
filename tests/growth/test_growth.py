"""Linear time: strings of a megabyte get their answer, and twice the length takes about twice the time."""

from __future__ import annotations

import pytest
from growth import LIMIT, SIZE, answer, growth, once

import irigrammar
from irigrammar import Matcher

pytestmark = pytest.mark.growth

MATCHERS = {name: irigrammar.grammar(name)["IRI-reference"] for name in ("rfc3987", "web-address")}

# What to repeat, and what is before and after it.
KINDS: dict[str, tuple[str, str, str]] = {
    "path": ("/", "segment/", ""),
    "query": ("?", "key=value&", ""),
    "percent-encodings": ("/", "%C3%A9", ""),
    "percent-encodings cut off": ("/", "%C3%A9", "%C"),
    "colons": ("", ":", ""),
    "opening brackets": ("//", "[", ""),
    "an address without its bracket": ("//[", "1:", ""),
    "at signs": ("//", "a@", ""),
    "dots": ("//", "1.", ""),
    "backslashes": ("", "\\", ""),
    "backslashes in an authority": ("//", "a\\", "@"),
    "what is not ASCII": ("//", "é", "/👩"),
    "a bad last character": ("http://u@h:1/", "a%20b/", "\ud800"),
}


def text_of(kind: str, size: int) -> str:
    before, part, after = KINDS[kind]
    return before + part * (size // len(part)) + after


@pytest.mark.parametrize("name", MATCHERS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_megabyte_gets_an_answer(name: str, kind: str) -> None:
    matcher, text = MATCHERS[name], text_of(kind, SIZE)
    valid = matcher.matches(text)
    fault = matcher.check(text).fault
    assert (fault is None) == valid
    assert answer(matcher.split, text) == answer(matcher.parse, text) == valid
    short = text_of(kind, 1_000)
    assert valid == matcher.matches(short)
    if fault is not None:
        small = matcher.check(short).fault
        assert small is not None
        assert small.found == fault.found
        assert (fault.offset == len(text)) == (small.offset == len(short))
        assert fault.byte_offset == len(text[: fault.offset].encode())
    elif valid:
        assert str(matcher.split(text)) == text


@pytest.mark.parametrize("name", MATCHERS)
@pytest.mark.parametrize("kind", KINDS)
def test_twice_the_length_takes_about_twice_the_time(name: str, kind: str) -> None:
    """At most two and a half times, where quadratic would be four; what is answered at once has no growth."""
    matcher, short, long = MATCHERS[name], text_of(kind, 20_000), text_of(kind, 40_000)
    for ask in (matcher.matches, matcher.split, matcher.parse):
        if once(ask, long) > 1e-4:  # and what is compiled at first use is compiled now
            assert growth(ask, short, long) < LIMIT


def test_a_tree_of_a_long_string_is_read_in_linear_time() -> None:
    def read(matcher: Matcher, text: str) -> int:
        return sum(1 for _ in matcher.parse(text).walk())

    matcher = MATCHERS["rfc3987"]
    texts = [text_of("path", size) for size in (10_000, 20_000)]
    assert growth(lambda text: read(matcher, text), *texts) < LIMIT

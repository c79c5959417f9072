"""Linear time: strings of a megabyte get their answer, and twice the length takes about twice the time."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

import pytest

import irigrammar
from irigrammar import Matcher, NoMatch

SIZE = 1_000_000
LIMIT = 2.5
MATCHERS = {name: irigrammar.grammar(name)["IRI-reference"] for name in ("rfc3987", "web-address")}

# What to repeat, and what stands before and after it.
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
    "what is no ASCII": ("//", "é", "/👩"),
    "a bad last character": ("http://u@h:1/", "a%20b/", "\ud800"),
}


def text_of(kind: str, size: int) -> str:
    before, part, after = KINDS[kind]
    return before + part * (size // len(part)) + after


def answer(ask: Callable[[str], object], text: str) -> bool:
    try:
        return bool(ask(text) is not False)
    except NoMatch:
        return False


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


def once(ask: Callable[[str], object], text: str) -> float:
    start = time.thread_time()
    answer(ask, text)
    return time.thread_time() - start


def growth(ask: Callable[[str], object], short: str, long: str) -> float:
    """Return the growth, measured again after a pause while it is not below the limit: five times at most."""
    for pause in (0.0, 0.5, 1.0, 2.0, 4.0):
        time.sleep(pause)
        found = measured(ask, short, long)
        if found < LIMIT:
            break
    return found


def measured(ask: Callable[[str], object], short: str, long: str) -> float:
    """Return how many times longer the long text takes, by the best runs of each, in turn, so far.

    Processor time, so that another process does not count, and more runs as long as that looks too long.
    """
    best = [float("inf"), float("inf")]
    gc.disable()
    try:
        for run in range(40):
            best = [min(before, once(ask, text)) for before, text in zip(best, (short, long), strict=True)]
            if run >= 3 and best[1] < LIMIT * best[0]:
                break
    finally:
        gc.enable()
    return best[1] / best[0]


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

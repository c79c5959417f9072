"""Each public function that processes takes linear time, its steps included, and answers a megabyte."""

from __future__ import annotations

from functools import partial

import pytest
from conversions import NAMES, called, steps_of
from growth import LIMIT, SIZE, growth, once

from irigrammar import ConversionError, NoMatch
from irigrammar.processing.trace import Trace

pytestmark = pytest.mark.growth

# What to repeat, and what is before and after it.
KINDS: dict[str, tuple[str, str, str]] = {
    "segments": ("http://h/", "é/", ""),
    "dot segments": ("http://a/b/", "x/../", "é?y"),
    "dot segments that are encoded": ("http://a/b/", "%2E%2e/", "?%2"),
    "percent-encodings": ("http://h/?", "%c3%A9%fc", "#%"),
    "what is refused": ("http://h/", " <é>|\\", "?\ue000"),
    "at signs and colons": ("http://", "a@:", "é"),
    "labels": ("http://", "é.", "org/"),
    "character references": ("", "&#233;&eacute;&x ", ""),
    "no tail": ("", "a:", "\ud800"),
}
HEAVY = ("what is refused", "percent-encodings")


def text_of(kind: str, size: int) -> str:
    before, part, after = KINDS[kind]
    return before + part * (size // len(part)) + after


def ask(name: str, text: str, *, steps: bool) -> bool:
    """Return whether a function has a result, once its answer is there."""
    trace: Trace = [] if steps else None
    try:
        called(name, text, trace)
    except (NoMatch, ConversionError, UnicodeEncodeError) as error:
        return not str(error)
    return True


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", KINDS)
def test_twice_the_length_takes_about_twice_the_time(name: str, kind: str) -> None:
    short, long = text_of(kind, 10_000), text_of(kind, 20_000)
    asked = partial(ask, name, steps=True)
    once(asked, long)
    if once(asked, long) > 1e-3:
        assert growth(asked, short, long) < LIMIT


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", HEAVY)
def test_a_megabyte_gets_the_answer_of_a_short_text(name: str, kind: str) -> None:
    assert ask(name, text_of(kind, SIZE), steps=False) == ask(name, text_of(kind, 1_000), steps=False)


@pytest.mark.parametrize("name", NAMES)
def test_the_steps_of_a_megabyte_are_as_many_as_those_of_a_short_text(name: str) -> None:
    kind = "what is refused"
    assert len(steps_of(name, text_of(kind, SIZE // 10))) == len(steps_of(name, text_of(kind, 1_000)))

"""Linear time: reader."""

from __future__ import annotations

import contextlib
import gc
import time
from collections.abc import Callable
from functools import partial

import pytest
from growth import growth

from irigrammar.errors import GrammarError
from irigrammar.grammars.authors.extract import extract
from irigrammar.grammars.reader import read

pytestmark = pytest.mark.growth


def once(work: Callable[[], object]) -> float:
    gc.disable()
    try:
        start = time.thread_time()
        with contextlib.suppress(GrammarError):  # what is too long may be refused
            work()
        return time.thread_time() - start
    finally:
        gc.enable()


@pytest.mark.parametrize(
    "make",
    [
        lambda size: f"a = b ; {'x' * size}\n",
        lambda size: f"a = <{'x' * size}>\n",
        lambda size: f'a = "{"x" * size}"\n',
        lambda size: f"a = {'x' * size}\n",
        lambda size: f"a = %x{'.'.join(['41'] * (size // 3))}\n",
        lambda size: "a = " + " / ".join(['"b"'] * (size // 6)) + "\n",
        lambda size: "".join(f'a{index} = "b"\n' for index in range(size // 10)),
    ],
    ids=["comment", "prose", "string", "name", "number", "alternatives", "rules"],
)
def test_reading_takes_time_in_proportion_to_the_text(make: Callable[[int], str]) -> None:
    """Four times the text, at most twelve times the time, where sixteen would be quadratic; or it is refused."""
    short, long = make(500), make(2_000)
    once(lambda: read(short, "f"))
    times = [min(once(partial(read, text, "f")) for _ in range(5)) for text in (short, long)]
    assert times[1] < 12 * times[0]


@pytest.mark.parametrize(
    ("begin", "part"),
    [
        ("<!doctype html>", "<pre>\n"),
        ("<!doctype html><pre>", "<b>a"),
        ("<!doctype html><pre>", "<!--"),
        ("<rfc>", "<artwork>\n"),
        ("<rfc><artwork>", "a<b/>"),
        ("<rfc><artwork>", "&a;"),
        ("", '   a = "b"\n'),
        ("", '   a = "b\n'),
        ("RFC 1", "    "),
        ("# A\n", '```\na = "b"\n```\n'),
    ],
)
def test_extraction_takes_time_in_proportion_to_the_document(begin: str, part: str) -> None:
    assert growth(extract, begin + part * 2_000 + "x", begin + part * 4_000 + "x") < 3

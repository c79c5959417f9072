"""What holds for the items of every type of documents."""

from __future__ import annotations

import time
from collections.abc import Callable

from hypothesis import strategies as st

from irigrammar.scan.formats.items import Candidate, Comment, Item, Malformed
from irigrammar.scan.formats.registry import Options, document_type
from irigrammar.scan.formats.strings import Escapes

ANY_CHAR = st.characters(codec=None, exclude_categories=())


def any_text(*parts: str) -> st.SearchStrategy[str]:
    """Return texts of these parts and of any code points at all."""
    return st.lists(st.one_of(st.sampled_from(parts), ANY_CHAR), max_size=40).map("".join)


def items(kind: str, text: str, options: Options | None = None) -> list[Item]:
    return list(document_type(kind).open(options or Options())(text))


def identifiers(kind: str, text: str) -> list[str]:
    return [item.text for item in items(kind, text) if isinstance(item, Candidate)]


def problems(kind: str, text: str) -> list[tuple[str, str]]:
    return [(item.code, text[item.start : item.end]) for item in items(kind, text) if isinstance(item, Malformed)]


def comments(kind: str, text: str) -> list[tuple[str, str]]:
    return [(text[item.start : item.end], item.text) for item in items(kind, text) if isinstance(item, Comment)]


def check(kind: str, text: str) -> list[Item]:
    """Check that items are in their order, in the text, and that what is written there reads as it says."""
    result = items(kind, text)
    assert [item.start for item in result] == sorted(item.start for item in result)
    for item in result:
        assert 0 <= item.start <= item.end <= len(text)
        if isinstance(item, Candidate):
            _check_candidate(item, text)
    return result


def _check_candidate(item: Candidate, text: str) -> None:
    written = text[item.start : item.end]
    assert item.text or item.what == "value of @id"  # the document itself, in JSON-LD
    if item.offsets is None:
        assert written == item.text
    if item.escapes is None:
        assert item.offsets is None
        return
    read = item.escapes.read(written)
    assert (read.text, read.bad) == (item.text, ())
    if item.offsets is None:
        return
    places = range(len(written) + 1) if read.offsets is None else read.offsets
    assert list(item.offsets) == [item.start + place for place in places]


def growth(kind: str, part: str, size: int, before: str = "") -> float:
    """Return how many times as long a document of eight times the size takes."""

    def seconds(length: int) -> float:
        text = before + part * (length // len(part))
        return min(_timed(lambda: items(kind, text)) for _ in range(3))

    seconds(size // 8)
    return seconds(8 * size) / max(seconds(size), 0.0005)


def _timed(call: Callable[[], object]) -> float:
    start = time.process_time()
    call()
    return time.process_time() - start


def read_with_places(convention: Escapes, written: str, text: str, offsets: list[int]) -> None:
    """Check what is read of what is written by a convention, and the place of each code point and of the end."""
    reading = convention.read(written)
    assert reading.text == text
    assert reading.offsets is not None
    assert list(reading.offsets) == offsets

"""Checks of the items of all document types."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import strategies as st

from irigrammar.scan.formats.items import Candidate, Comment, Item, Malformed
from irigrammar.scan.formats.registry import Options, document_type
from irigrammar.scan.formats.strings import Escapes

ANY_CHAR = st.characters(codec=None, exclude_categories=())


def any_text(*parts: str) -> st.SearchStrategy[str]:
    """Return texts of these parts and of any code points at all."""
    return st.lists(st.one_of(st.sampled_from(parts), ANY_CHAR), max_size=40).map("".join)


# What documents of data are made of, and what breaks them.
PIECES = (
    *("{", "}", "[", "]", ":", ": ", ",", '"', "'", '"""', "'''", "\\", "\\u", "00e9", "\\ud83d", "\\ude00", "\\n"),
    *("\n", "\r\n", "\r", "\n  ", "\t", " ", "- ", "? ", "|", ">-", "|2", "&a ", "*a", "!t ", "# iri: ignore"),
    *("---\n", "...\n", "<<", "=", "[[", "]]", "a.b", "url", ";", '""', "{{ x }}", "null", "1e3", "é"),
    *("\U0001f600", "/*"),
    *("http://example.org/", "http://a/\\u00e9", "urn:isbn:1", "\udcff", "\ud83d", "\0", "\ufeff", "\x85", "\u2028"),
    *("//", "/*"),
)


def items(kind: str, text: str, options: Options | None = None) -> list[Item]:
    return list(document_type(kind).open(options or Options())(text))


def identifiers(kind: str, text: str, options: Options | None = None) -> list[str]:
    return [item.text for item in check(kind, text, options) if isinstance(item, Candidate)]


def malformed(kind: str, text: str, options: Options | None = None) -> list[tuple[int, int, str, str]]:
    found = [item for item in check(kind, text, options) if isinstance(item, Malformed)]
    return [(item.start, item.end, item.code, item.message) for item in found]


def problems(kind: str, text: str) -> list[tuple[str, str]]:
    return [(code, text[start:end]) for start, end, code, _ in malformed(kind, text)]


def comments(kind: str, text: str) -> list[tuple[str, str]]:
    return [(text[item.start : item.end], item.text) for item in items(kind, text) if isinstance(item, Comment)]


def edited(kind: str, text: str, change: Callable[[str], str], options: Options | None = None) -> str:
    """Return a text in which each identifier is written anew, changed."""
    for item in reversed(check(kind, text, options)):
        if isinstance(item, Candidate):
            write = item.escapes.write if item.escapes else str
            text = text[: item.start] + write(change(item.text)) + text[item.end :]
    return text


def check(kind: str, text: str, options: Options | None = None) -> list[Item]:
    """Check that identifiers are in their order, items in the text, and that what is written there reads as it says."""
    result = items(kind, text, options)
    starts = [item.start for item in result if not isinstance(item, Malformed)]
    assert starts == sorted(starts)
    for item in result:
        assert 0 <= item.start <= item.end <= len(text)
        if isinstance(item, Candidate):
            assert item.text or kind == "json-ld" or options  # the document itself; what is chosen
            _check_candidate(item, text)
    return result


def _check_candidate(item: Candidate, text: str) -> None:
    written = text[item.start : item.end]
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


def read_with_places(convention: Escapes, written: str, text: str, offsets: list[int]) -> None:
    """Check what is read of what is written by a convention, and the place of each code point and of the end."""
    reading = convention.read(written)
    assert reading.text == text
    assert reading.offsets is not None
    assert list(reading.offsets) == offsets

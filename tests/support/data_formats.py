"""What tests of data formats ask: all that a finder gives for a text, checked for what holds of each finder."""

from __future__ import annotations

from collections.abc import Callable

from irigrammar.scan.formats.items import Candidate, Comment, Item, Malformed
from irigrammar.scan.formats.registry import Options, document_type

# What documents of these formats are made of, and what breaks them.
PIECES = (
    *("{", "}", "[", "]", ":", ": ", ",", '"', "'", '"""', "'''", "\\", "\\u", "00e9", "\\ud83d", "\\ude00", "\\n"),
    *(
        "\n",
        "\r\n",
        "\r",
        "\n  ",
        "\t",
        " ",
        "- ",
        "? ",
        "|",
        ">-",
        "|2",
        "&a ",
        "*a",
        "!t ",
        "# iri: ignore",
        "//",
        "/*",
    ),
    *(
        "---\n",
        "...\n",
        "<<",
        "=",
        "[[",
        "]]",
        "a.b",
        "url",
        ";",
        "|",
        '""',
        "{{ x }}",
        "null",
        "1e3",
        "é",
        "\U0001f600",
    ),
    *("http://example.org/", "http://a/\\u00e9", "urn:isbn:1", "\udcff", "\ud83d", "\0", "\ufeff", "\x85", "\u2028"),
)


def items(name: str, text: str, options: Options | None = None) -> list[Item]:
    """Return what a type finds in a text: spans are in it, and what is written there is read as what was found."""
    found = list(document_type(name).open(options or Options())(text))
    for one in found:
        assert 0 <= one.start <= one.end <= len(text)
        if isinstance(one, Candidate):
            written = text[one.start : one.end]
            assert (one.escapes.read(written).text if one.escapes else written) == one.text
            if one.offsets is not None:
                assert len(one.offsets) == len(one.text) + 1
                assert list(one.offsets) == sorted(one.offsets)
                assert (one.offsets[0], one.offsets[-1]) == (one.start, one.end)
    starts = [one.start for one in found if isinstance(one, Candidate)]
    assert starts == sorted(starts)
    assert len(set(starts)) == len(starts)
    return found


def texts(name: str, text: str, options: Options | None = None) -> list[str]:
    """Return the identifiers that a type finds."""
    return [one.text for one in items(name, text, options) if isinstance(one, Candidate)]


def problems(name: str, text: str, options: Options | None = None) -> list[tuple[int, int, str, str]]:
    """Return what a type has to tell against a text: span, code and message."""
    found = [one for one in items(name, text, options) if isinstance(one, Malformed)]
    return [(one.start, one.end, one.code, one.message) for one in found]


def comments(name: str, text: str) -> list[tuple[str, str]]:
    """Return the comments that a type finds, as written and what is in them."""
    return [(text[one.start : one.end], one.text) for one in items(name, text) if isinstance(one, Comment)]


def edited(name: str, text: str, change: Callable[[str], str], options: Options | None = None) -> str:
    """Return a text in which each identifier is written anew, changed."""
    for one in reversed(items(name, text, options)):
        if isinstance(one, Candidate):
            write = one.escapes.write if one.escapes else str
            text = text[: one.start] + write(change(one.text)) + text[one.end :]
    return text

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
    rows = list(document_type(name).open(options or Options())(text))
    for item in rows:
        assert 0 <= item.start <= item.end <= len(text)
        if isinstance(item, Candidate):
            written = text[item.start : item.end]
            assert (item.escapes.read(written).text if item.escapes else written) == item.text
            if item.offsets is not None:
                assert len(item.offsets) == len(item.text) + 1
                assert list(item.offsets) == sorted(item.offsets)
                assert (item.offsets[0], item.offsets[-1]) == (item.start, item.end)
    starts = [item.start for item in rows if isinstance(item, Candidate)]
    assert starts == sorted(starts)
    assert len(set(starts)) == len(starts)
    return rows


def texts(name: str, text: str, options: Options | None = None) -> list[str]:
    """Return the identifiers that a type finds."""
    return [item.text for item in items(name, text, options) if isinstance(item, Candidate)]


def problems(name: str, text: str, options: Options | None = None) -> list[tuple[int, int, str, str]]:
    """Return what a type has to tell against a text: span, code and message."""
    problems = [item for item in items(name, text, options) if isinstance(item, Malformed)]
    return [(problem.start, problem.end, problem.code, problem.message) for problem in problems]


def comments(name: str, text: str) -> list[tuple[str, str]]:
    """Return the comments that a type finds, as written and what is in them."""
    return [(text[item.start : item.end], item.text) for item in items(name, text) if isinstance(item, Comment)]


def edited(name: str, text: str, change: Callable[[str], str], options: Options | None = None) -> str:
    """Return a text in which each identifier is written anew, changed."""
    for item in reversed(items(name, text, options)):
        if isinstance(item, Candidate):
            write = item.escapes.write if item.escapes else str
            text = text[: item.start] + write(change(item.text)) + text[item.end :]
    return text

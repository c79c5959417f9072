"""Lines of keys and values: INI, .env, properties, SPDX tags.

Values of known keys as a whole, and text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from irigrammar.lazy import regex
from irigrammar.scan.formats.items import Comment, Item
from irigrammar.scan.formats.keys import holds_identifiers, read_as, read_by_key
from irigrammar.scan.formats.registry import DocumentType, Finder, Options, last_line_end
from irigrammar.scan.formats.scalars import inside, scalar
from irigrammar.scan.formats.selection import Keywords
from irigrammar.scan.formats.strings import escapes_by
from irigrammar.scan.formats.text.finder import find
from irigrammar.scan.formats.tokens import rows_of, tokens_of
from irigrammar.scan.formats.vocabularies import keywords_by_name, keywords_of

_KEY = r"^[ \t]*+(?:export[ \t]++)?(?P<key>[\w.\-]++)[ \t]*+[=:][ \t]*+"
_VALUE = r"(?P<value>[^\s\"'#;](?:[^\s]|[ \t](?![ \t]{0,64}+[#;\r\n]))*+)"  # up to a comment
_LINE = regex(_KEY + _VALUE, re.MULTILINE)
_ESCAPE = regex(r"\\([:=#! \\])")
_ESCAPED = regex(r"[:=#!\\]")

# Java's properties, in which what ends a key is escaped in a value, too, by some writers.
ESCAPED = escapes_by(_ESCAPE, lambda match: match[1], lambda text: _ESCAPED.sub(r"\\\g<0>", text))


def _find(text: str, options: Options, keywords: Keywords | None = None) -> Iterator[Item]:
    """Yield the items of a settings file by place: values by vocabulary, or by key if they have escapes or spaces, and
    the rest, with all comments, as text. An identifier between "<" and ">" may be broken over lines.
    """
    in_text = partial(find, schemes=options.in_text)
    keywords = keywords or keywords_by_name(options.path)
    tokens = tokens_of("lines")
    lines = rows_of(tokens.relevant if keywords is None else tokens.every, text)
    spans = [(start, end) for number, start, end, *_ in lines if tokens.kinds[number] == "line"]
    if not any(text.find("<", *span) >= 0 for span in spans):
        for span in spans:
            yield from _in_part(text, *span, options, keywords, in_text)
    else:
        yield from _in_part(text, 0, len(text), options, keywords, in_text)


def _in_part(
    text: str, start: int, end: int, options: Options, keywords: Keywords | None, in_text: Finder
) -> Iterator[Item]:
    """Yield the items of a part of whole lines, by place."""
    items: list[Item] = []
    spans: list[tuple[int, int]] = []
    for line in _LINE.finditer(text, start, end):
        first, last = line.span("value")
        path = ("", line["key"])
        reading = keywords.reading(path, line["value"], False) if keywords is not None else None
        if keywords is not None and reading is not None:
            items += read_as(reading, scalar(text, first, last), keywords.label(path), in_text)
            spans.append((first, last))
            continue
        escaped = text.find("\\:", first, last) >= 0
        if escaped or (text.find(" ", first, last) >= 0 and holds_identifiers(line["key"], options.keys)):
            value = scalar(text, first, last, ESCAPED if escaped else None)
            items += read_by_key(value, f"value of {line['key']}", in_text)
            spans.append((first, last))
    rest = iter([*spans, (end, end)])
    first, last = next(rest)
    for item in inside(scalar(text, start, end), in_text(text[start:end])):
        while last <= item.start and first < end:
            first, last = next(rest)
        if item.start < first or isinstance(item, Comment):
            items.append(item)
    yield from sorted(items, key=lambda item: item.start)


TYPES = (
    DocumentType(
        "settings",
        "settings: INI, .env, properties",
        lambda options: partial(_find, options=options),
        suffixes=(".cfg", ".conf", ".desktop", ".env", ".ini", ".properties", ".url"),
        names=(".gitconfig", ".gitmodules", ".npmrc", ".pypirc"),
        cut=last_line_end,
        comment="# iri: ignore[CODE]",
        local=True,
    ),
    DocumentType(
        "spdx",
        "SPDX 2 in tags and values",
        lambda options: partial(_find, options=options, keywords=keywords_of("SPDX")),
        suffixes=(".spdx",),
        cut=last_line_end,
        comment="# iri: ignore[CODE]",
    ),
)

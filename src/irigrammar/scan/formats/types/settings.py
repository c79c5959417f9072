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
from irigrammar.scan.formats.registry import DocumentType, Options, last_line_end
from irigrammar.scan.formats.scalars import scalar
from irigrammar.scan.formats.selection import Keywords
from irigrammar.scan.formats.strings import escapes_by
from irigrammar.scan.formats.text.finder import find
from irigrammar.scan.formats.vocabularies import keywords_of

_KEY = r"^[ \t]*+(?:export[ \t]++)?(?P<key>[\w.\-]++)[ \t]*+[=:][ \t]*+"
_VALUE = r"(?P<value>[^\s\"'#;](?:[^\s]|[ \t](?![ \t]{0,64}+[#;\r\n]))*+)"  # up to a comment
_LINE = regex(_KEY + _VALUE, re.MULTILINE)
_ESCAPE = regex(r"\\([:=#! \\])")
_ESCAPED = regex(r"[:=#!\\]")

# Java's properties, in which what ends a key is escaped in a value, too, by some writers.
ESCAPED = escapes_by(_ESCAPE, lambda match: match[1], lambda text: _ESCAPED.sub(r"\\\g<0>", text))


def _find(text: str, options: Options, keywords: Keywords | None = None) -> Iterator[Item]:
    """Return the items of a settings file by place: values by vocabulary, or by key if they have escapes or spaces, and
    the rest, with all comments, as text.
    """
    in_text = partial(find, schemes=options.in_text)
    items: list[Item] = []
    spans: list[tuple[int, int]] = []
    for line in _LINE.finditer(text):
        start, end = line.span("value")
        path = ("", line["key"])
        reading = keywords.reading(path, line["value"], False) if keywords is not None else None
        if keywords is not None and reading is not None:
            items += read_as(reading, scalar(text, start, end), keywords.label(path), in_text)
            spans.append((start, end))
            continue
        escaped = text.find("\\:", start, end) >= 0
        if escaped or (text.find(" ", start, end) >= 0 and holds_identifiers(line["key"], options.keys)):
            value = scalar(text, start, end, ESCAPED if escaped else None)
            items += read_by_key(value, f"value of {line['key']}", in_text)
            spans.append((start, end))
    rest = iter([*spans, (len(text), len(text))])
    start, end = next(rest)
    for item in in_text(text):
        while end <= item.start and start < len(text):
            start, end = next(rest)
        if item.start < start or isinstance(item, Comment):
            items.append(item)
    return iter(sorted(items, key=lambda item: item.start))


TYPES = (
    DocumentType(
        "settings",
        "settings: INI, .env, properties",
        lambda options: partial(_find, options=options),
        suffixes=(".cfg", ".conf", ".env", ".ini", ".properties"),
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

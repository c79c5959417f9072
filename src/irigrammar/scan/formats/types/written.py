"""Manual pages: text with escapes, which is read after these are undone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from irigrammar.lazy import regex
from irigrammar.scan.formats.items import Comment, Item
from irigrammar.scan.formats.registry import DocumentType, last_line_end
from irigrammar.scan.formats.scalars import scalar, within
from irigrammar.scan.formats.strings import Escapes, escapes_by
from irigrammar.scan.formats.text.finder import candidates
from irigrammar.scan.formats.text.finder import find as find_in_text

# groff(7): the characters of URLs that are escaped, and what shows nothing.
_ROFF = {"-": "-", "e": "\\", "\\": "\\", "(ti": "~", "(ha": "^", "(aq": "'", "(dq": '"', ".": ".", "~": " "}
_ROFF_ESCAPE = regex(
    r"\\X'tty: link ?|(?<=\S)'(?=\\f)|\\(?:f(?:\[[^\]\n\\]{0,32}\]|\([^\n]{2}|[^\n])|\([^\n]{2}|[^\n(f])"
)


def _roff_value(match: re.Match[str]) -> str:
    """Return the text of an escape, "" for an unknown one; it is a space around the target of a link of groff 1.23,
    \\X'tty: link URL'.
    """
    return " " if "'" in match[0] else _ROFF.get(match[0][1:], "")


ROFF = escapes_by(_ROFF_ESCAPE, _roff_value, lambda text: text.replace("\\", "\\e").replace("-", "\\-"))


def _find(text: str, escapes: Escapes) -> Iterator[Item]:
    """Return the identifiers of an escaped text and its "iri:" comments, by place."""
    items = [*within(scalar(text, 0, len(text), escapes), "", candidates)]
    if "iri:" in text:
        items += (item for item in find_in_text(text) if isinstance(item, Comment))
    return iter(sorted(items, key=lambda item: item.start))


TYPES = (
    DocumentType(
        "man",
        "manual pages",
        lambda _: partial(_find, escapes=ROFF),
        suffixes=(".man", ".mdoc", ".roff", ".troff", *(f".{section}" for section in range(1, 10)), ".3pm", ".1m"),
        cut=last_line_end,
        comment='.\\" iri: ignore[CODE]',
        local=True,
    ),
)

"""Message catalogues of gettext.

Strings over several lines are joined; identifiers are found in strings and in comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from irigrammar.lazy import regex
from irigrammar.scan.formats.items import Item, TextSchemes
from irigrammar.scan.formats.registry import DocumentType
from irigrammar.scan.formats.scalars import inside, scalar, within
from irigrammar.scan.formats.strings import SIMPLE, escapes_by
from irigrammar.scan.formats.text.finder import find

_STRING = r'"(?:[^"\\\r\n]|\\[^\r\n])*+"'
_BETWEEN = r"[ \t]*+\r?\n[ \t]*+(?:#[~|][ \t]*+)*+"
_MESSAGE = regex(rf'^[^#"\r\n]*+(?:#[~|][^"\r\n]*+)?({_STRING}(?:{_BETWEEN}{_STRING})*+)', re.MULTILINE)
_COMMENT = regex(r"^[ \t]*+#(?![~|])[^\r\n]*+", re.MULTILINE)
_ESCAPE = regex(rf'"{_BETWEEN}"|\\(?:[0-7]{{1,3}}|x[0-9A-Fa-f]{{2}}|[^\r\n])')
_BY_LETTER = {**SIMPLE, "a": "\a", "v": "\v"}
_BLANK = regex(r"\n[ \t]*+\r?\n")


def _value(match: re.Match[str]) -> str | None:
    """Return the text of an escape, "" for the gap between two strings, None for digits that are no number; any other
    character is itself.
    """
    escape = match[0][1:]
    if match[0][0] == '"':
        return ""
    if escape[0] == "x":
        return chr(int(escape[1:], 16)) if len(escape) > 1 else None
    if escape.isdecimal():
        return chr(int(escape, 8)) if int(escape[0]) < 8 else None  # octal
    return _BY_LETTER.get(escape, escape)


def _write(text: str) -> str:
    text = text.replace("\\", "\\\\").replace('"', '\\"')
    return text.replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t")


MESSAGE = escapes_by(_ESCAPE, _value, _write)


def _find(text: str, schemes: TextSchemes) -> Iterator[Item]:
    """Return the items of a PO file's messages and comments, by place."""
    in_text = partial(find, schemes=schemes)
    items: list[Item] = []
    for message in _MESSAGE.finditer(text):
        items += within(scalar(text, message.start(1) + 1, message.end(1) - 1, MESSAGE), "message", in_text)
    for comment in _COMMENT.finditer(text):
        items += inside(scalar(text, *comment.span()), in_text(comment[0]))
    return iter(sorted(items, key=lambda item: item.start))


def _cut(text: str) -> int:
    """Return where the last blank line ends: no message goes on after it.

    >>> _cut('msgid "a"\\n\\nmsgid "b"\\n"c"\\n')
    11
    """
    ends = [match.end() for match in _BLANK.finditer(text)]
    return ends[-1] if ends else 0


TYPES = (
    DocumentType(
        "po",
        "message catalogues (gettext)",
        lambda options: partial(_find, schemes=options.in_text),
        suffixes=(".po", ".pot"),
        cut=_cut,
        comment="# iri: ignore[CODE]",
        local=True,
    ),
)

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
from irigrammar.scan.formats.tokens import rows_of, tokens_of, without_surrogates
from irigrammar.shipped.loader import value

_PATTERNS: dict[str, str] = value("tokens-po", "patterns")
_STRINGS = regex(_PATTERNS["strings"])
_RULES = ("gap", "octal", "hexadecimal", "escaped")
_ESCAPE = regex("|".join(f"(?P<{rule}>{_PATTERNS[rule]})" for rule in _RULES))
_NO_NUMBER = frozenset("x89")
_BY_LETTER = {**SIMPLE, "a": "\a", "v": "\v"}
_BLANK = regex(r"\n[ \t]*+\r?\n")


def _character(match: re.Match[str]) -> str | None:
    """Return the text of an escape, "" for the gap between two strings, None for digits that are no number; any other
    character is itself.
    """
    if match["gap"]:
        return ""
    if match["octal"] or match["hexadecimal"]:
        return chr(int(match[0].lstrip("\\x"), 8 if match["octal"] else 16))
    letter = match[0][1]
    return None if letter in _NO_NUMBER else _BY_LETTER.get(letter, letter)


def _write(text: str) -> str:
    text = text.replace("\\", "\\\\").replace('"', '\\"')
    return text.replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t")


MESSAGE = escapes_by(_ESCAPE, _character, _write)


def _find(text: str, schemes: TextSchemes) -> Iterator[Item]:
    """Yield the items of a PO file's messages and comments, by place."""
    in_text = partial(find, schemes=schemes)
    source, tokens = without_surrogates(text), tokens_of("po")
    for number, start, end, *_ in rows_of(tokens.relevant, source):
        if tokens.kinds[number] == "comment":
            yield from inside(scalar(text, start, end), in_text(text[start:end]))
            continue
        strings = _STRINGS.search(source, start, end)
        assert strings is not None  # a message has one
        yield from within(scalar(text, strings.start() + 1, strings.end() - 1, MESSAGE), "message", in_text)


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

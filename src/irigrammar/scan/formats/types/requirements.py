"""Requirements and constraints files of pip.

URLs of packages, repositories and indexes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from irigrammar.lazy import regex
from irigrammar.scan.formats.items import URI, Candidate, Comment, Item
from irigrammar.scan.formats.registry import DocumentType, last_line_end
from irigrammar.scan.formats.selection import has_placeholder

_COMMENT = regex(r"(?:^|(?<=[ \t]))#(?P<text>[^\r\n]*)", re.MULTILINE)
# pip, "Requirements File Format": options, what is to be installed; a line may go on after a backslash.
_OPTION = (
    r"(?:-i|--index-url|--extra-index-url|-f|--find-links|-r|--requirement|-c|--constraint)(?:[ \t]*=|[ \t])[ \t]*"
)
_INSTALLED = r"(?:(?:-e|--editable)(?:[ \t]*=|[ \t])[ \t]*)?(?:[\w.-]+[ \t]*(?:\[[^\]\r\n]*\])?[ \t]*@[ \t]*)?"
# The URL of what is installed goes on to an option, a comment, or white space and ";" (PEP 508).
_WORD = r"(?:[^\s\"'\\]|\\(?!\s))++"
_WORDS = rf"{_WORD}(?:[ \t]++(?![;#\\\-\s]){_WORD})*+"
_SCHEME = r"[\"']?(?P<%s>[A-Za-z][\w+.-]+:"
_URL = regex(
    rf"^[ \t]*(?:{_OPTION}{_SCHEME % 'option'}{_WORD})|{_INSTALLED}{_SCHEME % 'installed'}{_WORDS}))",
    re.MULTILINE | re.ASCII,
)


def _find(text: str) -> Iterator[Item]:
    """Return the URLs and the comments with "iri:" of a requirements file, by place; URLs with placeholders are left
    out.
    """
    items: list[Item] = [
        Comment(match.start(), match.end(), match["text"])
        for match in _COMMENT.finditer(text)
        if "iri:" in match["text"]
    ]
    for match in _URL.finditer(text):
        assert match.lastgroup
        url = match[match.lastgroup]
        if not has_placeholder(url):
            items.append(Candidate(*match.span(match.lastgroup), url, "URL"))
    return iter(sorted(items, key=lambda item: item.start))


TYPES = (
    DocumentType(
        "requirements",
        "requirements and constraints of pip",
        lambda _: _find,
        URI,
        names=("*requirements*.txt", "*constraints*.txt", "*requirements*.in", "*constraints*.in"),
        cut=last_line_end,
        comment="# iri: ignore[CODE]",
    ),
)

"""Requirements and constraints files of pip: URLs of packages, repositories and indexes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from irigrammar.scan.formats.items import Candidate, Comment, Item, Production
from irigrammar.scan.formats.registry import DocumentType, Finder, Options, last_line_end
from irigrammar.scan.formats.selection import has_placeholder

_COMMENT = re.compile(r"(?:^|(?<=[ \t]))#(?P<text>[^\r\n]*)", re.MULTILINE)
# pip, "Requirements File Format": options, what is to be installed; a line may go on after a backslash.
_OPTION = (
    r"(?:-i|--index-url|--extra-index-url|-f|--find-links|-r|--requirement|-c|--constraint)(?:[ \t]*=|[ \t])[ \t]*"
)
_INSTALLED = r"(?:(?:-e|--editable)(?:[ \t]*=|[ \t])[ \t]*)?(?:[\w.-]+[ \t]*(?:\[[^\]\r\n]*\])?[ \t]*@[ \t]*)?"
_URL = re.compile(
    rf"^[ \t]*(?:{_OPTION}|{_INSTALLED})[\"']?(?P<url>[A-Za-z][\w+.-]+:(?:[^\s\"'\\]|\\(?!\s))+)",
    re.MULTILINE | re.ASCII,
)


def _open(_: Options) -> Finder:
    return _find


def _find(text: str) -> Iterator[Item]:
    items: list[Item] = [
        Comment(match.start(), match.end(), match["text"])
        for match in _COMMENT.finditer(text)
        if "iri:" in match["text"]
    ]
    for match in _URL.finditer(text):
        url = match["url"]
        if not has_placeholder(url):
            items.append(Candidate(match.start("url"), match.end("url"), url, "URL"))
    return iter(sorted(items, key=lambda item: item.start))


TYPES = (
    DocumentType(
        "requirements",
        "requirements and constraints of pip",
        Production("rfc3986", "URI"),
        "publish",
        _open,
        names=("*requirements*.txt", "*constraints*.txt", "*requirements*.in", "*constraints*.in"),
        cut=last_line_end,
        comment="# iri: ignore[CODE]",
    ),
)
